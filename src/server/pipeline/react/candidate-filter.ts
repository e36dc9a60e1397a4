import { type SQL, sql } from "drizzle-orm";
import type { CompiledRule } from "#domain/rules/evaluate.ts";
import type { Requirement } from "#domain/rules/kinds.ts";
import type { Operator } from "#domain/rules/rule.ts";
import type { SegmentConditions } from "#server/store/people/segment-memberships.ts";

const scoreColumns = {
  intent: sql`a.intent_score`,
  propensity: sql`a.propensity_to_buy`,
  churn: sql`a.churn_risk`,
} as const;
const comparisons: Record<Operator, SQL> = { ">=": sql`>=`, "<=": sql`<=`, "=": sql`=`, "!=": sql`<>` };

const toCondition = (requirement: Requirement, segments: SegmentConditions): SQL => {
  if (requirement.of === "score")
    return sql`${scoreColumns[requirement.score]} ${comparisons[requirement.operator]} ${requirement.value}::numeric`;
  if (requirement.of === "consent") {
    const isGiven = sql`p.consents -> ${requirement.field}::text = 'true'::jsonb`;
    return requirement.value ? isGiven : sql`(${isGiven}) IS NOT TRUE`;
  }
  if (requirement.of === "segment") {
    const condition = segments.get(requirement.id)?.sql;
    if (!condition) return sql`false`;
    return requirement.isIn ? condition : sql`NOT ${condition}`;
  }
  if (requirement.of === "date") return sql`p.fields ->> ${requirement.field}::text IS NOT NULL`;
  return requirement.is ? sql`p.status = ${requirement.status}` : sql`p.status <> ${requirement.status}`;
};

/**
 * A condition that every person fulfils for whom the rule may fire, on the aliases `p` and `a`. The rule itself is
 * still evaluated for each of them.
 */
export const candidateFilter = ({ triggers, conditions }: CompiledRule, segments: SegmentConditions): SQL => {
  const triggering = triggers.flatMap(({ requires }) => (requires ? [toCondition(requires, segments)] : []));
  const isAnyTriggerOpen = triggering.length < triggers.length || triggering.length === 0;
  const parts = [
    ...(isAnyTriggerOpen ? [] : [sql`(${sql.join(triggering, sql` OR `)})`]),
    ...conditions.flatMap(({ requires }) => (requires ? [toCondition(requires, segments)] : [])),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
};
