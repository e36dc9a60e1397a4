import { sql } from "drizzle-orm";
import type { FlowState } from "#domain/agent/flow.ts";
import type { HandoffFacts } from "#domain/agent/summary.ts";
import type { CallEndReason, CallOutcome, CallOwner, HandoffReason } from "#domain/voice/call.ts";
import type { CallSignal } from "#domain/voice/call-command.ts";
import type { ScriptFact, ScriptGoal, ScriptLanguage } from "#domain/voice/script.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { saveRecordingAsked } from "#server/store/delivery/call-records.ts";

/** What the agent keeps of a conversation, so that another process can go on with it. */
export type AgentMemory = {
  flow: FlowState;
  unknownInARow: number;
  abuseCount: number;
  epoch: number;
};

export type CallScript = {
  id: string;
  name: string;
  version: number;
  language: ScriptLanguage;
  accent: string;
  ttsProvider: string;
  voiceId: string | null;
  content: string;
  goals: ScriptGoal[];
  facts: ScriptFact[];
  knowledgeIds: string[];
};

export type AgentCall = {
  id: string;
  type: string;
  phoneNumber: string;
  ourNumber: string | null;
  providerCallId: string | null;
  isTest: boolean;
  simulated: boolean;
  language: ScriptLanguage | null;
  owner: CallOwner | null;
  answeredAt: number | null;
  endReason: CallEndReason | null;
  handoffReason: HandoffReason | null;
  handoffNote: string | null;
  /** Null for a hand-over of an older version. */
  handoff: HandoffFacts | null;
  memory: AgentMemory | null;
  /** Of the newest line of the agent. */
  lastEpoch: number;
  isRecorded: boolean;
  /** The notice was heard. */
  isNoticed: boolean;
  /** Position of the transfer target that an operator chose. */
  target: number | null;
  /** Our address as the vendor knows it. */
  origin: string | null;
  scriptId: string | null;
  /** The text of the action, for calls without a script. */
  text: string | null;
  personId: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  personType: string | null;
  personStatus: string | null;
  personLanguage: string | null;
  intentScore: number | null;
  /** Requests that are not done, and summaries of the last calls. */
  requests: { id: string; kind: string; topic: string; wanted: string }[];
  earlier: string[];
};

const scriptColumns = sql`id, name, version, language, accent, tts_provider AS "ttsProvider", voice_id AS "voiceId", content,
  goals, facts, knowledge_ids AS "knowledgeIds"`;

export const findCallScript = async (db: Reader, id: string): Promise<CallScript | undefined> => {
  const { rows } = await db.execute<CallScript>(sql`SELECT ${scriptColumns} FROM scripts WHERE id = ${id}`);
  return rows[0];
};

/** The enabled script of that name or use case, in the given language if there is one. */
export const findCallScriptByName = async (
  db: Reader,
  name: string,
  language: string,
): Promise<CallScript | undefined> => {
  const { rows } = await db.execute<CallScript>(sql`
    SELECT ${scriptColumns} FROM scripts WHERE enabled AND (lower(name) = lower(${name}) OR use_case = ${name})
     ORDER BY (lower(name) = lower(${name})) DESC, (language = ${language}) DESC, updated_at DESC LIMIT 1`);
  return rows[0];
};

/** The newest enabled scripts of the same use case in the other languages. */
export const findCounterparts = async (
  db: Reader,
  { id, language }: Pick<CallScript, "id" | "language">,
): Promise<CallScript[]> => {
  const { rows } = await db.execute<CallScript>(sql`
    SELECT DISTINCT ON (language) ${scriptColumns} FROM scripts
     WHERE enabled AND language <> ${language} AND use_case = (SELECT use_case FROM scripts WHERE id = ${id})
     ORDER BY language, updated_at DESC`);
  return rows;
};

/** Everything that the agent needs to know at the start of its part of a call. */
export const readAgentCall = async (db: Reader, id: string): Promise<AgentCall | undefined> => {
  const { rows } = await db.execute<AgentCall>(sql`
    SELECT c.id, c.type, c.phone_number AS "phoneNumber", c.our_number AS "ourNumber", c.provider_call_id AS "providerCallId",
           coalesce(a.simulation = 'test', (c.metadata -> 'isTest')::boolean, false) AS "isTest",
           coalesce((c.metadata -> 'simulated')::boolean, false) AS simulated,
           c.language, c.owner, (extract(epoch FROM c.answered_at) * 1000)::float8 AS "answeredAt", c.end_reason AS "endReason",
           c.handoff_reason AS "handoffReason", c.handoff_note AS "handoffNote", c.metadata -> 'handoff' AS handoff, c.metadata -> 'agent' AS memory,
           coalesce((SELECT max(substring(t.key FROM '^agent (\\d+)$')::int) FROM call_turns t WHERE t.call_id = c.id), 0) AS "lastEpoch",
           c.recording_started_at IS NOT NULL AS "isRecorded", c.recording_notice_at IS NOT NULL AS "isNoticed",
           (c.metadata ->> 'target')::int AS target, c.metadata ->> 'origin' AS origin,
           coalesce(c.script_id, (a.config ->> 'scriptId')::uuid) AS "scriptId", a.config -> 'rendered' ->> 'text' AS text,
           p.id AS "personId", p.first_name AS "firstName", p.last_name AS "lastName", p.email, p.type AS "personType",
           p.status AS "personStatus", p.language AS "personLanguage", f.intent_score AS "intentScore",
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'topic', r.topic, 'wanted', r.wanted) ORDER BY r.id)
                       FROM (SELECT * FROM person_requests WHERE person_id = p.id AND status = 'requested' ORDER BY id DESC LIMIT 5) r), '[]') AS requests,
           coalesce((SELECT jsonb_agg(to_char(s.created_at, 'YYYY-MM-DD') || ': ' || s.summary ORDER BY s.created_at)
                       FROM (SELECT created_at, summary FROM calls WHERE person_id = p.id AND id <> c.id AND summary IS NOT NULL
                              ORDER BY created_at DESC LIMIT 3) s), '[]') AS earlier
      FROM calls c LEFT JOIN actions a ON a.id = c.id LEFT JOIN people p ON p.id = c.person_id
      LEFT JOIN ai_profiles f ON f.person_id = p.id
     WHERE c.id = ${id}`);
  return rows[0];
};

/** The agent takes the call: from here on it is running. */
export const startAgentCall = async (
  tx: Tx,
  id: string,
  {
    script,
    language,
    providerCallId,
    origin,
  }: { script: CallScript | undefined; language: string; providerCallId: string; origin: string },
): Promise<void> => {
  await tx.execute(sql`
    UPDATE calls SET owner = 'agent', script_id = ${script?.id ?? null}, script_version = ${script?.version ?? null},
           language = ${language}, provider_call_id = coalesce(provider_call_id, ${providerCallId}),
           metadata = coalesce(metadata, '{}') || jsonb_build_object('origin', ${origin}::text),
           status = CASE WHEN status = 'ringing' THEN 'in_progress' ELSE status END, answered_at = coalesce(answered_at, now())
     WHERE id = ${id}`);
};

/** Stores an incoming call once; the vendor repeats its request. */
export const insertInboundCall = async (
  tx: Tx,
  call: {
    personId: string | null;
    from: string;
    to: string;
    providerCallId: string;
    messenger: string;
    simulated: boolean;
    isTest: boolean;
  },
): Promise<string> => {
  const metadata = { messenger: call.messenger, simulated: call.simulated, isTest: call.isTest };
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO calls (id, person_id, type, phone_number, our_number, status, provider_call_id, metadata)
    VALUES (${newId()}, ${call.personId}, 'inbound', ${call.from}, ${call.to}, 'ringing', ${call.providerCallId}, ${JSON.stringify(metadata)}::jsonb)
    ON CONFLICT (provider_call_id) WHERE provider_call_id IS NOT NULL DO UPDATE SET status = calls.status RETURNING id`);
  return rows[0]?.id ?? "";
};

export const findCallByProviderId = async (
  db: Reader,
  providerCallId: string,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM calls WHERE provider_call_id = ${providerCallId}`,
  );
  return rows[0]?.id;
};

/** What the agent remembers and what the caller is saying; undefined where it has not changed. */
export type CallProgress = {
  callId: string;
  memory: AgentMemory | undefined;
  /** Added to those that are known; null for one that the caller took back. */
  facts: Record<string, { value: string; quote: string; atMs: number } | null>;
  /** Words of the caller that are not final yet; null when there are none. */
  partial: string | null | undefined;
};

/** Rows are locked in the order of their ids, so that two of these updates cannot wait for each other. */
export const saveCallProgress = async (tx: Tx, progress: readonly CallProgress[]): Promise<void> => {
  if (progress.length === 0) return;
  const rows = progress.map(({ callId, memory, facts, partial }) => ({
    callId,
    facts,
    isFinal: partial === null,
    kept: { ...(memory ? { agent: memory } : {}), ...(partial == null ? {} : { partial }) },
  }));
  await tx.execute(sql`
    WITH changed AS (
      SELECT c.id, row.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
               AS row ("callId" uuid, facts jsonb, "isFinal" boolean, kept jsonb)
        JOIN calls c ON c.id = row."callId" ORDER BY c.id FOR UPDATE OF c)
    UPDATE calls SET metadata = (CASE WHEN changed."isFinal" THEN coalesce(calls.metadata, '{}') - 'partial'
             ELSE coalesce(calls.metadata, '{}') END) || changed.kept,
           facts = CASE WHEN changed.facts = '{}' THEN calls.facts ELSE jsonb_strip_nulls(coalesce(calls.facts, '{}') || changed.facts) END
      FROM changed WHERE calls.id = changed.id`);
};

export const saveCallOwner = async (tx: Tx, id: string, owner: CallOwner): Promise<void> => {
  await tx.execute(sql`UPDATE calls SET owner = ${owner} WHERE id = ${id} AND end_reason IS NULL`);
};

export const saveCallLanguage = async (tx: Tx, id: string, language: string): Promise<void> => {
  await tx.execute(sql`UPDATE calls SET language = ${language} WHERE id = ${id}`);
};

export const saveRecordingNotice = async (
  tx: Tx,
  id: string,
  { noticeAt, isAsked, startedAt }: { noticeAt: number; isAsked: boolean; startedAt: number | null },
): Promise<void> => {
  // The vendor may record although its answer did not arrive.
  if (isAsked && startedAt === null) await saveRecordingAsked(tx, id);
  await tx.execute(sql`
    UPDATE calls SET recording_notice_at = coalesce(recording_notice_at, to_timestamp(${noticeAt / 1000}::float8)),
           recording_started_at = coalesce(recording_started_at, to_timestamp(${startedAt === null ? null : startedAt / 1000}::float8))
     WHERE id = ${id}`);
};

/** Stored once: the first request for a person counts. Returns whether it was new, and whose call it is. */
export const saveHandoff = async (
  tx: Tx,
  id: string,
  { handoff, note, target }: { handoff: HandoffFacts; note: string; target: number | null },
): Promise<{ isNew: boolean; person: string; personId: string | null }> => {
  const { rows } = await tx.execute<{ isNew: boolean; person: string; personId: string | null }>(sql`
    UPDATE calls SET handoff_reason = coalesce(handoff_reason, ${handoff.handoffReason}), handoff_at = coalesce(handoff_at, now()),
           handoff_note = coalesce(nullif(${note}, ''), handoff_note),
           metadata = coalesce(calls.metadata, '{}') || jsonb_strip_nulls(jsonb_build_object('target', ${target}::int))
                    || jsonb_build_object('handoff', ${JSON.stringify(handoff)}::jsonb)
      FROM (SELECT c.id, c.handoff_reason IS NULL AS "isNew",
                   coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), c.phone_number) AS person, p.id AS "personId"
              FROM calls c LEFT JOIN people p ON p.id = c.person_id WHERE c.id = ${id} FOR UPDATE OF c) before
     WHERE calls.id = before.id RETURNING before."isNew", before.person, before."personId"`);
  return rows[0] ?? { isNew: false, person: "", personId: null };
};

/** The agent's part is over; the first reason counts. Returns whether the call itself has ended, too. */
export const finishAgentCall = async (
  tx: Tx,
  id: string,
  {
    reason,
    outcome,
    modelCost,
  }: { reason: CallEndReason; outcome: CallOutcome | null; modelCost: number | null },
): Promise<boolean> => {
  const { rows } = await tx.execute<{ hasEnded: boolean }>(sql`
    UPDATE calls SET end_reason = coalesce(end_reason, ${reason}), owner = 'nobody',
           outcome = coalesce(${outcome}::text, outcome), model_cost = coalesce(model_cost + ${modelCost}::numeric, ${modelCost}::numeric, model_cost)
     WHERE id = ${id} RETURNING ended_at IS NOT NULL AS "hasEnded"`);
  return rows[0]?.hasEnded === true;
};

/** Takes the commands of operators for these calls, in order, each once. */
export const takeCallSignals = async (
  tx: Tx,
  callIds: readonly string[],
): Promise<{ callId: string; signal: CallSignal; userId: string | null }[]> => {
  const { rows } = await tx.execute<{ callId: string; signal: CallSignal; userId: string | null }>(sql`
    WITH taken AS (
      UPDATE call_commands SET done_at = now() WHERE done_at IS NULL AND call_id = ANY(${sql.param([...callIds])}::uuid[])
      RETURNING id, call_id, command, user_id)
    SELECT call_id AS "callId", command AS signal, user_id AS "userId" FROM taken ORDER BY id`);
  return rows;
};

export const insertCallSignal = async (tx: Tx, callId: string, signal: CallSignal): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO call_commands (call_id, command) VALUES (${callId}, ${JSON.stringify(signal)}::jsonb)`);
};

/** The name of the script that an action asks for. */
export const findActionScript = async (db: Reader, actionId: string): Promise<string | null> => {
  const { rows } = await db.execute<{ name: string | null }>(
    sql`SELECT config ->> 'template' AS name FROM actions WHERE id = ${actionId}`,
  );
  return rows[0]?.name ?? null;
};

/** Nobody took the transfer: the agent goes on. */
export const reopenAgentCall = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE calls SET end_reason = NULL, owner = 'agent', metadata = metadata - 'target' WHERE id = ${id} AND ended_at IS NULL`);
};

/** The addresses under which the person of an action may have opted out. */
export const findPersonAddresses = async (tx: Tx, actionId: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ address: string }>(sql`
    SELECT config -> 'rendered' ->> 'to' AS address FROM actions
     WHERE id = ${actionId} AND config -> 'rendered' ->> 'to' IS NOT NULL
    UNION
    SELECT p.value FROM actions a JOIN person_addresses p ON p.person_id = a.person_id WHERE a.id = ${actionId}`);
  return rows.map(({ address }) => address);
};
