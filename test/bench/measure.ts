import { readFile } from "node:fs/promises";
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
