import {
  lockBusinessDetails,
  readBusinessDetails,
  saveBusinessDetails,
} from "#server/store/workspace/business.ts";
import {
  readGeneralSettings,
  readSecuritySettings,
  saveGeneralSettings,
  saveSecuritySettings,
} from "#server/store/workspace/settings.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const settingsHandlers: Handlers["settings"] = {
  general: async ({ services: { general } }) => general(),

  saveGeneral: async ({ input: { body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await readGeneralSettings(tx);
      await saveGeneralSettings(tx, body);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "general",
        description: "Changed the general settings",
        metadata: { before, after: body },
      });
      touch("settings");
    });
    return body;
  },

  security: async ({ services: { security } }) => security(),

  saveSecurity: async ({ input: { body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const before = await readSecuritySettings(tx);
      await saveSecuritySettings(tx, body);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "security",
        description: "Changed the security settings",
        metadata: { before, after: body },
      });
      touch("settings", "account");
    });
    return body;
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
