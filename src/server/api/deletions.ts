import type { FastifyReply } from "fastify";
import type { Deletion } from "#contract/deletions.ts";
import { type DeletionKind, deletionPercent, maxRowsAtOnce } from "#domain/deletion.ts";
import type { Actor } from "#server/audit/entry.ts";
import { runDeletion } from "#server/housekeeping/run-deletion.ts";
import { countDependents } from "#server/store/workspace/deletion-batches.ts";
import {
  type DeletionRow,
  findDeletion,
  findRunningDeletion,
  insertDeletion,
} from "#server/store/workspace/deletions.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

const present = ({ id, kind, status, total, done, createdAt, finishedAt }: DeletionRow): Deletion => ({
  id,
  kind,
  status,
  total,
  done,
  percent: deletionPercent(status, done, total),
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

type DeleteCall = {
  kind: DeletionKind;
  id: string;
  /** Deletes everything in the transaction of the call; throws when there is nothing. */
  deleteNow: (context: WriteContext) => Promise<void>;
  /** Stops further work of what is about to be deleted by the job; throws when there is nothing. */
  prepare: (context: WriteContext) => Promise<void>;
};

/** Deletes at once, or answers 202 with a job when there are too many rows to wait for. */
export const deleteNowOrLater = async (
  { kind, id, deleteNow, prepare }: DeleteCall,
  { actor, services, reply }: { actor: Actor; services: ApiServices; reply: FastifyReply },
): Promise<{ ok: true; deletion?: Deletion }> => {
  const started = await services.write(actor, async (context) => {
    const { tx, enqueue } = context;
    const running = await findRunningDeletion(tx, id);
    if (running) return running;
    const total = await countDependents(tx, kind, id);
    if (total <= maxRowsAtOnce) {
      await deleteNow(context);
      return undefined;
    }
    await prepare(context);
    const row = await insertDeletion(tx, { kind, targetId: id, total, createdBy: actor.userId });
    enqueue(runDeletion, { id: row.id });
    context.audit({
      eventType: "data_change",
      entityType: kind,
      entityId: id,
      details: { kind: "deletion_started", of: kind, total },
      metadata: { deletion: row.id, total },
    });
    return row;
  });
  if (!started) return { ok: true };
  reply.code(202);
  return { ok: true, deletion: present(started) };
};

export const deletionHandlers: Handlers["deletions"] = {
  get: async ({ input: { params }, services: { database } }) => {
    const row = await findDeletion(database.db, params.id);
    if (!row) throw new Problem("not_found");
    return present(row);
  },
};
