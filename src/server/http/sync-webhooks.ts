import { createHmac } from "node:crypto";
import { parse } from "node:querystring";
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as z from "zod";
import { parseEndpointSettings } from "#domain/ingestion/settings.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { system } from "#server/audit/entry.ts";
import type { WebhookProof } from "#server/connectors/people/people-vendor.ts";
import { findPeopleVendor } from "#server/connectors/people/people-vendors.ts";
import { isSignedWith } from "#server/connectors/people/public-key.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import { hubspot } from "#server/pipeline/ingest/webhook/signatures/hubspot.ts";
import { readHookSecrets } from "#server/store/integrations/hook-secrets.ts";
import { lockSync, saveSyncProgress } from "#server/store/sync/sync-connections.ts";
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
  const header = (name: string): string => String(headers[name] ?? "");
  if (proof.kind === "ed25519") return isSignedWith(secret, rawBody, header(proof.header));
  if (proof.kind === "token") return timingSafeEqualText(tokenOf(parseBody(rawBody)), secret);
  if (proof.kind === "mac") {
    const mac = createHmac("sha256", Buffer.from(secret, "base64")).update(rawBody).digest("hex");
    return timingSafeEqualText(header(proof.header), `hmac-sha256=${mac}`);
  }
  if (proof.kind === "basic") return timingSafeEqualText(basicPassword(headers.authorization), secret);
  if (proof.kind === "key") return timingSafeEqualText(String(query.key ?? ""), secret);
  const sent = { method, urls: () => peer.urls(raw), headers, query, rawBody };
  return schemes[proof.scheme].check(sent, [secret], signature, Date.now()).ok;
};

/** Where vendors report which contacts changed. A report only says what to read again, so a repeated one is harmless. */
export const mountSyncWebhooks = (server: FastifyInstance, services: ApiServices): void => {
  const { config, write, vendors, log, database, keyring } = services;
  const refusals = createRefusalLog(write, log);
  const peer = createPeer(config);
  /** What we and the vendor agreed on when we asked for its reports. */
  const agreedSecret = async (service: string, { kind }: WebhookProof): Promise<string | undefined> => {
    const { token, secret } = await readHookSecrets(database.db, keyring, service);
    return kind === "token" ? token : secret;
  };
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
      const settings = opened.ok ? opened.settings : {};
      const secret = proof.secret === null ? await agreedSecret(service, proof) : settings[proof.secret];
      if (typeof secret !== "string" || !isProven(proof, secret, request, read.sent, peer)) {
        refusals.record({ id: service, name: vendor.connector.label }, "signature_wrong", request.ip);
        throw new Problem("hook_refused");
      }
      const ids = readIds(parseBody(read.sent, request.headers["content-type"]), settings);
      const isHint = vendor.webhook.subscription?.readReports !== undefined;
      if (ids.length > 0 || isHint)
        await write(system, async ({ tx, enqueue }) => {
          const sync = await lockSync(tx, service);
          if (sync?.phase !== "live" && sync?.phase !== "load") return;
          await queueRemoteIds(tx, service, ids);
          if (isHint && sync.subscription)
            await saveSyncProgress(tx, service, { subscription: { ...sync.subscription, hasReports: true } });
          if (sync.state === "running" && sync.phase === "live") enqueue(runSync, { service });
        });
      return reply.status(200).send("");
    });
  });
};

const tokenOf = (body: unknown): string => {
  const parsed = z.object({ token: z.string() }).safeParse(body);
  return parsed.success ? parsed.data.token : "";
};

const parseBody = (body: Buffer, type = ""): unknown => {
  if (type.includes("x-www-form-urlencoded")) return { ...parse(body.toString()) };
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
