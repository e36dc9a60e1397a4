import * as z from "zod";
import type { ProviderCheckStep } from "#contract/single-sign-on.ts";
import type { Language } from "#domain/language.ts";
import type { Egress } from "#server/egress/egress.ts";
import { keyPairAlgorithms } from "#server/egress/key-sets.ts";
import { type CheckText, checkTexts, faultText } from "./provider-check-texts.ts";
import { discoverProvider, type ProviderMetadata, requestProvider } from "./provider-metadata.ts";
import { type ProviderClient, requestTokens } from "./request-tokens.ts";
import { codeChallenge, randomText } from "./sealed-cookie.ts";

export type CheckedProvider = ProviderClient & { issuer: string; redirectUri: string; scope: string };

const step = (
  name: ProviderCheckStep["step"],
  state: ProviderCheckStep["state"],
  text: CheckText,
  language: Language,
): ProviderCheckStep => ({ step: name, state, message: text[language] });

const publishedKeys = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), use: z.string().optional(), alg: z.string().optional() })),
});

/** Keys with which ID tokens can be signed: pairs only, and not those for encryption. */
const countSigningKeys = (json: unknown): number =>
  (publishedKeys.safeParse(json).data?.keys ?? []).filter(
    ({ kty, use, alg }) =>
      kty !== "oct" && use !== "enc" && (alg === undefined || keyPairAlgorithms.includes(alg)),
  ).length;

const checkKeys = async (
  egress: Pick<Egress, "request">,
  { jwks_uri: url }: ProviderMetadata,
  language: Language,
): Promise<ProviderCheckStep> => {
  const answer = await requestProvider(egress, { url });
  if (!answer.ok) return step("keys", "failed", faultText(answer.fault, url), language);
  if (answer.status !== 200)
    return step(
      "keys",
      "failed",
      faultText({ kind: "http_status", detail: String(answer.status) }, url),
      language,
    );
  const count = countSigningKeys(answer.json);
  return count > 0
    ? step("keys", "ok", checkTexts.keysFound(count), language)
    : step("keys", "failed", faultText({ kind: "keys_missing", detail: null }, url), language);
};

/** Asks for tokens with a code that does not exist: the provider then refuses either the client or the code. */
const checkClient = async (
  egress: Pick<Egress, "request">,
  metadata: ProviderMetadata,
  { clientId, clientSecret, redirectUri }: CheckedProvider,
  language: Language,
): Promise<ProviderCheckStep> => {
  const granted = { code: randomText(), verifier: randomText(), redirectUri };
  const answer = await requestTokens(egress, metadata, { clientId, clientSecret }, granted);
  if (answer.ok || answer.reason === "code_refused")
    return step("client", "ok", checkTexts.clientAccepted, language);
  if (answer.reason === "client_refused")
    return step("client", "failed", checkTexts.clientRefused(answer.detail), language);
  if (answer.reason === "provider_refused")
    return step("client", "unclear", checkTexts.clientUnclear(answer.detail), language);
  return step("client", "failed", checkTexts.tokenEndpointFailed(answer.detail), language);
};

/** Asks for a sign-in without a page: a provider that knows the address answers there that nobody is signed in. */
const checkRedirect = async (
  egress: Pick<Egress, "request">,
  metadata: ProviderMetadata,
  { clientId, redirectUri, scope }: CheckedProvider,
  language: Language,
): Promise<ProviderCheckStep> => {
  const url = new URL(metadata.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: randomText(),
    nonce: randomText(),
    code_challenge: codeChallenge(randomText()),
    code_challenge_method: "S256",
    prompt: "none",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  // Only where it leads is read: a page of sign-in may be of any size.
  const answer = await requestProvider(egress, {
    url: url.href,
    headers: { accept: "text/html" },
    answer: "beginning",
  });
  if (!answer.ok) return step("redirect", "failed", faultText(answer.fault, url.origin), language);
  const location = URL.parse(answer.headers?.location ?? "", url.href);
  const isHere = location !== null && location.origin + location.pathname === redirectUri;
  if (isHere) {
    const error = location.searchParams.get("error");
    return error === "invalid_scope"
      ? step("redirect", "failed", checkTexts.scopeRefused, language)
      : step("redirect", "ok", checkTexts.redirectAccepted, language);
  }
  return answer.status >= 400
    ? step("redirect", "failed", checkTexts.redirectRefused(redirectUri), language)
    : step("redirect", "unclear", checkTexts.redirectUnclear(redirectUri), language);
};

/** Tests a provider step by step; what a failed step makes impossible is left out. */
export const checkProvider = async (
  egress: Pick<Egress, "request">,
  provider: CheckedProvider,
  language: Language,
): Promise<ProviderCheckStep[]> => {
  const discovered = await discoverProvider(egress, provider.issuer);
  if (!discovered.ok)
    return [step("discovery", "failed", faultText(discovered.fault, provider.issuer), language)];
  const { metadata } = discovered;
  return [
    step("discovery", "ok", checkTexts.discovered, language),
    await checkKeys(egress, metadata, language),
    await checkClient(egress, metadata, provider, language),
    await checkRedirect(egress, metadata, provider, language),
  ];
};
