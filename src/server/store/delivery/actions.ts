import { type SQL, sql } from "drizzle-orm";
import type pg from "pg";
import type { Channel } from "#domain/channels/channel.ts";
import type { SendPurpose } from "#domain/compliance/send-intent.ts";
import type { ConfirmedKind } from "#domain/forms/submission-evidence.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { Simulation } from "#domain/messages/simulation.ts";
import type { Reason } from "#domain/reason.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { wakeRuns } from "#server/store/automation/sequence-runs.ts";

/** An action that may be sent now. */
export type DueAction = {
  id: string;
  personId: string;
  ruleId: string | null;
  /** The run of the rule; with a step, a run of its sequence. */
  runId: string | null;
  stepId: string | null;
  /** Its rule was switched off after it was planned. */
  isRuleOff: boolean;
  channel: Channel;
  config: {
    template?: string;
    text?: string;
    subject?: string;
    purpose?: SendPurpose;
    stopOnReply?: boolean;
    /** The rule's limit on the same words; null is no limit. */
    repeatHours?: number | null;
    /** One of the person's addresses; the primary one where it is absent. */
    addressId?: string;
    firedAt?: number;
    /** The span of the request that made it, where no event caused it. */
    traceparent?: string;
    /** Messengers that were unavailable when it was tried. */
    excludedMessengers?: string[];
    /** The time that a messenger's send rate reserved for it. */
    slot?: { messenger: string; at: number };
    /** Files that go with it; their content is read when it is sent. */
    files?: { id: string; filename: string; contentType: string; size: number }[];
    /** A fixed answer to a message of the person, such as the confirmation of an opt-out. */
    answersAutomatically?: boolean;
    /** An automatic answer: the suggestion that it was made from. */
    ai?: { suggestionId: string };
    /** The message as an operator approved it, without the link in its footer; it leaves like this or not at all. */
    approved?: { subject: string | null; text: string };
    /** The link that confirms this submission takes the place of its mark in the text when it is sent, and is not stored. */
    confirms?: { submissionId: string; kind: ConfirmedKind };
  };
  attempts: number;
  fence: number;
  causedBy: string | null;
  /** The user who wrote it; null for a machine's. */
  sentBy: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
};

/**
 * In how many milliseconds the next action is due: 0 for now, null for none. Cheap, because it is asked far more often
 * than there is something.
 */
export const findNextDue = async (pool: pg.Pool): Promise<number | null> => {
  const { rows } = await pool.query<{ ms: number | null }>({
    name: "find-next-due",
    text: `SELECT CASE WHEN EXISTS (SELECT FROM actions WHERE status IN ('pending', 'held')
                                       AND (not_before <= now() OR not_before IS NULL)) THEN 0
                       ELSE (SELECT extract(epoch FROM not_before - clock_timestamp()) * 1000 FROM actions
                              WHERE status IN ('pending', 'held') AND not_before > now() AND not_before < 'infinity'
                              ORDER BY not_before LIMIT 1) END::float8 AS ms`,
  });
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : Math.max(0, ms);
};

/** The next due actions, locked until the transaction ends; rows that another worker has locked are skipped. */
export const claimDue = async (tx: Tx, limit: number): Promise<DueAction[]> => {
  const { rows } = await tx.execute<DueAction>(sql`
    SELECT id, person_id AS "personId", rule_id AS "ruleId", rule_run_id AS "runId", step_id AS "stepId",
           EXISTS (SELECT FROM rules r WHERE r.id = actions.rule_id AND NOT r.enabled) AS "isRuleOff", type AS channel, coalesce(config, '{}') AS config, attempts, fence, caused_by AS "causedBy", sent_by AS "sentBy",
           (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt"
      FROM actions
     WHERE status IN ('pending', 'held') AND coalesce(not_before, '-infinity') <= now()
     ORDER BY not_before NULLS FIRST, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  return rows;
};

/** What the gate decided for an action that is not sent now. */
export type ActionDecision = {
  id: string;
  status: Extract<ActionStatus, "held" | "blocked" | "failed" | "cancelled">;
  reasons: Reason[];
  /** Null waits until something changes for the person. */
  notBefore: string | null;
};

export const saveDecisions = async (tx: Tx, decisions: ActionDecision[]): Promise<void> => {
  if (decisions.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET status = row.status, reasons = row.reasons,
           not_before = CASE WHEN row.status = 'held' THEN coalesce(row."notBefore", 'infinity') END
      FROM jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) AS row (
        id uuid, status text, reasons jsonb, "notBefore" timestamptz)
     WHERE actions.id = row.id`);
};

/** Looks at these actions again at that time; nothing was decided about them. */
export const delayActions = async (tx: Tx, ids: string[], until: Date): Promise<void> => {
  if (ids.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET not_before = ${until.toISOString()} WHERE id = ANY(${sql.param(ids)}::uuid[])`);
};

export type DispatchedAction = {
  id: string;
  messenger: string;
  simulation: Simulation | null;
  rendered: object;
  reasons: Reason[];
  /** The vendor reports its price only when it is asked later. */
  isPricedLater: boolean;
};

/** Marks actions as being sent by this process. The fence tells its claim from later ones. */
export const markDispatching = async (
  tx: Tx,
  dispatched: DispatchedAction[],
  leaseSeconds: number,
): Promise<void> => {
  if (dispatched.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET status = 'dispatching', fence = fence + 1, attempts = attempts + 1, executed_at = clock_timestamp(),
           lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), messenger = row.messenger,
           simulation = row.simulation, price_due_at = CASE WHEN row."isPricedLater" THEN now() + interval '2 seconds' END,
           reasons = row.reasons, config = (coalesce(config, '{}') - 'slot') || jsonb_build_object('rendered', row.rendered)
      FROM jsonb_to_recordset(${JSON.stringify(dispatched)}::jsonb) AS row (
        id uuid, messenger text, simulation text, rendered jsonb, reasons jsonb, "isPricedLater" boolean)
     WHERE actions.id = row.id`);
};

export type ActionOutcome = {
  id: string;
  messenger: string;
  fence: number;
  status: Extract<ActionStatus, "sent" | "delivered" | "read" | "failed" | "unknown" | "pending">;
  providerId: string | null;
  price: number | null;
  reasons: Reason[] | null;
  notBefore: string | null;
  error: string | null;
  excludedMessengers?: string[];
};

/** An action whose outcome was just saved. */
export type SavedOutcome = {
  id: string;
  personId: string;
  ruleId: string | null;
  channel: Channel;
  status: ActionStatus;
  /** Why it failed or is unknown; of others, what the gate said last. */
  reasons: Reason[] | null;
  simulation: Simulation | null;
  text: string | null;
  /** The user who wrote it; null for a machine's. */
  sentBy: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  executedAt: number | null;
};

export const savedColumns = sql`actions.id, actions.person_id AS "personId", actions.rule_id AS "ruleId",
  actions.type AS channel, actions.status, actions.reasons, actions.simulation, actions.config -> 'rendered' ->> 'text' AS text,
  actions.sent_by AS "sentBy", (extract(epoch FROM actions.created_at) * 1000)::float8 AS "createdAt",
  (extract(epoch FROM actions.executed_at) * 1000)::float8 AS "executedAt"`;

/** The most advanced receipt of an action, found by its own id or by the vendor's. */
const furthestReceipt = (id: SQL, messenger: SQL, providerId: SQL): SQL => sql`
  SELECT c.status, c.provider_id, delivery_rank(c.status) AS rank, (c.detail ->> 'price')::numeric AS price,
         c.detail -> 'reasons' AS reasons
    FROM (SELECT status, provider_id, detail FROM delivery_receipts WHERE messenger = ${messenger} AND provider_id = ${providerId}
          UNION ALL
          SELECT status, provider_id, detail FROM delivery_receipts WHERE action_id = ${id}) c
   ORDER BY delivery_rank(c.status) DESC LIMIT 1`;

/**
 * Saves the outcomes of sends whose fence is still valid. A receipt may have arrived before the vendor's answer, or
 * without one: a reported effect overrides both "unknown" and a retry. A status never moves backwards.
 */
export const saveOutcomes = async (tx: Tx, outcomes: ActionOutcome[]): Promise<SavedOutcome[]> => {
  // Locked first: receipts that commit while this waits for a row are seen by the next statement.
  await tx.execute(sql`
    SELECT 1 FROM actions WHERE id = ANY(${sql.param(outcomes.map(({ id }) => id))}::uuid[]) ORDER BY id FOR UPDATE`);
  const { rows } = await tx.execute<SavedOutcome>(sql`
    UPDATE actions SET
           status = send_status(CASE WHEN compared.is_further THEN receipt.status ELSE row.status END, actions.simulation),
           provider_id = coalesce(row."providerId", receipt.provider_id, actions.provider_id),
           price = CASE WHEN actions.simulation IS DISTINCT FROM 'test'
             THEN coalesce(row.price, receipt.price, actions.price) END, lease_until = NULL,
           reasons = CASE WHEN compared.is_further THEN coalesce(receipt.reasons, actions.reasons) ELSE coalesce(row.reasons, actions.reasons) END,
           not_before = CASE WHEN compared.is_further THEN NULL ELSE row."notBefore" END,
           config = CASE WHEN row."excludedMessengers" IS NULL THEN actions.config
             ELSE actions.config || jsonb_build_object('excludedMessengers', row."excludedMessengers") END,
           result = coalesce(actions.result, '{}')
             || jsonb_strip_nulls(jsonb_build_object('error', CASE WHEN NOT compared.is_further THEN row.error END))
      FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS row (
        id uuid, messenger text, fence int, status text, "providerId" text, price numeric, reasons jsonb,
        "notBefore" timestamptz, error text, "excludedMessengers" jsonb)
      LEFT JOIN LATERAL (${furthestReceipt(sql`row.id`, sql`row.messenger`, sql`row."providerId"`)}) receipt ON true
      CROSS JOIN LATERAL (SELECT coalesce(receipt.rank > delivery_rank(row.status), false) AS is_further) compared
     WHERE actions.id = row.id AND actions.fence = row.fence AND actions.status IN ('dispatching', 'unknown')
    RETURNING ${savedColumns}`);
  return rows;
};

/** All of them unless ids are given. */
const amongIds = (ids: readonly string[] | undefined) =>
  ids === undefined ? sql`` : sql`AND id = ANY(${sql.param([...ids])}::uuid[])`;

/** Settles sends of unknown outcome whose receipts arrived while the outcome was not saved yet. */
export const applyLateReceipts = async (tx: Tx, ids?: readonly string[]): Promise<SavedOutcome[]> => {
  const { rows } = await tx.execute<SavedOutcome>(sql`
    UPDATE actions SET status = send_status(found.status, actions.simulation),
           provider_id = coalesce(actions.provider_id, found.provider_id), not_before = NULL,
           reasons = coalesce(found.reasons, actions.reasons),
           price = CASE WHEN actions.simulation IS DISTINCT FROM 'test' THEN coalesce(found.price, actions.price) END
      FROM (SELECT waiting.id, receipt.* FROM (
              SELECT id, messenger, provider_id FROM actions
               WHERE status = 'unknown' AND executed_at > now() - interval '2 days' ${amongIds(ids)}
               FOR UPDATE SKIP LOCKED) waiting
             CROSS JOIN LATERAL (${furthestReceipt(sql`waiting.id`, sql`waiting.messenger`, sql`waiting.provider_id`)}) receipt
           ) found
     WHERE actions.id = found.id AND actions.status = 'unknown'
    RETURNING ${savedColumns}`);
  return rows;
};

export const countSuccesses = async (tx: Tx, ruleIds: string[]): Promise<void> => {
  if (ruleIds.length === 0) return;
  await tx.execute(sql`
    UPDATE rules SET success_count = success_count + more.count
      FROM (SELECT id, count(*)::int AS count FROM unnest(${sql.param(ruleIds)}::uuid[]) AS id GROUP BY 1 ORDER BY 1) more
     WHERE rules.id = more.id`);
};

/** Remembers when people were last written to, by channel. */
export const recordOutboundTimes = async (
  tx: Tx,
  sends: { personId: string; channel: string }[],
): Promise<void> => {
  if (sends.length === 0) return;
  await tx.execute(sql`
    INSERT INTO conversations (person_id, channel, last_outbound_at)
    SELECT DISTINCT "personId", CASE channel WHEN 'voice_agent' THEN 'call' ELSE channel END, now()
      FROM jsonb_to_recordset(${JSON.stringify(sends)}::jsonb) AS row ("personId" uuid, channel text) ORDER BY 1, 2
    ON CONFLICT (person_id, channel) DO UPDATE SET last_outbound_at = excluded.last_outbound_at`);
};

/** Extends the leases of messages in flight. It skips locked rows: their outcome is being saved. */
export const renewLeases = async (
  tx: Tx,
  leases: { id: string; fence: number }[],
  leaseSeconds: number,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE actions SET lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
     WHERE id IN (SELECT actions.id FROM actions
                    JOIN jsonb_to_recordset(${JSON.stringify(leases)}::jsonb) AS row (id uuid, fence int)
                      ON actions.id = row.id AND actions.fence = row.fence
                   WHERE actions.status = 'dispatching' FOR UPDATE OF actions SKIP LOCKED)`);
};

/** Sends whose process did not save an outcome in time: unknown, and never repeated by themselves. */
export const expireLeases = async (tx: Tx, ids?: readonly string[]): Promise<SavedOutcome[]> => {
  const { rows } = await tx.execute<SavedOutcome>(sql`
    UPDATE actions SET status = 'unknown', lease_until = NULL, not_before = now(),
           reasons = '[{"code": "vendor_unknown"}]'
     WHERE id IN (SELECT id FROM actions WHERE status = 'dispatching' AND lease_until < clock_timestamp() ${amongIds(ids)}
                   ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
    RETURNING ${savedColumns}`);
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
  simulation: Simulation | null;
  rendered: { to?: string; text?: string } | null;
  confirms: DueAction["config"]["confirms"] | null;
};

/**
 * Sends of unknown outcome to look up at their vendor, longest waiting first. Each is looked up less and less often,
 * so that those that never resolve do not delay the others.
 */
export const claimUnknown = async (tx: Tx, limit: number): Promise<UnknownAction[]> => {
  const { rows } = await tx.execute<UnknownAction>(sql`
    UPDATE actions SET not_before = now() + greatest(interval '30 seconds', (now() - executed_at) / 2)
     WHERE id IN (SELECT id FROM actions WHERE status = 'unknown' AND messenger IS NOT NULL
                     AND coalesce(not_before, '-infinity') <= now() AND executed_at > now() - interval '2 days'
                   ORDER BY not_before NULLS FIRST, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, fence, person_id AS "personId", messenger, provider_id AS "providerId", attempts,
              (extract(epoch FROM executed_at) * 1000)::float8 AS "executedAt", simulation,
              config -> 'rendered' AS rendered, config -> 'confirms' AS confirms`);
  return rows;
};

/** Something changed for these people, so their held messages go through the gate again, and their runs decide again. */
export const wakeHeldActions = async (tx: Tx, personIds: string[]): Promise<void> => {
  if (personIds.length === 0) return;
  await inOneRoundTrip([
    tx.execute(sql`
      UPDATE actions SET not_before = now() WHERE status = 'held' AND person_id = ANY(${sql.param(personIds)}::uuid[])`),
    wakeRuns(tx, personIds),
  ]);
};

/**
 * The same for a transaction that has locked the addresses of these people. Rows that a claim has locked are skipped: it
 * waits for those addresses, and then decides with what changed.
 */
export const wakeUnclaimedActions = async (tx: Tx, personIds: string[]): Promise<void> => {
  if (personIds.length === 0) return;
  await inOneRoundTrip([
    tx.execute(sql`
      UPDATE actions SET not_before = now()
       WHERE id IN (SELECT id FROM actions WHERE status = 'held' AND person_id = ANY(${sql.param(personIds)}::uuid[])
                     ORDER BY id FOR UPDATE SKIP LOCKED)`),
    wakeRuns(tx, personIds),
  ]);
};

/** Whether a message to one of these people is being sent at this moment. */
export const hasSendsInFlight = async (db: Reader, personIds: string[]): Promise<boolean> => {
  if (personIds.length === 0) return false;
  const { rows } = await db.execute(sql`
    SELECT 1 FROM actions WHERE status = 'dispatching' AND lease_until > clock_timestamp()
       AND person_id = ANY(${sql.param(personIds)}::uuid[]) LIMIT 1`);
  return rows.length > 0;
};

/** A template was approved, so messages that waited for it go through the gate again. Returns how many. */
export const wakeForTemplate = async (tx: Tx, template: string): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE actions SET not_before = now()
     WHERE status = 'held' AND type = 'whatsapp' AND config ->> 'template' = ${template}`);
  return rowCount ?? 0;
};
