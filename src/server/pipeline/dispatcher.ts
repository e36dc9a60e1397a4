import { setTimeout as sleep } from "node:timers/promises";
import { system } from "#server/audit/entry.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import type { Log } from "#server/log.ts";
import { expireLeases, type Settled, saveSettled, unknownToLookUp } from "#server/store/deliveries.ts";
import { claimNext, type Delivering, type Leaving } from "./deliver.ts";
import { type Ended, settle } from "./settle.ts";

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
  ) => Promise<
    | {
        kind: "found";
        providerId: string;
        status: "sent" | "delivered" | "read" | "failed";
        price: number | null;
      }
    | { kind: "absent" }
    | { kind: "unknown" }
  >;
};

/** So many sends at a time; vendors answer in tenths of a second. */
const mostUnderWay = 128;
const mostClaimed = 64;
const lookEveryMs = 1000;
const sweepEveryMs = 5000;
/** How long a vendor may take to show what it took. */
const settlesWithinMs = 120_000;

/** Sends what the gate lets through, as long as something is due. */
export const startDispatcher = (delivering: Delivering & Looking & { log: Log }): Dispatcher => {
  const { log } = delivering;
  let stopped = false;
  let awake = Promise.withResolvers<void>();
  const wake = (): void => {
    const { resolve } = awake;
    awake = Promise.withResolvers<void>();
    resolve();
  };
  const underWay = new Set<Promise<void>>();
  const ended: Ended[] = [];
  let settling: Promise<void> | undefined;

  /** Outcomes that come while some are being written are written together next. */
  const settleAll = async (): Promise<void> => {
    while (ended.length > 0) {
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
    }
    settling = undefined;
  };

  const send = async (leaving: Leaving): Promise<void> => {
    const started = performance.now();
    const outcome = await leaving.way.send(leaving.outgoing).catch((error: unknown) => {
      log.warn({ error, actionId: leaving.action.id }, "a send ended without an answer");
      const message = { en: "The connection broke", es: "Se cortó la conexión" };
      return { kind: "unknown" as const, code: "broken", message };
    });
    ended.push({ leaving, outcome, latencyMs: Math.round(performance.now() - started) });
    settling ??= settleAll();
    await settling;
  };

  const work = async (): Promise<void> => {
    while (!stopped) {
      const woken = awake.promise;
      try {
        const room = mostUnderWay - underWay.size;
        if (room <= 0) {
          await Promise.race(underWay);
          continue;
        }
        const { looked, leaving } = await claimNext(Math.min(room, mostClaimed), delivering);
        for (const one of leaving) {
          const sending = send(one).finally(() => underWay.delete(sending));
          underWay.add(sending);
        }
        if (looked === 0) await Promise.race([woken, sleep(lookEveryMs)]);
      } catch (error) {
        log.warn({ error }, "sends wait");
        await sleep(2000);
      }
    }
  };

  const sweep = async (): Promise<void> => {
    await delivering.write(system, async ({ tx, touch }) => {
      const lost = await expireLeases(tx);
      if (lost.length === 0) return;
      await tx
        .insert(notifications)
        .values({ kind: "send_unknown", params: { count: lost.length }, link: "/compliance?tab=unknown" });
      touch("actions", "notifications");
    });
    await reconcile();
  };

  /** Asks vendors what became of sends nobody knows of. What they surely never took may go again. */
  const reconcile = async (): Promise<void> => {
    const unknown = await delivering.write(system, ({ tx }) => unknownToLookUp(tx, 20));
    const settled: Settled[] = [];
    for (const one of unknown) {
      const sent = { to: one.rendered?.to ?? "", text: one.rendered?.text ?? "" };
      const found = await delivering.lookUp(one.messenger, {
        ...sent,
        after: one.executedAt - 60_000,
        providerId: one.providerId,
        actionId: one.id,
      });
      const base = {
        id: one.id,
        messenger: one.messenger,
        fence: one.fence,
        reasons: null,
        error: null,
        notBefore: null,
      };
      if (found.kind === "found")
        settled.push({ ...base, status: found.status, providerId: found.providerId, price: found.price });
      else if (found.kind === "absent" && Date.now() - one.executedAt > settlesWithinMs)
        settled.push({
          ...base,
          status: "pending",
          providerId: null,
          price: null,
          notBefore: new Date().toISOString(),
        });
    }
    if (settled.length === 0) return;
    await delivering.write(system, async ({ tx, touch }) => {
      await saveSettled(tx, settled);
      touch("actions", "people");
    });
  };

  const working = work();
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
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
      await Promise.allSettled([...underWay]);
      await settling;
      await sweeping;
    },
  };
};
