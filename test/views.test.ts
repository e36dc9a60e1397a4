import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let viewer: Visitor;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  viewer = await faro.signedIn("viewer");
  operator = await faro.signedIn("operator");
  await faro.pool.query(
    `INSERT INTO people (first_name, email, status, tags, updated_at)
     SELECT (ARRAY['Ángel','beto','Ana','Zoe'])[1 + n % 4] || n, 'p' || n || '@example.com',
            (ARRAY['new','qualified','contacted','converted'])[1 + n % 4], CASE WHEN n % 3 = 0 THEN '{vip}'::text[] ELSE '{}' END,
            now() - n * interval '1 minute'
       FROM generate_series(1, 40) n`,
  );
  await faro.pool.query(
    `INSERT INTO ai_profiles (person_id, intent_score) SELECT id, length(email) FROM people WHERE 'vip' = ANY(tags)`,
  );
});
afterAll(() => faro.stop());

const isNew = { field: "status", op: "is_any_of", value: ["new"] };
const isVip = { field: "tags", op: "has_any", value: ["vip"] };

describe("the list of people", () => {
  const listBy = (query: Record<string, string>) =>
    viewer.send("GET", `/api/people?${new URLSearchParams(query)}`);

  test.each(["updated", "name", "stage", "score"])(
    "sorted by %s shows everybody of an audience once over all pages",
    async (sort) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const where = JSON.stringify({ any: [isNew, isVip] });
        const { body } = await listBy({ where, sort, limit: "3", ...(cursor ? { cursor } : {}) });
        expect(body).toMatchObject({ total: 20, totalIs: "exact", isReadable: true });
        seen.push(...body.people.map(({ id }: { id: string }) => id));
        cursor = body.nextCursor;
      } while (cursor);
      expect(seen).toHaveLength(20);
      expect(new Set(seen).size).toBe(20);
    },
  );

  test("takes an audience beside the other filters, and by POST the same", async () => {
    const { body } = await listBy({ where: JSON.stringify(isVip), status: "new", search: "example" });
    expect(body.people.map(({ tags, status }: any) => [tags, status])).toEqual(
      body.people.map(() => [["vip"], "new"]),
    );
    const audience = { all: [isVip, isNew] };
    const posted = await viewer.send("POST", "/api/audiences/people", { audience });
    expect(posted.body.people.map(({ id }: any) => id)).toEqual(body.people.map(({ id }: any) => id));
    expect(posted.body.isReadable).toBe(true);
    const counted = await viewer.send("POST", "/api/audiences/count", { audience });
    expect(counted.body).toEqual({ total: body.total, totalIs: "exact", isReadable: true });
  });

  test("shows nobody for an audience that cannot be read", async () => {
    const { body } = await listBy({ where: JSON.stringify({ not: { field: "field.gone", op: "known" } }) });
    expect(body).toMatchObject({ people: [], total: 0, isReadable: false });
  });

  test.each(["no JSON", "[]", "{}", `${'{"not":'.repeat(100)}{"everybody":true}${"}".repeat(100)}`])(
    "refuses a filter that is none",
    async (where) => {
      expect((await listBy({ where })).status).toBe(400);
    },
  );

  test("refuses a filter that is nested without end", async () => {
    let audience: unknown = { everybody: true };
    for (let depth = 0; depth < 3000; depth++) audience = { not: audience };
    expect((await viewer.send("POST", "/api/audiences/count", { audience })).status).toBe(400);
  });
});

describe("a saved view", () => {
  const view = (name: string, more: Record<string, unknown> = {}) => ({ name, audience: isVip, ...more });

  test("belongs to the user who saved it, and filters the list", async () => {
    const { status, body } = await viewer.send("POST", "/api/views", view("Mine", { columns: ["name"] }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: "view", isReadable: true, columns: ["name"], shape: "list" });
    expect(body.ownerId).not.toBeNull();
    const names = async (visitor: Visitor): Promise<string[]> =>
      (await visitor.send("GET", "/api/views")).body.views.map(({ name }: any) => name);
    expect(await names(viewer)).toContain("Mine");
    expect(await names(operator)).not.toContain("Mine");
    expect((await operator.send("PUT", `/api/views/${body.id}`, { name: "Theirs" })).status).toBe(404);
    expect((await operator.send("GET", `/api/people?view=${body.id}`)).status).toBe(404);
    expect((await viewer.send("GET", `/api/people?view=${body.id}`)).body.total).toBe(13);
    const where = JSON.stringify({ not: isNew });
    const both = await viewer.send("GET", `/api/people?${new URLSearchParams({ view: body.id, where })}`);
    expect(both.body.total).toBe(10);
    expect((await viewer.send("DELETE", `/api/views/${body.id}`)).status).toBe(200);
    expect(await names(viewer)).not.toContain("Mine");
  });

  test("is shared by operators only", async () => {
    expect((await viewer.send("POST", "/api/views", view("All", { shared: true }))).status).toBe(403);
    const { body } = await operator.send("POST", "/api/views", view("All", { shared: true }));
    expect(body.ownerId).toBeNull();
    expect((await viewer.send("PUT", `/api/views/${body.id}`, { name: "Mine" })).status).toBe(403);
    expect((await viewer.send("DELETE", `/api/views/${body.id}`)).status).toBe(403);
    const own = (await viewer.send("POST", "/api/views", view("Own"))).body;
    expect((await viewer.send("PUT", `/api/views/${own.id}`, { shared: true })).status).toBe(403);
  });

  test("keeps what an update leaves out, and refuses an outdated one", async () => {
    const { body } = await viewer.send("POST", "/api/views", view("Kept", { sort: "name", pinned: true }));
    const changed = await viewer.send("PUT", `/api/views/${body.id}`, {
      shape: "board",
      updatedAt: body.updatedAt,
    });
    expect(changed.body).toMatchObject({ name: "Kept", sort: "name", pinned: true, shape: "board" });
    const outdated = await viewer.send("PUT", `/api/views/${body.id}`, {
      name: "Late",
      updatedAt: body.updatedAt,
    });
    expect(outdated.body.code).toBe("conflict");
  });

  test("is kept in an order of each user's own", async () => {
    const save = async (visitor: Visitor, name: string, shared: boolean): Promise<string> =>
      (await visitor.send("POST", "/api/views", { name, shared, audience: isNew })).body.id;
    const own = await save(viewer, "Own", false);
    const [first, second] = [await save(operator, "First", true), await save(operator, "Second", true)];
    const ordered = async (visitor: Visitor, ids: string[]) =>
      (await visitor.send("GET", "/api/views")).body.views
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => ids.includes(id));
    const { status } = await viewer.send("PUT", "/api/views/order", {
      ids: [second, own, first, randomUUID()],
    });
    expect(status).toBe(200);
    expect(await ordered(viewer, [own, first, second])).toEqual([second, own, first]);
    expect(await ordered(operator, [own, first, second])).toEqual([first, second]);
    // Another user's own view is not placed, and one that was saved since comes last.
    await operator.send("PUT", "/api/views/order", { ids: [own, second, first] });
    expect(await ordered(operator, [own, first, second])).toEqual([second, first]);
    const later = await save(viewer, "A later one", false);
    expect((await ordered(viewer, [own, first, second, later])).at(-1)).toBe(later);
  });

  test("is refused with the row that cannot be read", async () => {
    const audience = { all: [isVip, { field: "field.gone", op: "known" }] };
    const { status, body } = await viewer.send("POST", "/api/views", { name: "Broken", audience });
    expect(status).toBe(400);
    expect(body.issues).toEqual([expect.objectContaining({ path: "audience.all.1" })]);
  });

  test("that asks for me is the caller's", async () => {
    const { body } = await operator.send("POST", "/api/views", {
      name: "My people",
      shared: true,
      audience: { field: "owner", op: "is_any_of", value: ["me"] },
    });
    await faro.pool.query(
      `UPDATE people SET assigned_agent_id = (SELECT id FROM users WHERE email = $1) WHERE email = 'p1@example.com'`,
      [operator.email],
    );
    expect((await operator.send("GET", `/api/people?view=${body.id}`)).body.total).toBe(1);
    expect((await viewer.send("GET", `/api/people?view=${body.id}`)).body.total).toBe(0);
  });
});

describe("a segment", () => {
  const create = async (name: string, audience: unknown = isVip): Promise<any> =>
    (await operator.send("POST", "/api/views", { kind: "segment", name, audience })).body;

  test("has a name of its own and is made by operators", async () => {
    expect(
      (await viewer.send("POST", "/api/views", { kind: "segment", name: "X", audience: isVip })).status,
    ).toBe(403);
    const first = await create("Regulars");
    expect(first).toMatchObject({ kind: "segment", ownerId: null });
    expect(await create("REGULARS")).toMatchObject({ code: "already_exists" });
    const second = await create("Others");
    expect((await operator.send("PUT", `/api/views/${second.id}`, { name: "regulars" })).body.code).toBe(
      "already_exists",
    );
  });

  test("is part of other audiences, and must not lead to itself", async () => {
    const inner = await create("Inner");
    const reference = { field: `segment.${inner.id}`, op: "in" };
    const outer = await create("Outer", { all: [reference, isNew] });
    expect((await viewer.send("GET", `/api/people?view=${outer.id}`)).body.total).toBe(3);
    const circle = { not: { field: `segment.${outer.id}`, op: "in" } };
    expect((await operator.send("PUT", `/api/views/${inner.id}`, { audience: circle })).status).toBe(400);
  });

  test("that something uses is not deleted, and says where it is used", async () => {
    const used = await create("Used");
    const other = await create("User", { field: `segment.${used.id}`, op: "in" });
    const { rows } = await faro.pool.query<{ id: string }>(
      `INSERT INTO rules (name, triggers, conditions, actions) VALUES ('Greeting', '[]', $1, '[]') RETURNING id`,
      [JSON.stringify([{ type: "segment", field: "in", value: used.id }])],
    );
    const refused = await operator.send("DELETE", `/api/views/${used.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: "in_use",
      issues: [
        { path: `rules.${rows[0]?.id}`, message: "Greeting" },
        { path: `views.${other.id}`, message: "User" },
      ],
    });
    await faro.pool.query("DELETE FROM rules");
    expect((await operator.send("DELETE", `/api/views/${other.id}`)).status).toBe(200);
    expect((await operator.send("DELETE", `/api/views/${used.id}`)).status).toBe(200);
  });
});

describe("the fields of audiences", () => {
  test("name custom fields, event types, rules, imports and segments", async () => {
    await faro.pool.query(
      `INSERT INTO person_fields (key, label_en, label_es, kind, choices) VALUES ('colour', 'Colour', 'Color', 'choice', '{red}')`,
    );
    const { rows } = await faro.pool.query<{ id: string }>(
      `INSERT INTO batches (kind, state, name) VALUES ('import', 'done', 'may.csv') RETURNING id`,
    );
    const { body } = await viewer.send("GET", "/api/audiences/fields");
    const byId = new Map<string, any>(body.fields.map((field: any) => [field.id, field]));
    expect(byId.get("status")).toMatchObject({ group: "person", kind: "choice", label: null });
    expect(byId.get("owner").choices[0]).toEqual({ value: "me", label: null });
    expect(byId.get("field.colour")).toEqual({
      id: "field.colour",
      group: "fields",
      kind: "choice",
      label: { en: "Colour", es: "Color" },
      choices: [{ value: "red", label: null }],
    });
    expect(byId.get(`import.${rows[0]?.id}`)).toMatchObject({ label: { en: "may.csv" } });
    expect([...byId.keys()].some((id) => id.startsWith("segment."))).toBe(true);
    expect(byId.size).toBe(body.fields.length);
  });

  test("explain why a person is in an audience or not", async () => {
    const { rows } = await faro.pool.query<{ id: string }>(
      "SELECT id FROM people WHERE email = 'p3@example.com'",
    );
    const audience = { all: [isVip, { not: { field: "status", op: "is_any_of", value: ["converted"] } }] };
    const { body } = await viewer.send("POST", `/api/audiences/why/${rows[0]?.id}`, { audience });
    expect(body).toEqual({
      matches: false,
      isReadable: true,
      rows: [
        { row: isVip, path: "all.0", isMet: true, seen: ["vip"] },
        {
          row: { field: "status", op: "is_any_of", value: ["converted"] },
          path: "all.1.not",
          isMet: true,
          seen: "converted",
        },
      ],
    });
    expect((await viewer.send("POST", `/api/audiences/why/${randomUUID()}`, { audience })).status).toBe(404);
  });

  test("explain custom fields and events with what was seen, also inside a segment", async () => {
    const { rows } = await faro.pool.query<{ id: string }>(
      `UPDATE people SET fields = '{"colour":"red"}' WHERE email = 'p4@example.com' RETURNING id`,
    );
    const endpoint = await (await faro.signedIn("admin")).send("POST", "/api/endpoints", { name: "Form" });
    await faro.pool.query(
      `INSERT INTO events (endpoint_id, person_id, event_type, raw_data) VALUES ($1, $2, 'form_submitted', '{}')`,
      [endpoint.body.id, rows[0]?.id],
    );
    const likesRed = { field: "field.colour", op: "is_any_of", value: ["red"] };
    const wroteTwice = {
      field: "event.form_submitted",
      op: ">=",
      value: 2,
      within: { last: 7, unit: "days" },
    };
    const segment = await operator.send("POST", "/api/views", {
      kind: "segment",
      name: "Red and keen",
      audience: { all: [likesRed, wroteTwice] },
    });
    expect(segment.status).toBe(200);
    const { body } = await viewer.send("POST", `/api/audiences/why/${rows[0]?.id}`, {
      audience: segment.body.audience,
    });
    expect(body).toEqual({
      matches: false,
      isReadable: true,
      rows: [
        { row: likesRed, path: "all.0", isMet: true, seen: "red" },
        { row: wroteTwice, path: "all.1", isMet: false, seen: 1 },
      ],
    });
  });
});
