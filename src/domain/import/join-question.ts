import type { RowVerdict } from "#domain/people/batch.ts";
import type { ImportOptions } from "./import-options.ts";

/** Above this share of rows that name a person of another row, a column is more often wrong than people are repeated. */
const maxJoinedShare = 0.05;

/** How many rows would be joined with others, where the operator must say first that this is right; else null. */
export const findJoinQuestion = (
  { added = 0, changed = 0, unchanged = 0, joined = 0 }: Partial<Record<RowVerdict, number>>,
  { answers }: Pick<ImportOptions, "answers">,
): { joined: number; rows: number } | null => {
  const rows = added + changed + unchanged + joined;
  return answers.twice_in_file === undefined && joined > rows * maxJoinedShare ? { joined, rows } : null;
};
