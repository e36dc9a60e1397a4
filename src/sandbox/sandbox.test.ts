import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createLedger, findActionId, maskBody } from "./ledger.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({});
});
afterAll(() => sandbox.stop());

const models = (key: string, init: RequestInit = {}, base = sandbox.url) =>
  fetch(`${base}/openai/v1/models`, { ...init, headers: { authorization: `Bearer ${key}` } });
const ledger = async (query = ""): Promise<any[]> =>
  (await fetch(`${sandbox.url}/sandbox/api/ledger${query}`)).json() as Promise<any[]>;
const control = (vendor: string, mode: string) =>
  fetch(`${sandbox.url}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ vendor, mode }),
  });
const outages = (init: RequestInit = {}) =>
  fetch(`${sandbox.url}/luma/miluma-outage-api/outage/regionsWithoutService`, {
    ...init,
    headers: { "user-agent": "Mozilla/5.0" },
  });

describe("failure modes", () => {
  test("a huge response is ten megabytes", async () => {
    const response = await models("huge");
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10 * 1024 * 1024);
  });

  test("a slow response is correct, but late", async () => {
    const slow = models("slow");
    const laterRequest = models("good").then(() => "the later request");
    expect(await Promise.race([slow, laterRequest])).toBe("the later request");
    expect((await slow).status).toBe(200);
  });

  test("a request without a response ends with the client and is in the ledger", async () => {
    const client = new AbortController();
    const open = models("never", { signal: client.signal }).catch((error: Error) => error.name);
    await vi.waitFor(async () =>
      expect((await ledger("?connector=openai")).at(-1)).toMatchObject({ path: "/v1/models", status: null }),
    );
    client.abort();
    expect(await open).toBe("AbortError");
  });

  test("stopping does not wait for open requests", async () => {
    const other = await startSandbox({});
    const open = models("never", {}, other.url).catch((error: Error) => error);
    await vi.waitFor(async () =>
      expect(await (await fetch(`${other.url}/sandbox/api/ledger`)).json()).toHaveLength(1),
    );
    await other.stop();
    expect(await open).toBeInstanceOf(Error);
  });
});

describe("control", () => {
  test("a vendor can be switched to an outage, an error page, and back", async () => {
    await control("luma", "down");
    expect(await (await outages()).json()).toMatchObject({ status: 500, error: "Internal Server Error" });
    await control("luma", "html");
    expect((await outages()).headers.get("content-type")).toBe("text/html");
    await control("luma", "never");
    await expect(outages({ signal: AbortSignal.timeout(200) })).rejects.toThrow();
    await control("luma", "ok");
    expect((await outages()).status).toBe(200);
    expect((await models("a")).status).toBe(200);
  });

  test("rejects unknown vendors and modes", async () => {
    expect((await control("nobody", "down")).status).toBe(400);
    expect((await control("luma", "odd")).status).toBe(400);
  });

  test("rejects a host name other than loopback", async () => {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${sandbox.url}/sandbox/api/ledger`, { headers: { host: "evil.example" } });
      request.on("response", (response) => resolve(response.resume().statusCode));
      request.on("error", reject).end();
    });
    expect(status).toBe(403);
  });
});

describe("the ledger", () => {
  test("lists the requests to a vendor, newest last, without secrets", async () => {
    const since = new Date().toISOString();
    await fetch(`${sandbox.url}/telegram/bot42:s3cr3t/getMe`);
    await fetch(`${sandbox.url}/slack/services/T/B/s3cr3t`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer s3cr3t" },
      body: JSON.stringify({
        text: "Hola",
        apiKey: "s3cr3t",
        nested: [{ client_secret: "s3cr3t" }],
        max_tokens: 5,
      }),
    });
    await fetch(`${sandbox.url}/zapier/hooks/catch/1/s3cr3t/`, { method: "POST" });
    await fetch(`${sandbox.url}/google-maps/maps/api/geocode/json?address=Ponce&key=s3cr3t`);
    await fetch(`${sandbox.url}/linkedin/oauth/v2/accessToken`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: "faro",
        client_secret: "s3cr3t",
      }),
    });
    const entries = await ledger(`?since=${since}`);
    expect(JSON.stringify(entries)).not.toContain("s3cr3t");
    expect(entries.map(({ id: _, at: __, ...entry }) => entry)).toEqual([
      { vendor: "telegram", method: "GET", path: "/bot***/getMe", status: 200 },
      {
        vendor: "slack",
        method: "POST",
        path: "/services/T/B/***",
        status: 200,
        body: { text: "Hola", apiKey: "***", nested: [{ client_secret: "***" }], max_tokens: 5 },
      },
      { vendor: "zapier", method: "POST", path: "/hooks/catch/1/***/", status: 200 },
      {
        vendor: "google-maps",
        method: "GET",
        path: "/maps/api/geocode/json?address=Ponce&key=***",
        status: 200,
      },
      {
        vendor: "linkedin",
        method: "POST",
        path: "/oauth/v2/accessToken",
        status: 200,
        body: { grant_type: "client_credentials", client_id: "faro", client_secret: "***" },
      },
    ]);
  });

  test("can be filtered by vendor and by the last entry read", async () => {
    await models("a");
    const lastId = (await ledger()).at(-1).id;
    await models("b");
    await fetch(`${sandbox.url}/telegram/bot1:a/getMe`);
    expect((await ledger(`?connector=openai&since=${lastId}`)).map(({ id }) => id)).toEqual([lastId + 1]);
  });

  test("lists unknown paths and rejected requests", async () => {
    await fetch(`${sandbox.url}/n8n/nothing`);
    await fetch(`${sandbox.url}/luma/nothing`, { headers: { "user-agent": "Mozilla/5.0" } });
    const last = (await ledger()).slice(-2);
    expect(last).toMatchObject([
      { vendor: "n8n", path: "/nothing", status: 401 },
      { vendor: "luma", path: "/nothing", status: 404 },
    ]);
  });

  test("drops the oldest of more than five thousand entries", () => {
    const { open, list } = createLedger();
    for (let at = 0; at < 5010; at++) open({ vendor: "n8n", method: "GET", path: "/" });
    expect([list({}).length, list({})[0]?.id]).toEqual([5000, 11]);
  });

  test("keeps entries with an effect, without their bodies", () => {
    const { open, list } = createLedger();
    const entry = open({ vendor: "twilio", method: "POST", path: "/Messages.json" });
    entry.body = { Body: "Hola" };
    entry.effect = {
      id: "SM1",
      channel: "sms",
      to: "+17875550142",
      from: "+17875550100",
      bodyHash: "",
      at: "",
      actionId: null,
    };
    for (let at = 0; at < 6000; at++) open({ vendor: "n8n", method: "GET", path: "/" });
    expect(list({ onlyEffects: true })).toEqual([expect.objectContaining({ id: 1, effect: entry.effect })]);
    expect(list({})[0]?.body).toBeUndefined();
    expect(list({})).toHaveLength(5001);
  });

  test("finds the action id in an address", () => {
    const id = "0192f0c1-2a3b-7c4d-8e5f-0123456789ab";
    expect(findActionId(null, `https://a.example/hooks/${crypto.randomUUID()}?action=${id}`)).toBe(id);
    expect(findActionId("nothing here", undefined)).toBeNull();
  });

  test("omits bodies that are too large", () => {
    expect(maskBody({ text: "x".repeat(40_000) })).toEqual({ omitted: "40011 characters" });
  });
});

describe("the secret of the port", () => {
  const origin = (): string => new URL(sandbox.url).origin;
  const pathname = (): string => new URL(sandbox.url).pathname;

  test("is new with every start and long enough", async () => {
    const other = await startSandbox({});
    await other.stop();
    expect(new URL(other.url).pathname).not.toBe(pathname());
    expect(pathname()).toMatch(/^\/[\w-]{32}$/);
  });

  test.each([
    ["no secret", () => ""],
    ["another secret", () => `/${"x".repeat(32)}`],
    ["the beginning of it", () => pathname().slice(0, -1)],
    ["more than it", () => `${pathname()}x`],
    ["it in another place", () => `/sandbox${pathname()}`],
  ])("%s is refused for every path", async (_case, prefix) => {
    for (const path of [
      "/sandbox",
      "/sandbox/api/ledger",
      "/openai/v1/models",
      "/assistant/client.json",
      "/nothing",
    ])
      expect([path, (await fetch(`${origin()}${prefix()}${path}`)).status]).toEqual([path, 403]);
    const control = await fetch(`${origin()}${prefix()}/_control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(control.status).toBe(403);
  });

  test("is not needed for the page on which an administrator signs in at a vendor", async () => {
    const query = "response_type=code&client_id=a&redirect_uri=http://127.0.0.1/back&state=s";
    const page = await fetch(`${origin()}/hubspot/oauth/authorize?${query}`);
    expect(page.status).toBe(200);
    const link = /href="([^"]+decision&#61;allow|[^"]+decision=allow)"/.exec(await page.text())?.[1] ?? "";
    expect(link).not.toContain(pathname().slice(1));
    const agreed = await fetch(origin() + link.replaceAll("&#38;", "&"), { redirect: "manual" });
    expect(agreed.headers.get("location")).toContain("code=");
  });
});
