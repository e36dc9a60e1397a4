import { createSecretKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { type AuthMethod, authMethods } from "#domain/ingestion/endpoint.ts";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { Egress, EgressResult } from "#server/egress/egress.ts";
import { createKeySets } from "./key-sets.ts";
import { verifyRequest } from "./methods.ts";
import type { EndpointSecrets, WebhookRequest } from "./verification.ts";

const now = 1_700_000_000_000;
const ok = { ok: true };
const refused = (reason: string) => ({ ok: false, reason });

/** An issuer on the other side of the wire, and how often it was asked. */
const issuer = (answer: () => EgressResult) => {
  const asked: string[] = [];
  const egress: Egress = {
    request: async ({ url }) => {
      asked.push(url);
      return answer();
    },
    close: async () => {},
  };
  return { egress, asked };
};
const published = (keys: object[]): EgressResult => ({
  ok: true,
  status: 200,
  headers: {},
  body: Buffer.from(JSON.stringify({ keys })),
});
const nobody = createKeySets(issuer(() => ({ ok: false, failure: "unreachable" })).egress);

const check = (
  authMethod: AuthMethod,
  secrets: EndpointSecrets,
  request: Partial<WebhookRequest>,
  settings: object = {},
  fetchKeys = nobody,
) =>
  verifyRequest(
    { authMethod, settings: parseEndpointSettings(settings), secrets },
    { method: "POST", urls: () => [], headers: {}, query: {}, rawBody: Buffer.from("{}"), ...request },
    { now, fetchKeys },
  );

test.each(authMethods.filter((method) => method !== "none"))(
  "%s lets nothing in without its secrets",
  async (method) => {
    const basic = `Basic ${Buffer.from(":").toString("base64")}`;
    for (const authorization of [undefined, "Bearer ", "Bearer x", basic]) {
      for (const secrets of [{}, { apiKey: "", secretKey: "" }, { previousSecretKey: "old" }]) {
        const request = { headers: { authorization, "x-api-key": "" }, query: { api_key: "" } };
        expect(await check(method, secrets, request)).toEqual(refused("not_set_up"));
      }
    }
  },
);

test("an endpoint that asks for nothing takes everything", () => {
  expect(check("none", {}, {})).toEqual(ok);
});

describe("a key", () => {
  const secrets = { apiKey: "the key" };

  test.each([
    ["a header", { headers: { "x-api-key": "the key" } }],
    ["a bearer header", { headers: { authorization: "bearer the key" } }],
    ["the address", { query: { api_key: "the key" } }],
  ])("is taken from %s", (_where, request) => {
    expect(check("api_key", secrets, request)).toEqual(ok);
  });

  test.each([
    ["none", {}, "key_missing"],
    ["two in the address", { query: { api_key: ["the key", "x"] } }, "key_missing"],
    ["basic credentials", { headers: { authorization: "Basic dGhlIGtleQ==" } }, "key_missing"],
    ["a part of it", { headers: { "x-api-key": "the" } }, "key_wrong"],
    ["more than it", { headers: { "x-api-key": "the key " } }, "key_wrong"],
    ["another case", { headers: { "x-api-key": "The key" } }, "key_wrong"],
    [
      "a wrong header and a right address",
      { headers: { "x-api-key": "x" }, query: { api_key: "the key" } },
      "key_wrong",
    ],
  ])("%s is refused", (_what, request, reason) => {
    expect(check("api_key", secrets, request)).toEqual(refused(reason));
  });
});

describe("name and password", () => {
  const settings = { username: "ana" };
  const secrets = { secretKey: "p:á", previousSecretKey: "old" };
  const header = (text: string) => ({
    headers: { authorization: `Basic ${Buffer.from(text).toString("base64")}` },
  });

  test.each(["ana:p:á", "ana:old"])("%s comes in", (text) => {
    expect(check("basic", secrets, header(text), settings)).toEqual(ok);
  });
  test.each(["ana:x", "eva:p:á", "ana:", ":p:á", ":", "ana:p"])("%s does not", (text) => {
    expect(check("basic", secrets, header(text), settings)).toEqual(refused("key_wrong"));
  });
  test.each([
    undefined,
    "Basic",
    "Basic ****",
    "Bearer p:á",
    `Basic ${Buffer.from("ana").toString("base64")}`,
  ])("%s is nobody", (authorization) => {
    expect(check("basic", secrets, { headers: { authorization } }, settings)).toEqual(refused("key_missing"));
  });
  test("without a name of its own nobody comes in", () => {
    expect(check("basic", secrets, header(":p:á"))).toEqual(refused("not_set_up"));
  });
});

const token = (
  key: KeyObject,
  alg: string,
  claims: JWTPayload = { exp: now / 1000 + 300 },
  kid?: string,
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader(kid === undefined ? { alg } : { alg, kid }).sign(key);
const bearing = (text: string) => ({ headers: { authorization: `Bearer ${text}` } });

describe("a token by a shared secret", () => {
  const secretKey = "a secret that both sides know: 64 bytes long, as HS512 would have";
  const shared = createSecretKey(Buffer.from(secretKey));
  const at = (seconds: number) => now / 1000 + seconds;

  test.each(["HS256", "HS384", "HS512"])("signed with %s comes in", async (alg) => {
    expect(await check("oauth", { secretKey }, bearing(await token(shared, alg)))).toEqual(ok);
    const rotated = { secretKey: "x".repeat(64), previousSecretKey: secretKey };
    expect(await check("oauth", rotated, bearing(await token(shared, alg)))).toEqual(ok);
  });

  test.each([
    ["that has just ended, by another clock", { exp: at(-20) }, ok],
    ["that has ended", { exp: at(-60) }, refused("token_wrong")],
    ["that is not yet good", { exp: at(600), nbf: at(60) }, refused("token_wrong")],
    ["that nearly is", { exp: at(600), nbf: at(20) }, ok],
    ["of another issuer", { iss: "https://else.example", aud: "faro" }, refused("token_wrong")],
    ["for somebody else", { iss: "https://id.example", aud: ["x", "y"] }, refused("token_wrong")],
    ["that says neither", {}, refused("token_wrong")],
  ])("one %s", async (_what, claims, verdict) => {
    const named = "iss" in claims || Object.keys(claims).length === 0;
    const settings = named ? { token: { issuer: "https://id.example", audience: "faro" } } : {};
    expect(
      await check("oauth", { secretKey }, bearing(await token(shared, "HS256", claims)), settings),
    ).toEqual(verdict);
  });

  test("by its issuer and for us comes in", async () => {
    const claims = { exp: at(60), iss: "https://id.example", aud: ["x", "faro"] };
    const settings = { token: { issuer: "https://id.example", audience: "faro" } };
    expect(
      await check("oauth", { secretKey }, bearing(await token(shared, "HS256", claims)), settings),
    ).toEqual(ok);
  });

  test("without a signature, by another secret, or cut off is refused", async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = encode({ exp: at(300) });
    const good = await token(shared, "HS256");
    const other = await token(createSecretKey(Buffer.from("x".repeat(64))), "HS256");
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const bad = [
      `${encode({ alg: "none" })}.${claims}.`,
      `${encode({ alg: "HS256" })}.${claims}.`,
      `${encode({ alg: "none" })}.${claims}.${good.split(".")[2]}`,
      other,
      good.slice(0, -2),
      await token(privateKey, "ES256"),
      "rubbish",
      "a.b.c",
    ];
    for (const text of bad) {
      expect(await check("oauth", { secretKey }, bearing(text)), text).toEqual(refused("token_wrong"));
    }
    expect(await check("oauth", { secretKey }, {})).toEqual(refused("key_missing"));
  });
});

describe("a token by its issuer's keys", () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...pair.publicKey.export({ format: "jwk" }), kid: "one", use: "sig" };
  const jwksUrl = "https://id.example/keys";
  const settings = { token: { jwksUrl } };
  const send = (text: string, keys = createKeySets(issuer(() => published([jwk])).egress)) =>
    check("oauth", { secretKey: "shared" }, bearing(text), settings, keys);

  test("comes in, and asks for the keys once", async () => {
    const { egress, asked } = issuer(() => published([jwk]));
    const keys = createKeySets(egress);
    const text = await token(pair.privateKey, "RS256", undefined, "one");
    expect(await Promise.all([send(text, keys), send(text, keys), send(text, keys)])).toEqual([ok, ok, ok]);
    expect(asked).toEqual([jwksUrl]);
  });

  test("need not say which of several keys it means", async () => {
    const { kid: _kid, ...unnamed } = jwk;
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const set = [other.publicKey.export({ format: "jwk" }), unnamed];
    const keys = createKeySets(issuer(() => published(set)).egress);
    expect(await send(await token(pair.privateKey, "PS256"), keys)).toEqual(ok);
    const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    expect(await send(await token(stranger, "PS256"), keys)).toEqual(refused("token_wrong"));
  });

  test("is refused when it is signed with something else, or never ends", async () => {
    const publicText = Buffer.from(pair.publicKey.export({ format: "pem", type: "spki" }));
    const confused = await token(createSecretKey(publicText), "HS256", undefined, "one");
    const withOurSecret = await token(createSecretKey(Buffer.from("shared")), "HS256");
    const endless = await token(pair.privateKey, "RS256", {}, "one");
    const late = await token(pair.privateKey, "RS256", { exp: now / 1000 - 60 }, "one");
    for (const text of [confused, withOurSecret, endless, late]) {
      expect(await send(text)).toEqual(refused("token_wrong"));
    }
  });

  test.each<[string, EgressResult]>([
    ["cannot be reached", { ok: false, failure: "unreachable" }],
    ["answers with an error", { ok: true, status: 500, headers: {}, body: Buffer.from("{}") }],
    ["answers with something else", { ok: true, status: 200, headers: {}, body: Buffer.from("<html>") }],
    ["has no keys", { ok: true, status: 200, headers: {}, body: Buffer.from("{}") }],
  ])("is refused while its issuer %s", async (_what, answer) => {
    const keys = createKeySets(issuer(() => answer).egress);
    expect(await send(await token(pair.privateKey, "RS256", undefined, "one"), keys)).toEqual(
      refused("not_set_up"),
    );
  });
});
