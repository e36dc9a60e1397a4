import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { system } from "#server/audit/entry.ts";
import type { VendorCallback } from "#server/connectors/messaging/messenger.ts";
import { keepSaid } from "#server/pipeline/deliver/call-updates.ts";
import { isSpoken, takeIncoming } from "#server/pipeline/deliver/callback.ts";
import { createReceipts } from "#server/pipeline/deliver/receipts.ts";
import { type ReadBody, readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { createRefusals } from "#server/pipeline/ingest/webhook/refusals.ts";
import { findOutgoing } from "#server/store/delivery/sent-messages.ts";
import { createPeer } from "./peer.ts";

type Told = { Params: { messenger: string }; Querystring: Record<string, unknown> };

const mostBytes = 1_048_576;
const bodyOf = (request: IncomingMessage): Promise<ReadBody> =>
  new Promise((resolve) => readBody(request, mostBytes, resolve));
const uuid = /^[0-9a-f-]{36}$/i;

/** Where vendors tell what became of messages and bring answers. Nothing is believed that they did not sign. */
export const mountVendorHooks = (server: FastifyInstance, services: Services): void => {
  const { config, messaging, write, addressHash, log } = services;
  const refusals = createRefusals(write, log);
  const receipts = createReceipts(write, addressHash);
  const peer = createPeer(config);
  const take = async (
    request: FastifyRequest<Told>,
    sent: Buffer,
  ): Promise<{ contentType: string; body: string } | undefined> => {
    const found = await messaging.by(request.params.messenger);
    if (!found) throw new Problem("not_found");
    const { messenger, settings } = found;
    const { method, headers, query } = request;
    const told: VendorCallback = { method, urls: peer.urls(request.raw), headers, query, rawBody: sent };
    if (!messenger.verifyCallback(settings, told)) {
      refusals.note({ id: messenger.id, name: messenger.connector.label }, "signature_wrong", request.ip);
      throw new Problem("hook_refused");
    }
    await takeIncoming(messenger, messenger.parseCallback(told), { write, hash: addressHash, receipts });
    if (!messenger.respondToCallback) return undefined;
    // Only what is spoken needs to know what was to be said.
    const named = typeof query.action === "string" && uuid.test(query.action) ? query.action : null;
    const action = isSpoken(messenger) ? named : null;
    const { values } = await services.business();
    const outgoing =
      action === null ? null : await findOutgoing(services.database.db, action, values.company_name ?? null);
    const answer = messenger.respondToCallback(told, outgoing);
    if (answer?.spoken) {
      const { callId, turn, texts } = answer.spoken;
      const call = { messenger: messenger.id, providerId: callId, actionId: action };
      await write(system, (writing) => keepSaid(writing, call, turn, texts));
    }
    return answer;
  };

  server.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser("*", (_request, _stream, done) => done(null));
    door.route<Told>({
      method: ["GET", "POST"],
      url: "/hooks/vendors/:messenger",
      handler: async (request, reply) => {
        const read = request.method === "GET" ? undefined : await bodyOf(request.raw);
        if (read && !read.ok)
          throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
        const answer = await take(request, read?.ok ? read.sent : Buffer.alloc(0));
        if (answer) return reply.type(answer.contentType).send(answer.body);
        return reply.status(200).send("");
      },
    });
  });
};
