import { sql } from "drizzle-orm";
import type { Reason } from "#domain/reason.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { currentSpan, printSpan } from "#server/tracing.ts";

export type RunHistory = {
  /** Runs of the last hour, of any rule, by person. */
  recentRuns: Map<string, { ruleId: string; at: number }[]>;
  /** When a rule last fired for a person, by `rule:person`. */
  lastFiredAt: Map<string, number>;
  /** Messages sent since midnight, by person. */
  sentToday: Map<string, number>;
};

export const readRunHistory = async (
  tx: Tx,
  candidates: { ruleId: string; personId: string }[],
  midnight: Date,
): Promise<RunHistory> => {
  const people = [...new Set(candidates.map(({ personId }) => personId))];
  const [{ rows: recent }, { rows: last }, { rows: sent }] = await inOneRoundTrip([
    tx.execute<{ personId: string; ruleId: string; at: number }>(sql`
    SELECT person_id AS "personId", rule_id AS "ruleId", (extract(epoch FROM created_at) * 1000)::float8 AS at
      FROM rule_runs WHERE person_id = ANY(${sql.param(people)}::uuid[]) AND fired
       AND created_at > now() - interval '1 hour'`),
    tx.execute<{ key: string; at: number }>(sql`
    SELECT rule_id || ':' || person_id AS key, (extract(epoch FROM max(created_at)) * 1000)::float8 AS at
      FROM rule_runs JOIN jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) AS row ("ruleId" uuid, "personId" uuid)
        ON rule_id = row."ruleId" AND person_id = row."personId" WHERE fired GROUP BY 1`),
    tx.execute<{ id: string; count: number }>(sql`
    SELECT person_id AS id, count(*)::int AS count FROM actions
     WHERE person_id = ANY(${sql.param(people)}::uuid[]) AND executed_at >= ${midnight.toISOString()}
       AND status IN ('dispatching', 'sent', 'delivered', 'read', 'unknown')
       AND simulation IS DISTINCT FROM 'test' GROUP BY 1`),
  ]);
  return {
    recentRuns: Map.groupBy(recent, ({ personId }) => personId),
    lastFiredAt: new Map(last.map(({ key, at }) => [key, at])),
    sentToday: new Map(sent.map(({ id, count }) => [id, count])),
  };
};

export type NewRun = {
  id: string;
  ruleId: string;
  version: number;
  personId: string;
  fired: boolean;
  why: Reason[];
  causedBy: string | null;
};

export type NewAction = {
  id: string;
  personId: string;
  ruleId: string | null;
  ruleRunId: string | null;
  /** The step of a sequence whose message it is. */
  stepId?: string | null;
  type: string;
  config: Record<string, unknown>;
  notBefore: string;
  causedBy: string | null;
  /** The user who wrote it or asked for it; none for a machine's. */
  sentBy?: string | null;
};

export const insertRuns = async (tx: Tx, runs: NewRun[]): Promise<void> => {
  if (runs.length === 0) return;
  const inserted = tx.execute(sql`
    INSERT INTO rule_runs (id, rule_id, version, person_id, fired, why, caused_by)
    SELECT id, "ruleId", version, "personId", fired, why, "causedBy"
      FROM jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) AS row (
        id uuid, "ruleId" uuid, version int, "personId" uuid, fired boolean, why jsonb, "causedBy" uuid)`);
  const counted = tx.execute(sql`
    UPDATE rules SET execution_count = execution_count + more.count
      FROM (SELECT "ruleId" AS id, count(*)::int AS count
              FROM jsonb_to_recordset(${JSON.stringify(runs.filter(({ fired }) => fired))}::jsonb) AS row ("ruleId" uuid)
             GROUP BY 1 ORDER BY 1) more
     WHERE rules.id = more.id`);
  await inOneRoundTrip([inserted, counted]);
};

/** An action without a cause carries the span of the request or job that made it; a cause is a trace by itself. */
const withSpans = (actions: NewAction[]): NewAction[] => {
  const span = currentSpan();
  if (!span) return actions;
  return actions.map((action) =>
    action.causedBy === null
      ? { ...action, config: { ...action.config, traceparent: printSpan(span) } }
      : action,
  );
};

export const insertActions = async (tx: Tx, actions: NewAction[]): Promise<void> => {
  if (actions.length === 0) return;
  await tx.execute(sql`
    INSERT INTO actions (id, person_id, rule_id, rule_run_id, step_id, type, config, not_before, caused_by, sent_by)
    SELECT id, "personId", "ruleId", "ruleRunId", "stepId", type, config, "notBefore", "causedBy", "sentBy"
      FROM jsonb_to_recordset(${JSON.stringify(withSpans(actions))}::jsonb) AS row (
        id uuid, "personId" uuid, "ruleId" uuid, "ruleRunId" uuid, "stepId" text, type text, config jsonb,
        "notBefore" timestamptz, "causedBy" uuid, "sentBy" uuid)`);
};
