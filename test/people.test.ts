import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deletePeople } from "./delete-people.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());
beforeEach(async () => void (await deletePeople(faro.pool)));

const nobody = "01890000-0000-7000-8000-000000000000";

const add = async (person: object) => {
  const answer = await operator.send("POST", "/api/people", person);
  expect(answer.status).toBe(200);
  return answer.body;
};

const list = async (query: Record<string, string> = {}) =>
  operator.send("GET", `/api/people?${new URLSearchParams(query)}`);

const firstNames = async (query: Record<string, string> = {}) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return body.people.map((person: { firstName: string }) => person.firstName).sort();
};

/** Inserts people, each a minute older than the one before. */
const addMany = (count: number) =>
  faro.pool.query(
    `INSERT INTO people (first_name, email, type, status, tags, updated_at)
     SELECT 'P' || n, 'p' || n || '@example.com', (ARRAY['lead','customer'])[1 + n % 2],
            (ARRAY['new','qualified','contacted','converted'])[1 + n % 4],
            CASE WHEN n % 5 = 0 THEN ARRAY['vip'] ELSE '{}' END, now() - n * interval '1 minute'
       FROM generate_series(1, $1::int) n`,
    [count],
  );

const audited = async () =>
  (
    await faro.pool.query(
      "SELECT description, metadata FROM audit_logs WHERE entity_type = 'person' ORDER BY seq",
    )
  ).rows;

describe("search", () => {
  beforeEach(async () => {
    await add({
      firstName: "Yadira",
      lastName: "Colón",
      email: "yadira@example.com",
      phone: "(787) 555-0148",
    });
    await add({ firstName: "Iñaki", lastName: "Peña 100%_real" });
    await add({ firstName: "Luis", lastName: "Meléndez", email: "luis@example.com" });
  });

  test.each([
    ["case and accents make no difference", "COLON", ["Yadira"]],
    ["nor do they the other way round", "Inákí", ["Iñaki"]],
    ["every word must match, in any order", "colón yad", ["Yadira"]],
    ["a word that nobody has finds nobody", "yadira meléndez", []],
    ["many words narrow on", "yadira colon example com @ 787 a o", ["Yadira"]],
    ["a phone number is found however it is written", "+1 (787) 555-0148", ["Yadira"]],
    ["a percent sign is a percent sign", "100%", ["Iñaki"]],
    ["and no wildcard", "y%a", []],
    ["an underscore is an underscore", "%_r", ["Iñaki"]],
    ["and no wildcard either", "yadir_", []],
    ["a backslash is text", "\\", []],
    ["short words are found too", "pe", ["Iñaki"]],
    ["SQL is text", "'; DROP TABLE people; --", []],
    ["and stays text in quotes", "x' OR '1'='1", []],
    ["no words find everybody", " ", ["Iñaki", "Luis", "Yadira"]],
  ])("%s: %s", async (_what, search, found) => {
    expect(await firstNames({ search })).toEqual(found);
    expect((await list({ search })).body).toMatchObject({ total: found.length, totalIs: "exact" });
  });

  test("rejects a zero character", async () => {
    expect((await list({ search: "a\u0000b" })).status).toBe(400);
  });
});

describe("the list", () => {
  test("is narrowed by filters and returns totals", async () => {
    await addMany(40);
    const expected: [Record<string, string>, number][] = [
      [{}, 40],
      [{ type: "lead" }, 20],
      [{ status: "converted" }, 10],
      [{ type: "customer", status: "converted" }, 10],
      [{ type: "lead", status: "converted" }, 0],
      [{ tag: "vip" }, 8],
      [{ tag: "vip", type: "lead" }, 4],
      [{ search: "p1" }, 11],
      [{ search: "p1", status: "new" }, 2],
      [{ search: "p1", tag: "vip", type: "customer" }, 1],
    ];
    for (const [query, total] of expected) {
      const { body } = await list({ ...query, limit: "3" });
      expect([query, body.total, body.totalIs]).toEqual([query, total, "exact"]);
      expect(body.people).toHaveLength(Math.min(3, total));
      expect(body.nextCursor === null).toBe(total <= 3);
      for (const person of body.people) {
        if (query.type) expect(person.type).toBe(query.type);
        if (query.status) expect(person.status).toBe(query.status);
        if (query.tag) expect(person.tags).toContain(query.tag);
      }
    }
  });

  test("counts filtered people up to ten thousand and says so; the counters are exact", async () => {
    await addMany(10_050);
    expect((await list({ search: "example.com", limit: "1" })).body).toMatchObject({
      total: 10_000,
      totalIs: "at_least",
    });
    expect((await list({ limit: "1" })).body).toMatchObject({ total: 10_050, totalIs: "exact" });
  });

  test.each([{}, { search: "example" }, { type: "lead" }, { status: "new", type: "lead" }, { tag: "vip" }])(
    "pages of %o have no gap or repeat while people are added, deleted and changed",
    async (query: Record<string, string>) => {
      await addMany(60);
      const everyone = await firstNames({ ...query, limit: "200" });
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { body }: { body: any } = await list({ ...query, limit: "4", ...(cursor ? { cursor } : {}) });
        seen.push(...body.people.map((person: { firstName: string }) => person.firstName));
        cursor = body.nextCursor;
        // Adds a person, and changes and deletes people before the cursor.
        await faro.pool.query(
          "INSERT INTO people (first_name, email, tags) VALUES ('N', 'n@example.com', '{vip}')",
        );
        await faro.pool.query("UPDATE people SET updated_at = now() WHERE first_name = $1", [seen[0]]);
        await faro.pool.query("DELETE FROM people WHERE first_name = $1", [seen.at(-2)]);
      } while (cursor);
      expect(seen.sort()).toEqual(everyone);
    },
  );

  test("people changed at the same instant are paged without loss", async () => {
    await faro.pool.query(
      "INSERT INTO people (first_name, updated_at) SELECT 'S' || n, '2026-01-01' FROM generate_series(1, 25) n",
    );
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const { body }: { body: any } = await list({ limit: "10", ...(cursor ? { cursor } : {}) });
      for (const { id } of body.people) seen.add(id);
      cursor = body.nextCursor;
    } while (cursor);
    expect(seen.size).toBe(25);
  });

  test("a row contains the intent score or null", async () => {
    const scored = await add({ firstName: "Scored" });
    await add({ firstName: "Plain" });
    await faro.pool.query("INSERT INTO ai_profiles (person_id, intent_score) VALUES ($1, 83)", [scored.id]);
    const { body } = await list();
    expect(Object.fromEntries(body.people.map((one: any) => [one.firstName, one.intentScore]))).toEqual({
      Scored: 83,
      Plain: null,
    });
  });

  test("accepts consents that another program stored with unexpected values", async () => {
    await faro.pool.query(
      `INSERT INTO people (first_name, consents) VALUES ('Odd', '{"sms": "yes", "fax": true, "email": true}')`,
    );
    expect((await list()).body.people[0]).toMatchObject({ consents: { email: true } });
  });

  test.each([
    ["type", "prospect"],
    ["status", "lost"],
  ])("cannot hold a person with an unknown %s", async (column, value) => {
    const insert = faro.pool.query(`INSERT INTO people (first_name, ${column}) VALUES ('Odd', $1)`, [value]);
    await expect(insert).rejects.toMatchObject({ code: "23514" });
  });

  test.each([
    ["a cursor nobody gave", { cursor: "nonsense" }],
    ["a cursor with another's contents", { cursor: Buffer.from('["x","y"]').toString("base64url") }],
    ["an unknown type", { type: "prospect" }],
    ["an unknown stage", { status: "lost" }],
    ["an unknown filter", { colour: "red" }],
    ["no limit at all", { limit: "1000000" }],
    ["a limit of nothing", { limit: "0" }],
    ["an endless search", { search: "x".repeat(201) }],
  ])("%s is rejected", async (_what, query: Record<string, string>) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { code: "invalid" } });
  });
});

describe("a person", () => {
  test("is created with phone in E.164, lower-case e-mail, defaults and a first timeline entry", async () => {
    const created = await add({
      firstName: " Yadira ",
      lastName: "",
      email: "Yadira@Example.COM",
      phone: "787-555-0148",
      consents: { sms: true },
      tags: ["vip", "vip"],
    });
    expect(created).toMatchObject({
      firstName: "Yadira",
      lastName: null,
      email: "yadira@example.com",
      phone: "+17875550148",
      type: "lead",
      status: "new",
      consents: { sms: true },
      tags: ["vip"],
      sources: [],
    });
    const { body } = await operator.send("GET", `/api/people/${created.id}`);
    expect(body).toMatchObject({ ...created, aiProfile: null });
    expect(body.timelineEvents).toMatchObject([{ eventType: "person_created", title: "Person created" }]);
    expect((await audited()).at(-1).description).toBe("Added Yadira");
  });

  test.each([
    ["phone", { phone: "(787) 555-0148" }, "Another person has this phone number"],
    ["email", { email: "ANA@example.com" }, "Another person has this email address"],
  ])(
    "with a %s that another person has is refused with the id of that person",
    async (path, body, message) => {
      const known = await add({ firstName: "Ana", phone: "+17875550148", email: "ana@example.com" });
      const send = (more: object = {}, headers: Record<string, string> = {}) =>
        operator.send("POST", "/api/people", { firstName: "Luis", ...body, ...more }, headers);
      expect(await send()).toMatchObject({
        status: 409,
        body: { code: "person_exists", issues: [{ path, message }], details: { personId: known.id } },
      });
      expect((await send({}, { "accept-language": "es" })).body.message).toMatch(/^Ya hay una persona/);
      expect((await list()).body.total).toBe(1);
      // A household shares a number.
      expect((await send({ isSeparatePerson: true })).status).toBe(200);
      expect((await list()).body.total).toBe(2);
    },
  );

  test("with a further address of another person is refused, too", async () => {
    const known = await add({ firstName: "Ana", phone: "+17875550148" });
    await operator.send("POST", `/api/people/${known.id}/addresses`, { value: "+17875550149" });
    expect(await operator.send("POST", "/api/people", { phone: "+17875550149" })).toMatchObject({
      status: 409,
      body: { details: { personId: known.id } },
    });
  });

  test.each([
    [{}],
    [{ firstName: " ", lastName: "", email: "", phone: "" }],
    [{ type: "customer", tags: ["vip"] }],
  ])("without a name and an address is refused at its fields: %j", async (body) => {
    const answer = await operator.send("POST", "/api/people", body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
    expect(answer.body.issues).toEqual(
      ["firstName", "email", "phone"].map((path) => ({
        path,
        message: "Enter a name, an email address or a phone number",
      })),
    );
    expect((await list()).body.total).toBe(0);
  });

  test("is shown with the profile and the newest hundred events", async () => {
    const { id } = await add({ firstName: "Karen" });
    await faro.pool.query(
      "INSERT INTO ai_profiles (person_id, intent_score, propensity_to_buy, churn_risk, ai_summary) VALUES ($1, 64, 50, 12, 'Likes mornings')",
      [id],
    );
    await faro.pool.query(
      "INSERT INTO timeline (person_id, event_type, title, created_at) SELECT $1, 'event_received', 'Note ' || n, now() + n * interval '1 second' FROM generate_series(1, 120) n",
      [id],
    );
    const { body } = await operator.send("GET", `/api/people/${id}`);
    expect(body.aiProfile).toMatchObject({
      intentScore: 64,
      propensityToBuy: 50,
      churnRisk: 12,
      aiSummary: "Likes mornings",
    });
    expect(body.timelineEvents).toHaveLength(100);
    expect(body.timelineEvents[0].title).toBe("Note 120");
    expect(body.timelineEvents[99].title).toBe("Note 21");
  });

  test("keeps every field that an update omits", async () => {
    const before = await add({
      firstName: "Ana",
      lastName: "Ríos",
      email: "ana@example.com",
      phone: "7875550148",
      type: "customer",
      consents: { email: true },
      tags: ["vip"],
    });
    const { status, body } = await operator.send("PUT", `/api/people/${before.id}`, { status: "qualified" });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, status: "qualified", updatedAt: body.updatedAt });
    const emptied = await operator.send("PUT", `/api/people/${before.id}`, {
      phone: "",
      email: null,
      firstName: "",
    });
    expect(emptied.body).toMatchObject({
      phone: null,
      email: null,
      firstName: null,
      lastName: "Ríos",
      tags: ["vip"],
    });
    const detail = await operator.send("GET", `/api/people/${before.id}`);
    expect(detail.body.timelineEvents.map((event: any) => [event.title, event.description])).toEqual([
      ["Person updated", null],
      ["Stage changed", "new → qualified"],
      ["Person created", null],
    ]);
    expect((await audited()).at(-2).metadata).toEqual({
      before: { status: "new" },
      after: { status: "qualified" },
    });
  });

  test("saved without changes leaves no trace", async () => {
    const before = await add({ firstName: "Ana", consents: { sms: true } });
    const entries = (await audited()).length;
    const { body } = await operator.send("PUT", `/api/people/${before.id}`, {
      firstName: "Ana",
      consents: { sms: true },
    });
    expect(body).toEqual(before);
    expect(await audited()).toHaveLength(entries);
  });

  test("saved over a newer version is a conflict and changes nothing", async () => {
    const { id, updatedAt } = await add({ firstName: "Ana" });
    const answers = await Promise.all(
      ["Eva", "Ida"].map((firstName) => operator.send("PUT", `/api/people/${id}`, { firstName, updatedAt })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect((await operator.send("GET", `/api/people/${id}`)).body.firstName).toBe(winner.firstName);
    expect(
      (await operator.send("PUT", `/api/people/${id}`, { firstName: "Ada", updatedAt: winner.updatedAt }))
        .status,
    ).toBe(200);
  });

  test("is deleted with profile and timeline", async () => {
    const { id } = await add({ firstName: "Ana" });
    await faro.pool.query("INSERT INTO ai_profiles (person_id) VALUES ($1)", [id]);
    expect(await operator.send("DELETE", `/api/people/${id}`)).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect((await operator.send("GET", `/api/people/${id}`)).status).toBe(404);
    const left = await faro.pool.query(
      "SELECT 1 FROM timeline WHERE person_id = $1 UNION ALL SELECT 1 FROM ai_profiles WHERE person_id = $1",
      [id],
    );
    expect(left.rows).toEqual([]);
    expect((await audited()).at(-1).description).toBe("Deleted a person");
  });

  test.each(["nonsense", nobody, "1' OR '1'='1"])("with the id %s does not exist", async (id) => {
    const path = `/api/people/${encodeURIComponent(id)}`;
    expect(await operator.send("GET", path)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await operator.send("PUT", path, { firstName: "x" })).status).toBe(404);
    expect((await operator.send("DELETE", path)).status).toBe(404);
  });

  test.each([
    ["an unknown field", { nickname: "x" }],
    ["a field nobody may set", { assignedAgentId: nobody }],
    ["an id of its own", { id: nobody }],
    ["a bad e-mail", { email: "not an address" }],
    ["a phone that is none", { phone: "call me" }],
    ["a phone that is too short", { phone: "123" }],
    ["an unknown type", { type: "prospect" }],
    ["an unknown stage", { status: "lost" }],
    ["a name that never ends", { firstName: "x".repeat(201) }],
    ["a name of the wrong kind", { firstName: 7 }],
    ["a zero character", { firstName: "a\u0000b" }],
    ["half a letter", { lastName: "\ud800" }],
    ["an unknown consent", { consents: { fax: true } }],
    ["a consent that is no yes or no", { consents: { sms: "yes" } }],
    ["an empty tag", { tags: [" "] }],
    ["too many tags", { tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }],
  ])("with %s is rejected, and nothing is written", async (_what, body) => {
    expect(await operator.send("POST", "/api/people", body)).toMatchObject({
      status: 400,
      body: { code: "invalid", message: "Please check your input data" },
    });
    const { id, updatedAt } = await add({ firstName: "Ana" });
    expect((await operator.send("PUT", `/api/people/${id}`, body)).status).toBe(400);
    const { body: people } = await list();
    expect(people.people).toMatchObject([{ id, firstName: "Ana", updatedAt }]);
  });
});

describe("many people at once", () => {
  let ids: string[];
  beforeEach(async () => {
    const people = await Promise.all(
      ["Ana", "Eva", "Ida"].map((firstName) => add({ firstName, tags: ["old"] })),
    );
    ids = people.map(({ id }) => id);
  });
  const bulk = (change: object, who = ids) => operator.send("POST", "/api/people/bulk", { ids: who, change });

  test("get a stage in one audit entry, with an entry on each timeline", async () => {
    await operator.send("PUT", `/api/people/${ids[0]}`, { status: "qualified" });
    const entries = (await audited()).length;
    const { body } = await bulk({ kind: "status", status: "qualified" }, [...ids, nobody, ids[1] as string]);
    expect(body).toEqual({ changed: 2 });
    const { rows } = await faro.pool.query("SELECT DISTINCT status, stage_reached FROM people");
    expect(rows).toEqual([{ status: "qualified", stage_reached: 1 }]);
    expect((await list({ status: "qualified" })).body.total).toBe(3);
    const added = (await audited()).slice(entries);
    expect(added).toMatchObject([
      { description: "Set the stage of 2 people to Qualified", metadata: { named: 4, changed: 2 } },
    ]);
    const detail = await operator.send("GET", `/api/people/${ids[1]}`);
    expect(detail.body.timelineEvents[0]).toMatchObject({
      title: "Stage changed",
      description: "new → qualified",
    });
  });

  test("get a tag once, and lose it again", async () => {
    expect((await bulk({ kind: "add_tag", tag: " vip " })).body).toEqual({ changed: 3 });
    expect((await bulk({ kind: "add_tag", tag: "vip" })).body).toEqual({ changed: 0 });
    expect((await list({ tag: "vip" })).body.people[0].tags).toEqual(["old", "vip"]);
    expect((await bulk({ kind: "remove_tag", tag: "vip" }, ids.slice(0, 2))).body).toEqual({ changed: 2 });
    expect((await list({ tag: "vip" })).body.total).toBe(1);
  });

  test("never get more tags than one person may have", async () => {
    const full = Array.from({ length: 50 }, (_, n) => `t${n}`);
    await operator.send("PUT", `/api/people/${ids[0]}`, { tags: full });
    expect((await bulk({ kind: "add_tag", tag: "one more" })).body).toEqual({ changed: 2 });
  });

  test("are deleted", async () => {
    expect((await bulk({ kind: "delete" }, ids.slice(0, 2))).body).toEqual({ changed: 2 });
    expect(await firstNames()).toEqual(["Ida"]);
    expect((await list()).body.total).toBe(1);
  });

  test("can be changed by two concurrent requests in opposite order", async () => {
    await addMany(300);
    const all = (await faro.pool.query("SELECT id FROM people")).rows.map(({ id }) => id);
    const answers = await Promise.all([
      bulk({ kind: "add_tag", tag: "one" }, all),
      bulk({ kind: "add_tag", tag: "two" }, all.toReversed()),
      bulk({ kind: "status", status: "contacted" }, all),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await list({ tag: "one" })).body.total).toBe(303);
  });

  test.each([
    ["nobody", { ids: [], change: { kind: "delete" } }],
    ["an id that is none", { ids: ["nonsense"], change: { kind: "delete" } }],
    ["an unknown change", { ids: [nobody], change: { kind: "promote" } }],
    ["an empty tag", { ids: [nobody], change: { kind: "add_tag", tag: " " } }],
    ["a field too many", { ids: [nobody], change: { kind: "delete", really: true } }],
    ["more than a thousand", { ids: Array(1001).fill(nobody), change: { kind: "delete" } }],
  ])("with %s are rejected", async (_what, body) => {
    expect((await operator.send("POST", "/api/people/bulk", body)).status).toBe(400);
    expect((await list()).body.total).toBe(3);
  });
});

test("a viewer can read people and change none", async () => {
  const viewer = await faro.signedIn("viewer");
  const { id } = await add({ firstName: "Ana" });
  expect((await viewer.send("GET", "/api/people")).body.total).toBe(1);
  expect((await viewer.send("GET", `/api/people/${id}`)).status).toBe(200);
  const denied = await Promise.all([
    viewer.send("POST", "/api/people", { firstName: "Eva" }),
    viewer.send("PUT", `/api/people/${id}`, { firstName: "Eva" }),
    viewer.send("DELETE", `/api/people/${id}`),
    viewer.send("POST", "/api/people/bulk", { ids: [id], change: { kind: "delete" } }),
  ]);
  expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await firstNames()).toEqual(["Ana"]);
});
