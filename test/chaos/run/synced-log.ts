import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";

/** Appends lines of JSON, each on disk before the call returns: the truth of a run outlives its processes. */
export const openSyncedLog = <Line extends object>(path: string) => {
  const file = openSync(path, "a", 0o600);
  return {
    add: (...lines: Line[]): void => {
      if (lines.length === 0) return;
      writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
};

export const readLog = <Line>(path: string): Line[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
