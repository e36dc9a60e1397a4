import { system } from "#server/audit/entry.ts";
import type { Database } from "#server/db/database.ts";
import { saveAskedNames } from "#server/demo/asked-names.ts";
import { findDuplicates } from "#server/housekeeping/find-duplicates.ts";
import type { Log } from "#server/log.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { liveChannel, type Write } from "#server/store/write.ts";
import type { Keyring } from "#server/vault/keyring.ts";

export type DemoLoad = {
  /** Between 0 and 1; null when the load has ended. */
  progress: () => number | null;
  /** Ends the load, which then leaves nothing behind, and the next start begins it anew. */
  stop: () => Promise<void>;
};

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** Loads the demo while the product already runs. Browsers see the progress, and then all of it at once. */
export const startDemoLoad = (
  services: { database: Database; addressHash: AddressHash; keyring: Keyring; log: Log; write: Write },
  readerIsTrained: Promise<void>,
): DemoLoad => {
  const { database, addressHash: hash, keyring, log } = services;
  const stopping = new AbortController();
  let progress: number | null = 0;
  const notify = async (): Promise<void> => {
    await database.pool.query("SELECT pg_notify($1, $2)", [liveChannel, '["settings"]']);
  };
  const onProgress = (share: number): void => {
    const isShown = progress !== null && Math.floor(share * 10) > Math.floor(progress * 10);
    progress = share;
    // A browser that misses it sees the next one.
    if (isShown) notify().catch(() => {});
  };
  const load = async (): Promise<void> => {
    printLine("Preparing the demo workspace …");
    try {
      // Only here, because its code is large.
      const { loadDemo } = await import("./load-demo.ts");
      const options = { readerIsTrained, onProgress, signal: stopping.signal };
      if (!(await loadDemo(database, { hash, keyring }, new Date(), options))) return;
      printLine("The demo workspace is loaded.");
      await services.write(system, async ({ enqueue }) => enqueue(findDuplicates, {}));
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ error }, "the demo workspace could not be loaded");
    } finally {
      progress = null;
      if (!stopping.signal.aborted) {
        await saveAskedNames(services.write).catch((error) =>
          log.error({ error }, "a name could not be saved"),
        );
        await notify().catch(() => {});
      }
    }
  };
  const loading = load();
  return {
    progress: () => progress,
    stop: async () => {
      stopping.abort();
      await loading;
    },
  };
};
