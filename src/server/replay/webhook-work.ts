import { decideAttempt, saysReceiverIsDown, type WebhookAnswer } from "#domain/webhooks/decide-attempt.ts";
import { system } from "#server/audit/entry.ts";
import type { Clock } from "#server/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { createWebhookSecret } from "#server/pipeline/webhooks/signature.ts";
import {
  type ClaimedSubscription,
  claimSubscriptions,
  countAttempts,
  type DeliveryOutcome,
  type QueuedDelivery,
  type ReceiverHealth,
  readQueue,
  releaseClaim,
  saveDeliveryOutcomes,
  saveHealth,
} from "#server/store/webhooks/delivery-queue.ts";
import { insertSubscription } from "#server/store/webhooks/subscriptions.ts";
import type { Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";

/** The automations of the business learn of people, calls and consents. Nobody owns the address. */
const subscription = {
  name: "n8n: visits and installations",
  url: "https://n8n.soldeleste.example/webhook/faro",
  events: ["person.created", "call.ended", "consent.changed"],
  audience: null,
} as const;

const pageSize = 500;
const leaseSeconds = 60;
/** One event in so many has a value that the receiver does not take at first. */
const rejectedEvery = 97;

const accepted = { status: 200, body: '{"message":"Workflow was started"}' };
const restarting = { status: 503, body: "<html><title>503 Service Temporarily Unavailable</title></html>" };
const rejected = { status: 422, body: '{"message":"Field \\"outcome\\" has an unknown value"}' };

type WebhookOptions = { write: Write; clock: Clock; keyring: Keyring; userId: string | null };

/** Sends the events of the demo's webhook to a receiver that answers as written here. Nothing leaves the machine. */
export const createWebhookWork = (tx: Tx, { write, clock, keyring, userId }: WebhookOptions) => {
  let id: string | undefined;
  let claim: ClaimedSubscription | undefined;
  let sent = 0;
  let isDown = false;
  let receiver: ReceiverHealth = { failuresInARow: 0, failingSince: null, waitUntil: null };

  const add = async (): Promise<void> => {
    if (userId === null) return;
    const { events, ...input } = subscription;
    id = await write({ ...system, userId }, async ({ audit, touch }) => {
      const added = await insertSubscription(
        tx,
        keyring,
        { ...input, events: [...events] },
        { secret: createWebhookSecret(), userId },
      );
      audit({
        eventType: "settings_update",
        entityType: "webhook",
        entityId: added,
        details: { kind: "thing", verb: "added", thing: "webhook", name: input.name },
        metadata: { host: new URL(input.url).host, events },
      });
      touch("webhooks");
      return added;
    });
  };

  const answerTo = (delivery: QueuedDelivery): { status: number; body: string } => {
    if (isDown) return restarting;
    return delivery.attempts === 0 && ++sent % rejectedEvery === 0 ? rejected : accepted;
  };

  /** One attempt, as the sender makes it. */
  const attempt = (delivery: QueuedDelivery, health: ReceiverHealth): DeliveryOutcome => {
    const { status, body } = answerTo(delivery);
    const answer: WebhookAnswer = { status, retryAfterMs: null };
    const attempts = delivery.attempts + 1;
    const now = clock.now();
    const { failingSince } = health;
    const decision = decideAttempt({ answer, attempts, now, random: 0.5, failingSince });
    const isRetried = decision.kind === "retry";
    health.failingSince = decision.kind === "delivered" ? null : (failingSince ?? now);
    if (decision.kind === "delivered") health.failuresInARow = 0;
    // Requests that left together fail together, which is one failure of the receiver.
    else if (saysReceiverIsDown(decision.reason)) health.failuresInARow = 1;
    return {
      subscriptionId: id ?? "",
      eventId: delivery.eventId,
      personId: delivery.personId,
      state: decision.kind === "delivered" ? "delivered" : isRetried ? "retrying" : "failed",
      attempts,
      nextAttemptAt: isRetried ? new Date(decision.at).toISOString() : null,
      attempt: {
        at: new Date(now).toISOString(),
        ms: 60 + (delivery.eventId.charCodeAt(35) % 24) * 7,
        status,
        failure: decision.kind === "delivered" ? null : decision.reason,
        body,
      },
      isRetry: delivery.isRetry,
    };
  };

  /** What is due now; of each person one event after the other. */
  const deliver = async (): Promise<void> => {
    if (id === undefined) return;
    // The load holds the claim to its end.
    claim ??= (await claimSubscriptions(tx, leaseSeconds))[0];
    if (!claim) return;
    const health: ReceiverHealth = { ...receiver };
    for (;;) {
      const found = (await readQueue(tx, id, [], pageSize)).filter(({ isBlocked }) => !isBlocked);
      const byPerson = Map.groupBy(found, ({ personId, eventId }) => personId ?? eventId);
      const first = [...byPerson.values()].flatMap(([delivery]) => delivery ?? []);
      if (first.length === 0) break;
      const outcomes = first.map((delivery) => attempt(delivery, health));
      const delivered = outcomes.filter(({ state }) => state === "delivered").length;
      await saveDeliveryOutcomes(tx, outcomes);
      await countAttempts(tx, [{ subscriptionId: id, delivered, failed: outcomes.length - delivered }]);
      if (first.length === found.length && found.length < pageSize) break;
    }
    if (JSON.stringify(health) !== JSON.stringify(receiver)) await saveHealth(tx, claim, health);
    receiver = health;
  };

  return {
    add,
    deliver,
    setDown: (value: boolean): void => {
      isDown = value;
    },
    /** Lets the product go on with it. */
    release: async (): Promise<void> => {
      if (claim) await releaseClaim(tx, claim);
    },
    /** The ids of what was added. */
    ids: (): string[] => (id === undefined ? [] : [id]),
  };
};
