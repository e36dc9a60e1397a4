import { randomBytes } from "node:crypto";
import * as z from "zod";
import { firstPage, newestValue, nextPullAt, type PullProgress } from "#domain/ingestion/pull.ts";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import {
  endSuccessfully,
  endWithFailure,
  lockTarget,
  readingLeaseSeconds,
} from "#server/pipeline/ingest/reading-lease.ts";
import { insertEvents, newEventFrom } from "#server/store/ingestion/events.ts";
import {
  claimPull,
  extendLease,
  findDuePulls,
  type PullState,
  type PullTarget,
} from "#server/store/ingestion/pull.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import { failure, type PullFailure } from "./failure.ts";
import { digest, type PageStep, readNextPage } from "./page.ts";

/** A slow listing must not keep other endpoints waiting: it continues with the next job. */
const maxRunMs = 60_000;

/** Reads an endpoint now, due or not. A second job for an endpoint that is being read does nothing. */
export const pullEndpoint = defineJob({
  name: "pull-endpoint",
  payload: z.object({ id: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 8,
  run: async (batch, context) => {
    const ids = new Set(batch.map(({ id }) => id));
    const results = await Promise.allSettled([...ids].map((id) => pull(id, context)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  },
});

export const schedulePulls = defineJob({
  name: "schedule-pulls",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { write }) => {
    await write(system, async ({ tx, enqueue }) => {
      for (const id of await findDuePulls(tx, pullEndpoint.name)) enqueue(pullEndpoint, { id });
    });
  },
});

const pull = async (id: string, context: JobContext): Promise<void> => {
  const fence = randomBytes(16).toString("hex");
  const target = await claim(id, fence, context);
  if (!target) return;
  try {
    const failed = await readPages(target, fence, context);
    if (failed) await saveFailure(context, target, fence, failed);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    context.log.warn({ error, endpointId: id }, "an endpoint could not be read");
    await saveFailure(context, target, fence, failure("not_stored"));
  }
};

const claim = (id: string, fence: string, { write, keyring }: JobContext): Promise<PullTarget | undefined> =>
  write(system, async ({ tx }) => {
    const target = await claimPull(tx, keyring, id);
    if (!target) return undefined;
    const { endpointUrl, settings } = target;
    const { pagination, itemPath, since } = settings.pull;
    const shape = digest(JSON.stringify([endpointUrl, pagination, itemPath, since]));
    const { failures, gaveUp } = target.state;
    const progress = target.state.shape === shape ? target.state : { failures, gaveUp, shape };
    const state = { ...progress, lease: { fence } };
    await extendLease(tx, id, state, readingLeaseSeconds);
    return { ...target, state };
  });

/** Page by page, until the end of the listing, a limit, a failure, or the loss of the lease. */
const readPages = async (
  target: PullTarget,
  fence: string,
  context: JobContext,
): Promise<PullFailure | undefined> => {
  const { schedule, maxPages } = target.settings.pull;
  if (nextPullAt({ schedule, now: Date.now(), due: null, timezone: "UTC" }) === undefined)
    return failure("schedule_never");
  let walk: PullProgress = target.state.walk ?? firstPage(target.settings.pull);
  const endsAt = Date.now() + maxRunMs;
  for (let pages = 1; ; pages++) {
    const read = await readNextPage(target, walk, context);
    if (!read.ok) return read.failure;
    const pauses = !read.failsAfterwards && (pages >= maxPages || Date.now() > endsAt);
    const isStored = await storePage(context, target, fence, read.step, pauses);
    if (!isStored) return undefined;
    if (read.failsAfterwards) return read.failsAfterwards;
    if (!read.step.next || pauses) return undefined;
    walk = read.step.next;
  }
};

/**
 * Stores a page's events together with the progress in one transaction: a crash repeats at most one request and
 * imports nothing twice. False when the endpoint is no longer ours to read. `pauses` ends this run, not the listing.
 */
const storePage = (
  { write }: JobContext,
  target: PullTarget,
  fence: string,
  step: PageStep,
  pauses: boolean,
): Promise<boolean> =>
  write(system, async (context) => {
    const { tx, touch } = context;
    const locked = await lockTarget(tx, target, fence);
    if (!locked) return false;
    const stored = await insertEvents(
      tx,
      step.events.map((event) => newEventFrom(target.id, event)),
    );
    if (stored.some(({ isNew }) => isNew)) touch("events");

    const { walk: _previous, ...state } = locked.state;
    const now = Date.now();
    const newest = newestValue(step.times, state.newest ?? state.since ?? null, now, Date.parse);
    if (step.next) {
      const unfinished = { ...state, walk: step.next, newest };
      if (pauses) await endSuccessfully(context, target, locked, unfinished, new Date(now));
      else await extendLease(tx, target.id, unfinished, readingLeaseSeconds);
      return true;
    }
    const { schedule } = target.settings.pull;
    const { timezone } = await readGeneralSettings(tx);
    const due = target.due?.getTime() ?? null;
    const nextAt = new Date(nextPullAt({ schedule, now, due, timezone }) ?? now);
    await endSuccessfully(context, target, locked, finishedState(state, newest, step.validator), nextAt);
    return true;
  });

const finishedState = (
  state: PullState,
  newest: string | null,
  validator: PullState["validator"],
): PullState => {
  const { newest: _newest, validator: _previous, ...rest } = state;
  return { ...rest, since: newest, ...(validator ? { validator } : {}) };
};

const saveFailure = (
  { write }: JobContext,
  target: PullTarget,
  fence: string,
  { startsAnew, ...failed }: PullFailure,
): Promise<void> =>
  write(system, async (context) => {
    const locked = await lockTarget(context.tx, target, fence);
    if (!locked) return;
    const { walk, ...state } = locked.state;
    await endWithFailure(context, target, locked, walk && !startsAnew ? { ...state, walk } : state, failed);
  });
