import { sql } from "drizzle-orm";
import type { KnownPerson } from "#domain/import/known-person.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { findKnownPeople, insertImported, writePeople } from "#server/store/batches/import-people.ts";
import { insertConsents, type NewConsent } from "#server/store/compliance/consents.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { lockAddresses } from "./matching.ts";
import { addToTimeline, type TimelineRow } from "./timeline.ts";

/** The people with these ids or addresses, locked, oldest first. */
export const lockPeopleRows = async (
  tx: Tx,
  { ids, addresses }: { ids: string[]; addresses: string[] },
): Promise<KnownPerson[]> => {
  await lockAddresses(tx, addresses);
  return findKnownPeople(tx, { ids, addresses, field: null }, true);
};

/** Which of the users exist and are active. */
export const findActiveUsers = async (db: Reader, ids: string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM users WHERE active AND id = ANY(${sql.param(ids)}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
};

export type PersonEntry = Pick<TimelineRow, "personId" | "eventType" | "title" | "description">;

const addEntries = async (tx: Tx, entries: PersonEntry[]): Promise<void> => {
  await addToTimeline(
    tx,
    entries.map((entry) => ({ ...entry, source: "user", metadata: {}, causedBy: null })),
  );
};

const hourFields = ["timezone", "phone", "zip", "region"] as const;

type PeopleChanges = {
  added: readonly KnownPerson[];
  changed: readonly { before: KnownPerson; after: KnownPerson }[];
  entries: PersonEntry[];
};

/** Writes new and changed people with their timeline; returns whether held messages must be scheduled again. */
export const writePeopleChanges = async (
  tx: Tx,
  { added, changed, entries }: PeopleChanges,
): Promise<boolean> => {
  await insertImported(tx, added);
  await writePeople(
    tx,
    changed.map(({ after }) => after),
  );
  await addEntries(tx, entries);
  // The contact hours depend on the place and the phone number.
  const moved = changed.filter(({ before, after }) =>
    hourFields.some((field) => before[field] !== after[field]),
  );
  await wakeHeldActions(
    tx,
    moved.map(({ after }) => after.id),
  );
  return moved.length > 0;
};

/** Records consents with their flags on the people, whose rows are locked. */
export const recordConsentRows = async (tx: Tx, records: NewConsent[], now: number): Promise<void> => {
  await insertConsents(tx, records);
  const flags = records.map(({ personId, channel, state }) => ({
    personId,
    channel,
    isGranted: state !== "denied",
  }));
  await tx.execute(sql`
    UPDATE people SET consents = consents || flags.changed,
           updated_at = greatest(to_timestamp(${now / 1000}), people.updated_at + interval '1 millisecond')
      FROM (SELECT "personId", jsonb_object_agg(channel, "isGranted") AS changed
              FROM jsonb_to_recordset(${JSON.stringify(flags)}::jsonb) AS row ("personId" uuid, channel text, "isGranted" boolean)
             GROUP BY 1) flags
     WHERE people.id = flags."personId"`);
  await wakeHeldActions(tx, [...new Set(records.map(({ personId }) => personId))]);
};
