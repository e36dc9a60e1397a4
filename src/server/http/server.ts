import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { handlers } from "#server/api/handlers.ts";
import { preferredLanguage } from "#server/api/preferred-language.ts";
import { Problem, problemStatus, toProblemBody } from "#server/api/problem.ts";
import { readBearerToken } from "#server/auth/api-tokens.ts";
import { mountDocs } from "./docs.ts";
import { errorToProblem } from "./error-to-problem.ts";
import { mountFileLinks } from "./file-links.ts";
import { requestIdHeader, securityHeaders } from "./headers.ts";
import { mountImageLinks } from "./image-links.ts";
import { mountIntegrationWebhooks } from "./integration-webhooks.ts";
import { mountLeadForms } from "./lead-forms.ts";
import type { Metrics } from "./metrics.ts";
import { mountApi } from "./mount-api.ts";
import { mountMcp } from "./mount-mcp.ts";
import { mountOAuthCallback } from "./oauth-callback.ts";
import { mountOAuthServer } from "./oauth-server.ts";
import { createRateLimits } from "./rate-limit.ts";
import { isSameOrigin } from "./same-origin.ts";
import { mountSandboxProxy } from "./sandbox-proxy.ts";
import { mountShortLinks, shortLinkRoute } from "./short-links.ts";
import { mountSingleSignOn } from "./single-sign-on.ts";
import { mountSyncWebhooks } from "./sync-webhooks.ts";
import { createTokenGuard } from "./token-guard.ts";
import { mountTraces } from "./traces.ts";
import { mountUnsubscribe } from "./unsubscribe.ts";
import { mountVendorCallbacks } from "./vendor-callbacks.ts";
import { mountVoice } from "./voice-sockets.ts";
import { mountWeb } from "./web-files.ts";
import { createWebhookHandler, mountWebhookHandshake } from "./webhook-server.ts";

/** Asked by machines every few seconds, so they are logged at the level debug only. */
const probes = new Set(["/healthz", "/readyz", "/metrics"]);

export const buildServer = async (
  services: ApiServices,
  metrics: Metrics,
  ready: () => Promise<void>,
  isStopping: () => boolean,
): Promise<FastifyInstance> => {
  const { config, log } = services;
  const headers = securityHeaders(services.secure);
  const connections = new Set<Socket>();
  const rateLimits = createRateLimits(services.database.pool, log);
  const handleWebhook = createWebhookHandler(services, metrics, isStopping, rateLimits("endpoint"));
  const server = fastify({
    bodyLimit: 1_048_576,
    // What still comes over a kept connection is answered: all that a request needs is closed after the server.
    return503OnClosing: false,
    trustProxy: config.trustedProxies,
    genReqId: () => randomUUID(),
    serverFactory: (handleRequest) => {
      const listening = createServer({ requestTimeout: 30_000 }, (request, response) => {
        if (!handleWebhook(request, response)) handleRequest(request, response);
      });
      listening.keepAliveTimeout = 72_000;
      listening.on("connection", (socket) => {
        connections.add(socket);
        socket.once("close", () => connections.delete(socket));
      });
      return listening;
    },
    // A malformed path is answered like an unknown one.
    frameworkErrors: (_error, request, reply) => sendProblem(new Problem("not_found"), request, reply),
  });
  server.decorateRequest("userId", null);
  readJsonOnly(server);

  server.addHook("preClose", async () => {
    // Browsers open connections ahead of their requests. Node does not count these as idle and would wait for them.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
  // So that clients and load balancers open their next connection elsewhere, and none holds the stop up.
  server.addHook("onSend", async (_request, reply) => {
    if (isStopping()) reply.header("connection", "close");
  });
  if (services.tracing.isOn) mountTraces(server, services.tracing, probes);
  const publicOrigin = config.publicUrl?.origin;
  server.addHook("onRequest", async (request, reply) => {
    reply.headers(headers).header(requestIdHeader, request.id);
    rejectNul(request.url);
    // The route, because the same path can be written in many ways.
    const route = request.routeOptions.url ?? "";
    if (route.startsWith("/api/")) reply.header("cache-control", "no-store");
    const changes = request.method !== "GET" && request.method !== "HEAD";
    // Webhooks come from other sites and carry no cookie, short links have an address of their own and need none;
    // where there is a token, cookies are not read.
    const usesCookies =
      !route.startsWith("/hooks/") &&
      route !== shortLinkRoute &&
      readBearerToken(request.headers) === undefined;
    if (changes && usesCookies && !isSameOrigin(request.headers, publicOrigin)) {
      throw new Problem("cross_site");
    }
  });
  server.addHook("onResponse", async (request, reply) => {
    // The pattern, because a path may contain a token.
    const route = request.routeOptions.url ?? "unknown";
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    log[probes.has(route) ? "debug" : "info"](
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
    sendProblem(errorToProblem(error, request.routeOptions.url, log, request.id), request, reply),
  );

  server.get("/healthz", async () => ({ status: "alive" }));
  server.get("/readyz", async () => {
    await ready();
    return { status: "ready" };
  });
  metrics.mount(server, config.metricsToken);
  mountDocs(server, services.version, config.publicUrl?.origin);
  const guard = createTokenGuard(services);
  mountApi(server, handlers, services, guard, rateLimits);
  mountMcp(server, services, guard, rateLimits("mcp"));
  mountOAuthServer(server, services, rateLimits("oauth"));
  mountVendorCallbacks(server, services);
  mountSyncWebhooks(server, services);
  mountIntegrationWebhooks(server, services);
  mountOAuthCallback(server, services);
  mountSingleSignOn(server, services, rateLimits("sso"));
  mountVoice(server, services);
  mountUnsubscribe(server, services);
  mountFileLinks(server, services);
  mountImageLinks(server, services);
  mountShortLinks(server, services, rateLimits("link"));
  mountLeadForms(server, services, rateLimits("form"));
  mountWebhookHandshake(server, services);
  mountSandboxProxy(server, services);
  const sendApp = mountWeb(server, config.webDir);
  server.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === "GET" && !/^\/(api|hooks|sandbox|mcp|sso|\.well-known)(\/|$)/.test(request.url);
    return isPage ? sendApp(request, reply) : sendProblem(new Problem("not_found"), request, reply);
  });
  return server;
};

/** No text may hold a NUL: PostgreSQL cannot store it. */
const rejectNul = (url: string): void => {
  const [path = "", query = ""] = url.split("?", 2);
  if (path.includes("%00")) throw new Problem("not_found");
  if (query.includes("%00")) throw new Problem("invalid");
};

/** Only JSON bodies are read; an empty body counts as none. */
const readJsonOnly = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, body as string, done),
  );
};

const sendProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", String(problem.retryAfterSeconds));
  return reply
    .status(problemStatus(problem.code))
    .send(toProblemBody(problem, preferredLanguage(request.headers)));
};
