import type { ReportRow } from "./tables.ts";

/** What counting by the last contact alone would change: the channel that gains most, and the one that loses most. */
export type CreditChange = { more: string; moreBy: number; fewer: string; fewerBy: number };

/** Below this the two ways of counting say the same. */
const smallest = 0.5;

/** Compares shares of equal parts with the last contact alone; null where it changes hardly anything. */
export const compareCredit = (rows: readonly Pick<ReportRow, "key" | "cells">[]): CreditChange | null => {
  const changes = rows
    .map(({ key, cells }) => ({
      key,
      by: (cells.credit_last?.value ?? 0) - (cells.credit_even?.value ?? 0),
    }))
    .toSorted((a, b) => b.by - a.by);
  const [most] = changes;
  const least = changes.at(-1);
  if (!most || !least || most.by < smallest || -least.by < smallest) return null;
  return { more: most.key, moreBy: most.by, fewer: least.key, fewerBy: -least.by };
};
