import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { readBodies } from "./bodies.ts";
import { createSandboxContext } from "./context.ts";
import { createControl } from "./control.ts";
import { type Ledger, maskBody } from "./ledger.ts";
import { mountPhoneApi } from "./phone/api.ts";
import { mountPhonePage } from "./phone/page.ts";
import { startSmtp } from "./smtp/smtp.ts";
import { queryParam, requestHeader, type Vendor } from "./vendor.ts";
import { vendors } from "./vendors.ts";

export type Sandbox = { url: string; smtpPort: number; stop: () => Promise<void> };

/** Every vendor Faro talks to, simulated on one loopback port: vendor `x` is reached at `<url>/x`. */
export const startSandbox = async (options: { port?: number; smtpPort?: number } = {}): Promise<Sandbox> => {
  const app = fastify({
    routerOptions: { maxParamLength: 4096 },
    bodyLimit: 4 * 1024 * 1024,
    exposeHeadRoutes: false,
    // Requests that are never answered must not hold up the stop.
    forceCloseConnections: true,
  });
  let url = "";
  const context = createSandboxContext(() => url);
  readBodies(app);
  rejectForeignOrigins(app);

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
  for (const vendor of vendors) {
    app.register(
      async (scope) => {
        recordRequests(scope, vendor, context.ledger);
        control.rule(scope, vendor);
        vendor.mount(scope, context);
      },
      { prefix: `/${vendor.id}` },
    );
  }
  const smtp = await startSmtp(context, options.smtpPort ?? 0);
  await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    smtpPort: smtp.port,
    stop: async () => {
      await Promise.all([app.close(), smtp.stop(), context.stop()]);
    },
  };
};

/** Pages of other sites can neither read what is here nor change anything. */
const rejectForeignOrigins = (app: FastifyInstance): void => {
  app.addHook("onRequest", (request, reply, done) => {
    // A name of another site may point to this machine.
    if (!/^(127\.0\.0\.1|localhost)$/.test(request.hostname))
      return void reply.code(403).send("Loopback only");
    // A form of another site can be sent here, but not as JSON.
    const isOwn = request.method === "POST" && /^\/(_control|sandbox\/)/.test(request.url);
    const type = requestHeader(request, "content-type")?.split(";")[0]?.trim();
    if (isOwn && type !== "application/json") return void reply.code(415).send("JSON only");
    done();
  });
};

/** Remembers a request when it arrives, so that one which is never answered is seen too. */
const recordRequests = (app: FastifyInstance, vendor: Vendor, ledger: Ledger): void => {
  app.addHook("onRequest", (request, _reply, done) => {
    const path = request.url.slice(vendor.id.length + 1);
    const shown = vendor.maskPath ? vendor.maskPath(path) : path;
    ledger.open({ vendor: vendor.id, method: request.method, path: shown }, request);
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
