import { expect, test } from "vitest";
import { type AnyOAuthFlow, refreshTokens } from "./oauth.ts";
import { zoho } from "./zoho.ts";

test.each<[number, object, object]>([
  [400, { error: "invalid_grant" }, { ok: false, isRevoked: true, error: { kind: "auth" } }],
  [200, { error: "invalid_code" }, { ok: false, isRevoked: true, error: { kind: "auth" } }],
  [400, { status: "BAD_REFRESH_TOKEN" }, { ok: false, isRevoked: true, error: { kind: "auth" } }],
  [400, { error: "invalid_client" }, { ok: false, isRevoked: false, error: { kind: "auth" } }],
  [400, { error: "invalid_request" }, { ok: false, isRevoked: false, error: { kind: "auth" } }],
  [400, {}, { ok: false, isRevoked: false, error: { kind: "auth" } }],
  [401, { error: "invalid_client" }, { ok: false, isRevoked: false, error: { kind: "auth" } }],
  [503, { error: "invalid_grant" }, { ok: false, isRevoked: false, error: { kind: "transient" } }],
  [429, {}, { ok: false, isRevoked: false, error: { kind: "rate" } }],
])("only a refusal of the grant itself ends it: %i %j", async (status, json, expected) => {
  const context = {
    settings: { dataCenter: "com", clientId: "c", clientSecret: "s" },
    send: async () => ({
      ok: true as const,
      status,
      headers: {},
      body: Buffer.from(JSON.stringify(json)),
    }),
  };
  expect(await refreshTokens("Zoho", zoho.oauth as AnyOAuthFlow, context, "r")).toMatchObject(expected);
});
