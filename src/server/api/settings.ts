import { readGeneralSettings, saveGeneralSettings } from "#server/store/workspace/general-settings.ts";
import type { Handlers } from "./handler.ts";

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
};
