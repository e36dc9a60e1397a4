import { sql } from "drizzle-orm";
import type { LineMark } from "#domain/agent/transcript-mark.ts";
import type { CallSpeaker } from "#domain/voice/call.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";

export type TranscriptLine = {
  /** Unique in the call. */
  key: string;
  speaker: CallSpeaker;
  text: string;
  atMs: number;
  durationMs: number | null;
  language: string | null;
  isInterrupted: boolean;
  marks: readonly LineMark[];
};

/** Adds lines to the transcripts of calls; a line that exists already gets its newest text. */
export const saveCallLines = async (
  tx: Tx,
  lines: readonly (TranscriptLine & { callId: string })[],
): Promise<void> => {
  if (lines.length === 0) return;
  const rows = lines.map((line) => ({ ...line, id: newId() }));
  await tx.execute(sql`
    INSERT INTO call_turns (id, call_id, key, speaker, text, at_ms, duration_ms, language, is_interrupted, marks)
    SELECT id, "callId", key, speaker, text, "atMs", "durationMs", language, "isInterrupted", marks
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, "callId" uuid, key text, speaker text, text text,
        "atMs" int, "durationMs" int, language text, "isInterrupted" boolean, marks text[])
    ON CONFLICT (call_id, key) DO UPDATE SET text = excluded.text, duration_ms = excluded.duration_ms,
      is_interrupted = excluded.is_interrupted, marks = excluded.marks`);
};

/** How an answer came about. */
export type AnswerTrace = {
  epoch: number;
  decidedBy: "policy" | "script" | "model";
  policy: string | null;
  vendor: string | null;
  model: string | null;
  promptVersion: string | null;
  times: Record<string, number>;
  toolCalls: { name: string; result: string; ms: number }[];
  passages: string[];
  grounding: string | null;
  failedChecks: string[];
  planned: string;
  cost: number | null;
  result: string;
};

export type AgentTurn = AnswerTrace & { callId: string; personId: string | null };

export const insertAgentTurns = async (tx: Tx, turns: readonly AgentTurn[]): Promise<void> => {
  if (turns.length === 0) return;
  await tx.execute(sql`
    INSERT INTO agent_turns (call_id, person_id, channel, epoch, decided_by, policy, vendor, model, prompt_version, times,
      tool_calls, passages, grounding, failed_checks, planned, cost, result)
    SELECT "callId", "personId", 'voice_agent', epoch, "decidedBy", policy, vendor, model, "promptVersion", times,
           "toolCalls", passages, grounding, "failedChecks", planned, cost, result
      FROM jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) AS row ("callId" uuid, "personId" uuid, epoch int,
        "decidedBy" text, policy text, vendor text, model text, "promptVersion" text, times jsonb, "toolCalls" jsonb,
        passages text[], grounding text, "failedChecks" text[], planned text, cost numeric, result text)
    ON CONFLICT (call_id, epoch) DO NOTHING`);
};

export type StoredLine = { speaker: CallSpeaker; text: string; atMs: number; marks: string[] };

export const readCallLines = async (db: Reader, callId: string): Promise<StoredLine[]> => {
  const { rows } = await db.execute<StoredLine>(sql`
    SELECT speaker, text, at_ms AS "atMs", marks FROM call_turns WHERE call_id = ${callId} ORDER BY at_ms, id LIMIT 500`);
  return rows;
};
