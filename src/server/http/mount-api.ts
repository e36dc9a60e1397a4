import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute, RouteAccess } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import type { Language } from "#domain/language.ts";
import { mayActAs } from "#domain/role.ts";
import type { ApiServices, Handler, Handlers } from "#server/api/handler.ts";
import { issueMessages } from "#server/api/issue-messages.ts";
import { invalidInput, Problem } from "#server/api/problem.ts";
import { readSessionToken } from "#server/auth/cookies.ts";
import { findSession, type UserSession } from "#server/auth/sessions.ts";
import { preferredLanguage } from "./language.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set once the caller is known, for the log line. */
    userId: string | null;
  }
}

/** OpenAPI writes {id}, Fastify :id. */
const routeOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Each endpoint of the contract becomes a route: who may call, what may come in, and what may leave. */
export const mountApi = (server: FastifyInstance, handlers: Handlers, services: ApiServices): void => {
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<ApiRoute>(endpoints)) {
      const handler = (handlers as Record<string, Record<string, Handler<ApiRoute>>>)[resource]?.[name];
      if (!handler) throw new Error(`No handler for ${resource}.${name}`);
      server.route({
        method: endpoint.method,
        url: routeOf(endpoint.path),
        exposeHeadRoute: false,
        handler: (request, reply) => answer(endpoint, handler, services, request, reply),
      });
    }
  }
};

const answer = async (
  endpoint: ApiRoute,
  handler: Handler<ApiRoute>,
  services: ApiServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const caller = await authorize(endpoint.access, services, request);
  const input = readInput(endpoint, request, preferredLanguage(request.headers));
  const actor = {
    userId: caller?.user.id ?? null,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
  };
  const output = await handler({ input, caller: caller as UserSession, actor, services, request, reply });
  if (endpoint.media) return reply;
  // Parsing drops whatever the contract does not name: a column added one day leaks nowhere.
  return endpoint.output.parse(output);
};

/** Who calls, and whether they may. */
export const authorize = async (
  access: RouteAccess,
  services: ApiServices,
  request: FastifyRequest,
): Promise<UserSession | undefined> => {
  const token = readSessionToken(request.headers, services.secure);
  const { sessionTimeout } = await services.general();
  // What a tab fetches on its own says nothing of the person before it.
  const seen = request.headers["x-faro-background"] === undefined;
  const signedIn = token
    ? await findSession(services.database.pool, token, sessionTimeout * 60_000, seen)
    : undefined;
  request.userId = signedIn?.user.id ?? null;
  if (access === "public") return signedIn;
  if (!signedIn) throw new Problem("unauthenticated");
  if (!mayActAs(signedIn.user.role, access)) throw new Problem("forbidden");
  return signedIn;
};

/** The first place whose text PostgreSQL cannot hold: a zero character, or half of a pair. */
const unstorable = (value: unknown, path: string[] = []): string[] | undefined => {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed() ? path : undefined;
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorable(key, path) ?? unstorable(inner, [...path, key]);
    if (found) return found;
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
    // An id of the wrong kind names nothing that exists.
    if (!parsed.success) throw part === "params" ? new Problem("not_found") : invalidInput(parsed.error, "");
    const lost = unstorable(parsed.data);
    if (lost) {
      const issues = [{ path: lost.join("."), message: "" }];
      throw part === "params" ? new Problem("not_found") : new Problem("invalid", { issues });
    }
    input[part] = parsed.data;
  }
  return input;
};
