import type pg from "pg";
import { liveChannel } from "#server/store/write.ts";

/** How far the removal of the demo is, in this process. */
export type DemoRemoval = {
  /** Between 0 and 1; null while none runs. */
  progress: () => number | null;
  /** Runs the work, which reports how far it is. Browsers learn of it as it goes on. */
  run: <T>(work: (onProgress: (share: number) => void) => Promise<T>) => Promise<T>;
};

export const createDemoRemoval = (pool: Pick<pg.Pool, "query">): DemoRemoval => {
  let progress: number | null = null;
  // On a connection of its own, because a notification of the removal's transaction comes with its commit. A browser
  // that misses it sees the next one.
  const notify = (): void =>
    void pool.query("SELECT pg_notify($1, $2)", [liveChannel, '["settings"]']).catch(() => {});
  const report = (share: number): void => {
    const isShown = progress === null || Math.floor(share * 20) > Math.floor(progress * 20);
    progress = share;
    if (isShown) notify();
  };
  return {
    progress: () => progress,
    run: async (work) => {
      report(0);
      try {
        return await work(report);
      } finally {
        progress = null;
        notify();
      }
    },
  };
};
