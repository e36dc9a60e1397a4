import { describe, expect, test } from "vitest";
import {
  type AuthorizationParameters,
  grantEnd,
  readAuthorizationRequest,
  tickedFirst,
} from "#domain/oauth/authorization-request.ts";
import { clientIdKind, clientMetadataFault, readClientDocument } from "./oauth-client.ts";
import { answerAddress, isRedirectUri, isRegisteredRedirect, isSameResource } from "./redirect-uri.ts";

describe("the address to which a code is sent", () => {
  test.each([
    ["https://claude.ai/api/mcp/auth_callback", true],
    ["http://127.0.0.1:33418/callback", true],
    ["http://localhost/callback", true],
    ["http://[::1]:8080/", true],
    ["cursor://anysphere.cursor-mcp/oauth/callback", true],
    ["com.example.app://callback/done", true],
    ["http://example.com/callback", false],
    ["http://127.0.0.1.example.com/callback", false],
    ["https://user:pass@example.com/", false],
    ["https://example.com/#fragment", false],
    ["javascript:alert(1)", false],
    ["javascript://example.com/%0aalert(1)", false],
    ["data:text/html,x", false],
    ["file:///etc/passwd", false],
    ["mailto:a@example.com", false],
    ["//example.com/", false],
    ["", false],
  ])("%s: %s", (uri, isAllowed) => {
    expect(isRedirectUri(uri)).toBe(isAllowed);
  });

  test.each([
    ["https://app.example/cb", "https://app.example/cb", true],
    ["https://app.example/cb", "https://app.example/cb/", false],
    ["https://app.example/cb", "https://app.example/cb?x=1", false],
    ["https://app.example/cb", "https://app.example:8443/cb", false],
    ["https://app.example/cb", "https://APP.example/cb", false],
    ["http://127.0.0.1/cb", "http://127.0.0.1:50123/cb", true],
    ["http://127.0.0.1/cb", "http://localhost:50123/cb", false],
    ["http://127.0.0.1/cb", "http://127.0.0.1:50123/other", false],
  ])("registered %s, given %s: %s", (registered, given, matches) => {
    expect(isRegisteredRedirect([registered], given)).toBe(matches);
  });

  test("keeps its own parameters beside the answer", () => {
    expect(answerAddress("https://app.example/cb?tenant=1", { code: "c", state: undefined })).toBe(
      "https://app.example/cb?tenant=1&code=c",
    );
  });
});

test.each([
  ["https://faro.example/mcp", true],
  ["https://faro.example/mcp/", true],
  ["https://FARO.example/mcp", true],
  ["https://faro.example/mcp/key", false],
  ["https://faro.example", false],
  ["https://faro.example/mcp#x", false],
  ["mcp", false],
])("the resource %s is ours: %s", (resource, isOurs) => {
  expect(isSameResource(resource, "https://faro.example/mcp")).toBe(isOurs);
});

describe("a client", () => {
  const sandbox = "http://127.0.0.1:9999";
  test.each([
    ["https://assistant.example/client.json", "document"],
    [`faro_client_${"a".repeat(43)}`, "registered"],
    ["https://assistant.example/", undefined],
    ["https://assistant.example/a/../client.json", undefined],
    ["https://assistant.example/client.json#x", undefined],
    ["http://assistant.example/client.json", undefined],
    [`${sandbox}/assistant/client.json`, "document"],
    [`${sandbox}/_control`, undefined],
    ["assistant", undefined],
  ])("by the id %s is %s", (id, kind) => {
    expect(clientIdKind(id, sandbox)).toBe(kind);
  });

  const id = "https://assistant.example/client.json";
  const document = {
    client_id: id,
    client_name: " An\u202E assistant ",
    redirect_uris: ["https://a.example/cb"],
  };
  test("is described by its own document", () => {
    expect(readClientDocument(document, id)).toEqual({
      id,
      name: "An assistant",
      redirectUris: ["https://a.example/cb"],
    });
  });
  test.each([
    ["of another client", { ...document, client_id: `${id}x` }],
    ["with a secret", { ...document, client_secret: "s" }],
    ["without addresses", { ...document, redirect_uris: [] }],
    ["with a dangerous address", { ...document, redirect_uris: ["javascript:alert(1)"] }],
    ["that is no object", "client"],
  ])("is not described by a document %s", (_what, wrong) => {
    expect(readClientDocument(wrong, id)).toBeUndefined();
  });
  test("is told what is wrong with its registration", () => {
    expect(clientMetadataFault({ redirect_uris: ["ftp://a.example"] })).toBe("invalid_redirect_uri");
    expect(clientMetadataFault({ client_name: 1, redirect_uris: ["https://a.example"] })).toBe(
      "invalid_client_metadata",
    );
  });
});

describe("a request for access", () => {
  const right: AuthorizationParameters = {
    responseType: "code",
    codeChallenge: "a".repeat(43),
    codeChallengeMethod: "S256",
    scope: "people:read offline_access",
    isForResource: true,
  };
  test.each<[string, Partial<AuthorizationParameters>, string]>([
    ["for a token at once", { responseType: "token" }, "unsupported_response_type"],
    ["without PKCE", { codeChallenge: undefined }, "invalid_request"],
    ["with plain PKCE", { codeChallengeMethod: "plain" }, "invalid_request"],
    ["with PKCE of no method", { codeChallengeMethod: undefined }, "invalid_request"],
    ["with a short challenge", { codeChallenge: "abc" }, "invalid_request"],
    ["for another resource", { isForResource: false }, "invalid_target"],
    ["for an unknown scope", { scope: "people:read admin" }, "invalid_scope"],
  ])("%s is refused", (_what, wrong, error) => {
    expect(readAuthorizationRequest({ ...right, ...wrong })).toMatchObject({ ok: false, error });
  });
  test("names its scopes, or gets the first ones", () => {
    expect(readAuthorizationRequest(right)).toMatchObject({ ok: true, scopes: ["people:read"] });
    expect(readAuthorizationRequest({ ...right, scope: undefined })).toMatchObject({
      scopes: ["people:read"],
    });
  });
  test("starts with the reading scopes that it asks for", () => {
    expect(
      tickedFirst(
        ["people:read", "messages:send", "calls:read"],
        ["people:read", "people:write", "messages:send"],
      ),
    ).toEqual(["people:read"]);
  });
});

test("a grant goes on for 90 days after its last use, for a year at most", () => {
  const day = 86_400_000;
  expect(grantEnd(0, 0)).toBe(90 * day);
  expect(grantEnd(0, 80 * day)).toBe(170 * day);
  expect(grantEnd(0, 300 * day)).toBe(365 * day);
});
