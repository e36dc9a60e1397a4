import { sql } from "drizzle-orm";
import { type ConsentChannel, consentChannels, contactAddressKindOf } from "#domain/channels/channel.ts";
import type { ConsentState } from "#domain/compliance/consent.ts";
import type { UndoableRow, UndoPlan } from "#domain/import/plan-undo.ts";
import { addressKind } from "#domain/people/person-address.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import type { PlannedConsent } from "#domain/people/plan-change.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { endRuns } from "#server/store/automation/end-runs.ts";
import { insertOptOuts } from "#server/store/compliance/suppressions.ts";
import { allowErasing } from "#server/store/people/erase-people.ts";

/** Rows that did something, from the last one before `before` on. */
export const readUndoableRows = async (
  db: Reader,
  batchId: string,
  before: number,
  limit: number,
): Promise<UndoableRow[]> => {
  const { rows } = await db.execute<UndoableRow>(sql`
    SELECT line, verdict, person_id AS "personId", coalesce(before, '{}') AS before, coalesce(after, '{}') AS after
      FROM batch_rows WHERE batch_id = ${batchId} AND line < ${before} AND undo IS NULL ORDER BY line DESC LIMIT ${limit}`);
  return rows;
};

type Traces = { id: string; hasMessages: boolean; hasEvents: boolean };

/** What people did since, or what was done for them. Our own import entries, scores and waiting actions do not count. */
export const readTraces = async (db: Reader, ids: string[], since: Date): Promise<Map<string, Traces>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Traces>(sql`
    SELECT id,
           EXISTS (SELECT FROM actions a WHERE a.person_id = id
                     AND a.status NOT IN ('pending', 'held', 'blocked', 'cancelled'))
             OR EXISTS (SELECT FROM messages m WHERE m.person_id = id)
             OR EXISTS (SELECT FROM calls c WHERE c.person_id = id) AS "hasMessages",
           EXISTS (SELECT FROM events e WHERE e.person_id = id)
             OR EXISTS (SELECT FROM tasks t WHERE t.person_id = id)
             OR EXISTS (SELECT FROM drafts d WHERE d.person_id = id)
             OR EXISTS (SELECT FROM outgoing_files f WHERE f.person_id = id)
             OR EXISTS (SELECT FROM reviews r WHERE r.person_id = id)
             OR EXISTS (SELECT FROM person_requests r WHERE r.person_id = id)
             OR EXISTS (SELECT FROM merged_people m WHERE m.survivor_id = id)
             OR EXISTS (SELECT FROM timeline t WHERE t.person_id = id AND t.created_at >= ${since.toISOString()}::timestamptz
                          AND t.event_type IN ('note_added', 'opted_out', 'opted_in', 'reply', 'event_received'))
             AS "hasEvents"
      FROM unnest(${sql.param(ids)}::uuid[]) AS id`);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Deletes people whom an import added, as if they had never been there; refusals stay as opt-outs of the address. */
export const removeImported = async (
  tx: Tx,
  batchId: string,
  people: readonly PersonRecord[],
  hash: (address: string) => Buffer,
): Promise<void> => {
  if (people.length === 0) return;
  const refused = people.flatMap(({ consents, email, phone, addresses }) => {
    const all = [...new Set([...addresses, email?.toLowerCase(), phone])].flatMap((address) => address ?? []);
    return consentChannels
      .filter((channel) => consents[channel] === false)
      .flatMap((scope) =>
        all
          .filter((address) => addressKind(address) === contactAddressKindOf(scope))
          .map((address) => ({ scope, hash: hash(address).toString("hex") })),
      );
  });
  await insertOptOuts(
    tx,
    refused.map((one) => ({ ...one, source: "import" as const, actorId: null, causedBy: batchId })),
  );
  const these = sql`ANY(${sql.param(people.map(({ id }) => id))}::uuid[])`;
  await allowErasing(tx);
  for (const table of [
    "consent_records",
    "actions",
    "rule_runs",
    "timeline",
    "notes",
    "ai_profiles",
    "score_snapshots",
    "person_addresses",
  ])
    await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM people WHERE id = ${these}`);
  await forbidErasing(tx);
};

const forbidErasing = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`SELECT set_config('faro.erasing', 'off', true)`);
};

type TakenConsent = { personId: string; channel: ConsentChannel };
type FoundConsent = TakenConsent & {
  /** What counted before the import; null where there was nothing. */
  state: ConsentState | null;
  written: boolean | null;
  consentId: string | null;
  isProven: boolean | null;
  /** Something was sent while it counted, so its record is a proof and stays. */
  isUsed: boolean;
};

/**
 * Agreements of an import that are the newest of their channel. What was recorded before counts again; one that was the
 * first is deleted, or refused where something was sent with it.
 */
export const findTakenConsents = async (
  tx: Tx,
  batchId: string,
  consents: readonly TakenConsent[],
): Promise<{ restored: Map<string, PlannedConsent[]>; deleted: TakenConsent[] }> => {
  if (consents.length === 0) return { restored: new Map(), deleted: [] };
  const { rows } = await tx.execute<FoundConsent>(sql`
    SELECT newest.person_id AS "personId", newest.channel, earlier.state, earlier.written, earlier.id AS "consentId",
           earlier.proof IS NOT NULL AS "isProven",
           EXISTS (SELECT FROM actions a WHERE a.person_id = newest.person_id AND a.executed_at >= newest.created_at) AS "isUsed"
      FROM (SELECT DISTINCT ON (c.person_id, c.channel) c.person_id, c.channel, c.caused_by, c.state, c.created_at
              FROM jsonb_to_recordset(${JSON.stringify(consents)}::jsonb) AS row ("personId" uuid, channel text)
              JOIN consent_records c ON c.person_id = row."personId" AND c.channel = row.channel AND c.purpose = 'marketing'
             ORDER BY c.person_id, c.channel, c.created_at DESC, c.id DESC) newest
      LEFT JOIN LATERAL (
        SELECT id, state, written, proof FROM consent_records c
         WHERE c.person_id = newest.person_id AND c.channel = newest.channel AND c.purpose = 'marketing'
           AND c.caused_by IS DISTINCT FROM ${batchId}
         ORDER BY c.created_at DESC, c.id DESC LIMIT 1) earlier ON true
     WHERE newest.caused_by = ${batchId} AND newest.state <> 'denied'`);
  const isEnded = ({ state, isUsed }: FoundConsent): boolean => state !== null || isUsed;
  const restored = Map.groupBy(rows.filter(isEnded), ({ personId }) => personId);
  return {
    restored: new Map(
      [...restored].map(([personId, found]) => [
        personId,
        found.map(({ channel, state, written, consentId, isProven }) => ({
          channel,
          state: state ?? "denied",
          written: written ?? false,
          method: "import" as const,
          proof:
            consentId === null
              ? { undoneBatch: batchId }
              : isProven
                ? { undoneBatch: batchId, consentId }
                : null,
          // The flag is put back with the other values.
          isFlagKept: true,
        })),
      ]),
    ),
    deleted: rows.filter((row) => !isEnded(row)),
  };
};

export const deleteConsents = async (
  tx: Tx,
  batchId: string,
  deleted: readonly TakenConsent[],
): Promise<void> => {
  if (deleted.length === 0) return;
  await allowErasing(tx);
  await tx.execute(sql`
    DELETE FROM consent_records c
     USING jsonb_to_recordset(${JSON.stringify(deleted)}::jsonb) AS row ("personId" uuid, channel text)
     WHERE c.person_id = row."personId" AND c.channel = row.channel AND c.caused_by = ${batchId}`);
  await forbidErasing(tx);
};

/** Messages that wait because a rule fired for an imported person are not sent, and sequences that began so end. */
export const cancelCausedActions = async (tx: Tx, batchId: string, personIds: string[]): Promise<number> => {
  if (personIds.length === 0) return 0;
  await endRuns(
    tx,
    sql`r.person_id = ANY(${sql.param(personIds)}::uuid[])
        AND EXISTS (SELECT FROM rule_runs f WHERE f.id = r.id AND f.caused_by = ${batchId})`,
    { code: "run_import_undone" },
  );
  const { rowCount } = await tx.execute(sql`
    UPDATE actions SET status = 'cancelled', not_before = NULL, reasons = '[{"code": "import_undone"}]'
     WHERE status IN ('pending', 'held') AND person_id = ANY(${sql.param(personIds)}::uuid[])
       AND rule_run_id IN (SELECT id FROM rule_runs WHERE caused_by = ${batchId}
                              AND person_id = ANY(${sql.param(personIds)}::uuid[]))`);
  return rowCount ?? 0;
};

export const saveUndoResults = async (
  tx: Tx,
  batchId: string,
  rows: readonly (Pick<UndoPlan, "result" | "reason"> & { line: number })[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx.execute(sql`
    UPDATE batch_rows SET undo = row.result, undo_reason = nullif(row.reason, 'null')
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (line int, result text, reason jsonb)
     WHERE batch_rows.batch_id = ${batchId} AND batch_rows.line = row.line`);
};

/** The users who last changed people, by the audit log. */
export const readLastEditors = async (
  db: Reader,
  ids: string[],
  since: Date,
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT DISTINCT ON (l.entity_id) l.entity_id AS id,
           coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) AS name
      FROM audit_logs l JOIN users u ON u.id = l.user_id
     WHERE l.entity_type = 'person' AND l.entity_id = ANY(${sql.param(ids)}::text[])
       AND l.created_at >= ${since.toISOString()}::timestamptz
     ORDER BY l.entity_id, l.created_at DESC`);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
