import {
  lockBusinessDetails,
  readBusinessDetails,
  saveBusinessDetails,
} from "#server/store/workspace/business.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const businessHandlers: Handlers["business"] = {
  get: ({ services: { database } }) => readBusinessDetails(database.db),

  save: async ({ input: { body }, actor, services: { write } }) => {
    const { updatedAt: seen, ...after } = body;
    return write(actor, async ({ tx, audit, touch }) => {
      const { updatedAt, ...before } = await lockBusinessDetails(tx);
      if (seen !== undefined && seen !== updatedAt) throw new Problem("conflict");
      await saveBusinessDetails(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "business",
        description: "Changed the details of the business",
        metadata: { before, after },
      });
      touch("settings");
      return readBusinessDetails(tx);
    });
  },
};
