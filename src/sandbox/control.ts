import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { SandboxContext } from "./context.ts";
import { failureModes } from "./failure-modes.ts";
import { faults, isFault } from "./faults.ts";
import { applySettings, defaultSettings, type SandboxSettings, settingsSchema } from "./settings.ts";
import { reportSchema, sendRequestedReport } from "./smtp/reports.ts";
import { sendResponse, type Vendor, type VendorResponse } from "./vendor.ts";

/** How a vendor is as a whole. How it treats what has an effect is a fault. */
const modes = ["ok", "down", "html", "slow", "never"] as const;
type Mode = (typeof modes)[number];

export type Control = {
  mount: (app: FastifyInstance) => void;
  /** Puts the vendor's mode in front of whatever it would answer. */
  rule: (app: FastifyInstance, vendor: Vendor) => void;
};

const share = z.number().min(0).max(1);
const order = z.strictObject({
  vendor: z.string().optional(),
  mode: z.string().optional(),
  /** Of the requests that have an effect, how many the fault befalls; all of them without. */
  share: share.optional(),
  /** For how many requests; for ever without. */
  times: z.int().positive().optional(),
  /** Several faults at once, each with its share. */
  mix: z.record(z.string(), share).optional(),
  seed: z.int().nonnegative().optional(),
  ...settingsSchema.partial().shape,
  calls: settingsSchema.shape.calls.partial().optional(),
  /** The customer wrote on WhatsApp so many hours ago. */
  heard: z
    .strictObject({ business: z.string(), customer: z.string(), hoursAgo: z.number().min(0).max(10_000) })
    .optional(),
  /** A mail server reports back about a message. */
  report: reportSchema.optional(),
  /** Everything as at the start; what happened stays in the ledger. */
  reset: z.literal(true).optional(),
});

export const createControl = (vendors: readonly Vendor[], context: SandboxContext): Control => {
  const ids = [...vendors.map(({ id }) => id), "smtp"];
  const current = new Map<string, Mode>();

  const reset = (): void => {
    current.clear();
    for (const id of ids) context.faults.plan(id, undefined);
    for (const record of [context.settings.webhooks, context.settings.origins, context.settings.latencyMs])
      for (const name of Object.keys(record)) delete record[name];
    applySettings(context.settings, defaultSettings());
  };

  return {
    mount: (app) => {
      app.post("/_control", async (request, reply) => {
        const refuse = (issues?: unknown) =>
          sendResponse(reply, {
            status: 400,
            body: { vendors: ids, modes, faults, ...(issues ? { issues } : {}) },
          });
        const read = order.safeParse(request.body);
        if (!read.success) return refuse(read.error.issues);
        const { vendor, mode, mix, times, seed, heard, report, share = 1, ...rest } = read.data;
        const { reset: anew, ...settings } = rest;
        const shares = Object.entries(mix ?? {}).flatMap(([fault, part]) =>
          isFault(fault) ? [{ fault, share: part }] : [],
        );
        if (vendor !== undefined && !ids.includes(vendor)) return refuse();
        if ((mode !== undefined || mix !== undefined) && vendor === undefined) return refuse();
        if (mode !== undefined && !modes.some((name) => name === mode) && !isFault(mode)) return refuse();
        // Mail has no pages and no headers: only the faults suit it.
        if (vendor === "smtp" && mode !== undefined && !isFault(mode)) return refuse();
        if (mix && shares.length !== Object.keys(mix).length) return refuse();

        if (anew) reset();
        if (seed !== undefined) {
          context.random.seed(seed);
          context.faults.seed(seed);
        }
        applySettings(context.settings, settings as Partial<SandboxSettings>);
        if (heard)
          context.serviceWindows.open(
            heard.business,
            heard.customer,
            Date.now() - heard.hoursAgo * 3_600_000,
          );
        const limit = times ?? Number.POSITIVE_INFINITY;
        if (vendor && mix) context.faults.plan(vendor, { shares, times: limit });
        if (vendor && mode) {
          const known = modes.find((name) => name === mode);
          current.set(vendor, known ?? "ok");
          const fault = isFault(mode) && mode !== "ok" ? mode : undefined;
          context.faults.plan(vendor, fault && { shares: [{ fault, share }], times: limit });
        }
        const reported = report ? await sendRequestedReport(context, report) : undefined;
        return { ...(vendor ? { vendor } : {}), ...(mode ? { mode } : {}), ...(report ? { reported } : {}) };
      });
    },
    rule: (app, vendor) => {
      app.addHook("preHandler", async (request, reply) => {
        const mode = current.get(vendor.id) ?? "ok";
        if (mode === "ok") return;
        if (mode === "down") return sendResponse(reply, (vendor.down ?? unavailable)());
        await failureModes[mode](request, reply);
        if (reply.sent) return reply;
      });
      // What has an effect has it at once; only the answer is late.
      app.addHook("onSend", (_request, _reply, _payload, done) => {
        const latency = context.settings.latencyMs[vendor.id] ?? context.settings.latencyMs["*"];
        if (!latency) return done();
        const go = () => done();
        context.wait(latency).then(go, go);
      });
    },
  };
};

const unavailable = (): VendorResponse => ({ status: 503, type: "text/plain", body: "Service Unavailable" });
