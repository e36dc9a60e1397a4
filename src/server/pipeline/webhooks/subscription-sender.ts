import type { KeyObject } from "node:crypto";
import {
  type AttemptDecision,
  decideAttempt,
  failuresBeforeProbing,
  probeDelayMs,
  saysReceiverIsDown,
} from "#domain/webhooks/decide-attempt.ts";
import { unfilteredWebhookEvents } from "#domain/webhooks/event-kinds.ts";
import { system } from "#server/audit/entry.ts";
import type { Reader } from "#server/db/database.ts";
import type { Egress } from "#server/egress/egress.ts";
import type { Log } from "#server/log.ts";
import { createWakeSignal, sleepUntil } from "#server/pipeline/queue-worker.ts";
import { audienceCondition } from "#server/store/people/audience-context.ts";
import {
  type ClaimedSubscription,
  type DeliveryOutcome,
  dropDeliveries,
  findMatching,
  type QueuedDelivery,
  type ReceiverHealth,
  readQueue,
  releaseClaim,
  renewClaim,
  setAside,
} from "#server/store/webhooks/delivery-queue.ts";
import type { Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { unseal } from "#server/vault/vault.ts";
import { pauseWithNotice } from "./pause-with-notice.ts";
import { sendWebhook } from "./send-webhook.ts";
import { webhookKey } from "./signature.ts";

/** Requests at once to one receiver. */
const maxInFlight = 20;
const pageSize = 500;
const lowWater = 250;
/** Events that come within this time are read together. */
const gatherMs = 20;
/** A subscription without events keeps its claim for so long. */
const lingerMs = 1000;
export const leaseSeconds = 20;
const renewEveryMs = 5000;
/** A process that was suspended must not send what another sends meanwhile. */
const leaseMarginMs = 17_000;

export type EndedAttempt = {
  outcome: DeliveryOutcome;
  claim: { id: string; fence: number };
  /** Null where it is as stored. */
  health: ReceiverHealth | null;
};

export type SenderContext = {
  db: Reader;
  write: Write;
  egress: Egress;
  sandboxUrl: string | undefined;
  keyring: Keyring;
  log: Log;
  timezone: () => Promise<string>;
  /** Stores an outcome; resolves after the commit. */
  record: (attempt: EndedAttempt) => Promise<void>;
};

export type SubscriptionSender = {
  id: string;
  wake: () => void;
  /** The subscription was changed: it is read again before the next request. */
  refresh: () => void;
  stop: () => void;
  ended: Promise<void>;
};

const keysOf = (keyring: Keyring, { id, secret, previousSecret }: ClaimedSubscription): KeyObject[] => {
  const open = (sealed: string, field: string) =>
    webhookKey(unseal(keyring, sealed, { table: "webhook_subscriptions", row: id, field }));
  return [
    open(secret, "secret"),
    ...(previousSecret === null ? [] : [open(previousSecret, "previous_secret")]),
  ];
};

/**
 * Sends the events of one subscription for as long as there are some and the claim holds. The events of a person leave
 * one after the other: the next one after the outcome of the one before is stored.
 */
export const startSubscriptionSender = (
  context: SenderContext,
  claimed: ClaimedSubscription,
): SubscriptionSender => {
  const { write, egress, keyring, log } = context;
  const signal = createWakeSignal();
  let subscription = claimed;
  let keys = keysOf(keyring, claimed);
  const health: ReceiverHealth = {
    failuresInARow: claimed.failuresInARow,
    failingSince: claimed.failingSince,
    waitUntil: null,
  };
  let renewedAt = performance.now();
  let mustRefresh = false;
  let isStopped = false;
  /** Something may have come into the queue. */
  let hasNews = true;
  /** Nothing is read before something that is known is settled. */
  let isFull = false;
  let readAt = Number.NEGATIVE_INFINITY;
  let savedHealth = JSON.stringify(health);
  /** Until when the receiver asked for no requests. */
  let askedUntil = 0;

  /** Everything that was read and is not settled, by person; the first of each list is the next to send. */
  const waiting = new Map<string, QueuedDelivery[]>();
  const ready: string[] = [];
  const known = new Set<string>();
  /** Requests without an answer yet. */
  let requests = 0;
  /** Requests, and answers that are being stored. */
  const inFlight = new Set<Promise<void>>();

  const keyOf = ({ personId, eventId }: QueuedDelivery): string => personId ?? eventId;
  const room = (): number => (health.failuresInARow >= failuresBeforeProbing ? 1 : maxInFlight);
  /** There is enough to send, so that under load much is read at once. */
  const isStocked = (): boolean =>
    room() === 1 ? known.size > 0 : known.size >= lowWater || ready.length >= maxInFlight;
  const isWaiting = (): boolean => health.waitUntil !== null && health.waitUntil > Date.now();
  const holdsClaim = (): boolean => performance.now() - renewedAt < leaseMarginMs;

  const noteNews = (): void => {
    if (hasNews) return;
    hasNews = true;
    signal.wake();
  };

  const add = (delivery: QueuedDelivery): void => {
    const key = keyOf(delivery);
    const list = waiting.get(key);
    known.add(delivery.eventId);
    if (list) list.push(delivery);
    else {
      waiting.set(key, [delivery]);
      ready.push(key);
    }
  };

  /** What is not sent now stays queued in the table. */
  const forget = (key: string): void => {
    for (const { eventId } of waiting.get(key) ?? []) known.delete(eventId);
    waiting.delete(key);
  };

  const settle = (key: string, delivery: QueuedDelivery, isDone: boolean): void => {
    const list = waiting.get(key) ?? [];
    list.shift();
    known.delete(delivery.eventId);
    if (isDone && list.length > 0) ready.push(key);
    else forget(key);
  };

  const noteHealth = (decision: AttemptDecision): void => {
    const now = Date.now();
    if (decision.kind === "delivered") {
      health.failuresInARow = 0;
      health.failingSince = null;
      health.waitUntil = askedUntil > now ? askedUntil : null;
      return;
    }
    health.failingSince ??= now;
    // Requests that left together fail together, which is one failure of the receiver.
    if (saysReceiverIsDown(decision.reason) && !isWaiting()) health.failuresInARow += 1;
    const probeAt = isWaiting() ? 0 : now + probeDelayMs(health.failuresInARow);
    if (decision.kind === "retry") askedUntil = Math.max(askedUntil, decision.waitUntil ?? 0);
    const until = Math.max(probeAt, askedUntil, health.waitUntil ?? 0);
    health.waitUntil = until > now ? until : null;
  };

  const deliver = async (key: string, delivery: QueuedDelivery): Promise<void> => {
    const { eventId: id, personId, isRetry, type, createdAt, data } = delivery;
    requests += 1;
    const { answer, attempt } = await sendWebhook(
      egress,
      { url: subscription.url, keys, sandboxUrl: context.sandboxUrl },
      { id, type, createdAt, data, isTest: false },
    ).finally(() => {
      requests -= 1;
    });
    const attempts = delivery.attempts + 1;
    const decision = decideAttempt({
      answer,
      attempts,
      now: Date.now(),
      random: Math.random(),
      failingSince: health.failingSince,
    });
    noteHealth(decision);
    const isRetried = decision.kind === "retry";
    // Nothing more leaves while the pause is stored.
    if (isRetried && decision.pause) isStopped = true;
    sendReady();
    const outcome: DeliveryOutcome = {
      subscriptionId: subscription.id,
      eventId: id,
      personId,
      state: decision.kind === "delivered" ? "delivered" : isRetried ? "retrying" : "failed",
      attempts: isRetried && !decision.counts ? delivery.attempts : attempts,
      nextAttemptAt: isRetried ? new Date(decision.at).toISOString() : null,
      attempt: { ...attempt, failure: decision.kind === "delivered" ? null : decision.reason },
      isRetry,
    };
    const isHealthNew = savedHealth !== JSON.stringify(health);
    savedHealth = JSON.stringify(health);
    await context.record({ outcome, claim: subscription, health: isHealthNew ? { ...health } : null });
    settle(key, delivery, !isRetried);
    // What waited behind it is free, or goes behind it.
    if (isRetry || isRetried) noteNews();
    if (isRetried && decision.pause) await pauseWithNotice(write, subscription, decision.pause);
  };

  const start = (key: string, delivery: QueuedDelivery): void => {
    const sending = deliver(key, delivery)
      .catch((error: unknown) => {
        // Without a stored outcome it stays in the queue and is sent again.
        log.warn({ error, subscription: subscription.id }, "the outcome of a webhook was not saved");
        forget(key);
        noteNews();
      })
      .finally(() => {
        inFlight.delete(sending);
        sendReady();
        // Woken only for a reason: thousands of deliveries end each second.
        if (isStopped || (isWaiting() ? inFlight.size === 0 : isFull && !isStocked())) signal.wake();
      });
    inFlight.add(sending);
  };

  const sendReady = (): void => {
    while (!isStopped && !isWaiting() && holdsClaim() && requests < room()) {
      const key = ready.shift();
      if (key === undefined) return;
      const [delivery] = waiting.get(key) ?? [];
      if (delivery) start(key, delivery);
    }
  };

  /** Whom the filter lets through; undefined where it cannot be read. */
  const wantedBy = async (
    found: readonly QueuedDelivery[],
  ): Promise<((delivery: QueuedDelivery) => boolean) | undefined> => {
    if (subscription.audience === null || found.length === 0) return () => true;
    const use = { now: Date.now(), userId: null, timezone: await context.timezone() };
    const condition = await audienceCondition(context.db, subscription.audience, use);
    if (!condition.ok) return undefined;
    const people = found.flatMap(({ personId }) => personId ?? []);
    const matching = await findMatching(context.db, [...new Set(people)], condition.sql);
    return ({ isRetry, type, personId }) =>
      isRetry || unfilteredWebhookEvents.includes(type) || (personId !== null && matching.has(personId));
  };

  /** Reads more from the queue; false where there was nothing. */
  const read = async (): Promise<boolean> => {
    const limit = room() === 1 ? 1 : pageSize;
    const rows = await readQueue(context.db, subscription.id, [...known], limit);
    const found = rows.filter(({ isBlocked }) => !isBlocked).slice(0, limit);
    const isWanted = await wantedBy(found);
    if (!isWanted) {
      await pauseWithNotice(write, subscription, "filter");
      isStopped = true;
      return false;
    }
    const idsOf = (deliveries: readonly QueuedDelivery[]) => deliveries.map(({ eventId }) => eventId);
    const aside = idsOf(rows.filter(({ isBlocked }) => isBlocked));
    const unwanted = idsOf(found.filter((delivery) => !isWanted(delivery)));
    if (aside.length > 0 || unwanted.length > 0)
      await write(system, async ({ tx }) => {
        await setAside(tx, subscription.id, aside);
        await dropDeliveries(tx, subscription.id, unwanted);
      });
    for (const delivery of found) if (isWanted(delivery)) add(delivery);
    return rows.length > 0;
  };

  const renew = async (): Promise<void> => {
    const startedAt = performance.now();
    mustRefresh = false;
    const current = await write(system, ({ tx }) => renewClaim(tx, subscription, leaseSeconds));
    if (!current) {
      isStopped = true;
      return;
    }
    renewedAt = startedAt;
    subscription = current;
    keys = keysOf(keyring, current);
  };

  /** How long until the queue is read again: soon after news, otherwise now and then. */
  const pauseBeforeReading = (): number =>
    Math.max(0, (hasNews ? gatherMs : lingerMs) - (performance.now() - readAt));

  const work = async (): Promise<void> => {
    let idleSince: number | undefined;
    while (!isStopped) {
      const woken = signal.woken();
      if (mustRefresh || performance.now() - renewedAt > renewEveryMs) await renew();
      sendReady();
      // Another process, or this one, claims it again when the wait is over.
      if (isStopped || (isWaiting() && inFlight.size === 0)) return;
      isFull = isWaiting() || isStocked();
      const pauseMs = isFull ? lingerMs : pauseBeforeReading();
      if (pauseMs > 0) {
        await sleepUntil(pauseMs, woken);
        continue;
      }
      hasNews = false;
      readAt = performance.now();
      hasNews = (await read()) || hasNews;
      if (known.size > 0) idleSince = undefined;
      else idleSince ??= performance.now();
      if (idleSince !== undefined && performance.now() - idleSince > lingerMs) return;
    }
  };

  const run = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.warn({ error, subscription: subscription.id }, "sending webhooks failed and is tried again");
    }
    isStopped = true;
    await Promise.all(inFlight);
    try {
      await write(system, ({ tx }) => releaseClaim(tx, subscription));
    } catch (error) {
      log.warn({ error }, "the claim of webhooks was not released and runs out");
    }
  };

  return {
    id: claimed.id,
    wake: noteNews,
    refresh: () => {
      mustRefresh = true;
      signal.wake();
    },
    stop: () => {
      isStopped = true;
      signal.wake();
    },
    ended: run(),
  };
};
