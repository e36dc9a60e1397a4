import { eq, sql } from "drizzle-orm";
import type { Person } from "#contract/people.ts";
import type { PersonInput, personStatuses } from "#domain/person.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import type { Tx } from "#server/db/database.ts";
import { people, timeline } from "#server/db/schema/people.ts";
import { presentPerson } from "./present-person.ts";

type TimelineEntry = { eventType: TimelineKind; title: string; description?: string };

const record = (tx: Tx, personId: string, entry: TimelineEntry) =>
  tx.insert(timeline).values({ personId, source: "user", ...entry });

export const insertPerson = async (tx: Tx, input: PersonInput): Promise<Person> => {
  const [row] = await tx.insert(people).values(input).returning();
  if (!row) throw new Error("The person was not inserted");
  await record(tx, row.id, { eventType: "person_created", title: "Person created" });
  return presentPerson(row);
};

/** The person, their row held until the transaction ends. */
export const lockPerson = async (tx: Tx, id: string): Promise<Person | undefined> => {
  const [row] = await tx.select().from(people).where(eq(people.id, id)).for("update");
  return row && presentPerson(row);
};

/** A new time of the last change, always later than the one before, so that no version is seen twice. */
export const nextVersion = sql`greatest(date_trunc('milliseconds', clock_timestamp()), people.updated_at + interval '1 millisecond')`;

export const updatePerson = async (tx: Tx, before: Person, change: Partial<PersonInput>): Promise<Person> => {
  const [row] = await tx
    .update(people)
    .set({ ...change, updatedAt: nextVersion })
    .where(eq(people.id, before.id))
    .returning();
  if (!row) throw new Error("A locked person is gone");
  const after = presentPerson(row);
  const moved = after.status !== before.status;
  await record(
    tx,
    before.id,
    moved
      ? {
          eventType: "status_changed",
          title: "Stage changed",
          description: `${before.status} → ${after.status}`,
        }
      : { eventType: "person_updated", title: "Person updated" },
  );
  return after;
};

export const deletePerson = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(people).where(eq(people.id, id));
};

export type BulkChange =
  | { kind: "status"; status: (typeof personStatuses)[number] }
  | { kind: "add_tag" | "remove_tag"; tag: string }
  | { kind: "delete" };

/** As many as one person may carry. */
const mostTags = 50;

/** One statement for all: those named that the change would alter, and the line on their timelines. */
export const changePeople = async (tx: Tx, ids: string[], change: BulkChange): Promise<number> => {
  // Held in the order of their ids, so that two such changes at once cannot wait for each other in a circle.
  const held = sql`held AS MATERIALIZED (
    SELECT id, status AS was FROM people WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE)`;
  if (change.kind === "delete") {
    const gone = await tx.execute(sql`WITH ${held} DELETE FROM people USING held WHERE people.id = held.id`);
    return gone.rowCount ?? 0;
  }
  const entry = (eventType: TimelineKind, title: string, description: ReturnType<typeof sql>) =>
    sql`INSERT INTO timeline (person_id, event_type, source, title, description)
        SELECT id, ${eventType}, 'user', ${title}, ${description} FROM changed`;
  if (change.kind === "status") {
    const moved = await tx.execute(sql`WITH ${held}, changed AS (
      UPDATE people SET status = ${change.status}, updated_at = ${nextVersion} FROM held
       WHERE people.id = held.id AND people.status <> ${change.status} RETURNING people.id, held.was)
      ${entry("status_changed", "Stage changed", sql`was || ' → ' || ${change.status}`)}`);
    return moved.rowCount ?? 0;
  }
  const { tag } = change;
  const has = sql`people.tags @> ARRAY[${tag}]::text[]`;
  const added = change.kind === "add_tag";
  const tags = added ? sql`array_append(tags, ${tag})` : sql`array_remove(tags, ${tag})`;
  const alters = added ? sql`NOT ${has} AND cardinality(people.tags) < ${mostTags}` : has;
  const tagged = await tx.execute(sql`WITH ${held}, changed AS (
    UPDATE people SET tags = ${tags}, updated_at = ${nextVersion} FROM held
     WHERE people.id = held.id AND ${alters} RETURNING people.id)
    ${entry(added ? "tag_added" : "tag_removed", added ? "Tag added" : "Tag removed", sql`${tag}::text`)}`);
  return tagged.rowCount ?? 0;
};

/** The tick that goes with a recorded consent. */
export const setConsentFlag = async (tx: Tx, id: string, channel: string, given: boolean): Promise<void> => {
  await tx.execute(sql`
    UPDATE people SET consents = consents || jsonb_build_object(${channel}::text, ${given}::boolean), updated_at = ${nextVersion}
     WHERE id = ${id}`);
};
