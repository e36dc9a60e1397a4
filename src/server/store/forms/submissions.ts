import { eq, sql } from "drizzle-orm";
import type { ConfirmedKind, SubmissionEvidence } from "#domain/forms/submission-evidence.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { formSubmissions } from "#server/db/schema/forms.ts";

export type NewSubmission = Pick<
  typeof formSubmissions.$inferSelect,
  "id" | "formId" | "eventId" | "email" | "phone" | "evidence"
>;

/** False where this page was sent before: a second click stores nothing and counts for nothing. */
export const insertSubmission = async (tx: Tx, submission: NewSubmission): Promise<boolean> => {
  const rows = await tx
    .insert(formSubmissions)
    .values(submission)
    .onConflictDoNothing()
    .returning({ id: formSubmissions.id });
  if (rows.length === 0) return false;
  await tx.execute(sql`
    INSERT INTO form_counts (form_id, submissions, last_at) VALUES (${submission.formId}, 1, now())
    ON CONFLICT (form_id) DO UPDATE SET submissions = form_counts.submissions + 1, last_at = now()`);
  return true;
};

export type RecordedSubmission = {
  id: string;
  personId: string;
  email: string | null;
  phone: string | null;
  evidence: SubmissionEvidence;
  eventId: string;
  /** The ids of the person's addresses that were given in the form. */
  emailId: string | null;
  phoneId: string | null;
  /** The newest recorded consent to marketing by channel. */
  states: Record<string, string>;
  /** When the address was last asked to confirm, by any form. */
  emailAskedAt: string | null;
  phoneAskedAt: string | null;
};

/** Names the people of submissions whose events were recorded, and reads what decides about their confirmations. */
export const linkSubmissions = async (
  tx: Tx,
  events: { eventId: string; personId: string }[],
): Promise<RecordedSubmission[]> => {
  const personIds = sql.param(events.map(({ personId }) => personId));
  // A statement of its own, so that a refusal that commits at the same time is either seen below, or recorded after.
  await tx.execute(
    sql`SELECT FROM people WHERE id = ANY(${personIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const { rows } = await tx.execute<RecordedSubmission>(sql`
    WITH row AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS row ("eventId" uuid, "personId" uuid)),
    linked AS (
      UPDATE form_submissions s SET person_id = row."personId" FROM row
       WHERE s.event_id = row."eventId" AND s.person_id IS NULL RETURNING s.*)
    SELECT s.id, s.person_id AS "personId", s.email, s.phone, s.evidence, s.event_id AS "eventId",
           (SELECT a.id FROM person_addresses a WHERE a.person_id = s.person_id AND a.value = s.email) AS "emailId",
           (SELECT a.id FROM person_addresses a WHERE a.person_id = s.person_id AND a.value = s.phone) AS "phoneId",
           coalesce((SELECT jsonb_object_agg(channel, state) FROM (
             SELECT DISTINCT ON (channel) channel, state FROM consent_records c
              WHERE c.person_id = s.person_id AND c.purpose = 'marketing' ORDER BY channel, c.created_at DESC, c.id DESC) newest), '{}') AS states,
           (SELECT max(o.email_asked_at) FROM form_submissions o WHERE o.email = s.email AND o.email_asked_at IS NOT NULL) AS "emailAskedAt",
           (SELECT max(o.phone_asked_at) FROM form_submissions o WHERE o.phone = s.phone AND o.phone_asked_at IS NOT NULL) AS "phoneAskedAt"
      FROM linked s ORDER BY s.id`);
  return rows;
};

const askedColumns = { email: sql`email_asked_at`, phone: sql`phone_asked_at` } as const;
const confirmedColumns = { email: sql`email_confirmed_at`, phone: sql`phone_confirmed_at` } as const;

export const markAsked = async (tx: Tx, id: string, kind: ConfirmedKind): Promise<void> => {
  await tx.execute(sql`UPDATE form_submissions SET ${askedColumns[kind]} = now() WHERE id = ${id}`);
};

export type StoredSubmission = typeof formSubmissions.$inferSelect;

export const findSubmission = async (db: Reader, id: string): Promise<StoredSubmission | undefined> => {
  const [row] = await db.select().from(formSubmissions).where(eq(formSubmissions.id, id));
  return row;
};

/** The submission, locked, if its address is still the one that its person is reached at. */
export const lockConfirmable = async (
  tx: Tx,
  id: string,
  kind: ConfirmedKind,
): Promise<StoredSubmission | undefined> => {
  const [row] = await tx.select().from(formSubmissions).where(eq(formSubmissions.id, id)).for("update");
  if (!row?.personId) return undefined;
  // Before what the person refused is read.
  await tx.execute(sql`SELECT FROM people WHERE id = ${row.personId} FOR NO KEY UPDATE`);
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM person_addresses WHERE person_id = ${row.personId} AND value = ${row[kind]} AND is_primary`);
  return rows.length > 0 ? row : undefined;
};

/** Whether the link to confirm went to a simulator outside the demo, whose reader is not the person. */
export const wasAskedInTest = async (tx: Tx, submissionId: string, kind: ConfirmedKind): Promise<boolean> => {
  const link = JSON.stringify({ confirms: { submissionId, kind } });
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM form_submissions s JOIN actions a ON a.person_id = s.person_id
     WHERE s.id = ${submissionId} AND a.config @> ${link}::jsonb AND a.simulation = 'test'`);
  return rows.length > 0;
};

/** The channels by which the person refused marketing; a form does not take that back. */
export const refusedChannels = async (tx: Tx, personId: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ channel: string }>(sql`
    SELECT channel FROM (
      SELECT DISTINCT ON (channel) channel, state FROM consent_records
       WHERE person_id = ${personId} AND purpose = 'marketing'
       ORDER BY channel, created_at DESC, id DESC) newest
     WHERE state = 'denied'`);
  return rows.map(({ channel }) => channel);
};

/** A submission with two confirmed addresses counts once. */
export const markConfirmed = async (
  tx: Tx,
  { id, formId, emailConfirmedAt, phoneConfirmedAt }: StoredSubmission,
  kind: ConfirmedKind,
): Promise<void> => {
  await tx.execute(sql`UPDATE form_submissions SET ${confirmedColumns[kind]} = now() WHERE id = ${id}`);
  if (emailConfirmedAt !== null || phoneConfirmedAt !== null) return;
  await tx.execute(sql`UPDATE form_counts SET confirmed = confirmed + 1 WHERE form_id = ${formId}`);
};

/** How many numbers forms asked within the last day. Held until the transaction ends, so that two do not share the rest. */
export const countTextedToday = async (tx: Tx): Promise<number> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('form-texts'))`);
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM form_submissions WHERE phone_asked_at > now() - interval '1 day'`,
  );
  return rows[0]?.count ?? 0;
};

const unlinkedDays = 30;

/** Deletes submissions whose event was never recorded, and those whose event is gone; returns how many. */
export const deleteUnlinkedSubmissions = async (tx: Tx, size: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM form_submissions WHERE id IN (
      SELECT s.id FROM form_submissions s
       WHERE s.person_id IS NULL AND s.created_at < now() - interval '1 day'
         AND (s.created_at < now() - make_interval(days => ${unlinkedDays})
              OR NOT EXISTS (SELECT FROM events e WHERE e.id = s.event_id))
       ORDER BY s.created_at LIMIT ${size} FOR UPDATE OF s SKIP LOCKED)`);
  return rowCount ?? 0;
};
