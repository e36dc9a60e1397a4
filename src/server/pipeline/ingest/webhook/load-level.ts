/** How busy ingestion is. The queue workers behind it read larger batches when `batching` and yield when `saturated`. */
export type LoadLevel = "idle" | "batching" | "saturated";

const batchingEventsPerSecond = 100;
const saturatedRowsPerCommit = 20;
const sampleMs = 50;

export const createLoadGauge = (clock: () => number) => {
  let sampledAt = clock();
  let rows = 0;
  let commits = 0;
  let level: LoadLevel = "idle";
  const levelAfter = (elapsedMs: number): LoadLevel => {
    if ((rows * 1000) / elapsedMs < batchingEventsPerSecond) return "idle";
    return rows / commits >= saturatedRowsPerCommit ? "saturated" : "batching";
  };
  return {
    /** The level after one more commit of that many rows. */
    committed: (rowCount: number): LoadLevel => {
      rows += rowCount;
      commits += 1;
      const elapsedMs = clock() - sampledAt;
      if (elapsedMs < sampleMs) return level;
      level = levelAfter(elapsedMs);
      sampledAt += elapsedMs;
      rows = commits = 0;
      return level;
    },
  };
};
