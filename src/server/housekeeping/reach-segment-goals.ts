import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import {
  type GoalCursor,
  listGoalSegments,
  listOpenSegmentGoals,
  reachSegmentGoals,
} from "#server/store/automation/run-goals.ts";
import { readSegmentConditions, type SegmentConditions } from "#server/store/people/segment-memberships.ts";

/** Few enough that no run is locked for long. */
const pageSize = 2000;

type Segment = { id: string; isMember: NonNullable<ReturnType<SegmentConditions["get"]>>["sql"] };

const reachPages = async ({ id, isMember }: Segment, write: JobContext["write"]): Promise<void> => {
  if (!isMember) return;
  let after: GoalCursor | null | undefined = null;
  while (after !== undefined) {
    const from: GoalCursor | null = after;
    after = await write(system, async ({ tx, touch }) => {
      const open = await listOpenSegmentGoals(tx, id, from, pageSize);
      if (open.length > 0 && (await reachSegmentGoals(tx, open, isMember)) > 0) touch("rule-runs");
      return open.length < pageSize ? undefined : open.at(-1);
    });
  }
};

/**
 * No event says that a person entered a segment: a tag, a field or mere time may have put them there. So those with an
 * open goal are looked at, and nobody else.
 */
export const reachSegmentGoalsJob = defineJob({
  name: "reach-segment-goals",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "*/5 * * * *",
  run: async (_batch, { database, write, general }) => {
    const segmentIds = await listGoalSegments(database.db);
    if (segmentIds.length === 0) return;
    const { timezone } = await general();
    const use = { now: Date.now(), timezone, userId: null };
    const segments = await readSegmentConditions(database.db, segmentIds, use);
    for (const [id, { sql: isMember }] of segments) await reachPages({ id, isMember }, write);
  },
});
