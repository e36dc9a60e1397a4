import { statfs } from "node:fs/promises";
import { compareLooks, type MachineLook, type MachineWarning } from "#domain/health/machine.ts";
import type { Log } from "./log.ts";

const lookEveryMs = 30_000;

const look = async (dataDir: string): Promise<MachineLook> => {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return {
    freeBytes: bavail * bsize,
    sizeBytes: blocks * bsize,
    wallMs: Date.now(),
    monotonicMs: performance.now(),
  };
};

const say = (log: Log, warning: MachineWarning): void => {
  switch (warning.kind) {
    case "disk":
      log.warn(warning, `the disk of the data directory has ${warning.freePercent} % left`);
      return;
    case "disk_recovered":
      log.info(warning, `the disk of the data directory has ${warning.freePercent} % left again`);
      return;
    case "clock":
      log.warn(
        warning,
        `the clock of this machine jumped by ${warning.jumpSeconds} s: contact hours and expiry dates depend on it`,
      );
  }
};

/** Says in the log what will hurt: a disk that fills up, and a clock that jumps. */
export const startMachineWatch = (dataDir: string, log: Log) => {
  let before: MachineLook | undefined;
  const lookAgain = async (): Promise<void> => {
    try {
      const now = await look(dataDir);
      for (const warning of compareLooks(before, now)) say(log, warning);
      before = now;
    } catch (error) {
      log.warn({ error }, "the disk of the data directory could not be looked at");
    }
  };
  void lookAgain();
  const timer = setInterval(() => void lookAgain(), lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
};
