import * as z from "zod";
import { dayMs, minuteMs } from "#domain/compliance/durations.ts";
import { retryPolicies } from "#domain/retry.ts";
import type { TriggerWatch } from "#domain/rules/kinds.ts";
import { segmentWatchPrefix, watchesOf, watchKey } from "#domain/rules/watches.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import {
  readAskingRules,
  readEnabledRules,
  type StoredCompiledRule,
} from "#server/store/automation/compiled-rules.ts";
import { forgetMembers } from "#server/store/automation/segment-members.ts";
import {
  deleteWatch,
  listWatches,
  type StoredWatch,
  saveWatch,
} from "#server/store/automation/trigger-watches.ts";
import { lookAtDates } from "./look-at-dates.ts";
import { lookAtSegment } from "./look-at-segment.ts";

/** A look takes at most a hundredth of the time: one that takes longer than 0.6 seconds comes less often than each minute. */
const restFactor = 100;
const isTooSoon = ({ seededAt, lookedAt, tookMs }: StoredWatch, now: number): boolean =>
  seededAt !== null &&
  lookedAt !== null &&
  restFactor * tookMs > minuteMs &&
  now < lookedAt + restFactor * tookMs;

const newWatch = (key: string): StoredWatch => ({
  ...{
    key,
    seededAt: null,
    lookedAt: null,
    lookingUntil: null,
    lookedAfter: null,
    tookMs: 0,
    definition: null,
  },
});

const wantedWatches = (rules: readonly StoredCompiledRule[]): Map<string, TriggerWatch> =>
  new Map(
    rules.flatMap(({ compiled }) => watchesOf(compiled)).map((watch) => [watchKey(watch), watch] as const),
  );

const pageSize = 5000;
/** A rule that is switched off for a short while does not make everybody a new member. */
const keptMs = dayMs;

/** No enabled rule waits for it: what happens meanwhile sets nothing off, and later what is known of it is deleted. */
const letGo = async (watch: StoredWatch, write: JobContext["write"], now: number): Promise<void> => {
  const { key, seededAt, lookedAt } = watch;
  if (seededAt !== null) {
    await write(system, ({ tx }) => saveWatch(tx, { ...watch, seededAt: null }));
    return;
  }
  if (lookedAt !== null && now < lookedAt + keptMs) return;
  if (key.startsWith(segmentWatchPrefix)) {
    const id = key.slice(segmentWatchPrefix.length);
    let forgotten: number;
    do forgotten = await write(system, ({ tx }) => forgetMembers(tx, id, pageSize));
    while (forgotten === pageSize);
  }
  await write(system, ({ tx }) => deleteWatch(tx, key));
};

/** Looks for what rules wait for without an event that announces it: members of segments, and dates of people. */
export const watchTriggers = defineJob({
  name: "watch-triggers",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 100,
  schedule: "* * * * *",
  run: async (_batch, { database, write, general }) => {
    const rules = await readEnabledRules(database.db);
    const wanted = wantedWatches(rules);
    const stored = new Map((await listWatches(database.db)).map((watch) => [watch.key, watch]));
    if (wanted.size + stored.size === 0) return;
    const { timezone } = await general();
    const asking = await readAskingRules(database.db);
    for (const [key, watch] of wanted) {
      const now = Date.now();
      const before = stored.get(key) ?? newWatch(key);
      if (isTooSoon(before, now)) continue;
      const context = { db: database.db, write, rules, asking, timezone, now };
      if (watch.of === "segment") await lookAtSegment(watch.id, before, context);
      else await lookAtDates(watch, before, context);
    }
    for (const [key, watch] of stored) if (!wanted.has(key)) await letGo(watch, write, Date.now());
  },
});
