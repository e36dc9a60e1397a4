import { silentTypes, timePassedType } from "#domain/scoring/behaviours.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";
import { eventGoalKey } from "#domain/sequences/goal.ts";
import { system } from "#server/audit/entry.ts";
import type { Clock } from "#server/clock.ts";
import type { Tx } from "#server/db/database.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { describeError } from "#server/error-text.ts";
import type { Log } from "#server/log.ts";

import { type BatchResult, emptyBatch } from "#server/pipeline/queue-worker.ts";
import type { StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { type Reaction, splitReactions, takeReactions } from "#server/store/automation/reaction-queue.ts";
import { reachEventGoals } from "#server/store/automation/run-goals.ts";
import {
  type AskingRule,
  type NewHappening,
  noteHappenings,
} from "#server/store/automation/run-happenings.ts";
import type { AudienceReferences } from "#server/store/people/audience-context.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import type { WorkspaceDay } from "#server/store/workspace/day.ts";
import type { Write } from "#server/store/write.ts";
import { type Tracing, traceEach } from "#server/tracing.ts";
import { type DecidedRules, decideRules, segmentsAskedBy } from "./decide-rules.ts";
import { updateScores } from "./update-scores.ts";

export type ReactContext = {
  write: Write;
  clock: Clock;
  log: Log;
  rules: () => Promise<readonly StoredCompiledRule[]>;
  askingRules: () => Promise<readonly AskingRule[]>;
  /** What the audiences of segments refer to; asked for only where a rule has a segment. */
  audienceReferences: () => Promise<AudienceReferences>;
  scorer: () => Promise<Scorer>;
  day: (now: number) => Promise<WorkspaceDay>;
  tracing: Tracing;
};

/** Rows of the queue per batch. Each holds up to a batch of the recorder, and several for one person are summed up. */
const maxRows = 4;

/** Takes a batch of reactions: moves the scores of their people, then fires the rules that these set off. */
export const reactNext = async (context: ReactContext): Promise<BatchResult> => {
  try {
    return await reactBatch({ maxRows }, context);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return reactApart(context);
  }
};

/** Reacts one by one after a batch failed; a reaction that fails alone is set aside, so that it blocks no others. */
const reactApart = async (context: ReactContext): Promise<BatchResult> => {
  const ids = await context.write(system, ({ tx }) => splitReactions(tx, maxRows));
  for (const id of ids) {
    try {
      await reactBatch({ id }, context);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      await setAside(id, error, context);
    }
  }
  return { done: ids.length, hasMore: true };
};

const setAside = async (id: string, error: unknown, { write, log }: ReactContext): Promise<void> => {
  log.warn({ error, reactionId: id }, "a reaction failed and was set aside");
  await write(system, async ({ tx, audit }) => {
    const { reactions } = await takeReactions(tx, { id });
    for (const { causedBy, personId, type } of reactions)
      audit({
        eventType: "failed_action",
        entityType: "event",
        entityId: causedBy,
        details: { kind: "reaction_failed" },
        metadata: { personId, type, detail: describeError(error).slice(0, 500) },
        status: "failure",
      });
  });
};

const reactBatch = async (
  selection: { maxRows: number } | { id: string },
  { write, clock, rules, askingRules, audienceReferences, scorer, day, tracing }: ReactContext,
): Promise<BatchResult> => {
  const startedAt = Date.now();
  let reacted: readonly Reaction[] = [];
  // Before the transaction, which must not wait for a second connection.
  const enabled = await rules();
  const asking = await askingRules();
  const hasSegments = enabled.some((rule) => segmentsAskedBy(rule).length > 0);
  const references = hasSegments ? await audienceReferences() : undefined;
  const currentScorer = await scorer();
  const today = await day(clock.now());
  const result = await write(system, async ({ tx, touch, asyncCommit }) => {
    const { reactions, hasMore } = await takeReactions(tx, selection);
    reacted = reactions;
    if (reactions.length === 0) return emptyBatch;
    const [{ timeline, actions, goals }] = await inOneRoundTrip([
      react(tx, reactions, { rules: enabled, asking, references, scorer: currentScorer, today }, clock.now()),
      asyncCommit(),
    ]);
    await addToTimeline(tx, timeline);
    touch("people");
    if (actions > 0) touch("actions", "rule-runs");
    else if (goals > 0) touch("rule-runs");
    return { done: reactions.length, hasMore };
  });
  traceEach(tracing, "react", startedAt, reacted.flatMap(eventOf));
  return result;
};

/** The event that a reaction belongs to; none where only time has passed or a trigger was looked at. */
const eventOf = ({ causedBy, type, met }: Reaction): string[] =>
  met !== undefined || type === timePassedType ? [] : [causedBy];

/** Events that have a type, which runs may wait for or stop at. */
const eventHappenings = (reactions: readonly Reaction[]): NewHappening[] =>
  reactions.flatMap(({ personId, type, at }) =>
    type === null || silentTypes.includes(type) ? [] : [{ personId, key: eventGoalKey(type), at }],
  );

const react = async (
  tx: Tx,
  reactions: Reaction[],
  {
    rules,
    asking,
    references,
    scorer,
    today,
  }: {
    rules: readonly StoredCompiledRule[];
    asking: readonly AskingRule[];
    references: AudienceReferences | undefined;
    scorer: Scorer;
    today: WorkspaceDay;
  },
  now: number,
): Promise<DecidedRules & { goals: number }> => {
  // Goals come before the rules, so that the event that starts a run does not reach its goal.
  const [{ moves, save }, goals, woken] = await inOneRoundTrip([
    updateScores(tx, reactions, scorer, now),
    reachEventGoals(tx, reactions),
    noteHappenings(tx, asking, eventHappenings(reactions)),
  ]);
  const [decided] = await inOneRoundTrip([decideRules(tx, moves, rules, today, references, now), save()]);
  return { ...decided, goals: goals + woken };
};
