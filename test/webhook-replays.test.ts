import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { sweepReplayKeys } from "#server/housekeeping/sweep-replay-keys.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createWrite } from "#server/store/write.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());

const secretKey = "s3cret-0123456789";
type Endpoint = { id: string; webhookUrl: string };
const create = async (settings: object): Promise<Endpoint> =>
  (
    await operator.send("POST", "/api/endpoints", {
      name: "Signed",
      authMethod: "api_key_secret_key",
      endpointUrl: "https://sender.example",
      apiKey: "key-0123456789",
      secretKey,
      settings,
    })
  ).body;
const urlOf = ({ webhookUrl }: Endpoint) => new URL(new URL(webhookUrl).pathname, faro.url).href;
const send = async (endpoint: Endpoint, body: string, headers: Record<string, string>) => {
  const response = await fetch(urlOf(endpoint), {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "x-api-key": "key-0123456789", ...headers },
  });
  return { status: response.status, body: (await response.json()) as { id?: string } };
};
const count = async ({ id }: Endpoint) =>
  Number((await faro.pool.query("SELECT count(*) FROM events WHERE endpoint_id = $1", [id])).rows[0].count);

const hmac = (encoding: "hex" | "base64", ...parts: string[]) =>
  createHmac("sha256", secretKey).update(parts.join("")).digest(encoding);
const seconds = (ago = 0) => String(Math.floor(Date.now() / 1000) - ago);
type Signed = { body: string; headers: Record<string, string> };
type Signer = (endpoint: Endpoint, n: number, ago?: number) => Signed;

const body = (n: number) => JSON.stringify({ id: `lead_${n}`, email: `lead${n}@example.com` });
const signers: Record<string, { settings: object; sign: Signer; hasTime: boolean }> = {
  generic: {
    settings: {},
    hasTime: false,
    sign: (_, n) => ({ body: body(n), headers: { "x-signature": hmac("hex", body(n)) } }),
  },
  "generic with a time": {
    settings: { signature: { timestampHeader: "x-time" } },
    hasTime: true,
    sign: (_, n, ago) => {
      const at = seconds(ago);
      return { body: body(n), headers: { "x-time": at, "x-signature": hmac("hex", `${at}.`, body(n)) } };
    },
  },
  standard_webhooks: {
    settings: { signature: { preset: "standard_webhooks" } },
    hasTime: true,
    sign: (_, n, ago) => {
      const [id, at] = [`msg_${n}`, seconds(ago)];
      const signature = `v1,${hmac("base64", `${id}.${at}.`, body(n))}`;
      return {
        body: body(n),
        headers: { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature },
      };
    },
  },
  stripe: {
    settings: { signature: { preset: "stripe" } },
    hasTime: true,
    sign: (_, n, ago) => {
      const at = seconds(ago);
      return {
        body: body(n),
        headers: { "stripe-signature": `t=${at},v1=${hmac("hex", `${at}.`, body(n))}` },
      };
    },
  },
  github: {
    settings: { signature: { preset: "github" } },
    hasTime: false,
    sign: (_, n) => ({
      body: body(n),
      headers: { "x-hub-signature-256": `sha256=${hmac("hex", body(n))}` },
    }),
  },
  meta: {
    settings: { signature: { preset: "meta" } },
    hasTime: false,
    sign: (_, n) => ({
      body: body(n),
      headers: { "x-hub-signature-256": `sha256=${hmac("hex", body(n))}` },
    }),
  },
  shopify: {
    settings: { signature: { preset: "shopify" } },
    hasTime: false,
    sign: (_, n) => ({ body: body(n), headers: { "x-shopify-hmac-sha256": hmac("base64", body(n)) } }),
  },
  twilio: {
    settings: { signature: { preset: "twilio" } },
    hasTime: false,
    sign: (endpoint, n) => {
      const signature = createHmac("sha1", secretKey)
        .update(`${urlOf(endpoint)}From+1787555010${n}MessageSidSM${n}`)
        .digest("base64");
      return {
        body: new URLSearchParams({ MessageSid: `SM${n}`, From: `+1787555010${n}` }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
      };
    },
  },
  hubspot: {
    settings: { signature: { preset: "hubspot" } },
    hasTime: true,
    sign: (endpoint, n, ago) => {
      const at = String(Number(seconds(ago)) * 1000);
      return {
        body: body(n),
        headers: {
          "x-hubspot-request-timestamp": at,
          "x-hubspot-signature-v3": hmac("base64", "POST", urlOf(endpoint), body(n), at),
        },
      };
    },
  },
};

describe.each(Object.entries(signers))("a signed delivery by %s", (_, { settings, sign, hasTime }) => {
  test("creates one event however often it is repeated", async () => {
    const endpoint = await create(settings);
    const delivery = sign(endpoint, 1);
    const first = await send(endpoint, delivery.body, delivery.headers);
    expect(first.status).toBe(202);
    const repeats = await Promise.all([1, 2, 3].map(() => send(endpoint, delivery.body, delivery.headers)));
    for (const repeat of repeats) expect(repeat).toEqual({ status: 200, body: { id: first.body.id } });
    const other = sign(endpoint, 2);
    expect((await send(endpoint, other.body, other.headers)).status).toBe(202);
    expect(await count(endpoint)).toBe(2);
  });

  test("is recognised whatever deduplication the endpoint uses, as headers are not signed", async () => {
    const endpoint = await create({ ...settings, deduplication: { by: "header", header: "x-delivery" } });
    const delivery = sign(endpoint, 1);
    for (const [id, status] of [
      ["a", 202],
      ["b", 200],
    ] as const)
      expect((await send(endpoint, delivery.body, { ...delivery.headers, "x-delivery": id })).status).toBe(
        status,
      );
    expect(await count(endpoint)).toBe(1);
  });

  test.runIf(hasTime)("is rejected when it is old", async () => {
    const endpoint = await create(settings);
    const delivery = sign(endpoint, 1, 3600);
    expect((await send(endpoint, delivery.body, delivery.headers)).status).toBe(401);
    expect(await count(endpoint)).toBe(0);
  });
});

test("a retry that Stripe signs anew is the same event", async () => {
  const endpoint = await create({ signature: { preset: "stripe" } });
  const event = '{\n  "id": "evt_1NG8Du2eZvKYlo2CUI79vXWy",\n  "object": "event"\n}';
  for (const [ago, status] of [
    [60, 202],
    [0, 200],
  ] as const) {
    const at = seconds(ago);
    const headers = { "stripe-signature": `t=${at},v1=${hmac("hex", `${at}.`, event)}` };
    expect((await send(endpoint, event, headers)).status).toBe(status);
  }
  expect(await count(endpoint)).toBe(1);
});

test("keys of deliveries are deleted after a week", async () => {
  const endpoint = await create({});
  for (const n of [1, 2]) await send(endpoint, body(n), { "x-signature": hmac("hex", body(n)) });
  await faro.pool.query(
    `UPDATE replay_keys SET created_at = now() - interval '8 days'
      WHERE endpoint_id = $1 AND key = (SELECT min(key) FROM replay_keys WHERE endpoint_id = $1)`,
    [endpoint.id],
  );
  const database = openDatabase(faro.connection, () => {});
  const write = createWrite(database.db, { insert: async () => {} });
  await sweepReplayKeys.run([{}], { write } as JobContext);
  await database.close();
  const { rows } = await faro.pool.query("SELECT 1 FROM replay_keys WHERE endpoint_id = $1", [endpoint.id]);
  expect(rows).toHaveLength(1);
});
