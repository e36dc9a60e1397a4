import { mayUndo } from "#domain/bulk-change.ts";
import { runBulkChange } from "#server/housekeeping/bulk-change.ts";
import {
  findBulkChange,
  insertBulkChange,
  lockBulkChange,
  presentBulkChange,
  updateBulkChange,
} from "#server/store/people/bulk-changes.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

/** The job writes an audit entry for each page of people that it changes. */
export const bulkChangeHandlers: Handlers["bulkChanges"] = {
  start: async ({ input: { body }, actor, services: { write } }) =>
    write(actor, async ({ tx, enqueue, audit }) => {
      const row = await insertBulkChange(tx, { userId: actor.userId, ...body });
      enqueue(runBulkChange, { id: row.id });
      audit({
        eventType: "data_change",
        entityType: "job",
        entityId: row.id,
        description: "Started a bulk change of people",
        metadata: { change: body.change, selection: body.selection },
      });
      return presentBulkChange(row);
    }),

  get: async ({ input: { params }, services: { database } }) => {
    const row = await findBulkChange(database.db, params.id);
    if (!row) throw new Problem("not_found");
    return presentBulkChange(row);
  },

  undo: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async ({ tx, enqueue, audit }) => {
      const row = await lockBulkChange(tx, params.id);
      if (!row) throw new Problem("not_found");
      if (!mayUndo(row)) throw new Problem("conflict");
      const undoing = await updateBulkChange(tx, row.id, {
        state: "undoing",
        matched: row.changed,
        processed: 0,
        afterId: null,
        finishedAt: null,
        userId: actor.userId,
      });
      enqueue(runBulkChange, { id: row.id });
      audit({
        eventType: "data_change",
        entityType: "job",
        entityId: row.id,
        description: "Started to undo a bulk change of people",
        metadata: { change: row.change },
      });
      return presentBulkChange(undoing ?? row);
    }),
};
