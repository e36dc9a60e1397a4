/** Locks of a page are held for about this long: messages and events of the same people wait for them. */
const targetMs = 100;
/** A page that took long is rarely alone: of so many pages the slowest decides. */
const rememberedPages = 4;
const minRows = 20;
const maxRows = 1000;

/** How many rows the next page may have, and how long a row of the last pages took, the newest last. */
export type PageSize = { rows: number; recentMsPerRow: readonly number[] };

/** Rows of a slow disk take 3 ms. */
export const firstPageSize: PageSize = { rows: 50, recentMsPerRow: [] };

/** The size after a page of `rows` rows took `tookMs`. Grows to at most twice the page, and shrinks at once. */
export const nextPageSize = (
  { recentMsPerRow }: PageSize,
  { rows, tookMs }: { rows: number; tookMs: number },
): PageSize => {
  const recent = [...recentMsPerRow, Math.max(1, tookMs) / rows].slice(-rememberedPages);
  const fitting = Math.floor(targetMs / Math.max(...recent));
  return { rows: Math.max(minRows, Math.min(maxRows, 2 * rows, fitting)), recentMsPerRow: recent };
};
