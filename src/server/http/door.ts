import type { IncomingMessage, ServerResponse } from "node:http";
import { parse as parseQuery } from "node:querystring";
import type { Services } from "#server/api/handler.ts";
import { bodyOf, Problem, statusOf } from "#server/api/problem.ts";
import { createKeySets } from "#server/pipeline/door/key-sets.ts";
import { verifyHook } from "#server/pipeline/door/methods.ts";
import { readBody } from "#server/pipeline/door/read-body.ts";
import { createRateLimit } from "#server/pipeline/rate-limit.ts";
import { receive } from "#server/pipeline/receive.ts";
import { createRefusals } from "#server/pipeline/refusals.ts";
import type { Kept } from "#server/store/arrivals.ts";
import type { HookTarget } from "#server/store/hooks.ts";
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
  const usualHeaders = [
    ...Object.entries(machineHeaders(services.secure)).flat(),
    "content-type",
    "application/json; charset=utf-8",
  ];

  const take = async (request: IncomingMessage, token: string, query: string | undefined): Promise<Kept> => {
    if (isClosing()) throw new Problem("unavailable", { retryAfterSeconds: 5 });
    // What is known already is not waited for: each turn of waiting is felt by a sender who waits for each answer.
    const knocking = knock(hooks, token, Date.now());
    const hook = knocking instanceof Promise ? await knocking : knocking;
    const { requestsPerMinute, maxBodyBytes } = hook.settings;
    const wait = requestsPerMinute && limit(hook.id, requestsPerMinute, Date.now());
    if (wait) throw new Problem("too_many", { retryAfterSeconds: wait });
    const read = await readBody(request, maxBodyBytes);
    if (!read.ok) throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
    const now = Date.now();
    const checking = verifyHook(
      withoutOldSecret(hook, now),
      {
        method: "POST",
        urls: () => peer.urls(request),
        headers: request.headers,
        query: query === undefined ? noQuery : parseQuery(query),
        sent: read.sent,
      },
      { now, fetchKeys: keys },
    );
    const verdict = checking instanceof Promise ? await checking : checking;
    if (!verdict.ok) {
      refusals.note(hook, verdict.reason, peer.ip(request));
      throw new Problem("hook_refused");
    }
    const delivery = { headers: request.headers, body: read.body, signedKey: verdict.replayKey };
    const received = await receive(hook, delivery, { intake, mapping, write });
    if (received.ok) return received;
    throw new Problem("unreadable", { issues: [{ path: "body", message: received.problem.code }] });
  };

  const accept = (response: ServerResponse, { id, isNew }: Kept): void => {
    const body = `{"id":"${id}"}`;
    response.writeHead(isNew ? 202 : 200, [...usualHeaders, "content-length", String(body.length)]).end(body);
  };
  const refuse = (request: IncomingMessage, response: ServerResponse, problem: Problem): void => {
    const wait = problem.retryAfterSeconds;
    const body = JSON.stringify(bodyOf(problem, languageOf(request.headers)));
    const more = [
      ...["content-length", String(Buffer.byteLength(body))],
      ...(wait === undefined ? [] : ["retry-after", String(wait)]),
      // What is too large was not read to its end, so nothing can follow on the same connection.
      ...(isClosing() || problem.code === "too_large" ? ["connection", "close"] : []),
    ];
    response.writeHead(statusOf(problem.code), [...usualHeaders, ...more]).end(body);
  };

  return (request, response) => {
    const found = request.method === "POST" ? address.exec(request.url ?? "") : null;
    if (!found) return false;
    const started = performance.now();
    const done = (): void => {
      const seconds = (performance.now() - started) / 1000;
      metrics.request("POST", "/hooks/:token", response.statusCode, seconds);
      // What was accepted is in its table; a line for each would say nothing more.
      if (response.statusCode < 400) return;
      const ms = Math.round(seconds * 10_000) / 10;
      const facts = { method: "POST", route: "/hooks/:token", status: response.statusCode, ms };
      log.info({ ...facts, pii: { ip: peer.ip(request) } }, "request");
    };
    take(request, decoded(found[1] ?? ""), found[2])
      .then((kept) => accept(response, kept))
      .catch((error: unknown) => refuse(request, response, problemOf(error, "/hooks/:token", log)))
      .then(done)
      .catch((error: unknown) => {
        log.warn({ error }, "a sender was not answered");
        response.destroy();
      });
    return true;
  };
};
