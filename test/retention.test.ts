import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { applyRetention } from "#server/housekeeping/apply-retention.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createLog } from "#server/log.ts";
import { createWrite } from "#server/store/write.ts";
import { deletePeople } from "./delete-people.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  database = openDatabase(faro.connection, () => {});
});
afterAll(async () => {
  await database.close();
  await faro.stop();
});
beforeEach(async () => {
  await deletePeople(faro.pool);
  await faro.pool.query("DELETE FROM endpoints");
  await faro.pool.query("DELETE FROM retention_runs");
  await faro.pool.query(`
    WITH person AS (INSERT INTO people (first_name, created_at) VALUES ('Ana', now() - interval '3 years') RETURNING id),
         endpoint AS (INSERT INTO endpoints (name, type) VALUES ('Form', 'webhook') RETURNING id),
         times (at) AS (VALUES (now() - interval '100 days'), (now() - interval '80 days')),
         events AS (INSERT INTO events (endpoint_id, raw_data, created_at) SELECT id, '{}', at FROM endpoint, times),
         messages AS (INSERT INTO actions (person_id, type, status, created_at) SELECT id, 'sms', 'sent', at FROM person, times),
         waiting AS (INSERT INTO actions (person_id, type, status, not_before, created_at)
                     SELECT id, 'sms', 'held', 'infinity', at FROM person, times),
         form AS (INSERT INTO lead_forms (name, slug, endpoint_id, fields, texts, consents, origins, tags)
                  SELECT 'Form', 'form', id, '[]', '{}', '[]', '{}', '{}' FROM endpoint RETURNING id),
         submissions AS (INSERT INTO form_submissions (form_id, event_id, person_id, evidence, created_at)
                         SELECT form.id, gen_random_uuid(), person.id, '{}', at FROM form, person, times),
         questions AS (INSERT INTO unanswered_questions (question, person_id, channel, created_at)
                       SELECT '¿Venden piscinas?', id, 'sms', at FROM person, times),
         calls AS (INSERT INTO calls (person_id, type, phone_number, status, created_at)
                   SELECT id, 'inbound', '+17875550148', 'completed', at FROM person, times)
    INSERT INTO timeline (person_id, event_type, title, created_at) SELECT id, 'event_received', 'x', at FROM person, times`);
});

const runNightly = () => {
  const write = createWrite(database.db, { insert: async () => {} });
  return applyRetention.run([{}], { database, write, log: createLog("fatal") } as JobContext);
};

const keep = (dataRetention: number) => admin.send("POST", "/api/api-keys/general", { dataRetention });
const preview = async (query = "") => (await admin.send("GET", `/api/settings/retention${query}`)).body;
const counts = async () =>
  (
    await faro.pool.query(
      `SELECT (SELECT count(*)::int FROM events) AS events, (SELECT count(*)::int FROM actions) AS messages,
              (SELECT count(*)::int FROM calls) AS calls, (SELECT count(*)::int FROM timeline) AS timeline,
              (SELECT count(*)::int FROM form_submissions) AS form_submissions,
              (SELECT count(*)::int FROM unanswered_questions) AS questions,
              (SELECT count(*)::int FROM people) AS people`,
    )
  ).rows[0];

const old = { events: 1, messages: 1, calls: 1, timeline: 1, form_submissions: 1, questions: 1 };

describe("the retention", () => {
  test("deletes what the preview counted, keeps people and waiting messages, and records what went", async () => {
    await keep(90);
    expect(await preview()).toMatchObject({ days: 90, cutoff: expect.any(String), counts: old, runs: [] });
    await runNightly();
    expect(await counts()).toEqual({
      events: 1,
      messages: 3,
      calls: 1,
      timeline: 1,
      form_submissions: 1,
      questions: 1,
      people: 1,
    });
    expect(await preview()).toMatchObject({
      counts: { events: 0, messages: 0, calls: 0, timeline: 0, form_submissions: 0, questions: 0 },
      runs: [{ days: 90, counts: old, finishedAt: expect.any(String) }],
    });
    const { rows } = await faro.pool.query("SELECT description FROM audit_logs ORDER BY seq DESC LIMIT 1");
    expect(rows[0].description).toBe("Deleted 6 rows older than 90 days");
  });

  test("of 0 days keeps everything for ever", async () => {
    await keep(0);
    const before = await counts();
    expect(await preview()).toMatchObject({ days: 0, cutoff: null, counts: {} });
    await runNightly();
    expect(await counts()).toEqual(before);
    expect((await preview()).runs).toEqual([]);
  });

  test("can be previewed for another period before it is saved", async () => {
    await keep(365);
    expect((await preview()).counts).toMatchObject({ events: 0 });
    expect((await preview("?days=30")).counts).toMatchObject({ events: 2, messages: 2 });
    expect((await admin.send("GET", "/api/settings/retention?days=7")).status).toBe(400);
  });
});
