import { setTimeout as sleep } from "node:timers/promises";
import { system } from "#server/audit/entry.ts";
import { createBatcher } from "#server/batch.ts";
import type { SendOutcome } from "#server/connectors/messaging/messenger.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";
import { createWakeSignal, sleepUntil } from "#server/pipeline/queue-worker.ts";
import { type DueAction, renewLeases } from "#server/store/delivery/actions.ts";
import { parseSpan, type SpanParent, type Tracing } from "#server/tracing.ts";
import { type ClaimedSend, claimNext, type DeliveryContext, sendLeaseSeconds } from "./claim.ts";
import { type EndedSend, recordOutcomes } from "./outcomes.ts";
import { type LookUpSend, resolveUnknown } from "./unknown-sends.ts";

export type Dispatcher = {
  /** Something is due. */
  wake: () => void;
  stop: () => Promise<void>;
};

type DispatcherContext = DeliveryContext & {
  lookUp: LookUpSend;
  log: Log;
  tracing: Tracing;
  /** In how many milliseconds the next action is due: 0 for now, null for none. */
  nextDue: () => Promise<number | null>;
};

const maxInFlight = 384;
const maxClaim = 128;
/** A claim costs nearly the same for one as for many, so it waits for this much room. */
const minClaimRoom = 64;
/** What becomes due within this time is claimed together. */
const gatherClaimsMs = 10;
const pollMs = 1000;
const errorPauseMs = 2000;
const maintenanceEveryMs = 5000;
/** Nothing waits for an outcome to be saved, so they gather. */
const outcomeBatch = { maxItems: 200, gather: { ms: 100, untilItems: 40 } };
/** A process that was suspended after its claim must not send what another may have claimed meanwhile. */
const mustStartWithinMs = (sendLeaseSeconds - 5) * 1000;

const startedTooLate: SendOutcome = {
  kind: "later",
  code: "halted",
  message: { en: "It was not sent in time", es: "No se envió a tiempo" },
  afterMs: null,
};
const endedWithoutAnswer: SendOutcome = {
  kind: "unknown",
  code: "broken",
  message: { en: "The connection broke", es: "Se cortó la conexión" },
};

const filesNotRead: SendOutcome = {
  kind: "later",
  code: "files",
  message: { en: "Its files could not be read", es: "No se pudieron leer sus archivos" },
  afterMs: null,
};

/** Every due time is seen at least one poll ahead, so a timer meets it exactly. */
const pauseBeforeDue = (dueInMs: number | null): number =>
  dueInMs === null ? pollMs : Math.min(pollMs, Math.ceil(dueInMs));

/** Sends what the gate approves, for as long as something is due. */
export const startDispatcher = (context: DispatcherContext): Dispatcher => {
  const { log } = context;
  const sender = createSender(context);
  const signal = createWakeSignal();
  let isStopped = false;

  const work = async (): Promise<void> => {
    while (!isStopped) {
      const woken = signal.woken();
      try {
        const room = maxInFlight - sender.inFlight();
        const dueInMs = room < minClaimRoom ? null : await context.nextDue();
        if (room < minClaimRoom) await sender.anyEnded();
        else if (dueInMs !== 0) await sleepUntil(pauseBeforeDue(dueInMs), woken);
        else {
          const claimedAt = performance.now();
          const { claimed, sends } = await claimNext(Math.min(room, maxClaim), context);
          for (const send of sends) sender.start(send, claimedAt);
          if (claimed < maxClaim) await sleep(gatherClaimsMs);
        }
      } catch (error) {
        log.warn({ error }, "claiming messages failed and is tried again");
        await sleep(errorPauseMs);
      }
    }
  };

  const working = work();
  const renewing = repeat(
    maintenanceEveryMs,
    () => sender.renewLeases(),
    (error) => log.warn({ error }, "leases of messages in flight were not renewed"),
  );
  const resolving = repeat(
    maintenanceEveryMs,
    () => resolveUnknown(context, () => isStopped),
    (error) => log.warn({ error }, "sends of unknown outcome were not looked up"),
  );
  return {
    wake: signal.wake,
    stop: async () => {
      isStopped = true;
      signal.wake();
      await working;
      await sender.allEnded();
      await Promise.all([renewing.stop(), resolving.stop()]);
    },
  };
};

/** The span or the event that an action goes back to. */
const originOf = ({ causedBy, config }: DueAction): SpanParent | undefined =>
  parseSpan(config.traceparent) ?? (causedBy === null ? undefined : { cause: causedBy });

/** Sends messages concurrently and saves their outcomes in batches. */
const createSender = (context: DispatcherContext) => {
  const { log, write, tracing } = context;
  const inFlight = new Map<Promise<void>, ClaimedSend>();
  const outcomes = createBatcher<EndedSend, void>({
    ...outcomeBatch,
    isTransient: isConnectionLost,
    run: async (ended) => {
      await recordOutcomes(ended, context);
      return ended.map(() => undefined);
    },
  });

  /** Before the vendor is called: a file that cannot be read must not leave the outcome unknown. */
  const readFiles = async ({ action, message: { message } }: ClaimedSend): Promise<boolean> => {
    try {
      await Promise.all((message.files ?? []).map(({ read }) => read()));
      return true;
    } catch (error) {
      log.warn({ error, actionId: action.id }, "the files of a message could not be read");
      return false;
    }
  };

  const callVendor = async (send: ClaimedSend, claimedAt: number): Promise<SendOutcome> => {
    if (!(await readFiles(send))) return filesNotRead;
    if (performance.now() - claimedAt > mustStartWithinMs) return startedTooLate;
    return send.via.send(send.message).catch((error: unknown) => {
      log.warn({ error, actionId: send.action.id }, "a send ended without an answer");
      return endedWithoutAnswer;
    });
  };

  const callTraced = async (
    { action, via }: ClaimedSend,
    call: () => Promise<SendOutcome>,
  ): Promise<SendOutcome> => {
    const origin = originOf(action);
    const attributes = { "faro.channel": action.channel, "faro.messenger": via.messenger.id };
    const span = origin && tracing.startIn(origin, `send ${action.channel}`, { attributes });
    if (!span) return call();
    const outcome = await span.run(call);
    span.end({ "faro.outcome": outcome.kind });
    return outcome;
  };

  const deliver = async (send: ClaimedSend, claimedAt: number): Promise<void> => {
    const started = performance.now();
    const outcome = await callTraced(send, () => callVendor(send, claimedAt));
    const latencyMs = Math.round(performance.now() - started);
    // A late start says nothing against the messenger.
    const hasAlternative = send.hasAlternative && outcome !== startedTooLate && outcome !== filesNotRead;
    try {
      await outcomes.add({ send: { ...send, hasAlternative }, outcome, latencyMs });
    } catch (error) {
      // Its lease runs out and it is looked up; nothing is sent again by itself.
      log.warn({ error, actionId: send.action.id }, "the outcome of a send was not saved");
    }
  };

  return {
    inFlight: () => inFlight.size,
    anyEnded: () => Promise.race(inFlight.keys()),
    allEnded: () => Promise.allSettled(inFlight.keys()),
    start: (send: ClaimedSend, claimedAt: number): void => {
      const delivering = deliver(send, claimedAt).finally(() => inFlight.delete(delivering));
      inFlight.set(delivering, send);
    },
    renewLeases: async (): Promise<void> => {
      if (inFlight.size === 0) return;
      const leases = [...inFlight.values()].map(({ action, fence }) => ({ id: action.id, fence }));
      await write(system, ({ tx }) => renewLeases(tx, leases, sendLeaseSeconds));
    },
  };
};

/** Runs a task every `ms`, never twice at once. */
const repeat = (ms: number, task: () => Promise<unknown>, onError: (error: unknown) => void) => {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(task).catch(onError);
  }, ms);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
