import { sql } from "drizzle-orm";
import { type CompiledRule, compileRule } from "#domain/rules/evaluate.ts";
import { defaultOptions, type RuleOptions, ruleOptions } from "#domain/rules/rule.ts";
import type { Reader } from "#server/db/database.ts";

export type BookRule = {
  id: string;
  name: string;
  version: number;
  options: RuleOptions;
  compiled: CompiledRule;
};

export type RuleBook = {
  /** The rules that are switched on, each compiled once for as long as it stays as it is. */
  enabled: () => Promise<readonly BookRule[]>;
  forget: () => void;
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

export const readOptions = (stored: unknown): RuleOptions => {
  const read = ruleOptions.safeParse(stored ?? {});
  return read.success ? read.data : defaultOptions;
};

/** The raw rows: one that this version does not know must not be left out, or the rule would mean something else. */
const toBook = ({ triggers, conditions, actions, options, ...rule }: Row): BookRule => ({
  ...rule,
  options: readOptions(options),
  compiled: compileRule({ triggers, conditions, actions }),
});

export const createRuleBook = (db: Reader): RuleBook => {
  let book: Promise<readonly BookRule[]> | undefined;
  const read = async (): Promise<readonly BookRule[]> => {
    const { rows } = await db.execute<Row>(sql`
      SELECT id, name, version, options, triggers, conditions, actions FROM rules WHERE enabled ORDER BY created_at, id`);
    return rows.map(toBook);
  };
  return {
    forget: () => {
      book = undefined;
    },
    enabled: () => {
      book ??= read();
      const mine = book;
      mine.catch(() => {
        if (book === mine) book = undefined;
      });
      return mine;
    },
  };
};

/** One rule, switched on or not. */
export const findBookRule = async (db: Reader, id: string): Promise<BookRule | undefined> => {
  const { rows } = await db.execute<Row>(sql`
    SELECT id, name, version, options, triggers, conditions, actions FROM rules WHERE id = ${id}`);
  return rows[0] && toBook(rows[0]);
};
