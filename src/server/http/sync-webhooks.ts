import type { FastifyInstance } from "fastify";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { system } from "#server/audit/entry.ts";
import { findPeopleVendor } from "#server/connectors/people/people-vendors.ts";
import { readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import { hubspot } from "#server/pipeline/ingest/webhook/signatures/hubspot.ts";
import { lockSync } from "#server/store/sync/sync-connections.ts";
import { queueRemoteIds } from "#server/store/sync/sync-queue.ts";
import { runSync } from "#server/sync/run-sync.ts";
import { createPeer } from "./peer.ts";

const maxBodyBytes = 1_048_576;
const schemes = { hubspot };
const signature = parseEndpointSettings({}).signature;

/** Where vendors report which contacts changed. A report only says what to read again, so a repeated one is harmless. */
export const mountSyncWebhooks = (server: FastifyInstance, services: ApiServices): void => {
  const { config, write, vendors, log } = services;
  const refusals = createRefusalLog(write, log);
  const peer = createPeer(config);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _stream, done) => done(null));
    scope.post<{ Params: { service: string }; Querystring: Record<string, unknown> }>(
      "/hooks/sync/:service",
      async (request, reply) => {
        const { service } = request.params;
        const vendor = findPeopleVendor(service);
        if (!vendor?.webhook) throw new Problem("not_found");
        const read = await readBody(request.raw, maxBodyBytes);
        if (!read.ok) throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
        const opened = await vendors.open(vendor.connector);
        const secret = opened.ok ? opened.settings[vendor.webhook.secret] : undefined;
        const { method, headers, query } = request;
        const urls = () => peer.urls(request.raw);
        const isSigned =
          typeof secret === "string" &&
          schemes[vendor.webhook.scheme].check(
            { method, urls, headers, query, rawBody: read.sent },
            [secret],
            signature,
            Date.now(),
          ).ok;
        if (!isSigned) {
          refusals.record({ id: service, name: vendor.connector.label }, "signature_wrong", request.ip);
          throw new Problem("hook_refused");
        }
        const ids = vendor.webhook.readIds(parseJson(read.sent));
        if (ids.length > 0)
          await write(system, async ({ tx, enqueue }) => {
            const sync = await lockSync(tx, service);
            if (sync?.phase !== "live" && sync?.phase !== "load") return;
            await queueRemoteIds(tx, service, ids);
            if (sync.state === "running" && sync.phase === "live") enqueue(runSync, { service });
          });
        return reply.status(200).send("");
      },
    );
  });
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
