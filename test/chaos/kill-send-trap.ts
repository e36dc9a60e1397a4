import { findMentionedIds, isClaim, type Step, stepLabel, transactionKind } from "./kill-send-steps.ts";
import type { Exchange, ExchangeObserver } from "./postgres-proxy.ts";
import type { VendorObserver } from "./vendor-proxy.ts";

export type Trap = {
  /** The actions that were at the step when the process was killed. */
  coveredIds: Set<string>;
  triggered: Promise<void>;
  database: ExchangeObserver;
  vendors: Omit<VendorObserver, "findActionId">;
};

/** Actions that reach the step within this time of each other are killed together. E-mail takes longest. */
const collectMs = { claim: 300, call: 1500, outcome: 300, callback: 300 };
const never = (): Promise<void> => new Promise(() => {});

/** The actions of a batch, and those of them of which one must be at the step: others may reach it many times before. */
export type TrappedActions = { ids: ReadonlySet<string>; wanted: ReadonlySet<string>; decoyId: string };

/**
 * Blocks the actions that reach the step until no more arrive, then kills the process. Outcomes are written in one
 * batch only when they arrive while another batch is being written: the decoy's outcome goes first and is blocked
 * until the calls of all other actions have ended.
 */
export const setTrap = (step: Step, { ids, wanted, decoyId }: TrappedActions, kill: () => void): Trap => {
  const coveredIds = new Set<string>();
  const pendingAnswers: (() => void)[] = [];
  const endedCalls = new Set<string>();
  const triggered = Promise.withResolvers<void>();
  const decoyArrived = Promise.withResolvers<void>();
  const allCallsEnded = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const trigger = (): void => {
    for (const passAnswer of pendingAnswers) passAnswer();
    kill();
    triggered.resolve();
  };
  const block = (actionIds: string[], passAnswer?: () => void): Promise<void> => {
    for (const id of actionIds) coveredIds.add(id);
    if (passAnswer) pendingAnswers.push(passAnswer);
    clearTimeout(timer);
    timer = setTimeout(trigger, coveredIds.size === ids.size ? 0 : collectMs[step.kind]);
    return never();
  };
  const idsAtStep = (exchange: Exchange, transaction: readonly Exchange[]): string[] => {
    if (transactionKind(transaction) !== step.kind || stepLabel(transaction) !== step.label) return [];
    // A claim names no ids before its answer; it claims everything that is due.
    const found =
      isClaim(exchange) && exchange.answer.length === 0 ? [...ids] : findMentionedIds(transaction, ids);
    return found.some((id) => wanted.has(id)) ? found : [];
  };
  return {
    coveredIds,
    triggered: triggered.promise,
    database: {
      before: (exchange, transaction) => {
        if (step.kind === "outcome" && transactionKind(transaction) === "outcome") {
          // Not any outcome: messages of earlier batches are tried again meanwhile.
          const isDecoy = findMentionedIds(transaction, [decoyId]).length > 0;
          if (isDecoy) decoyArrived.resolve();
          if (isDecoy) return allCallsEnded.promise;
        }
        if (step.moment !== "before") return undefined;
        const actionIds = idsAtStep(exchange, transaction);
        return actionIds.length > 0 ? block(actionIds) : undefined;
      },
      answered: (exchange, transaction, passAnswer) => {
        if (step.moment === "before") return undefined;
        const actionIds = idsAtStep(exchange, transaction);
        if (actionIds.length === 0) return undefined;
        return block(actionIds, step.moment === "passed" ? passAnswer : undefined);
      },
    },
    vendors: {
      arrived: (id) => {
        if (step.kind === "outcome") return decoyArrived.promise;
        return step.kind === "call" && step.moment === "before" && wanted.has(id) ? block([id]) : undefined;
      },
      answered: (id, passAnswer) => {
        if (step.kind !== "call" || step.moment === "before" || !wanted.has(id)) return undefined;
        return block([id], step.moment === "passed" ? passAnswer : undefined);
      },
      ended: (id) => {
        endedCalls.add(id);
        // Nothing outside the process shows when it has queued the last outcome, so it gets a bounded time.
        if (endedCalls.size === ids.size) setTimeout(allCallsEnded.resolve, 1000);
      },
    },
  };
};
