import { system } from "#server/audit/entry.ts";
import type { SendOutcome } from "#server/connectors/messaging/messenger.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import type { Log } from "#server/log.ts";
import type { AddressHash } from "#server/store/address-hash.ts";
import { countSuccesses, noteOutbound, type Settled, saveSettled } from "#server/store/deliveries.ts";
import { addToTimeline } from "#server/store/recording.ts";
import { recordUsage, type UsageEntry } from "#server/store/usage.ts";
import type { Write } from "#server/store/write.ts";
import type { Leaving } from "./deliver.ts";
import { suppressAddress } from "./opt-out.ts";

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
      reasons: [{ code: "vendor_later", detail: outcome.message.en, vendorCode: outcome.code }],
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
        reasons: [{ code: "vendor_refused", detail: outcome.message.en, vendorCode: outcome.code }],
        error: outcome.message.en,
      };
    case "later": {
      const reasons = [{ code: "vendor_later", detail: outcome.message.en, vendorCode: outcome.code }];
      if (action.attempts + 1 >= mostAttempts)
        return { ...base, status: "failed", reasons, error: outcome.message.en };
      const wait = Math.max(outcome.afterMs ?? 0, backoffMs(action.attempts));
      return { ...base, status: "pending", reasons, notBefore: new Date(now + wait).toISOString() };
    }
    case "unknown":
      return {
        ...base,
        status: "unknown",
        reasons: [{ code: "vendor_unknown", detail: outcome.message.en, vendorCode: outcome.code }],
        // A look at the vendor's, once it had time to know.
        notBefore: new Date(now + 15_000).toISOString(),
        error: outcome.message.en,
      };
  }
};

export type Settling = { write: Write; hash: AddressHash; log: Log };

/** How sends went, many in one transaction: the action, the timeline, the figures and who must be told. */
export const settle = (ended: Ended[], { write, hash }: Settling): Promise<void> =>
  write(system, async ({ tx, touch }) => {
    const now = Date.now();
    const byId = new Map(ended.map((one) => [one.leaving.action.id, one]));
    const written = await saveSettled(
      tx,
      ended.map((one) => settledOf(one, now)),
    );
    const sent = written.filter(({ status }) => ["sent", "delivered", "read"].includes(status));
    await countSuccesses(
      tx,
      sent.flatMap(({ ruleId }) => ruleId ?? []),
    );
    await noteOutbound(tx, sent);
    await recordUsage(tx, ended.map(usageOf));
    await addToTimeline(
      tx,
      written
        .filter(({ status }) => status !== "pending")
        .map(({ id, personId, channel, status }) => ({
          personId,
          eventType: status === "failed" || status === "unknown" ? `message_${status}` : "message_sent",
          source: channel,
          title: `${channel} ${status}`,
          description: byId.get(id)?.leaving.outgoing.text.slice(0, 500) ?? null,
          metadata: { channel, actionId: id, reasons: reasonsOf(byId.get(id), now) },
          causedBy: id,
        })),
      false,
    );
    for (const { leaving, outcome } of ended) {
      if (outcome.kind === "refused" && outcome.optedOut)
        await suppressAddress(tx, hash, {
          address: leaving.outgoing.to,
          source: "vendor",
          reason: outcome.code,
          causedBy: leaving.action.id,
        });
    }
    const unknown = written.filter(({ status }) => status === "unknown");
    if (unknown.length > 0) {
      await tx
        .insert(notifications)
        .values({ kind: "send_unknown", params: { count: unknown.length }, link: "/compliance?tab=unknown" });
      touch("notifications");
    }
    touch("actions", "people", "rules");
  });

const reasonsOf = (one: Ended | undefined, now: number) => (one ? (settledOf(one, now).reasons ?? []) : []);

const usageOf = ({ leaving, outcome, latencyMs }: Ended): UsageEntry => ({
  service: leaving.way.messenger.connector.id,
  kind: leaving.action.channel,
  ok: outcome.kind === "accepted",
  latencyMs,
  cost: outcome.kind === "accepted" ? (outcome.price ?? 0) : 0,
  personId: leaving.action.personId,
  actionId: leaving.action.id,
});
