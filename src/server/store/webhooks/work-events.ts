import { type SQL, sql } from "drizzle-orm";
import type { BroadcastState } from "#domain/broadcasts/broadcast.ts";
import type { WebhookEventType } from "#domain/webhooks/event-kinds.ts";
import type { Tx } from "#server/db/database.ts";

/** Written in the statement that starts or ends runs, which are the rows of `changed`; nothing where no subscription asks. */
const sequenceEvents = (type: WebhookEventType, changed: SQL, more: SQL, where: SQL): SQL => sql`
  INSERT INTO webhook_events (type, person_id, data)
  SELECT ${type}, c.person_id, jsonb_build_object('id', c.id, 'ruleId', c.rule_id, 'ruleName', rules.name,
           'personId', c.person_id, 'entry', c.entry, 'startedAt', webhook_time(c.started_at)) || ${more}
    FROM ${changed} c LEFT JOIN rules ON rules.id = c.rule_id
   WHERE webhook_wanted(${type}) AND ${where} ORDER BY c.id`;

/** The columns that a changing statement must return. */
export const eventColumns = (alias: string): SQL =>
  sql.raw(
    ["id", "rule_id", "person_id", "entry", "started_at", "ended_at", "state", "why"]
      .map((name) => `${alias}.${name}`)
      .join(", "),
  );

/** Runs of people who are kept aside end when they are stored, and nothing is told of them. */
export const startedEvents = (changed: SQL): SQL =>
  sequenceEvents("sequence.started", changed, sql`'{}'::jsonb`, sql`c.state <> 'ended'`);

export const endedEvents = (changed: SQL): SQL =>
  sequenceEvents(
    "sequence.ended",
    changed,
    sql`jsonb_build_object('endedAt', webhook_time(c.ended_at), 'reason', coalesce(c.why -> 0 ->> 'code', 'run_ended'), 'reasons', c.why)`,
    sql`c.state = 'ended'`,
  );

type ReachedStep = { runId: string; stepId: string; note: string };

/** The events of webhook steps; whether a subscription asks for them. */
export const addStepEvents = async (tx: Tx, steps: readonly ReachedStep[], at: number): Promise<boolean> => {
  const type: WebhookEventType = "sequence.step";
  const { rows } = await tx.execute<{ wanted: boolean }>(sql`SELECT webhook_wanted(${type}) AS wanted`);
  if (!rows[0]?.wanted) return false;
  const reached = sql`(SELECT r.*, row."stepId" AS reached, row.note
    FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) AS row ("runId" uuid, "stepId" text, note text)
    JOIN sequence_runs r ON r.id = row."runId")`;
  const more = sql`jsonb_build_object('stepId', c.reached, 'note', c.note,
    'at', webhook_time(${new Date(at).toISOString()}::timestamptz))`;
  await tx.execute(sequenceEvents(type, reached, more, sql`true`));
  return true;
};

type BroadcastMove = { state?: BroadcastState; startedAt?: number };

/** The event of a move of a broadcast. */
export const broadcastEventOf = ({ state, startedAt }: BroadcastMove): WebhookEventType | null => {
  switch (state) {
    case "sending":
      return startedAt === undefined ? "broadcast.resumed" : "broadcast.started";
    case "paused":
      return "broadcast.paused";
    case "done":
      return "broadcast.done";
    case "cancelled":
      return "broadcast.cancelled";
    default:
      return null;
  }
};

const figure = (name: string): SQL => sql`coalesce((b.actual ->> ${name}::text)::int, 0)`;

export const addBroadcastEvent = async (tx: Tx, id: string, type: WebhookEventType): Promise<void> => {
  const reasons = type === "broadcast.paused" ? sql`jsonb_build_object('reasons', b.why)` : sql`'{}'::jsonb`;
  await tx.execute(sql`
    INSERT INTO webhook_events (type, data)
    SELECT ${type}, jsonb_build_object('id', b.id, 'name', b.definition ->> 'name', 'purpose', b.definition ->> 'purpose',
             'people', coalesce((b.counted ->> 'send')::int, 0) + coalesce((b.counted ->> 'wait')::int, 0), 'begun', b.begun,
             'sent', ${figure("sent")}, 'delivered', ${figure("delivered")}, 'failed', ${figure("failed")},
             'notSent', ${figure("notSent")}, 'answered', ${figure("answered")}, 'optedOut', ${figure("optedOut")},
             'at', webhook_time(clock_timestamp())) || ${reasons}
      FROM broadcasts b WHERE b.id = ${id} AND webhook_wanted(${type})`);
};
