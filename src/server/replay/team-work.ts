import { sql } from "drizzle-orm";
import { type Actor, system } from "#server/audit/entry.ts";
import { runBulkPage } from "#server/batches/bulk/run-bulk-page.ts";
import type { Tx } from "#server/db/database.ts";
import type { DemoHappening } from "#server/demo/happenings.ts";
import { insertBulkBatch } from "#server/store/batches/bulk-people.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { findTask, taskLine, updateTask } from "#server/store/conversations/tasks.ts";
import { applyToThreads } from "#server/store/conversations/threads.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import type { Write } from "#server/store/write.ts";

/** How long those who asked for a person wait at most. */
const handoffMs = 3.2 * 3_600_000;

type TeamOptions = {
  write: Write;
  userId: string | null;
  hash: AddressHash;
  timezone: string;
  now: () => number;
};

/** What the people of the business do in the demo. */
export const createTeamWork = (tx: Tx, { write, userId, hash, timezone, now }: TeamOptions) => {
  const team: Actor = { ...system, userId };

  const changeStage = async ({
    status,
    people,
  }: Extract<DemoHappening, { kind: "stage" }>): Promise<void> => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT DISTINCT person_id AS id FROM person_addresses WHERE value = ANY(${sql.param(people)}::text[])`);
    await write(team, async (context) => {
      let batch = await insertBulkBatch(context.tx, {
        userId,
        selection: { ids: rows.map(({ id }) => id) },
        change: { kind: "status", status },
        timezone,
      });
      while (batch.state === "running")
        batch = await runBulkPage(context, batch, { condition: undefined, hash, pageSize: 1000 });
    });
  };

  /** The team has spoken with those who asked for a person, except the newest. */
  const finishHandoffs = async (before: number): Promise<void> => {
    if (userId === null) return;
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT id FROM tasks WHERE made_by = 'handoff' AND done_at IS NULL
         AND created_at < ${new Date(before).toISOString()} ORDER BY created_at, id`);
    for (const { id } of rows)
      await write(team, async ({ tx: own, audit }) => {
        await updateTask(own, id, { done: true }, userId);
        const task = await findTask(own, id);
        if (task) await addToTimeline(own, [taskLine("task_done", task)]);
        audit({
          eventType: "data_change",
          entityType: "task",
          entityId: id,
          details: { kind: "thing", verb: "completed", thing: "task" },
        });
      });
  };

  const closeThreads = async (before: number): Promise<void> => {
    await finishHandoffs(now() - handoffMs);
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT person_id AS id FROM threads t WHERE state = 'open' AND last_item_at < ${new Date(before).toISOString()}
         AND NOT EXISTS (SELECT FROM tasks WHERE tasks.person_id = t.person_id AND made_by = 'handoff' AND done_at IS NULL)`);
    if (rows.length === 0) return;
    await write(team, async ({ tx: own, audit, touch }) => {
      const change = { kind: "close", how: "no_need" } as const;
      const ids = rows.map(({ id }) => id);
      await applyToThreads(
        own,
        ids.map((personId) => ({ ...change, by: userId, personId })),
        now(),
      );
      audit({
        eventType: "data_change",
        entityType: "thread",
        entityId: ids[0] ?? "",
        details: { kind: "conversations_changed", change: "close", count: ids.length },
        metadata: { change, people: ids },
      });
      touch("threads");
    });
  };

  return { changeStage, closeThreads };
};
