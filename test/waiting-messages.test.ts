import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase, type Tx } from "#server/db/database.ts";
import {
  claimWaitingMessage,
  findWaitingSenders,
  hasWaitingMessages,
} from "#server/store/ingestion/received-messages.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
  // An operator has the events of a webhook read again.
  await database.pool.query(`
    WITH webhook AS (INSERT INTO endpoints (name, type) VALUES ('Shop', 'webhook') RETURNING id)
    INSERT INTO events (endpoint_id, raw_data, validation_status)
    SELECT id, jsonb_build_object('from', '+1787555' || n), 'received' FROM webhook, generate_series(1, 20000) n`);
  await database.pool.query(
    "INSERT INTO endpoints (name, type, channel) VALUES ('Inbound SMS', 'webhook', 'sms'), ('Inbound X', 'webhook', 'x')",
  );
  await database.pool.query("ANALYZE events, endpoints");
});
afterAll(() => database.close());

const addMessage = async (channel: string, raw: object): Promise<string> => {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO events (endpoint_id, raw_data, validation_status)
     SELECT id, $2, 'received' FROM endpoints WHERE channel = $1 RETURNING id`,
    [channel, raw],
  );
  return rows[0]?.id ?? "";
};

/** What `read` returns, and how many rows and index entries of events it read. */
const countReads = <T>(read: (tx: Tx) => Promise<T>) =>
  database.db.transaction(async (tx) => {
    const count = async () => {
      const { rows } = await tx.execute<{ n: number }>(`
        SELECT sum(pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid))::int AS n
          FROM pg_class c WHERE c.oid = 'events'::regclass
            OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'events'::regclass)`);
      return rows[0]?.n ?? Number.NaN;
    };
    const before = await count();
    const result = await read(tx);
    return { result, reads: (await count()) - before };
  });

test("messages that wait are found without reading the events of other endpoints", async () => {
  const empty = await countReads((tx) => claimWaitingMessage(tx, []));
  expect(empty).toEqual({ result: undefined, reads: expect.any(Number) });
  expect(empty.reads).toBeLessThan(100);
  const first = await addMessage("sms", { from: "+17875550123", text: "Hola" });
  await addMessage("sms", { from: "+17875550123", text: "STOP" });
  const other = await addMessage("x", { from: "@ana", address: "x:17", text: "Hi" });
  const claimed = await countReads((tx) => claimWaitingMessage(tx, []));
  expect(claimed.result).toMatchObject({ id: first });
  expect(claimed.reads).toBeLessThan(100);
  // The second waits for the first of the same sender.
  const next = await countReads((tx) => claimWaitingMessage(tx, [first]));
  expect(next.result).toMatchObject({ id: other });
  expect(await countReads((tx) => claimWaitingMessage(tx, [first, other]))).toMatchObject({
    result: undefined,
  });
  const senders = await countReads((tx) => findWaitingSenders(tx, ["+17875550123", "+17875551", "x:17"]));
  expect(senders.result).toEqual(new Set(["+17875550123", "x:17"]));
  expect(senders.reads).toBeLessThan(100);
  const any = await countReads((tx) => hasWaitingMessages(tx));
  expect(any.result).toBe(true);
  expect(any.reads).toBeLessThan(100);
});

test("the cost of the next message does not grow with how many wait", async () => {
  await database.pool.query(
    "UPDATE events SET validation_status = 'valid' FROM endpoints n WHERE n.id = endpoint_id AND n.channel IS NOT NULL",
  );
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO events (endpoint_id, raw_data, validation_status)
     SELECT id, jsonb_build_object('from', '+1787555' || 1000 + n / 2, 'text', n), 'received'
       FROM endpoints, generate_series(0, 1999) n WHERE channel = 'sms' RETURNING id`,
  );
  const claimed = await countReads((tx) => claimWaitingMessage(tx, []));
  expect(claimed.result).toMatchObject({ id: rows[0]?.id });
  expect(claimed.reads).toBeLessThan(1000);
  // Neither the postponed message nor the next of its sender.
  const next = await countReads((tx) => claimWaitingMessage(tx, [rows[0]?.id ?? ""]));
  expect(next.result).toMatchObject({ id: rows[2]?.id });
  expect(next.reads).toBeLessThan(1000);
});
