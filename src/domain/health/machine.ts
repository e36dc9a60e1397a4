import { type HealthLevel, healthLimits } from "./health-checks.ts";

/** One look at this machine: its disk, its clock, and a clock that nobody can set. All times are milliseconds. */
export type MachineLook = { freeBytes: number; sizeBytes: number; wallMs: number; monotonicMs: number };

export type MachineWarning =
  | { kind: "disk"; level: "amber" | "red"; freePercent: number }
  | { kind: "disk_recovered"; freePercent: number }
  | { kind: "clock"; jumpSeconds: number };

const clockJumpMs = healthLimits.clockSeconds.amber * 1000;

const judgeDisk = ({ freeBytes, sizeBytes }: MachineLook): { level: HealthLevel; freePercent: number } => {
  const free = sizeBytes === 0 ? 100 : (freeBytes / sizeBytes) * 100;
  const { amber, red } = healthLimits.diskPercent;
  const level = 100 - free >= red ? "red" : 100 - free >= amber ? "amber" : "green";
  return { level, freePercent: Math.floor(free) };
};

/** What to say after a look, given the look before: each state of the disk once, each jump of the clock once. */
export const compareLooks = (before: MachineLook | undefined, now: MachineLook): MachineWarning[] => {
  const warnings: MachineWarning[] = [];
  const disk = judgeDisk(now);
  const diskBefore = before ? judgeDisk(before).level : "green";
  if (disk.level !== diskBefore) {
    const { level, freePercent } = disk;
    if (level === "amber" || level === "red") warnings.push({ kind: "disk", level, freePercent });
    else warnings.push({ kind: "disk_recovered", freePercent });
  }
  if (before) {
    const jumpMs = now.wallMs - before.wallMs - (now.monotonicMs - before.monotonicMs);
    if (Math.abs(jumpMs) >= clockJumpMs)
      warnings.push({ kind: "clock", jumpSeconds: Math.round(jumpMs / 1000) });
  }
  return warnings;
};
