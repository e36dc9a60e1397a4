import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute, RouteAccess } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import type { Language } from "#domain/language.ts";
import { mayActAs } from "#domain/role.ts";
import type { ApiServices, Handler, Handlers } from "#server/api/handler.ts";
import { issueMessages, issuePhrases } from "#server/api/issue-messages.ts";
import { preferredLanguage } from "#server/api/preferred-language.ts";
import { invalidInput, Problem } from "#server/api/problem.ts";
import { mustSetUpSecondFactor } from "#server/api/second-factor.ts";
import { readSessionToken } from "#server/auth/cookies.ts";
import { findSession, type UserSession } from "#server/auth/sessions.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set after authentication, for the log line. */
    userId: string | null;
  }
}

/** OpenAPI writes {id}, Fastify :id. */
const toFastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Registers each route of the contract with its access check, input validation and output schema. */
export const mountApi = (server: FastifyInstance, handlers: Handlers, services: ApiServices): void => {
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<ApiRoute>(endpoints)) {
      const handler = (handlers as Record<string, Record<string, Handler<ApiRoute>>>)[resource]?.[name];
      if (!handler) throw new Error(`No handler for ${resource}.${name}`);
      server.route({
        method: endpoint.method,
        url: toFastifyPath(endpoint.path),
        exposeHeadRoute: false,
        handler: (request, reply) => handleRequest(endpoint, handler, services, request, reply),
      });
    }
  }
};

const handleRequest = async (
  endpoint: ApiRoute,
  handler: Handler<ApiRoute>,
  services: ApiServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const caller = await authorize(endpoint.access, services, request, endpoint.beforeSecondFactor);
  const input = readInput(endpoint, request, preferredLanguage(request.headers));
  const actor = {
    userId: caller?.user.id ?? null,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
  };
  const output = await handler({ input, caller: caller as UserSession, actor, services, request, reply });
  if (endpoint.media) return reply;
  // Parsing drops fields that the contract does not name, so that a new column is not exposed by accident.
  return endpoint.output.parse(output);
};

/** Finds the session of the request and checks that its user has the required access. */
export const authorize = async (
  access: RouteAccess,
  services: ApiServices,
  request: FastifyRequest,
  beforeSecondFactor = false,
): Promise<UserSession | undefined> => {
  const token = readSessionToken(request.headers, services.secure);
  const { sessionTimeout } = await services.general();
  // Requests that a tab makes by itself do not extend the session.
  const isUserActivity = request.headers["x-faro-background"] === undefined;
  const signedIn = token
    ? await findSession(services.database.pool, token, sessionTimeout * 60_000, isUserActivity)
    : undefined;
  request.userId = signedIn?.user.id ?? null;
  if (access === "public") return signedIn;
  if (!signedIn) throw new Problem("unauthenticated");
  if (!mayActAs(signedIn.user.role, access)) throw new Problem("forbidden");
  if (!beforeSecondFactor && (await mustSetUpSecondFactor(services, signedIn.user)))
    throw new Problem("second_factor_required");
  return signedIn;
};

/** The path of the first text that PostgreSQL cannot store: one with a NUL or an unpaired surrogate. */
const findUnstorable = (value: unknown, path: string[] = []): string[] | undefined => {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed() ? path : undefined;
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const invalid = findUnstorable(key, path) ?? findUnstorable(inner, [...path, key]);
    if (invalid) return invalid;
  }
  return undefined;
};

const readInput = (
  endpoint: ApiRoute,
  request: FastifyRequest,
  language: Language,
): Record<string, unknown> => {
  const input: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    const schema = endpoint.input[part];
    if (!schema) continue;
    const parsed = schema.safeParse(request[part] ?? (part === "body" ? undefined : {}), {
      error: issueMessages[language],
    });
    // A malformed id matches no row.
    if (!parsed.success) throw part === "params" ? new Problem("not_found") : invalidInput(parsed.error, "");
    const unstorablePath = findUnstorable(parsed.data);
    if (unstorablePath) {
      const issues = [{ path: unstorablePath.join("."), message: issuePhrases[language].unstorable }];
      throw part === "params" ? new Problem("not_found") : new Problem("invalid", { issues });
    }
    input[part] = parsed.data;
  }
  return input;
};
