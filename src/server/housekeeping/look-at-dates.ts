import { hourMs } from "#domain/compliance/durations.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import {
  type DateTrigger,
  datesToLookFor,
  dateTriggerKey,
  momentOfDate,
} from "#domain/rules/date-trigger.ts";
import { triggerMetType } from "#domain/scoring/behaviours.ts";
import { system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import { lockWatch, type StoredWatch, saveWatch } from "#server/store/automation/trigger-watches.ts";
import { findDatedPeople } from "#server/store/people/dated-people.ts";
import type { LookContext } from "./look-at-segment.ts";

/** After an outage, moments that are longer ago set nothing off. */
const maxLateMs = 72 * hourMs;
const pageSize = 2000;

/** Looks at the next page of people; whether there are more. The row of the watch keeps how far the look has come. */
const lookAtPage = async (
  tx: Tx,
  trigger: DateTrigger,
  { timezone, now }: LookContext,
  tookMs: () => number,
): Promise<boolean> => {
  const key = dateTriggerKey(trigger);
  const watch = await lockWatch(tx, key);
  if (!watch || watch.lookedAt === null) return false;
  const until = watch.lookingUntil ?? now;
  const span = { from: Math.max(watch.lookedAt, until - maxLateMs), to: until };
  if (span.to <= span.from) return false;
  const people = await findDatedPeople(
    tx,
    trigger,
    datesToLookFor(trigger, span),
    watch.lookedAfter,
    pageSize,
  );
  const due = people.filter(({ date, zone, ...where }) => {
    const [place] = candidatePlaces({ ...where, zone });
    return momentOfDate(trigger, date, place?.zone ?? timezone, span) !== null;
  });
  await enqueueReactions(
    tx,
    due.map(({ id, date }) => ({
      ...{ personId: id, type: triggerMetType, causedBy: id, met: { of: "date" as const, key, date } },
    })),
  );
  const hasMore = people.length === pageSize;
  await saveWatch(tx, {
    ...watch,
    ...(hasMore
      ? { lookingUntil: until, lookedAfter: people.at(-1)?.id ?? null }
      : { lookedAt: until, lookingUntil: null, lookedAfter: null, tookMs: tookMs() }),
  });
  return hasMore;
};

/** Fires for everybody whose date came since the last look. The first look only notes from when on. */
export const lookAtDates = async (
  trigger: DateTrigger,
  before: StoredWatch,
  context: LookContext,
): Promise<void> => {
  const { write, now } = context;
  if (before.seededAt === null) {
    const fresh = { ...before, seededAt: now, lookedAt: now, lookingUntil: null, lookedAfter: null };
    await write(system, ({ tx }) => saveWatch(tx, fresh));
    return;
  }
  const begun = performance.now();
  const tookMs = () => Math.round(performance.now() - begun);
  let hasMore: boolean;
  do hasMore = await write(system, ({ tx }) => lookAtPage(tx, trigger, context, tookMs));
  while (hasMore);
};
