import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import type { Reason } from "#domain/reason.ts";
import type { Reader, Tx } from "#server/db/database.ts";

/** What waits to go out. */
export type DueAction = {
  id: string;
  personId: string;
  ruleId: string | null;
  channel: "sms" | "whatsapp" | "call" | "voice_agent" | "email";
  config: {
    template?: string;
    text?: string;
    subject?: string;
    purpose?: "marketing" | "service" | "confirmation";
    stopOnReply?: boolean;
    firedAt?: number;
    /** Ways that were shut when it was tried. */
    avoid?: string[];
    /** When it is its turn at which way. */
    place?: { way: string; at: number };
  };
  attempts: number;
  fence: number;
  causedBy: string | null;
};

/** Is there anything to claim? Asked far more often than there is. */
export const isAnyDue = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ due: boolean }>({
    name: "is-any-due",
    text: `SELECT EXISTS (SELECT FROM actions WHERE status IN ('pending', 'held')
                             AND coalesce(not_before, '-infinity') <= now()) AS due`,
  });
  return rows[0]?.due === true;
};

/** The next that are due, held until the transaction ends; what somebody else holds is passed over. */
export const claimDue = async (tx: Tx, most: number): Promise<DueAction[]> => {
  const { rows } = await tx.execute<DueAction>(sql`
    SELECT id, person_id AS "personId", rule_id AS "ruleId", type AS channel, coalesce(config, '{}') AS config,
           attempts, fence, caused_by AS "causedBy"
      FROM actions
     WHERE status IN ('pending', 'held') AND coalesce(not_before, '-infinity') <= now()
     ORDER BY not_before NULLS FIRST, id LIMIT ${most} FOR UPDATE SKIP LOCKED`);
  return rows;
};

export type Decided = {
  id: string;
  status: "held" | "blocked" | "failed" | "cancelled";
  reasons: Reason[];
  /** Null waits until something changes. */
  notBefore: string | null;
};

export const saveDecided = async (tx: Tx, decided: Decided[]): Promise<void> => {
  if (decided.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET status = row.status, reasons = row.reasons,
           not_before = CASE WHEN row.status = 'held' THEN coalesce(row."notBefore", 'infinity') END
      FROM jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) AS row (
        id uuid, status text, reasons jsonb, "notBefore" timestamptz)
     WHERE actions.id = row.id`);
};

export type Dispatch = { id: string; messenger: string; rendered: object; reasons: Reason[] };

/** From here until `leaseSeconds` are over they are ours, under a number that nobody else has. */
export const markDispatching = async (tx: Tx, going: Dispatch[], leaseSeconds: number): Promise<void> => {
  if (going.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET status = 'dispatching', fence = fence + 1, attempts = attempts + 1, executed_at = clock_timestamp(),
           lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), messenger = row.messenger,
           reasons = row.reasons, config = (coalesce(config, '{}') - 'place') || jsonb_build_object('rendered', row.rendered)
      FROM jsonb_to_recordset(${JSON.stringify(going)}::jsonb) AS row (
        id uuid, messenger text, rendered jsonb, reasons jsonb)
     WHERE actions.id = row.id`);
};

export type Settled = {
  id: string;
  messenger: string;
  fence: number;
  status: "sent" | "delivered" | "read" | "failed" | "unknown" | "pending";
  providerId: string | null;
  price: number | null;
  reasons: Reason[] | null;
  notBefore: string | null;
  error: string | null;
  /** Ways not to try again. */
  avoid?: string[];
};

/** An action whose outcome was just written. */
export type Written = {
  id: string;
  personId: string;
  ruleId: string | null;
  channel: string;
  status: string;
  text: string | null;
};

const writtenColumns = sql`actions.id, actions.person_id AS "personId", actions.rule_id AS "ruleId",
  actions.type AS channel, actions.status, left(actions.config -> 'rendered' ->> 'text', 500) AS text`;

/** The furthest that a vendor told of an action, by its own id or by the vendor's. */
const furthestTold = (id: SQL, messenger: SQL, providerId: SQL): SQL => sql`
  SELECT c.status, c.provider_id, delivery_rank(c.status) AS rank, (c.detail ->> 'price')::numeric AS price
    FROM (SELECT status, provider_id, detail FROM callbacks WHERE messenger = ${messenger} AND provider_id = ${providerId}
          UNION ALL
          SELECT status, provider_id, detail FROM callbacks WHERE action_id = ${id}) c
   ORDER BY delivery_rank(c.status) DESC LIMIT 1`;

/**
 * Writes how sends went; those whose number is no longer theirs are left alone. A receipt may have been quicker than
 * the answer, or come where there was none: what the vendor told of an effect stands above not knowing, and above
 * trying again. A status never moves backwards.
 */
export const saveSettled = async (tx: Tx, settled: Settled[]): Promise<Written[]> => {
  // Held first: what is told while we wait for a row is seen by the statement after it.
  await tx.execute(sql`
    SELECT 1 FROM actions WHERE id = ANY(${sql.param(settled.map(({ id }) => id))}::uuid[]) ORDER BY id FOR UPDATE`);
  const { rows } = await tx.execute<Written>(sql`
    UPDATE actions SET
           status = CASE WHEN known.better THEN told.status ELSE row.status END,
           provider_id = coalesce(row."providerId", told.provider_id, actions.provider_id),
           price = coalesce(row.price, told.price, actions.price), lease_until = NULL,
           reasons = CASE WHEN known.better THEN actions.reasons ELSE coalesce(row.reasons, actions.reasons) END,
           not_before = CASE WHEN known.better THEN NULL ELSE row."notBefore" END,
           config = CASE WHEN row.avoid IS NULL THEN actions.config ELSE actions.config || jsonb_build_object('avoid', row.avoid) END,
           result = coalesce(actions.result, '{}')
             || jsonb_strip_nulls(jsonb_build_object('error', CASE WHEN NOT known.better THEN row.error END))
      FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) AS row (
        id uuid, messenger text, fence int, status text, "providerId" text, price numeric, reasons jsonb, "notBefore" timestamptz, error text, avoid jsonb)
      LEFT JOIN LATERAL (${furthestTold(sql`row.id`, sql`row.messenger`, sql`row."providerId"`)}) told ON true
      CROSS JOIN LATERAL (SELECT coalesce(told.rank > delivery_rank(row.status), false) AS better) known
     WHERE actions.id = row.id AND actions.fence = row.fence AND actions.status IN ('dispatching', 'unknown')
    RETURNING ${writtenColumns}`);
  return rows;
};

/** Sends of unknown outcome of which the vendor told after all, while nobody could take its word. */
export const takeTold = async (tx: Tx): Promise<Written[]> => {
  const { rows } = await tx.execute<Written>(sql`
    UPDATE actions SET status = found.status, provider_id = coalesce(actions.provider_id, found.provider_id),
           price = coalesce(found.price, actions.price), not_before = NULL
      FROM (SELECT waiting.id, told.* FROM (
              SELECT id, messenger, provider_id FROM actions
               WHERE status = 'unknown' AND executed_at > now() - interval '2 days'
               FOR UPDATE SKIP LOCKED) waiting
             CROSS JOIN LATERAL (${furthestTold(sql`waiting.id`, sql`waiting.messenger`, sql`waiting.provider_id`)}) told
           ) found
     WHERE actions.id = found.id AND actions.status = 'unknown'
    RETURNING ${writtenColumns}`);
  return rows;
};

export const countSuccesses = async (tx: Tx, ruleIds: string[]): Promise<void> => {
  if (ruleIds.length === 0) return;
  await tx.execute(sql`
    UPDATE rules SET success_count = success_count + more.count
      FROM (SELECT id, count(*)::int AS count FROM unnest(${sql.param(ruleIds)}::uuid[]) AS id GROUP BY 1 ORDER BY 1) more
     WHERE rules.id = more.id`);
};

/** When we last wrote to people. */
export const noteOutbound = async (tx: Tx, sends: { personId: string; channel: string }[]): Promise<void> => {
  if (sends.length === 0) return;
  await tx.execute(sql`
    INSERT INTO conversations (person_id, channel, last_outbound_at)
    SELECT DISTINCT "personId", CASE channel WHEN 'voice_agent' THEN 'call' ELSE channel END, now()
      FROM jsonb_to_recordset(${JSON.stringify(sends)}::jsonb) AS row ("personId" uuid, channel text) ORDER BY 1, 2
    ON CONFLICT (person_id, channel) DO UPDATE SET last_outbound_at = excluded.last_outbound_at`);
};

/** What is still being sent stays ours. Never waits: whatever holds one of them is settling it. */
export const renewLeases = async (
  tx: Tx,
  underWay: { id: string; fence: number }[],
  leaseSeconds: number,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE actions SET lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
     WHERE id IN (SELECT actions.id FROM actions
                    JOIN jsonb_to_recordset(${JSON.stringify(underWay)}::jsonb) AS row (id uuid, fence int)
                      ON actions.id = row.id AND actions.fence = row.fence
                   WHERE actions.status = 'dispatching' FOR UPDATE OF actions SKIP LOCKED)`);
};

/** Whoever sent these did not say how it went in time. Nobody knows, and nobody sends them again unasked. */
export const expireLeases = async (tx: Tx): Promise<Written[]> => {
  const { rows } = await tx.execute<Written>(sql`
    UPDATE actions SET status = 'unknown', lease_until = NULL, not_before = now(),
           reasons = '[{"code": "vendor_unknown"}]'
     WHERE id IN (SELECT id FROM actions WHERE status = 'dispatching' AND lease_until < clock_timestamp()
                   ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
    RETURNING ${writtenColumns}`);
  return rows;
};

export type UnknownAction = {
  id: string;
  fence: number;
  personId: string;
  messenger: string;
  providerId: string | null;
  attempts: number;
  executedAt: number;
  rendered: { to?: string; text?: string } | null;
};

/**
 * Sends of unknown outcome that are worth a look at the vendor's: the one that waits longest first, and each less and
 * less often, so that those of which nobody will ever know keep nobody else from being looked up.
 */
export const unknownToLookUp = async (tx: Tx, most: number): Promise<UnknownAction[]> => {
  const { rows } = await tx.execute<UnknownAction>(sql`
    UPDATE actions SET not_before = now() + greatest(interval '30 seconds', (now() - executed_at) / 2)
     WHERE id IN (SELECT id FROM actions WHERE status = 'unknown' AND messenger IS NOT NULL
                     AND coalesce(not_before, '-infinity') <= now() AND executed_at > now() - interval '2 days'
                   ORDER BY not_before NULLS FIRST, id LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, fence, person_id AS "personId", messenger, provider_id AS "providerId", attempts,
              (extract(epoch FROM executed_at) * 1000)::float8 AS "executedAt", config -> 'rendered' AS rendered`);
  return rows;
};

/** Something changed for them: what waits is looked at again. */
export const wakeHeld = async (tx: Tx, personIds: string[]): Promise<void> => {
  if (personIds.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET not_before = now() WHERE status = 'held' AND person_id = ANY(${sql.param(personIds)}::uuid[])`);
};

/** Is anything of theirs on its way at this moment? */
export const isUnderWay = async (db: Reader, personIds: string[]): Promise<boolean> => {
  if (personIds.length === 0) return false;
  const { rows } = await db.execute(sql`
    SELECT 1 FROM actions WHERE status = 'dispatching' AND lease_until > clock_timestamp()
       AND person_id = ANY(${sql.param(personIds)}::uuid[]) LIMIT 1`);
  return rows.length > 0;
};
