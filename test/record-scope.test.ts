import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import { recordRuleOf } from "#contract/record-rules.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import type { RecordScope } from "#domain/access/record-scope.ts";
import { isDeep } from "./deep.ts";
import { adminEmail, password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
let seller: Visitor;
let teammate: Visitor;
const ids: Record<string, string> = {};

/** In every text that is stored of the person whom the seller may not see. */
const mark = "Zyxwv";
const foreignEmail = "zyxwv.foreign@example.com";
const foreignPhone = "+17875550199";
/** What was said in the person's conversation, and what is known of the person beside it. */
const said = `${mark} Vutsr`;
const town = `${mark} Qponm`;
const traces = [mark, mark.toLowerCase(), foreignPhone, foreignPhone.slice(2)];

const idOf = async (email: string): Promise<string> =>
  (await faro.pool.query("SELECT id FROM users WHERE email = $1", [email])).rows[0].id;

/** A user whose role has every area, and a part of the records. */
const addUser = async (name: string, people: RecordScope, inbox: RecordScope): Promise<Visitor> => {
  const visitor = await faro.signedIn("viewer");
  const made = await admin.send("POST", "/api/roles", {
    name,
    permissions: builtInPermissions.admin,
    scopes: { people, inbox },
  });
  expect(made).toMatchObject({ status: 200, body: { scopes: { people, inbox } } });
  await faro.pool.query("UPDATE users SET role = 'own', role_id = $1 WHERE email = $2", [
    made.body.id,
    visitor.email,
  ]);
  return visitor;
};

const addPerson = async (values: object): Promise<string> => {
  const made = await admin.send("POST", "/api/people", values);
  expect(made.status).toBe(200);
  return made.body.id;
};

const insert = async (name: string, sql: string, values: unknown[]): Promise<void> => {
  ids[name] = (await faro.pool.query(`${sql} RETURNING id`, values)).rows[0].id;
};

beforeAll(async () => {
  faro = await startTestFaro();
  admin = faro.visitor();
  await admin.send("POST", "/api/auth/login", { email: adminEmail, password });
  seller = await addUser("Seller", "own", "own");
  teammate = await addUser("Teammate", "team", "team");
  const [sellerId, teammateId] = [await idOf(seller.email), await idOf(teammate.email)];
  ids.own = await addPerson({ firstName: "Mine", email: "mine@example.com", assignedAgentId: sellerId });
  ids.answered = await addPerson({ firstName: "Answered", phone: "+17875550111" });
  ids.queued = await addPerson({ firstName: "Queued", phone: "+17875550112" });
  ids.person = await addPerson({
    firstName: mark,
    lastName: `${mark} Foreign`,
    email: foreignEmail,
    phone: foreignPhone,
    tags: [mark],
    town,
    consents: { sms: true },
  });
  const { person } = ids;
  await faro.pool.query(
    `INSERT INTO threads (person_id, owner_id, last_text, last_channel, last_direction, last_inbound_at)
     VALUES ($1, $2, 'hello', 'sms', 'in', now()), ($3, NULL, $4, 'sms', 'in', now()), ($5, NULL, 'wait', 'sms', 'in', now())`,
    [ids.answered, sellerId, person, said, ids.queued],
  );
  const { body: team } = await admin.send("POST", "/api/teams", {
    name: "Field",
    memberIds: [sellerId, teammateId],
  });
  await faro.pool.query("UPDATE threads SET team_id = $1 WHERE person_id = $2", [team.id, ids.queued]);
  await insert("task", "INSERT INTO tasks (person_id, title, owner_id) VALUES ($1, $2, $3)", [
    person,
    mark,
    sellerId,
  ]);
  await insert("note", "INSERT INTO notes (person_id, text, user_id) VALUES ($1, $2, $3)", [
    person,
    said,
    sellerId,
  ]);
  await insert(
    "message",
    "INSERT INTO messages (id, person_id, at, direction, channel, text) VALUES (gen_random_uuid(), $1, now(), 'in', 'sms', $2)",
    [person, `${said} wrote this`],
  );
  await insert(
    "action",
    `INSERT INTO actions (person_id, type, status, config, not_before)
     VALUES ($1, 'sms', 'sent', jsonb_build_object('text', $2::text), 'infinity')`,
    [person, said],
  );
  await insert(
    "call",
    "INSERT INTO calls (person_id, type, phone_number, status, summary) VALUES ($1, 'inbound', $2, 'completed', $3)",
    [person, foreignPhone, said],
  );
  await faro.pool.query(
    "INSERT INTO call_turns (call_id, key, speaker, text, at_ms) VALUES ($1, 'k', 'customer', $2, 0)",
    [ids.call, said],
  );
  await insert(
    "endpoint",
    "INSERT INTO endpoints (name, type, hook_token) VALUES ('Shop', 'webhook', 'scope')",
    [],
  );
  await insert(
    "event",
    "INSERT INTO events (endpoint_id, person_id, event_type, raw_data, processed_data) VALUES ($1, $2, 'lead', $3, $3)",
    [ids.endpoint, person, { name: mark }],
  );
  const content = Buffer.from(mark);
  const sha256 = createHash("sha256").update(content).digest();
  await faro.pool.query("INSERT INTO blobs (sha256, size, content) VALUES ($1, $2, $3)", [
    sha256,
    content.length,
    content,
  ]);
  await insert(
    "file",
    "INSERT INTO event_files (event_id, sha256, filename, content_type, size) VALUES ($1, $2, $3, 'text/plain', 5)",
    [ids.event, sha256, said],
  );
  await insert(
    "sentFile",
    "INSERT INTO outgoing_files (person_id, sha256, filename, content_type, size) VALUES ($1, $2, $3, 'text/plain', 5)",
    [person, sha256, said],
  );
  await insert(
    "suggestion",
    "INSERT INTO reply_suggestions (person_id, channel, language, text) VALUES ($1, 'sms', 'en', $2)",
    [person, said],
  );
  await insert(
    "approval",
    `INSERT INTO approvals (kind, token_name, person_id, content, reason, expires_at)
     VALUES ('opt_out', $2, $1, $3, '', now() + interval '1 day')`,
    [
      person,
      mark,
      {
        optOut: { proposer: "mail", address: foreignEmail, subject: "complaint", words: mark, eventId: null },
      },
    ],
  );
  await insert(
    "pair",
    "INSERT INTO possible_duplicates (person_id, other_id, reason) VALUES (greatest($1::uuid, $2::uuid), least($1::uuid, $2::uuid), 'same_phone')",
    [ids.own, person],
  );
  for (const link of [`/inbox/${person}`, `/people/${person}`, `/voice?call=${ids.call}`])
    await faro.pool.query(
      "INSERT INTO notifications (kind, params, link) VALUES ('reply_received', $1, $2)",
      [{ person: mark, channel: "sms" }, link],
    );
  await faro.pool.query(
    "INSERT INTO timeline (person_id, event_type, source, title, description, caused_by) VALUES ($1, 'reply', 'sms', 'Reply', $2, $3)",
    [person, said, ids.event],
  );
  const { rows } = await faro.pool.query("SELECT id FROM person_addresses WHERE person_id = $1 LIMIT 1", [
    person,
  ]);
  ids.address = rows[0].id;
});
afterAll(() => faro.stop());

const reads = Object.entries(contract).flatMap(([resource, routes]) =>
  Object.entries<ApiRoute>(routes).flatMap(([name, route]) =>
    route.method === "GET" && route.access !== "public" && route.media !== "text/event-stream"
      ? [{ name: `${resource}.${name}`, route }]
      : [],
  ),
);

/** What a curious user would add to a call. */
const queries = () => [
  "",
  `?personId=${ids.person}`,
  `?search=${mark}`,
  `?q=${mark}`,
  `?ids=${ids.person}`,
  `?where=${encodeURIComponent(JSON.stringify({ field: "town", op: "is", value: town }))}`,
];

/** Every way to make a call about the foreign person's records. */
const callsOf = (path: string): string[] => {
  return path.includes("{")
    ? Object.values(ids).map((id) => path.replaceAll(/\{\w+\}/g, id))
    : queries().map((query) => path + query);
};

const findTraces = async (visitor: Visitor, wanted = traces, calls = reads): Promise<string[]> => {
  const found: string[] = [];
  for (const { name, route } of calls)
    await Promise.all(
      callsOf(route.path).map(async (path) => {
        const { body } = await visitor.send("GET", path);
        // A problem may repeat the words of the request.
        const answer = typeof body === "string" ? body : JSON.stringify(body);
        if (!isProblem(body) && wanted.some((trace) => answer.includes(trace)))
          found.push(`${name}: ${path}`);
      }),
    );
  return [...new Set(found)];
};
const isProblem = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "code" in body && "message" in body;

describe("a role with its own records only", () => {
  test("reads nothing of another's person, in any call of the API", async () => {
    expect(await findTraces(seller)).toEqual([]);
  });

  test("of which the same calls tell an administrator much", async () => {
    const telling = [
      "people.get",
      "people.list",
      "inbox.get",
      "inbox.search",
      "deliveries.list",
      "exports.people",
    ];
    const calls = reads.filter(({ name }) => telling.includes(name));
    const found = await findTraces(admin, traces, calls);
    for (const name of telling) expect(found.filter((path) => path.startsWith(`${name}:`))).not.toEqual([]);
  });

  test("lists, counts and exports what is assigned to the user, as a person or as a conversation", async () => {
    const list = await seller.send("GET", "/api/people");
    expect(list.body.people.map(({ id }: { id: string }) => id).sort()).toEqual(
      [ids.own, ids.answered].sort(),
    );
    expect(list.body).toMatchObject({ total: 2, totalIs: "exact" });
    const tagged = { field: "tags", op: "has_any", value: [mark] };
    const count = async (visitor: Visitor, audience: object) =>
      (await visitor.send("POST", "/api/audiences/count", { audience })).body.total;
    expect([await count(seller, tagged), await count(seller, { not: tagged })]).toEqual([0, 2]);
    expect([await count(admin, tagged), await count(admin, { not: tagged })]).toEqual([1, 3]);
    const map = await seller.send("GET", "/api/people-map");
    expect(map.body.total).toBe(2);
    const threads = await seller.send("GET", "/api/inbox");
    expect(threads.body.threads.map(({ personId }: { personId: string }) => personId)).toEqual([
      ids.answered,
    ]);
    const { counts } = (await seller.send("GET", "/api/inbox/counts")).body;
    expect([counts.open.count, counts.mine.count, counts.unassigned.count, counts.unread.count]).toEqual([
      1, 1, 0, 1,
    ]);
    const file = await seller.send("GET", "/api/exports/people?format=csv&columns=firstName");
    expect(file.body.trim().split(/\r?\n/).slice(1).sort()).toEqual(['"Answered"', '"Mine"']);
    const own = await seller.send("GET", `/api/people/${ids.own}`);
    expect(own).toMatchObject({ status: 200, body: { firstName: "Mine", possibleDuplicates: [] } });
    expect((await seller.send("GET", `/api/inbox/${ids.answered}`)).status).toBe(200);
    expect((await seller.send("GET", `/api/tasks?owner=me`)).body.tasks).toEqual([]);
  });

  test("changes nothing of another's person: to it the person does not exist", async () => {
    const before = (await admin.send("GET", `/api/people/${ids.person}`)).body;
    const both = [ids.own, ids.person];
    for (const [method, path, body] of [
      ["PUT", `/api/people/${ids.person}`, { firstName: "Taken" }],
      ["DELETE", `/api/people/${ids.person}`, undefined],
      ["POST", "/api/people/bulk", { ids: both, change: { kind: "tag", tag: "x" } }],
      ["POST", "/api/inbox/bulk", { ids: both, change: { kind: "close" } }],
      ["POST", `/api/inbox/${ids.person}/notes`, { text: "hi" }],
      ["POST", `/api/inbox/${ids.person}/messages`, { channel: "sms", text: "hi" }],
      ["POST", `/api/people/${ids.person}/opt-out`, { reason: "x" }],
      ["POST", "/api/tasks", { personId: ids.person, title: "x" }],
      ["PUT", `/api/tasks/${ids.task}`, { done: true }],
      ["PUT", `/api/inbox/notes/${ids.note}`, { text: "x" }],
      ["POST", `/api/actions/${ids.action}/cancel`, undefined],
      ["POST", "/api/merges/preview", { survivorId: ids.own, otherId: ids.person }],
      ["POST", "/api/exports/people", { format: "csv", ids: [ids.person] }],
      ["POST", `/api/addresses/${ids.address}/primary`, undefined],
    ] as const) {
      const { status } = await seller.send(method, path, body);
      expect([path, status]).toEqual([path, expect.toBeOneOf([400, 404])]);
    }
    // What is about many people at once is refused.
    for (const path of ["/api/batches", "/api/imports", "/api/bulk/people", "/api/duplicates/similar"])
      expect([path, (await seller.send("POST", path, {})).status]).toEqual([
        path,
        expect.toBeOneOf([400, 403]),
      ]);
    expect((await admin.send("GET", `/api/people/${ids.person}`)).body).toEqual(before);
  });

  test("shares no address with another's person, whom no refusal names", async () => {
    const { rows: before } = await faro.pool.query("SELECT count(*)::int FROM person_addresses");
    const create = { firstName: "Mine too", email: foreignEmail };
    for (const [method, path, body] of [
      ["POST", `/api/people/${ids.own}/addresses`, { value: foreignEmail }],
      ["PUT", `/api/people/${ids.own}`, { phone: foreignPhone }],
      ["PUT", `/api/people/${ids.own}`, { email: foreignEmail.toUpperCase() }],
      ["POST", "/api/people", create],
      ["POST", "/api/people", { ...create, isSeparatePerson: true }],
    ] as const) {
      const refused = await seller.send(method, path, body);
      expect(refused).toMatchObject({ status: 409, body: { code: "person_exists" } });
      expect(JSON.stringify(refused.body)).not.toContain(ids.person);
    }
    expect((await faro.pool.query("SELECT count(*)::int FROM person_addresses")).rows).toEqual(before);
    const known = await seller.send("POST", "/api/people", { email: "mine@example.com" });
    expect(known).toMatchObject({ status: 409, body: { details: { personId: ids.own } } });
    const kept = { email: "mine@example.com", lastName: "Kept" };
    expect((await seller.send("PUT", `/api/people/${ids.own}`, kept)).status).toBe(200);
  });

  test("changes nothing that counts for everybody, and keeps views of its own", async () => {
    const audience = { field: "town", op: "is", value: "Ponce" };
    const { body: segment } = await admin.send("POST", "/api/views", {
      name: "Ponce",
      kind: "segment",
      audience,
    });
    const view = { name: "My view", kind: "view", audience };
    for (const [method, path, body] of [
      ["PUT", `/api/views/${segment.id}`, { audience: { not: audience } }],
      ["DELETE", `/api/views/${segment.id}`, undefined],
      ["POST", "/api/views", { ...view, shared: true }],
      ["POST", "/api/views", { ...view, kind: "segment" }],
      ["POST", "/api/person-fields", { label: { en: "Roof", es: "Techo" }, kind: "text" }],
      ["POST", "/api/saved-replies", { name: "Hello", language: "en", text: "Hello" }],
      ["PUT", "/api/inbox/assignment", { mode: "none" }],
      ["PUT", "/api/inbox/auto-replies", { rules: [] }],
    ] as const) {
      const { status } = await seller.send(method, path, body);
      expect([path, status]).toEqual([path, 403]);
    }
    const own = await seller.send("POST", "/api/views", view);
    expect(own.status).toBe(200);
    expect((await seller.send("PUT", `/api/views/${own.body.id}`, { shared: true })).status).toBe(403);
    expect((await seller.send("DELETE", `/api/views/${own.body.id}`)).status).toBe(200);
    await admin.send("DELETE", `/api/views/${segment.id}`);
  });

  test("adds people as its own, and loses those that it hands on", async () => {
    const made = await seller.send("POST", "/api/people", { firstName: "New" });
    expect(made.body.assignedAgentId).toBe(await idOf(seller.email));
    const path = `/api/people/${made.body.id}`;
    expect((await seller.send("GET", path)).status).toBe(200);
    const other = await idOf(teammate.email);
    expect((await seller.send("PUT", path, { assignedAgentId: other })).status).toBe(200);
    expect((await seller.send("GET", path)).status).toBe(404);
    expect((await teammate.send("GET", path)).status).toBe(200);
    await admin.send("DELETE", path);
  });

  test("holds for programs of the user, and for assistants", async () => {
    const made = await seller.send("POST", "/api/tokens", {
      name: "Program",
      scopes: ["people:read", "conversations:read"],
    });
    expect(made.status).toBe(200);
    const get = async (path: string) =>
      (await fetch(faro.url + path, { headers: { authorization: `Bearer ${made.body.token}` } })).status;
    expect(await get(`/api/people/${ids.own}`)).toBe(200);
    expect(await get(`/api/people/${ids.person}`)).toBe(404);
    expect(await get(`/api/inbox/${ids.person}`)).toBe(404);
    const assistant = await seller.send("POST", "/api/tokens", {
      name: "Assistant",
      scopes: ["people:read", "conversations:read"],
      isForAssistant: true,
    });
    const call = async (name: string, args: object) => {
      const response = await fetch(`${faro.url}/mcp/key`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${assistant.body.token}`,
          "mcp-protocol-version": "2025-06-18",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: args },
        }),
      });
      return response.text();
    };
    expect(await call("get_person", { personId: ids.own })).toContain("Mine");
    for (const [name, args] of [
      ["get_person", { personId: ids.person }],
      ["preview_send", { personId: ids.person }],
      ["explain_decision", { actionId: ids.action }],
      ["search_people", { query: mark }],
    ] as const) {
      const answer = await call(name, args);
      expect([name, traces.filter((trace) => answer.includes(trace))]).toEqual([name, []]);
    }
  });

  test("of programs ends with the person: what they asked for before is not done", async () => {
    const token = await seller.send("POST", "/api/tokens", { name: "Writer", scopes: ["people:write"] });
    expect(token.status).toBe(200);
    await insert(
      "asked",
      `INSERT INTO approvals (kind, token_id, token_name, person_id, content, reason, expires_at)
       VALUES ('change', (SELECT id FROM api_tokens WHERE name = 'Writer'), 'Writer', $1, $2, '', now() + interval '1 day')`,
      [
        ids.person,
        {
          change: {
            ...{ proposer: "program", set: { firstName: "Taken" }, before: { firstName: mark } },
            ...{ addedTags: [], fields: {}, eventId: null },
          },
        },
      ],
    );
    const decided = await admin.send("POST", `/api/approvals/${ids.asked}/approve`);
    expect(decided.body).toMatchObject({ state: "failed", failure: "token_refused" });
  });

  test("is told no figures of others", async () => {
    const { teams } = (await seller.send("GET", "/api/inbox/teams")).body;
    expect(teams).toMatchObject([{ name: "Field", open: { count: 0 } }]);
    const { cost } = (await seller.send("GET", `/api/people/${ids.answered}/overview`)).body;
    await faro.pool.query(
      "INSERT INTO usage (person_id, service, kind, ok, latency_ms, cost) VALUES ($1, 'twilio', 'sms', true, 1, 50)",
      [ids.person],
    );
    expect((await seller.send("GET", `/api/people/${ids.answered}/overview`)).body.cost).toEqual(cost);
  });

  test("has no area that shows everybody's records", async () => {
    const { permissions, scopes } = (await seller.send("GET", "/api/auth/user")).body;
    expect(scopes).toEqual({ people: "own", inbox: "own" });
    expect(Object.entries(permissions).filter(([, level]) => level !== "none")).toEqual([
      ["people", "manage"],
      ["inbox", "manage"],
      ["reports", "manage"],
    ]);
    for (const path of ["/api/dashboard/stats", "/api/audit-logs", "/api/approvals", "/api/calls"])
      expect([path, (await seller.send("GET", path)).status]).toEqual([path, 403]);
  });
});

describe("a role with all people and its own conversations", () => {
  let visitor: Visitor;
  let visitorId: string;
  beforeAll(async () => {
    visitor = await addUser("Taker", "all", "own");
    visitorId = await idOf(visitor.email);
  });

  test("gets no conversation by looking after its person", async () => {
    const owner = { kind: "owner", userId: visitorId };
    const file = { name: "people.csv", size: 10 };
    for (const [method, path, body] of [
      ["PUT", `/api/people/${ids.person}`, { assignedAgentId: visitorId }],
      ["POST", "/api/people/bulk", { ids: [ids.person], change: owner }],
      ["POST", "/api/batches", { selection: { ids: [ids.person] }, change: owner }],
      ["POST", "/api/bulk/people", { people: [{ id: ids.person, assignedAgentId: visitorId }] }],
      ["POST", "/api/imports", file],
    ] as const)
      expect([path, (await visitor.send(method, path, body)).status]).toEqual([path, 403]);
    const { body: kept } = await admin.send("GET", `/api/people/${ids.person}`);
    expect(kept.assignedAgentId).toBeNull();
    expect((await visitor.send("GET", `/api/inbox/${ids.person}`)).status).toBe(404);
  });

  test("changes everything else of any person, and hands on those whose conversations it has", async () => {
    const path = `/api/people/${ids.queued}`;
    const named = await visitor.send("PUT", path, { lastName: "Named", assignedAgentId: null });
    expect([named.status, named.body.lastName]).toEqual([200, "Named"]);
    await admin.send("PUT", path, { assignedAgentId: visitorId });
    const other = await idOf(seller.email);
    expect((await visitor.send("PUT", path, { assignedAgentId: other })).status).toBe(200);
    await admin.send("PUT", path, { assignedAgentId: null, lastName: null });
  });
});

test.runIf(isDeep)(
  "a role with the records of its teams has those of its members, and of the teams themselves",
  async () => {
    const { people } = (await teammate.send("GET", "/api/people")).body;
    expect(people.map(({ firstName }: { firstName: string }) => firstName).sort()).toEqual([
      "Answered",
      "Mine",
      "Queued",
    ]);
    const { threads } = (await teammate.send("GET", "/api/inbox")).body;
    expect(threads.map(({ personId }: { personId: string }) => personId).sort()).toEqual(
      [ids.answered, ids.queued].sort(),
    );
    expect(await findTraces(teammate)).toEqual([]);
  },
);

test.runIf(isDeep)(
  "a role with all people and its own conversations reads no other conversation, and the other way round",
  async () => {
    expect(await findTraces(await addUser("Lister", "all", "own"), [said])).toEqual([]);
    expect(await findTraces(await addUser("Answerer", "own", "all"), [town])).toEqual([]);
  },
);

test("every call that such a role may make says how it keeps to the records", () => {
  const open = Object.entries(contract).flatMap(([resource, routes]) =>
    Object.entries<ApiRoute>(routes)
      .filter(([, route]) => recordRuleOf(route) !== undefined)
      .map(([name, route]) => ({ name: `${resource}.${name}`, route })),
  );
  // A call with the id of a person in its address is never open without a look at that person.
  expect(
    open
      .filter(({ route }) => /\/(?:people|inbox)\/\{id\}/.test(route.path))
      .filter(({ route }) => typeof recordRuleOf(route) === "string")
      .map(({ name }) => name),
  ).toEqual([]);
});
