import { createHmac } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());

type Endpoint = { id: string; webhookUrl: string };
const create = async (body: object = {}): Promise<Endpoint> => {
  const answer = await operator.send("POST", "/api/endpoints", { name: "Door", ...body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const pathOf = ({ webhookUrl }: Endpoint) => new URL(webhookUrl).pathname;
const post = async (
  endpoint: Endpoint,
  body: string | Uint8Array | FormData,
  headers: Record<string, string> = { "content-type": "application/json" },
) => {
  const response = await fetch(faro.url + pathOf(endpoint), {
    method: "POST",
    body: typeof body === "string" || body instanceof FormData ? body : Buffer.from(body),
    headers,
  });
  return {
    status: response.status,
    body: (await response.json().catch(() => undefined)) as any,
    headers: response.headers,
  };
};
const stored = async ({ id }: Endpoint) =>
  (await faro.pool.query("SELECT * FROM events WHERE endpoint_id = $1 ORDER BY id", [id])).rows;
const refusals = async ({ id }: Endpoint) =>
  (
    await faro.pool.query("SELECT description FROM audit_logs WHERE entity_id = $1 AND status = 'failure'", [
      id,
    ])
  ).rows;

const keyed = {
  authMethod: "api_key_secret_key",
  endpointUrl: "https://sender.example",
  apiKey: "key-0123456789",
};

describe("a webhook stores", () => {
  test.each([
    ["JSON", '{"a":{"b":[1,"ü"]}}', "application/json", { a: { b: [1, "ü"] } }],
    ["JSON under another name", '{"a":1}', "text/plain", { a: 1 }],
    [
      "a form",
      "name=Ana+Ruiz&tag=a&tag=b",
      "application/x-www-form-urlencoded",
      { name: "Ana Ruiz", tag: ["a", "b"] },
    ],
    [
      "XML as text",
      "<lead><name>Ana</name></lead>",
      "application/xml",
      { text: "<lead><name>Ana</name></lead>", contentType: "application/xml" },
    ],
    ["nothing", "", "application/json", {}],
    [
      "keys that would change an object, without them",
      '{"__proto__":{"x":1},"a":{"constructor":2,"b":3}}',
      "application/json",
      { a: { b: 3 } },
    ],
  ])("%s", async (_name, body, type, expected) => {
    const endpoint = await create();
    const answer = await post(endpoint, body, { "content-type": type });
    expect(answer.status).toBe(202);
    const [row] = await stored(endpoint);
    expect(row).toMatchObject({ id: answer.body.id, raw_data: expected });
  });

  test("a form with a file, addressed by its hash", async () => {
    const endpoint = await create();
    const form = new FormData();
    form.set("email", "ana@example.com");
    form.set("quote", new Blob(["hello"], { type: "text/html" }), "../../etc/passwd");
    const answer = await post(endpoint, form, {});
    expect(answer.status).toBe(202);
    const detail = (await operator.send("GET", `/api/events/${answer.body.id}`)).body;
    expect(detail.raw).toMatchObject({ email: "ana@example.com" });
    expect(detail.files).toMatchObject([{ contentType: "text/html", size: 5 }]);
    const file = await operator.send("GET", `/api/events/${answer.body.id}/files/${detail.files[0].id}`);
    expect(file.body).toBe("hello");
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test("compressed payloads, and rejects a decompression bomb", async () => {
    const endpoint = await create();
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    expect((await post(endpoint, gzipSync('{"a":1}'), headers)).status).toBe(202);
    const bomb = gzipSync(Buffer.alloc(40_000_000, 32));
    expect((await post(endpoint, bomb, headers)).status).toBe(413);
    expect((await post(endpoint, '{"a":1}', { ...headers, "content-encoding": "zip" })).status).toBe(415);
    expect(await stored(endpoint)).toHaveLength(1);
  });

  test("payloads up to the endpoint's limit", async () => {
    const endpoint = await create({ settings: { maxBodyBytes: 2048 } });
    expect((await post(endpoint, JSON.stringify({ a: "x".repeat(1900) }))).status).toBe(202);
    expect((await post(endpoint, JSON.stringify({ a: "x".repeat(2100) }))).status).toBe(413);
  });
});

describe("a webhook stores as dead letters, with the problem,", () => {
  const deep = `${"[".repeat(33)}${"]".repeat(33)}`;
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`k${at}`, 1])));
  test.each([
    ["truncated JSON", '{"a":', "bad_json"],
    ["JSON that is too deep", deep, "too_deep"],
    ["JSON that is too wide", wide, "too_wide"],
    ["a key said twice", '{"a":1,"a":2}', "duplicate_keys"],
    ["a zero character", '{"a":"\\u0000"}', "bad_text"],
    ["bytes that are no text", Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), "bad_text"],
  ])("%s", async (_name, body, code) => {
    const endpoint = await create();
    const neighbours = [post(endpoint, '{"n":1}'), post(endpoint, body), post(endpoint, '{"n":2}')];
    const [one, bad, two] = await Promise.all(neighbours);
    expect([one?.status, two?.status]).toEqual([202, 202]);
    expect(bad).toMatchObject({
      status: 400,
      body: { code: "unreadable", issues: [{ path: "body", message: code }] },
    });
    const rows = await stored(endpoint);
    expect(rows.filter((row) => row.validation_status === "dead")).toMatchObject([{ problems: [{ code }] }]);
    expect(rows).toHaveLength(3);
    await post(endpoint, body);
    expect(await stored(endpoint)).toHaveLength(3);
  });
});

describe("a webhook rejects", () => {
  test("unknown tokens and inactive endpoints in the same way and without a trace", async () => {
    const endpoint = await create();
    await operator.send("PUT", `/api/endpoints/${endpoint.id}`, { name: "Door", status: "inactive" });
    const off = await post(endpoint, "{}");
    const unknown = await post(
      { ...endpoint, webhookUrl: `${faro.url}/hooks/nobody-knows-this-token-at-all` },
      "{}",
    );
    expect(off).toMatchObject({ status: 404, body: unknown.body });
    expect(await stored(endpoint)).toEqual([]);
  });

  test("requests over the endpoint's rate, with a Retry-After header", async () => {
    const endpoint = await create({ settings: { requestsPerMinute: 3 } });
    const answers = [];
    for (let at = 0; at < 5; at++) answers.push(await post(endpoint, "{}"));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429, 429]);
    expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("wrong signatures, with one audit entry and no event", async () => {
    const endpoint = await create({ ...keyed, secretKey: "secret-0123456789" });
    const sent = async (signature: string) =>
      post(endpoint, '{"a":1}', {
        "content-type": "application/json",
        "x-api-key": keyed.apiKey,
        "x-signature": signature,
      });
    for (let at = 0; at < 3; at++)
      expect(await sent("0".repeat(64))).toMatchObject({ status: 401, body: { code: "hook_refused" } });
    await expect.poll(() => refusals(endpoint)).toHaveLength(1);
    expect(await stored(endpoint)).toEqual([]);
    const right = createHmac("sha256", "secret-0123456789").update('{"a":1}').digest("hex");
    expect((await sent(right)).status).toBe(202);
  });

  test("a body shorter than its declared length, and stores nothing of it", async () => {
    const endpoint = await create();
    const { port } = new URL(faro.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      `POST ${pathOf(endpoint)} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"a":1`,
    );
    // A later request that is answered proves that the server has read the first one, and then its end.
    const laterRequest = async () => expect((await post(await create(), "{}")).status).toBe(202);
    await once(socket, "connect");
    await laterRequest();
    socket.destroy();
    await laterRequest();
    expect((await post(endpoint, '{"b":2}')).status).toBe(202);
    expect(await stored(endpoint)).toHaveLength(1);
  });
});

describe("a duplicate event", () => {
  test("by a header is stored once and answered with the first id", async () => {
    const endpoint = await create({ settings: { deduplication: { by: "header", header: "X-Event-Id" } } });
    const headers = { "content-type": "application/json", "x-event-id": "evt-1" };
    const first = await post(endpoint, '{"a":1}', headers);
    const again = await Promise.all(Array.from({ length: 5 }, () => post(endpoint, '{"a":2}', headers)));
    expect(first.status).toBe(202);
    for (const answer of again) expect(answer).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await stored(endpoint)).toHaveLength(1);
  });

  test("by an expression over its payload is stored once", async () => {
    for (const expression of ["order.id", '"o" & $string(order.id)']) {
      const endpoint = await create({ settings: { deduplication: { by: "expression", expression } } });
      const first = await post(endpoint, '{"order":{"id":7}}');
      expect(first.status).toBe(202);
      expect(await post(endpoint, '{"order":{"id":7},"again":true}')).toMatchObject({
        status: 200,
        body: { id: first.body.id },
      });
      expect((await post(endpoint, '{"order":{"id":8}}')).status).toBe(202);
      expect((await post(endpoint, '{"no":"order"}')).status).toBe(202);
    }
  });

  test("by a replayed signed request is stored once", async () => {
    const endpoint = await create({
      ...keyed,
      secretKey: `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`,
      settings: { signature: { preset: "standard_webhooks" } },
    });
    const body = '{"type":"contact.created","data":{"email":"ana@example.com"}}';
    const at = new Date();
    const headers = {
      "content-type": "application/json",
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(
        Buffer.from("0123456789abcdef0123456789abcdef").toString("base64"),
      ).sign("msg_1", at, body),
    };
    const first = await post(endpoint, body, headers);
    expect(first.status).toBe(202);
    expect(await post(endpoint, body, headers)).toMatchObject({ status: 200, body: { id: first.body.id } });
    const old = new Date(at.getTime() - 3_600_000);
    const late = {
      ...headers,
      "webhook-id": "msg_2",
      "webhook-timestamp": String(Math.floor(old.getTime() / 1000)),
    };
    expect((await post(endpoint, body, late)).status).toBe(401);
  });
});

describe("during a rotation", () => {
  test("the old address works until its grace period ends", async () => {
    const endpoint = await create();
    const turned = (
      await operator.send("POST", `/api/endpoints/${endpoint.id}/rotate-url`, { overlapHours: 2 })
    ).body;
    expect(turned.webhookUrl).not.toBe(endpoint.webhookUrl);
    expect(Date.parse(turned.previousUrlUntil)).toBeGreaterThan(Date.now() + 3_600_000);
    expect((await post(endpoint, "{}")).status).toBe(202);
    expect((await post(turned, "{}")).status).toBe(202);
    await operator.send("POST", `/api/endpoints/${endpoint.id}/rotate-url`, { overlapHours: 0 });
    expect((await post(turned, "{}")).status).toBe(404);
    expect((await post(endpoint, "{}")).status).toBe(404);
  });

  test("both secrets are accepted, and afterwards only the new one", async () => {
    const body = { name: "Door", ...keyed, secretKey: "secret-number-one" };
    const endpoint = await create(body);
    await operator.send("PUT", `/api/endpoints/${endpoint.id}`, { ...body, secretKey: "secret-number-two" });
    let deliveries = 0;
    const send = (secret: string) => {
      const sent = JSON.stringify({ delivery: ++deliveries });
      return post(endpoint, sent, {
        "content-type": "application/json",
        "x-api-key": keyed.apiKey,
        "x-signature": createHmac("sha256", secret).update(sent).digest("hex"),
      });
    };
    expect((await send("secret-number-one")).status).toBe(202);
    expect((await send("secret-number-two")).status).toBe(202);
    await faro.pool.query(
      `UPDATE api_keys SET metadata = metadata || '{"until":"2020-01-01T00:00:00Z"}' WHERE service = $1 AND key_name = 'previousSecretKey'`,
      [`endpoint:${endpoint.id}`],
    );
    await operator.send("PUT", `/api/endpoints/${endpoint.id}`, { ...keyed, name: "Door" });
    expect((await send("secret-number-one")).status).toBe(401);
    expect((await send("secret-number-two")).status).toBe(202);
  });
});

test("answers Meta's verification request when the token matches", async () => {
  const endpoint = await create({ settings: { verifyToken: "open-sesame" } });
  const ask = async (token: string) => {
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.verify_token": token,
      "hub.challenge": "4711",
    });
    const answer = await fetch(`${faro.url}${pathOf(endpoint)}?${query}`);
    return { status: answer.status, text: await answer.text() };
  };
  expect(await ask("open-sesame")).toEqual({ status: 200, text: "4711" });
  expect((await ask("wrong")).status).toBe(403);
});
