import { createHash, randomBytes } from "node:crypto";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());

const switchOn = (isOn: boolean) => faro.send("PUT", "/api/settings/security", { assistantSignIn: isOn });

const redirectUri = "http://127.0.0.1:53001/callback";
const consent = (query: Record<string, string>, scopes: string[]) =>
  faro.send("POST", "/api/oauth/authorization", { request: query, scopes });
const describePage = (query: Record<string, string>) =>
  faro.send("GET", `/api/oauth/authorization?${new URLSearchParams(query)}`);
const form = async (path: string, values: Record<string, string>) => {
  const response = await fetch(faro.url + path, { method: "POST", body: new URLSearchParams(values) });
  return { status: response.status, body: (await response.json()) as any };
};
const json = async (path: string) => {
  const response = await fetch(faro.url + path);
  return { status: response.status, body: (await response.json()) as any };
};
const register = async (more: object = {}) => {
  const response = await fetch(`${faro.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Test client", redirect_uris: [redirectUri], ...more }),
  });
  return { status: response.status, body: (await response.json()) as any };
};
/** One client for the whole file, because registrations are limited. */
let registered: Promise<string> | undefined;
const clientId = () => (registered ??= register().then(({ body }) => body.client_id as string));

const pkce = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};
const authorizationQuery = async (challenge: string, more: Record<string, string> = {}) => ({
  client_id: await clientId(),
  redirect_uri: redirectUri,
  response_type: "code",
  code_challenge: challenge,
  code_challenge_method: "S256",
  scope: "people:read messages:send",
  resource: `${faro.url}/mcp`,
  state: "s1",
  ...more,
});

/** A code of the signed-in administrator, and what its exchange needs. */
const allow = async (scopes: string[] = ["people:read"]) => {
  const { verifier, challenge } = pkce();
  const { status, body } = await consent(await authorizationQuery(challenge), scopes);
  expect(status).toBe(200);
  const answer = new URL(body.redirectTo);
  expect(answer.origin + answer.pathname).toBe(redirectUri);
  expect(answer.searchParams.get("state")).toBe("s1");
  expect(answer.searchParams.get("iss")).toBe(`${faro.url}/oauth`);
  return {
    grant_type: "authorization_code",
    code: answer.searchParams.get("code") ?? "",
    code_verifier: verifier,
    client_id: await clientId(),
    redirect_uri: redirectUri,
    resource: `${faro.url}/mcp`,
  };
};
const grant = async (scopes?: string[]) => {
  const { status, body } = await form("/oauth/token", await allow(scopes));
  expect([status, body.error]).toEqual([200, undefined]);
  return body as { access_token: string; refresh_token: string; scope: string; expires_in: number };
};
const refresh = async (token: string, more: Record<string, string> = {}) =>
  form("/oauth/token", {
    grant_type: "refresh_token",
    refresh_token: token,
    client_id: await clientId(),
    ...more,
  });
const mcp = async (token: string | null, path = "/mcp", tool = "whoami") => {
  const response = await fetch(faro.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: tool, arguments: {} },
    }),
  });
  return { status: response.status, challenge: response.headers.get("www-authenticate") };
};

describe("while it is off", () => {
  test("nothing of it can be found", async () => {
    for (const path of [
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-authorization-server/oauth",
    ])
      expect((await json(path)).status).toBe(404);
    expect((await register()).status).toBe(404);
    expect((await form("/oauth/token", {})).status).toBe(404);
    expect((await describePage(await authorizationQueryOf("x"))).body.code).toBe("oauth_off");
    expect(await mcp(null)).toEqual({ status: 401, challenge: 'Bearer realm="faro"' });
  });
  const authorizationQueryOf = async (id: string) => ({ client_id: id, redirect_uri: redirectUri });
});

describe("while it is on", () => {
  beforeAll(async () => {
    expect((await switchOn(true)).body).toMatchObject({ assistantSignIn: true, adminSecondFactor: false });
  });

  test("its metadata is at paths of its own, and none at the root", async () => {
    const { body: resource } = await json("/.well-known/oauth-protected-resource/mcp");
    expect(resource).toMatchObject({
      resource: `${faro.url}/mcp`,
      authorization_servers: [`${faro.url}/oauth`],
      bearer_methods_supported: ["header"],
    });
    expect(resource.scopes_supported).toContain("people:read");
    expect((await json("/.well-known/oauth-authorization-server/oauth")).body).toMatchObject({
      issuer: `${faro.url}/oauth`,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    for (const path of [
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/mcp/key",
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-authorization-server/mcp/key",
      "/.well-known/openid-configuration",
    ])
      expect([path, (await json(path)).status]).toEqual([path, 404]);
    expect((await mcp(null)).challenge).toBe(
      `Bearer resource_metadata="${faro.url}/.well-known/oauth-protected-resource/mcp", scope="people:read"`,
    );
    expect((await mcp(null, "/mcp/key")).challenge).toBe('Bearer realm="faro"');
  });

  test("the official client registers, signs in, refreshes and asks for more", async () => {
    const kept: { client?: any; tokens?: any; verifier?: string; opened?: URL } = {};
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadata: { client_name: "Official client", redirect_uris: [redirectUri] },
      clientInformation: () => kept.client,
      saveClientInformation: (client) => {
        kept.client = client;
      },
      tokens: () => kept.tokens,
      saveTokens: (tokens) => {
        kept.tokens = tokens;
      },
      redirectToAuthorization: (url) => {
        kept.opened = url;
      },
      saveCodeVerifier: (verifier) => {
        kept.verifier = verifier;
      },
      codeVerifier: () => kept.verifier ?? "",
    };
    const open = () =>
      new StreamableHTTPClientTransport(new URL(`${faro.url}/mcp`), { authProvider: provider });
    const connect = async () => {
      const client = new Client({ name: "test", version: "1" });
      await client.connect(open());
      return client;
    };
    const finish = async (scopes: string[]) => {
      expect(kept.opened?.pathname).toBe("/oauth/authorize");
      const { body } = await consent(Object.fromEntries(kept.opened?.searchParams ?? []), scopes);
      await open().finishAuth(new URL(body.redirectTo).searchParams);
    };
    await expect(connect()).rejects.toThrow(UnauthorizedError);
    expect(kept.opened?.searchParams.get("scope")).toBe("people:read");
    await finish(["people:read"]);
    expect(kept.tokens).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "people:read" });
    const client = await connect();
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("search_people");
    expect(names).not.toContain("send_message");

    await faro.pool.query("UPDATE api_tokens SET access_expires_at = now() WHERE name = 'Official client'");
    // Caches follow changes that the product makes itself.
    await switchOn(true);
    const first = kept.tokens.access_token;
    const whoami = await client.callTool({ name: "whoami", arguments: {} });
    expect(JSON.stringify(whoami.content)).toContain("Official client");
    expect(kept.tokens.access_token).not.toBe(first);

    await expect(
      client.callTool({ name: "add_note", arguments: { personId: crypto.randomUUID(), text: "x" } }),
    ).rejects.toThrow();
    expect(kept.opened?.searchParams.get("scope")?.split(" ").sort()).toEqual([
      "people:read",
      "people:write",
    ]);
    await client.close();
  });

  test("the page tells who asks for what, and ticks only reading scopes", async () => {
    const { body } = await describePage(await authorizationQuery(pkce().challenge));
    expect(body).toMatchObject({
      client: { name: "Test client", host: null },
      redirectHost: "127.0.0.1:53001",
      asked: ["people:read", "messages:send"],
      ticked: ["people:read"],
      fault: null,
    });
    expect(body.offered).toContain("calls:place");
  });

  test("a client that describes itself needs no registration", async () => {
    const id = `${faro.sandboxUrl}/assistant/client.json`;
    const query = await authorizationQuery(pkce().challenge, {
      client_id: id,
      redirect_uri: "https://assistant.example/callback",
    });
    expect((await describePage(query)).body).toMatchObject({
      client: { name: "Simulated assistant", host: new URL(id).host },
      redirectHost: "assistant.example",
    });
  });

  test.each([
    ["document of another client", "foreign.json"],
    ["document that moved", "moved.json"],
    ["document that is too large", "large.json"],
    ["page", "page.json"],
    ["document with a dangerous address", "script.json"],
    ["document that does not exist", "none.json"],
  ])("a %s identifies no client", async (_what, name) => {
    const id = `${faro.sandboxUrl}/assistant/${name}`;
    const { status, body } = await describePage({ client_id: id, redirect_uri: redirectUri });
    expect([status, body.code]).toEqual([400, "oauth_client_unknown"]);
  });

  test.each([
    "https://127.0.0.1/client.json",
    "https://[::ffff:127.0.0.1]/client.json",
    "https://169.254.169.254/latest/meta-data",
    "http://localhost/client.json",
    "https://localhost:1/client.json",
  ])("%s is not fetched", async (id) => {
    const { body } = await describePage({ client_id: id, redirect_uri: redirectUri });
    expect(body.code).toBe("oauth_client_unknown");
  });

  test.each([
    ["another redirect address", { redirect_uri: "https://evil.example/" }, "oauth_redirect_unknown"],
    ["a longer path", { redirect_uri: `${redirectUri}/more` }, "oauth_redirect_unknown"],
    ["an unknown client", { client_id: `faro_client_${"x".repeat(43)}` }, "oauth_client_unknown"],
  ])("%s is told to the user alone", async (_what, more, code) => {
    const query = await authorizationQuery(pkce().challenge, more);
    expect((await describePage(query)).body.code).toBe(code);
    expect((await consent(query, ["people:read"])).body.code).toBe(code);
  });

  test.each([
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["no PKCE", { code_challenge: "" }, "invalid_request"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["the resource without discovery", { resource: "/mcp/key" }, "invalid_target"],
    ["an unknown scope", { scope: "everything" }, "invalid_scope"],
    ["an implicit grant", { response_type: "token" }, "unsupported_response_type"],
  ])("%s gives no code", async (_what, more, error) => {
    const query = await authorizationQuery(pkce().challenge, more);
    expect((await describePage(query)).body.fault).toMatchObject({ error });
    const answer = new URL((await consent(query, ["people:read"])).body.redirectTo);
    expect(answer.searchParams.get("code")).toBeNull();
    expect(answer.searchParams.get("error")).toBe(error);
    expect(answer.searchParams.get("iss")).toBe(`${faro.url}/oauth`);
  });

  test("a user who allows nothing gives no code", async () => {
    const { body } = await consent(await authorizationQuery(pkce().challenge), []);
    expect(new URL(body.redirectTo).searchParams.get("error")).toBe("access_denied");
  });

  test.each([
    ["a wrong verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_grant"],
    ["another redirect address", { redirect_uri: "http://127.0.0.1:53002/callback" }, "invalid_grant"],
    ["another client", { client_id: `faro_client_${"x".repeat(43)}` }, "invalid_grant"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["an unknown code", { code: "faro_code_x" }, "invalid_grant"],
    ["another grant type", { grant_type: "password" }, "unsupported_grant_type"],
  ])("a code is not exchanged with %s", async (_what, more, error) => {
    const right = await allow();
    expect(await form("/oauth/token", { ...right, ...more })).toMatchObject({ status: 400, body: { error } });
    // A code is used up by its first attempt, so nobody can guess the verifier.
    if (!("code" in more) && !("grant_type" in more))
      expect((await form("/oauth/token", right)).body.error).toBe("invalid_grant");
  });

  test("a code that has expired is not exchanged", async () => {
    const right = await allow();
    await faro.pool.query("UPDATE oauth_codes SET expires_at = now() WHERE used_at IS NULL");
    expect((await form("/oauth/token", right)).body.error).toBe("invalid_grant");
  });

  test("a code that is used twice ends what it gave", async () => {
    const right = await allow();
    const { body } = await form("/oauth/token", right);
    expect((await mcp(body.access_token)).status).toBe(200);
    expect((await form("/oauth/token", right)).body.error).toBe("invalid_grant");
    expect((await mcp(body.access_token)).status).toBe(401);
    expect((await refresh(body.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("a refresh token is replaced; its second use ends the whole family", async () => {
    const first = await grant();
    const { body: second } = await refresh(first.refresh_token);
    expect((await mcp(first.access_token)).status).toBe(401);
    expect((await mcp(second.access_token)).status).toBe(200);
    expect((await refresh(first.refresh_token)).body.error).toBe("invalid_grant");
    expect((await mcp(second.access_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("two refreshes at once give one pair of tokens", async () => {
    const { refresh_token: token } = await grant();
    const answers = await Promise.all([refresh(token), refresh(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test.each([
    ["another client", { client_id: `faro_client_${"x".repeat(43)}` }, "invalid_grant"],
    ["another resource", { resource: "https://other.example/" }, "invalid_target"],
    ["more scopes", { scope: "people:read messages:send" }, "invalid_scope"],
  ])("a refresh for %s is refused and uses nothing up", async (_what, more, error) => {
    const { refresh_token: token } = await grant();
    expect((await refresh(token, more)).body.error).toBe(error);
    expect((await refresh(token)).status).toBe(200);
  });

  test("its token opens the MCP server alone, and an expired one nothing", async () => {
    const { access_token: token, scope, expires_in: life } = await grant(["people:read", "calls:read"]);
    expect([scope, life]).toEqual(["people:read calls:read", 3600]);
    expect((await mcp(token)).status).toBe(200);
    expect((await mcp(token, "/mcp/key")).status).toBe(401);
    const api = await fetch(`${faro.url}/api/people`, { headers: { authorization: `Bearer ${token}` } });
    expect(api.status).toBe(403);
    const more = await mcp(token, "/mcp", "send_message");
    expect(more.status).toBe(403);
    expect(more.challenge).toContain('error="insufficient_scope"');
    expect(more.challenge).toContain('scope="people:read calls:read messages:send"');
    await faro.pool.query("UPDATE api_tokens SET access_expires_at = now() WHERE ending = $1", [
      token.slice(-4),
    ]);
    await switchOn(true);
    expect(await mcp(token)).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    });
  });

  test("it is listed where tokens are, revoked there and by the client, and in the audit log", async () => {
    const one = await grant();
    const two = await grant();
    const listed = (await faro.send("GET", "/api/tokens")).body.tokens as any[];
    const view = listed.find(({ ending }) => ending === one.access_token.slice(-4));
    expect(view).toMatchObject({
      name: "Test client",
      isForAssistant: true,
      grantedTo: { clientId: await clientId(), host: "127.0.0.1:53001" },
    });
    expect((await faro.send("DELETE", `/api/tokens/${view.id}`)).status).toBe(200);
    expect((await mcp(one.access_token)).status).toBe(401);
    expect((await refresh(one.refresh_token)).body.error).toBe("invalid_grant");

    await form("/oauth/revoke", { token: two.refresh_token, client_id: "other" });
    expect((await mcp(two.access_token)).status).toBe(200);
    await form("/oauth/revoke", { token: two.refresh_token, client_id: await clientId() });
    expect((await mcp(two.access_token)).status).toBe(401);
    const { rows } = await faro.pool.query(
      "SELECT metadata->'token'->>'name' AS name FROM audit_logs WHERE event_type = 'tool_call' AND entity_id = $1",
      [listed.find(({ ending }) => ending === two.access_token.slice(-4)).id],
    );
    expect(rows).toEqual([{ name: "Test client" }]);
  });

  test("a client registers with addresses that a code may be sent to, and not too often", async () => {
    expect((await register({ redirect_uris: ["http://evil.example/"] })).body.error).toBe(
      "invalid_redirect_uri",
    );
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await register()).status));
    expect(statuses).toContain(429);
  });

  test("switching it off ends it for tokens that were granted", async () => {
    const { access_token: token } = await grant();
    await switchOn(false);
    expect((await mcp(token)).status).toBe(401);
    await switchOn(true);
    expect((await mcp(token)).status).toBe(200);
  });
});
