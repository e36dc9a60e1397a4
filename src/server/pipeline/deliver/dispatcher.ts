import { setTimeout as sleep } from "node:timers/promises";
import { system } from "#server/audit/entry.ts";
import type { LookupResult, SendOutcome } from "#server/connectors/messaging/messenger.ts";
import type { Log } from "#server/log.ts";
import {
  expireLeases,
  renewLeases,
  type Settled,
  saveSettled,
  takeTold,
  type UnknownAction,
  unknownToLookUp,
} from "#server/store/delivery/actions.ts";
import { claimNext, type Delivering, type Leaving, leaseSeconds } from "./claim.ts";
import { type Ended, reconciledOf, settle, tellOutcomes } from "./outcomes.ts";

export type Dispatcher = {
  /** Something is due. */
  wake: () => void;
  stop: () => Promise<void>;
};

type Looking = {
  /** Finds a send at the vendor's; nothing where the vendor cannot be asked. */
  lookUp: (
    messenger: string,
    sent: { to: string; text: string; after: number; providerId: string | null; actionId: string },
  ) => Promise<LookupResult>;
};

/** So many sends at a time; vendors answer in tenths of a second. */
const mostUnderWay = 384;
const mostClaimed = 128;
/** A claim costs nearly the same for one as for many: room for fewer is waited out. */
const leastClaimed = 64;
/** What comes within so long of each other is claimed together. */
const claimTogetherMs = 10;
/** Outcomes are in less of a hurry than sends: few are waited for, so many are not. */
const settleTogetherMs = 100;
const manyEnded = 40;
const lookMs = 10;
const lookEveryMs = 1000;
const sweepEveryMs = 5000;
/** So many look-ups in a sweep, and so many of them at a time. */
const mostLookedUp = 200;
const lookedUpAtOnce = 10;
/** A process that was halted between its claim and the call must not send what may have become somebody else's. */
const mustLeaveWithinMs = (leaseSeconds - 5) * 1000;

const tooLate: SendOutcome = {
  kind: "later",
  code: "halted",
  message: { en: "It was not sent in time", es: "No se envió a tiempo" },
  afterMs: null,
};

/** Sends what the gate lets through, as long as something is due. */
export const startDispatcher = (
  delivering: Delivering & Looking & { log: Log; isDue: () => Promise<boolean> },
): Dispatcher => {
  const { log, isDue } = delivering;
  let stopped = false;
  let awake = Promise.withResolvers<void>();
  const wake = (): void => {
    const { resolve } = awake;
    awake = Promise.withResolvers<void>();
    resolve();
  };
  const underWay = new Map<Promise<void>, Leaving>();
  const ended: (Ended & { written: () => void })[] = [];
  let settling: Promise<void> | undefined;

  /** Outcomes that come while some are being written are written together next. */
  const settleAll = async (): Promise<void> => {
    while (ended.length > 0) {
      for (let waited = 0; waited < settleTogetherMs && ended.length < manyEnded; waited += lookMs)
        await sleep(lookMs);
      const batch = ended.splice(0, 200);
      try {
        await settle(batch, delivering);
      } catch (error) {
        // Their leases run out, and they are looked up: nothing is sent again unasked.
        log.warn({ error, count: batch.length }, "outcomes were not written");
        if (batch.length > 1) {
          for (const one of batch) await settle([one], delivering).catch(() => {});
        }
      }
      for (const { written } of batch) written();
    }
    settling = undefined;
  };

  const call = (leaving: Leaving, claimedAt: number): Promise<SendOutcome> => {
    if (performance.now() - claimedAt > mustLeaveWithinMs) return Promise.resolve(tooLate);
    return leaving.way.send(leaving.outgoing).catch((error: unknown) => {
      log.warn({ error, actionId: leaving.action.id }, "a send ended without an answer");
      const message = { en: "The connection broke", es: "Se cortó la conexión" };
      return { kind: "unknown" as const, code: "broken", message };
    });
  };

  const send = async (leaving: Leaving, claimedAt: number): Promise<void> => {
    const started = performance.now();
    const outcome = await call(leaving, claimedAt);
    const latencyMs = Math.round(performance.now() - started);
    // The way is not shut: we were late.
    const hasOther = leaving.hasOther && outcome !== tooLate;
    await new Promise<void>((written) => {
      ended.push({ leaving: { ...leaving, hasOther }, outcome, latencyMs, written });
      settling ??= settleAll();
    });
  };

  const work = async (): Promise<void> => {
    while (!stopped) {
      const woken = awake.promise;
      try {
        const room = mostUnderWay - underWay.size;
        if (room < leastClaimed) {
          await Promise.race(underWay.keys());
          continue;
        }
        if (!(await isDue())) {
          await Promise.race([woken, sleep(lookEveryMs)]);
          continue;
        }
        const claimedAt = performance.now();
        const { looked, leaving } = await claimNext(Math.min(room, mostClaimed), delivering);
        for (const one of leaving) {
          const sending = send(one, claimedAt).finally(() => underWay.delete(sending));
          underWay.set(sending, one);
        }
        if (looked < mostClaimed) await sleep(claimTogetherMs);
      } catch (error) {
        log.warn({ error }, "sends wait");
        await sleep(2000);
      }
    }
  };

  const renew = async (): Promise<void> => {
    if (underWay.size === 0) return;
    const ours = [...underWay.values()].map(({ action, fence }) => ({ id: action.id, fence }));
    await delivering.write(system, ({ tx }) => renewLeases(tx, ours, leaseSeconds));
  };

  const sweep = async (): Promise<void> => {
    await delivering.write(system, async (writing) => {
      const lost = await expireLeases(writing.tx);
      const told = await takeTold(writing.tx);
      const known = new Set(told.map(({ id }) => id));
      await tellOutcomes(writing, [...told, ...lost.filter(({ id }) => !known.has(id))], () => []);
    });
    await reconcile();
  };

  /** Asks vendors what became of sends nobody knows of. What they surely never took may go again. */
  const reconcile = async (): Promise<void> => {
    const unknown = await delivering.write(system, ({ tx }) => unknownToLookUp(tx, mostLookedUp));
    while (unknown.length > 0 && !stopped) {
      const looked = await Promise.all(unknown.splice(0, lookedUpAtOnce).map(lookUp));
      const settled = looked.flatMap((one) => one ?? []);
      if (settled.length === 0) continue;
      await delivering.write(system, async (writing) => {
        const reasons = new Map(settled.map((one) => [one.id, one.reasons ?? []]));
        const written = await saveSettled(writing.tx, settled);
        await tellOutcomes(writing, written, (id) => reasons.get(id) ?? []);
      });
    }
  };

  const lookUp = async (one: UnknownAction): Promise<Settled | undefined> => {
    const { id: actionId, messenger, executedAt, providerId, rendered } = one;
    const { to = "", text = "" } = rendered ?? {};
    const sent = { to, text, after: executedAt - 60_000, providerId, actionId };
    const found = await delivering.lookUp(messenger, sent).catch((error: unknown): LookupResult => {
      log.warn({ error, actionId }, "a send of unknown outcome was not looked up");
      return { kind: "unknown" };
    });
    return reconciledOf(one, found, Date.now());
  };

  const working = work();
  let sweeping: Promise<void> = Promise.resolve();
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing
      .then(renew)
      .catch((error: unknown) => log.warn({ error }, "leases of what is being sent were not renewed"));
    sweeping = sweeping
      .then(sweep)
      .catch((error: unknown) => log.warn({ error }, "sends of unknown outcome were not looked at"));
  }, sweepEveryMs);
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      wake();
      await working;
      await Promise.allSettled(underWay.keys());
      await settling;
      await Promise.all([sweeping, renewing]);
    },
  };
};
