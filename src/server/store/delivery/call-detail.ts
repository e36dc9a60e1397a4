import { sql } from "drizzle-orm";
import type pg from "pg";
import type { CallDetail } from "#contract/voice.ts";
import { type HandoffFacts, readHandoffNote } from "#domain/agent/summary.ts";
import type { Language } from "#domain/language.ts";
import type { CallEndReason, CallOutcome, HandoffReason } from "#domain/voice/call.ts";
import { type CollectedFacts, readCallProgress } from "#domain/voice/call-progress.ts";
import type { Tx } from "#server/db/database.ts";
import {
  callScoreColumns,
  callScriptColumns,
  callScriptJoins,
  parseScriptPlan,
  readConversation,
} from "./call-conversation.ts";
import { type CallRow, callSummaryColumns, callSummaryJoins, findCallTurns } from "./calls.ts";

type StoredDetail = CallRow & {
  personType: string | null;
  scriptName: string | null;
  scriptVersion: number | null;
  scriptGoals: unknown;
  scriptFacts: unknown;
  language: string | null;
  summary: string | null;
  endReason: CallEndReason | null;
  handoffReason: HandoffReason | null;
  handoffNote: string | null;
  handoff: HandoffFacts | null;
  handoffAt: Date | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  recordingNoticeAt: Date | null;
  recordingStartedAt: Date | null;
  modelCost: number | null;
  facts: CollectedFacts | null;
  scores: CallDetail["scores"];
  nextAction: string | null;
  previousId: string | null;
  nextId: string | null;
};

/** The neighbours come from the index of the list, which has its nulls last, so their cost does not grow with the calls. */
const detailQuery = {
  name: "call-detail",
  text: `SELECT ${callSummaryColumns}, p.type AS "personType", ${callScriptColumns}, c.script_version AS "scriptVersion",
      c.language, c.summary, c.end_reason AS "endReason", c.handoff_reason AS "handoffReason",
      c.handoff_note AS "handoffNote", c.metadata -> 'handoff' AS handoff, c.handoff_at AS "handoffAt", c.answered_at AS "answeredAt", c.ended_at AS "endedAt",
      c.recording_notice_at AS "recordingNoticeAt", c.recording_started_at AS "recordingStartedAt",
      c.model_cost::float8 AS "modelCost", c.facts, ${callScoreColumns}, profile.next_best_action AS "nextAction",
      (SELECT o.id FROM calls o WHERE o.created_at >= c.created_at AND (o.created_at > c.created_at OR o.id > c.id)
        ORDER BY o.created_at NULLS FIRST, o.id LIMIT 1) AS "previousId",
      (SELECT o.id FROM calls o WHERE o.created_at <= c.created_at AND (o.created_at < c.created_at OR o.id < c.id)
        ORDER BY o.created_at DESC NULLS LAST, o.id DESC LIMIT 1) AS "nextId"
    FROM calls c ${callSummaryJoins} ${callScriptJoins}
      LEFT JOIN ai_profiles profile ON profile.person_id = c.person_id
    WHERE c.id = $1`,
};

/** A call of an hour has a few hundred. */
const maxTurns = 1000;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const readCallDetail = async (
  pool: pg.Pool,
  id: string,
  language: Language,
): Promise<CallDetail | undefined> => {
  const { rows } = await pool.query<StoredDetail>({ ...detailQuery, values: [id] });
  const [row] = rows;
  if (!row) return undefined;
  const { scriptGoals, scriptFacts, facts, handoff: _handoff, createdAt, ...call } = row;
  const turns = await readConversation(pool, id, maxTurns);
  return {
    ...call,
    createdAt: createdAt.toISOString(),
    handoffNote: readHandoffNote(row, language),
    handoffAt: iso(call.handoffAt),
    answeredAt: iso(call.answeredAt),
    endedAt: iso(call.endedAt),
    recordingNoticeAt: iso(call.recordingNoticeAt),
    recordingStartedAt: iso(call.recordingStartedAt),
    turns: turns.length > 0 ? turns : await readVendorTranscript(pool, id),
    ...readCallProgress(parseScriptPlan({ scriptGoals, scriptFacts }), facts ?? {}, turns),
  };
};

/** The transcript of a vendor is one text without times. */
const readVendorTranscript = async (pool: pg.Pool, id: string): Promise<CallDetail["turns"]> =>
  (await findCallTurns(pool, id)).map(({ text }) => ({
    id,
    speaker: "customer",
    text,
    atMs: 0,
    durationMs: null,
    language: null,
    isInterrupted: false,
    marks: [],
    latency: null,
  }));

/** Also in the person's timeline, whose entry of the call shows the outcome. Undefined without such a call. */
export const correctOutcome = async (
  tx: Tx,
  id: string,
  outcome: CallOutcome | null,
): Promise<{ before: string | null } | undefined> => {
  const { rows } = await tx.execute<{ before: string | null; personId: string | null }>(sql`
    UPDATE calls SET outcome = ${outcome}
      FROM (SELECT id, outcome FROM calls WHERE id = ${id} FOR UPDATE) previous
     WHERE calls.id = previous.id RETURNING previous.outcome AS before, calls.person_id AS "personId"`);
  const [row] = rows;
  if (row?.personId)
    await tx.execute(sql`
      UPDATE timeline SET metadata = metadata || jsonb_build_object('outcome', ${outcome}::text)
       WHERE person_id = ${row.personId} AND event_type = 'call_completed' AND metadata ->> 'callId' = ${id}`);
  return row && { before: row.before };
};
