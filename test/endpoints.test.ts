import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
const startedAt = Date.now();
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());

const create = async (body: object) => (await operator.send("POST", "/api/endpoints", body)).body;
const find = async (id: string) =>
  (await operator.send("GET", "/api/endpoints")).body.find((one: { id: string }) => one.id === id);
const post = async (
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = { "content-type": "application/json" },
) => {
  const response = await fetch(new URL(new URL(url).pathname + new URL(url).search, faro.url), {
    method: "POST",
    body: typeof body === "string" ? body : Buffer.from(body),
    headers,
  });
  return { status: response.status, body: await response.json().catch(() => undefined) };
};
const stored = async (id: string) =>
  (await faro.pool.query("SELECT * FROM events WHERE endpoint_id = $1 ORDER BY created_at", [id])).rows;

describe("an endpoint", () => {
  test("of type webhook gets a unique address that cannot be guessed", async () => {
    const one = await create({ name: "Website form" });
    const two = await create({ name: "Website form" });
    expect(one).toMatchObject({
      type: "webhook",
      authMethod: "none",
      ingestionMode: "push",
      status: "active",
      eventsToday: 0,
    });
    expect(one.webhookUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks\/[\w-]{32}$/);
    expect(two.webhookUrl).not.toBe(one.webhookUrl);
    expect((await create({ name: "Mail", type: "email" })).webhookUrl).toBeNull();
  });

  test.each([
    [{ name: "" }, "name"],
    [{ name: "x", authMethod: "api_key" }, "apiKey"],
    [{ name: "x", authMethod: "api_key", apiKey: "k", ingestionMode: "pull" }, "endpointUrl"],
    [{ name: "x", authMethod: "api_key", apiKey: "k", type: "pull_api" }, "endpointUrl"],
    [{ name: "x", authMethod: "api_key", endpointUrl: "https://a.example" }, "apiKey"],
    [
      { name: "x", authMethod: "api_key_secret_key", endpointUrl: "https://a.example", apiKey: "k" },
      "secretKey",
    ],
    [{ name: "x", authMethod: "api_key", endpointUrl: "not an address", apiKey: "k" }, "endpointUrl"],
    [
      { name: "x", settings: { pull: { schedule: { by: "cron", cron: "never, please" } } } },
      "settings.pull.schedule.cron",
    ],
    [{ name: "x", settings: { maxBodyBytes: 1 } }, "settings.maxBodyBytes"],
    [{ name: "x", mappingTemplate: { person: { shoeSize: "a" } } }, "mappingTemplate.person.shoeSize"],
  ])("rejects %j because of %s", async (body, path) => {
    const answer = await operator.send("POST", "/api/endpoints", body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  test("a webhook with a key needs no address to be read from", async () => {
    const made = await create({ name: "Pushed", authMethod: "api_key", apiKey: "a-key-of-senders" });
    expect(made).toMatchObject({ endpointUrl: null, authMethod: "api_key" });
    const hook = new URL(made.webhookUrl).pathname;
    const { send } = faro.visitor();
    expect((await send("POST", hook, { n: 1 })).status).toBe(401);
    expect((await send("POST", hook, { n: 1 }, { "x-api-key": "a-key-of-senders" })).status).toBe(202);
  });

  test("encrypts its secrets, shows masks, and requires them again when its address changes", async () => {
    const made = await create({
      name: "Partner",
      type: "pull_api",
      authMethod: "api_key",
      endpointUrl: "https://a.example",
      apiKey: "partner-key-123456",
    });
    expect(made.apiKey).toBe("••••••••3456");
    const { rows } = await faro.pool.query("SELECT key_value FROM api_keys WHERE service = $1", [
      `endpoint:${made.id}`,
    ]);
    expect(rows[0].key_value).not.toContain("partner-key");
    const fields = { name: "Partner", type: "pull_api", authMethod: "api_key", apiKey: made.apiKey };
    const same = await operator.send("PUT", `/api/endpoints/${made.id}`, {
      ...fields,
      endpointUrl: "https://a.example",
      description: "x",
    });
    expect(same.status).toBe(200);
    const moved = await operator.send("PUT", `/api/endpoints/${made.id}`, {
      ...fields,
      endpointUrl: "https://evil.example",
    });
    expect(moved).toMatchObject({ status: 422, body: { code: "secret_required" } });
    const old = await operator.send("PUT", `/api/endpoints/${made.id}`, {
      ...fields,
      endpointUrl: "https://a.example",
      updatedAt: made.updatedAt,
    });
    expect(old).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("is deleted with its events, its secrets and its counts", async () => {
    const { id, webhookUrl } = await create({
      name: "Gone soon",
      authMethod: "api_key",
      endpointUrl: "https://a.example",
      apiKey: "key",
    });
    await post(`${webhookUrl}?api_key=key`, "{}");
    expect((await operator.send("DELETE", `/api/endpoints/${id}`)).status).toBe(200);
    expect(await stored(id)).toEqual([]);
    const { rows } = await faro.pool.query("SELECT 1 FROM api_keys WHERE service = $1", [`endpoint:${id}`]);
    expect(rows).toEqual([]);
    expect((await post(webhookUrl, "{}")).status).toBe(404);
    expect((await operator.send("DELETE", `/api/endpoints/${id}`)).status).toBe(404);
  });
});

describe("a webhook", () => {
  test("stores accepted payloads unchanged and counts them", async () => {
    const { id, webhookUrl } = await create({ name: "Open" });
    const answer = await post(webhookUrl, '{"type":"lead.created","email":"ana@example.com","n":1.50}');
    expect(answer.status).toBe(202);
    const [event] = await stored(id);
    expect(event).toMatchObject({
      id: answer.body.id,
      event_type: "lead.created",
      raw_data: { type: "lead.created", email: "ana@example.com", n: 1.5 },
    });
    await post(webhookUrl, "a=1&b=dos", { "content-type": "application/x-www-form-urlencoded" });
    await post(webhookUrl, "<lead/>", { "content-type": "text/xml" });
    expect((await stored(id)).map((row) => row.raw_data).slice(1)).toEqual([
      { a: "1", b: "dos" },
      { text: "<lead/>", contentType: "text/xml" },
    ]);
    await expect.poll(() => find(id), { timeout: 180_000 }).toMatchObject({ eventsToday: 3, piiToday: 1 });
    const shown = await find(id);
    expect(shown.hourly).toHaveLength(24);
    expect(shown.hourly.at(-1) + shown.hourly.at(-2)).toBe(3);
    expect(Date.parse(shown.lastEventAt)).toBeGreaterThanOrEqual(startedAt);
  });

  test("requires the key and the signature of the exact bytes", async () => {
    const keyed = await create({
      name: "Keyed",
      authMethod: "api_key",
      endpointUrl: "https://a.example",
      apiKey: "the key",
    });
    const body = '{"a":1}';
    expect((await post(keyed.webhookUrl, body)).status).toBe(401);
    expect((await post(keyed.webhookUrl, body, { "x-api-key": "another" })).status).toBe(401);
    expect((await post(keyed.webhookUrl, body, { "x-api-key": "the key" })).status).toBe(202);
    expect((await post(keyed.webhookUrl, body, { authorization: "Bearer the key" })).status).toBe(202);
    expect((await post(`${keyed.webhookUrl}?api_key=the%20key`, body)).status).toBe(202);
    expect(await stored(keyed.id)).toHaveLength(3);

    const signed = await create({
      name: "Signed",
      authMethod: "api_key_secret_key",
      endpointUrl: "https://a.example",
      apiKey: "k",
      secretKey: "s",
    });
    const signature = createHmac("sha256", "s").update(body).digest("hex");
    expect((await post(signed.webhookUrl, body, { "x-api-key": "k" })).status).toBe(401);
    expect(
      (await post(signed.webhookUrl, '{"a":2}', { "x-api-key": "k", "x-signature": signature })).status,
    ).toBe(401);
    expect(
      (await post(signed.webhookUrl, body, { "x-api-key": "k", "x-signature": `sha256=${signature}` }))
        .status,
    ).toBe(202);
  });

  test("rejects a payload over the limit and stores nothing of it", async () => {
    const { id, webhookUrl } = await create({ name: "Strict" });
    expect((await post(webhookUrl, `"${"x".repeat(1_100_000)}"`)).status).toBe(413);
    expect(await stored(id)).toEqual([]);
  });

  test("rejects an unknown token, an inactive endpoint, and a request without credentials", async () => {
    expect((await post("http://x/hooks/nobody-knows-this", "{}")).status).toBe(404);
    const idle = await create({ name: "Idle", status: "inactive" });
    expect((await post(idle.webhookUrl, "{}")).status).toBe(404);
    for (const authMethod of ["basic", "oauth"]) {
      const { webhookUrl } = await create({ name: authMethod, authMethod });
      expect((await post(webhookUrl, "{}")).status).toBe(401);
    }
  });

  test("a test event takes the same path without the sender's credentials", async () => {
    const made = await create({
      name: "Tested",
      authMethod: "api_key_secret_key",
      endpointUrl: "https://a.example",
      apiKey: "k",
      secretKey: "s",
    });
    const answer = await operator.send("POST", `/api/endpoints/${made.id}/test`);
    expect(answer.status).toBe(200);
    expect((await stored(made.id))[0]).toMatchObject({ id: answer.body.eventId });
  });
});
