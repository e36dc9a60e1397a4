import { sql } from "drizzle-orm";
import type { DeliveryExplanation } from "#contract/deliveries.ts";
import type { Reason } from "#domain/reason.ts";
import type { Reader } from "#server/db/database.ts";

type Step = { type: string; at: string };
type OperatorDecision = { what: string; email: string | null; at: string };

export type ActionHistory = {
  attempts: number;
  providerId: string | null;
  purpose: string | null;
  template: string | null;
  rule: {
    id: string | null;
    name: string | null;
    version: number;
    newest: number | null;
    why: Reason[];
    at: string;
  } | null;
  event: { id: string; type: string | null; endpointId: string; endpoint: string; at: string } | null;
  suggestion: DeliveryExplanation["suggestion"];
  steps: Step[];
  deeds: OperatorDecision[];
};

const iso = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The rule run and event that led to an action, its timeline entries and the decisions of operators. */
export const readActionHistory = async (db: Reader, id: string): Promise<ActionHistory | undefined> => {
  const { rows } = await db.execute<ActionHistory>(sql`
    SELECT a.attempts, a.provider_id AS "providerId", a.config ->> 'purpose' AS purpose, a.config ->> 'template' AS template,
           CASE WHEN run.id IS NOT NULL THEN jsonb_build_object('id', r.id, 'name', r.name, 'version', run.version,
             'newest', r.version, 'why', run.why, 'at', ${iso(sql`run.created_at`)}) END AS rule,
           CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('id', e.id, 'type', e.event_type,
             'endpointId', e.endpoint_id, 'endpoint', n.name, 'at', ${iso(sql`e.created_at`)}) END AS event,
           (SELECT jsonb_build_object('id', s.id, 'isAutoReply', a.config ? 'ai', 'vendor', s.vendor, 'model', s.model,
               'sources', s.sources, 'checks', s.checks)
              FROM reply_suggestions s WHERE s.person_id = a.person_id AND s.action_id = a.id LIMIT 1) AS suggestion,
           coalesce((SELECT jsonb_agg(jsonb_build_object('type', t.event_type, 'at', ${iso(sql`t.created_at`)})
               ORDER BY t.created_at, t.id) FROM timeline t WHERE t.caused_by = a.id AND t.person_id = a.person_id), '[]') AS steps,
           coalesce((SELECT jsonb_agg(jsonb_build_object('what', l.metadata ->> 'deed', 'email', u.email, 'at', ${iso(sql`l.created_at`)})
               ORDER BY l.created_at) FROM audit_logs l LEFT JOIN users u ON u.id = l.user_id
              WHERE l.entity_type = 'action' AND l.entity_id = a.id::text AND l.metadata ? 'deed'), '[]') AS deeds
      FROM actions a
      LEFT JOIN rule_runs run ON run.id = a.rule_run_id LEFT JOIN rules r ON r.id = run.rule_id
      LEFT JOIN events e ON e.id = a.caused_by LEFT JOIN endpoints n ON n.id = e.endpoint_id
     WHERE a.id = ${id}`);
  return rows[0];
};
