import { readdir, readFile } from "node:fs/promises";
import autocannon from "autocannon";

export type Figure = {
  what: string;
  value: number;
  unit: string;
  limit?: { at: "most" | "least"; value: number };
};
export type Bench = { name: string; run: () => Promise<Figure[]> };

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export const requestsPerSecond = async (url: string, headers: Record<string, string>): Promise<number> => {
  const result = await autocannon({ url, headers, connections: 16, duration: 4 });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} failed: ${result.non2xx} responses without 2xx`);
  return result.requests.average;
};

/** The durations of sequential requests in milliseconds. */
export const latencies = async (
  url: string,
  headers: Record<string, string>,
  count: number,
): Promise<number[]> => {
  const times: number[] = [];
  for (let done = 0; done < count; done++) {
    const started = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    times.push(performance.now() - started);
  }
  return times;
};

export const percentile = (values: number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor((values.length * percent) / 100))
  ] ?? 0;

/** The memory of a process. */
export const readResidentMb = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** The processor time that a process and its descendants have used so far, in seconds. */
export const readCpuSeconds = async (pid: number): Promise<number> => {
  const ticksPerSecond = 100;
  const processes = await Promise.all(
    (await readdir("/proc"))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
        // The name in brackets may contain spaces.
        const fields = text
          .slice(text.lastIndexOf(")") + 2)
          .split(" ")
          .map(Number);
        const [, parent = 0] = fields;
        // Own time, and that of children that have ended.
        return { id: Number(name), parent, ticks: fields.slice(11, 15).reduce((sum, one) => sum + one, 0) };
      }),
  );
  const own = new Set([pid]);
  for (let size = 0; size < own.size; ) {
    size = own.size;
    for (const { id, parent } of processes) if (own.has(parent)) own.add(id);
  }
  const ticks = processes.filter(({ id }) => own.has(id)).reduce((sum, one) => sum + one.ticks, 0);
  return ticks / ticksPerSecond;
};

/** The process and everything it started. */
export const listDescendants = async (root: number): Promise<number[]> => {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    parents.set(Number(name), Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const pids = [root];
  for (const pid of pids) for (const [child, parent] of parents) if (parent === pid) pids.push(child);
  return pids;
};
