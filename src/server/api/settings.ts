import { retentionCutoff } from "#domain/retention.ts";
import { deleteRecordings } from "#server/housekeeping/delete-recordings.ts";
import {
  readRecordingDeletions,
  retryRecordingDeletions,
} from "#server/store/delivery/recording-deletions.ts";
import {
  lockBusinessDetails,
  readBusinessDetails,
  saveBusinessDetails,
} from "#server/store/workspace/business.ts";
import { countOldRows, listRetentionRuns } from "#server/store/workspace/retention.ts";
import {
  lockGeneralSettings,
  readSecuritySettings,
  saveGeneralSettings,
  saveSecuritySettings,
} from "#server/store/workspace/settings.ts";
import { readTestSends, saveTestSends } from "#server/store/workspace/test-sends.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const shownRetentionRuns = 10;

export const settingsHandlers: Handlers["settings"] = {
  general: async ({ services: { general } }) => general(),

  retention: async ({ input: { query }, services: { database, general } }) => {
    const days = query.days ?? (await general()).dataRetention;
    const instant = retentionCutoff(days, Date.now());
    const cutoff = instant === null ? null : new Date(instant);
    const runs = await listRetentionRuns(database.db, shownRetentionRuns);
    return {
      days,
      cutoff: cutoff?.toISOString() ?? null,
      counts: cutoff ? await countOldRows(database.db, cutoff) : {},
      runs: runs.map((run) => ({
        ...run,
        cutoff: run.cutoff.toISOString(),
        createdAt: run.createdAt.toISOString(),
        finishedAt: run.finishedAt?.toISOString() ?? null,
      })),
    };
  },

  recordingDeletions: async ({ services: { database } }) => {
    const { failed, ...counts } = await readRecordingDeletions(database.db);
    return { ...counts, failed: failed.map((call) => ({ ...call, at: call.at.toISOString() })) };
  },

  retryRecordingDeletions: async ({ actor, services: { write } }) =>
    write(actor, async ({ tx, audit, enqueue, touch }) => {
      const retried = await retryRecordingDeletions(tx);
      if (retried === 0) return { retried };
      audit({
        eventType: "data_change",
        entityType: "job",
        entityId: deleteRecordings.name,
        details: { kind: "recordings_retried", count: retried },
      });
      enqueue(deleteRecordings, {});
      touch("settings");
      return { retried };
    }),

  saveGeneral: async ({ input: { body }, actor, services: { write } }) => {
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockGeneralSettings(tx);
      const after = { ...before, ...body };
      await saveGeneralSettings(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "general",
        details: { kind: "thing", verb: "changed", thing: "general_settings" },
        metadata: { before, after },
      });
      touch("settings");
      return after;
    });
  },

  security: async ({ services: { security } }) => security(),

  saveSecurity: async ({ input: { body }, actor, services: { write } }) => {
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await readSecuritySettings(tx);
      const after = { ...before, ...body };
      await saveSecuritySettings(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "security",
        details: { kind: "thing", verb: "changed", thing: "security_settings" },
        metadata: { before, after },
      });
      touch("settings", "account", "tokens");
      return after;
    });
  },

  health: async ({ services: { health } }) => {
    const { at, checks } = await health.read();
    return { readAt: new Date(at).toISOString(), checks };
  },

  testSends: ({ services: { database } }) => readTestSends(database.db),

  saveTestSends: async ({ input: { body }, actor, caller, services: { write } }) => {
    const after = { allowed: body.allowed, by: caller.user.email, at: new Date().toISOString() };
    await write(actor, async ({ tx, audit, touch }) => {
      const { allowed: before } = await readTestSends(tx);
      await saveTestSends(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "test_sends",
        details: { kind: "test_sends_set", allowed: body.allowed },
        metadata: { before, after: body.allowed },
      });
      touch("settings");
    });
    return after;
  },
};

export const businessHandlers: Handlers["business"] = {
  get: ({ services: { database } }) => readBusinessDetails(database.db),

  save: async ({ input: { body }, actor, services: { write } }) => {
    const { updatedAt: expectedUpdatedAt, ...after } = body;
    return write(actor, async ({ tx, audit, touch }) => {
      const { updatedAt, ...before } = await lockBusinessDetails(tx);
      if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== updatedAt) throw new Problem("conflict");
      await saveBusinessDetails(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "business",
        details: { kind: "thing", verb: "changed", thing: "business_details" },
        metadata: { before, after },
      });
      touch("settings");
      return readBusinessDetails(tx);
    });
  },
};
