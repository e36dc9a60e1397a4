import { isClaim, kindOf, labelOf, mentioned, type Step } from "./kill-send-steps.ts";
import type { Exchange, Watch } from "./postgres-proxy.ts";
import type { VendorWatch } from "./vendor-proxy.ts";

export type Trap = {
  /** Those that were at the very step when the process was killed. */
  covered: Set<string>;
  sprung: Promise<void>;
  database: Watch;
  vendors: Omit<VendorWatch, "about">;
};

/** What comes to the step within this time of the one before it is killed together with it. A letter takes longest. */
const quietMs = { claim: 300, call: 1500, settle: 300, callback: 300 };
const never = (): Promise<void> => new Promise(() => {});

/**
 * Holds whatever of these actions comes to the step, until no more come, and then kills. Outcomes are written down
 * together when they come while others are being written: for that, `decoy` goes ahead, and is held until all have
 * ended.
 */
export const setTrap = (
  step: Step,
  ids: ReadonlySet<string>,
  decoy: string | undefined,
  kill: () => void,
): Trap => {
  const covered = new Set<string>();
  const passing: (() => void)[] = [];
  const ended = new Set<string>();
  const sprung = Promise.withResolvers<void>();
  const ahead = Promise.withResolvers<void>();
  const allEnded = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const spring = (): void => {
    for (const pass of passing) pass();
    kill();
    sprung.resolve();
  };
  const hold = (found: string[], pass?: () => void): Promise<void> => {
    for (const id of found) covered.add(id);
    if (pass) passing.push(pass);
    clearTimeout(timer);
    timer = setTimeout(spring, covered.size === ids.size ? 0 : quietMs[step.kind]);
    return never();
  };
  const found = (exchange: Exchange, transaction: readonly Exchange[]): string[] => {
    if (kindOf(transaction) !== step.kind || labelOf(transaction) !== step.label) return [];
    // Nobody can see yet what a claim will find; it finds what is due.
    return isClaim(exchange) && exchange.answer.length === 0 ? [...ids] : mentioned(transaction, ids);
  };
  return {
    covered,
    sprung: sprung.promise,
    database: {
      before: (exchange, transaction) => {
        if (step.kind === "settle" && decoy && kindOf(transaction) === "settle") {
          const isAhead = mentioned(transaction, [decoy]).length > 0;
          ahead.resolve();
          if (isAhead) return allEnded.promise;
        }
        if (step.moment !== "before") return undefined;
        const here = found(exchange, transaction);
        return here.length > 0 ? hold(here) : undefined;
      },
      answered: (exchange, transaction, pass) => {
        if (step.moment === "before") return undefined;
        const here = found(exchange, transaction);
        if (here.length === 0) return undefined;
        return hold(here, step.moment === "passed" ? pass : undefined);
      },
    },
    vendors: {
      arrived: (id) => {
        if (step.kind === "settle") return ahead.promise;
        return step.kind === "call" && step.moment === "before" ? hold([id]) : undefined;
      },
      answered: (id, pass) => {
        if (step.kind !== "call" || step.moment === "before") return undefined;
        return hold([id], step.moment === "passed" ? pass : undefined);
      },
      ended: (id) => {
        ended.add(id);
        // A moment for the last to be read.
        if (ended.size === ids.size) setTimeout(allEnded.resolve, 200);
      },
    },
  };
};
