import { sql } from "drizzle-orm";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import { describeAudit } from "#domain/audit/describe-audit.ts";
import { addressKind } from "#domain/people/person-address.ts";
import type { Tx } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertSuppression } from "#server/store/compliance/suppressions.ts";
import { deleteFilesOfPeople } from "#server/store/conversations/outgoing-files.ts";
import { rememberRecordings } from "#server/store/delivery/recording-deletions.ts";
import { deleteEvents } from "#server/store/ingestion/delete-events.ts";

export type ErasureResult = {
  /** How many of the people existed. */
  erased: number;
  /** The entries of the audit log whose personal fields were emptied; the erasure's own entry must list them. */
  auditEntries: number[];
};

type ErasedPerson = {
  id: string;
  landlinePhone: string | null;
  /** All of them, in lower case. */
  addresses: string[];
  doNotContact: boolean;
};

/** Allows changes of insert-only tables until the transaction ends. */
export const allowErasing = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`SELECT set_config('faro.erasing', 'on', true)`);
};

/** What replaces the details of an emptied audit entry. */
const erased: AuditDetails = { kind: "erased" };

/** Empties what names the person; the chain keeps their commitment, which without its salt reveals nothing. */
const eraseAuditEntries = async (tx: Tx, people: ReturnType<typeof sql>): Promise<number[]> => {
  const { rows } = await tx.execute<{ seq: number }>(sql`
    UPDATE audit_logs SET description = ${describeAudit(erased, "en")}, details = ${JSON.stringify(erased)}::jsonb,
           metadata = NULL, salt = ''
     WHERE entity_type = 'person' AND entity_id = ANY(${people}::text[]) AND salt <> '' RETURNING seq::float8 AS seq`);
  return rows.map(({ seq }) => seq).sort((a, b) => a - b);
};

/** Rows of a person that need no further care. */
const erasedTables = [
  "messages",
  "episodes",
  "thread_answers",
  "thread_reads",
  "threads",
  "notes",
  "tasks",
  "drafts",
  "approvals",
  "reply_suggestions",
  "unanswered_questions",
  "person_addresses",
  "form_submissions",
  "batch_rows",
  // Before the person is deleted, which writes the news of it.
  "webhook_events",
  "sync_changes",
  "integration_work",
  "chat_threads",
  "external_tasks",
] as const;

/** Deletes what belongs to people, each table in one statement; the cascades then find no rows. */
const deleteBelongings = async (tx: Tx, ids: string[], phones: string[]): Promise<void> => {
  const these = sql`ANY(${sql.param(ids)}::uuid[])`;
  const theirCalls = sql`person_id = ${these} OR (person_id IS NULL AND phone_number = ANY(${sql.param(phones)}::text[]))`;
  await rememberRecordings(
    tx,
    sql`SELECT id FROM calls WHERE ${theirCalls}
        UNION SELECT id FROM actions WHERE person_id = ${these} AND type IN ('call', 'voice_agent')`,
  );
  await deleteEvents(tx, sql`SELECT id FROM events WHERE person_id = ${these}`);
  await tx.execute(sql`
    DELETE FROM delivery_receipts r USING actions a WHERE a.person_id = ${these} AND r.action_id = a.id`);
  await tx.execute(sql`
    DELETE FROM delivery_receipts r USING actions a
     WHERE a.person_id = ${these} AND a.provider_id IS NOT NULL
       AND r.messenger = a.messenger AND r.provider_id = a.provider_id`);
  await deleteFilesOfPeople(tx, ids);
  await tx.execute(sql`DELETE FROM actions WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM rule_runs WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM timeline WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM calls WHERE ${theirCalls}`);
  await tx.execute(sql`DELETE FROM reviews WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM conversations WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM ai_profiles WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM person_summaries WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM person_locations WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM location_queue WHERE person_id = ${these}`);
  await tx.execute(sql`DELETE FROM score_snapshots WHERE person_id = ${these}`);
  for (const table of erasedTables)
    await tx.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE person_id = ${these}`);
  await tx.execute(sql`
    DELETE FROM consent_records c USING merged_people m WHERE m.survivor_id = ${these} AND c.person_id = m.id`);
  await tx.execute(sql`DELETE FROM merged_people WHERE survivor_id = ${these}`);
  await tx.execute(sql`DELETE FROM consent_records WHERE person_id = ${these}`);
  await tx.execute(sql`UPDATE usage SET person_id = NULL WHERE person_id = ${these}`);
  await tx.execute(sql`
    DELETE FROM notifications
     WHERE params ->> 'personId' = ANY(${sql.param(ids)}::text[])
        OR substring(link FROM '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}') = ANY(${sql.param(ids)}::text[])`);
};

/** A request not to be contacted is a flag of the person, so it becomes an opt-out of each address. */
const keepOptOuts = async (
  tx: Tx,
  people: { doNotContact: boolean; addressHashes: string[] }[],
): Promise<void> => {
  const optedOut = people.filter(({ doNotContact }) => doNotContact);
  for (const addressHash of new Set(optedOut.flatMap(({ addressHashes }) => addressHashes))) {
    await insertSuppression(tx, Buffer.from(addressHash, "hex"), {
      state: "opted_out",
      source: "operator",
      reason: null,
      causedBy: null,
    });
  }
  // A reason may quote what the person wrote.
  const hashes = people.flatMap(({ addressHashes }) => addressHashes.map((hex) => Buffer.from(hex, "hex")));
  await tx.execute(sql`
    UPDATE suppressions SET reason = NULL
     WHERE address_hash = ANY(${sql.param(hashes)}::bytea[]) AND reason IS NOT NULL`);
};

const lockActionsOf = async (tx: Tx, ids: string[]): Promise<void> => {
  // Actions before people, as the sender locks them, and people in the order of their ids, as other changes do.
  await tx.execute(
    sql`SELECT FROM actions WHERE person_id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE`,
  );
};

/** Locks people in the order in which an erasure does; returns those who exist. */
export const lockForErasure = async (tx: Tx, ids: string[]): Promise<Set<string>> => {
  await lockActionsOf(tx, ids);
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM people WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE`,
  );
  return new Set(rows.map(({ id }) => id));
};

/**
 * Erases people with everything stored about them. What remains are opt-outs by keyed hash, costs without the person,
 * an erasure (the former id and the keyed hashes of the addresses), and the vendors' ids of calls until their recordings
 * are deleted there.
 */
export const erasePeople = async (tx: Tx, ids: string[], hash: AddressHash): Promise<ErasureResult> => {
  await lockActionsOf(tx, ids);
  const { rows: found } = await tx.execute<ErasedPerson>(sql`
    SELECT id, landline_phone AS "landlinePhone",
           ARRAY(SELECT value FROM person_addresses a WHERE a.person_id = people.id) AS addresses,
           coalesce(consents -> 'dnc' = 'true', false) AS "doNotContact" FROM people
     WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE`);
  if (found.length === 0) return { erased: 0, auditEntries: [] };
  const erasures = found.map(({ id, addresses, landlinePhone, doNotContact }) => ({
    personId: id,
    doNotContact,
    addressHashes: [...new Set([...addresses, landlinePhone])].flatMap((address) =>
      address === null ? [] : [hash(address).toString("hex")],
    ),
  }));
  await tx.execute(sql`
    INSERT INTO erasures (person_id, address_hashes)
    SELECT "personId", "addressHashes"
      FROM jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb) AS row ("personId" uuid, "addressHashes" jsonb)`);
  await allowErasing(tx);
  await keepOptOuts(tx, erasures);
  const foundIds = found.map(({ id }) => id);
  const phones = found.flatMap(({ addresses }) =>
    addresses.filter((address) => addressKind(address) === "phone"),
  );
  await deleteBelongings(tx, foundIds, phones);
  const auditEntries = await eraseAuditEntries(tx, sql`${sql.param(foundIds)}`);
  await tx.execute(sql`DELETE FROM people WHERE id = ANY(${sql.param(foundIds)}::uuid[])`);
  return { erased: found.length, auditEntries };
};
