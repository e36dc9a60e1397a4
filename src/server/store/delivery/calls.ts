import type pg from "pg";
import { successfulOutcomes } from "#domain/voice/call.ts";
import { startOfToday } from "#server/store/workspace/day.ts";

export type CallRow = {
  id: string;
  personId: string | null;
  personName: string | null;
  type: string;
  phoneNumber: string;
  duration: number | null;
  status: string;
  outcome: string | null;
  hasRecording: boolean;
  hasTranscript: boolean;
  /** A test send: no telephone rang. */
  simulated: boolean;
  /** US dollars. */
  price: number | null;
  answeredBy: string | null;
  createdAt: Date;
};

/**
 * Of the call whose table alias is `c`. The metadata is not selected, because it may contain the recording. The turns are
 * not asked for by EXISTS, for which the planner would read those of all calls.
 */
export const callSummaryColumns = `c.id, c.person_id AS "personId",
      coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email) AS "personName",
      c.type, c.phone_number AS "phoneNumber", c.duration, c.status, c.outcome,
      coalesce(jsonb_typeof(c.metadata -> 'audioBase64') = 'string', c.recording_url IS NOT NULL) AS "hasRecording",
      (SELECT t.id FROM call_turns t WHERE t.call_id = c.id LIMIT 1) IS NOT NULL OR coalesce(c.metadata ? 'transcript', false) AS "hasTranscript",
      coalesce(a.simulation = 'test', false) AS simulated, a.price::float8 AS price, c.metadata ->> 'answeredBy' AS "answeredBy",
      c.created_at AS "createdAt"`;
export const callSummaryJoins = "LEFT JOIN people p ON p.id = c.person_id LEFT JOIN actions a ON a.id = c.id";

const callsBefore = (condition: string): string => `SELECT ${callSummaryColumns}
    FROM (SELECT * FROM calls ${condition} ORDER BY created_at DESC NULLS LAST, id DESC LIMIT $1) c ${callSummaryJoins}
    ORDER BY c.created_at DESC NULLS LAST, c.id DESC`;
const newestCalls = { name: "newest-calls", text: callsBefore("") };
const olderCalls = {
  name: "older-calls",
  text: callsBefore("WHERE (created_at, id) < (SELECT k.created_at, k.id FROM calls k WHERE k.id = $2)"),
};

/** Newest first; those before the call with the id, where one is given. */
export const listCalls = async (
  pool: pg.Pool,
  limit: number,
  before: string | undefined,
): Promise<CallRow[]> => {
  const query =
    before === undefined ? { ...newestCalls, values: [limit] } : { ...olderCalls, values: [limit, before] };
  return (await pool.query<CallRow>(query)).rows;
};

export const callExists = async (pool: pg.Pool, id: string): Promise<boolean> =>
  ((await pool.query("SELECT FROM calls WHERE id = $1", [id])).rowCount ?? 0) > 0;

export type CallTurnRow = { speaker: string; text: string; at: number };

/** The turns of the conversation, as recorded by the voice agent or transcribed by the vendor; `at` is in seconds. */
export const findCallTurns = async (pool: pg.Pool, id: string): Promise<CallTurnRow[]> => {
  const { rows } = await pool.query<CallTurnRow>({
    name: "call-turns",
    text: "SELECT speaker, text, at_ms / 1000 AS at FROM call_turns WHERE call_id = $1 ORDER BY at_ms, id",
    values: [id],
  });
  if (rows.length > 0) return rows;
  // Without turns there is only the transcript of the vendor.
  const { rows: transcripts } = await pool.query<CallTurnRow>({
    name: "call-transcript",
    text: `SELECT 'customer' AS speaker, metadata ->> 'transcript' AS text, 0 AS at FROM calls
            WHERE id = $1 AND metadata ->> 'transcript' IS NOT NULL`,
    values: [id],
  });
  return transcripts;
};

/** The recording, or its URL at the vendor. */
export const findCallRecording = async (
  pool: pg.Pool,
  id: string,
): Promise<{ audio: Buffer } | { url: string; messenger: string } | undefined> => {
  const { rows } = await pool.query<{ audio: string | null; url: string | null; messenger: string | null }>({
    name: "call-recording",
    text: `SELECT CASE WHEN jsonb_typeof(metadata -> 'audioBase64') = 'string' THEN metadata ->> 'audioBase64' END AS audio,
             recording_url AS url, metadata ->> 'messenger' AS messenger FROM calls WHERE id = $1`,
    values: [id],
  });
  const { audio, url, messenger } = rows[0] ?? {};
  if (audio) return { audio: Buffer.from(audio, "base64") };
  return url && messenger ? { url, messenger } : undefined;
};

export type CallStats = {
  calls: number;
  averageSeconds: number | null;
  handoffs: number;
  successful: number;
};

/** Calls since midnight in the workspace's timezone. */
export const readCallStats = async (pool: pg.Pool, timezone: string): Promise<CallStats> => {
  const { rows } = await pool.query<CallStats>({
    name: "calls-today",
    text: `SELECT count(*)::int AS calls,
        round(avg(duration))::int AS "averageSeconds",
        (count(*) FILTER (WHERE handoff_reason IS NOT NULL))::int AS handoffs,
        (count(*) FILTER (WHERE outcome = ANY ($2)))::int AS successful
      FROM calls
      WHERE created_at >= $1
        AND NOT EXISTS (SELECT 1 FROM actions a WHERE a.id = calls.id AND a.simulation = 'test')`,
    values: [startOfToday(timezone), successfulOutcomes],
  });
  return rows[0] ?? { calls: 0, averageSeconds: null, handoffs: 0, successful: 0 };
};
