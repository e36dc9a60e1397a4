import type * as z from "zod";
import type { BulkResult, BulkRowResult } from "#contract/bulk.ts";
import type { Language } from "#domain/language.ts";
import { issueMessages, issuePhrases } from "./issue-messages.ts";
import { invalidInput, Problem, toProblemBody } from "./problem.ts";
import { findUnstorable } from "./unstorable.ts";

/** A row as it was read, or why it cannot be used. */
export type BulkRow<T> = { index: number } & ({ value: T } | { problem: Problem });

/** Reads each row by itself, so that a wrong one does not stop the others. */
export const readRows = <S extends z.ZodType, T>(
  rows: readonly unknown[],
  schema: S,
  language: Language,
  prepare: (row: z.infer<S>) => T,
): BulkRow<T>[] =>
  rows.map((row, index) => {
    // Before it is read: the message of another problem could repeat what cannot be stored.
    const unstorable = findUnstorable(row);
    if (unstorable) {
      const issues = [{ path: unstorable.join("."), message: issuePhrases[language].unstorable }];
      return { index, problem: new Problem("invalid", { issues }) };
    }
    const parsed = schema.safeParse(row, { error: issueMessages[language] });
    if (!parsed.success) return { index, problem: invalidInput(parsed.error, "") };
    try {
      return { index, value: prepare(parsed.data) };
    } catch (problem) {
      if (problem instanceof Problem) return { index, problem };
      throw problem;
    }
  });

/** What became of a row that could be read. */
export type UsedRow =
  | { outcome: "created" | "updated" | "unchanged"; id: string }
  | { outcome: "failed"; problem: Problem };

/** The answer: the rows that could be used, in their order, between those that could not be read. */
export const bulkAnswer = <T>(
  rows: readonly BulkRow<T>[],
  used: readonly UsedRow[],
  language: Language,
): BulkResult => {
  const rest = used.values();
  const results = rows.map((row): BulkRowResult => {
    const result: UsedRow =
      "problem" in row
        ? { outcome: "failed", problem: row.problem }
        : (rest.next().value ?? { outcome: "failed", problem: new Problem("internal") });
    return result.outcome === "failed"
      ? {
          index: row.index,
          outcome: "failed",
          id: null,
          problem: toProblemBody(result.problem, language) as BulkRowResult["problem"],
        }
      : { index: row.index, outcome: result.outcome, id: result.id, problem: null };
  });
  const count = (outcome: BulkRowResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  return {
    results,
    counts: {
      created: count("created"),
      updated: count("updated"),
      unchanged: count("unchanged"),
      failed: count("failed"),
    },
  };
};

export const readValues = <T>(rows: readonly BulkRow<T>[]): T[] =>
  rows.flatMap((row) => ("value" in row ? [row.value] : []));
