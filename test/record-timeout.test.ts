import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createLog } from "#server/log.ts";
import { createMappingEngine } from "#server/mapping/engine.ts";
import { recordNext } from "#server/pipeline/ingest/record.ts";
import { newEvent } from "#server/store/ingestion/events.ts";
import { insertUnread } from "#server/store/ingestion/unread-events.ts";
import { createWrite } from "#server/store/write.ts";
import { noTracing } from "#server/tracing.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
let endpointId: string;
beforeAll(async () => {
  const connection = { ...(await createTestDatabase()), statement_timeout: 500 };
  database = openDatabase(connection, () => {});
  const { rows } = await database.pool.query(
    "INSERT INTO endpoints (name, type) VALUES ('Timeouts', 'webhook') RETURNING id",
  );
  endpointId = rows[0].id;
  await database.pool.query(`
    CREATE FUNCTION sleep_on_slow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.validation_status <> 'dead' AND NEW.event_type = 'slow' THEN PERFORM pg_sleep(30); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER events_slow BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION sleep_on_slow()`);
});
afterAll(() => database.close());

test("an event whose recording takes too long becomes a dead letter, and its neighbours are recorded", async () => {
  const mapping = createMappingEngine();
  const types = ["a", "b", "slow", "c"];
  await insertUnread(
    database,
    types.map((eventType) => newEvent({ endpointId, eventType, raw: JSON.stringify({ name: eventType }) })),
  );
  const write = createWrite(database.db, { insert: async () => {} });
  expect(
    await recordNext({
      write,
      mapping,
      log: createLog("silent"),
      tracing: noTracing,
      general: async () => defaultGeneralSettings,
      asksModels: async () => false,
      personFields: async () => [],
      hash: (address) => Buffer.from(address),
      forms: { canConfirm: false, smsPerDay: async () => 0, businessName: async () => "Faro" },
    }),
  ).toBe(types.length);
  const { rows } = await database.pool.query(
    "SELECT event_type AS type, validation_status AS status FROM events ORDER BY id",
  );
  expect(rows).toEqual([
    { type: "a", status: "valid" },
    { type: "b", status: "valid" },
    { type: "slow", status: "dead" },
    { type: "c", status: "valid" },
  ]);
  expect(
    await recordNext({
      write,
      mapping,
      log: createLog("silent"),
      tracing: noTracing,
      general: async () => defaultGeneralSettings,
      asksModels: async () => false,
      personFields: async () => [],
      hash: (address) => Buffer.from(address),
      forms: { canConfirm: false, smsPerDay: async () => 0, businessName: async () => "Faro" },
    }),
  ).toBe(0);
  await mapping.close();
});
