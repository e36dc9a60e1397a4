import { vendorReason } from "#domain/messages/vendor-errors.ts";
import type { Reason } from "#domain/reason.ts";
import { system } from "#server/audit/entry.ts";
import type { LookupResult, SendOutcome } from "#server/connectors/messaging/messenger.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { Log } from "#server/log.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import {
  countSuccesses,
  noteOutbound,
  type Settled,
  saveSettled,
  type UnknownAction,
  type Written,
} from "#server/store/delivery/actions.ts";
import { pauseWays } from "#server/store/delivery/send-rates.ts";
import { recordUsage, type UsageEntry } from "#server/store/delivery/usage.ts";
import { addToTimeline } from "#server/store/ingestion/recording.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import type { Leaving } from "./claim.ts";
import { giveUpAddress, suppressByVendor } from "./opt-out.ts";

export type Ended = { leaving: Leaving; outcome: SendOutcome; latencyMs: number };

const mostAttempts = 6;
const backoffMs = (attempts: number): number => Math.min(3_600_000, 5000 * 3 ** attempts);

/** What an outcome means for its action. */
export const settledOf = ({ leaving, outcome }: Ended, now: number): Settled => {
  const { action, fence, way, hasOther } = leaving;
  const base = {
    id: action.id,
    messenger: way.messenger.id,
    fence,
    providerId: null,
    price: null,
    reasons: null,
    notBefore: null,
    error: null,
  };
  const isShut = outcome.kind === "later" || (outcome.kind === "refused" && outcome.account);
  if (isShut && hasOther) {
    // It had no effect there, so another way may carry it, at once.
    return {
      ...base,
      status: "pending",
      reasons: [vendorReason("vendor_later", way.messenger.id, outcome)],
      notBefore: new Date(now).toISOString(),
      avoid: [...(action.config.avoid ?? []), way.messenger.id],
    };
  }
  switch (outcome.kind) {
    case "accepted":
      return { ...base, status: outcome.status, providerId: outcome.providerId, price: outcome.price };
    case "refused":
      return {
        ...base,
        status: "failed",
        reasons: [vendorReason("vendor_refused", way.messenger.id, outcome)],
        error: outcome.message.en,
      };
    case "later": {
      const reasons = [vendorReason("vendor_later", way.messenger.id, outcome)];
      if (action.attempts + 1 >= mostAttempts)
        return { ...base, status: "failed", reasons, error: outcome.message.en };
      const wait = Math.max(outcome.afterMs ?? 0, backoffMs(action.attempts));
      return { ...base, status: "pending", reasons, notBefore: new Date(now + wait).toISOString() };
    }
    case "unknown":
      return {
        ...base,
        status: "unknown",
        reasons: [vendorReason("vendor_unknown", way.messenger.id, outcome)],
        // A look at the vendor's, once it had time to know.
        notBefore: new Date(now + 15_000).toISOString(),
        error: outcome.message.en,
      };
  }
};

/** How long a vendor may take to show what it took. */
const showsWithinMs = 120_000;

/** What the vendor's own list means for a send of unknown outcome; nothing while it says too little. */
export const reconciledOf = (one: UnknownAction, found: LookupResult, now: number): Settled | undefined => {
  const { id, messenger, fence, attempts, executedAt } = one;
  const base = { id, messenger, fence, price: null, reasons: null, notBefore: null, error: null };
  if (found.kind === "found")
    return { ...base, status: found.status, providerId: found.providerId, price: found.price };
  if (found.kind === "unknown" || now - executedAt <= showsWithinMs) return undefined;
  // It surely never took it: the same message may go again, though not for ever.
  if (attempts < mostAttempts)
    return {
      ...base,
      status: "pending",
      providerId: null,
      notBefore: new Date(now + backoffMs(attempts - 1)).toISOString(),
    };
  const message = { en: "The vendor never took it", es: "El proveedor nunca lo recibió" };
  const error = message.en;
  const reasons = [vendorReason("vendor_later", messenger, { code: "absent", message })];
  return { ...base, status: "failed", providerId: null, reasons, error };
};

/** What follows from outcomes, however they became known: figures, the timeline, and who must be told. */
export const tellOutcomes = async (
  { tx, touch }: Pick<WriteContext, "tx" | "touch">,
  written: Written[],
  reasonsOf: (id: string) => Reason[],
): Promise<void> => {
  if (written.length === 0) return;
  const sent = written.filter(({ status }) => ["sent", "delivered", "read"].includes(status));
  const succeeded = sent.flatMap(({ ruleId }) => ruleId ?? []);
  const told = addToTimeline(
    tx,
    written
      .filter(({ status }) => status !== "pending")
      .map(({ id, personId, channel, status, text }) => ({
        personId,
        eventType: status === "failed" || status === "unknown" ? `message_${status}` : "message_sent",
        source: channel,
        title: `${channel} ${status}`,
        description: text,
        metadata: { channel, actionId: id, reasons: reasonsOf(id) },
        causedBy: id,
      })),
    false,
  );
  await inOneRoundTrip([told, countSuccesses(tx, succeeded), noteOutbound(tx, sent)]);
  const count = written.filter(({ status }) => status === "unknown").length;
  if (count > 0) {
    const link = "/compliance?tab=unknown";
    await tx.insert(notifications).values({ kind: "send_unknown", params: { count }, link });
    touch("notifications");
  }
  touch("actions", "people", "rules");
};

export type Settling = { write: Write; hash: AddressHash; log: Log };

/** How sends went, many in one transaction. */
export const settle = (ended: Ended[], { write, hash }: Settling): Promise<void> =>
  write(system, async (writing) => {
    const { tx } = writing;
    const now = Date.now();
    const settled = ended.map((one) => settledOf(one, now));
    const pauses = ended.flatMap((one) => pauseOf(one, now));
    const [written] = await inOneRoundTrip([
      saveSettled(tx, settled),
      recordUsage(tx, ended.map(usageOf)),
      pauseWays(tx, pauses),
    ]);
    for (const { leaving, outcome } of ended) {
      if (outcome.kind !== "refused") continue;
      const { action, outgoing } = leaving;
      if (outcome.optedOut)
        await suppressByVendor(tx, hash, {
          address: outgoing.to,
          reason: outcome.code,
          causedBy: action.id,
        });
      if (outcome.badAddress && action.channel === "email")
        await giveUpAddress(writing, hash, outgoing.to, outcome.code, action.id);
    }
    const reasons = new Map(settled.map((one) => [one.id, one.reasons ?? []]));
    await tellOutcomes(writing, written, (id) => reasons.get(id) ?? []);
  });

const shortestPauseMs = 1000;
const usualPauseMs = 5000;

/** A vendor that is asked too much is left alone by everybody, for as long as it says. */
const pauseOf = ({ leaving, outcome }: Ended, now: number) =>
  outcome.kind === "later" && outcome.tooFast
    ? [
        {
          id: leaving.way.messenger.id,
          until: now + Math.max(shortestPauseMs, outcome.afterMs ?? usualPauseMs),
        },
      ]
    : [];

const usageOf = ({ leaving, outcome, latencyMs }: Ended): UsageEntry => ({
  service: leaving.way.messenger.connector.id,
  kind: leaving.action.channel,
  ok: outcome.kind === "accepted",
  latencyMs,
  cost: outcome.kind === "accepted" ? (outcome.price ?? 0) : 0,
  personId: leaving.action.personId,
  actionId: leaving.action.id,
});
