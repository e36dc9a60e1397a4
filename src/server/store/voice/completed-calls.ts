import { sql } from "drizzle-orm";
import type { PersonRequestKind } from "#domain/agent/request.ts";
import type { Channel } from "#domain/channels/channel.ts";
import type { CallEndReason, CallOutcome, HandoffReason } from "#domain/voice/call.ts";
import type { ScriptFact } from "#domain/voice/script.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export type EndedCall = {
  id: string;
  personId: string | null;
  type: string;
  status: string;
  phoneNumber: string;
  ourNumber: string | null;
  duration: number | null;
  outcome: CallOutcome | null;
  endReason: CallEndReason | null;
  handoffReason: HandoffReason | null;
  handoffNote: string | null;
  summary: string | null;
  language: string | null;
  facts: Record<string, { value: string; quote: string; atMs: number }> | null;
  scriptFacts: ScriptFact[] | null;
  hasAgent: boolean;
  /** The caller was connected with a human of the business. */
  isBridged: boolean;
  isTest: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Of the action that placed it. */
  channel: Channel | null;
  attempt: number;
  config: Record<string, unknown> | null;
  ruleId: string | null;
  requests: { request: PersonRequestKind; topic: string; wanted: string }[];
};

export const readEndedCall = async (db: Reader, id: string): Promise<EndedCall | undefined> => {
  const { rows } = await db.execute<EndedCall>(sql`
    SELECT c.id, c.person_id AS "personId", c.type, c.status, c.phone_number AS "phoneNumber", c.our_number AS "ourNumber",
           c.duration, c.outcome, c.end_reason AS "endReason", c.handoff_reason AS "handoffReason", c.handoff_note AS "handoffNote",
           c.summary, c.language, c.facts, s.facts AS "scriptFacts", c.owner IS NOT NULL AS "hasAgent",
           coalesce((c.metadata -> 'isBridged')::boolean, false) AS "isBridged",
           (extract(epoch FROM c.created_at) * 1000)::float8 AS "createdAt",
           coalesce(a.simulation = 'test', (c.metadata -> 'isTest')::boolean, false) AS "isTest", a.type AS channel,
           coalesce((a.config ->> 'attempt')::int, 1) AS attempt, a.config - 'rendered' AS config, a.rule_id AS "ruleId",
           coalesce((SELECT jsonb_agg(jsonb_build_object('request', r.kind, 'topic', r.topic, 'wanted', r.wanted) ORDER BY r.id)
                       FROM person_requests r WHERE r.call_id = c.id), '[]') AS requests
      FROM calls c LEFT JOIN actions a ON a.id = c.id LEFT JOIN scripts s ON s.id = c.script_id WHERE c.id = ${id}`);
  return rows[0];
};

export const saveCallResult = async (
  tx: Tx,
  id: string,
  { summary, outcome }: { summary: string | null; outcome: CallOutcome | null },
): Promise<void> => {
  await tx.execute(sql`
    UPDATE calls SET summary = coalesce(${summary}, summary), outcome = coalesce(outcome, ${outcome}),
           end_reason = CASE WHEN owner IS NOT NULL THEN coalesce(end_reason, 'connection_lost') END,
           owner = CASE WHEN owner IS NOT NULL THEN 'nobody' END
     WHERE id = ${id}`);
};

/** A human of the business was connected. */
export const markBridged = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE calls SET metadata = coalesce(metadata, '{}') || '{"isBridged": true}' WHERE id = ${id}`);
};

export type LostCall = { id: string; providerCallId: string; messenger: string; hasAgent: boolean };

/** Calls that no report has ended: the vendor is asked about them. */
export const findLostCalls = async (db: Reader, limit: number): Promise<LostCall[]> => {
  const { rows } = await db.execute<LostCall>(sql`
    SELECT c.id, c.provider_call_id AS "providerCallId", c.metadata ->> 'messenger' AS messenger,
           c.owner IS NOT NULL AS "hasAgent" FROM calls c
     WHERE c.status IN ('ringing', 'in_progress') AND c.created_at < now() - interval '2 minutes' AND c.provider_call_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM call_turns t WHERE t.call_id = c.id AND t.created_at > now() - interval '2 minutes')
     ORDER BY c.created_at LIMIT ${limit}`);
  return rows;
};
