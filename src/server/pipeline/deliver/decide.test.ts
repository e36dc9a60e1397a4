import { expect, test } from "vitest";
import type { MessageTemplateRecord } from "#contract/templates.ts";
import { defaultGatePolicy } from "#domain/compliance/defaults.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { hoursTable, regionCapsTable } from "#domain/compliance/hours-table.ts";
import type { Recipient } from "#server/store/compliance/gate-facts.ts";
import { decideAction } from "./decide.ts";

/** A Wednesday, 14:00 in San Juan. */
const now = Date.UTC(2026, 10, 18, 18);
const id = "0199a8c0-0000-7000-8000-000000000001";

const person: Recipient = {
  ...{ id, firstName: "Ana", lastName: null, status: "new", email: null, phone: "+17875550148" },
  ...{ language: "es", zip: null, region: null, timezone: null, fields: {}, addresses: [] },
  ...{ landlinePhone: null, consents: {}, createdAt: now },
};
const facts: GateFacts = {
  ...{ now, phone: "+17875550148", lineType: null, email: null, x: null },
  where: { zip: null, region: null, zone: null },
  consents: [
    { channel: "whatsapp", purpose: "marketing", state: "granted", written: true, at: now, proof: "form" },
  ],
  ...{ suppressions: [], underReview: null, takenUntil: null, dnc: null, recentSends: [] },
  caps: { perDay: null, perWeek: null, perRule: null },
  ...{ regionCaps: regionCapsTable, lastInboundAt: {}, whatsappLimitedAt: null },
  ...{ hoursRules: hoursTable, holidays: [], policy: defaultGatePolicy },
  connections: { sms: "live", whatsapp: "live", email: "live", call: "live", voice_agent: "live", x: "live" },
};
const changedSince: MessageTemplateRecord = {
  ...{
    id,
    name: "cita",
    title: "Cita",
    channel: "whatsapp",
    language: "es",
    subject: null,
    design: null,
    draft: null,
  },
  ...{ body: "Nos vemos, {{first_name}}.", version: 2, approvedName: "cita", category: "utility" },
  approval: { state: "approved", reason: null, body: "Su cita sigue en pie, {{first_name}}." },
  ...{ createdAt: "2026-11-01T12:00:00.000Z", updatedAt: "2026-11-01T12:00:00.000Z" },
};

const decide = (text: string, lastInboundAt: GateFacts["lastInboundAt"]) =>
  decideAction({
    action: {
      ...{ id, personId: id, ruleId: null, runId: null, stepId: null, isRuleOff: false, channel: "whatsapp" },
      config: { template: "cita", purpose: "service", approved: { subject: null, text } },
      ...{ attempts: 0, fence: 0, causedBy: null, sentBy: id, createdAt: now },
    },
    ...{ person, facts: { ...facts, lastInboundAt }, templates: [changedSince], business: {}, run: null },
    ...{ workspaceLanguage: "es", workspaceTimezone: "America/Puerto_Rico", event: {} },
    ...{ unsubscribeUrl: null, shortLink: () => null, personFields: [] },
  });

const asked = { whatsapp: now - 60_000 };

test.each([
  ["the words that WhatsApp has approved", "Su cita sigue en pie, Ana.", {}, true],
  ["the newer words, which WhatsApp would not send", "Nos vemos, Ana.", {}, false],
  ["the newer words, which may be sent as an answer", "Nos vemos, Ana.", asked, true],
  ["the older words, which would not be the answer", "Su cita sigue en pie, Ana.", asked, false],
])("an operator who approved %s: it leaves like that or not at all", (_what, text, lastInboundAt, sends) => {
  const decided = decide(text, lastInboundAt);
  expect(decided).toMatchObject(
    sends ? { sends, composed: { text } } : { decision: { reasons: [{ code: "text_not_approved" }] } },
  );
});
