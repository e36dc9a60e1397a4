import { statfs } from "node:fs/promises";
import { startOfMonth } from "#domain/day.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import { type HealthCheck, judgeHealth } from "#domain/health/health-checks.ts";
import type { HealthFigures } from "#domain/health/health-figures.ts";
import { failureWindowMs } from "#server/auth/sign-in-throttle.ts";
import type { Db } from "#server/db/database.ts";
import { readHealthFigures } from "#server/store/workspace/health-figures.ts";

export type HealthReading = { at: number; figures: HealthFigures; checks: HealthCheck[] };

export type HealthReader = {
  /** The newest figures, read again at most every `keptMs`. */
  read: () => Promise<HealthReading>;
};

/** However often they are asked for, the database reads the figures this often for each process. */
const keptMs = 10_000;

type HealthSources = { db: Db; dataDir: string; general: () => Promise<GeneralSettings> };

export const createHealthReader = ({ db, dataDir, general }: HealthSources): HealthReader => {
  let latest: { startedAt: number; reading: Promise<HealthReading> } | undefined;

  const read = async (): Promise<HealthReading> => {
    const at = Date.now();
    const { timezone } = await general();
    const [figures, { bavail, blocks, bsize }] = await Promise.all([
      readHealthFigures(db, {
        signInWindowMs: failureWindowMs,
        monthStart: new Date(startOfMonth(at, timezone)),
      }),
      statfs(dataDir),
    ]);
    const all = { ...figures, disk: { freeBytes: bavail * bsize, sizeBytes: blocks * bsize } };
    return { at, figures: all, checks: judgeHealth(all) };
  };

  return {
    read: () => {
      // Of the monotonic clock, because the system's may be set back.
      const now = performance.now();
      // A failure is kept as long, so that scrapes of a database that is away do not pile up.
      if (!latest || now - latest.startedAt >= keptMs) latest = { startedAt: now, reading: read() };
      return latest.reading;
    },
  };
};
