import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { readBodies } from "./bodies.ts";
import { createControl } from "./control.ts";
import { createLedger, type LedgerEntry, maskedBody } from "./ledger.ts";
import { queryOf, type Vendor } from "./vendor.ts";
import { vendors } from "./vendors.ts";

export type Sandbox = { url: string; stop: () => Promise<void> };

/** Every vendor Faro talks to, simulated on one loopback port: vendor `x` is reached at `<url>/x`. */
export const startSandbox = async (options: { port?: number } = {}): Promise<Sandbox> => {
  const app = fastify({
    routerOptions: { maxParamLength: 4096 },
    bodyLimit: 4 * 1024 * 1024,
    exposeHeadRoutes: false,
    // Requests that are never answered must not hold up the stop.
    forceCloseConnections: true,
  });
  readBodies(app);
  // A page of another site that makes its name point to this machine is not let in.
  app.addHook("onRequest", async (request, reply) => {
    if (!/^(127\.0\.0\.1|localhost)$/.test(request.hostname)) return reply.code(403).send("Loopback only");
  });

  const ledger = createLedger();
  const control = createControl(vendors);
  control.mount(app);
  app.get("/sandbox/api/ledger", async (request) =>
    ledger.list({ vendor: queryOf(request, "connector"), since: queryOf(request, "since") }),
  );
  for (const vendor of vendors) {
    app.register(
      async (scope) => {
        observe(scope, vendor, ledger.open);
        control.rule(scope, vendor);
        vendor.mount(scope);
      },
      { prefix: `/${vendor.id}` },
    );
  }
  await app.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => app.close() };
};

/** Remembers a request when it arrives, so that one which is never answered is seen too. */
const observe = (
  app: FastifyInstance,
  vendor: Vendor,
  open: (entry: Pick<LedgerEntry, "vendor" | "method" | "path">) => LedgerEntry,
): void => {
  const entries = new WeakMap<FastifyRequest, LedgerEntry>();
  app.addHook("onRequest", async (request) => {
    const path = request.url.slice(vendor.id.length + 1);
    const shown = vendor.maskPath ? vendor.maskPath(path) : path;
    entries.set(request, open({ vendor: vendor.id, method: request.method, path: shown }));
  });
  app.addHook("preHandler", async (request) => {
    const entry = entries.get(request);
    if (entry && request.body !== undefined && request.body !== null) entry.body = maskedBody(request.body);
  });
  app.addHook("onSend", async (request, reply) => {
    const entry = entries.get(request);
    if (entry) entry.status = reply.statusCode;
  });
};
