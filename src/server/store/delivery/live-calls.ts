import type pg from "pg";
import type { LiveCall, UpcomingCall } from "#contract/voice.ts";
import { type HandoffFacts, readHandoffNote } from "#domain/agent/summary.ts";
import type { Language } from "#domain/language.ts";
import type { Reason } from "#domain/reason.ts";
import type { CallOwner, HandoffReason } from "#domain/voice/call.ts";
import { type CollectedFacts, readCallProgress } from "#domain/voice/call-progress.ts";
import {
  callScoreColumns,
  callScriptColumns,
  callScriptJoins,
  parseScriptPlan,
  readConversation,
} from "./call-conversation.ts";

type StoredLiveCall = Omit<
  LiveCall,
  "startedAt" | "answeredAt" | "recordingNoticeAt" | "turns" | "goals" | "facts"
> & {
  owner: CallOwner;
  handoffReason: HandoffReason | null;
  handoff: HandoffFacts | null;
  startedAt: Date;
  answeredAt: Date | null;
  recordingNoticeAt: Date | null;
  scriptGoals: unknown;
  scriptFacts: unknown;
  facts: CollectedFacts | null;
  total: number;
};

const maxCalls = 100;
/** Turns of the call that is open on the screen. */
const maxTurns = 300;

/** An index holds the running calls only. Who asks for a person comes first. */
const runningCalls = {
  name: "running-calls",
  text: `WITH running AS (
      SELECT *, count(*) OVER ()::int AS total FROM calls WHERE status IN ('ringing', 'in_progress')
       ORDER BY (handoff_reason IS NOT NULL AND owner IS DISTINCT FROM 'operator') DESC, created_at, id LIMIT $1)
    SELECT c.id, c.person_id AS "personId",
      coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email) AS "personName",
      p.type AS "personType", c.phone_number AS "phoneNumber",
      nullif(concat_ws(', ', p.town, p.region), '') AS place, c.type, c.status,
      ${callScriptColumns}, c.script_version AS "scriptVersion", c.language, coalesce(c.owner, 'agent') AS owner,
      c.handoff_reason AS "handoffReason", c.handoff_note AS "handoffNote", c.metadata -> 'handoff' AS handoff, c.created_at AS "startedAt",
      c.answered_at AS "answeredAt", c.recording_notice_at AS "recordingNoticeAt", c.metadata ->> 'answeredBy' AS "answeredBy",
      coalesce(a.simulation = 'test', false) AS simulated, c.metadata ->> 'partial' AS partial, c.facts,
      ${callScoreColumns}, c.total,
      (SELECT coalesce(sum(turn.cost), 0) FROM agent_turns turn WHERE turn.call_id = c.id)::float8 AS cost
    FROM running c LEFT JOIN people p ON p.id = c.person_id
      LEFT JOIN actions a ON a.id = c.id ${callScriptJoins}
      LEFT JOIN ai_profiles profile ON profile.person_id = c.person_id
    ORDER BY (c.handoff_reason IS NOT NULL AND c.owner IS DISTINCT FROM 'operator') DESC, c.created_at, c.id`,
  values: [maxCalls],
};

/** Calls that are running; the chosen one, or the first, with its conversation. */
export const readLiveCalls = async (
  pool: pg.Pool,
  chosen: string | undefined,
  language: Language,
): Promise<{ calls: LiveCall[]; total: number }> => {
  const { rows } = await pool.query<StoredLiveCall>(runningCalls);
  const open = rows.find(({ id }) => id === chosen) ?? rows[0];
  const conversation = open ? await readConversation(pool, open.id, maxTurns) : [];
  const calls = rows.map((row) => {
    const { scriptGoals, scriptFacts, facts, handoff: _handoff, total, ...call } = row;
    const turns = row === open ? conversation : [];
    const progress =
      row === open
        ? readCallProgress(parseScriptPlan({ scriptGoals, scriptFacts }), facts ?? {}, turns)
        : { goals: [], facts: [] };
    return {
      ...call,
      ...progress,
      handoffNote: readHandoffNote(row, language),
      startedAt: call.startedAt.toISOString(),
      answeredAt: call.answeredAt?.toISOString() ?? null,
      recordingNoticeAt: call.recordingNoticeAt?.toISOString() ?? null,
      turns,
    };
  });
  return { calls, total: rows[0]?.total ?? 0 };
};

type StoredUpcoming = Omit<UpcomingCall, "at" | "reasons"> & { at: Date; reasons: Reason[] | null };

/** Looked for among the next deliveries of all channels, so that the cost does not grow with waiting messages. */
const upcomingCalls = {
  name: "upcoming-calls",
  text: `SELECT a.id, a.person_id AS "personId",
      coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email, p.phone) AS "personName",
      a.type AS channel, s.name AS "scriptName", a.not_before AS at, a.reasons
    FROM (SELECT id, person_id, type, not_before, reasons, config FROM actions
           WHERE status IN ('pending', 'held') AND not_before < 'infinity' ORDER BY not_before LIMIT 2000) a
      JOIN people p ON p.id = a.person_id
      LEFT JOIN scripts s ON s.id::text = a.config ->> 'scriptId'
    WHERE a.type IN ('call', 'voice_agent') ORDER BY a.not_before, a.id LIMIT 20`,
};

export const listUpcomingCalls = async (pool: pg.Pool): Promise<UpcomingCall[]> =>
  (await pool.query<StoredUpcoming>(upcomingCalls)).rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    reasons: row.reasons ?? [],
  }));
