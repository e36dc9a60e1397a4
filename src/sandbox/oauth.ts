import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SandboxContext } from "./context.ts";
import { bodyField, queryParam } from "./vendor.ts";

type Code = { clientId: string; redirectUri: string; challenge: string | undefined };
type Issued = { access_token: string; refresh_token?: string; expires_in: number };
export type OAuthAnswer =
  | { ok: true; tokens: Issued }
  | { ok: false; error: "invalid_grant" | "invalid_client" | "unsupported_grant_type" };

export type OAuthServer = {
  /** The page on which an administrator agrees; `decision` answers it at once. */
  authorize: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  token: (request: FastifyRequest) => OAuthAnswer;
  /** Whether a refresh token was issued here. */
  isIssued: (refreshToken: string) => boolean;
  /** Whether an access token that was issued here has expired or was revoked. */
  isRefused: (accessToken: string) => boolean;
};

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** An authorization server with PKCE: codes count once, and every refresh replaces the refresh token. */
export const createOAuthServer = (
  { settings }: Pick<SandboxContext, "settings">,
  label: string,
  issueAccessToken: () => string,
): OAuthServer => {
  const codes = new Map<string, Code>();
  const refreshTokens = new Set<string>();
  const everIssued = new Set<string>();
  const expiries = new Map<string, number>();
  const random = () => randomBytes(18).toString("hex").toUpperCase();
  const issue = (): OAuthAnswer => {
    const access_token = issueAccessToken();
    const refresh_token = `R.${random()}`;
    refreshTokens.add(refresh_token);
    everIssued.add(refresh_token);
    expiries.set(access_token, Date.now() + settings.oauth.tokenSeconds * 1000);
    return { ok: true, tokens: { access_token, refresh_token, expires_in: settings.oauth.tokenSeconds } };
  };
  return {
    authorize: (request, reply) => {
      const redirectUri = queryParam(request, "redirect_uri") ?? "";
      const state = queryParam(request, "state") ?? "";
      const clientId = queryParam(request, "client_id") ?? "";
      if (queryParam(request, "response_type") !== "code" || !redirectUri || !clientId)
        return reply.code(400).type("text/plain").send("invalid_request");
      const decision = queryParam(request, "decision");
      if (!decision) {
        const link = (answer: string) => escaped(`${request.url}&decision=${answer}`);
        const page = `<!doctype html><meta charset="utf-8"><title>${escaped(label)}</title><h1>${escaped(label)}</h1><p>Allow access to your account?</p><a href="${link("allow")}">Allow</a> <a href="${link("deny")}">Deny</a>`;
        return reply.type("text/html; charset=utf-8").send(page);
      }
      const target = new URL(redirectUri);
      target.searchParams.set("state", state);
      if (decision === "allow") {
        const code = random();
        codes.set(code, { clientId, redirectUri, challenge: queryParam(request, "code_challenge") });
        target.searchParams.set("code", code);
      } else target.searchParams.set("error", "access_denied");
      return reply.redirect(target.toString());
    },
    token: (request) => {
      const field = (name: string) => bodyField(request, name) ?? queryParam(request, name) ?? "";
      if (field("client_secret").includes("bad")) return { ok: false, error: "invalid_client" };
      if (field("grant_type") === "refresh_token") {
        const isValid = !settings.oauth.isRevoked && refreshTokens.delete(field("refresh_token"));
        return isValid ? issue() : { ok: false, error: "invalid_grant" };
      }
      if (field("grant_type") !== "authorization_code") return { ok: false, error: "unsupported_grant_type" };
      const code = codes.get(field("code"));
      codes.delete(field("code"));
      const challenge = createHash("sha256").update(field("code_verifier")).digest("base64url");
      const isProven = code?.challenge === undefined || code.challenge === challenge;
      if (code?.clientId !== field("client_id") || code.redirectUri !== field("redirect_uri") || !isProven)
        return { ok: false, error: "invalid_grant" };
      return issue();
    },
    isIssued: (refreshToken) => everIssued.has(refreshToken),
    isRefused: (accessToken) => {
      const expiry = expiries.get(accessToken);
      return expiry !== undefined && (settings.oauth.isRevoked || expiry < Date.now());
    },
  };
};
