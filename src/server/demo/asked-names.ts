import { system } from "#server/audit/entry.ts";
import { lockBusinessDetails, saveBusinessDetails } from "#server/store/workspace/business.ts";
import { takeAskedNames } from "#server/store/workspace/first-steps.ts";
import type { Write } from "#server/store/write.ts";

/** Saves the names of the business that users asked for while the demo was loaded, which had locked them. */
export const saveAskedNames = async (write: Write): Promise<void> => {
  await write(system, async ({ tx, audit, touch }) => {
    for (const { userId, name } of await takeAskedNames(tx)) {
      const { updatedAt: _, ...before } = await lockBusinessDetails(tx);
      const after = { ...before, name };
      await saveBusinessDetails(tx, after);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "business",
        details: { kind: "thing", verb: "changed", thing: "business_details" },
        metadata: { before, after, askedBy: userId },
      });
      touch("settings");
    }
  });
};
