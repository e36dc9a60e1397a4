import { sql } from "drizzle-orm";
import type pg from "pg";
import { comparePeople } from "#domain/people/duplicates/compare-people.ts";
import type { ComparedPart, ComparedPerson } from "#domain/people/duplicates/comparison.ts";
import type { Reader, Tx } from "#server/db/database.ts";

/** A value that more people share tells nothing of two of them, such as the number of a switchboard. */
const maxBlockSize = 200;

/** The first word of a folded text. */
const firstWord = (column: string): string => `split_part(fold_text(btrim(${column})), ' ', 1)`;
const mailName = `replace(split_part(split_part(a.value, '@', 1), '+', 1), '.', '')`;

/**
 * People who share one of these keys are compared: an address, the name of a mailbox, the end of a number with the given
 * name, or surname, initial and postal code.
 */
const blockKeys = `
  SELECT a.person_id AS id, 'address' AS block, a.value AS key FROM person_addresses a
  UNION ALL
  SELECT a.person_id, 'mailbox', ${mailName} FROM person_addresses a WHERE a.kind = 'email' AND length(${mailName}) >= 6
  UNION ALL
  SELECT a.person_id, 'number', right(a.value, 7) || ' ' || ${firstWord("p.first_name")}
    FROM person_addresses a JOIN people p ON p.id = a.person_id
   WHERE a.kind = 'phone' AND length(a.value) >= 8 AND p.first_name <> ''
  UNION ALL
  SELECT p.id, 'name', ${firstWord("p.last_name")} || ' ' || left(fold_text(btrim(p.first_name)), 1) || ' ' || p.zip
    FROM people p WHERE p.last_name <> '' AND p.first_name <> '' AND p.zip <> ''`;

export type SkippedBlock = { block: string; value: string; people: number };

export type CandidatePair = { personId: string; otherId: string };

const pairsPerPage = 5000;

/** The keys of the people whom a batch added or changed. */
const selectBatchKeys = async (client: pg.PoolClient, batchId: string): Promise<void> => {
  await client.query("CREATE TEMP TABLE batch_people (id uuid PRIMARY KEY) ON COMMIT DROP");
  await client.query(
    `INSERT INTO batch_people SELECT DISTINCT p.id FROM batch_rows r JOIN people p ON p.id = r.person_id
      WHERE r.batch_id = $1 AND r.verdict IN ('added', 'changed', 'joined')`,
    [batchId],
  );
  await client.query("ANALYZE batch_people");
  await client.query(`CREATE TEMP TABLE batch_keys ON COMMIT DROP AS
    SELECT DISTINCT block, key FROM (${blockKeys}) keys JOIN batch_people USING (id)`);
};

/**
 * Calls `onPage` with all pairs to compare, or those with a person of a batch, by pages, from one snapshot. Returns the
 * values that too many people share. Keys are materialised first, so that the tables are read once, whatever the number
 * of people.
 */
export const visitCandidates = async (
  pool: pg.Pool,
  onPage: (pairs: CandidatePair[]) => Promise<void>,
  batchId?: string,
): Promise<SkippedBlock[]> => {
  const inBatch = batchId === undefined ? "" : "JOIN batch_keys USING (block, key)";
  const ofBatch =
    batchId === undefined ? "" : "AND EXISTS (SELECT FROM batch_people p WHERE p.id IN (a.id, b.id))";
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query("SET LOCAL work_mem = '128MB'");
    if (batchId !== undefined) await selectBatchKeys(client, batchId);
    await client.query(`CREATE TEMP TABLE block_keys ON COMMIT DROP AS
      SELECT block, key, array_agg(DISTINCT id ORDER BY id) AS ids FROM (${blockKeys}) keys ${inBatch}
       GROUP BY block, key HAVING count(DISTINCT id) > 1`);
    const { rows: skipped } = await client.query<SkippedBlock>(
      `SELECT block, key AS value, cardinality(ids) AS people FROM block_keys
        WHERE cardinality(ids) > ${maxBlockSize} ORDER BY 3 DESC LIMIT 50`,
    );
    await client.query(`DECLARE pairs NO SCROLL CURSOR FOR
      SELECT DISTINCT b.id AS "personId", a.id AS "otherId"
        FROM block_keys k, unnest(k.ids) AS a (id), unnest(k.ids) AS b (id)
       WHERE cardinality(k.ids) <= ${maxBlockSize} AND a.id < b.id ${ofBatch}`);
    for (;;) {
      const { rows } = await client.query<CandidatePair>(`FETCH ${pairsPerPage} FROM pairs`);
      if (rows.length === 0) break;
      await onPage(rows);
    }
    await client.query("COMMIT");
    return skipped;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
};

/** Pairs of the given people with anyone who shares an address with them, except one that too many people share. */
export const findCandidatesOf = async (db: Reader, ids: readonly string[]): Promise<CandidatePair[]> => {
  const { rows } = await db.execute<CandidatePair>(sql`
    WITH own AS (SELECT DISTINCT value FROM person_addresses WHERE person_id = ANY(${sql.param(ids)}::uuid[])),
    shared AS (
      SELECT own.value FROM own CROSS JOIN LATERAL (
        SELECT count(*) AS people FROM (
          SELECT FROM person_addresses a WHERE a.value = own.value LIMIT ${maxBlockSize + 1}) few) counted
       WHERE people BETWEEN 2 AND ${maxBlockSize})
    SELECT DISTINCT greatest(a.person_id, b.person_id) AS "personId", least(a.person_id, b.person_id) AS "otherId"
      FROM shared JOIN person_addresses a ON a.value = shared.value AND a.person_id = ANY(${sql.param(ids)}::uuid[])
      JOIN person_addresses b ON b.value = shared.value AND b.person_id <> a.person_id`);
  return rows;
};

export const readCompared = async (
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, ComparedPerson>> => {
  const { rows } = await db.execute<ComparedPerson & { id: string }>(sql`
    SELECT p.id, p.first_name AS "firstName", p.last_name AS "lastName", p.zip, p.town,
           coalesce(a.emails, '{}') AS emails, coalesce(a.phones, '{}') AS phones
      FROM people p LEFT JOIN (
        SELECT person_id, array_agg(value) FILTER (WHERE kind = 'email') AS emails,
               array_agg(value) FILTER (WHERE kind = 'phone') AS phones
          FROM person_addresses WHERE person_id = ANY(${sql.param(ids)}::uuid[]) GROUP BY 1) a ON a.person_id = p.id
     WHERE p.id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, ...person }) => [id, person]));
};

export type FoundPair = CandidatePair & { weight: number; parts: ComparedPart[] };

/** Those of the pairs that may be one person. */
export const comparePairs = (
  pairs: readonly CandidatePair[],
  people: ReadonlyMap<string, ComparedPerson>,
): FoundPair[] =>
  pairs.flatMap((pair): FoundPair[] => {
    const [one, other] = [people.get(pair.personId), people.get(pair.otherId)];
    if (!one || !other) return [];
    const { verdict, weight, parts } = comparePeople(one, other);
    return verdict === "different" ? [] : [{ ...pair, weight, parts }];
  });

/** Stores pairs; one that an operator has decided keeps its decision. Returns how many are new. */
export const savePairs = async (tx: Tx, pairs: readonly FoundPair[]): Promise<number> => {
  if (pairs.length === 0) return 0;
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    INSERT INTO possible_duplicates (person_id, other_id, reason, weight, parts)
    SELECT "personId", "otherId", 'similar', weight, parts
      FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS row ("personId" uuid, "otherId" uuid, weight real, parts jsonb)
      -- Either may have been erased or merged since.
     WHERE (SELECT count(*) FROM people p WHERE p.id IN ("personId", "otherId")) = 2
     ORDER BY 1, 2
    ON CONFLICT (person_id, other_id) DO UPDATE SET weight = excluded.weight, parts = excluded.parts
     WHERE possible_duplicates.decision IS NULL
       AND (possible_duplicates.weight IS DISTINCT FROM excluded.weight OR possible_duplicates.parts IS DISTINCT FROM excluded.parts)
    RETURNING xmax = 0 AS "isNew"`);
  return rows.filter(({ isNew }) => isNew).length;
};

/** Removes open pairs that the comparison no longer finds, because the people were changed. */
export const removeStalePairs = async (tx: Tx, pairs: readonly CandidatePair[]): Promise<void> => {
  if (pairs.length === 0) return;
  await tx.execute(sql`
    DELETE FROM possible_duplicates d
     USING jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS row ("personId" uuid, "otherId" uuid)
     WHERE d.person_id = row."personId" AND d.other_id = row."otherId" AND d.decision IS NULL AND d.reason = 'similar'`);
};
