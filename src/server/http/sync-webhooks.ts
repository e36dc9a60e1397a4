import { parse } from "node:querystring";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { system } from "#server/audit/entry.ts";
import type { WebhookProof } from "#server/connectors/people/people-vendor.ts";
import { findPeopleVendor } from "#server/connectors/people/people-vendors.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import { hubspot } from "#server/pipeline/ingest/webhook/signatures/hubspot.ts";
import { lockSync } from "#server/store/sync/sync-connections.ts";
import { queueRemoteIds } from "#server/store/sync/sync-queue.ts";
import { runSync } from "#server/sync/run-sync.ts";
import { createPeer, type Peer } from "./peer.ts";

const maxBodyBytes = 1_048_576;
const schemes = { hubspot };
const signature = parseEndpointSettings({}).signature;

type SyncHook = { Params: { service: string }; Querystring: Record<string, unknown> };

const basicPassword = (authorization = ""): string => {
  const [scheme, encoded = ""] = authorization.split(" ");
  if (scheme?.toLowerCase() !== "basic") return "";
  return Buffer.from(encoded, "base64").toString().split(":").slice(1).join(":");
};

const isProven = (
  proof: WebhookProof,
  secret: string,
  { method, headers, query, raw }: FastifyRequest<SyncHook>,
  rawBody: Buffer,
  peer: Peer,
): boolean => {
  if (proof.kind === "basic") return timingSafeEqualText(basicPassword(headers.authorization), secret);
  if (proof.kind === "key") return timingSafeEqualText(String(query.key ?? ""), secret);
  const sent = { method, urls: () => peer.urls(raw), headers, query, rawBody };
  return schemes[proof.scheme].check(sent, [secret], signature, Date.now()).ok;
};

/** Where vendors report which contacts changed. A report only says what to read again, so a repeated one is harmless. */
export const mountSyncWebhooks = (server: FastifyInstance, services: ApiServices): void => {
  const { config, write, vendors, log } = services;
  const refusals = createRefusalLog(write, log);
  const peer = createPeer(config);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _stream, done) => done(null));
    // Some vendors ask whether the address exists before they report to it.
    scope.get<SyncHook>("/hooks/sync/:service", async (request, reply) => {
      if (!findPeopleVendor(request.params.service)?.webhook) throw new Problem("not_found");
      return reply.status(200).send("");
    });
    scope.post<SyncHook>("/hooks/sync/:service", async (request, reply) => {
      const { service } = request.params;
      const vendor = findPeopleVendor(service);
      if (!vendor?.webhook) throw new Problem("not_found");
      const { proof, readIds } = vendor.webhook;
      const read = await readBody(request.raw, maxBodyBytes);
      if (!read.ok) throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
      const opened = await vendors.open(vendor.connector);
      const secret = opened.ok ? opened.settings[proof.secret] : undefined;
      if (typeof secret !== "string" || !isProven(proof, secret, request, read.sent, peer)) {
        refusals.record({ id: service, name: vendor.connector.label }, "signature_wrong", request.ip);
        throw new Problem("hook_refused");
      }
      const ids = readIds(parseBody(read.sent, request.headers["content-type"]));
      if (ids.length > 0)
        await write(system, async ({ tx, enqueue }) => {
          const sync = await lockSync(tx, service);
          if (sync?.phase !== "live" && sync?.phase !== "load") return;
          await queueRemoteIds(tx, service, ids);
          if (sync.state === "running" && sync.phase === "live") enqueue(runSync, { service });
        });
      return reply.status(200).send("");
    });
  });
};

const parseBody = (body: Buffer, type = ""): unknown => {
  if (type.includes("x-www-form-urlencoded")) return { ...parse(body.toString()) };
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
