import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import type { Calendar } from "./calendar.ts";
import { generatedId, timestampParam } from "./sql-expressions.ts";

/** Every entry that the stages of the pipeline write: events, rules, decisions, sends, receipts and opt-outs. */
export const insertDemoTimeline = async (tx: Tx, { newest }: Calendar): Promise<void> => {
  const last = timestampParam(newest);
  const message = (kind: string, at: ReturnType<typeof sql>, slot: number, reasons = sql`'[]'::jsonb`) => sql`
    SELECT n, ${slot} AS slot, person_id, ${sql.raw(`'${kind}'`)} AS kind, type AS source, type || ${sql.raw(`' ${kind.slice("message_".length)}'`)} AS title,
           ${kind === "message_sent" ? sql`left(text, 500)` : sql`NULL::text`} AS description,
           jsonb_build_object('channel', type, 'actionId', id, 'reasons', ${reasons}) AS metadata, id AS caused_by, ${at} AS at
      FROM demo_sends`;
  await tx.execute(sql`
    INSERT INTO timeline (id, person_id, event_type, source, title, description, metadata, caused_by, created_at)
    SELECT ${generatedId("timeline", sql`n * 16 + slot`, sql`at`)}, person_id, kind, source, title, description, metadata, caused_by, least(at, ${last})
      FROM (
        SELECT e.n * 2 AS n, 0 AS slot, p.id AS person_id, 'person_created' AS kind, e.endpoint AS source, 'Person created' AS title, e.endpoint AS description,
               jsonb_build_object('endpoint', e.endpoint, 'type', e.event_type) AS metadata, e.id AS caused_by, e.at
          FROM demo_events e JOIN demo_people p ON p.n = e.person WHERE e.kind = 'creation'
        UNION ALL
        SELECT e.n * 2, 1, p.id, 'event_received', e.endpoint, e.event_type, e.words,
               jsonb_strip_nulls(jsonb_build_object('endpoint', e.endpoint, 'type', e.event_type, 'intent', r.local ->> 'intent')), e.id, e.at
          FROM demo_events e JOIN demo_people p ON p.n = e.person LEFT JOIN message_readings r ON r.event_id = e.id
        UNION ALL
        SELECT n, 2, id, 'status_changed', 'user', 'Stage changed', 'new → qualified', NULL, NULL, qualified_at FROM demo_people WHERE qualified_at IS NOT NULL
        UNION ALL
        SELECT n, 3, id, 'status_changed', 'user', 'Stage changed', 'qualified → contacted', NULL, NULL, contacted_at FROM demo_people WHERE contacted_at IS NOT NULL
        UNION ALL
        SELECT n, 4, id, 'status_changed', 'user', 'Stage changed', 'contacted → converted', NULL, NULL, converted_at FROM demo_people WHERE type = 'lead' AND converted_at IS NOT NULL
        UNION ALL
        SELECT n, 5, person_id, 'rule_fired', rule, rule, NULL, jsonb_build_object('rule', rule, 'ruleId', rule_id, 'reasons', why), run_id, at
          FROM demo_sends WHERE run_id IS NOT NULL
        UNION ALL
        ${message("message_held", sql`at + interval '1 second'`, 6, sql`waiting`)} WHERE waiting IS NOT NULL
        UNION ALL
        ${message("message_blocked", sql`at + interval '1 second'`, 7, sql`reasons`)} WHERE status = 'blocked'
        UNION ALL
        ${message("message_sent", sql`executed_at + make_interval(secs => latency_ms / 1000.0)`, 8)} WHERE succeeded
        UNION ALL
        ${message("message_delivered", sql`executed_at + make_interval(secs => coalesce(duration, 4))`, 9)} WHERE status IN ('delivered', 'read')
        UNION ALL
        ${message("message_read", sql`executed_at + interval '40 seconds'`, 10)} WHERE status = 'read'
        UNION ALL
        ${message("message_failed", sql`executed_at + make_interval(secs => latency_ms / 1000.0)`, 11, sql`reasons`)} WHERE status = 'failed'
        UNION ALL
        ${message("message_unknown", sql`executed_at + interval '20 seconds'`, 12, sql`reasons`)} WHERE status = 'unknown'
        UNION ALL
        SELECT e.n * 2, 13, p.id, 'opted_out', 'reply', 'Opted out', e.words, '{"source": "reply"}', e.id, e.at
          FROM demo_events e JOIN demo_people p ON p.n = e.person JOIN demo_actions a ON a.n = e.action AND a.opts_out WHERE e.kind = 'reply'
      ) entries
     ORDER BY at`);
  await tx.execute(sql`
    INSERT INTO conversations (person_id, channel, last_inbound_at, last_outbound_at)
    SELECT person_id, channel, max(inbound_at), max(outbound_at)
      FROM (SELECT p.id AS person_id, replace(event_type, '_received', '') AS channel, at AS inbound_at, NULL::timestamptz AS outbound_at
              FROM demo_events e JOIN demo_people p ON p.n = e.person WHERE kind = 'reply'
            UNION ALL
            SELECT person_id, CASE type WHEN 'voice_agent' THEN 'call' ELSE type END, NULL, executed_at FROM demo_sends WHERE succeeded) messages
     GROUP BY 1, 2`);
};
