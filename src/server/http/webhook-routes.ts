import type { FastifyInstance } from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { findActiveEndpoint } from "#server/pipeline/ingest/webhook/endpoint-cache.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";

type HandshakeRequest = { Params: { token: string }; Querystring: Record<string, unknown> };

/** Meta's handshake: it asks once whether a webhook URL is ours. */
export const mountWebhookRoutes = (
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
      refusals.note(endpoint, "verify_token_wrong", ip);
      throw new Problem("forbidden");
    }
    return reply.type("text/plain").send(String(query["hub.challenge"] ?? "").slice(0, 1000));
  });
};
