import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setDetail } from "#server/agent/set-detail.ts";
import { openDatabase } from "#server/db/database.ts";
import { readEventFields } from "#server/store/ingestion/events.ts";
import { createWrite } from "#server/store/write.ts";
import { createAddressHash } from "./address-hash.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());

const attack = "FREE SOLAR CLICK evil.example";

describe("a name that messages would quote", () => {
  test("is left out of an event, which keeps everything else and says so on the timeline", async () => {
    const mapping = { person: { firstName: "first_name", lastName: "last_name", email: "email" }, event: {} };
    await faro.pool.query(
      `INSERT INTO endpoints (name, type, hook_token, mapping_template)
       VALUES ('Shop', 'webhook', 'outside-values-token', $1)`,
      [mapping],
    );
    const sent = await fetch(`${faro.url}/hooks/outside-values-token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ first_name: attack, last_name: "Ruiz", email: "quoted@example.com" }),
    });
    expect(sent.status).toBe(202);
    const found = async () =>
      (
        await faro.pool.query(
          "SELECT id, first_name, last_name FROM people WHERE email = 'quoted@example.com'",
        )
      ).rows;
    await expect.poll(found, { timeout: 180_000 }).toHaveLength(1);
    const [person] = await found();
    expect(person).toMatchObject({ first_name: null, last_name: "Ruiz" });
    const { body: page } = await faro.send("GET", `/api/people/${person.id}/timeline`);
    expect(page.events).toContainEqual(
      expect.objectContaining({
        eventType: "event_received",
        metadata: expect.objectContaining({ leftOut: [{ code: "holds_link", target: "firstName" }] }),
      }),
    );
    const { rows } = await faro.pool.query(
      "SELECT validation_status, problems, raw_data FROM events WHERE person_id = $1",
      [person.id],
    );
    expect(rows).toMatchObject([
      {
        validation_status: "invalid",
        problems: [{ code: "holds_link", target: "person.firstName" }],
        raw_data: { first_name: attack },
      },
    ]);
  });

  test("is refused from programs with what is wrong, and taken from operators", async () => {
    const made = await faro.send("POST", "/api/tokens", {
      name: "Program",
      scopes: ["people:read", "people:write"],
    });
    const asProgram = async (method: string, path: string, body: unknown) => {
      const response = await fetch(faro.url + path, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${made.body.token}` },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as any };
    };
    const byOperator = await faro.send("POST", "/api/people", { firstName: "Booking.com" });
    expect(byOperator).toMatchObject({ status: 200, body: { firstName: "Booking.com" } });
    const { id } = byOperator.body;
    for (const [method, path] of [
      ["POST", "/api/people"],
      ["PUT", `/api/people/${id}`],
    ] as const) {
      const refused = await asProgram(method, path, { lastName: attack });
      expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "lastName" }] } });
    }
    const bulk = await asProgram("POST", "/api/bulk/people", {
      people: [
        { id, lastName: "<i>x</i>" },
        { firstName: "Fine", email: "fine@example.com" },
      ],
    });
    expect(bulk.body.counts).toMatchObject({ failed: 1, created: 1 });
    const tags = await asProgram("POST", "/api/bulk/tags", {
      changes: [{ personId: id, add: ["<script>"], remove: [] }],
    });
    expect(tags.body.counts).toMatchObject({ failed: 1, updated: 0 });
  });

  test("is not taken from a caller", async () => {
    const { body: person } = await faro.send("POST", "/api/people", { firstName: "Ana" });
    const database = openDatabase(faro.connection, () => {});
    const services = {
      write: createWrite(database.db, { insert: async () => {} }),
      addressHash: createAddressHash(),
    };
    const detail = (field: string, value: string) =>
      setDetail(
        services,
        { personId: person.id, callId: crypto.randomUUID(), quote: value },
        { field, value },
      );
    expect(await detail("firstName", attack)).toMatchObject({ isDone: false });
    expect(await detail("bestTime", "<b>now</b>")).toMatchObject({ isDone: false });
    expect((await faro.send("GET", `/api/people/${person.id}`)).body.firstName).toBe("Ana");
    expect(await detail("firstName", "Ana María")).toMatchObject({ isDone: true });
    expect((await faro.send("GET", `/api/people/${person.id}`)).body.firstName).toBe("Ana María");
    await database.close();
  });
});

test("a message quotes no link of a form or a mail, and those of systems", async () => {
  const database = openDatabase(faro.connection, () => {});
  const fields = { appointment_date: "2026-11-18", message: attack };
  const quoted = async (type: string, pullState: object) => {
    const { rows } = await faro.pool.query(
      `WITH endpoint AS (INSERT INTO endpoints (name, type, pull_state) VALUES ('Sender', $1, $2) RETURNING id)
       INSERT INTO events (endpoint_id, raw_data, processed_data, validation_status)
       SELECT id, '{}', $3, 'valid' FROM endpoint RETURNING id`,
      [type, pullState, { event: fields }],
    );
    return (await readEventFields(database.db, [rows[0].id])).get(rows[0].id);
  };
  const { message: _, ...rest } = fields;
  expect(await quoted("email", {})).toEqual(rest);
  expect(await quoted("webhook", { system: "form:1" })).toEqual(rest);
  expect(await quoted("webhook", {})).toEqual(fields);
  await database.close();
});
