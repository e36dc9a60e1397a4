import type { FastifyInstance } from "fastify";
import type { Services } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { createRefusals } from "#server/pipeline/ingest/webhook/refusals.ts";
import { knock } from "./knock.ts";

type Knock = { Params: { token: string }; Querystring: Record<string, unknown> };

/** Meta asks once whether an address is ours. */
export const mountHooks = (server: FastifyInstance, { hooks, write, log }: Services): void => {
  const refusals = createRefusals(write, log);
  server.get<Knock>("/hooks/:token", async (request, reply) => {
    const hook = await knock(hooks, request.params.token, Date.now());
    const { verifyToken } = hook.settings;
    const { query, ip } = request;
    if (query["hub.mode"] !== "subscribe" || verifyToken === null) throw new Problem("not_found");
    if (!timingSafeEqualText(String(query["hub.verify_token"] ?? ""), verifyToken)) {
      refusals.note(hook, "verify_token_wrong", ip);
      throw new Problem("forbidden");
    }
    return reply.type("text/plain").send(String(query["hub.challenge"] ?? "").slice(0, 1000));
  });
};
