import type pg from "pg";
import { system } from "#server/audit/entry.ts";
import { createBatcher } from "#server/batch.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { emptyBatch, type QueueWorker, startQueueWorker } from "#server/pipeline/queue-worker.ts";
import {
  claimSubscriptions,
  countAttempts,
  hasDueSubscription,
  saveDeliveryOutcomes,
  saveHealth,
} from "#server/store/webhooks/delivery-queue.ts";
import type { Write } from "#server/store/write.ts";
import {
  type EndedAttempt,
  leaseSeconds,
  type SenderContext,
  type SubscriptionSender,
  startSubscriptionSender,
} from "./subscription-sender.ts";

/** The next event of a person waits for the outcome of the one before, so outcomes gather only for a moment. */
const outcomeBatch = { maxItems: 500, gather: { ms: 15, untilItems: 150 } };

type WebhookDispatcherContext = Omit<SenderContext, "record"> & {
  pool: pg.Pool;
  /** Whether there are subscriptions at all. */
  isUsed: () => Promise<boolean>;
};

export type WebhookDispatcher = QueueWorker & {
  /** Subscriptions were changed. */
  refresh: () => void;
};

const recordAttempts = (write: Write, ended: readonly EndedAttempt[]): Promise<void> =>
  write(system, async ({ tx, asyncCommit }) => {
    const bySubscription = Map.groupBy(ended, ({ claim }) => claim.id);
    const counts = [...bySubscription].map(([subscriptionId, own]) => {
      const delivered = own.filter(({ outcome }) => outcome.state === "delivered").length;
      return { subscriptionId, delivered, failed: own.length - delivered };
    });
    await inOneRoundTrip([
      // What a power failure undoes is sent again.
      asyncCommit(),
      saveDeliveryOutcomes(
        tx,
        ended.map(({ outcome }) => outcome),
      ),
      countAttempts(tx, counts),
    ]);
    // In one order, because two processes may save at once.
    for (const [, own] of [...bySubscription].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const newest = own.findLast(({ health }) => health !== null);
      if (newest?.health) await saveHealth(tx, newest.claim, newest.health);
    }
  });

/**
 * Sends events to subscriptions. A process claims whole subscriptions, so that the order of a person's events and the
 * number of requests to a receiver need no agreement between processes.
 */
export const startWebhookDispatcher = (context: WebhookDispatcherContext): WebhookDispatcher => {
  const { write, pool, isUsed, log } = context;
  const senders = new Set<SubscriptionSender>();
  const attempts = createBatcher<EndedAttempt, void>({
    ...outcomeBatch,
    isTransient: isConnectionLost,
    run: async (ended) => {
      await recordAttempts(write, ended);
      return ended.map(() => undefined);
    },
  });
  const senderContext: SenderContext = { ...context, record: (ended) => attempts.add(ended) };

  const claim = async (): Promise<number> => {
    const claimed = await write(system, ({ tx }) => claimSubscriptions(tx, leaseSeconds));
    for (const subscription of claimed) {
      const sender = startSubscriptionSender(senderContext, subscription);
      senders.add(sender);
      void sender.ended.then(() => senders.delete(sender));
    }
    return claimed.length;
  };

  const worker = startQueueWorker({
    name: "webhooks",
    loadLevel: () => "normal",
    log,
    next: async () =>
      (await isUsed()) && (await hasDueSubscription(pool))
        ? { done: await claim(), hasMore: false }
        : emptyBatch,
  });

  return {
    wake: () => {
      worker.wake();
      for (const sender of senders) sender.wake();
    },
    refresh: () => {
      worker.wake();
      for (const sender of senders) sender.refresh();
    },
    stop: async () => {
      await worker.stop();
      for (const sender of senders) sender.stop();
      await Promise.all([...senders].map(({ ended }) => ended));
      await attempts.drained();
    },
  };
};
