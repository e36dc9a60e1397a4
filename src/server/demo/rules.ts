import { sql } from "drizzle-orm";
import { compileRule, evaluateRule } from "#domain/rules/evaluate.ts";
import { type RuleInput, ruleInput } from "#domain/rules/rule.ts";
import { eventReceived, type RuleSnapshot } from "#domain/rules/snapshot.ts";
import type { Tx } from "#server/db/database.ts";
import { rules, ruleVersions } from "#server/db/schema/automation.ts";
import type { Calendar } from "./calendar.ts";

type DemoRule = Omit<RuleInput, "enabled"> & {
  enabled?: boolean;
  /** Created with the load: nothing has crossed its threshold since. */
  isNew?: boolean;
};

const onEvent = (value: string): RuleInput["triggers"] => [{ type: "event", operator: "=", value }];
const withConsent = (field: string): RuleInput["conditions"] => [{ type: "consent", field, value: "true" }];

/** The action history refers to these rules by name. */
export const demoRules: readonly DemoRule[] = [
  {
    name: "Website form → SMS",
    description: "Thanks everyone who fills in the form and asks when to call",
    triggers: onEvent("form_submitted"),
    conditions: withConsent("sms"),
    actions: [{ type: "sms", template: "high_intent" }],
  },
  {
    name: "Quote requested → WhatsApp",
    description: "Sends the estimate and asks for a time to visit",
    triggers: onEvent("quote_requested"),
    conditions: withConsent("whatsapp"),
    actions: [{ type: "whatsapp", template: "quote_ready" }],
  },
  {
    name: "Appointment reminder",
    description: "Confirms an appointment by SMS; the gate stops it where the consent is missing",
    triggers: onEvent("appointment_booked"),
    conditions: [{ type: "consent", field: "dnc", value: "false" }],
    actions: [{ type: "sms", template: "appointment_reminder" }],
  },
  {
    name: "Call requested → voice agent",
    description: "The assistant calls and asks the first questions",
    triggers: onEvent("call_requested"),
    conditions: withConsent("call"),
    actions: [{ type: "voice_agent", template: "welcome_call" }],
  },
  {
    name: "Complaint → call",
    description: "An automated call that offers to speak with a person",
    triggers: onEvent("complaint_received"),
    conditions: withConsent("call"),
    actions: [{ type: "call", template: "win_back" }],
  },
  {
    name: "Newsletter joined → welcome e-mail",
    description: "Paused while the sender’s domain is moved",
    enabled: false,
    triggers: onEvent("newsletter_joined"),
    conditions: withConsent("email"),
    actions: [{ type: "email", template: "welcome" }],
  },
  {
    name: "High intent → SMS",
    description: "Whoever becomes ready to buy hears from us within a minute",
    isNew: true,
    triggers: [{ type: "intent_score", operator: ">=", value: "75" }],
    conditions: withConsent("sms"),
    actions: [{ type: "sms", template: "high_intent" }],
  },
];

/** The rule of each channel; SMS has two, with their shares. */
export const rulesByChannel: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  sms: [
    ["Website form → SMS", 75],
    ["Appointment reminder", 25],
  ],
  whatsapp: [["Quote requested → WhatsApp", 1]],
  voice_agent: [["Call requested → voice agent", 1]],
  call: [["Complaint → call", 1]],
  email: [["Newsletter joined → welcome e-mail", 1]],
};
/** Sends without consent, which the gate blocks. */
export const ungatedRule = "Appointment reminder";

export const triggerOf = ({ triggers }: Pick<DemoRule, "triggers">): string => triggers[0]?.value ?? "";

/** Someone for whom every rule of the demo fires. */
const eligiblePerson: RuleSnapshot = {
  person: {
    id: "",
    type: "lead",
    status: "new",
    tags: [],
    consents: { sms: true, whatsapp: true, call: true, email: true },
    optedOut: false,
    createdAt: 0,
  },
  scores: null,
  previousScores: null,
  now: 0,
  zones: { recipient: [], workspace: "UTC" },
};

/** The reasons that a rule stores when its event arrives. */
const firingReasons = (rule: DemoRule): unknown[] => {
  return evaluateRule(compileRule(rule), eligiblePerson, eventReceived(eligiblePerson, triggerOf(rule))).why;
};

const toInput = ({ isNew: _, ...rule }: DemoRule) => rule;

export const insertDemoRules = async (tx: Tx, { days, newest }: Calendar): Promise<void> => {
  const first = new Date(days.at(-1) ?? newest);
  const paused = new Date(days[0] ?? newest);
  const createdAt = ({ isNew }: DemoRule) => (isNew ? new Date(newest) : first);
  const inserted = await tx
    .insert(rules)
    .values(
      demoRules.map((rule) => ({
        ...toInput(rule),
        createdAt: createdAt(rule),
        updatedAt: rule.enabled === false ? paused : createdAt(rule),
      })),
    )
    .returning();
  // Rules created through the API also have a stored first version.
  await tx.insert(ruleVersions).values(
    inserted.map(
      ({
        id,
        version,
        name,
        description,
        enabled,
        triggers,
        conditions,
        actions,
        options,
        createdAt: at,
      }) => ({
        ruleId: id,
        version,
        definition: ruleInput.parse({ name, description, enabled, triggers, conditions, actions, options }),
        createdAt: at,
      }),
    ),
  );
  const rows = demoRules.map((rule) => ({
    name: rule.name,
    trigger: triggerOf(rule),
    why: firingReasons(rule),
  }));
  await tx.execute(sql`
    CREATE TEMP TABLE demo_rules ON COMMIT DROP AS
    SELECT rules.id, name, trigger, why, rules.actions -> 0 ->> 'template' AS template
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (name text, trigger text, why jsonb) JOIN rules USING (name)`);
};

/** Sets the counters from the inserted runs and actions. */
export const countRuleExecutions = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    UPDATE rules SET execution_count = counted.executions, success_count = counted.successes
      FROM (SELECT rule_id, count(DISTINCT rule_run_id) AS executions,
                   count(*) FILTER (WHERE status IN ('sent', 'delivered', 'read')) AS successes
              FROM actions WHERE rule_id IS NOT NULL GROUP BY 1) counted
     WHERE rules.id = counted.rule_id`);
};
