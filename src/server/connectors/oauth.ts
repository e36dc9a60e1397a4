import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import type { OAuthFlow, VendorContext, VendorRequest } from "./connector.ts";
import { type ErrorClassifier, operationRequest } from "./operation.ts";
import type { OperationError, OperationResult } from "./operation-result.ts";
import { basicAuth, formPost } from "./vendor-request.ts";

export type AnyOAuthFlow = OAuthFlow<never>;

type Client = { clientId?: unknown; clientSecret?: unknown };

export const hasOAuthClient = ({ clientId, clientSecret }: Client): boolean =>
  Boolean(clientId) && Boolean(clientSecret);

export type OAuthSecrets = { state: string; verifier: string };
export const createOAuthSecrets = (): OAuthSecrets => ({
  state: randomBytes(32).toString("base64url"),
  verifier: randomBytes(48).toString("base64url"),
});

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
export const hashState = (state: string): string => sha256(state).toString("hex");

export const authorizeUrl = (
  flow: AnyOAuthFlow,
  settings: Record<string, unknown>,
  urlOf: (request: Pick<VendorRequest, "host" | "path">) => string,
  { state, verifier }: OAuthSecrets,
  redirectUri: string,
): string => {
  const url = new URL(urlOf(flow.authorize(settings as never)));
  const parameters = {
    response_type: "code",
    client_id: String(settings.clientId),
    redirect_uri: redirectUri,
    scope: flow.scopes.join(flow.scopeSeparator),
    state,
    code_challenge: sha256(verifier).toString("base64url"),
    code_challenge_method: "S256",
    ...flow.parameters,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.toString();
};

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  /** Absent where the one that was used stays valid. */
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().optional(),
});
export type OAuthTokens = { accessToken: string; refreshToken: string | null; expiresInMs: number | null };

const refusal = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ status: z.string() }).transform(({ status }) => status),
]);
const refusals =
  /^(?:invalid_(?:grant|code|client|client_secret|scope)|unauthorized_client|access_denied|BAD_\w+)$/;

/** A grant or client that the vendor knows to be wrong; some vendors say so with status 200. */
const classify: ErrorClassifier = ({ status, json }) => {
  if (status === 429) return "rate";
  if (status >= 500) return "transient";
  const code = refusal.safeParse(json);
  if ((code.success && refusals.test(code.data)) || status === 400) return "auth";
  return undefined;
};

/** The grant itself has ended; any other refusal may be of the client or of the request, and the grant still stands. */
const endedGrant = /^(?:invalid_grant|invalid_code|BAD_REFRESH_TOKEN)$/;

export type TokenResult =
  | { ok: true; value: OAuthTokens }
  | { ok: false; error: OperationError; isRevoked: boolean };

const requestTokens = async (
  label: string,
  flow: AnyOAuthFlow,
  context: Pick<VendorContext, "send" | "settings">,
  fields: Record<string, string>,
): Promise<TokenResult> => {
  const { settings } = context;
  const [id, secret] = [String(settings.clientId ?? ""), String(settings.clientSecret ?? "")];
  const isBasic = flow.clientAuthentication === "basic";
  const form = formPost({ ...fields, client_id: id, ...(isBasic ? {} : { client_secret: secret }) });
  const headers = { ...form.headers, ...(isBasic ? basicAuth(id, secret) : {}) };
  const request = { ...flow.token(settings as never), ...form, headers };
  let isRevoked = false;
  const classifyAnswer: ErrorClassifier = (response) => {
    const code = refusal.safeParse(response.json);
    const kind = classify(response);
    isRevoked = kind === "auth" && code.success && endedGrant.test(code.data);
    return kind;
  };
  const call = { ...context, headers: {} };
  const result = await operationRequest(label, call, request, tokenAnswer, classifyAnswer);
  if (!result.ok) return { ...result, isRevoked };
  const { access_token: accessToken, refresh_token: refreshToken = null, expires_in: seconds } = result.value;
  return {
    ok: true,
    value: { accessToken, refreshToken, expiresInMs: seconds === undefined ? null : seconds * 1000 },
  };
};

export const exchangeCode = (
  label: string,
  flow: AnyOAuthFlow,
  context: Pick<VendorContext, "send" | "settings">,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<OperationResult<OAuthTokens>> =>
  requestTokens(label, flow, context, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });

export const refreshTokens = (
  label: string,
  flow: AnyOAuthFlow,
  context: Pick<VendorContext, "send" | "settings">,
  refreshToken: string,
): Promise<TokenResult> =>
  requestTokens(label, flow, context, { grant_type: "refresh_token", refresh_token: refreshToken });

/** The vendor has granted nothing, or took it back. */
export const notConnected = (
  label: string,
): { ok: false; error: { kind: "auth"; message: { en: string; es: string }; mayHaveHappened: false } } => ({
  ok: false,
  error: {
    kind: "auth",
    message: {
      en: `${label} is not connected. Choose Connect and agree there`,
      es: `${label} no está conectado. Elija Conectar y autorice allí`,
    },
    mayHaveHappened: false,
  },
});
