import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "#contract/openapi.ts";
import { typescriptClient } from "#contract/typescript-client.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import { system } from "#server/audit/entry.ts";
import { openDatabase } from "#server/db/database.ts";
import { signWebhook, webhookKey } from "#server/pipeline/webhooks/signature.ts";
import { insertConsents, type NewConsent } from "#server/store/compliance/consents.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import { createWrite } from "#server/store/write.ts";
import { createFaro, type Faro, FaroError, pages } from "../clients/typescript/faro.ts";
import { createAddressHash } from "./address-hash.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);

let faro: TestFaro;
let operator: Visitor;
let admin: Visitor;
let token: string;
let endpointId: string;
let client: Faro;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
  admin = await faro.signedIn("admin");
  const scopes = ["people:read", "people:write", "events:read", "events:write"];
  const made = await operator.send("POST", "/api/tokens", { name: "Sync", scopes });
  token = made.body.token;
  const endpoint = await operator.send("POST", "/api/endpoints", { name: "Quotes" });
  endpointId = endpoint.body.id;
  client = createFaro({ url: faro.url, token });
});
afterAll(() => faro.stop());

const refusal = async (call: Promise<unknown>): Promise<FaroError> => {
  const error = await call.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  if (!(error instanceof FaroError)) throw new Error("The call was not refused");
  return error;
};
const unknownId = "01890000-0000-7000-8000-000000000000";

describe("lists without an envelope", () => {
  test.each(["/api/rules", "/api/calls", "/api/knowledge"])("%s has pages", async (path) => {
    for (const name of ["a", "b", "c"]) {
      if (path === "/api/rules")
        await admin.send("POST", path, {
          name,
          triggers: [{ type: "event", operator: "=", value: name }],
          conditions: [{ type: "consent", field: "dnc", value: "false" }],
          actions: [{ type: "slack", template: name }],
        });
      else if (path === "/api/calls")
        await faro.pool.query(
          "INSERT INTO calls (type, phone_number, status) VALUES ('inbound', $1, 'completed')",
          [`+1787555010${name.charCodeAt(0) % 10}`],
        );
      else await admin.send("POST", path, { kind: "question", title: name, body: name });
    }
    const all = (await admin.send("GET", path)).body.map(({ id }: { id: string }) => id) as string[];
    expect(all.length).toBeGreaterThanOrEqual(3);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const after: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { status, body, headers } = await admin.send("GET", `${path}?limit=2&fields=id${after}`);
      expect([status, body.length <= 2]).toEqual([200, true]);
      seen.push(...body.map(({ id }: { id: string }) => id));
      cursor = headers.get("x-next-cursor");
    }
    expect(seen).toEqual(all);
    const gone = await admin.send("GET", `${path}?cursor=${unknownId}`);
    expect(gone).toMatchObject({ status: 400, body: { issues: [{ path: "cursor" }] } });
  });
});

describe("the client", () => {
  test("is up to date; else run `npm run client`", async () => {
    const written = await readFile(join(root, "clients/typescript/faro.ts"), "utf8");
    expect(written).toBe(typescriptClient(openApi("")));
  });

  test("chooses fields, walks through pages, and says what was refused", async () => {
    const people = Array.from({ length: 5 }, (_, n) => ({ firstName: `Page ${n}`, tags: ["paged"] }));
    await client.bulk.people({ body: { people } });
    const seen: string[] = [];
    for await (const page of pages(client.people.list<"tags">, {
      query: { tag: "paged", limit: 2, fields: ["tags"] },
    })) {
      expect(page.people.length).toBeLessThanOrEqual(2);
      for (const person of page.people) {
        expect(Object.keys(person)).toEqual(["id", "tags"]);
        seen.push(person.id);
      }
    }
    expect(new Set(seen).size).toBe(5);
    const unknown = await refusal(client.people.list({ query: { fields: ["password" as "email"] } }));
    expect(unknown).toMatchObject({ status: 400, code: "invalid", issues: [{ path: "fields" }] });
    expect(unknown.issues[0]?.message).toContain("email");
    expect((await refusal(client.people.get({ params: { id: unknownId } }))).code).toBe("not_found");
    expect((await refusal(client.rules.list())).code).toBe("token_lacks_scope");
  });

  test("sends a write again under its key after a lost answer", async () => {
    const [tried, before] = [[] as string[], (await client.people.list()).total];
    const flaky: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      tried.push(new Headers(init?.headers).get("idempotency-key") ?? "");
      if (tried.length === 1) throw new TypeError("The connection was lost");
      return response;
    };
    const made = await createFaro({ url: faro.url, token, fetch: flaky }).people.create({
      body: { firstName: "Once" },
    });
    expect(tried).toEqual([tried[0], tried[0]]);
    expect((await client.people.get({ params: { id: made.id } })).firstName).toBe("Once");
    expect((await client.people.list()).total).toBe(before + 1);
  });
});

describe("many at once", () => {
  const bulkPeople = (people: unknown[], match: "id" | "address" = "id") =>
    client.bulk.people({ body: { match, people: people as object[] } });

  test("people are added, changed, left alone and refused, each row by itself", async () => {
    const first = await bulkPeople([
      { firstName: "Ana", email: "Ana@bulk.example.com", phone: "787-555-0142", tags: ["a", "a"] },
      { firstName: "Eva", phone: "12" },
      { firstName: "Luis", unknown: true },
      { firstName: "Rosa", consents: { sms: true } },
      { id: unknownId, firstName: "Gone" },
      { firstName: "Owned", assignedAgentId: unknownId },
      { firstName: "Field", fields: { nothing: 1 } },
    ]);
    expect(first.counts).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 6 });
    expect(first.results.map(({ problem }) => problem?.issues?.[0]?.path ?? problem?.code)).toEqual([
      undefined,
      "phone",
      "",
      "",
      "not_found",
      "assignedAgentId",
      "fields.nothing",
    ]);
    const id = first.results[0]?.id ?? "";
    const ana = await client.people.get({ params: { id } });
    expect(ana).toMatchObject({ email: "ana@bulk.example.com", phone: "+17875550142", tags: ["a"] });
    expect(ana.timelineEvents.map(({ eventType }) => eventType)).toEqual(["person_created"]);

    const second = await bulkPeople(
      [
        { email: "ANA@bulk.example.com", status: "qualified" },
        { phone: "+1 787 555 0142", town: "Ponce" },
        { id, town: "Ponce" },
        { id, town: "Caguas", updatedAt: ana.updatedAt },
        { email: "new@bulk.example.com" },
      ],
      "address",
    );
    expect(second.results.map(({ outcome }) => outcome)).toEqual([
      "updated",
      "updated",
      "unchanged",
      "failed",
      "created",
    ]);
    expect(await client.people.get({ params: { id } })).toMatchObject({
      firstName: "Ana",
      status: "qualified",
      town: "Ponce",
    });
    const hashes = "SELECT count(*)::int AS n FROM person_addresses WHERE person_id = $1 AND hash IS NULL";
    expect((await faro.pool.query(hashes, [id])).rows[0].n).toBe(0);
    const audit = "SELECT description, metadata FROM audit_logs WHERE metadata -> 'changed' ? $1";
    const { rows } = await faro.pool.query(audit, [id]);
    expect(rows).toMatchObject([
      {
        description: "A program sent people: 1 person added, 1 changed",
        metadata: { token: { name: "Sync" } },
      },
    ]);
  });

  test("a key makes a batch once, and more than 500 rows are refused", async () => {
    const before = (await client.people.list()).total;
    const send = () =>
      client.bulk.people({ body: { people: [{ firstName: "Keyed" }] } }, { idempotencyKey: "night-1" });
    expect(await send()).toEqual(await send());
    expect((await client.people.list()).total).toBe(before + 1);
    const many = Array.from({ length: 501 }, () => ({ firstName: "Many" }));
    const mixed = await bulkPeople([
      { firstName: "Good" },
      { firstName: "N\u0000UL" },
      { firstName: "half \ud83d" },
      { firstName: "Key", fields: { "a\u0000": 1 } },
    ]);
    expect(mixed.results.map(({ outcome }) => outcome)).toEqual(["created", "failed", "failed", "failed"]);
    expect(mixed.results[1]?.problem).toMatchObject({ code: "invalid", issues: [{ path: "firstName" }] });
    expect(await refusal(bulkPeople(many))).toMatchObject({ status: 400, issues: [{ path: "people" }] });
    expect((await bulkPeople(many.slice(1))).counts.created).toBe(500);
  });

  test("tags are added and removed, on the timeline too", async () => {
    const { results } = await bulkPeople([{ firstName: "Tagged", tags: ["cold"] }]);
    const personId = results[0]?.id ?? "";
    const changed = await client.bulk.tags({
      body: {
        changes: [
          { personId, add: ["warm"], remove: ["cold"] },
          { personId, add: ["warm"] },
          { personId: unknownId, add: ["warm"] },
          { personId, add: [""] },
        ],
      },
    });
    expect(changed.results.map(({ outcome }) => outcome)).toEqual([
      "updated",
      "unchanged",
      "failed",
      "failed",
    ]);
    const person = await client.people.get({ params: { id: personId } });
    expect(person.tags).toEqual(["warm"]);
    expect(person.timelineEvents.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Tag added", "Tag removed"]),
    );
  });

  test("consents are refused and noted, never granted, and a refusal stays", async () => {
    const { results } = await bulkPeople([{ firstName: "Asked" }]);
    const personId = results[0]?.id ?? "";
    const row = { personId, channel: "sms" as const, proof: "From the CRM" };
    const recorded = await client.bulk.consents({
      body: {
        consents: [
          { ...row, state: "granted" as "denied" },
          { ...row, state: "unproven" },
          { ...row, state: "denied" },
          { ...row, state: "unproven" },
          { ...row, channel: "email" as const, state: "unproven" },
        ],
      },
    });
    expect(recorded.results.map(({ outcome }) => outcome)).toEqual([
      "failed",
      "created",
      "created",
      "unchanged",
      "created",
    ]);
    expect((await client.people.get({ params: { id: personId } })).consents).toEqual({
      sms: false,
      email: true,
    });
    const { rows } = await faro.pool.query(
      "SELECT channel, state FROM consent_records WHERE person_id = $1 ORDER BY created_at, id",
      [personId],
    );
    expect(rows.filter(({ state }) => state === "granted")).toEqual([]);
    expect(rows).toHaveLength(3);
  });

  test("a refusal that commits at the same time stays, whichever of the two waits", async () => {
    const database = openDatabase(faro.connection, () => {});
    const write = createWrite(database.db, { insert: async () => {} });
    const person = async (firstName: string): Promise<string> =>
      (
        await operator.send("POST", "/api/people", {
          firstName,
          phone: "+17875550191",
          isSeparatePerson: true,
        })
      ).body.id;
    const refuse = (personId: string): NewConsent => ({
      personId,
      channel: "sms",
      state: "denied",
      method: "operator",
      proof: null,
      actorId: null,
      causedBy: null,
    });
    const newest = async (personId: string) =>
      (
        await faro.pool.query(
          "SELECT state FROM consent_records WHERE person_id = $1 ORDER BY created_at DESC, id DESC",
          [personId],
        )
      ).rows.map(({ state }) => state);
    const isBlocked = () =>
      expect
        .poll(
          async () =>
            (
              await faro.pool.query(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
              )
            ).rowCount,
          { timeout: 10_000 },
        )
        .toBeGreaterThan(0);

    // The refusal is first, and the program's call waits for it.
    const ana = await person("Ana");
    const refused = Promise.withResolvers<void>();
    const inserted = Promise.withResolvers<void>();
    const refusing = write(system, async ({ tx }) => {
      await insertConsents(tx, [refuse(ana)]);
      inserted.resolve();
      await refused.promise;
    });
    await inserted.promise;
    const consents = [
      { personId: ana, channel: "sms" as const, state: "unproven" as const, proof: "List of 2024" },
    ];
    const calling = client.bulk.consents({ body: { consents } });
    await isBlocked();
    refused.resolve();
    await refusing;
    expect(await calling).toMatchObject({ results: [{ outcome: "unchanged" }] });
    expect(await newest(ana)).toEqual(["denied"]);

    // The program is first; the refusal began before it, waits, and counts.
    const eva = await person("Eva");
    const began = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const late = write(system, async ({ tx }) => {
      await tx.execute(sql`SELECT now()`);
      began.resolve();
      await goOn.promise;
      await insertConsents(tx, [refuse(eva)]);
    });
    await began.promise;
    const noted = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const noting = write(system, async (context) => {
      const { tx } = context;
      const person = await lockOnePerson(tx, eva);
      if (!person) throw new Error("The person is missing");
      const consents = [
        { channel: "sms" as const, state: "unproven" as const, method: "endpoint" as const, proof: null },
      ];
      const plan = completePlan({ before: person, after: person, consents }, changeSource("program"), 0);
      await applyPlans(context, [plan], createAddressHash());
      noted.resolve();
      await ended.promise;
    });
    await noted.promise;
    goOn.resolve();
    await isBlocked();
    ended.resolve();
    await Promise.all([noting, late]);
    expect(await newest(eva)).toEqual(["denied", "unproven"]);
    await database.close();
  });

  test("events are stored once by their key and read by the endpoint's mapping", async () => {
    const body = {
      endpointId,
      events: [
        { key: "q-1", type: "quote", payload: { email: "quote@bulk.example.com", name: "Quinn Ortiz" } },
        { key: "q-1", payload: { email: "other@bulk.example.com" } },
        { payload: "text" as unknown as Record<string, unknown> },
      ],
    };
    const { results } = await client.bulk.events({ body });
    expect(results.map(({ outcome }) => outcome)).toEqual(["created", "unchanged", "failed"]);
    expect(results[1]?.id).toBe(results[0]?.id);
    const read = async () => (await client.events.get({ params: { id: results[0]?.id ?? "" } })).personId;
    await expect.poll(read).not.toBeNull();
    const inbound = await refusal(client.bulk.events({ body: { ...body, endpointId: unknownId } }));
    expect(inbound.code).toBe("not_found");
  });
});

type Block = { language: string; code: string };
const blocksOf = async (file: string): Promise<Block[]> => {
  const text = await readFile(join(root, file), "utf8");
  return [...text.matchAll(/^```(sh|ts|python)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
};
const interpreters: Record<string, (code: string) => [string, string[]]> = {
  sh: (code) => ["bash", ["-euo", "pipefail", "-c", code]],
  ts: (code) => [
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "--eval", code],
  ],
  python: (code) => ["python3", ["-c", code]],
};
const hasPython = await run("python3", ["--version"]).then(
  () => true,
  () => false,
);

describe("the examples of the documentation", () => {
  const examples = async (file: string, env: Record<string, string>, files: Record<string, string> = {}) => {
    const dir = await mkdtemp(join(tmpdir(), "faro-docs-"));
    await symlink(join(root, "clients"), join(dir, "clients"));
    for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
    const outputs: string[] = [];
    for (const { language, code } of await blocksOf(file)) {
      const [command, args] = interpreters[language]?.(code) ?? ["", []];
      if (language === "python" && !hasPython) continue;
      const result = await run(command, args, { cwd: dir, env: { ...process.env, ...env } }).catch(
        (error: { stdout: string; stderr: string }) => {
          throw new Error(`${code}\n${error.stdout}\n${error.stderr}`);
        },
      );
      outputs.push(result.stdout);
    }
    await rm(dir, { recursive: true });
    return outputs.join("\n");
  };

  test("of docs/api.md work", async () => {
    const env = { FARO_URL: faro.url, FARO_TOKEN: token, FARO_ENDPOINT: endpointId };
    const output = await examples("docs/api.md", env);
    expect(output).toContain("ana.rivera@example.com");
    expect(output).toMatch(/400 invalid/);
    const stored = await client.people.list({ query: { search: "ana.rivera@example.com" } });
    expect(stored.people).toMatchObject([{ town: "Ponce", status: "qualified" }]);
  });

  test("of docs/webhooks.md work", async () => {
    const made = await admin.send("POST", "/api/webhook-subscriptions", {
      name: "Docs",
      url: "https://receiver.example.com/faro",
      events: ["person.created"],
    });
    expect(made.status).toBe(200);
    const body = '{"type":"person.created"}';
    const timestamp = Math.floor(Date.now() / 1000);
    const signed = signWebhook([webhookKey(made.body.secret)], { id: unknownId, timestamp, body });
    const signature = signed["webhook-signature"];
    const hooks = await admin.send("POST", "/api/tokens", { name: "App", scopes: ["webhooks:write"] });
    const output = await examples(
      "docs/webhooks.md",
      {
        FARO_URL: faro.url,
        FARO_HOOK_TOKEN: hooks.body.token,
        FARO_TOKEN: token,
        FARO_SUBSCRIPTION: made.body.id,
        FARO_WEBHOOK_SECRET: made.body.secret,
        WEBHOOK_ID: unknownId,
        WEBHOOK_TIMESTAMP: String(timestamp),
        WEBHOOK_SIGNATURE: signature,
      },
      { "body.json": body },
    );
    expect(output).toContain(signature.replace(/^v1,/, ""));
    expect(output).toContain('"type":"person.created"');
    expect(output).toContain('{"ok":true}');
  });
});
