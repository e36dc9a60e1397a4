import { sql } from "drizzle-orm";
import type { Reason } from "#domain/reason.ts";
import type { Tx } from "#server/db/database.ts";

/** An e-mail message of ours that a bounce or reply is about. */
export type BouncedMessage = {
  id: string;
  personId: string;
  to: string;
  /** Null while it has not been sent. */
  messenger: string | null;
  providerId: string | null;
  /** A test send, so that its answers are simulated, too. */
  isTest: boolean;
  text: string | null;
  sentBy: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  executedAt: number | null;
};

const messageColumns = sql`id, person_id AS "personId", lower(config -> 'rendered' ->> 'to') AS to, messenger,
  provider_id AS "providerId", coalesce(simulation = 'test', false) AS "isTest", config -> 'rendered' ->> 'text' AS text,
  sent_by AS "sentBy", (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt",
  (extract(epoch FROM executed_at) * 1000)::float8 AS "executedAt"`;
const isSentEmail = sql`type = 'email' AND config -> 'rendered' ->> 'to' IS NOT NULL`;

export const findMessage = async (tx: Tx, actionId: string): Promise<BouncedMessage | undefined> => {
  const { rows } = await tx.execute<BouncedMessage>(
    sql`SELECT ${messageColumns} FROM actions WHERE id = ${actionId} AND ${isSentEmail}`,
  );
  return rows[0];
};

/** The message that a vendor's report names, by our id or by the vendor's. */
export const findReportedMessage = async (
  tx: Tx,
  messenger: string,
  { actionId, providerId }: { actionId: string | null; providerId: string | null },
): Promise<BouncedMessage | undefined> => {
  const { rows } = await tx.execute<BouncedMessage>(sql`
    SELECT ${messageColumns} FROM actions WHERE messenger = ${messenger} AND ${isSentEmail}
       AND ${actionId === null ? sql`provider_id = ${providerId}` : sql`id = ${actionId}`} LIMIT 1`);
  return rows[0];
};

type BounceReport = { status: string | null; class: string; diagnostic: string | null };

/**
 * Fails the message. False when the bounce was known already, or the message had been delivered. The outcome of a message
 * that is being sent takes the bounce into account: its row is locked first, so that one of the two sees the other.
 */
export const markBounced = async (
  tx: Tx,
  { id, messenger, providerId }: BouncedMessage,
  report: BounceReport,
  reasons: Reason[],
): Promise<boolean> => {
  await tx.execute(sql`SELECT FROM actions WHERE id = ${id} FOR UPDATE`);
  const detail = JSON.stringify({ code: report.status, class: report.class, reasons });
  const { rowCount: isNew } = await tx.execute(sql`
    INSERT INTO delivery_receipts (messenger, provider_id, status, detail, action_id)
    VALUES (${messenger ?? "smtp"}, ${providerId ?? id}, 'failed', ${detail}::jsonb, ${id}) ON CONFLICT DO NOTHING`);
  if (isNew === 0) return false;
  const { rowCount } = await tx.execute(sql`
    UPDATE actions SET status = 'failed', lease_until = NULL, not_before = NULL, reasons = ${JSON.stringify(reasons)}::jsonb,
           result = coalesce(result, '{}') || ${JSON.stringify({ error: report.diagnostic ?? report.status, bounce: report })}::jsonb
     WHERE id = ${id} AND status IN ('sent', 'simulated', 'unknown')`);
  return (rowCount ?? 0) > 0;
};

/** Temporary bounces of messages to this address in the last 30 days. */
export const countSoftBounces = async (tx: Tx, { personId, to }: BouncedMessage): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM actions a JOIN delivery_receipts c ON c.action_id = a.id
     WHERE a.person_id = ${personId} AND a.type = 'email' AND lower(a.config -> 'rendered' ->> 'to') = ${to}
       AND c.detail ->> 'class' = 'soft' AND c.created_at > now() - interval '30 days'`);
  return rows[0]?.count ?? 0;
};
