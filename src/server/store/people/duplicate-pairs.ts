import { sql } from "drizzle-orm";
import * as z from "zod";
import type { Person } from "#contract/people.ts";
import { comparePeople } from "#domain/people/duplicates/compare-people.ts";
import type { ComparedPart, ComparedPerson } from "#domain/people/duplicates/comparison.ts";
import type { DuplicateReason } from "#domain/possible-duplicate.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { readSetting, saveSetting } from "#server/store/workspace/settings.ts";
import { readCompared, type SkippedBlock } from "./find-duplicates.ts";
import { matchesPersonSql } from "./people-search.ts";
import { selectPerson } from "./person-sql.ts";
import { type PersonColumns, presentPerson } from "./present-person.ts";

type PairIds = { personId: string; otherId: string };

/** The people of a pair; the second one is the older entry. */
export const findPair = async (db: Reader, id: string): Promise<PairIds | undefined> => {
  const { rows } = await db.execute<PairIds>(sql`
    SELECT person_id AS "personId", other_id AS "otherId" FROM possible_duplicates WHERE id = ${id}`);
  return rows[0];
};

type StoredPair = {
  id: string;
  personId: string;
  otherId: string;
  reason: DuplicateReason;
  weight: number | null;
  createdAt: string;
};

export type ListedPair = {
  id: string;
  people: [Person, Person];
  reason: DuplicateReason;
  weight: number | null;
  parts: ComparedPart[];
  isStrict: boolean;
  createdAt: string;
};

export type PairCursor = { weight: number | null; id: string };

/** People as the API shows them, by id. */
export const readPeople = async (db: Reader, ids: readonly string[]): Promise<Map<string, Person>> => {
  const { rows } = await db.execute<PersonColumns>(
    sql`SELECT ${selectPerson("p")} FROM people p WHERE p.id = ANY(${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, presentPerson(row)]));
};

/** Open pairs, the surest first. They are compared anew, so that what is shown is true now. */
export const listPairs = async (
  db: Reader,
  {
    personId,
    after,
    limit,
  }: { personId?: string | undefined; after?: PairCursor | undefined; limit: number },
): Promise<{ pairs: ListedPair[]; next: PairCursor | undefined }> => {
  const { rows } = await db.execute<StoredPair>(sql`
    SELECT id, person_id AS "personId", other_id AS "otherId", reason, weight, created_at AS "createdAt"
      FROM possible_duplicates d
     WHERE decision IS NULL
       ${personId === undefined ? sql`` : sql`AND (person_id = ${personId} OR other_id = ${personId})`}
       ${after === undefined ? sql`` : sql`AND (coalesce(weight, 'infinity'), id) < (coalesce(${after.weight}::real, 'infinity'), ${after.id}::uuid)`}
     ORDER BY coalesce(weight, 'infinity') DESC, id DESC LIMIT ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const ids = [...new Set(shown.flatMap((row) => [row.personId, row.otherId]))];
  const [people, compared] = [await readPeople(db, ids), await readCompared(db, ids)];
  const pairs = shown.flatMap((row): ListedPair[] => {
    const [newer, older] = [people.get(row.personId), people.get(row.otherId)];
    const [one, other] = [compared.get(row.personId), compared.get(row.otherId)];
    if (!newer || !older || !one || !other) return [];
    const { parts, verdict } = comparePeople(other, one);
    return [
      {
        id: row.id,
        people: [older, newer],
        reason: row.reason,
        weight: row.weight,
        parts,
        isStrict: verdict === "strict",
        createdAt: new Date(row.createdAt).toISOString(),
      },
    ];
  });
  const last = shown.at(-1);
  return { pairs, next: rows.length > limit && last ? { weight: last.weight, id: last.id } : undefined };
};

export const countOpenPairs = async (db: Reader): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (SELECT FROM possible_duplicates WHERE decision IS NULL LIMIT 10000) open`,
  );
  return rows[0]?.total ?? 0;
};

/** Remembers for ever that two people are different. */
export const markDistinct = async (
  tx: Tx,
  id: string,
  userId: string | null,
): Promise<PairIds | undefined> => {
  const { rows } = await tx.execute<PairIds>(sql`
    UPDATE possible_duplicates SET decision = 'different', decided_by = ${userId}, decided_at = now()
     WHERE id = ${id} RETURNING person_id AS "personId", other_id AS "otherId"`);
  return rows[0];
};

const maxSimilar = 5;
const maxCompared = 100;

/** People who may be the one that is being entered. */
export const findSimilar = async (
  db: Reader,
  entered: ComparedPerson,
): Promise<{ person: Person; weight: number; parts: ComparedPart[] }[]> => {
  const addresses = [...entered.emails, ...entered.phones];
  const name = [entered.firstName, entered.lastName].filter(Boolean).join(" ").trim();
  const { rows } = await db.execute<{ id: string }>(sql`
    (SELECT person_id AS id FROM person_addresses WHERE value = ANY(${sql.param(addresses)}::text[]) LIMIT ${maxCompared})
    UNION
    (SELECT p.id FROM people p WHERE ${entered.lastName && name.length >= 5 ? matchesPersonSql(name) : sql`false`} LIMIT ${maxCompared})`);
  const ids = rows.map(({ id }) => id);
  const [people, compared] = [await readPeople(db, ids), await readCompared(db, ids)];
  return ids
    .flatMap((id) => {
      const [person, known] = [people.get(id), compared.get(id)];
      if (!person || !known) return [];
      const { weight, parts, verdict } = comparePeople(entered, known);
      return verdict === "different" ? [] : [{ person, weight, parts }];
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxSimilar);
};

const lastPassKey = { category: "people", key: "duplicates" };
const lastPass = z.object({
  skipped: z.array(z.object({ block: z.string(), value: z.string(), people: z.number() })),
});

export const readSkippedBlocks = async (db: Reader): Promise<SkippedBlock[]> =>
  lastPass.safeParse(await readSetting(db, lastPassKey)).data?.skipped ?? [];

export const saveSkippedBlocks = (tx: Tx, skipped: SkippedBlock[]): Promise<void> =>
  saveSetting(tx, lastPassKey, { skipped }, "Values that too many people share to be compared");
