import { sql } from "drizzle-orm";
import type { CallAnswer } from "#domain/voice/interpret-call.ts";
import type { Tx } from "#server/db/database.ts";

/** A call of ours: by its action, or by what the vendor calls it. */
export type CallRef = { messenger: string; providerId: string; actionId: string | null };

export type CallUpdate = {
  status?: string;
  durationSeconds?: number;
  recordingUrl?: string;
  answeredBy?: string;
  transcript?: string;
};

const ofCall = ({ messenger, providerId, actionId }: CallRef) =>
  sql`(a.id = ${actionId} OR (a.messenger = ${messenger} AND a.provider_id = ${providerId}))`;

/** A call has the id of the action that placed it. Its row is made by whatever is told of it first. */
export const openCall = async (tx: Tx, ref: CallRef): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO calls (id, person_id, type, phone_number, status, metadata, created_at)
    SELECT a.id, a.person_id, CASE a.type WHEN 'voice_agent' THEN 'ai_agent' ELSE 'outbound' END,
           a.config -> 'rendered' ->> 'to', 'ringing',
           jsonb_build_object('messenger', ${ref.messenger}::text, 'language', a.config -> 'rendered' ->> 'language'),
           coalesce(a.executed_at, now())
      FROM actions a WHERE ${ofCall(ref)} AND a.type IN ('call', 'voice_agent') AND a.config -> 'rendered' ->> 'to' IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET status = calls.status RETURNING id`);
  return rows[0]?.id;
};

/** How far a call has come; once it has ended it does not ring again. */
const rank = (status: ReturnType<typeof sql>) =>
  sql`(CASE ${status} WHEN 'ringing' THEN 1 WHEN 'in_progress' THEN 2 ELSE 3 END)`;

/** Each part comes when the vendor gets to it, in any order, and some of it twice. */
export const saveCallUpdate = async (tx: Tx, id: string, news: CallUpdate): Promise<void> => {
  const status = sql`coalesce(${news.status ?? null}::text, status)`;
  const metadata = JSON.stringify({
    ...(news.answeredBy ? { answeredBy: news.answeredBy } : {}),
    ...(news.transcript ? { transcript: news.transcript } : {}),
  });
  await tx.execute(sql`
    UPDATE calls SET status = CASE WHEN ${rank(status)} > ${rank(sql`status`)} THEN ${status} ELSE status END,
           -- A call that nobody took has no length.
           duration = coalesce(nullif(${news.durationSeconds ?? null}::int, 0), duration),
           recording_url = coalesce(${news.recordingUrl ?? null}::text, recording_url),
           metadata = coalesce(metadata, '{}') || ${metadata}::jsonb || CASE
             WHEN ${news.status ?? null}::text = 'in_progress' AND NOT coalesce(metadata, '{}') ? 'answeredAt'
             THEN jsonb_build_object('answeredAt', now()) ELSE '{}' END
     WHERE id = ${id}`);
};

export type NewTurn = { key: string; speaker: "agent" | "customer"; text: string };

/** Who said what, each once, however often the vendor asks for the same. */
export const addTurns = async (tx: Tx, id: string, turns: NewTurn[]): Promise<void> => {
  for (const turn of turns) {
    const known = JSON.stringify({ turns: [{ key: turn.key }] });
    await tx.execute(sql`
      UPDATE calls SET metadata = jsonb_set(coalesce(metadata, '{}'), '{turns}',
             coalesce(metadata -> 'turns', '[]') || jsonb_build_array(${JSON.stringify(turn)}::jsonb || jsonb_build_object('at',
               greatest(0, round(extract(epoch FROM clock_timestamp() - coalesce((metadata ->> 'answeredAt')::timestamptz, created_at)))::int))))
       WHERE id = ${id} AND NOT coalesce(metadata, '{}') @> ${known}::jsonb`);
  }
};

/** What was pressed or said in answer; all of it so far, in order. */
export const addCallAnswer = async (
  tx: Tx,
  id: string,
  key: string,
  heard: CallAnswer,
): Promise<CallAnswer[]> => {
  const entry = JSON.stringify({ key, ...heard });
  const known = JSON.stringify({ gathered: [{ key }] });
  await tx.execute(sql`
    UPDATE calls SET metadata = jsonb_set(coalesce(metadata, '{}'), '{gathered}',
           coalesce(metadata -> 'gathered', '[]') || jsonb_build_array(${entry}::jsonb))
     WHERE id = ${id} AND NOT coalesce(metadata, '{}') @> ${known}::jsonb`);
  const { rows } = await tx.execute<{ gathered: CallAnswer[] | null }>(sql`
    SELECT metadata -> 'gathered' AS gathered FROM calls WHERE id = ${id}`);
  return rows[0]?.gathered ?? [];
};

/** What came of it; whether it is news that they want a person, and who they are. */
export const saveCallOutcome = async (
  tx: Tx,
  id: string,
  outcome: string | null,
  handoff: boolean,
): Promise<{ isNewHandoff: boolean; person: string }> => {
  const { rows } = await tx.execute<{ before: boolean; person: string | null }>(sql`
    UPDATE calls SET outcome = coalesce(${outcome}::text, outcome),
           metadata = coalesce(metadata, '{}') || jsonb_build_object('handoff', ${handoff}::boolean)
      FROM (SELECT c.id, coalesce((c.metadata -> 'handoff')::boolean, false) AS before,
                   coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), c.phone_number) AS person
              FROM calls c LEFT JOIN people p ON p.id = c.person_id WHERE c.id = ${id}) was
     WHERE calls.id = was.id RETURNING was.before, was.person`);
  return { isNewHandoff: handoff && rows[0]?.before === false, person: rows[0]?.person ?? "" };
};
