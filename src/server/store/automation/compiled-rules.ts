import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { broadcastPurposes } from "#domain/broadcasts/broadcast.ts";
import { type CompiledRule, compileRule } from "#domain/rules/evaluate.ts";
import { defaultOptions, type RuleInput, ruleOptions } from "#domain/rules/rule.ts";
import type { Reader } from "#server/db/database.ts";
import type { AskingRule } from "./run-happenings.ts";

/** A stored rule, ready to be evaluated. */
export type StoredCompiledRule = {
  id: string;
  name: string;
  version: number;
  options: z.output<typeof storedOptions>;
  compiled: CompiledRule;
};

type Row = {
  id: string;
  name: string;
  version: number;
  options: unknown;
  triggers: unknown[];
  conditions: unknown[];
  actions: unknown[];
};

/** Those of a broadcast's steps say what they are for; all others are marketing. */
const storedOptions = ruleOptions.extend({ purpose: z.enum(broadcastPurposes).optional() });
export type StoredOptions = z.input<typeof storedOptions>;

export const parseRuleOptions = (stored: unknown): z.output<typeof storedOptions> => {
  const parsed = storedOptions.safeParse(stored ?? {});
  return parsed.success ? parsed.data : defaultOptions;
};

const selectCompiled = async (db: Reader, where: SQL): Promise<StoredCompiledRule[]> => {
  const { rows } = await db.execute<Row>(sql`
    SELECT id, name, version, options, triggers, conditions, actions FROM rules WHERE ${where} ORDER BY created_at, id`);
  // Rows that this version does not know are compiled too: leaving one out would change what the rule means.
  return rows.map(({ triggers, conditions, actions, options: stored, ...rule }) => {
    const options = parseRuleOptions(stored);
    return { ...rule, options, compiled: compileRule({ triggers, conditions, actions, options }) };
  });
};

/** The enabled rules as they are stored. */
export const readEnabledDefinitions = async (
  db: Reader,
): Promise<({ id: string; name: string } & Pick<RuleInput, "triggers" | "conditions" | "actions">)[]> => {
  const { rows } = await db.execute<
    { id: string; name: string } & Pick<RuleInput, "triggers" | "conditions" | "actions">
  >(
    sql`SELECT id, name, triggers, conditions, actions FROM rules WHERE enabled AND NOT is_broadcast ORDER BY created_at, id`,
  );
  return rows;
};

export const readEnabledRules = (db: Reader): Promise<readonly StoredCompiledRule[]> =>
  selectCompiled(db, sql`enabled`);

/** The rules whose runs ask for what happens: also those that are off, because their runs go on later. */
export const readAskingRules = async (db: Reader): Promise<readonly AskingRule[]> =>
  (await selectCompiled(db, sql`true`)).flatMap(({ id, compiled }) =>
    compiled.sequence && compiled.sequence.happenings.length > 0
      ? [{ id, happenings: compiled.sequence.happenings }]
      : [],
  );

export const findCompiledRule = async (db: Reader, id: string): Promise<StoredCompiledRule | undefined> => {
  const [rule] = await selectCompiled(db, sql`id = ${id}`);
  return rule;
};
