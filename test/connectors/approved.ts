import { addressKindOf, consentChannels, conversationChannels } from "#domain/channels/channel.ts";
import { defaultFrequencyCaps, defaultGatePolicy } from "#domain/compliance/defaults.ts";
import { type Approved, evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { buildSendIntent } from "#domain/compliance/send-intent.ts";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import { everyChannelLive } from "../fixtures/connected-channels.ts";

/** A Wednesday, 14:00 in San Juan. */
const now = Date.UTC(2026, 10, 18, 18);

/** Passes a message through the gate for a person who consented to everything. */
export const approved = (message: OutgoingMessage): Approved<OutgoingMessage> => {
  const { channel, to } = message;
  const intent = buildSendIntent({
    personId: "0199a8c0-0000-7000-8000-000000000002",
    channel,
    purpose: channel === "x" ? "service" : "marketing",
    ruleId: null,
    approvedTemplateName: message.template?.name ?? null,
    repeatLimit: null,
  });
  const decision = evaluateGate(intent, {
    now,
    phone: addressKindOf(channel) === "phone" ? to : null,
    lineType: null,
    email: addressKindOf(channel) === "email" ? to : null,
    x: addressKindOf(channel) === "x" ? to : null,
    where: { zip: null, region: "PR", zone: "America/Puerto_Rico" },
    consents: consentChannels.map((consented) => ({
      channel: consented,
      purpose: "marketing",
      state: "granted",
      written: true,
      at: now - 1000,
      proof: "proof",
    })),
    suppressions: [],
    underReview: null,
    takenUntil: null,
    dnc: null,
    recentSends: [],
    caps: defaultFrequencyCaps,
    regionCaps: [],
    whatsappLimitedAt: null,
    lastInboundAt: Object.fromEntries(conversationChannels.map((inbound) => [inbound, now - 1000])),
    hoursRules: hoursTable,
    holidays: [],
    policy: defaultGatePolicy,
    connections: everyChannelLive,
  });
  if (decision.kind !== "send") throw new Error(`The gate stops it: ${JSON.stringify(decision.reasons)}`);
  return decision.approve(message);
};

/** For tests of a messenger's own checks: a message that the gate would stop. */
export const forgedApproval = (message: OutgoingMessage): Approved<OutgoingMessage> =>
  Object.assign(Object.create(null), { message });
