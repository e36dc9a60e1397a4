/** After the schedules of the first minute, which load what they need. */
const afterStartMs = 65_000;

/**
 * The start and its first schedules leave garbage of about 25 MB in each thread. V8 would keep its memory until the product allocates much
 * more; "last-resort" also returns it to the system. Without --expose-gc, as in tests, nothing happens.
 */
export const freeMemoryAfterStart = (): void => {
  setTimeout(() => {
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  }, afterStartMs).unref();
};
