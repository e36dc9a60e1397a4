import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { problems } from "#contract/problems.ts";
import { stripInvisible } from "#domain/agent/plain-speech.ts";
import { refuseUse } from "#domain/api-access/token.ts";
import { mcpLimits } from "#domain/mcp/limits.ts";
import { allowsTool, findTool } from "#domain/mcp/tools.ts";
import { firstScopes } from "#domain/oauth/authorization-request.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { type OAuthAddresses, oauthAddresses } from "#server/api/oauth-addresses.ts";
import { Problem, problemStatus } from "#server/api/problem.ts";
import type { ApiToken } from "#server/auth/api-tokens.ts";
import { answerMcp } from "#server/mcp/mcp-server.ts";
import { createReadCount } from "#server/mcp/read-count.ts";
import { errorToProblem } from "./error-to-problem.ts";
import type { RequestLimit } from "./rate-limit.ts";
import { isSameOrigin } from "./same-origin.ts";
import type { TokenGuard } from "./token-guard.ts";

/** `/mcp/key` never answers OAuth discovery, after which some clients would ignore a configured token. */
const oauthPath = "/mcp";
const paths = [oauthPath, "/mcp/key"] as const;

const clientInfoKey = "io.modelcontextprotocol/clientInfo";

/** Only what limits and the audit need; the SDK checks the rest. */
const rpcBody = z.looseObject({
  method: z.string().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  params: z
    .looseObject({
      name: z.string().optional(),
      _meta: z
        .looseObject({
          [clientInfoKey]: z.looseObject({ name: z.string(), version: z.string().optional() }).optional(),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type RpcBody = z.infer<typeof rpcBody>;

const sendRpcError = (
  reply: FastifyReply,
  status: number,
  id: string | number | null,
  error: { code: number; message: string; data?: unknown },
): FastifyReply => reply.status(status).send({ jsonrpc: "2.0", id, error });

const rpcIdOf = (body: unknown): string | number | null => rpcBody.safeParse(body).data?.id ?? null;

const serverErrorCode = -32_000;
const parseErrorCode = -32_700;
const invalidRequestCode = -32_600;
const methodNotFoundCode = -32_601;

/** What the program calls itself. */
const clientOf = ({ params }: RpcBody, { headers }: FastifyRequest): string | null => {
  const info = params?._meta?.[clientInfoKey] as { name: string; version?: string } | undefined;
  const text = info ? [info.name, info.version].filter(Boolean).join(" ") : headers["user-agent"];
  return text ? stripInvisible(text).slice(0, 100) : null;
};

const passedHeaders = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"] as const;

const toWebRequest = (request: FastifyRequest, signal: AbortSignal): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    const isPassed = passedHeaders.some((each) => each === name) || name.startsWith("mcp-param-");
    if (isPassed && typeof value === "string") headers.set(name, value);
  }
  return new Request(new URL(request.url, "http://faro.invalid"), { method: "POST", headers, signal });
};

/** The header by which clients find out where to sign in, and for what (RFC 9728, RFC 6750). */
const challenge = (
  addresses: OAuthAddresses | undefined,
  { error, scope }: { error?: string; scope: string },
): string =>
  addresses
    ? `Bearer resource_metadata="${addresses.resourceMetadata}", scope="${scope}"${error ? `, error="${error}"` : ""}`
    : 'Bearer realm="faro"';

/** A grant may be used only at the address for which the user gave it. */
const isAtItsAudience = (
  { grant }: ApiToken,
  { routeOptions }: FastifyRequest,
  addresses: OAuthAddresses | undefined,
): boolean => grant === null || (routeOptions.url === oauthPath && grant.audience === addresses?.audience);

/** The scope that the call of a grant needs and lacks; its client then asks the user for more. */
const missingScope = ({ grant, scopes }: ApiToken, { method, params }: RpcBody): string | undefined => {
  const tool = grant && method === "tools/call" ? findTool(params?.name ?? "") : undefined;
  return tool && !allowsTool(scopes, tool) ? (tool.scope ?? undefined) : undefined;
};

type McpAccess = { token: ApiToken; release: () => void };

/** Decides by the token alone whether a request may be answered now. */
const createMcpAccess = (guard: TokenGuard, rateLimit: RequestLimit) => {
  const running = new Map<string, number>();

  const countCall = async (token: ApiToken, { method, params }: RpcBody): Promise<void> => {
    const tool = method === "tools/call" ? findTool(params?.name ?? "") : undefined;
    const isWrite = tool !== undefined && !tool.annotations.readOnlyHint;
    const perMinute = isWrite ? mcpLimits.writesPerMinute : mcpLimits.readsPerMinute;
    const { retryAfterSeconds } = await rateLimit(`${token.id} ${isWrite ? "write" : "read"}`, perMinute);
    if (retryAfterSeconds !== undefined) throw new Problem("too_many", { retryAfterSeconds });
  };

  return async (
    request: FastifyRequest,
    body: RpcBody,
    addresses: OAuthAddresses | undefined,
  ): Promise<McpAccess> => {
    const now = Date.now();
    const token = await guard.find(request);
    if (!token) throw new Problem("unauthenticated");
    if (!isAtItsAudience(token, request, addresses)) throw new Problem("token_unknown");
    const refusal = token.mayComeFrom(request.ip) ? refuseUse(token, now) : "token_wrong_address";
    if (refusal) {
      // An access token ends every hour; that is no sign of misuse.
      if (token.grant === null || refusal !== "token_expired") await guard.countRefusal(token, refusal, now);
      throw new Problem(refusal);
    }
    await countCall(token, body);
    const atOnce = running.get(token.id) ?? 0;
    if (atOnce >= mcpLimits.atOnce) throw new Problem("too_many", { retryAfterSeconds: 1 });
    running.set(token.id, atOnce + 1);
    await guard.noteUse(token, request, now);
    const release = () => {
      const left = (running.get(token.id) ?? 1) - 1;
      if (left > 0) running.set(token.id, left);
      else running.delete(token.id);
    };
    return { token, release };
  };
};

/** The MCP server for AI assistants: bearer tokens only, no sessions and no streams between requests. */
export const mountMcp = (
  server: FastifyInstance,
  services: ApiServices,
  guard: TokenGuard,
  rateLimit: RequestLimit,
): void => {
  const access = createMcpAccess(guard, rateLimit);
  const countReads = createReadCount(services);
  const publicOrigin = services.config.publicUrl?.origin;

  const checkOrigin = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header("cache-control", "no-store");
    if (!isSameOrigin(request.headers, publicOrigin)) throw new Problem("cross_site");
  };

  const addressesFor = async (request: FastifyRequest): Promise<OAuthAddresses | undefined> =>
    request.routeOptions.url === oauthPath ? oauthAddresses(services, request) : undefined;

  const sendError = async (
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const problem = errorToProblem(error, request.routeOptions.url, services.log, request.id);
    if (problem.retryAfterSeconds !== undefined)
      reply.header("retry-after", String(problem.retryAfterSeconds));
    const status = problemStatus(problem.code);
    if (status === 401) {
      const isTokenless = problem.code === "unauthenticated";
      const scope = firstScopes.join(" ");
      reply.header(
        "www-authenticate",
        challenge(await addressesFor(request), { scope, ...(isTokenless ? {} : { error: "invalid_token" }) }),
      );
    }
    return sendRpcError(reply, status, rpcIdOf(request.body), {
      code: problem.code === "bad_json" ? parseErrorCode : serverErrorCode,
      message: problems[problem.code].en,
      data: { code: problem.code },
    });
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parsed = rpcBody.safeParse(request.body);
    // A list of calls would be counted as one.
    if (Array.isArray(request.body) || !parsed.success)
      return sendRpcError(reply, 400, null, { code: invalidRequestCode, message: "One JSON-RPC message" });
    const body = parsed.data;
    const addresses = await addressesFor(request);
    const { token, release } = await access(request, body, addresses);
    try {
      const scope = missingScope(token, body);
      if (scope !== undefined) {
        await guard.countRefusal(token, "token_lacks_scope", Date.now());
        const needed = [...new Set([...token.scopes, scope])].join(" ");
        reply.header(
          "www-authenticate",
          challenge(addresses, { error: "insufficient_scope", scope: needed }),
        );
        return sendRpcError(reply, 403, body.id ?? null, {
          code: serverErrorCode,
          message: problems.token_lacks_scope.en,
          data: { code: "token_lacks_scope", scope },
        });
      }
      if (body.method === "subscriptions/listen")
        return sendRpcError(reply, 404, body.id ?? null, {
          code: methodNotFoundCode,
          message: "Method not found",
        });
      const closed = new AbortController();
      reply.raw.once("close", () => closed.abort());
      const caller = { sid: "", token: { id: token.id, name: token.name }, user: token.user };
      const answered = await answerMcp(toWebRequest(request, closed.signal), request.body, {
        context: {
          services,
          token,
          caller,
          actor: {
            userId: token.user.id,
            ip: request.ip,
            userAgent: request.headers["user-agent"] ?? null,
            token: caller.token,
          },
          client: clientOf(body, request),
          origin: publicOrigin ?? `${request.protocol}://${request.host}`,
          request,
          reply,
          noted: { personIds: new Set(), approvalId: null },
        },
        onRefused: (refusal) => guard.countRefusal(token, refusal, Date.now()),
        onRead: (personIds) => countReads(token, personIds, Date.now()),
      });
      const type = answered.headers.get("content-type");
      if (type !== null) reply.header("content-type", type);
      return reply.status(answered.status).send(await answered.text());
    } finally {
      release();
    }
  };

  for (const url of paths) {
    server.route({
      method: "POST",
      url,
      bodyLimit: mcpLimits.bodyBytes,
      onRequest: checkOrigin,
      errorHandler: sendError,
      handler: answer,
    });
    server.route({
      method: ["GET", "DELETE"],
      url,
      exposeHeadRoute: false,
      onRequest: checkOrigin,
      errorHandler: sendError,
      handler: async (_request, reply) =>
        sendRpcError(reply.header("allow", "POST"), 405, null, {
          code: serverErrorCode,
          message: "Method not allowed",
        }),
    });
  }
};
