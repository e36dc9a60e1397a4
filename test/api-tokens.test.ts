import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import { password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

const make = async (body: object = {}, by: Visitor = operator) => {
  const answer = await by.send("POST", "/api/tokens", { name: "Sync", scopes: ["people:read"], ...body });
  expect(answer.status).toBe(200);
  return answer.body as { id: string; token: string; ending: string; expiresAt: string };
};
type Call = { method?: string; body?: object; headers?: Record<string, string> };
const call = async (token: string, path: string, { method = "GET", body, headers }: Call = {}) => {
  const response = await fetch(faro.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const countPeople = async () => Number((await faro.pool.query("SELECT count(*) FROM people")).rows[0].count);

describe("a token", () => {
  test("is shown once, stored as a hash, listed without it, and ends at once when it is revoked", async () => {
    const { id, token, ending } = await make();
    expect(token).toMatch(/^faro_[\w-]{43}$/);
    expect((await call(token, "/api/people")).status).toBe(200);
    const { rows } = await faro.pool.query("SELECT * FROM api_tokens WHERE id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(5));
    const listed = (await operator.send("GET", "/api/tokens")).body.tokens;
    expect(listed).toContainEqual(expect.objectContaining({ id, ending, lastUsedFrom: "127.0.0.1" }));
    expect(JSON.stringify(listed)).not.toContain(token.slice(5));
    await operator.send("DELETE", `/api/tokens/${id}`);
    expect(await call(token, "/api/people")).toMatchObject({ status: 401, body: { code: "token_revoked" } });
  });

  test("ends with its user's old password, unless the user keeps it", async () => {
    const user = await faro.signedIn("operator");
    const [kept, ended] = [await make({ name: "Kept" }, user), await make({ name: "Ended" }, user)];
    const other = await make();
    const change = (body: object) => user.send("POST", "/api/account/password", body);
    const wrong = { currentPassword: "not it", newPassword: "another long one" };
    expect((await change(wrong)).status).toBe(422);
    expect((await call(ended.token, "/api/people")).status).toBe(200);
    // Naming the token of another neither keeps nor ends it.
    const keptTokens = [kept.id, other.id];
    const changed = await change({ currentPassword: password, newPassword: "another long one", keptTokens });
    expect([changed.status, changed.body]).toEqual([200, { ok: true, endedTokens: 1 }]);
    expect((await call(kept.token, "/api/people")).status).toBe(200);
    expect(await call(ended.token, "/api/people")).toMatchObject({
      status: 401,
      body: { code: "token_revoked" },
    });
    expect((await call(other.token, "/api/people")).status).toBe(200);
    const again = { currentPassword: "another long one", newPassword: "a third long one" };
    expect((await change(again)).body).toEqual({ ok: true, endedTokens: 1 });
    expect((await call(kept.token, "/api/people")).status).toBe(401);
    expect((await call(other.token, "/api/people")).status).toBe(200);
  });

  test("of another user is seen and revoked by administrators only", async () => {
    const { id, token } = await make();
    const other = await faro.signedIn("operator");
    expect((await other.send("GET", "/api/tokens")).body.tokens).toEqual([]);
    expect((await other.send("DELETE", `/api/tokens/${id}`)).status).toBe(404);
    expect((await admin.send("DELETE", `/api/tokens/${id}`)).status).toBe(200);
    expect((await call(token, "/api/people")).status).toBe(401);
  });

  test("is refused with a life of more than a year, in the past, or with a wrong address", async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const [body, path] of [
      [{ expiresAt: inDays(366) }, "expiresAt"],
      [{ expiresAt: inDays(-1) }, "expiresAt"],
      [{ addresses: ["10.0.0.0/8", "10.0.0.0/99"] }, "addresses.1"],
      [{ scopes: ["settings:write"] }, "scopes.0"],
      [{ scopes: [] }, "scopes"],
    ] as const)
      expect(
        await operator.send("POST", "/api/tokens", { name: "Sync", scopes: ["people:read"], ...body }),
      ).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  test("works only from its addresses, needs no origin, and leaves cookies unread", async () => {
    const far = await make({ addresses: ["203.0.113.0/24"] });
    expect((await call(far.token, "/api/people")).body.code).toBe("token_wrong_address");
    const near = await make({ addresses: ["127.0.0.0/8"], scopes: ["people:write"] });
    const made = await call(near.token, "/api/people", { method: "POST", body: { firstName: "Eva" } });
    expect(made.status).toBe(200);
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    expect(await call("faro_wrong", "/api/people", { headers: { cookie } })).toMatchObject({
      status: 401,
      body: { code: "token_unknown" },
    });
  });

  test("loses rights with its user, and ends with them", async () => {
    const { token } = await make({ scopes: ["people:write"] }, admin);
    const id = (await call(token, "/api/people", { method: "POST", body: { firstName: "Ana" } })).body.id;
    expect(id).toBeTypeOf("string");
    const member = await faro.signedIn("operator");
    const second = await make({ scopes: ["people:write", "people:read"] }, member);
    const users = (await admin.send("GET", "/api/users")).body;
    const user = users.find(({ email }: { email: string }) => email === member.email);
    await admin.send("PUT", `/api/users/${user.id}`, { role: "viewer" });
    const write = () => call(second.token, "/api/people", { method: "POST", body: { firstName: "Luis" } });
    expect((await write()).body.code).toBe("token_lacks_role");
    expect((await call(second.token, "/api/people")).status).toBe(200);
    await admin.send("PUT", `/api/users/${user.id}`, { active: false });
    expect((await call(second.token, "/api/people")).body.code).toBe("token_user_inactive");
  });

  test("is suspended after many refused calls, with a notice, until its owner allows it again", async () => {
    const { id, token } = await make();
    for (let n = 0; n < 10; n++)
      expect((await call(token, "/api/rules")).body.code).toBe("token_lacks_scope");
    expect((await call(token, "/api/people")).body.code).toBe("token_suspended");
    const notices = (await operator.send("GET", "/api/notifications")).body;
    expect(JSON.stringify(notices)).toContain("token_suspended");
    await operator.send("POST", `/api/tokens/${id}/resume`, {});
    expect((await call(token, "/api/people")).status).toBe(200);
  });

  test("is told how many requests are left, and to wait when there are none", async () => {
    const { token } = await make();
    const first = await call(token, "/api/people?limit=1");
    expect(first.headers.get("ratelimit-limit")).toBe("600");
    const rest = Number(first.headers.get("ratelimit-remaining"));
    expect(rest).toBeLessThan(600);
    let last = first;
    for (let n = 0; n < 2000 && last.status === 200; n += 20)
      last =
        (await Promise.all(Array.from({ length: 20 }, () => call(token, "/api/people?limit=1")))).at(-1) ??
        first;
    expect(last).toMatchObject({ status: 429, body: { code: "too_many" } });
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("is named in the audit log with its user", async () => {
    const { id, token } = await make({ name: "Importer", scopes: ["people:write"] });
    await call(token, "/api/people", { method: "POST", body: { firstName: "Audited" } });
    const { rows } = await faro.pool.query(
      "SELECT metadata, user_id FROM audit_logs WHERE metadata -> 'token' ->> 'id' = $1",
      [id],
    );
    expect(rows).toMatchObject([{ metadata: { token: { id, name: "Importer" } } }]);
    expect(rows[0].user_id).not.toBeNull();
  });
});

describe("what no token may do", () => {
  const closed = Object.values(contract)
    .flatMap((group) => Object.values<ApiRoute>(group))
    .filter(({ scope, media }) => scope === undefined && media !== "text/event-stream");
  const forbidden =
    /settings|users|tokens|compliance|export|merge|batches|imports|opt-in|consents|workspace|api-keys/;

  test("settings, users, tokens, consents, exports, deletions and merges have no scope", () => {
    const open = Object.values(contract)
      .flatMap((group) => Object.values<ApiRoute>(group))
      .filter(({ scope }) => scope !== undefined);
    // Takes refusals and unproven consents only; see program-api.test.ts.
    const bulkConsents = contract.bulk.consents.path;
    // Removes what the same token subscribed.
    const ownHook = contract.eventHooks.unsubscribe.path;
    // Only what has not begun: a draft.
    const { remove: draft } = contract.broadcasts;
    expect(
      open.filter(
        (route) =>
          route.path !== bulkConsents &&
          route.path !== ownHook &&
          route !== draft &&
          (forbidden.test(route.path) || route.method === "DELETE"),
      ),
    ).toEqual([]);
  });

  test("a call without a scope is refused to a token with all scopes", async () => {
    for (let at = 0; at < closed.length; at += 9) {
      // A new token for each few, because one is suspended after ten refusals.
      const { token } = await make({ scopes: ["people:read", "people:write", "messages:send"] }, admin);
      for (const { method, path } of closed.slice(at, at + 9)) {
        const url = path.replaceAll(/\{\w+\}/g, "01890000-0000-7000-8000-000000000000");
        const answer = await call(token, url, { method, ...(method === "GET" ? {} : { body: {} }) });
        expect([`${method} ${path}`, answer.body.code]).toEqual([
          `${method} ${path}`,
          "token_not_allowed_here",
        ]);
      }
    }
  });

  test("consents are not granted by a program", async () => {
    const { token } = await make({ scopes: ["people:write"] });
    const made = await call(token, "/api/people", {
      method: "POST",
      body: { firstName: "Ana", consents: { sms: true } },
    });
    expect(made).toMatchObject({ status: 403, body: { code: "token_not_allowed_here" } });
    const plain = await call(token, "/api/people", { method: "POST", body: { firstName: "Ana" } });
    const changed = await call(token, `/api/people/${plain.body.id}`, {
      method: "PUT",
      body: { consents: { sms: true } },
    });
    expect(changed.status).toBe(403);
  });
});

describe("an idempotency key", () => {
  const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
  const create = (token: string, firstName: string, key: string) =>
    call(token, "/api/people", { method: "POST", body: { firstName }, ...keyed(key) });

  test("gives the first answer again, and refuses another request", async () => {
    const { token } = await make({ scopes: ["people:write"] });
    const before = await countPeople();
    const first = await create(token, "Once", "a-1");
    const again = await create(token, "Once", "a-1");
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await countPeople()).toBe(before + 1);
    expect((await create(token, "Other", "a-1")).body.code).toBe("key_reused");
    const other = await make({ scopes: ["people:write"] });
    expect((await create(other.token, "Once", "a-1")).body.id).not.toBe(first.body.id);
  });

  test("makes one of many requests at the same time", async () => {
    const { token } = await make({ scopes: ["people:write"] });
    const before = await countPeople();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(token, "Crowd", "b-1")));
    expect(await countPeople()).toBe(before + 1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });

  test("whose answer was lost with its process names what was changed, and does it no second time", async () => {
    const { id, token } = await make({ scopes: ["people:write"] });
    const { body: made } = await create(token, "Lost", "l-1");
    // As it is after a crash between the commit and the storing of the answer.
    const lose = (age: string) =>
      faro.pool.query(
        "UPDATE idempotency_keys SET answer = NULL, created_at = now() - $2::interval WHERE token_id = $1",
        [id, age],
      );
    await lose("1 second");
    expect((await create(token, "Lost", "l-1")).body.code).toBe("key_in_progress");
    await lose("3 minutes");
    const before = await countPeople();
    expect((await create(token, "Lost", "l-1")).body).toMatchObject({
      code: "key_answer_lost",
      details: { changes: [{ type: "person", id: made.id }] },
    });
    expect(await countPeople()).toBe(before);
    expect((await create(token, "Other", "l-1")).body.code).toBe("key_reused");
  });

  test("is free again after a refused request, and must be plain", async () => {
    const { token } = await make({ scopes: ["people:write"] });
    const wrong = await call(token, "/api/people", {
      method: "POST",
      body: { phone: "12" },
      ...keyed("c-1"),
    });
    expect(wrong.status).toBe(400);
    expect((await create(token, "Right", "c-1")).status).toBe(200);
    expect((await create(token, "Right", "a b")).body.code).toBe("invalid_key");
  });
});
