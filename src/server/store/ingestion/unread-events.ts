import { sql } from "drizzle-orm";
import type pg from "pg";
import type { EventProblem, ValidationStatus } from "#domain/ingestion/event.ts";
import { jsonbArray, textArray, uuidArray } from "#server/db/arrays.ts";
import type { Tx } from "#server/db/database.ts";
import { runPlain, type Told } from "#server/db/plain-statement.ts";

/** An event at the door. `raw` is JSON text, checked already. */
export type Arrival = {
  id: string;
  endpointId: string;
  raw: string;
  eventType: string | null;
  deduplicationKey: string | null;
  status: ValidationStatus;
  problems: EventProblem[] | null;
};

export type Kept = { id: string; isNew: boolean };

/** What carries no key meets nobody: it is only written down, to be read. */
export const isPlain = ({ deduplicationKey, status }: Arrival): boolean =>
  deduplicationKey === null && status === "received";

const keepMany = {
  name: "keep-many",
  text: `INSERT INTO arrivals (id, endpoint_id, event_type, raw_data)
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[])`,
};
const keepOne = {
  name: "keep-one",
  text: "INSERT INTO arrivals (id, endpoint_id, event_type, raw_data) VALUES ($1, $2, $3, $4)",
};

/** Writes down what is plain, in one statement; each is new. */
export const keepPlain = (db: pg.Client, plain: Arrival[], told: Told<Kept[]>): void => {
  const written = {
    done: () => told.done(plain.map(({ id }) => ({ id, isNew: true }))),
    failed: told.failed,
  };
  const [one] = plain;
  if (one && plain.length === 1) {
    runPlain(db, keepOne, [one.id, one.endpointId, one.eventType, one.raw], written);
    return;
  }
  const columns = [
    uuidArray(plain.map(({ id }) => id)),
    uuidArray(plain.map(({ endpointId }) => endpointId)),
    textArray(plain.map(({ eventType }) => eventType)),
    jsonbArray(plain.map(({ raw }) => raw)),
  ];
  runPlain(db, keepMany, columns, written);
};

const insertText = `
  INSERT INTO events (id, endpoint_id, raw_data, event_type, deduplication_key, validation_status, problems)
  SELECT id, endpoint_id, raw, type, key, status, problems
    FROM jsonb_to_recordset($1::jsonb) AS row (
      id uuid, endpoint_id uuid, raw jsonb, type text, key text, status text, problems jsonb)
  ON CONFLICT (endpoint_id, deduplication_key) WHERE deduplication_key IS NOT NULL DO NOTHING RETURNING id`;

const firstText = `
  SELECT e.id, e.endpoint_id || ':' || e.deduplication_key AS key FROM events e
    JOIN jsonb_to_recordset($1::jsonb) AS row (endpoint_id uuid, key text)
      ON e.endpoint_id = row.endpoint_id AND e.deduplication_key = row.key`;

const rowText = ({ id, endpointId, raw, eventType, deduplicationKey, status, problems }: Arrival): string =>
  `{"id":"${id}","endpoint_id":"${endpointId}","raw":${raw},"type":${JSON.stringify(eventType)},"key":${JSON.stringify(deduplicationKey)},"status":"${status}"${problems ? `,"problems":${JSON.stringify(problems)}` : ""}}`;

/** Makes events of what carries a key, in one statement; one that was seen before is told the id of the first. */
export const keepKeyed = (db: pg.Client, keyed: Arrival[], { done, failed }: Told<Kept[]>): void =>
  void insertKeyed(db, keyed).then(done, failed);

const insertKeyed = async (db: pg.Client, keyed: Arrival[]): Promise<Kept[]> => {
  const values = [`[${keyed.map(rowText).join(",")}]`];
  const { rows } = await db.query<{ id: string }>({ name: "keep-keyed", text: insertText, values });
  const fresh = new Set(rows.map(({ id }) => id));
  const repeats = keyed.filter(({ id }) => !fresh.has(id));
  const firsts = repeats.length === 0 ? undefined : await firstOf(db, repeats);
  return keyed.map(({ id, endpointId, deduplicationKey }) =>
    fresh.has(id)
      ? { id, isNew: true }
      : { id: firsts?.get(`${endpointId}:${deduplicationKey}`) ?? id, isNew: false },
  );
};

const firstOf = async (db: pg.Client, repeats: Arrival[]): Promise<Map<string, string>> => {
  const keys = repeats.map((one) => ({ endpoint_id: one.endpointId, key: one.deduplicationKey }));
  const { rows } = await db.query<{ id: string; key: string }>({
    name: "keep-firsts",
    text: firstText,
    values: [JSON.stringify(keys)],
  });
  return new Map(rows.map(({ id, key }) => [key, id]));
};

/**
 * Arrivals do not look at their endpoint, so they go before it: whoever is reading them just now needs it until they
 * have read them.
 */
export const dropArrivals = async (tx: Tx, endpointId: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM arrivals WHERE endpoint_id = ${endpointId}`);
};

/** Those that came in while their endpoint went. */
export const dropOrphans = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM arrivals a WHERE NOT EXISTS (SELECT FROM endpoints n WHERE n.id = a.endpoint_id)`);
};
