import { sql } from "drizzle-orm";
import { type RuleInput, ruleInput } from "#domain/rules/rule.ts";
import type { Tx } from "#server/db/database.ts";
import { rules, ruleVersions } from "#server/db/schema/automation.ts";
import type { Calendar } from "./calendar.ts";

type DemoRule = Omit<RuleInput, "enabled"> & { enabled?: boolean };

/** The action history refers to these rules by name. */
export const demoRules: readonly DemoRule[] = [
  {
    name: "High intent → SMS",
    description: "Whoever becomes ready to buy hears from us within a minute",
    triggers: [{ type: "intent_score", operator: ">=", value: "75" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "high_intent" }],
  },
  {
    name: "Quote requested → WhatsApp",
    description: "Sends the estimate and asks for a time to visit",
    triggers: [{ type: "event", operator: "=", value: "quote_requested" }],
    conditions: [
      { type: "consent", field: "whatsapp", value: "true" },
      { type: "time_window", field: "local", value: "09:00-20:00" },
    ],
    actions: [{ type: "whatsapp", template: "quote_ready" }],
  },
  {
    name: "Likely to buy → voice agent",
    description: "The assistant calls, answers questions and books a visit",
    triggers: [{ type: "propensity_score", operator: ">=", value: "80" }],
    conditions: [{ type: "consent", field: "call", value: "true" }],
    actions: [{ type: "voice_agent", template: "welcome_call" }],
  },
  {
    name: "Customer at risk → call",
    description: "A person calls before a customer leaves",
    triggers: [{ type: "churn_risk", operator: ">=", value: "60" }],
    conditions: [{ type: "status", field: "status", value: "converted" }],
    actions: [{ type: "call", template: "win_back" }],
  },
  {
    name: "Appointment reminder",
    description: "The evening before, by SMS",
    triggers: [{ type: "event", operator: "=", value: "appointment_booked" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "appointment_reminder" }],
  },
  {
    name: "New lead → welcome e-mail",
    description: "Paused while the sender’s domain is moved",
    enabled: false,
    triggers: [{ type: "event", operator: "=", value: "lead_created" }],
    conditions: [{ type: "consent", field: "email", value: "true" }],
    actions: [{ type: "email", template: "welcome" }],
  },
  {
    name: "Outage nearby → battery offer",
    description: "While the power is out, whoever thinks of a battery gets our offer",
    triggers: [{ type: "event", operator: "=", value: "outage_reported" }],
    conditions: [
      { type: "tag", field: "tags", value: "battery" },
      { type: "consent", field: "whatsapp", value: "true" },
    ],
    actions: [{ type: "whatsapp", template: "battery_offer" }],
  },
];

export const insertDemoRules = async (tx: Tx, { days, newest }: Calendar): Promise<void> => {
  const first = new Date(days.at(-1) ?? newest);
  const inserted = await tx
    .insert(rules)
    .values(demoRules.map((rule) => ({ ...rule, createdAt: first, updatedAt: first })))
    .returning();
  // Rules created through the API also have a stored first version.
  await tx.insert(ruleVersions).values(
    inserted.map(({ id, version, name, description, enabled, triggers, conditions, actions, options }) => ({
      ruleId: id,
      version,
      definition: ruleInput.parse({ name, description, enabled, triggers, conditions, actions, options }),
      createdAt: first,
    })),
  );
};

/** Sets the counters from the inserted actions. */
export const countRuleExecutions = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    UPDATE rules SET execution_count = counted.executions, success_count = counted.successes
      FROM (SELECT rule_id, count(*) AS executions,
                   count(*) FILTER (WHERE status IN ('sent', 'delivered', 'read')) AS successes
              FROM actions GROUP BY 1) counted
     WHERE rules.id = counted.rule_id`);
};
