import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { system } from "#server/audit/entry.ts";
import type { HookAnswer, WorkVendor } from "#server/connectors/work/work-vendor.ts";
import { findWorkVendor } from "#server/connectors/work/work-vendors.ts";
import { readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import { readHookSecrets, saveHookSecret } from "#server/store/integrations/hook-secrets.ts";
import { addWork } from "#server/store/integrations/integration-work.ts";

const maxBodyBytes = 1_048_576;

type HookRoute = { Params: { service: string }; Querystring: Record<string, unknown> };

/** Where vendors report leads, replies in chats and completed tasks. What they proved is stored before it is answered. */
export const mountIntegrationWebhooks = (server: FastifyInstance, services: ApiServices): void => {
  const { write, vendors, log, database, keyring } = services;
  const refusals = createRefusalLog(write, log);

  const refuse = ({ connector }: WorkVendor, request: FastifyRequest): Problem => {
    refusals.record({ id: connector.id, name: connector.label }, "signature_wrong", request.ip);
    return new Problem("hook_refused");
  };

  const keepSecret = (service: string, label: string, secret: string): Promise<void> =>
    write(system, async ({ tx, audit, touch }) => {
      await saveHookSecret(tx, keyring, service, "secret", secret);
      audit({
        eventType: "settings_update",
        entityType: "connection",
        entityId: service,
        details: { kind: "reports_confirmed", name: label },
      });
      touch("integration-work");
    });

  const receive = async (
    vendor: WorkVendor,
    request: FastifyRequest<HookRoute>,
    rawBody: Buffer,
  ): Promise<HookAnswer> => {
    const { connector, webhook } = vendor;
    const opened = await vendors.open(connector);
    if (!opened.ok) throw new Problem("not_found");
    const { method, headers, query } = request;
    const sent = { method, headers, query, rawBody };
    const secrets = {
      settings: opened.settings,
      ...(await readHookSecrets(database.db, keyring, connector.id)),
    };
    const handshake = webhook.handshake?.(sent, secrets);
    if (handshake === "refused") throw refuse(vendor, request);
    if (handshake) {
      const { announcedSecret, ...answer } = handshake;
      if (announcedSecret !== undefined) await keepSecret(connector.id, connector.label, announcedSecret);
      return answer;
    }
    if (!webhook.verify(sent, secrets, Date.now())) throw refuse(vendor, request);
    const body = parseJson(rawBody);
    const reports = webhook.read(body);
    if (reports.length > 0)
      await write(system, async ({ tx, touch }) => {
        await addWork(
          tx,
          reports.map((report) => ({ ...report, service: connector.id })),
        );
        touch("integration-work");
      });
    return webhook.answer?.(body) ?? { body: "" };
  };

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _stream, done) => done(null));
    scope.route<HookRoute>({
      method: ["GET", "POST"],
      url: "/hooks/integrations/:service",
      handler: async (request, reply) => {
        const vendor = findWorkVendor(request.params.service);
        if (!vendor) throw new Problem("not_found");
        const read = request.method === "GET" ? undefined : await readBody(request.raw, maxBodyBytes);
        if (read && !read.ok)
          throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
        const { body, headers } = await receive(vendor, request, read?.ok ? read.sent : Buffer.alloc(0));
        return reply
          .status(200)
          .type("text/plain; charset=utf-8")
          .headers(headers ?? {})
          .send(body);
      },
    });
  });
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
