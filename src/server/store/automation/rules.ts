import { and, desc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Rule } from "#contract/rules.ts";
import { type RuleInput, ruleAction, ruleCondition, ruleTrigger } from "#domain/rules/rule.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { rules } from "#server/db/schema/automation.ts";
import { parseRuleOptions, type StoredOptions } from "./compiled-rules.ts";

/** Leaves out parts of kinds that this release does not know, so that one of them does not fail the whole list. */
const parseKnown = <S extends z.ZodType>(schema: S, rows: unknown[]): z.infer<S>[] =>
  rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });

const present = (row: typeof rules.$inferSelect): Rule => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  triggers: parseKnown(ruleTrigger, row.triggers),
  conditions: parseKnown(ruleCondition, row.conditions),
  actions: parseKnown(ruleAction, row.actions),
  options: parseRuleOptions(row.options),
  version: row.version,
  executionCount: row.executionCount,
  successCount: row.successCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Not the steps of a broadcast, which only the broadcast changes. */
const isOwn = eq(rules.isBroadcast, false);

export const findRule = async (db: Reader, id: string): Promise<Rule | undefined> => {
  const [row] = await db
    .select()
    .from(rules)
    .where(and(eq(rules.id, id), isOwn));
  return row && present(row);
};

/** Newest first, by creation time, so that a change does not reorder the list. They are few, because each is tried for every event. */
export const listRules = async (db: Reader): Promise<Rule[]> =>
  (await db.select().from(rules).where(isOwn).orderBy(desc(rules.createdAt), desc(rules.id))).map(present);

export const insertRule = async (tx: Tx, input: RuleInput): Promise<Rule> => {
  const [row] = await tx.insert(rules).values(input).returning();
  if (!row) throw new Error("The rule was not inserted");
  return present(row);
};

/** The rule, whose row stays locked until the transaction ends. */
export const lockRule = async (tx: Tx, id: string): Promise<Rule | undefined> => {
  const [row] = await tx
    .select()
    .from(rules)
    .where(and(eq(rules.id, id), isOwn))
    .for("no key update");
  return row && present(row);
};

/** Always later than the last one, because clients use it as the row's version. */
const nextUpdatedAt = sql`greatest(date_trunc('milliseconds', clock_timestamp()), rules.updated_at + interval '1 millisecond')`;

export const updateRule = async (tx: Tx, id: string, change: Partial<RuleInput>): Promise<Rule> => {
  const [row] = await tx
    .update(rules)
    .set({
      ...change,
      version: sql`version + 1`,
      updatedAt: nextUpdatedAt,
      ...(change.enabled
        ? { resumedAt: sql`CASE WHEN enabled THEN resumed_at ELSE clock_timestamp() END` }
        : {}),
    })
    .where(eq(rules.id, id))
    .returning();
  if (!row) throw new Error("A locked rule is gone");
  return present(row);
};

export const deleteRule = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(rules).where(eq(rules.id, id));
};

/** The steps of a broadcast. */
type BroadcastSteps = Pick<RuleInput, "name" | "actions"> & { options: StoredOptions };

/** Off until the broadcast begins. Returns its id. */
export const insertBroadcastRule = async (tx: Tx, steps: BroadcastSteps): Promise<string> => {
  const [row] = await tx
    .insert(rules)
    .values({ ...steps, enabled: false, isBroadcast: true, triggers: [], conditions: [] })
    .returning({ id: rules.id });
  if (!row) throw new Error("The steps of a broadcast were not inserted");
  return row.id;
};

export const updateBroadcastRule = async (tx: Tx, id: string, steps: BroadcastSteps): Promise<void> => {
  await tx
    .update(rules)
    .set({ ...steps, version: sql`version + 1`, updatedAt: nextUpdatedAt })
    .where(eq(rules.id, id));
};
