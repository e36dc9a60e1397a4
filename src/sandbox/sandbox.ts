import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node:querystring";
import fastify, { type FastifyInstance } from "fastify";
import { mountAssistantClient } from "./assistant-client.ts";
import { personas } from "./callers/personas.ts";
import { createSandboxContext, type SandboxContext } from "./context.ts";
import { createControl } from "./control.ts";
import { readUploadForm } from "./file-store.ts";
import { type Ledger, maskBody } from "./ledger.ts";
import { mountPhoneApi } from "./phone/api.ts";
import { mountPhonePage } from "./phone/page.ts";
import { createPortSecret } from "./port-secret.ts";
import { startSmtp } from "./smtp/smtp.ts";
import { queryParam, requestHeader, type Vendor } from "./vendor.ts";
import { vendors } from "./vendors.ts";

export type Sandbox = { url: string; smtpPort: number; stop: () => Promise<void> };

/**
 * Simulates every vendor on one loopback port: vendor `x` is reached at `<url>/x`. The address begins with a secret,
 * so that only who was given it can read the conversations and write as a customer.
 */
export const startSandbox = async (options: { port?: number; smtpPort?: number } = {}): Promise<Sandbox> => {
  const secret = createPortSecret();
  const app = fastify({
    rewriteUrl: ({ url = "/" }: IncomingMessage) => secret.strip(url) ?? url,
    routerOptions: { maxParamLength: 4096 },
    bodyLimit: 4 * 1024 * 1024,
    exposeHeadRoutes: false,
    // Open requests must not delay the stop.
    forceCloseConnections: true,
  });
  let url = "";
  const context = createSandboxContext(() => url);
  addBodyParsers(app, context);
  rejectForeignOrigins(app);
  secret.demand(app);

  const control = createControl(vendors, context);
  control.mount(app);
  mountPhoneApi(app, context);
  mountPhonePage(app);
  app.get("/sandbox/api/ledger", async (request) =>
    context.ledger.list({
      vendor: queryParam(request, "connector"),
      since: queryParam(request, "since"),
      onlyEffects: queryParam(request, "effects") === "1",
    }),
  );
  app.get("/sandbox/api/callbacks", async (request) =>
    context.callbacks.list(Number(queryParam(request, "since") ?? 0) || 0),
  );
  mountAssistantClient(app, () => url);
  app.get("/sandbox/api/callers", async () => personas);
  app.get("/sandbox/api/relay", async (request) => {
    const callSid = queryParam(request, "call");
    return callSid === undefined ? context.relays.list() : context.relays.ofCall(callSid);
  });
  for (const vendor of vendors) {
    app.register(
      async (scope) => {
        recordRequests(scope, vendor, context.ledger);
        control.applyMode(scope, vendor);
        vendor.mount(scope, context);
      },
      { prefix: `/${vendor.id}` },
    );
  }
  const smtp = await startSmtp(context, options.smtpPort ?? 0);
  await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${secret.prefix}`;
  return {
    url,
    smtpPort: smtp.port,
    stop: async () => {
      await Promise.all([app.close(), smtp.stop(), context.stop()]);
    },
  };
};

/** Vendors receive JSON, forms and, by mistake, any other type: no body is rejected for its type. */
const maxUploadBytes = 8 * 1024 * 1024;

const addBodyParsers = (app: FastifyInstance, { files }: SandboxContext): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(Object.assign(new Error("Invalid JSON"), { statusCode: 400 }));
    }
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      // Repeated names become arrays.
      done(null, { ...parse(String(body), undefined, undefined, { maxKeys: 0 }) });
    },
  );
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: maxUploadBytes },
    (request, body, done) => {
      const { fields, file } = readUploadForm(body as Buffer, request.headers["content-type"] ?? "", files);
      done(null, { ...fields, ...(file ? { file } : {}) });
    },
  );
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, String(body)));
};

/** Pages of other sites can neither read from the sandbox nor change anything. */
const rejectForeignOrigins = (app: FastifyInstance): void => {
  app.addHook("onRequest", (request, reply, done) => {
    // DNS rebinding: a host name of another site may resolve to this machine.
    if (!/^(127\.0\.0\.1|localhost)$/.test(request.hostname))
      return void reply.code(403).send("Loopback only");
    // A form on another site can post here, but not as JSON.
    const isControlRequest = request.method === "POST" && /^\/(_control|sandbox\/)/.test(request.url);
    const type = requestHeader(request, "content-type")?.split(";")[0]?.trim();
    if (isControlRequest && type !== "application/json") return void reply.code(415).send("JSON only");
    done();
  });
};

/** Records a request on arrival, so that the ledger also lists requests without a response. */
const recordRequests = (app: FastifyInstance, vendor: Vendor, ledger: Ledger): void => {
  app.addHook("onRequest", (request, _reply, done) => {
    const path = request.url.slice(vendor.id.length + 1);
    const maskedPath = vendor.maskPath ? vendor.maskPath(path) : path;
    ledger.open({ vendor: vendor.id, method: request.method, path: maskedPath }, request);
    done();
  });
  app.addHook("preHandler", (request, _reply, done) => {
    const entry = ledger.entryFor(request);
    if (entry && request.body !== undefined && request.body !== null) entry.body = maskBody(request.body);
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    const entry = ledger.entryFor(request);
    if (entry) entry.status = reply.statusCode;
    done();
  });
};
