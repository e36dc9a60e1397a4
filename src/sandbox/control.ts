import type { FastifyInstance } from "fastify";
import { trials } from "./trials.ts";
import { type Answer, bodyOf, send, type Vendor } from "./vendor.ts";

const modes = ["ok", "down", "html", "slow", "never"] as const;
type Mode = (typeof modes)[number];

export type Control = {
  mount: (app: FastifyInstance) => void;
  /** Puts the vendor's mode in front of whatever it would answer. */
  rule: (app: FastifyInstance, vendor: Vendor) => void;
};

export const createControl = (vendors: readonly Vendor[]): Control => {
  const current = new Map<string, Mode>();
  return {
    mount: (app) => {
      app.post("/_control", async (request, reply) => {
        const vendor = vendors.find(({ id }) => id === bodyOf(request, "vendor"));
        const mode = modes.find((name) => name === bodyOf(request, "mode"));
        if (!vendor || !mode)
          return send(reply, { status: 400, body: { vendors: vendors.map(({ id }) => id), modes } });
        current.set(vendor.id, mode);
        return { vendor: vendor.id, mode };
      });
    },
    rule: (app, vendor) => {
      app.addHook("preHandler", async (request, reply) => {
        const mode = current.get(vendor.id) ?? "ok";
        if (mode === "ok") return;
        if (mode === "down") return send(reply, (vendor.down ?? unavailable)());
        await trials[mode](request, reply);
        if (reply.sent) return reply;
      });
    },
  };
};

const unavailable = (): Answer => ({ status: 503, type: "text/plain", body: "Service Unavailable" });
