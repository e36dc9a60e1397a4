import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { demoTemplates } from "#domain/messages/seed-templates/demo.ts";
import { consentKinds } from "#domain/person.ts";
import { type RuleInput, ruleInput } from "#domain/rules/rule.ts";
import { seedDescriptions } from "#domain/seed-descriptions.ts";
import { defaultVoiceConfig } from "#domain/voice/voice-config.ts";
import type { Tx } from "#server/db/database.ts";
import { messageTemplates } from "#server/db/schema/delivery.ts";
import { endpoints } from "#server/db/schema/ingestion.ts";
import { insertRuleVersion } from "#server/store/automation/rule-versions.ts";
import { insertRule, updateRule } from "#server/store/automation/rules.ts";
import { saveContactPolicy } from "#server/store/compliance/contact-policy.ts";
import { saveBusinessDetails } from "#server/store/workspace/business.ts";
import { saveVoiceConfig } from "#server/store/workspace/settings.ts";
import { fieldMapping } from "./person-fields.ts";

export const failingEndpoint = "Partner referral API";

/** The form that sample leads of the page Start come from. */
export const formEndpoint = "Website form";

const demoEndpoints = [
  [formEndpoint, "webhook", seedDescriptions.websiteForm],
  ["Facebook Lead Ads", "webhook", seedDescriptions.facebookLeads],
  ["n8n automations", "webhook", seedDescriptions.automations],
  ["Outage alerts", "webhook", seedDescriptions.outageAlerts],
  ["Sales inbox", "email", seedDescriptions.salesInbox],
  [failingEndpoint, "pull_api", seedDescriptions.partnerReferrals],
] as const;

/** Fields of the payloads that are stored with the event; all others describe the person. */
const eventFields =
  "type message campaign path seconds monthly_bill roof partner appointment_date appointment_time municipality customers_out";

const mapping: MappingTemplate = {
  person: {
    firstName: "first_name",
    lastName: "last_name",
    email: "email",
    phone: "phone",
    language: "language",
    town: "town",
    type: "contact_type",
    status: "stage",
    tags: "tags",
    ...fieldMapping,
    ...Object.fromEntries(consentKinds.map((kind) => [`consents.${kind}`, `consents.${kind}`])),
  },
  event: Object.fromEntries(eventFields.split(" ").map((field) => [field, field])),
};

/** The tokens are random, so that knowing this file does not allow sending to the endpoints. Returns the ids by name. */
export const addEndpoints = async (tx: Tx): Promise<Map<string, string>> => {
  const rows = await tx
    .insert(endpoints)
    .values(
      demoEndpoints.map(([name, type, description]) => ({
        name,
        type,
        description,
        ...(type === "email"
          ? { hookToken: randomBytes(20).toString("hex") }
          : { mappingTemplate: mapping as MappingTemplate }),
        ...(type === "webhook" ? { hookToken: randomBytes(24).toString("base64url") } : {}),
        ...(type === "pull_api"
          ? {
              authMethod: "api_key",
              ingestionMode: "pull",
              endpointUrl: "https://partners.example.com/v2/referrals",
            }
          : {}),
      })),
    )
    .returning({ id: endpoints.id, name: endpoints.name });
  return new Map(rows.map(({ id, name }) => [name, id]));
};

const rule = (
  name: string,
  description: string,
  [type, operator, value]: [string, string, string],
  [field, allowed]: [string, string],
  [channel, template]: [string, string],
): RuleInput =>
  ruleInput.parse({
    name,
    description,
    triggers: [{ type, operator, value }],
    conditions: [{ type: "consent", field, value: allowed }],
    actions: [{ type: channel, template }],
    // Each form and each booking is answered, also the second of a day.
    options: { repeatHours: null },
  });
const demoTask = "Call about the offer after the visit";
const onEvent = (type: string): [string, string, string] => ["event", "=", type];

export const demoRules: readonly RuleInput[] = [
  rule(
    "Website form → SMS",
    seedDescriptions.ruleForm,
    onEvent("form_submitted"),
    ["sms", "true"],
    ["sms", "form_thanks"],
  ),
  rule(
    "Quote requested → WhatsApp",
    seedDescriptions.ruleQuote,
    onEvent("quote_requested"),
    ["whatsapp", "true"],
    ["whatsapp", "quote_ready"],
  ),
  rule(
    "Appointment reminder",
    seedDescriptions.ruleAppointment,
    onEvent("appointment_booked"),
    ["dnc", "false"],
    ["sms", "appointment_reminder"],
  ),
  rule(
    "Call requested → voice agent",
    seedDescriptions.ruleCall,
    onEvent("call_requested"),
    ["call", "true"],
    ["voice_agent", "welcome_call"],
  ),
  rule(
    "Complaint → call",
    seedDescriptions.ruleComplaint,
    onEvent("complaint_received"),
    ["call", "true"],
    ["call", "win_back"],
  ),
  rule(
    "Newsletter joined → welcome e-mail",
    seedDescriptions.ruleNewsletter,
    onEvent("newsletter_joined"),
    ["email", "true"],
    ["email", "welcome"],
  ),
];
/** An advisor has looked at the roof; the calendar of the team reports it. */
export const visitEvent = "visit_done";
export const installedTag = "installed";

/** Follows people up after a visit until they answer. Its last wait leaves people at each of its steps. */
export const demoSequence: RuleInput = ruleInput.parse({
  name: "Visit done → follow-up until they answer",
  description: seedDescriptions.ruleVisit,
  triggers: [{ type: "event", operator: "=", value: visitEvent }],
  conditions: [{ type: "consent", field: "email", value: "true" }],
  actions: [
    { id: "thanks", type: "email", template: "visit_thanks" },
    { id: "questions", type: "sms", template: "follow_up", wait: { for: 5, unit: "days", until: "10:00" } },
    { id: "call", type: "add_task", template: demoTask, wait: { for: 5, unit: "days", until: "10:00" } },
    { id: "last", type: "email", template: "follow_up", wait: { for: 4, unit: "days", until: "10:00" } },
  ],
  options: { stopWhen: ["answered", "converted"] },
});

const scoreRule = rule(
  "High intent → SMS",
  seedDescriptions.ruleIntent,
  ["intent_score", ">=", "75"],
  ["sms", "true"],
  ["sms", "high_intent"],
);
/** Added this morning, after the training of the night: before, its limit would have made the new models wait. */
export const newRule: RuleInput = ruleInput.parse({
  ...scoreRule,
  // A score may cross the limit twice in a night; the same words are not said again.
  options: { ...scoreRule.options, reentryDays: 1 },
});
/** How many messages the rule of the scores has made. */
export const countScoreSends = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM actions WHERE rule_id = (SELECT id FROM rules WHERE name = ${newRule.name})`);
  return rows[0]?.count ?? 0;
};
const pausedRule = "Newsletter joined → welcome e-mail";

export const addRule = async (tx: Tx, input: RuleInput): Promise<void> => {
  const { id, version } = await insertRule(tx, input);
  await insertRuleVersion(tx, id, version, input, null);
};

export const pauseRule = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM rules WHERE name = ${pausedRule}`);
  const input = demoRules.find(({ name }) => name === pausedRule);
  if (!rows[0] || !input) return;
  const { id, version } = await updateRule(tx, rows[0].id, { enabled: false });
  await insertRuleVersion(tx, id, version, { ...input, enabled: false }, null);
};

/** The business of the demo. It also sends on public holidays, so that the demo does not depend on the date. */
export const saveDemoSettings = async (tx: Tx): Promise<void> => {
  await saveBusinessDetails(tx, {
    name: "Sol del Este",
    website: null,
    address: null,
    email: null,
    phone: null,
  });
  // The agent passes on whoever asks for a person.
  await saveVoiceConfig(tx, { ...defaultVoiceConfig, handoffTrigger: "customer-request" });
  await saveContactPolicy(tx, { answerInQuietHours: false, sendOnHolidays: true });
};

/** Settings that were saved again belong to the workspace and stay. */
export const removeDemoSettings = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM settings WHERE updated_at = created_at AND (category, key) IN (('business', 'business'), ('compliance', 'policy'), ('voice', 'voice'))`);
};

/** The templates of the demo rules. The WhatsApp simulator has approved all of them under their own names. */
export const addDemoTemplates = async (tx: Tx): Promise<void> => {
  await tx
    .insert(messageTemplates)
    .values(demoTemplates.map((template) => ({ ...template })))
    .onConflictDoNothing();
  await tx.execute(sql`UPDATE message_templates SET approved_name = name WHERE channel = 'whatsapp'`);
};

/** Removes the templates that were not edited, and the simulator's approval. */
export const removeDemoTemplates = async (tx: Tx): Promise<void> => {
  const rows = demoTemplates.map(({ name, channel, language, body }) => ({ name, channel, language, body }));
  await tx.execute(sql`
    DELETE FROM message_templates t USING jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
             name text, channel text, language text, body text)
     WHERE (t.name, t.channel, t.language, t.body) = (row.name, row.channel, row.language, row.body)`);
  await tx.execute(sql`
    UPDATE message_templates
       SET approved_name = CASE WHEN approved_name = name THEN NULL ELSE approved_name END,
           approval = NULL, approval_reason = NULL, submitted_body = NULL, vendor_template_id = NULL
     WHERE channel = 'whatsapp' AND (approved_name = name OR approval IS NOT NULL)`);
};
