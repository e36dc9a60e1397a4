import { eq, sql } from "drizzle-orm";
import type { Person } from "#contract/people.ts";
import type { PersonInput } from "#domain/person.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import type { Tx } from "#server/db/database.ts";
import { people, timeline } from "#server/db/schema/people.ts";
import { presentPerson } from "./present-person.ts";

type TimelineEntry = { eventType: TimelineKind; title: string; description?: string };

const addEntry = (tx: Tx, personId: string, entry: TimelineEntry) =>
  tx.insert(timeline).values({ personId, source: "user", ...entry });

export const insertPerson = async (tx: Tx, input: PersonInput): Promise<Person> => {
  const [row] = await tx.insert(people).values(input).returning();
  if (!row) throw new Error("The person was not inserted");
  await addEntry(tx, row.id, { eventType: "person_created", title: "Person created" });
  return presentPerson(row);
};

/** The person, whose row stays locked until the transaction ends. */
export const lockPerson = async (tx: Tx, id: string): Promise<Person | undefined> => {
  const [row] = await tx.select().from(people).where(eq(people.id, id)).for("update");
  return row && presentPerson(row);
};

/** A new `updated_at`, always later than the last one, because clients use it as the row's version. */
export const nextVersion = sql`greatest(date_trunc('milliseconds', clock_timestamp()), people.updated_at + interval '1 millisecond')`;

export const updatePerson = async (tx: Tx, before: Person, change: Partial<PersonInput>): Promise<Person> => {
  const [row] = await tx
    .update(people)
    .set({ ...change, updatedAt: nextVersion })
    .where(eq(people.id, before.id))
    .returning();
  if (!row) throw new Error("A locked person is gone");
  const after = presentPerson(row);
  const isStageChange = after.status !== before.status;
  await addEntry(
    tx,
    before.id,
    isStageChange
      ? {
          eventType: "status_changed",
          title: "Stage changed",
          description: `${before.status} → ${after.status}`,
        }
      : { eventType: "person_updated", title: "Person updated" },
  );
  return after;
};

/** Sets the consent flag on the person; the proof is a row of `consent_records`. */
export const setConsentFlag = async (
  tx: Tx,
  id: string,
  channel: string,
  granted: boolean,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE people SET consents = consents || jsonb_build_object(${channel}::text, ${granted}::boolean), updated_at = ${nextVersion}
     WHERE id = ${id}`);
};
