import {
  lockBusinessDetails,
  readBusinessDetails,
  saveBusinessDetails,
} from "#server/store/workspace/business.ts";
import { lockGeneralSettings, saveGeneralSettings } from "#server/store/workspace/settings.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const settingsHandlers: Handlers["settings"] = {
  general: async ({ services: { general } }) => general(),

  saveGeneral: async ({ input: { body }, actor, services: { write } }) => {
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockGeneralSettings(tx);
      const after = { ...before, ...body };
      await saveGeneralSettings(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "general",
        description: "Changed the general settings",
        metadata: { before, after },
      });
      touch("settings");
      return after;
    });
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
        description: "Changed the business details",
        metadata: { before, after },
      });
      touch("settings");
      return readBusinessDetails(tx);
    });
  },
};
