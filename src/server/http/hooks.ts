import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { sameText } from "#server/constant-time.ts";
import { createKeySets } from "#server/pipeline/door/key-sets.ts";
import { verifyHook } from "#server/pipeline/door/methods.ts";
import { readBody } from "#server/pipeline/door/read-body.ts";
import { createRateLimit } from "#server/pipeline/rate-limit.ts";
import { receive } from "#server/pipeline/receive.ts";
import { createRefusals } from "#server/pipeline/refusals.ts";
import type { HookTarget } from "#server/store/hooks.ts";

type Knock = { Params: { token: string }; Querystring: Record<string, unknown> };

/** The one inbound door. A 202 leaves only after the event is committed. */
export const mountHooks = (server: FastifyInstance, services: Services): void => {
  const { config, hooks, intake, mapping, write, log } = services;
  const limit = createRateLimit();
  const refusals = createRefusals(write, log);
  const keys = createKeySets(services.egress);

  const knocked = async (token: string): Promise<HookTarget> => {
    const hook = await hooks.find(token);
    // Unknown, out of date and switched off look the same from outside.
    if (!hook || hook.status === "inactive" || hook.tokenUntil < Date.now()) throw new Problem("not_found");
    return hook;
  };
  /** Senders sign the address they know us by. */
  const urlsOf = (request: FastifyRequest): string[] => {
    const seen = `${request.protocol}://${request.host}`;
    return [...new Set([config.publicUrl?.origin ?? seen, seen])].map((origin) => origin + request.url);
  };
  const refuse = (hook: HookTarget, reason: string, ip: string): never => {
    refusals.note(hook, reason, ip);
    throw new Problem("hook_refused");
  };

  server.register(async (door) => {
    // Bodies are read below, within the endpoint's own limit, once we know whose they are.
    door.removeAllContentTypeParsers();
    door.addContentTypeParser("*", (_request, _stream, done) => done(null));

    door.post<Knock>("/hooks/:token", async (request, reply) => {
      const hook = await knocked(request.params.token);
      const { requestsPerMinute, maxBodyBytes } = hook.settings;
      const wait = requestsPerMinute && limit(hook.id, requestsPerMinute, Date.now());
      if (wait) throw new Problem("too_many", { retryAfterSeconds: wait });
      const read = await readBody(request.raw, maxBodyBytes);
      if (!read.ok) throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
      const { headers, query, method, ip } = request;
      const { previousSecretKey: _old, ...present } = hook.secrets;
      const secrets = hook.previousSecretUntil > Date.now() ? hook.secrets : present;
      const verdict = await verifyHook(
        { ...hook, secrets },
        { method, urls: urlsOf(request), headers, query, sent: read.sent },
        { now: Date.now(), fetchKeys: keys },
      );
      if (!verdict.ok) return refuse(hook, verdict.reason, ip);
      const delivery = { headers, body: read.body, signedKey: verdict.replayKey };
      const received = await receive(hook, delivery, { intake, mapping, write });
      if (!received.ok) {
        throw new Problem("unreadable", { issues: [{ path: "body", message: received.problem.code }] });
      }
      return reply.status(received.isNew ? 202 : 200).send({ id: received.id });
    });

    // Meta asks once whether the address is ours.
    door.get<Knock>("/hooks/:token", async (request, reply) => {
      const hook = await knocked(request.params.token);
      const { verifyToken } = hook.settings;
      const { query, ip } = request;
      if (query["hub.mode"] !== "subscribe" || verifyToken === null) throw new Problem("not_found");
      if (!sameText(String(query["hub.verify_token"] ?? ""), verifyToken)) {
        refusals.note(hook, "verify_token_wrong", ip);
        throw new Problem("forbidden");
      }
      return reply.type("text/plain").send(String(query["hub.challenge"] ?? "").slice(0, 1000));
    });
  });
};
