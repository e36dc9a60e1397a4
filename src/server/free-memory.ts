/** After the start's own work, such as schedules that were due. */
const afterStartMs = 20_000;

/**
 * The start leaves garbage of about 25 MB in each thread. V8 would keep its memory until the product allocates much
 * more; "last-resort" also returns it to the system. Without --expose-gc, as in tests, nothing happens.
 */
export const freeMemoryAfterStart = (): void => {
  setTimeout(() => {
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  }, afterStartMs).unref();
};
