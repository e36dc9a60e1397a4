import { randomBytes } from "node:crypto";
import * as z from "zod";
import { firstPage, nextPullAt } from "#domain/ingestion/pull.ts";
import { system } from "#server/audit/entry.ts";
import { isConnectionLoss } from "#server/db/database.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { claimPull, keepReading, type PullTarget } from "#server/store/ingestion/pull.ts";
import { digest } from "./digest.ts";
import { failure, type PullFailure } from "./failure.ts";
import { keepPage, leaseSeconds } from "./keep-page.ts";
import { readOne } from "./read-one.ts";
import { settleFailure } from "./settle-failure.ts";

/** A slow listing must not keep the others waiting: it goes on at the next look. */
const longestRunMs = 60_000;

/** Reads an endpoint now, due or not. Whoever comes while it is being read leaves again. */
export const pullEndpoint = defineJob({
  name: "pull-endpoint",
  payload: z.object({ id: z.uuid() }),
  retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
  batchSize: 8,
  run: async (batch, context) => {
    const ids = new Set(batch.map(({ id }) => id));
    const results = await Promise.allSettled([...ids].map((id) => pull(id, context)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  },
});

const pull = async (id: string, context: JobContext): Promise<void> => {
  const fence = randomBytes(16).toString("hex");
  const target = await claim(id, fence, context);
  if (!target) return;
  try {
    const failed = await readAll(target, fence, context);
    if (failed) await settleFailure(context, target, fence, failed);
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    context.log.warn({ error, endpointId: id }, "endpoint could not be read");
    await settleFailure(context, target, fence, failure("The answer could not be kept."));
  }
};

const claim = (id: string, fence: string, { write, keyring }: JobContext): Promise<PullTarget | undefined> =>
  write(system, async ({ tx }) => {
    const target = await claimPull(tx, keyring, id);
    if (!target) return undefined;
    const shape = digest(shapeOf(target));
    const { failures, gaveUp } = target.state;
    const known = target.state.shape === shape ? target.state : { failures, gaveUp, shape };
    const state = { ...known, lease: { fence } };
    await keepReading(tx, id, state, leaseSeconds);
    return { ...target, state };
  });

/** What the marks of a reading belong to. */
const shapeOf = ({ endpointUrl, settings: { pull } }: PullTarget): string =>
  JSON.stringify([endpointUrl, pull.pagination, pull.itemPath, pull.since]);

/** Page by page, until the end, a pause, a failure, or somebody else's turn. */
const readAll = async (
  target: PullTarget,
  fence: string,
  context: JobContext,
): Promise<PullFailure | undefined> => {
  const { schedule, maxPages } = target.settings.pull;
  if (nextPullAt({ schedule, now: Date.now(), due: null, timezone: "UTC" }) === undefined)
    return failure("The schedule is not a cron expression that ever comes.");
  let walk = target.state.walk ?? firstPage(target.settings.pull);
  const until = Date.now() + longestRunMs;
  for (let pages = 1; ; pages++) {
    const read = await readOne(target, walk, context);
    if (!read.ok) return read.failure;
    const pauses = !read.afterwards && (pages >= maxPages || Date.now() > until);
    const isOurs = await keepPage(context, target, fence, { ...read.step, pauses });
    if (!isOurs) return undefined;
    if (read.afterwards) return read.afterwards;
    if (!read.step.next || pauses) return undefined;
    walk = read.step.next;
  }
};
