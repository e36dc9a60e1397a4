import { isLoopbackHost } from "#server/auth/redirect-uri.ts";
import type { RequestOrigin } from "./endpoint-view.ts";
import type { ApiServices } from "./handler.ts";

/** Where assistants sign in. Nothing of it is at the root of the host, so that `/mcp/key` is not taken for it. */
export type OAuthAddresses = {
  issuer: string;
  /** The resource for which tokens are granted. */
  audience: string;
  resourceMetadata: string;
  pages: { authorize: string; token: string; register: string; revoke: string };
};

type OAuthServices = Pick<ApiServices, "config" | "security" | "sandboxUrl">;

/** The public https address; beside simulators also this machine, where nothing leaves it. */
const oauthOrigin = (
  { config, sandboxUrl }: OAuthServices,
  { host, protocol }: RequestOrigin,
): string | null => {
  if (config.publicUrl?.protocol === "https:") return config.publicUrl.origin;
  const isHere = isLoopbackHost(URL.parse(`${protocol}://${host}`)?.hostname ?? "");
  return sandboxUrl !== undefined && config.publicUrl === undefined && isHere
    ? `${protocol}://${host}`
    : null;
};

export const resourceAddress = (services: OAuthServices, request: RequestOrigin): string | null => {
  const origin = oauthOrigin(services, request);
  return origin === null ? null : `${origin}/mcp`;
};

/** Undefined while assistants may not sign in. */
export const oauthAddresses = async (
  services: OAuthServices,
  request: RequestOrigin,
): Promise<OAuthAddresses | undefined> => {
  const origin = oauthOrigin(services, request);
  if (origin === null || !(await services.security()).assistantSignIn) return undefined;
  const page = (name: string) => `${origin}/oauth/${name}`;
  return {
    issuer: `${origin}/oauth`,
    audience: `${origin}/mcp`,
    resourceMetadata: `${origin}/.well-known/oauth-protected-resource/mcp`,
    pages: {
      authorize: page("authorize"),
      token: page("token"),
      register: page("register"),
      revoke: page("revoke"),
    },
  };
};
