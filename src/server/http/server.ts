import { randomUUID } from "node:crypto";
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { ProblemCode } from "#contract/problems.ts";
import type { Services } from "#server/api/handler.ts";
import { handlers } from "#server/api/handlers.ts";
import { bodyOf, Problem, statusOf } from "#server/api/problem.ts";
import { isConnectionLoss } from "#server/db/database.ts";
import { mountDocs } from "./docs.ts";
import { securityHeaders } from "./headers.ts";
import { mountHooks } from "./hooks.ts";
import { languageOf } from "./language.ts";
import type { Metrics } from "./metrics.ts";
import { mountApi } from "./mount.ts";
import { isOwnOrigin } from "./origin.ts";
import { mountSandboxProxy } from "./sandbox-proxy.ts";
import { mountUnsubscribe } from "./unsubscribe.ts";
import { mountVendorHooks } from "./vendor-hooks.ts";
import { mountWeb } from "./web-files.ts";

const fastifyProblems: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "bad_json",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_json",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media",
  FST_ERR_CTP_BODY_TOO_LARGE: "too_large",
};

export const buildServer = async (
  services: Services,
  metrics: Metrics,
  ready: () => Promise<void>,
): Promise<FastifyInstance> => {
  const { config, log } = services;
  const server = fastify({
    bodyLimit: 1_048_576,
    trustProxy: config.trustedProxies,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    // A request line with an impossible path is as unknown as any other.
    frameworkErrors: (_error, request, reply) => sendProblem(new Problem("not_found"), request, reply),
  });
  server.decorateRequest("userId", null);
  readJsonOnly(server);

  const headers = securityHeaders(services.secure);
  const publicOrigin = config.publicUrl?.origin;
  server.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    // The route and not the path: a path may be written in many ways.
    const route = request.routeOptions.url ?? "";
    if (route.startsWith("/api/")) reply.header("cache-control", "no-store");
    const changes = request.method !== "GET" && request.method !== "HEAD";
    // Hooks come from other sites by nature, and bring no cookie into play.
    if (changes && !route.startsWith("/hooks/") && !isOwnOrigin(request.headers, publicOrigin)) {
      throw new Problem("cross_site");
    }
  });
  server.addHook("onResponse", async (request, reply) => {
    // The pattern and not the path: a path may carry a token.
    const route = request.routeOptions.url ?? "unknown";
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    log.info(
      {
        id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.userId,
        pii: { ip: request.ip },
      },
      "request",
    );
  });
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    sendProblem(problemOf(error, request, log), request, reply),
  );

  server.get("/healthz", async () => ({ status: "alive" }));
  server.get("/readyz", async () => {
    await ready();
    return { status: "ready" };
  });
  metrics.mount(server, config.metricsToken);
  mountDocs(server, services.version);
  mountApi(server, handlers, services);
  mountVendorHooks(server, services);
  mountUnsubscribe(server, services);
  mountHooks(server, services);
  mountSandboxProxy(server, services);
  const sendApp = mountWeb(server, config.webDir);
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === "GET" && !/^\/(api|hooks|sandbox)(\/|$)/.test(request.url);
    return isPage ? sendApp(request, reply) : sendProblem(new Problem("not_found"), request, reply);
  });
  return server;
};

/** Only JSON is read, and none at all is fine where nothing is expected. */
const readJsonOnly = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, body as string, done),
  );
};

const problemOf = (error: FastifyError, request: FastifyRequest, log: Services["log"]): Problem => {
  if (error instanceof Problem) return error;
  const known = fastifyProblems[error.code];
  if (known) return new Problem(known);
  if (isConnectionLoss(error)) {
    log.warn({ error, id: request.id }, "database away");
    return new Problem("unavailable", { retryAfterSeconds: 5 });
  }
  if (error.statusCode === 400) return new Problem("bad_json");
  log.error({ error, id: request.id, route: request.routeOptions.url }, "request failed");
  return new Problem("internal");
};

const sendProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", String(problem.retryAfterSeconds));
  return reply.status(statusOf(problem.code)).send(bodyOf(problem, languageOf(request.headers)));
};
