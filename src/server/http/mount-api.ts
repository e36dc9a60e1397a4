import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import type { Language } from "#domain/language.ts";
import { answerOnce } from "#server/api/answer-once.ts";
import type { ApiServices, Handler, Handlers } from "#server/api/handler.ts";
import { issueMessages, issuePhrases } from "#server/api/issue-messages.ts";
import { preferredLanguage } from "#server/api/preferred-language.ts";
import { invalidInput, Problem } from "#server/api/problem.ts";
import { requireRecords } from "#server/api/record-access.ts";
import { findUnstorable } from "#server/api/unstorable.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { authorizeSession, createTokenAccess, type TokenAccess } from "./authorize.ts";
import { createFieldSelection } from "./field-selection.ts";
import { hashRequest, readIdempotencyKey } from "./idempotency.ts";
import type { RequestLimit, RequestLimits } from "./rate-limit.ts";
import type { TokenGuard } from "./token-guard.ts";

/** OpenAPI writes {id}, Fastify :id. */
const toFastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** Registers each route of the contract with its access check, input validation and output schema. */
export const mountApi = (
  server: FastifyInstance,
  handlers: Handlers,
  services: ApiServices,
  guard: TokenGuard,
  rateLimits: RequestLimits,
): void => {
  const tokenAccess = createTokenAccess(guard, rateLimits("token"));
  const rateLimit = rateLimits("user");
  for (const [resource, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<ApiRoute>(endpoints)) {
      const handler = (handlers as Record<string, Record<string, Handler<ApiRoute>>>)[resource]?.[name];
      if (!handler) throw new Error(`No handler for ${resource}.${name}`);
      const selectFields = createFieldSelection(endpoint);
      server.route({
        method: endpoint.method,
        url: toFastifyPath(endpoint.path),
        exposeHeadRoute: false,
        ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
        handler: (request, reply) =>
          handleRequest(
            { endpoint, handler, services, tokenAccess, rateLimit, selectFields },
            request,
            reply,
          ),
      });
    }
  }
};

type MountedRoute = {
  endpoint: ApiRoute;
  handler: Handler<ApiRoute>;
  services: ApiServices;
  tokenAccess: TokenAccess;
  rateLimit: RequestLimit;
  selectFields: ReturnType<typeof createFieldSelection>;
};

const handleRequest = async (
  { endpoint, handler, services, tokenAccess, rateLimit, selectFields }: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const caller =
    (await tokenAccess(endpoint, request, reply)) ??
    (await authorizeSession(endpoint, services, request, endpoint.beforeSecondFactor));
  if (endpoint.perMinute !== undefined && caller) {
    const key = `${caller.user.id} ${endpoint.path}`;
    const { retryAfterSeconds } = await rateLimit(key, endpoint.perMinute);
    if (retryAfterSeconds !== undefined) throw new Problem("too_many", { retryAfterSeconds });
  }
  const language = preferredLanguage(request.headers);
  const { query, select } = selectFields(request, language);
  const input = readInput(endpoint, { params: request.params, query, body: request.body }, language);
  await requireRecords(services.database.db, endpoint, caller, input);
  const actor: Actor = {
    userId: caller?.user.id ?? null,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    ...(caller?.token ? { token: caller.token } : {}),
  };
  const handle = async (as: Actor): Promise<unknown> => {
    const output = await handler({
      input,
      caller: caller as UserSession,
      actor: as,
      services,
      request,
      reply,
    });
    // Parsing drops fields that the contract does not name, so that a new column is not exposed by accident.
    return endpoint.media ? reply : select(endpoint.output.parse(output));
  };
  const key = caller?.token && !endpoint.media ? readIdempotencyKey(request) : undefined;
  if (key === undefined) return handle(actor);
  return answerOnce(
    services.database.pool,
    {
      actor,
      tokenId: caller?.token?.id ?? "",
      key,
      requestHash: hashRequest(request),
      onReplayed: () => void reply.header("idempotency-replayed", "true"),
    },
    handle,
  );
};

/** The handler looks at each row by itself. */
const withoutRows = (body: unknown, rowsIn: string | undefined): unknown =>
  rowsIn === undefined ? body : { ...(body as object), [rowsIn]: undefined };

const readInput = (
  endpoint: ApiRoute,
  request: Pick<FastifyRequest, "params" | "query" | "body">,
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
    const unstorablePath = findUnstorable(
      part === "body" ? withoutRows(parsed.data, endpoint.rowsIn) : parsed.data,
    );
    if (unstorablePath) {
      const issues = [{ path: unstorablePath.join("."), message: issuePhrases[language].unstorable }];
      throw part === "params" ? new Problem("not_found") : new Problem("invalid", { issues });
    }
    input[part] = parsed.data;
  }
  return input;
};
