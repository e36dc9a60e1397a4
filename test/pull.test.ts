import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { type Listener, startListener } from "#server/db/listener.ts";
import { createEgress } from "#server/egress/egress.ts";
import type { Job, JobContext } from "#server/jobs/job.ts";
import { type Jobs, startJobs } from "#server/jobs/runner.ts";
import { createLog } from "#server/log.ts";
import { createMappingEngine } from "#server/mapping/engine.ts";
import { pullEndpoint, schedulePulls } from "#server/pipeline/ingest/pull/pull-endpoint.ts";
import { saveEndpointSecrets } from "#server/store/ingestion/endpoints.ts";
import { createWrite } from "#server/store/write.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { createTestDatabase } from "./database.ts";

type ApiRequest = { path: string; query: URLSearchParams; headers: IncomingMessage["headers"]; body: string };
type Reply = { status?: number; headers?: Record<string, string>; json?: unknown; body?: string | Buffer };

let server: Server;
let base: string;
/** How the API answers; each test sets it. */
let api: (request: ApiRequest, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;
const requests: ApiRequest[] = [];

let dataDir: string;
let database: Database;
let listener: Listener;
let queue: Jobs;
let context: JobContext;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://api");
    let body = "";
    for await (const chunk of request) body += chunk;
    const one = { path: url.pathname, query: url.searchParams, headers: request.headers, body };
    requests.push(one);
    const reply = await api(one, response);
    if (!reply) return;
    const type = reply.json === undefined ? "text/plain" : "application/json";
    response.writeHead(reply.status ?? 200, { "content-type": type, ...reply.headers });
    response.end(reply.json === undefined ? reply.body : JSON.stringify(reply.json));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const connection = await createTestDatabase();
  database = openDatabase(connection, () => {});
  listener = await startListener(connection, () => {});
  const log = createLog("silent");
  queue = await startJobs([pullEndpoint, schedulePulls] as readonly Job[], database, listener, log, false);
  dataDir = await mkdtemp(join(tmpdir(), "faro-pull-"));
  context = {
    database,
    log,
    dataDir,
    write: createWrite(database.db, queue),
    keyring: await openKeyring(dataDir, undefined),
    egress: createEgress({ allowed: [base.slice("http://".length)] }),
    mapping: createMappingEngine(),
    ai: undefined as never,
    general: undefined as never,
    business: undefined as never,
    knowledgeVectors: undefined as never,
    addressHash: undefined as never,
    // No job of this file opens a connection.
    vendors: undefined as never,
    simulation: undefined as never,
    push: undefined as never,
    mailStaff: undefined as never,
    backups: undefined as never,
  };
});
afterAll(async () => {
  await queue.stop();
  await listener.close();
  await context.egress.close();
  await context.mapping.close();
  await database.close();
  server.closeAllConnections();
  server.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => {
  requests.length = 0;
  api = () => ({ status: 500 });
});

const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await database.pool.query(text, values)).rows;

type Given = { pull?: object; settings?: object; authMethod?: string; secrets?: object; url?: string | null };

const endpoint = async ({ pull, settings, authMethod = "none", secrets = {}, url }: Given = {}) => {
  const id = newId();
  const address = url === undefined ? `${base}/list` : url;
  await query(
    `INSERT INTO endpoints (id, name, type, ingestion_mode, auth_method, endpoint_url, settings)
     VALUES ($1, $2, 'pull_api', 'pull', $3, $4, $5)`,
    [id, `CRM ${id.slice(-4)}`, authMethod, address, { ...settings, pull: { itemId: "id", ...pull } }],
  );
  await database.db.transaction((tx) => saveEndpointSecrets(tx, context.keyring, id, secrets));
  return id;
};
const read = (id: string) => pullEndpoint.run([{ id }], context);
const row = async (id: string) => (await query("SELECT * FROM endpoints WHERE id = $1", [id]))[0];
const keys = async (id: string): Promise<string[]> =>
  (await query("SELECT deduplication_key AS key FROM events WHERE endpoint_id = $1 ORDER BY 1", [id])).map(
    ({ key }) => key,
  );
const unread = async (id: string): Promise<string[]> =>
  (await query("SELECT id FROM events WHERE endpoint_id = $1 AND validation_status = 'received'", [id])).map(
    (one) => one.id,
  );
const items = (...ids: (number | string)[]) => ids.map((id) => ({ id, email: `p${id}@example.com` }));
const pageOf = ({ query }: ApiRequest, name = "page") => query.get(name);

describe("pages", () => {
  test("without pagination the response is read once, and each new item becomes an unprocessed event", async () => {
    api = () => ({ json: { data: { people: items(1, 2) } } });
    const id = await endpoint({ pull: { itemPath: "data.people" } });
    await read(id);
    expect(requests).toHaveLength(1);
    expect(await keys(id)).toEqual(["1", "2"]);
    const events = await query("SELECT id, raw_data, validation_status FROM events WHERE endpoint_id = $1", [
      id,
    ]);
    expect(events).toContainEqual({
      id: expect.any(String),
      raw_data: { id: 1, email: "p1@example.com" },
      validation_status: "received",
    });
    expect((await unread(id)).sort()).toEqual(events.map((event) => event.id).sort());
    const { status, last_error, next_pull_at, pull_state } = await row(id);
    expect({ status, last_error }).toEqual({ status: "active", last_error: null });
    expect(next_pull_at.getTime()).toBeGreaterThan(Date.now());
    expect(pull_state.lease).toBeUndefined();
  });

  test("by number end at an empty page", async () => {
    api = (one) => ({ json: { "1": items(1, 2), "2": items(3) }[pageOf(one) ?? ""] ?? [] });
    const id = await endpoint({ pull: { pagination: { by: "page" } } });
    await read(id);
    expect(requests.map((one) => pageOf(one))).toEqual(["1", "2", "3"]);
    expect(await keys(id)).toEqual(["1", "2", "3"]);
  });

  test("by number end at a repeated page and at a missing one", async () => {
    api = () => ({ json: items(1, 2) });
    const ignoring = await endpoint({ pull: { pagination: { by: "page", parameter: "p", first: 0 } } });
    await read(ignoring);
    expect(requests.map((one) => pageOf(one, "p"))).toEqual(["0", "1"]);
    expect((await row(ignoring)).last_error).toBeNull();

    api = (one) =>
      pageOf(one) === "1" ? { json: items(1) } : { status: 404, json: { detail: "Invalid page" } };
    const strict = await endpoint({ pull: { pagination: { by: "page" } } });
    await read(strict);
    expect(await keys(strict)).toEqual(["1"]);
    expect((await row(strict)).last_error).toBeNull();
  });

  test("by offset continue after the items that came, however many were asked for", async () => {
    const all = items(1, 2, 3, 4, 5);
    api = (one) => {
      const offset = Number(pageOf(one, "offset"));
      return { json: all.slice(offset, offset + 2) };
    };
    const id = await endpoint({ pull: { pagination: { by: "offset", limit: 50 } } });
    await read(id);
    expect(requests.map((one) => [pageOf(one, "offset"), pageOf(one, "limit")])).toEqual([
      ["0", "50"],
      ["2", "50"],
      ["4", "50"],
      ["5", "50"],
    ]);
    expect(await keys(id)).toEqual(["1", "2", "3", "4", "5"]);

    requests.length = 0;
    const pagination = { by: "offset", parameter: "skip", limitParameter: null };
    api = (one) => ({ json: all.slice(Number(pageOf(one, "skip"))) });
    await read(await endpoint({ pull: { pagination } }));
    expect(requests.map((one) => [pageOf(one, "skip"), pageOf(one, "limit")])).toEqual([
      ["0", null],
      ["5", null],
    ]);
  });

  test("by cursor end when the cursor is absent or repeated", async () => {
    const pages: Record<string, unknown> = {
      "": { results: items(1), paging: { next: "b" } },
      b: { results: [], paging: { next: "c" } },
      c: { results: items(2), paging: {} },
    };
    api = (one) => ({ json: pages[pageOf(one, "after") ?? ""] });
    const pull = {
      itemPath: "results",
      pagination: { by: "cursor", parameter: "after", path: "paging.next" },
    };
    const id = await endpoint({ pull });
    await read(id);
    expect(requests.map((one) => pageOf(one, "after"))).toEqual([null, "b", "c"]);
    expect(await keys(id)).toEqual(["1", "2"]);

    requests.length = 0;
    pages.c = { results: items(2), paging: { next: "b" } };
    const circling = await endpoint({ pull });
    await read(circling);
    expect(requests).toHaveLength(3);
    expect((await row(circling)).last_error).toBeNull();
  });

  test("by Link header are followed only on the same server", async () => {
    api = (one) =>
      pageOf(one) === "2"
        ? { json: items(2), headers: { link: '<http://127.0.0.1:1/steal>; rel="next"' } }
        : { json: items(1), headers: { link: `</list?page=2&key=echoed>; rel="next"` } };
    const id = await endpoint({
      authMethod: "api_key",
      secrets: { apiKey: "very-secret" },
      pull: { pagination: { by: "link" }, keyIn: "?key" },
    });
    await read(id);
    expect(requests.map((one) => `${one.path}?${one.query}`)).toEqual([
      "/list?key=very-secret",
      "/list?page=2&key=very-secret",
    ]);
    expect(await keys(id)).toEqual(["1", "2"]);
    const { last_error, pull_state } = await row(id);
    expect(last_error).toBe("The next page is on another server, which is not followed.");
    expect(JSON.stringify(pull_state)).not.toMatch(/very-secret|echoed/);
  });

  test("beyond the limit of one run are read in the next run", async () => {
    api = (one) => ({ json: Number(pageOf(one)) < 6 ? items(Number(pageOf(one))) : [] });
    const id = await endpoint({ pull: { pagination: { by: "page" }, maxPages: 2 } });
    await read(id);
    expect((await row(id)).next_pull_at.getTime()).toBeLessThanOrEqual(Date.now());
    await read(id);
    await read(id);
    expect(requests.map((one) => pageOf(one))).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(await keys(id)).toEqual(["1", "2", "3", "4", "5"]);
    expect((await row(id)).next_pull_at.getTime()).toBeGreaterThan(Date.now());
  });

  test("can hold any JSON: a non-object is wrapped, and an item that cannot be stored becomes a dead letter", async () => {
    api = () => ({
      headers: { "content-type": "application/json" },
      body: `[1, "two", {"id": "bad\\u0000"}, {"id": "good", "__proto__": {"x": 1}}]`,
    });
    const id = await endpoint();
    await read(id);
    const events = await query(
      "SELECT raw_data AS raw, validation_status AS status, problems FROM events WHERE endpoint_id = $1",
      [id],
    );
    const alive = { status: "received", problems: null };
    expect(events).toHaveLength(4);
    expect(events).toEqual(
      expect.arrayContaining([
        { raw: { value: 1 }, ...alive },
        { raw: { value: "two" }, ...alive },
        { raw: { id: "good" }, ...alive },
        { raw: { text: '{"id":"bad\\u0000"}' }, status: "dead", problems: [{ code: "bad_text" }] },
      ]),
    );
    expect(await unread(id)).toHaveLength(3);
  });
});

describe("an item that was read before", () => {
  test("is not stored again, with or without an id", async () => {
    api = () => ({ json: items(1, 2) });
    const byId = await endpoint();
    const byContent = await endpoint({ pull: { itemId: null } });
    for (const id of [byId, byContent]) await read(id);
    api = () => ({ json: [{ email: "changed@example.com", id: 1 }, ...items(3)] });
    await read(byId);
    // The same fields in another order are the same item.
    api = () => ({ json: [{ email: "p1@example.com", id: 1 }, ...items(3)] });
    await read(byContent);
    expect(await keys(byId)).toEqual(["1", "2", "3"]);
    expect(await keys(byContent)).toHaveLength(3);
    expect(await unread(byId)).toHaveLength(3);
  });

  test("is not requested again once all pages were read", async () => {
    const all = [3, 2, 1].map((id) => ({ id, at: `2026-01-0${id}T00:00:00Z` }));
    let broken = true;
    api = (one) => {
      if (pageOf(one) === "2" && broken) return { status: 500 };
      return { json: pageOf(one) === "1" ? all.slice(0, 2) : pageOf(one) === "2" ? all.slice(2) : [] };
    };
    const id = await endpoint({
      pull: { pagination: { by: "page" }, since: { parameter: "updated_after", path: "at" } },
    });
    await read(id);
    expect(await keys(id)).toEqual(["2", "3"]);
    broken = false;
    await read(id);
    // Nothing is skipped: the run resumed where it stopped, still without a lower bound.
    expect(requests.every((one) => pageOf(one, "updated_after") === null)).toBe(true);
    expect(await keys(id)).toEqual(["1", "2", "3"]);
    requests.length = 0;
    api = () => ({ json: [] });
    await read(id);
    expect(pageOf(requests[0] as ApiRequest, "updated_after")).toBe("2026-01-03T00:00:00Z");
    expect((await row(id)).pull_state.since).toBe("2026-01-03T00:00:00Z");
  });

  test("is recognized by its ETag or date: an unchanged response adds nothing", async () => {
    api = ({ headers }) =>
      headers["if-none-match"] === '"v1"' && headers["if-modified-since"]
        ? { status: 304 }
        : { json: items(1), headers: { etag: '"v1"', "last-modified": "Sun, 01 Mar 2026 12:00:00 GMT" } };
    const id = await endpoint();
    await read(id);
    await read(id);
    await read(id);
    expect(requests.map((one) => one.headers["if-none-match"])).toEqual([undefined, '"v1"', '"v1"']);
    expect(await keys(id)).toEqual(["1"]);
    expect((await row(id)).last_error).toBeNull();
    // Another item path may find more in the same response.
    await query(
      `UPDATE endpoints SET settings = jsonb_set(settings, '{pull,itemPath}', '"$"') WHERE id = $1`,
      [id],
    );
    await read(id);
    expect(requests.at(-1)?.headers["if-none-match"]).toBeUndefined();
  });

  test("of several pages is never recognized by the first page alone", async () => {
    api = (one) => ({ json: pageOf(one) === "1" ? items(1) : [], headers: { etag: '"same"' } });
    const id = await endpoint({ pull: { pagination: { by: "page" } } });
    await read(id);
    await read(id);
    expect(requests.some((one) => one.headers["if-none-match"])).toBe(false);
  });
});

describe("credentials", () => {
  test("are a key in a header, a signature, or a user name and password", async () => {
    api = () => ({ json: [] });
    await read(
      await endpoint({ authMethod: "api_key", secrets: { apiKey: "k1" }, pull: { keyIn: "X-Token" } }),
    );
    expect(requests.at(-1)?.headers["x-token"]).toBe("k1");
    await read(
      await endpoint({
        authMethod: "api_key_secret_key",
        secrets: { apiKey: "k1", secretKey: "s1" },
        url: `${base}/list?a=b`,
        pull: { pagination: { by: "page" } },
      }),
    );
    expect(requests.at(-1)?.headers).toMatchObject({
      "x-api-key": "k1",
      "x-signature": createHmac("sha256", "s1").update("/list?a=b&page=1").digest("hex"),
    });
    await read(
      await endpoint({ authMethod: "basic", secrets: { secretKey: "pass" }, settings: { username: "ana" } }),
    );
    expect(requests.at(-1)?.headers.authorization).toBe(
      `Basic ${Buffer.from("ana:pass").toString("base64")}`,
    );
  });

  test("by OAuth are requested once, used until they expire, and renewed once when rejected", async () => {
    let valid = 0;
    let refuses = false;
    api = ({ path, headers, body }) => {
      if (path === "/token") {
        expect(headers.authorization).toBe(`Basic ${Buffer.from("us:shh").toString("base64")}`);
        expect(body).toBe("grant_type=client_credentials&scope=read");
        return { json: { access_token: `t${++valid}`, token_type: "bearer", expires_in: 3600 } };
      }
      if (refuses || headers.authorization !== `Bearer t${valid}`) return { status: 401 };
      return { json: items(valid) };
    };
    const id = await endpoint({
      authMethod: "oauth",
      secrets: { secretKey: "shh" },
      pull: { tokenUrl: `${base}/token`, clientId: "us", scope: "read" },
    });
    const paths = () => requests.splice(0).map((one) => one.path);
    await read(id);
    expect(paths()).toEqual(["/token", "/list"]);
    await read(id);
    expect(paths()).toEqual(["/list"]);
    valid = 7;
    await read(id);
    expect(paths()).toEqual(["/list", "/token", "/list"]);
    expect(await keys(id)).toEqual(["1", "8"]);
    refuses = true;
    await read(id);
    expect(paths()).toEqual(["/list", "/token", "/list"]);
    expect((await row(id)).last_error).toBe("The server refuses our credentials (401).");
  });

  test("of an OAuth client are sent in the form when the server requires it", async () => {
    api = ({ path, headers, body }) => {
      if (path !== "/token") return { json: [] };
      if (headers.authorization) return { status: 400, json: { error: "invalid_request" } };
      expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
        client_id: "us",
        client_secret: "shh",
      });
      return { json: { access_token: "t" } };
    };
    const id = await endpoint({
      authMethod: "oauth",
      secrets: { secretKey: "shh" },
      pull: { tokenUrl: `${base}/token`, clientId: "us" },
    });
    await read(id);
    expect((await row(id)).last_error).toBeNull();
  });
});

describe("a failure", () => {
  const html = { headers: { "content-type": "text/html" }, body: "<!doctype html><h1>Sign in</h1>" };
  const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
  test.each<[string, string, (response: ServerResponse) => Reply | undefined]>([
    [
      "a redirect",
      "The server redirects elsewhere (302), which is not followed.",
      () => ({
        status: 302,
        headers: { location: `${base}/other` },
      }),
    ],
    ["a web page", "The answer is a web page instead of JSON; it may be a sign-in page.", () => html],
    [
      "10 MB",
      "The answer is too large; ask for smaller pages.",
      () => ({ body: Buffer.alloc(10_000_000, " ") }),
    ],
    [
      "half an answer",
      "The connection broke before the answer was complete.",
      (response) => {
        response.writeHead(200, { "content-length": 100 }).write("[");
        response.socket?.destroy();
        return undefined;
      },
    ],
    ["half a text", "The answer is not JSON.", () => ({ body: '[{"id":' })],
    ["no text", "The answer is not text in UTF-8.", () => ({ body: Buffer.from([0x5b, 0xff, 0x5d]) })],
    ["too deep a text", "The answer is JSON that is nested too deep.", () => ({ body: deep })],
    ["a wrong item path", "The answer has nothing at the item path.", () => ({ json: { people: [] } })],
    ["an error of the server", "The server has a problem of its own (500).", () => ({ status: 500 })],
  ])("is reported in one sentence: %s", async (_what, sentence, reply) => {
    api = (_asked, response) => reply(response);
    const id = await endpoint({ pull: { itemPath: sentence.includes("item path") ? "items" : null } });
    await read(id);
    const { last_error, status, pull_state, next_pull_at } = await row(id);
    expect(last_error).toBe(sentence);
    expect(status).toBe("active");
    expect(pull_state).toMatchObject({ failures: 1 });
    expect(next_pull_at.getTime()).toBeGreaterThan(Date.now());
    expect(requests).toHaveLength(1);
    expect(await keys(id)).toEqual([]);
  });

  test("is also a missing address, a missing key, and a private address", async () => {
    for (const [given, sentence] of [
      [{ url: null }, "There is no endpoint URL to read from."],
      [{ authMethod: "api_key" }, "The API key is missing."],
      [
        { url: "http://127.0.0.1:1/list" },
        "The endpoint URL leads to a private address, which is not allowed.",
      ],
    ] as [Given, string][]) {
      const id = await endpoint(given);
      await read(id);
      expect((await row(id)).last_error).toBe(sentence);
    }
    expect(requests).toHaveLength(0);
  });

  test("five times in a row sets the endpoint to error with one notification; the next success resets it", async () => {
    const id = await endpoint();
    const { name } = await row(id);
    const listNotifications = () =>
      query("SELECT kind, params FROM notifications WHERE params ->> 'endpoint' = $1", [name]);
    const waits: number[] = [];
    for (let times = 1; times <= 7; times++) {
      const before = Date.now();
      await read(id);
      waits.push((await row(id)).next_pull_at.getTime() - before);
      expect((await row(id)).status).toBe(times < 5 ? "active" : "error");
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(await listNotifications()).toEqual([{ kind: "endpoint_failing", params: { endpoint: name } }]);
    const audit = () =>
      query("SELECT description, status FROM audit_logs WHERE entity_id = $1 ORDER BY seq", [id]);
    expect(await audit()).toEqual([
      {
        description: `“${name}” could not be read 5 times in a row: The server has a problem of its own (500).`,
        status: "failure",
      },
    ]);
    api = () => ({ json: items(1) });
    await read(id);
    expect(await row(id)).toMatchObject({ status: "active", last_error: null });
    expect((await row(id)).pull_state).not.toHaveProperty("failures");
    expect((await audit()).at(-1)).toEqual({ description: `“${name}” can be read again`, status: "success" });
    expect(await listNotifications()).toHaveLength(1);
  });

  test("or a pause set by an operator is not reset by the reader", async () => {
    api = () => ({ json: items(1) });
    for (const status of ["error", "inactive"]) {
      const id = await endpoint();
      await query("UPDATE endpoints SET status = $2 WHERE id = $1", [id, status]);
      await read(id);
      expect((await row(id)).status).toBe(status);
    }
    expect(requests).toHaveLength(0);
  });

  test.each([429, 503])("of %s waits as long as the server requests", async (status) => {
    api = () => ({ status, headers: { "retry-after": "7200" } });
    const id = await endpoint();
    const before = Date.now();
    await read(id);
    expect((await row(id)).next_pull_at.getTime()).toBeGreaterThanOrEqual(before + 7_200_000);
  });

  test("of one page keeps the pages before it, and the next run resumes there", async () => {
    let poisoned = true;
    api = (one) => {
      if (pageOf(one) === "2" && poisoned) return { body: "{oops" };
      return { json: Number(pageOf(one)) < 4 ? items(Number(pageOf(one))) : [] };
    };
    const id = await endpoint({ pull: { pagination: { by: "page" } } });
    await read(id);
    await read(id);
    expect(await keys(id)).toEqual(["1"]);
    expect((await row(id)).pull_state).toMatchObject({ failures: 2, walk: { place: { page: 2 } } });
    poisoned = false;
    await read(id);
    expect(requests.map((one) => pageOf(one))).toEqual(["1", "2", "2", "2", "3", "4"]);
    expect(await keys(id)).toEqual(["1", "2", "3"]);
  });

  test("of an expired cursor restarts at the first page", async () => {
    api = (one) =>
      pageOf(one, "c") === "old"
        ? { status: 410 }
        : { json: { list: items(1), next: pageOf(one, "c") ?? "old" } };
    const pull = { itemPath: "list", pagination: { by: "cursor", parameter: "c", path: "next" } };
    const id = await endpoint({ pull });
    await read(id);
    expect((await row(id)).pull_state).not.toHaveProperty("walk");
    api = () => ({ json: { list: items(1, 2) } });
    await read(id);
    expect(pageOf(requests.at(-1) as ApiRequest, "c")).toBeNull();
    expect(await keys(id)).toEqual(["1", "2"]);
  });
});

describe("readers", () => {
  test("that run concurrently: one reads, the other ends", async () => {
    const gate = Promise.withResolvers<void>();
    api = async () => {
      await gate.promise;
      return { json: items(1) };
    };
    const id = await endpoint();
    const first = read(id);
    await expect.poll(() => requests.length).toBe(1);
    await read(id);
    gate.resolve();
    await first;
    expect(requests).toHaveLength(1);
    expect(await keys(id)).toEqual(["1"]);
  });

  test("that died leave a lease; when it expires another resumes after the last stored page", async () => {
    const id = await endpoint({ pull: { pagination: { by: "page" } } });
    api = (one) => ({ json: Number(pageOf(one)) < 4 ? items(Number(pageOf(one))) : [] });
    const write = context.write;
    let writes = 0;
    // The process dies after storing its lease and the first page.
    const dying: JobContext = {
      ...context,
      write: (actor, change) => {
        if (++writes > 2) throw Object.assign(new Error("gone"), { code: "57P01" });
        return write(actor, change);
      },
    };
    await expect(pullEndpoint.run([{ id }], dying)).rejects.toThrow("gone");
    expect(await keys(id)).toEqual(["1"]);
    await read(id);
    expect(await keys(id)).toEqual(["1"]);
    await query(
      `UPDATE endpoints SET pull_state = jsonb_set(pull_state, '{lease,until}', '"2020-01-01"') WHERE id = $1`,
      [id],
    );
    await read(id);
    expect(await keys(id)).toEqual(["1", "2", "3"]);
    expect(requests.map((one) => pageOf(one))).toEqual(["1", "2", "2", "3", "4"]);
    expect(await unread(id)).toHaveLength(3);
  });

  test("whose lease has expired write nothing", async () => {
    const gate = Promise.withResolvers<void>();
    api = async (one) => {
      if (one.query.has("slow")) await gate.promise;
      return { json: items(requests.length) };
    };
    const id = await endpoint({ url: `${base}/list?slow` });
    const late = read(id);
    await expect.poll(() => requests.length).toBe(1);
    await query(
      `UPDATE endpoints SET endpoint_url = $2, pull_state = jsonb_set(pull_state, '{lease,until}', '"2020-01-01"')
        WHERE id = $1`,
      [id, `${base}/list`],
    );
    await read(id);
    const after = await row(id);
    gate.resolve();
    await late;
    expect(await keys(id)).toEqual(["2"]);
    expect(await row(id)).toEqual(after);
  });

  test("stop when the endpoint is edited, so that it is read again", async () => {
    api = async (one) => {
      if (pageOf(one) === "2") await query("UPDATE endpoints SET updated_at = now() WHERE id = $1", [id]);
      return { json: items(Number(pageOf(one))) };
    };
    const id = await endpoint({ pull: { pagination: { by: "page" } } });
    await read(id);
    expect(await keys(id)).toEqual(["1"]);
    const { pull_state, next_pull_at, last_error } = await row(id);
    expect(pull_state.lease).toBeUndefined();
    expect({ next_pull_at, last_error }).toEqual({ next_pull_at: null, last_error: null });
  });
});

describe("the schedule", () => {
  const waiting = async (id: string) =>
    (await query("SELECT 1 FROM pgboss.job WHERE name = $1 AND data ->> 'id' = $2", [pullEndpoint.name, id]))
      .length;

  test("enqueues each due endpoint once, and nothing else", async () => {
    const due = await endpoint();
    const later = await endpoint();
    const held = await endpoint();
    const off = await endpoint();
    const given = await endpoint();
    const mail = await endpoint();
    const webhook = await endpoint();
    await query("UPDATE endpoints SET next_pull_at = now() + interval '1 hour' WHERE id = $1", [later]);
    await query(
      `UPDATE endpoints SET pull_state = jsonb_build_object('lease', jsonb_build_object('until', now() + interval '1 minute'))
        WHERE id = $1`,
      [held],
    );
    await query("UPDATE endpoints SET status = 'inactive' WHERE id = $1", [off]);
    await query(`UPDATE endpoints SET status = 'error', pull_state = '{"gaveUp": true}' WHERE id = $1`, [
      given,
    ]);
    await query("UPDATE endpoints SET type = 'email' WHERE id = $1", [mail]);
    await query("UPDATE endpoints SET type = 'webhook', ingestion_mode = 'push' WHERE id = $1", [webhook]);
    await schedulePulls.run([{}], context);
    await schedulePulls.run([{}], context);
    expect(await Promise.all([due, later, held, off, given, mail, webhook].map(waiting))).toEqual([
      1, 0, 0, 0, 1, 0, 0,
    ]);
  });
});
