import { sql } from "drizzle-orm";
import type { BroadcastActual } from "#contract/broadcasts.ts";
import { findGuardReason, judgedMessages } from "#domain/broadcasts/guard.ts";
import { paceOf } from "#domain/broadcasts/pace.ts";
import { firstPartOf, lookMs, planRelease } from "#domain/broadcasts/release.ts";
import { hourMs, minuteMs } from "#domain/compliance/durations.ts";
import type { Reason } from "#domain/reason.ts";
import { noGoal } from "#domain/sequences/goal.ts";
import { newSequenceRun } from "#server/pipeline/react/decide-rules.ts";
import { findCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { endRunsOfRule } from "#server/store/automation/end-runs.ts";
import { insertRuns, type NewRun } from "#server/store/automation/rule-runs.ts";
import { insertSequenceRuns } from "#server/store/automation/sequence-runs.ts";
import { comparedMs, countBacklog, hasOpenRuns } from "#server/store/broadcasts/broadcast-figures.ts";
import {
  findBegun,
  readNextPeople,
  stopRepeatedAddresses,
} from "#server/store/broadcasts/broadcast-people.ts";
import {
  type StoredBroadcast,
  setRuleEnabled,
  updateBroadcast,
  wakePausedMessages,
} from "#server/store/broadcasts/broadcasts.ts";
import { haveWordsChanged } from "#server/store/delivery/templates.ts";
import { lockPeople } from "#server/store/people/stored-people.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";

const endedAtOnce = 500;
const wokenAtOnce = 1000;
/** So many messages of a broadcast wait for the senders at most: those of others must not wait behind all of it. */
const maxBacklog = 1500;
/** Figures are read at most so often. */
export const figuresEveryMs = 2000;
const latestBeginMs = 24 * hourMs;
const longestFirstPartMs = 24 * hourMs;
/** Answers and opt-outs come in for some days after the end. */
const followMs = 7 * 24 * hourMs;
const followEveryMs = 5 * minuteMs;

/** What became of the messages as of the last look, and when to look again. */
export type Figures = {
  actual: BroadcastActual | null;
  figuresAt: number;
  /** Read after the last run had ended. */
  isFinal: boolean;
};

/** The rule of the broadcast is switched on, and the first people begin with the next look. */
export const beginBroadcast = async (
  writing: WriteContext,
  { id, definition, counted, checkedAt }: StoredBroadcast,
): Promise<void> => {
  const { tx, clock, touch } = writing;
  const now = clock.now();
  const pause = async (code: "broadcast_late" | "broadcast_words_changed"): Promise<void> => {
    await updateBroadcast(tx, id, { ...started, state: "paused", why: [{ code }] });
    await notifyOfPause(writing, { id, definition });
  };
  const perMinute = paceOf(definition, (counted?.send ?? 0) + (counted?.wait ?? 0));
  // The first person begins at once, however slow the pace is.
  const pacedUntil = perMinute === null ? now : now - minuteMs / perMinute;
  const started = { startedAt: now, pacedUntil, dueAt: now };
  const at = definition.when.kind === "at" ? Date.parse(definition.when.at) : now;
  // After an outage of days its words may be out of date: a user decides.
  if (now > at + latestBeginMs) return pause("broadcast_late");
  // They are others than those that were checked, and that a second user may have approved.
  if (await haveWordsChanged(tx, definition.actions, checkedAt ?? now))
    return pause("broadcast_words_changed");
  await setRuleEnabled(tx, id, true);
  await updateBroadcast(tx, id, { ...started, state: "sending" });
  touch("broadcasts", "rules");
};

const notifyOfPause = async (
  { tx, touch }: Pick<WriteContext, "tx" | "touch">,
  { id, definition: { name } }: Pick<StoredBroadcast, "id" | "definition">,
): Promise<void> => {
  await addNotifications(tx, [{ kind: "broadcast_paused", params: { name }, link: `/campaigns/${id}` }]);
  touch("broadcasts", "notifications");
};

/** Pauses what the guard finds too bad to go on, and tells it. */
const pauseByGuard = async (
  writing: WriteContext,
  broadcast: StoredBroadcast,
  reason: Reason,
): Promise<void> => {
  const { tx, clock, touch, audit } = writing;
  const { id, definition } = broadcast;
  await setRuleEnabled(tx, id, false);
  await updateBroadcast(tx, id, { state: "paused", why: [reason], dueAt: clock.now() });
  await notifyOfPause(writing, broadcast);
  audit({
    eventType: "data_change",
    entityType: "broadcast",
    entityId: id,
    details: { kind: "broadcast_changed", change: "paused_by_guard", name: definition.name },
    metadata: { reason },
  });
  touch("rules");
};

/** The next people get a run of the steps each. */
const beginPeople = async (
  { tx, clock, touch }: WriteContext,
  { id, checkNumber, begunTo, begun, definition, startedAt }: StoredBroadcast,
  count: number,
): Promise<{ begun: number; begunTo: number; isLast: boolean }> => {
  const rule = await findCompiledRule(tx, id);
  const next = await readNextPeople(tx, { id, checkNumber, begunTo }, count);
  const sequence = rule?.compiled.sequence;
  if (!rule || !sequence) throw new Error("A broadcast has no steps");
  const ids = next.map(({ personId }) => personId);
  // A user who pauses must not wait for what waits for others.
  await tx.execute(sql`SET LOCAL lock_timeout = '500ms'`);
  const present = new Set((await lockPeople(tx, { ids, addresses: [], field: null })).map((one) => one.id));
  const repeated = await stopRepeatedAddresses(
    tx,
    next.map(({ runId }) => runId),
  );
  const had = await findBegun(tx, id, ids);
  const runs: NewRun[] = [];
  for (const { personId, runId } of next) {
    // Two of them may have been merged since the check.
    if (!present.has(personId) || had.has(personId) || repeated.has(runId)) continue;
    had.add(personId);
    runs.push({
      ...{ id: runId, ruleId: id, version: rule.version, personId, fired: true, causedBy: null },
      why: [{ code: "started_by_broadcast", name: definition.name }],
    });
  }
  const now = clock.now();
  await insertRuns(tx, runs);
  await insertSequenceRuns(
    tx,
    // Waits count from the start of the broadcast, so that a local hour does not pass for those who begin later.
    runs.map((run) =>
      newSequenceRun(sequence, run, "broadcast", noGoal, now, Math.min(now, startedAt ?? now)),
    ),
  );
  await addToTimeline(
    tx,
    runs.map(({ id: runId, personId, why }) => ({
      ...{ personId, eventType: "rule_fired", source: rule.name, title: rule.name, description: null },
      metadata: { rule: rule.name, ruleId: id, reasons: why },
      causedBy: runId,
    })),
  );
  touch("rule-runs", "actions", "people");
  return {
    begun: begun + next.length,
    begunTo: next.at(-1)?.place ?? begunTo,
    isLast: next.length < count,
  };
};

/** The people of the first part whose messages left, or will not. */
const settledOf = ({ actual }: Figures): number =>
  actual === null ? 0 : actual.delivered + actual.sent + actual.failed + actual.unknown + actual.notSent;

/** The first part is looked at once half of it is settled: at night it may take until the morning. */
const isFirstPartOut = (people: number, figures: Figures, startedAt: number | null, now: number): boolean =>
  settledOf(figures) * 2 >= firstPartOf(people) || now > (startedAt ?? now) + longestFirstPartMs;

/** Lets people begin as the guard, the pace and the senders allow, until all have ended. */
export const continueSending = async (
  writing: WriteContext,
  broadcast: StoredBroadcast,
  figures: Figures,
): Promise<boolean> => {
  const { tx, clock, touch } = writing;
  const { id, definition, counted, startedAt } = broadcast;
  const now = clock.now();
  const { actual, figuresAt } = figures;
  const read = { ...(actual ? { actual } : {}), figuresAt };
  touch("broadcasts");
  const reason =
    definition.guard && actual ? findGuardReason(judgedMessages(actual), broadcast.accepted) : null;
  if (reason) {
    await updateBroadcast(tx, id, read);
    await pauseByGuard(writing, broadcast, reason);
    return false;
  }
  const hasMoreToWake = (await wakePausedMessages(tx, id, wokenAtOnce)) === wokenAtOnce;
  const people = (counted?.send ?? 0) + (counted?.wait ?? 0);
  const perMinute = paceOf(definition, people);
  const release = planRelease(
    {
      ...{ people, begun: broadcast.begun, lookedFrom: broadcast.lookedFrom },
      hasGuard: definition.guard,
      perMinute,
      pacedUntil: broadcast.pacedUntil ?? now,
    },
    now,
  );
  switch (release.kind) {
    case "begin": {
      const room = Math.max(0, maxBacklog - (await countBacklog(tx, id, maxBacklog)));
      const count = Math.min(release.count, room);
      if (count === 0 && release.count > 0) {
        await updateBroadcast(tx, id, read);
        return hasMoreToWake;
      }
      const begun = count === 0 ? null : await beginPeople(writing, broadcast, count);
      // What found no room is not taken from the pace.
      const unusedMs = perMinute === null ? 0 : ((release.count - count) * minuteMs) / perMinute;
      const isWhole = release.completesFirstPart && count === release.count;
      const looks = isWhole && isFirstPartOut(people, figures, startedAt, now);
      await updateBroadcast(tx, id, {
        ...{ ...read, pacedUntil: release.pacedUntil - unusedMs, dueAt: isWhole && !looks ? figuresAt : now },
        // Fewer people than the check counted are left: some were deleted since.
        ...(begun ? { begunTo: begun.begunTo, begun: begun.isLast ? people : begun.begun } : {}),
        ...(looks
          ? { lookedFrom: now, why: [{ code: "broadcast_looking", until: now + lookMs }] }
          : { why: [] }),
      });
      return hasMoreToWake || !isWhole;
    }
    case "wait":
      await updateBroadcast(tx, id, { ...read, dueAt: Math.min(release.until, figuresAt) });
      return hasMoreToWake;
    case "complete": {
      const isOver = !(await hasOpenRuns(tx, id));
      const isDone = isOver && figures.isFinal;
      if (isDone) await setRuleEnabled(tx, id, false);
      await updateBroadcast(tx, id, {
        ...{ ...read, why: [], dueAt: isOver ? now : figuresAt },
        ...(isDone ? { state: "done", doneAt: now } : {}),
        // These figures may be of before the end: they are read again before it is done.
        ...(isOver && !isDone ? { figuresAt: now } : {}),
      });
      return hasMoreToWake || (isOver && !isDone);
    }
  }
};

/** Ends the runs of a cancelled broadcast, and takes back what has not left. */
export const endAll = async (
  writing: WriteContext,
  broadcast: StoredBroadcast,
  figures: Figures,
): Promise<boolean> => {
  const { tx, touch } = writing;
  const ended = await endRunsOfRule(tx, broadcast.id, endedAtOnce, { code: "broadcast_cancelled" });
  touch("broadcasts", "rule-runs", "actions");
  if (ended === endedAtOnce) return true;
  // The figures were read before these runs ended.
  return followBroadcast(writing, broadcast, ended > 0 ? { ...figures, figuresAt: 0 } : figures);
};

/** Figures of a broadcast that goes on no more: its answers and opt-outs still come in. */
export const followBroadcast = async (
  { tx, clock, touch }: WriteContext,
  { id, state, definition, startedAt, doneAt }: StoredBroadcast,
  { actual, figuresAt }: Figures,
): Promise<boolean> => {
  const now = clock.now();
  const comparedUntil = definition.holdoutPercent > 0 ? (startedAt ?? 0) + comparedMs : 0;
  const isOver = doneAt !== null && now > Math.max(doneAt + followMs, comparedUntil);
  const isFresh = state === "paused" || doneAt === null || now < doneAt + minuteMs;
  const dueAt = isOver ? null : isFresh ? Math.max(now + figuresEveryMs, figuresAt) : now + followEveryMs;
  await updateBroadcast(tx, id, { ...(actual ? { actual } : {}), figuresAt: Math.max(0, figuresAt), dueAt });
  touch("broadcasts");
  return false;
};
