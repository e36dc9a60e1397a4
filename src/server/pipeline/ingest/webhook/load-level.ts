/** How busy ingestion is. The queue workers behind it yield when it is `saturated`. */
export type LoadLevel = "normal" | "saturated";

const saturatedEventsPerSecond = 100;
const saturatedRowsPerCommit = 20;
const sampleMs = 50;

export const createLoadGauge = (clock: () => number) => {
  let sampledAt = clock();
  let rows = 0;
  let commits = 0;
  let level: LoadLevel = "normal";
  const levelAfter = (elapsedMs: number): LoadLevel => {
    const isFast = (rows * 1000) / elapsedMs >= saturatedEventsPerSecond;
    return isFast && rows / commits >= saturatedRowsPerCommit ? "saturated" : "normal";
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
