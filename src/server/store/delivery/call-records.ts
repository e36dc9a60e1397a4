import { sql } from "drizzle-orm";
import type { CallSpeaker } from "#domain/voice/call.ts";
import type { CallAnswer } from "#domain/voice/interpret-call.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";

/** Identifies a call by its action or by the vendor's id. */
export type CallRef = { messenger: string; providerId: string; actionId: string | null };

export type CallUpdate = {
  status?: string;
  durationSeconds?: number;
  recordingUrl?: string;
  account?: string;
  answeredBy?: string;
  transcript?: string;
};

const isCall = ({ messenger, providerId, actionId }: CallRef) =>
  sql`(a.id = ${actionId} OR (a.messenger = ${messenger} AND a.provider_id = ${providerId}))`;

/** Creates the row of a call, whose id is that of its action, with the first report about it; returns the id. */
export const openCall = async (tx: Tx, ref: CallRef): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO calls (id, person_id, type, phone_number, status, provider_call_id, language, metadata, created_at)
    SELECT a.id, a.person_id, CASE a.type WHEN 'voice_agent' THEN 'ai_agent' ELSE 'outbound' END,
           a.config -> 'rendered' ->> 'to', 'ringing', nullif(${ref.providerId}, ''), a.config -> 'rendered' ->> 'language',
           jsonb_build_object('messenger', ${ref.messenger}::text, 'simulated', a.simulation IS NOT NULL),
           coalesce(a.executed_at, now())
      FROM actions a WHERE ${isCall(ref)} AND a.type IN ('call', 'voice_agent') AND a.config -> 'rendered' ->> 'to' IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET status = calls.status,
      provider_call_id = coalesce(calls.provider_call_id, excluded.provider_call_id) RETURNING id`);
  if (rows[0]) return rows[0].id;
  // A call to us has no action.
  const { rows: incoming } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM calls WHERE provider_call_id = ${ref.providerId} AND type = 'inbound'`,
  );
  return incoming[0]?.id;
};

/** The order of call statuses; a late report does not move a call backwards. */
const rank = (status: ReturnType<typeof sql>) =>
  sql`(CASE ${status} WHEN 'ringing' THEN 1 WHEN 'in_progress' THEN 2 ELSE 3 END)`;

/** Reports arrive in any order and some of them twice. Returns whether this one ended the call, and for whom it ran. */
export const saveCallUpdate = async (
  tx: Tx,
  id: string,
  update: CallUpdate,
): Promise<{ hasEnded: boolean; isAgentOn: boolean }> => {
  const status = sql`coalesce(${update.status ?? null}::text, status)`;
  const metadata = JSON.stringify({
    ...(update.answeredBy ? { answeredBy: update.answeredBy } : {}),
    ...(update.transcript ? { transcript: update.transcript } : {}),
    ...(update.account ? { account: update.account } : {}),
  });
  const { rows } = await tx.execute<{ hasEnded: boolean; isAgentOn: boolean }>(sql`
    WITH before AS (SELECT id, ended_at IS NULL AS is_running FROM calls WHERE id = ${id} FOR UPDATE)
    UPDATE calls SET status = CASE WHEN ${rank(status)} > ${rank(sql`status`)} THEN ${status} ELSE status END,
           -- The vendor reports 0 for a call that was not answered.
           duration = coalesce(nullif(${update.durationSeconds ?? null}::int, 0), duration),
           recording_url = coalesce(${update.recordingUrl ?? null}::text, recording_url),
           answered_at = CASE WHEN ${update.status ?? null}::text = 'in_progress' THEN coalesce(answered_at, now()) ELSE answered_at END,
           ended_at = CASE WHEN ${rank(status)} = 3 THEN coalesce(ended_at, now()) ELSE ended_at END,
           metadata = coalesce(metadata, '{}') || ${metadata}::jsonb
      FROM before WHERE calls.id = before.id RETURNING before.is_running AND calls.ended_at IS NOT NULL AS "hasEnded",
           calls.owner IS NOT NULL AND calls.end_reason IS NULL AS "isAgentOn"`);
  return rows[0] ?? { hasEnded: false, isAgentOn: false };
};

/** Stored before the vendor is asked for a recording, because its answer may be lost. */
export const saveRecordingAsked = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE calls SET metadata = coalesce(metadata, '{}') || '{"recordingAsked": true}' WHERE id = ${id}`);
};

export type NewTurn = {
  /** Unique in the call: vendors repeat requests. */
  key: string;
  speaker: CallSpeaker;
  text: string;
  marks?: readonly string[];
};

/** Adds turns of the conversation that are not stored yet, with the time since the call was answered. */
export const addTurns = async (tx: Tx, id: string, turns: readonly NewTurn[]): Promise<void> => {
  if (turns.length === 0) return;
  const rows = turns.map((turn) => ({ ...turn, id: newId(), marks: turn.marks ?? [] }));
  await tx.execute(sql`
    INSERT INTO call_turns (id, call_id, key, speaker, text, marks, at_ms)
    SELECT row.id, c.id, row.key, row.speaker, row.text, row.marks,
           greatest(0, round(extract(epoch FROM clock_timestamp() - coalesce(c.answered_at, c.created_at)) * 1000))::int
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, key text, speaker text, text text, marks text[]),
           calls c WHERE c.id = ${id}
    ON CONFLICT (call_id, key) DO NOTHING`);
};

/** Adds an answer that was spoken or keyed in; returns all answers so far, in order. */
export const addCallAnswer = async (
  tx: Tx,
  id: string,
  key: string,
  answer: CallAnswer,
): Promise<CallAnswer[]> => {
  const entry = JSON.stringify({ key, ...answer });
  const existing = JSON.stringify({ gathered: [{ key }] });
  await tx.execute(sql`
    UPDATE calls SET metadata = jsonb_set(coalesce(metadata, '{}'), '{gathered}',
           coalesce(metadata -> 'gathered', '[]') || jsonb_build_array(${entry}::jsonb))
     WHERE id = ${id} AND NOT coalesce(metadata, '{}') @> ${existing}::jsonb`);
  const { rows } = await tx.execute<{ gathered: CallAnswer[] | null }>(sql`
    SELECT metadata -> 'gathered' AS gathered FROM calls WHERE id = ${id}`);
  return rows[0]?.gathered ?? [];
};

/** Saves the outcome; returns whether the request for a handoff is new, who it is, and whether it was a test send. */
export const saveCallOutcome = async (
  tx: Tx,
  id: string,
  outcome: string | null,
  handoff: boolean,
): Promise<{ isNewHandoff: boolean; person: string; personId: string | null; isTest: boolean }> => {
  const { rows } = await tx.execute<{
    before: boolean;
    person: string | null;
    personId: string | null;
    isTest: boolean;
  }>(sql`
    UPDATE calls SET outcome = coalesce(${outcome}::text, outcome),
           handoff_reason = CASE WHEN ${handoff}::boolean THEN coalesce(handoff_reason, 'asked') ELSE handoff_reason END,
           handoff_at = CASE WHEN ${handoff}::boolean THEN coalesce(handoff_at, now()) ELSE handoff_at END
      FROM (SELECT c.id, c.handoff_reason IS NOT NULL AS before,
                   coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), c.phone_number) AS person,
                   p.id AS person_id,
                   EXISTS (SELECT 1 FROM actions a WHERE a.id = c.id AND a.simulation = 'test') AS is_test
              FROM calls c LEFT JOIN people p ON p.id = c.person_id WHERE c.id = ${id}) previous
     WHERE calls.id = previous.id RETURNING previous.before, previous.person,
           previous.person_id AS "personId", previous.is_test AS "isTest"`);
  const [row] = rows;
  return {
    isNewHandoff: handoff && row?.before === false,
    person: row?.person ?? "",
    personId: row?.personId ?? null,
    isTest: row?.isTest === true,
  };
};
