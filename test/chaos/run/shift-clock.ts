import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

/**
 * Loaded before the product with `--import`: its system clock is CHAOS_CLOCK_HOURS wrong, in the main thread and in
 * those that it opens. The database keeps its own time.
 */
const shiftMs = Number(process.env.CHAOS_CLOCK_HOURS ?? 0) * 3_600_000;

if (shiftMs !== 0) {
  const SystemDate = Date;
  globalThis.Date = class extends SystemDate {
    constructor(...values: unknown[]) {
      super(...((values.length === 0 ? [SystemDate.now() + shiftMs] : values) as [number]));
    }
    static override now(): number {
      return SystemDate.now() + shiftMs;
    }
  } as DateConstructor;
  threads.Worker = class extends threads.Worker {
    constructor(file: string | URL, options: threads.WorkerOptions = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv ?? []), "--import", import.meta.url] });
    }
  };
  syncBuiltinESMExports();
}
