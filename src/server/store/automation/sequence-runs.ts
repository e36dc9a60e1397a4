import { type SQL, sql } from "drizzle-orm";
import type { Channel } from "#domain/channels/channel.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { Reason } from "#domain/reason.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import type { StepAnswer } from "#domain/rules/step-parts.ts";
import type { RunGoal } from "#domain/sequences/goal.ts";
import type { Run, RunEntry, StepResult } from "#domain/sequences/run-state.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { endedEvents, eventColumns, startedEvents } from "#server/store/webhooks/work-events.ts";
import { endedReactions } from "./ended-reactions.ts";

const epochMs = (column: string): SQL => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);
const ids = (values: readonly string[]): SQL => sql`${sql.param([...values])}::uuid[]`;
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export type StoredRun = Run & {
  ruleId: string;
  personId: string;
  entry: RunEntry;
  /** What set the rule off; its fields fill the messages. */
  causedBy: string | null;
};

export type NewSequenceRun = {
  id: string;
  ruleId: string;
  personId: string;
  entry: RunEntry;
  stepId: string | null;
  startedAt: number;
  dueAt: number;
  /** Of a run that begins behind questions. */
  answers?: Run["answers"];
  goal: RunGoal;
};

/** A run that is kept aside has ended when it is stored, before its first step. */
const heldOut = { state: "ended", stepId: null, dueAt: null, why: [{ code: "run_held_out" }] };

export const insertSequenceRuns = async (tx: Tx, runs: readonly NewSequenceRun[]): Promise<void> => {
  if (runs.length === 0) return;
  const rows = runs.map(({ goal: { goal, goalUntil, draw }, startedAt, dueAt, ...run }) => ({
    ...{ state: "waiting", why: [], ...run, startedAt: iso(startedAt), dueAt: iso(dueAt), since: iso(dueAt) },
    ...{ goal, goalUntil: iso(goalUntil), draw },
    ...(draw === "held_out" ? { ...heldOut, endedAt: iso(startedAt) } : {}),
  }));
  await tx.execute(sql`
    WITH added AS (
    INSERT INTO sequence_runs AS r (id, rule_id, person_id, entry, state, step_id, started_at, since, due_at, answers,
           why, ended_at, goal, goal_until, draw)
    SELECT id, "ruleId", "personId", entry, state, "stepId", "startedAt", since, "dueAt", coalesce(answers, '{}'),
           why, "endedAt", goal, "goalUntil", draw
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
        id uuid, "ruleId" uuid, "personId" uuid, entry text, state text, "stepId" text, "startedAt" timestamptz,
        since timestamptz, "dueAt" timestamptz, answers jsonb, why jsonb, "endedAt" timestamptz, goal text,
        "goalUntil" timestamptz, draw text)
    RETURNING ${eventColumns("r")})
    ${startedEvents(sql`added`)}`);
};

/** The people who are in one of these rules at the moment, as `rule:person`. */
export const findActiveRuns = async (
  db: Reader,
  candidates: readonly { ruleId: string; personId: string }[],
): Promise<Set<string>> => {
  if (candidates.length === 0) return new Set();
  const { rows } = await db.execute<{ key: string }>(sql`
    SELECT r.rule_id || ':' || r.person_id AS key
      FROM sequence_runs r
      JOIN (SELECT DISTINCT "ruleId", "personId"
              FROM jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) AS row ("ruleId" uuid, "personId" uuid)) asked
        ON r.rule_id = asked."ruleId" AND r.person_id = asked."personId"
     WHERE r.state <> 'ended'`);
  return new Set(rows.map(({ key }) => key));
};

const runColumns = sql`r.id, r.rule_id AS "ruleId", r.person_id AS "personId", r.entry, r.state, r.step_id AS "stepId",
  ${epochMs("r.started_at")} AS "startedAt", ${epochMs("r.since")} AS since,
  ${epochMs("r.opens_at")} AS "opensAt", ${epochMs("r.paused_at")} AS "pausedAt",
  (extract(epoch FROM greatest(r.resumed_at, (SELECT switched.resumed_at FROM rules switched WHERE switched.id = r.rule_id)))
    * 1000)::float8 AS "resumedAt", ${epochMs("r.good_until")} AS "goodUntil", r.answers,
  r.happened, r.labels, r.outcome,
  fired.caused_by AS "causedBy", ARRAY(SELECT step_id FROM sequence_steps s WHERE s.run_id = r.id) AS done`;

/** With the time of the database, which decided that it is due. */
type ClaimedRun = StoredRun & { claimedAt: number };

/** Which runs are taken: those of these rules that are due, or one by its id. */
export type RunSelection = { ruleIds: readonly string[]; limit: number } | { id: string };

const dueRuns = (selection: RunSelection): SQL =>
  "id" in selection
    ? sql`SELECT id, person_id FROM sequence_runs
           WHERE id = ${selection.id} AND state <> 'ended' AND due_at <= now()`
    : sql`SELECT due.id, due.person_id FROM unnest(${ids(selection.ruleIds)}) AS rule (id)
           CROSS JOIN LATERAL (
             SELECT id, person_id, due_at FROM sequence_runs
              WHERE rule_id = rule.id AND state <> 'ended' AND due_at IS NOT NULL AND due_at <= now()
              ORDER BY due_at LIMIT ${selection.limit}) due
           ORDER BY due.due_at LIMIT ${selection.limit}`;

/**
 * Locks due runs after their people, in the order in which other changes lock both, and reads them. People whom another
 * transaction changes are left for the next time.
 */
export const claimRuns = async (tx: Tx, selection: RunSelection): Promise<ClaimedRun[]> => {
  const { rows: due } = await tx.execute<{ id: string; personId: string }>(
    sql`SELECT due.id, due.person_id AS "personId" FROM (${dueRuns(selection)}) due`,
  );
  if (due.length === 0) return [];
  const people = [...new Set(due.map(({ personId }) => personId))];
  const { rows: locked } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM people WHERE id = ANY(${ids(people)}) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`);
  const present = new Set(locked.map(({ id }) => id));
  const taken = due.filter(({ personId }) => present.has(personId)).map(({ id }) => id);
  if (taken.length === 0) return [];
  const { rows } = await tx.execute<ClaimedRun>(sql`
    SELECT ${runColumns}, ${epochMs("now()")} AS "claimedAt"
      FROM sequence_runs r JOIN rule_runs fired ON fired.id = r.id
     WHERE r.id = ANY(${ids(taken)}) AND r.state <> 'ended' AND r.due_at <= now()
     ORDER BY r.id FOR UPDATE OF r SKIP LOCKED`);
  return rows;
};

/** The due runs of a selection that a batch would take, without locks. */
export const listDueRuns = async (db: Reader, selection: RunSelection): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`SELECT due.id FROM (${dueRuns(selection)}) due`);
  return rows.map(({ id }) => id);
};

/** Cheap, because it is asked far more often than something is due. */
export const hasDueRuns = async (db: Reader, ruleIds: readonly string[]): Promise<boolean> =>
  ruleIds.length > 0 && (await listDueRuns(db, { ruleIds, limit: 1 })).length > 0;

/** What the decisions of runs need of their people. Times are milliseconds since 1970. */
export type RunPerson = {
  id: string;
  phone: string | null;
  zip: string | null;
  region: string | null;
  timezone: string | null;
  convertedAt: number | null;
  doNotContact: boolean;
  answeredAt: number | null;
  colleagueWroteAt: number | null;
  scores: Scores | null;
  preferredChannel: Channel | null;
  fields: Record<string, unknown>;
  ownerId: string | null;
  addresses: { value: string }[];
};

/** A call that the person picked up counts as an answer; a voicemail box or a machine does not. */
const pickedUpAt = sql`(SELECT max(c.answered_at) FROM calls c WHERE c.person_id = p.id AND c.status = 'completed'
  AND coalesce(c.end_reason, '') NOT IN ('voicemail', 'machine', 'wrong_number'))`;

export const readRunPeople = async (
  db: Reader,
  personIds: readonly string[],
): Promise<Map<string, RunPerson>> => {
  const { rows } = await db.execute<RunPerson>(sql`
    SELECT p.id, p.phone, p.zip, p.region, p.timezone, p.fields, ${epochMs("p.converted_at")} AS "convertedAt",
           coalesce(p.consents -> 'dnc' = 'true', false) AS "doNotContact",
           (extract(epoch FROM greatest(t.last_inbound_at, ${pickedUpAt})) * 1000)::float8 AS "answeredAt",
           ${epochMs("t.last_human_at")} AS "colleagueWroteAt", coalesce(t.owner_id, p.assigned_agent_id) AS "ownerId",
           CASE WHEN a.intent_score IS NOT NULL THEN jsonb_build_object('intent', a.intent_score,
             'propensity', a.propensity_to_buy, 'churn', a.churn_risk) END AS scores,
           a.preferred_channel AS "preferredChannel",
           coalesce((SELECT jsonb_agg(jsonb_build_object('value', value)) FROM person_addresses
                      WHERE person_id = p.id), '[]') AS addresses
      FROM people p LEFT JOIN threads t ON t.person_id = p.id LEFT JOIN ai_profiles a ON a.person_id = p.id
     WHERE p.id = ANY(${ids(personIds)})`);
  return new Map(rows.map((row) => [row.id, row]));
};

export type RunAction = { status: ActionStatus; leftAt: number | null; reasons: Reason[] };

/** The messages of the steps at which runs are at work. */
export const readRunActions = async (
  db: Reader,
  runs: readonly Pick<StoredRun, "id" | "stepId">[],
): Promise<Map<string, RunAction>> => {
  if (runs.length === 0) return new Map();
  const { rows } = await db.execute<RunAction & { runId: string }>(sql`
    SELECT a.rule_run_id AS "runId", a.status, ${epochMs("a.executed_at")} AS "leftAt",
           coalesce(a.reasons, '[]') AS reasons
      FROM jsonb_to_recordset(${JSON.stringify(runs.map(({ id, stepId }) => ({ id, stepId })))}::jsonb)
           AS row (id uuid, "stepId" text)
      JOIN actions a ON a.rule_run_id = row.id AND a.step_id = row."stepId"`);
  return new Map(rows.map(({ runId, ...action }) => [runId, action]));
};

/** A run as decisions left it. */
export type SavedRun = Run & { dueAt: number | null; why: readonly Reason[]; endedAt: number | null };

export const saveRuns = async (tx: Tx, runs: readonly SavedRun[]): Promise<void> => {
  if (runs.length === 0) return;
  const rows = runs.map(
    ({ id, state, stepId, since, opensAt, dueAt, goodUntil, answers, labels, outcome, why, endedAt }) => ({
      ...{ id, state, stepId, answers, labels, outcome, why },
      since: iso(since),
      opensAt: iso(opensAt),
      dueAt: iso(dueAt),
      goodUntil: iso(goodUntil),
      endedAt: iso(endedAt),
    }),
  );
  await tx.execute(sql`
    WITH saved AS (UPDATE sequence_runs r SET state = row.state, step_id = row."stepId", since = row.since, opens_at = row."opensAt",
           due_at = row."dueAt", good_until = row."goodUntil", answers = row.answers, labels = row.labels, outcome = row.outcome, why = row.why, ended_at = row."endedAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
        id uuid, state text, "stepId" text, since timestamptz, "opensAt" timestamptz, "dueAt" timestamptz,
        "goodUntil" timestamptz, answers jsonb, labels jsonb, outcome jsonb, why jsonb, "endedAt" timestamptz)
     WHERE r.id = row.id RETURNING ${eventColumns("r")}),
    queued AS (${endedReactions(sql`saved`)})
    ${endedEvents(sql`saved`)}`);
};

export type NewStep = {
  runId: string;
  stepId: string;
  ruleId: string;
  position: number;
  version: number;
  result: StepResult;
  answer: StepAnswer | null;
  variant: number | null;
  why: readonly Reason[];
  at: number;
};

export const insertSteps = async (tx: Tx, steps: readonly NewStep[]): Promise<void> => {
  if (steps.length === 0) return;
  await tx.execute(sql`
    INSERT INTO sequence_steps (run_id, step_id, rule_id, position, version, result, answer, variant, why, at)
    SELECT "runId", "stepId", "ruleId", position, version, result, answer, variant, why, at
      FROM jsonb_to_recordset(${JSON.stringify(steps.map((step) => ({ ...step, at: iso(step.at) })))}::jsonb) AS row (
        "runId" uuid, "stepId" text, "ruleId" uuid, position int, version int, result text, answer text,
        variant int, why jsonb, at timestamptz)`);
};

/** Something happened to these people that may end or move their runs. */
export const wakeRuns = async (tx: Tx, personIds: readonly string[]): Promise<void> => {
  if (personIds.length === 0) return;
  await tx.execute(sql`
    UPDATE sequence_runs SET due_at = now()
     WHERE id IN (SELECT id FROM sequence_runs WHERE person_id = ANY(${ids(personIds)}) AND state <> 'ended'
                   ORDER BY id FOR UPDATE)`);
};

/** Dates of these people may have changed: waits around a date are decided anew. */
export const restartDateWaits = async (tx: Tx, personIds: readonly string[]): Promise<void> => {
  if (personIds.length === 0) return;
  await tx.execute(sql`
    UPDATE sequence_runs SET opens_at = NULL, due_at = CASE WHEN due_at IS NOT NULL THEN now() END
     WHERE id IN (SELECT r.id FROM sequence_runs r JOIN rules ON rules.id = r.rule_id
                   WHERE r.person_id = ANY(${ids(personIds)}) AND r.state = 'waiting'
                     AND jsonb_path_exists(rules.actions, '$[*].wait.around')
                   ORDER BY r.id FOR UPDATE OF r)`);
};

export type WaitingRun = {
  id: string;
  opensAt: number | null;
  phone: string | null;
  zip: string | null;
  region: string | null;
  zone: string | null;
};

/** Runs of these people that wait for their next step, locked, with where the people are. */
export const readWaitingRuns = async (tx: Tx, personIds: readonly string[]): Promise<WaitingRun[]> => {
  if (personIds.length === 0) return [];
  const { rows } = await tx.execute<WaitingRun>(sql`
    SELECT r.id, ${epochMs("r.opens_at")} AS "opensAt", p.phone, p.zip, p.region, p.timezone AS zone
      FROM sequence_runs r JOIN people p ON p.id = r.person_id
     WHERE r.person_id = ANY(${ids(personIds)}) AND r.state = 'waiting' ORDER BY r.id FOR UPDATE OF r`);
  return rows;
};

/** The next steps of these runs come no sooner. */
export const delayRuns = async (tx: Tx, delays: readonly { id: string; until: number }[]): Promise<void> => {
  if (delays.length === 0) return;
  const rows = delays.map(({ id, until }) => ({ id, until: iso(until) }));
  await tx.execute(sql`
    UPDATE sequence_runs r SET opens_at = row.until, due_at = CASE WHEN r.due_at IS NOT NULL THEN now() END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, until timestamptz)
     WHERE r.id = row.id`);
};

/** The steps for which these runs wait come at this time. */
export const setWaits = async (tx: Tx, runIds: readonly string[], until: number): Promise<void> => {
  await tx.execute(sql`
    UPDATE sequence_runs SET opens_at = ${iso(until)}, due_at = ${iso(until)},
           why = jsonb_build_array(jsonb_build_object('code', 'run_waits', 'until', ${until}::float8))
     WHERE id = ANY(${ids(runIds)}) AND state = 'waiting'`);
};

/** What a sender must know of the runs whose messages are due. */
export type RunOfAction = {
  state: Run["state"];
  /** The step at work. */
  stepId: string | null;
  isPaused: boolean;
  isDue: boolean;
  isRuleOn: boolean;
  isBroadcast: boolean;
  /** Why it waits or ended. */
  why: Reason[];
};

export const readRunsOfActions = async (
  db: Reader,
  runIds: readonly string[],
): Promise<Map<string, RunOfAction>> => {
  if (runIds.length === 0) return new Map();
  const { rows } = await db.execute<RunOfAction & { id: string }>(sql`
    SELECT r.id, r.state, r.step_id AS "stepId", r.why, r.paused_at IS NOT NULL AS "isPaused",
           coalesce(r.due_at <= now(), false) AS "isDue", coalesce(rules.enabled, false) AS "isRuleOn",
           coalesce(rules.is_broadcast, false) AS "isBroadcast"
      FROM sequence_runs r LEFT JOIN rules ON rules.id = r.rule_id WHERE r.id = ANY(${ids(runIds)})`);
  return new Map(rows.map(({ id, ...run }) => [id, run]));
};

/**
 * Messages of these runs go through the gate again. Those that a sender decides about at this moment are waited for: it
 * may hold them for what has just ended.
 */
export const wakeRunActions = async (tx: Tx, where: SQL): Promise<void> => {
  const waiting = sql`a.status IN ('pending', 'held') AND a.step_id IS NOT NULL AND r.state = 'acting' AND (${where})`;
  await tx.execute(sql`
    SELECT FROM actions a JOIN sequence_runs r ON r.id = a.rule_run_id WHERE ${waiting} ORDER BY a.id FOR UPDATE OF a`);
  await tx.execute(sql`
    UPDATE actions SET not_before = now()
     WHERE id IN (SELECT a.id FROM actions a JOIN sequence_runs r ON r.id = a.rule_run_id
                   WHERE ${waiting} AND a.status = 'held')`);
};

/** Runs that a user changes, locked after their people. */
export const lockRuns = async (
  tx: Tx,
  runIds: readonly string[],
): Promise<(StoredRun & { rule: string })[]> => {
  await tx.execute(sql`
    SELECT FROM people WHERE id IN (SELECT person_id FROM sequence_runs WHERE id = ANY(${ids(runIds)}))
     ORDER BY id FOR NO KEY UPDATE`);
  const { rows } = await tx.execute<StoredRun & { rule: string }>(sql`
    SELECT ${runColumns}, coalesce(rules.name, '') AS rule
      FROM sequence_runs r JOIN rule_runs fired ON fired.id = r.id LEFT JOIN rules ON rules.id = r.rule_id
     WHERE r.id = ANY(${ids(runIds)}) ORDER BY r.id FOR UPDATE OF r`);
  return rows;
};

export const pauseRuns = async (tx: Tx, runIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    UPDATE sequence_runs SET paused_at = now(), due_at = NULL, why = '[{"code": "run_paused"}]'
     WHERE id = ANY(${ids(runIds)}) AND state <> 'ended' AND paused_at IS NULL`);
};

/** Their messages go through the gate again, and what a pause delayed is not too late. */
export const resumeRuns = async (tx: Tx, runIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    UPDATE sequence_runs SET paused_at = NULL, resumed_at = now(), due_at = now()
     WHERE id = ANY(${ids(runIds)}) AND state <> 'ended' AND paused_at IS NOT NULL`);
  await wakeRunActions(tx, sql`r.id = ANY(${ids(runIds)})`);
};
