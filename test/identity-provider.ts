import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, SignJWT } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import type { Visitor } from "./faro.ts";

export const clientId = "faro";
export const clientSecret = "a client secret with 100% special+characters";

/** An account of the provider, with its claims. */
export type Account = { sub: string; [claim: string]: unknown };

/** A forged answer of the token endpoint: what differs from a right ID token. */
export type Forgery = {
  claims?: Record<string, unknown>;
  without?: readonly string[];
  /** Signs with a key that the provider does not publish, or with no key. */
  key?: "foreign" | "secret" | "none";
};

export type TestProvider = {
  issuer: string;
  /** Who is signed in at the provider, and how; undefined refuses. */
  account: Account | undefined;
  amr: string[];
  /** The next answer of the token endpoint is forged. */
  forgery: Forgery | undefined;
  /** Headers and body of the last request to the token endpoint. */
  lastTokenRequest: { authorization: string | undefined; body: string } | undefined;
  signToken: (claims: Record<string, unknown>, forgery?: Forgery) => Promise<string>;
  stop: () => Promise<void>;
};

const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

type ProviderOptions = {
  faroUrl: string;
  /** As Google and Entra do; otherwise claims are on the page of user information only. */
  claimsInIdToken?: boolean;
  authMethod?: "client_secret_basic" | "client_secret_post";
  redirectUris?: string[];
};

/** Starts a provider of OpenID Connect on this machine, which signs its one account in without asking. */
export const startTestProvider = async ({
  faroUrl,
  claimsInIdToken = false,
  authMethod = "client_secret_basic",
  redirectUris = [`${faroUrl}/sso/callback`],
}: ProviderOptions): Promise<TestProvider> => {
  const keys = pair();
  const foreign = pair();
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: "one", use: "sig", alg: "RS256" };
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let nonce: string | null = null;

  const sign: TestProvider["signToken"] = (claims, { key } = {}) => {
    const token = new SignJWT(claims);
    if (key === "secret") return token.setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(clientSecret));
    const signer = key === "foreign" ? foreign.privateKey : keys.privateKey;
    return token.setProtectedHeader({ alg: "RS256", kid: "one" }).sign(signer);
  };
  const state: TestProvider = {
    issuer,
    account: undefined,
    amr: ["pwd"],
    forgery: undefined,
    lastTokenRequest: undefined,
    signToken: async (claims, forgery = {}) => {
      const signed = await sign(claims, forgery);
      if (forgery.key !== "none") return signed;
      const header = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
      return `${header}.${signed.split(".")[1]}.`;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: [`${faroUrl}/`],
        backchannel_logout_uri: `${faroUrl}/sso/back-channel-logout`,
        backchannel_logout_session_required: true,
        token_endpoint_auth_method: authMethod,
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["test"] },
    conformIdTokenClaims: !claimsInIdToken,
    claims: {
      openid: ["sub", "amr"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "locale"],
      groups: ["groups", "realm_access"],
    },
    scopes: ["openid", "email", "profile", "groups"],
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    // Its own client would not connect to this machine.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ ...state.account, sub: id }),
    }),
  };
  const provider = new Provider(issuer, configuration);
  const handle = provider.callback();

  /** Signs the account in and agrees in its place. */
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(request, response);
    if (!state.account) {
      await provider.interactionFinished(request, response, { error: "access_denied" });
      return;
    }
    const accountId = state.account.sub;
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(String(params.scope));
    await provider.interactionFinished(request, response, {
      login: { accountId, amr: state.amr },
      consent: { grantId: await grant.save() },
    });
  };

  /** An ID token that is right except for what the forgery changes. */
  const forge = async (forgery: Forgery): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce,
      email_verified: true,
      ...state.account,
      ...forgery.claims,
    };
    for (const name of forgery.without ?? []) delete claims[name];
    return state.signToken(claims, forgery);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname.startsWith("/interaction/")) return interact(request, response);
    if (url.pathname === "/auth") nonce = url.searchParams.get("nonce") ?? nonce;
    if (url.pathname !== "/token") return handle(request, response);
    const body = await bodyOf(request);
    state.lastTokenRequest = { authorization: request.headers.authorization, body };
    const { forgery } = state;
    if (!forgery) {
      // What was read already is handed over as the body that Express would have read.
      Object.assign(request, { body: Object.fromEntries(new URLSearchParams(body)) });
      return handle(request, response);
    }
    const text = JSON.stringify({ token_type: "Bearer", id_token: await forge(forgery) });
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  };
  server.on("request", (request, response) => {
    // The test shows the status of a request that fails here.
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  return state;
};

/** A browser: the visitor's cookies at Faro, and others at the provider. */
export const createBrowser = (faroUrl: string, visitor: Visitor, address: string) => {
  const headers = { "x-forwarded-for": address };
  const jar = new Map<string, string>();
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      ...init,
      headers: { ...init.headers, cookie },
      redirect: "manual",
    });
    for (const set of response.headers.getSetCookie()) {
      const [text = ""] = set.split(";");
      const [name = "", value = ""] = text.split(/=(.*)/);
      jar.set(name, value);
    }
    return response;
  };

  /** Follows redirects at the provider until the browser comes back to Faro, or a page is shown. */
  const followAtProvider = async (first: string, init?: RequestInit): Promise<string> => {
    let response = await ask(first, init);
    let at = first;
    for (let steps = 0; steps < 10; steps++) {
      const location = response.headers.get("location");
      if (location === null) return `page ${response.status}: ${await response.text()}`;
      at = new URL(location, at).href;
      if (at.startsWith(faroUrl)) return at;
      response = await ask(at);
    }
    throw new Error("The provider redirects without end");
  };

  return {
    visitor,
    /** Begins a sign-in at Faro and goes through the provider; the address with which the browser comes back. */
    begin: async (path = "/sso/start"): Promise<string> => {
      const started = await visitor.send("GET", path, undefined, headers);
      const location = started.headers.get("location") ?? "";
      if (location.startsWith("/")) return faroUrl + location;
      return followAtProvider(location);
    },
    /** Opens an address of Faro; where it leads to. */
    arrive: async (url: string): Promise<string> => {
      const path = url.slice(faroUrl.length);
      // The sign-in did not begin.
      if (!path.startsWith("/sso/")) return path;
      const answer = await visitor.send("GET", path, undefined, headers);
      return answer.headers.get("location") ?? `status ${answer.status}`;
    },
    /** Signs out at the provider, and agrees there. */
    signOutAtProvider: async (page: string): Promise<string> => {
      const shown = await followAtProvider(page);
      const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(shown) ?? [];
      if (xsrf === undefined) return shown;
      return followAtProvider(new URL("/session/end/confirm", page).href, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ xsrf, logout: "yes" }).toString(),
      });
    },
  };
};
export type TestBrowser = ReturnType<typeof createBrowser>;
