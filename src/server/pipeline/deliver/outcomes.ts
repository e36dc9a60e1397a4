import { simulatedMark } from "#domain/messages/simulation.ts";
import { vendorReason } from "#domain/messages/vendor-errors.ts";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { cutText } from "#domain/storable-text.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import { system } from "#server/audit/entry.ts";
import type { LookupResult, SendOutcome } from "#server/connectors/messaging/messenger.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import {
  type ActionOutcome,
  countSuccesses,
  recordOutboundTimes,
  type SavedOutcome,
  saveOutcomes,
  type UnknownAction,
} from "#server/store/delivery/actions.ts";
import { pauseMessengers } from "#server/store/delivery/send-rates.ts";
import { recordUsage, type UsageEntry } from "#server/store/delivery/usage.ts";
import { markLandlines } from "#server/store/people/matching.ts";
import { enqueueProfiles } from "#server/store/people/profile-queue.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import type { ClaimedSend } from "./claim.ts";
import { giveUpAddress, suppressByVendor } from "./opt-out.ts";
import { noteOutcomes } from "./thread-hooks.ts";

/** A send that has ended, one way or another. */
export type EndedSend = { send: ClaimedSend; outcome: SendOutcome; latencyMs: number };

/** A vendor is asked about a send of unknown outcome after this time. */
const firstLookupMs = 15_000;
/** Within this time after the send, a vendor's "not found" may only mean that it is slow. */
const vendorListsWithinMs = 120_000;

/** What a send's outcome means for its action. */
export const nextStatus = ({ send, outcome }: EndedSend, now: number): ActionOutcome => {
  const { action, fence, via, hasAlternative } = send;
  const messenger = via.messenger.id;
  const base = {
    id: action.id,
    messenger,
    fence,
    providerId: null,
    price: null,
    reasons: null,
    notBefore: null,
    error: null,
  };
  const isUnavailable = outcome.kind === "later" || (outcome.kind === "refused" && outcome.account);
  if (isUnavailable && hasAlternative) {
    // It had no effect here, so another messenger may send it at once.
    return {
      ...base,
      status: "pending",
      reasons: [vendorReason("vendor_later", messenger, outcome)],
      notBefore: new Date(now).toISOString(),
      excludedMessengers: [...(action.config.excludedMessengers ?? []), messenger],
    };
  }
  switch (outcome.kind) {
    case "accepted":
      return { ...base, status: outcome.status, providerId: outcome.providerId, price: outcome.price };
    case "refused":
      return {
        ...base,
        status: "failed",
        reasons: [vendorReason("vendor_refused", messenger, outcome)],
        error: outcome.message.en,
      };
    case "later": {
      const reasons = [vendorReason("vendor_later", messenger, outcome)];
      const failures = action.attempts + 1;
      if (!mayRetry(retryPolicies.send, failures))
        return { ...base, status: "failed", reasons, error: outcome.message.en };
      const delayMs = Math.max(outcome.afterMs ?? 0, retryDelayMs(retryPolicies.send, failures));
      return { ...base, status: "pending", reasons, notBefore: new Date(now + delayMs).toISOString() };
    }
    case "unknown":
      return {
        ...base,
        status: "unknown",
        reasons: [vendorReason("vendor_unknown", messenger, outcome)],
        notBefore: new Date(now + firstLookupMs).toISOString(),
        error: outcome.message.en,
      };
  }
};

/** What a vendor's own list means for a send of unknown outcome; undefined while it says too little. */
export const reconcile = (
  action: UnknownAction,
  found: LookupResult,
  now: number,
): ActionOutcome | undefined => {
  const { id, messenger, fence, attempts, executedAt } = action;
  const base = { id, messenger, fence, price: null, reasons: null, notBefore: null, error: null };
  if (found.kind === "found")
    return { ...base, status: found.status, providerId: found.providerId, price: found.price };
  if (found.kind === "unknown" || now - executedAt <= vendorListsWithinMs) return undefined;
  // The vendor certainly never got it, so it may be sent again within the retry policy.
  if (mayRetry(retryPolicies.send, attempts))
    return {
      ...base,
      status: "pending",
      providerId: null,
      notBefore: new Date(now + retryDelayMs(retryPolicies.send, attempts)).toISOString(),
    };
  const message = { en: "The vendor never received it", es: "El proveedor nunca lo recibió" };
  return {
    ...base,
    status: "failed",
    providerId: null,
    reasons: [vendorReason("vendor_later", messenger, { code: "absent", message })],
    error: message.en,
  };
};

/** Saves the outcomes of several sends in one transaction. */
export const recordOutcomes = (
  ended: readonly EndedSend[],
  { write, hash }: { write: Write; hash: AddressHash },
): Promise<void> =>
  write(system, async (context) => {
    const { tx, clock } = context;
    const now = clock.now();
    const outcomes = ended.map((one) => nextStatus(one, now));
    const [saved] = await inOneRoundTrip([
      saveOutcomes(tx, outcomes),
      recordUsage(tx, ended.filter(({ send }) => send.simulation !== "test").map(usageEntry)),
      pauseMessengers(
        tx,
        ended.flatMap((one) => requestedPause(one, now)),
      ),
    ]);
    await markLandlines(tx, landlinesAmong(ended, outcomes));
    for (const one of ended) await suppressRefused(context, one, hash);
    await announceOutcomes(context, saved);
  });

/** The numbers of text messages that a carrier refused because they are landlines. */
const landlinesAmong = (ended: readonly EndedSend[], outcomes: ActionOutcome[]) =>
  ended.flatMap(({ send: { action, message, simulation } }, index) =>
    simulation !== "test" &&
    action.channel === "sms" &&
    outcomes[index]?.reasons?.some(({ code }) => code === "number_not_mobile")
      ? [{ personId: action.personId, phone: message.message.to }]
      : [],
  );

/** A vendor that knows an opt-out or a dead address is believed. */
const suppressRefused = async (
  context: WriteContext,
  { send: { action, message, simulation }, outcome }: EndedSend,
  hash: AddressHash,
): Promise<void> => {
  // A simulator knows nothing of real people.
  if (outcome.kind !== "refused" || simulation === "test") return;
  const address = message.message.to;
  const cause = { reason: outcome.code, causedBy: action.id };
  if (outcome.optedOut) await suppressByVendor(context.tx, hash, { address, ...cause });
  if (outcome.badAddress && action.channel === "email")
    await giveUpAddress(context, hash, address, cause.reason, cause.causedBy);
};

const maxDescriptionLength = 500;

/** What follows from outcomes, however they became known: figures, timeline entries and notifications. */
export const announceOutcomes = async (
  { tx, touch, clock }: Pick<WriteContext, "tx" | "touch" | "clock">,
  outcomes: SavedOutcome[],
): Promise<void> => {
  if (outcomes.length === 0) return;
  const sent = outcomes.filter(({ status }) => ["sent", "delivered", "read"].includes(status));
  const entries = outcomes
    .filter(({ status }) => status !== "pending")
    .map(({ id, personId, channel, status, reasons, simulation, text }) => ({
      personId,
      eventType: outcomeKind(status),
      source: channel,
      title: `${channel} ${status}`,
      description: text === null ? null : cutText(text, maxDescriptionLength),
      metadata: {
        channel,
        actionId: id,
        reasons: ["failed", "unknown"].includes(status) ? (reasons ?? []) : [],
        ...simulatedMark(simulation),
      },
      causedBy: id,
    }));
  await inOneRoundTrip([
    addToTimeline(tx, entries),
    countSuccesses(
      tx,
      sent.flatMap(({ ruleId }) => ruleId ?? []),
    ),
    recordOutboundTimes(tx, sent),
    // What is advised next depends on what was sent.
    enqueueProfiles(tx, [...new Set(entries.map(({ personId }) => personId))]),
  ]);
  await noteOutcomes({ tx, touch, clock }, outcomes);
  const count = outcomes.filter(
    ({ status, simulation }) => status === "unknown" && simulation !== "test",
  ).length;
  if (count > 0) {
    await addNotifications(tx, [
      { kind: "send_unknown", params: { count }, link: "/compliance?tab=unknown" },
    ]);
    touch("notifications");
  }
  touch("actions", "people", "rule-runs");
};

const outcomeKind = (status: SavedOutcome["status"]): TimelineKind => {
  if (status === "failed") return "message_failed";
  if (status === "simulated") return "message_simulated";
  return status === "unknown" ? "message_unknown" : "message_sent";
};

const minPauseMs = 1000;
const defaultPauseMs = 5000;

/** A vendor that says it is asked too often is paused for all processes, for as long as it asks. */
const requestedPause = ({ send, outcome }: EndedSend, now: number) => {
  if (outcome.kind !== "later" || !outcome.tooFast) return [];
  const pauseMs = Math.max(minPauseMs, outcome.afterMs ?? defaultPauseMs);
  return [{ id: send.via.messenger.id, until: now + pauseMs }];
};

const usageEntry = ({ send, outcome, latencyMs }: EndedSend): UsageEntry => ({
  service: send.via.messenger.connector.id,
  kind: send.action.channel,
  ok: outcome.kind === "accepted",
  latencyMs,
  cost: outcome.kind === "accepted" ? (outcome.price ?? 0) : 0,
  personId: send.action.personId,
  actionId: send.action.id,
});
