import { maxClosingDays } from "#domain/compliance/closing-days.ts";
import { newId } from "#server/db/id.ts";
import {
  lockClosingDays,
  readClosingDays,
  rescheduleReopened,
  saveClosingDays,
} from "#server/store/compliance/closing-days.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

export const closingDaysHandlers: Handlers["closingDays"] = {
  list: async ({ services: { database } }) => ({ closings: await readClosingDays(database.db) }),

  add: ({ input: { body }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const before = await lockClosingDays(tx);
      if (before.length >= maxClosingDays) throw new Problem("too_many_closing_days");
      const added = { id: newId(), ...body };
      await saveClosingDays(tx, [...before, added]);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "closing_days",
        details: { kind: "thing", verb: "added", thing: "closing_days", name: added.name },
        metadata: { after: added },
      });
      touch("settings");
      return added;
    }),

  remove: ({ input: { params }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const before = await lockClosingDays(tx);
      const removed = before.find(({ id }) => id === params.id);
      if (!removed) throw new Problem("not_found");
      await saveClosingDays(
        tx,
        before.filter(({ id }) => id !== removed.id),
      );
      await rescheduleReopened(tx, removed);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "closing_days",
        details: { kind: "thing", verb: "deleted", thing: "closing_days", name: removed.name },
        metadata: { before: removed },
      });
      touch("settings", "actions");
      return { ok: true as const };
    }),
};
