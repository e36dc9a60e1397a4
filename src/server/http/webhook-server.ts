import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parse as parseQuery } from "node:querystring";
import type { FastifyInstance } from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { preferredLanguage } from "#server/api/preferred-language.ts";
import { Problem, problemStatus, toProblemBody } from "#server/api/problem.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { createKeySets } from "#server/egress/key-sets.ts";
import { findActiveEndpoint } from "#server/pipeline/ingest/webhook/endpoint-cache.ts";
import { verifyRequest } from "#server/pipeline/ingest/webhook/methods.ts";
import { readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { receiveWebhook } from "#server/pipeline/ingest/webhook/receive.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import type { StoredEvent } from "#server/store/ingestion/events.ts";
import type { WebhookEndpoint } from "#server/store/ingestion/webhook-endpoints.ts";
import { errorToProblem } from "./error-to-problem.ts";
import { baseHeaders, requestIdHeader } from "./headers.ts";
import type { Metrics } from "./metrics.ts";
import { createPeer } from "./peer.ts";
import type { RequestLimit } from "./rate-limit.ts";

/** Handles the request if it is a webhook; returns whether it was one. */
export type WebhookHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A proxy may put the whole origin before the path. */
const webhookUrl = /^(?:https?:\/\/[^/]+)?\/hooks\/([\w%-]+)(?:\?([^#]*))?(?:#.*)?$/;
const route = "/hooks/:token";

const decodeToken = (token: string): string => {
  if (!token.includes("%")) return token;
  try {
    return decodeURIComponent(token);
  } catch {
    return "";
  }
};

const withoutExpiredSecret = (endpoint: WebhookEndpoint, now: number): WebhookEndpoint => {
  if (endpoint.secrets.previousSecretKey === undefined || endpoint.previousSecretUntil > now) return endpoint;
  const { previousSecretKey: _expired, ...secrets } = endpoint.secrets;
  return { ...endpoint, secrets };
};

/**
 * Accepts events of webhook endpoints: finds the endpoint, verifies the sender, stores the event, and answers 202 only
 * after its commit. It runs before the framework, whose routing and hooks would add a third to the cost of a request.
 */
export const createWebhookHandler = (
  services: ApiServices,
  metrics: Metrics,
  isStopping: () => boolean,
  rateLimit: RequestLimit,
): WebhookHandler => {
  const { config, webhookEndpoints, log, tracing } = services;
  const refusals = createRefusalLog(services.write, log);
  const fetchKeys = createKeySets(services.egress);
  const peer = createPeer(config);
  const commonHeaders = [
    ...Object.entries(baseHeaders(services.secure)).flat(),
    "content-type",
    "application/json; charset=utf-8",
  ];

  const accept = async (request: IncomingMessage, token: string, query: string): Promise<StoredEvent> => {
    const endpoint = await findActiveEndpoint(webhookEndpoints, token, Date.now());
    if (!endpoint) throw new Problem("not_found");
    const { requestsPerMinute, maxBodyBytes } = endpoint.settings;
    const { retryAfterSeconds } = requestsPerMinute ? await rateLimit(endpoint.id, requestsPerMinute) : {};
    if (retryAfterSeconds !== undefined) throw new Problem("too_many", { retryAfterSeconds });
    const read = await readBody(request, maxBodyBytes);
    if (!read.ok) throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
    const { headers } = request;
    const replayKey = await verify(request, endpoint, read.sent, query);
    const received = await receiveWebhook(endpoint, { headers, body: read.body, replayKey }, services);
    if (!received.ok)
      throw new Problem("unreadable", { issues: [{ path: "body", message: received.problem.code }] });
    return received;
  };

  const verify = async (
    request: IncomingMessage,
    endpoint: WebhookEndpoint,
    sent: Buffer,
    query: string,
  ): Promise<string | undefined> => {
    const now = Date.now();
    const verification = await verifyRequest(
      withoutExpiredSecret(endpoint, now),
      {
        method: "POST",
        urls: () => peer.urls(request),
        headers: request.headers,
        query: parseQuery(query),
        rawBody: sent,
      },
      { now, fetchKeys },
    );
    if (verification.ok) return verification.replayKey;
    refusals.record(endpoint, verification.reason, peer.ip(request));
    throw new Problem("hook_refused");
  };

  const answerStored = (response: ServerResponse, { id, isNew }: StoredEvent): void => {
    const body = `{"id":"${id}"}`;
    const headers = [...commonHeaders, "content-length", String(body.length)];
    if (isStopping()) headers.push("connection", "close");
    response.writeHead(isNew ? 202 : 200, headers).end(body, "latin1");
  };
  const answerProblem = (
    request: IncomingMessage,
    response: ServerResponse,
    problem: Problem,
    id: string,
  ): void => {
    const wait = problem.retryAfterSeconds;
    const body = JSON.stringify(toProblemBody(problem, preferredLanguage(request.headers)));
    const headers = [
      ...commonHeaders,
      ...["content-length", String(Buffer.byteLength(body)), requestIdHeader, id],
      ...(wait === undefined ? [] : ["retry-after", String(wait)]),
      // A body that is too large was not read to its end, so the connection cannot be used again.
      ...(isStopping() || problem.code === "too_large" ? ["connection", "close"] : []),
    ];
    response.writeHead(problemStatus(problem.code), headers).end(body);
  };

  /** Accepted events are in their table, by the id that was answered, and need no line. */
  const logRefusal = (request: IncomingMessage, id: string, status: number, seconds: number): void => {
    const facts = { id, method: "POST", route, status, ms: Math.round(seconds * 10_000) / 10 };
    log.info({ ...facts, pii: { ip: peer.ip(request) } }, "request");
  };

  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
    token: string,
    query: string,
  ): Promise<void> => {
    const started = performance.now();
    const startedAt = Date.now();
    const seconds = (): number => (performance.now() - started) / 1000;
    let id: string;
    try {
      const stored = await accept(request, token, query);
      id = stored.id;
      answerStored(response, stored);
    } catch (error) {
      id = randomUUID();
      answerProblem(request, response, errorToProblem(error, route, log, id), id);
      logRefusal(request, id, response.statusCode, seconds());
    }
    metrics.request("POST", route, response.statusCode, seconds());
    // Its trace has the id of the event, which is known only now. A repeated delivery is not a second first span.
    const attributes = { "http.request.method": "POST", "http.route": route };
    if (response.statusCode !== 200)
      tracing
        .startFirst(`POST ${route}`, id, { kind: "SERVER", attributes, startedAt })
        ?.end({ "http.response.status_code": response.statusCode });
  };

  return (request, response) => {
    const match = request.method === "POST" ? webhookUrl.exec(request.url ?? "") : null;
    if (!match) return false;
    handle(request, response, decodeToken(match[1] ?? ""), match[2] ?? "").catch((error: unknown) => {
      log.warn({ error }, "a webhook request was not answered");
      response.destroy();
    });
    return true;
  };
};

type HandshakeRequest = { Params: { token: string }; Querystring: Record<string, unknown> };

/** Answers Meta's handshake, which verifies once that a webhook URL belongs to the account. */
export const mountWebhookHandshake = (
  server: FastifyInstance,
  { webhookEndpoints, write, log }: ApiServices,
): void => {
  const refusals = createRefusalLog(write, log);
  server.get<HandshakeRequest>("/hooks/:token", async (request, reply) => {
    const endpoint = await findActiveEndpoint(webhookEndpoints, request.params.token, Date.now());
    if (!endpoint) throw new Problem("not_found");
    const { verifyToken } = endpoint.settings;
    const { query, ip } = request;
    if (query["hub.mode"] !== "subscribe" || verifyToken === null) throw new Problem("not_found");
    if (!timingSafeEqualText(String(query["hub.verify_token"] ?? ""), verifyToken)) {
      refusals.record(endpoint, "verify_token_wrong", ip);
      throw new Problem("forbidden");
    }
    return reply.type("text/plain").send(String(query["hub.challenge"] ?? "").slice(0, 1000));
  });
};
