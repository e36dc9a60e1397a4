import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { startProcess, temporaryDir } from "../process.ts";
import { type Bench, listDescendants } from "./measure.ts";

/** The processes' memory in MB; a page shared between processes counts once. */
export const readMemory = async (pids: number[]): Promise<number> => {
  let kilobytes = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes / 1024;
};

export const footprint: Bench = {
  name: "footprint",
  run: async () => {
    const dir = await temporaryDir();
    const startTimed = async () => {
      const started = performance.now();
      // The default start, with the demo workspace and the simulators.
      const faro = await startProcess({ dataDir: dir.path, env: { FARO_DEMO: "1" } });
      return { faro, seconds: (performance.now() - started) / 1000 };
    };
    const first = await startTimed();
    await first.faro.stop();
    const second = await startTimed();
    // Memory is measured after the schedules of the first minute have run.
    await sleep(75_000);
    const pids = await listDescendants(second.faro.child.pid ?? 0);
    const memory = await readMemory(pids);
    const stopping = performance.now();
    await second.faro.stop();
    const stopped = (performance.now() - stopping) / 1000;
    await dir.remove();
    return [
      { what: "first start, database created", value: first.seconds, unit: "s" },
      { what: "second start to ready", value: second.seconds, unit: "s", limit: { at: "most", value: 2.5 } },
      {
        what: `idle memory, Node and PostgreSQL (${pids.length} processes)`,
        value: memory,
        unit: "MB",
        limit: { at: "most", value: 350 },
      },
      { what: "stop", value: stopped, unit: "s" },
    ];
  },
};
