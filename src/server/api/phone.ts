import { lockPhoneSettings, readPhoneSettings, savePhoneSettings } from "#server/store/workspace/settings.ts";
import type { Handlers } from "./handler.ts";

export const phoneHandlers: Handlers["phone"] = {
  settings: async ({ services: { database } }) => readPhoneSettings(database.db),

  save: async ({ input: { body }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const before = await lockPhoneSettings(tx);
      const after = { ...before, ...body };
      await savePhoneSettings(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "phone",
        description: "Changed the phone settings",
        metadata: { before, after },
      });
      touch("settings");
      return after;
    }),
};
