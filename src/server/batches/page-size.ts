/** Locks of a page are held for about this long: messages and events of the same people wait for them. */
const targetMs = 100;
const minRows = 20;
const maxRows = 1000;

export const firstPageSize = 100;

/** How many rows the next page may have after one of `rows` rows took `tookMs`. Grows to at most twice the size. */
export const nextPageSize = (rows: number, tookMs: number): number => {
  const fitting = Math.floor((rows * targetMs) / Math.max(1, tookMs));
  return Math.max(minRows, Math.min(maxRows, 2 * rows, fitting));
};
