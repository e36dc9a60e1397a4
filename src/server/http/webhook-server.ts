import type { IncomingMessage, ServerResponse } from "node:http";
import { parse as parseQuery } from "node:querystring";
import type { Services } from "#server/api/handler.ts";
import { Problem, problemStatus, toProblemBody } from "#server/api/problem.ts";
import type { Told } from "#server/db/plain-statement.ts";
import { goOn } from "#server/pipeline/ingest/webhook/go-on.ts";
import type { HookVerdict } from "#server/pipeline/ingest/webhook/hook.ts";
import { createKeySets } from "#server/pipeline/ingest/webhook/key-sets.ts";
import { verifyHook } from "#server/pipeline/ingest/webhook/methods.ts";
import { createRateLimit } from "#server/pipeline/ingest/webhook/rate-limit.ts";
import { type ReadBody, readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { type Received, receive } from "#server/pipeline/ingest/webhook/receive.ts";
import { createRefusals } from "#server/pipeline/ingest/webhook/refusals.ts";
import type { Kept } from "#server/store/ingestion/unread-events.ts";
import type { HookTarget } from "#server/store/ingestion/webhook-endpoints.ts";
import { machineHeaders } from "./headers.ts";
import { knock } from "./knock.ts";
import { languageOf } from "./language.ts";
import type { Metrics } from "./metrics.ts";
import { createPeer } from "./peer.ts";
import { problemOf } from "./problem-of.ts";

/** Answers if the request is for the door; says whether it was. */
export type Door = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Also with the whole origin before it, as a proxy may write it. */
const address = /^(?:https?:\/\/[^/]+)?\/hooks\/([\w%-]+)(?:\?([^#]*))?(?:#.*)?$/;

const decoded = (token: string): string => {
  if (!token.includes("%")) return token;
  try {
    return decodeURIComponent(token);
  } catch {
    return "";
  }
};
const noQuery = {};
const route = "/hooks/:token";

const withoutOldSecret = (hook: HookTarget, now: number): HookTarget => {
  if (hook.secrets.previousSecretKey === undefined || hook.previousSecretUntil > now) return hook;
  const { previousSecretKey: _old, ...secrets } = hook.secrets;
  return { ...hook, secrets };
};

/**
 * The one inbound door for events. It stands before the framework, because here each microsecond is paid thousands
 * of times a second. A 202 leaves only after the event is committed.
 */
export const createDoor = (services: Services, metrics: Metrics, isClosing: () => boolean): Door => {
  const { config, hooks, intake, mapping, write, log } = services;
  const limit = createRateLimit();
  const refusals = createRefusals(write, log);
  const keys = createKeySets(services.egress);
  const peer = createPeer(config);
  const tools = { intake, mapping, write };
  const usualHeaders = [
    ...Object.entries(machineHeaders(services.secure)).flat(),
    "content-type",
    "application/json; charset=utf-8",
  ];

  const take = (
    request: IncomingMessage,
    token: string,
    query: string | undefined,
    told: Told<Kept>,
  ): void => {
    if (isClosing()) throw new Problem("unavailable", { retryAfterSeconds: 5 });
    const welcome = (hook: HookTarget): void => {
      const { requestsPerMinute, maxBodyBytes } = hook.settings;
      const wait = requestsPerMinute && limit(hook.id, requestsPerMinute, Date.now());
      if (wait) throw new Problem("too_many", { retryAfterSeconds: wait });
      readBody(request, maxBodyBytes, (read) =>
        goOn(read, () => check(request, query, hook, read, told), told.failed),
      );
    };
    goOn(knock(hooks, token, Date.now()), welcome, told.failed);
  };

  const check = (
    request: IncomingMessage,
    query: string | undefined,
    hook: HookTarget,
    read: ReadBody,
    told: Told<Kept>,
  ): void => {
    if (!read.ok) throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
    const { headers } = request;
    const now = Date.now();
    const asked = {
      method: "POST",
      urls: () => peer.urls(request),
      headers,
      query: query === undefined ? noQuery : parseQuery(query),
      sent: read.sent,
    };
    const judge = (verdict: HookVerdict): void => {
      if (!verdict.ok) {
        refusals.note(hook, verdict.reason, peer.ip(request));
        throw new Problem("hook_refused");
      }
      const delivery = { headers, body: read.body, signedKey: verdict.replayKey };
      receive(hook, delivery, tools, { done: answerReceived, failed: told.failed });
    };
    const answerReceived = (received: Received): void =>
      received.ok
        ? told.done(received)
        : told.failed(
            new Problem("unreadable", { issues: [{ path: "body", message: received.problem.code }] }),
          );
    goOn(verifyHook(withoutOldSecret(hook, now), asked, { now, fetchKeys: keys }), judge, told.failed);
  };

  const accept = (response: ServerResponse, { id, isNew }: Kept): void => {
    const body = `{"id":"${id}"}`;
    const headers = [...usualHeaders, "content-length", String(body.length)];
    response.writeHead(isNew ? 202 : 200, headers).end(body, "latin1");
  };
  const refuse = (request: IncomingMessage, response: ServerResponse, problem: Problem): void => {
    const wait = problem.retryAfterSeconds;
    const body = JSON.stringify(toProblemBody(problem, languageOf(request.headers)));
    const more = [
      ...["content-length", String(Buffer.byteLength(body))],
      ...(wait === undefined ? [] : ["retry-after", String(wait)]),
      // What is too large was not read to its end, so nothing can follow on the same connection.
      ...(isClosing() || problem.code === "too_large" ? ["connection", "close"] : []),
    ];
    response.writeHead(problemStatus(problem.code), [...usualHeaders, ...more]).end(body);
  };

  const note = (request: IncomingMessage, status: number, seconds: number): void => {
    metrics.request("POST", route, status, seconds);
    // What was accepted is in its table; a line for each would say nothing more.
    if (status < 400) return;
    const facts = { method: "POST", route, status, ms: Math.round(seconds * 10_000) / 10 };
    log.info({ ...facts, pii: { ip: peer.ip(request) } }, "request");
  };
  return (request, response) => {
    const found = request.method === "POST" ? address.exec(request.url ?? "") : null;
    if (!found) return false;
    const started = performance.now();
    const answer = (say: () => void): void => {
      try {
        say();
        note(request, response.statusCode, (performance.now() - started) / 1000);
      } catch (error) {
        log.warn({ error }, "a sender was not answered");
        response.destroy();
      }
    };
    const told: Told<Kept> = {
      done: (kept) => answer(() => accept(response, kept)),
      failed: (error) => answer(() => refuse(request, response, problemOf(error, route, log))),
    };
    goOn(decoded(found[1] ?? ""), (token) => take(request, token, found[2], told), told.failed);
    return true;
  };
};
