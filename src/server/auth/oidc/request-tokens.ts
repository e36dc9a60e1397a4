import * as z from "zod";
import type { SignInFailure } from "#domain/access/sign-in-failure.ts";
import type { Egress } from "#server/egress/egress.ts";
import { type ProviderFault, type ProviderMetadata, requestProvider } from "./provider-metadata.ts";

export type ProviderClient = { clientId: string; clientSecret: string };
export type GrantedCode = { code: string; verifier: string; redirectUri: string };

/** `detail` tells administrators more; it is ours or was checked for its form. */
export type Refusal = { ok: false; reason: SignInFailure; detail: string | null };
export type RequestedTokens = { ok: true; idToken: string; accessToken: string | null } | Refusal;

export const refusal = (reason: SignInFailure, detail: string | null = null): Refusal => ({
  ok: false,
  reason,
  detail,
});

const unreachable = new Set(["unresolved", "unreachable", "timeout", "broken"]);

export const refusalOfFault = ({ kind, detail }: ProviderFault): Refusal =>
  refusal(
    unreachable.has(kind) ? "provider_unreachable" : "provider_misconfigured",
    detail === null ? kind : `${kind}: ${detail}`,
  );

/** The code of an OAuth error; any other text of the provider is not repeated. */
export const shownErrorCode = (text: unknown): string | null =>
  typeof text === "string" && /^[a-z_]{1,60}$/.test(text) ? text : null;

const tokens = z.object({ id_token: z.string().min(1), access_token: z.string().min(1).optional() });
const errorAnswer = z.object({ error: z.string() });

type ClientMethod = "client_secret_post" | "client_secret_basic";

/** A provider may accept one method only for a client, so the other follows where the first is refused. */
const methodsOf = ({ token_endpoint_auth_methods_supported: named }: ProviderMetadata): ClientMethod[] => {
  // Basic comes second: providers differ in how they decode special characters in it.
  const methods: ClientMethod[] = ["client_secret_post", "client_secret_basic"];
  const supported = methods.filter((method) => named?.includes(method));
  return supported.length > 0 ? supported : methods.reverse();
};

const encodeForm = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

const requestWith = (
  egress: Pick<Egress, "request">,
  { token_endpoint: url }: ProviderMetadata,
  { clientId, clientSecret }: ProviderClient,
  { code, verifier, redirectUri }: GrantedCode,
  method: ClientMethod,
) => {
  const isBasic = method === "client_secret_basic";
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(isBasic ? {} : { client_id: clientId, client_secret: clientSecret }),
  });
  const pair = Buffer.from(`${encodeForm(clientId)}:${encodeForm(clientSecret)}`).toString("base64");
  return requestProvider(egress, {
    url,
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(isBasic ? { authorization: `Basic ${pair}` } : {}),
    },
    body: body.toString(),
  });
};

const isClientError = (error: string | null, status: number): boolean =>
  error === "invalid_client" || error === "unauthorized_client" || (error === null && status === 401);

/** Exchanges a code for tokens. The client secret goes to the token endpoint that the issuer names, and nowhere else. */
export const requestTokens = async (
  egress: Pick<Egress, "request">,
  metadata: ProviderMetadata,
  client: ProviderClient,
  granted: GrantedCode,
): Promise<RequestedTokens> => {
  let last: Refusal = refusal("client_refused");
  for (const method of methodsOf(metadata)) {
    const answer = await requestWith(egress, metadata, client, granted, method);
    if (!answer.ok) return refusalOfFault(answer.fault);
    const granting = tokens.safeParse(answer.json);
    if (answer.status === 200 && granting.success)
      return {
        ok: true,
        idToken: granting.data.id_token,
        accessToken: granting.data.access_token ?? null,
      };
    const error = shownErrorCode(errorAnswer.safeParse(answer.json).data?.error);
    if (error === "invalid_grant") return refusal("code_refused", error);
    const isOfClient = isClientError(error, answer.status);
    last = refusal(isOfClient ? "client_refused" : "provider_refused", error ?? `HTTP ${answer.status}`);
    if (!isOfClient) return last;
  }
  return last;
};

/** What the provider's page of user information says; undefined where it answers with nothing usable. */
export const requestUserInfo = async (
  egress: Pick<Egress, "request">,
  url: string,
  accessToken: string,
): Promise<{ ok: true; claims: Record<string, unknown> | undefined } | Refusal> => {
  const answer = await requestProvider(egress, { url, headers: { authorization: `Bearer ${accessToken}` } });
  if (!answer.ok) return refusalOfFault(answer.fault);
  const claims = z.record(z.string(), z.unknown()).safeParse(answer.json);
  return { ok: true, claims: answer.status === 200 ? claims.data : undefined };
};
