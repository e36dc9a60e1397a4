import type pg from "pg";
import { goodOutcomes } from "#domain/voice/call.ts";
import { startOfToday } from "./day.ts";

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
  createdAt: Date;
};

/** The metadata stays in the database: it may hold minutes of sound. */
const newestCalls = {
  name: "newest-calls",
  text: `SELECT c.id, c.person_id AS "personId",
      coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email) AS "personName",
      c.type, c.phone_number AS "phoneNumber", c.duration, c.status, c.outcome,
      coalesce(jsonb_typeof(c.metadata -> 'audioBase64') = 'string', false) AS "hasRecording",
      coalesce(c.metadata @? 'strict $.turns[0]', false) AS "hasTranscript",
      c.created_at AS "createdAt"
    FROM calls c LEFT JOIN people p ON p.id = c.person_id
    ORDER BY c.created_at DESC, c.id DESC LIMIT 200`,
};

export const listCalls = async (pool: pg.Pool): Promise<CallRow[]> =>
  (await pool.query<CallRow>(newestCalls)).rows;

/** Who said what, as whoever led the call noted it. */
export const findTurns = async (pool: pg.Pool, id: string): Promise<unknown> => {
  const { rows } = await pool.query<{ turns: unknown }>({
    name: "call-turns",
    text: "SELECT metadata -> 'turns' AS turns FROM calls WHERE id = $1",
    values: [id],
  });
  return rows[0]?.turns ?? undefined;
};

export const findRecording = async (pool: pg.Pool, id: string): Promise<Buffer | undefined> => {
  const { rows } = await pool.query<{ audio: string | null }>({
    name: "call-recording",
    text: `SELECT metadata ->> 'audioBase64' AS audio FROM calls
      WHERE id = $1 AND jsonb_typeof(metadata -> 'audioBase64') = 'string'`,
    values: [id],
  });
  return rows[0]?.audio ? Buffer.from(rows[0].audio, "base64") : undefined;
};

export type CallFigures = { calls: number; averageSeconds: number | null; handoffs: number; good: number };

/** Today's calls, today being the workspace's own. */
export const figuresOfToday = async (pool: pg.Pool, timezone: string): Promise<CallFigures> => {
  const { rows } = await pool.query<CallFigures>({
    name: "calls-today",
    text: `SELECT count(*)::int AS calls,
        round(avg(duration))::int AS "averageSeconds",
        (count(*) FILTER (WHERE metadata @> '{"handoff": true}'))::int AS handoffs,
        (count(*) FILTER (WHERE outcome = ANY ($2)))::int AS good
      FROM calls
      WHERE created_at >= $1`,
    values: [startOfToday(timezone), goodOutcomes],
  });
  return rows[0] ?? { calls: 0, averageSeconds: null, handoffs: 0, good: 0 };
};
