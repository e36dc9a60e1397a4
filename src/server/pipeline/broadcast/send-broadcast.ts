import type { BroadcastActual } from "#contract/broadcasts.ts";
import { findGuardReason, guardFiguresOf } from "#domain/broadcasts/guard.ts";
import { lookMs, planRelease } from "#domain/broadcasts/release.ts";
import { hourMs, minuteMs } from "#domain/compliance/durations.ts";
import type { Reason } from "#domain/reason.ts";
import { newSequenceRun } from "#server/pipeline/react/decide-rules.ts";
import { findCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { endRunsOfRule } from "#server/store/automation/end-runs.ts";
import { insertRuns, type NewRun } from "#server/store/automation/rule-runs.ts";
import { insertSequenceRuns } from "#server/store/automation/sequence-runs.ts";
import { hasOpenRuns, readBroadcastFigures } from "#server/store/broadcasts/broadcast-figures.ts";
import { findBegun, readNextPeople } from "#server/store/broadcasts/broadcast-people.ts";
import {
  type StoredBroadcast,
  setRuleEnabled,
  updateBroadcast,
} from "#server/store/broadcasts/broadcasts.ts";
import { lockPeople } from "#server/store/people/stored-people.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";

const endedAtOnce = 500;
/** Figures are read at most so often, and cost at most a twentieth of the time. */
const figuresEveryMs = 2000;
const figuresShare = 20;
/** Answers and opt-outs come in for some days after the end. */
const followMs = 7 * 24 * hourMs;
const followEveryMs = 5 * minuteMs;

/** The rule of the broadcast is switched on, and the first people begin with the next look. */
export const beginBroadcast = async (
  { tx, clock, touch }: WriteContext,
  { id }: StoredBroadcast,
): Promise<void> => {
  const now = clock.now();
  await setRuleEnabled(tx, id, true);
  await updateBroadcast(tx, id, { state: "sending", startedAt: now, pacedUntil: now, dueAt: now });
  touch("broadcasts", "rules");
};

/** Pauses what the guard finds too bad to go on, and tells it. */
const pauseByGuard = async (
  { tx, touch, audit }: WriteContext,
  { id, definition }: StoredBroadcast,
  reason: Reason,
): Promise<void> => {
  await setRuleEnabled(tx, id, false);
  await updateBroadcast(tx, id, { state: "paused", why: [reason], dueAt: null });
  await addNotifications(tx, [
    { kind: "broadcast_paused", params: { name: definition.name }, link: `/campaigns/${id}` },
  ]);
  audit({
    eventType: "data_change",
    entityType: "broadcast",
    entityId: id,
    details: { kind: "broadcast_changed", change: "paused_by_guard", name: definition.name },
    metadata: { reason },
  });
  touch("broadcasts", "rules", "notifications");
};

type Figures = { actual: BroadcastActual | null; figuresAt: number };

/** The figures, read anew when it is time. */
const readFigures = async (
  { tx, clock }: WriteContext,
  { id, checkNumber, begunTo, actual, figuresAt }: StoredBroadcast,
): Promise<Figures> => {
  const now = clock.now();
  if (actual !== null && figuresAt !== null && now < figuresAt) return { actual, figuresAt };
  const startedAt = performance.now();
  const read = await readBroadcastFigures(tx, { id, checkNumber, begunTo });
  const tookMs = performance.now() - startedAt;
  return { actual: read, figuresAt: now + Math.max(figuresEveryMs, tookMs * figuresShare) };
};

/** The next people get a run of the steps each. */
const beginPeople = async (
  { tx, clock, touch }: WriteContext,
  { id, checkNumber, begunTo, begun, definition }: StoredBroadcast,
  count: number,
): Promise<{ begun: number; begunTo: number }> => {
  const rule = await findCompiledRule(tx, id);
  const next = await readNextPeople(tx, { id, checkNumber, begunTo }, count);
  const sequence = rule?.compiled.sequence;
  if (!rule || !sequence) throw new Error("A broadcast has no steps");
  const ids = next.map(({ personId }) => personId);
  const present = new Set((await lockPeople(tx, { ids, addresses: [], field: null })).map((one) => one.id));
  const had = await findBegun(tx, id, ids);
  const runs: NewRun[] = [];
  for (const { personId, runId } of next) {
    // Two of them may have been merged since the check.
    if (!present.has(personId) || had.has(personId)) continue;
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
    runs.map((run) => newSequenceRun(sequence, run, "broadcast", now, now)),
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
  return { begun: begun + next.length, begunTo: next.at(-1)?.place ?? Number.MAX_SAFE_INTEGER };
};

/** Lets people begin as the guard and the pace allow, until all have ended. */
export const continueSending = async (
  writing: WriteContext,
  broadcast: StoredBroadcast,
): Promise<boolean> => {
  const { tx, clock, touch } = writing;
  const { id, definition, counted } = broadcast;
  const now = clock.now();
  const { actual, figuresAt } = await readFigures(writing, broadcast);
  const figures = { ...(actual ? { actual } : {}), figuresAt };
  touch("broadcasts");
  const reason =
    definition.guard && actual ? findGuardReason(guardFiguresOf(actual), broadcast.accepted) : null;
  if (reason) {
    await updateBroadcast(tx, id, figures);
    await pauseByGuard(writing, broadcast, reason);
    return false;
  }
  const release = planRelease(
    {
      people: (counted?.send ?? 0) + (counted?.wait ?? 0),
      begun: broadcast.begun,
      hasGuard: definition.guard,
      lookedFrom: broadcast.lookedFrom,
      perMinute: definition.perMinute,
      pacedUntil: broadcast.pacedUntil ?? now,
    },
    now,
  );
  switch (release.kind) {
    case "begin": {
      const begun = await beginPeople(writing, broadcast, release.count);
      await updateBroadcast(tx, id, {
        ...{ ...figures, ...begun, pacedUntil: release.pacedUntil, dueAt: now },
        ...(release.completesFirstPart
          ? { lookedFrom: now, why: [{ code: "broadcast_looking", until: now + lookMs }] }
          : { why: [] }),
      });
      return true;
    }
    case "wait":
      await updateBroadcast(tx, id, { ...figures, dueAt: Math.min(release.until, figuresAt) });
      return false;
    case "complete": {
      const isDone = !(await hasOpenRuns(tx, id));
      await updateBroadcast(tx, id, {
        ...{ ...figures, why: [], dueAt: isDone ? now : figuresAt },
        // The last figures may be of before the end.
        ...(isDone ? { state: "done", doneAt: now, figuresAt: now } : {}),
      });
      return false;
    }
  }
};

/** Ends the runs of a cancelled broadcast, and takes back what has not left. */
export const endAll = async (writing: WriteContext, broadcast: StoredBroadcast): Promise<boolean> => {
  const { tx, touch } = writing;
  const ended = await endRunsOfRule(tx, broadcast.id, endedAtOnce, { code: "broadcast_cancelled" });
  touch("broadcasts", "rule-runs", "actions");
  return ended === endedAtOnce || followBroadcast(writing, broadcast);
};

/** Figures of a broadcast that goes on no more: its answers and opt-outs still come in. */
export const followBroadcast = async (
  { tx, clock, touch }: WriteContext,
  { id, checkNumber, begunTo, doneAt }: StoredBroadcast,
): Promise<boolean> => {
  const now = clock.now();
  const actual = await readBroadcastFigures(tx, { id, checkNumber, begunTo });
  const isOver = doneAt === null || now > doneAt + followMs;
  await updateBroadcast(tx, id, { actual, dueAt: isOver ? null : now + followEveryMs });
  touch("broadcasts");
  return false;
};
