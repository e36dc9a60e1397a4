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
    throw new Error(`${url} did not answer well: ${result.non2xx} refused`);
  return result.requests.average;
};
