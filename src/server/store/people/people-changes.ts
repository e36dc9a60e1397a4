import { eq, sql } from "drizzle-orm";
import type { Person } from "#contract/people.ts";
import type { BulkChange } from "#domain/bulk-change.ts";
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

export type ReversibleChange = Exclude<BulkChange, { kind: "delete" }>;

const maxTagsPerPerson = 50;

/**
 * Changes those of the people who differ from the target state and adds the change to their timelines, in one
 * statement. For a bulk change that can be undone, it also keeps what they were.
 */
export const changePeople = async (
  tx: Tx,
  ids: string[],
  change: ReversibleChange,
  bulkChangeId?: string,
): Promise<number> => {
  // Locked in the order of their ids, so that two concurrent changes cannot deadlock.
  const locked = sql`locked AS MATERIALIZED (
    SELECT id, status AS previous_status, tags AS previous_tags, stage_reached, converted_at FROM people WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE)`;
  const returning = sql`RETURNING people.id, people.updated_at, locked.previous_status, locked.previous_tags,
    locked.stage_reached, locked.converted_at`;
  const recorded =
    bulkChangeId === undefined
      ? sql``
      : sql`, recorded AS (
    INSERT INTO bulk_change_rows (bulk_change_id, person_id, status, tags, stage_reached, converted_at, version)
    SELECT ${bulkChangeId}, id, previous_status, previous_tags, stage_reached, converted_at, updated_at FROM changed
    ON CONFLICT DO NOTHING)`;
  const entry = (eventType: TimelineKind, title: string, description: ReturnType<typeof sql>) =>
    sql`INSERT INTO timeline (person_id, event_type, source, title, description)
        SELECT id, ${eventType}, 'user', ${title}, ${description} FROM changed`;
  if (change.kind === "status") {
    const updated = await tx.execute(sql`WITH ${locked}, changed AS (
      UPDATE people SET status = ${change.status}, updated_at = ${nextVersion} FROM locked
       WHERE people.id = locked.id AND people.status <> ${change.status} ${returning})${recorded}
      ${entry("status_changed", "Stage changed", sql`previous_status || ' → ' || ${change.status}`)}`);
    return updated.rowCount ?? 0;
  }
  const { tag } = change;
  const hasTag = sql`people.tags @> ARRAY[${tag}]::text[]`;
  const isAdding = change.kind === "add_tag";
  const tags = isAdding ? sql`array_append(tags, ${tag})` : sql`array_remove(tags, ${tag})`;
  const needsChange = isAdding
    ? sql`NOT ${hasTag} AND cardinality(people.tags) < ${maxTagsPerPerson}`
    : hasTag;
  const tagged = await tx.execute(sql`WITH ${locked}, changed AS (
    UPDATE people SET tags = ${tags}, updated_at = ${nextVersion} FROM locked
     WHERE people.id = locked.id AND ${needsChange} ${returning})${recorded}
    ${entry(isAdding ? "tag_added" : "tag_removed", isAdding ? "Tag added" : "Tag removed", sql`${tag}::text`)}`);
  return tagged.rowCount ?? 0;
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
