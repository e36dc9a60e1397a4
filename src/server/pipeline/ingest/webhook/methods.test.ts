import { createSecretKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { type AuthMethod, authMethods } from "#domain/ingestion/endpoint.ts";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { Egress, EgressResult } from "#server/egress/egress.ts";
import { createKeySets } from "#server/egress/key-sets.ts";
import { verifyRequest } from "./methods.ts";
import type { EndpointSecrets, WebhookRequest } from "./verification.ts";

const now = 1_700_000_000_000;
const ok = { ok: true };
const refused = (reason: string) => ({ ok: false, reason });

/** A fake issuer and the URLs that were requested from it. */
const issuer = (answer: () => EgressResult) => {
  const requested: string[] = [];
  const egress: Pick<Egress, "request"> = {
    request: async ({ url }) => {
      requested.push(url);
      return answer();
    },
  };
  return { egress, requested };
};
const published = (keys: object[]): EgressResult => ({
  ok: true,
  status: 200,
  headers: {},
  body: Buffer.from(JSON.stringify({ keys })),
});
const unreachableKeys = createKeySets(issuer(() => ({ ok: false, failure: "unreachable" })).egress);

const check = (
  authMethod: AuthMethod,
  secrets: EndpointSecrets,
  request: Partial<WebhookRequest>,
  settings: object = {},
  fetchKeys = unreachableKeys,
) =>
  verifyRequest(
    { authMethod, settings: parseEndpointSettings(settings), secrets },
    { method: "POST", urls: () => [], headers: {}, query: {}, rawBody: Buffer.from("{}"), ...request },
    { now, fetchKeys },
  );

test.each(authMethods.filter((method) => method !== "none"))(
  "%s refuses every request while its secrets are not set",
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

test("an endpoint without a method accepts every request", () => {
  expect(check("none", {}, {})).toEqual(ok);
});

describe("an API key", () => {
  const secrets = { apiKey: "the key" };

  test.each([
    ["a header", { headers: { "x-api-key": "the key" } }],
    ["a bearer header", { headers: { authorization: "bearer the key" } }],
    ["the query", { query: { api_key: "the key" } }],
  ])("is accepted in %s", (_where, request) => {
    expect(check("api_key", secrets, request)).toEqual(ok);
  });

  test.each([
    ["none", {}, "key_missing"],
    ["two in the query", { query: { api_key: ["the key", "x"] } }, "key_missing"],
    ["basic credentials", { headers: { authorization: "Basic dGhlIGtleQ==" } }, "key_missing"],
    ["a part of it", { headers: { "x-api-key": "the" } }, "key_wrong"],
    ["more than it", { headers: { "x-api-key": "the key " } }, "key_wrong"],
    ["another case", { headers: { "x-api-key": "The key" } }, "key_wrong"],
    [
      "a wrong header and a right query parameter",
      { headers: { "x-api-key": "x" }, query: { api_key: "the key" } },
      "key_wrong",
    ],
  ])("%s is refused", (_what, request, reason) => {
    expect(check("api_key", secrets, request)).toEqual(refused(reason));
  });
});

describe("basic credentials", () => {
  const settings = { username: "ana" };
  const secrets = { secretKey: "p:á", previousSecretKey: "old" };
  const header = (text: string) => ({
    headers: { authorization: `Basic ${Buffer.from(text).toString("base64")}` },
  });

  test.each(["ana:p:á", "ana:old"])("accepts %s", (text) => {
    expect(check("basic", secrets, header(text), settings)).toEqual(ok);
  });
  test.each(["ana:x", "eva:p:á", "ana:", ":p:á", ":", "ana:p"])("refuses %s", (text) => {
    expect(check("basic", secrets, header(text), settings)).toEqual(refused("key_wrong"));
  });
  test.each([
    undefined,
    "Basic",
    "Basic ****",
    "Bearer p:á",
    `Basic ${Buffer.from("ana").toString("base64")}`,
  ])("finds no credentials in %s", (authorization) => {
    expect(check("basic", secrets, { headers: { authorization } }, settings)).toEqual(refused("key_missing"));
  });
  test("are refused while the endpoint has no user name", () => {
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
const withBearer = (text: string) => ({ headers: { authorization: `Bearer ${text}` } });

describe("a token signed with a shared secret", () => {
  const secretKey = "a secret that both sides know: 64 bytes long, as HS512 would have";
  const shared = createSecretKey(Buffer.from(secretKey));
  const at = (seconds: number) => now / 1000 + seconds;

  test.each(["HS256", "HS384", "HS512"])("is accepted with %s", async (alg) => {
    expect(await check("oauth", { secretKey }, withBearer(await token(shared, alg)))).toEqual(ok);
    const rotated = { secretKey: "x".repeat(64), previousSecretKey: secretKey };
    expect(await check("oauth", rotated, withBearer(await token(shared, alg)))).toEqual(ok);
  });

  test.each([
    ["that expired within the clock tolerance", { exp: at(-20) }, ok],
    ["that has expired", { exp: at(-60) }, refused("token_wrong")],
    ["that is not valid yet", { exp: at(600), nbf: at(60) }, refused("token_wrong")],
    ["that becomes valid within the clock tolerance", { exp: at(600), nbf: at(20) }, ok],
    ["of another issuer", { iss: "https://else.example", aud: "faro" }, refused("token_wrong")],
    ["for another audience", { iss: "https://id.example", aud: ["x", "y"] }, refused("token_wrong")],
    ["without issuer and audience", {}, refused("token_wrong")],
  ])("one %s", async (_what, claims, expected) => {
    const named = "iss" in claims || Object.keys(claims).length === 0;
    const settings = named ? { token: { issuer: "https://id.example", audience: "faro" } } : {};
    expect(
      await check("oauth", { secretKey }, withBearer(await token(shared, "HS256", claims)), settings),
    ).toEqual(expected);
  });

  test("is accepted with the expected issuer and audience", async () => {
    const claims = { exp: at(60), iss: "https://id.example", aud: ["x", "faro"] };
    const settings = { token: { issuer: "https://id.example", audience: "faro" } };
    expect(
      await check("oauth", { secretKey }, withBearer(await token(shared, "HS256", claims)), settings),
    ).toEqual(ok);
  });

  test("is refused without a signature, with another secret, or truncated", async () => {
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
      expect(await check("oauth", { secretKey }, withBearer(text)), text).toEqual(refused("token_wrong"));
    }
    expect(await check("oauth", { secretKey }, {})).toEqual(refused("key_missing"));
  });
});

describe("a token signed with the keys of an issuer", () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = { ...pair.publicKey.export({ format: "jwk" }), kid: "one", use: "sig" };
  const jwksUrl = "https://id.example/keys";
  const settings = { token: { jwksUrl } };
  const send = (text: string, keys = createKeySets(issuer(() => published([jwk])).egress)) =>
    check("oauth", { secretKey: "shared" }, withBearer(text), settings, keys);

  test("is accepted, and the keys are fetched once", async () => {
    const { egress, requested } = issuer(() => published([jwk]));
    const keys = createKeySets(egress);
    const text = await token(pair.privateKey, "RS256", undefined, "one");
    expect(await Promise.all([send(text, keys), send(text, keys), send(text, keys)])).toEqual([ok, ok, ok]);
    expect(requested).toEqual([jwksUrl]);
  });

  test("needs no key id when the issuer has several keys", async () => {
    const { kid: _kid, ...unnamed } = jwk;
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const set = [other.publicKey.export({ format: "jwk" }), unnamed];
    const keys = createKeySets(issuer(() => published(set)).egress);
    expect(await send(await token(pair.privateKey, "PS256"), keys)).toEqual(ok);
    const otherKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    expect(await send(await token(otherKey, "PS256"), keys)).toEqual(refused("token_wrong"));
  });

  test("is refused when it is signed with another key or does not expire", async () => {
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
