import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { findPersona, personas } from "./callers/personas.ts";
import type { SandboxContext } from "./context.ts";
import { failureModes } from "./failure-modes.ts";
import { faults, isFault } from "./faults.ts";
import { type InterruptionKind, interruptionKinds } from "./interruptions.ts";
import { brainNames } from "./llm/brains.ts";
import { modelIds } from "./llm/completion.ts";
import { applySettings, resetSettings, settingsChangeSchema } from "./settings.ts";
import { reportSchema, sendRequestedReport } from "./smtp/reports.ts";
import { type SimulatedResponse, sendResponse, type Vendor } from "./vendor.ts";

/** The state of a vendor as a whole. What happens to a single send is a fault. */
const modes = ["ok", "down", "html", "slow", "never"] as const;
type VendorMode = (typeof modes)[number];

type ControlTarget = {
  context: SandboxContext;
  vendorIds: readonly string[];
  modes: Map<string, VendorMode>;
};

/** A command may add fields to the response. */
type CommandResult = Record<string, unknown> | undefined;

type ControlCommand = {
  fields: z.ZodRawShape;
  /** Reads the command's fields from a valid body. Undefined: the fields contradict each other. */
  prepare: (body: unknown, target: ControlTarget) => (() => Promise<CommandResult>) | undefined;
};

const defineCommand = <Fields extends z.ZodRawShape>(
  fields: Fields,
  run: (
    input: z.output<z.ZodObject<Fields>>,
    target: ControlTarget,
  ) => CommandResult | Promise<CommandResult>,
  isConsistent: (input: z.output<z.ZodObject<Fields>>, target: ControlTarget) => boolean = () => true,
): ControlCommand => {
  const schema = z.object(fields);
  return {
    fields,
    prepare: (body, target) => {
      const input = schema.parse(body);
      return isConsistent(input, target) ? async () => run(input, target) : undefined;
    },
  };
};

/** Restores the initial state. The ledger keeps its entries. */
const reset = defineCommand({ reset: z.literal(true).optional() }, (input, target) => {
  if (!input.reset) return;
  const { context, vendorIds } = target;
  target.modes.clear();
  for (const id of vendorIds) context.faults.plan(id, undefined);
  context.brains.reset();
  context.callers.reset();
  context.interruptions.reset();
  resetSettings(context.settings);
});

const seed = defineCommand({ seed: z.int().nonnegative().optional() }, (input, { context }) => {
  if (input.seed === undefined) return;
  context.random.seed(input.seed);
  context.faults.seed(input.seed);
});

const settings = defineCommand(settingsChangeSchema.shape, (change, { context }) => {
  applySettings(context.settings, change);
});

const heardSchema = z.strictObject({
  business: z.string(),
  customer: z.string(),
  hoursAgo: z.number().min(0).max(10_000),
});

/** Sets when the customer last wrote to the business on WhatsApp. */
const heard = defineCommand({ heard: heardSchema.optional() }, (input, { context }) => {
  if (!input.heard) return;
  const { business, customer, hoursAgo } = input.heard;
  context.serviceWindows.open(business, customer, Date.now() - hoursAgo * 3_600_000);
});

const shareSchema = z.number().min(0).max(1);
const faultFields = {
  vendor: z.string().optional(),
  mode: z.string().optional(),
  /** The share of sends that the fault affects; all of them by default. */
  share: shareSchema.optional(),
  /** The number of sends that the fault affects; unlimited by default. */
  times: z.int().positive().optional(),
  /** Several faults, each with its share. */
  mix: z.record(z.string(), shareSchema).optional(),
};
type FaultInput = z.output<z.ZodObject<typeof faultFields>>;

const isConsistentFault = ({ vendor, mode, mix }: FaultInput, { vendorIds }: ControlTarget): boolean => {
  if (vendor === undefined) return mode === undefined && mix === undefined;
  if (!vendorIds.includes(vendor)) return false;
  if (mix && !Object.keys(mix).every(isFault)) return false;
  if (mode === undefined || isFault(mode)) return true;
  // The other modes are HTTP responses, which SMTP does not have.
  return vendor !== "smtp" && modes.some((name) => name === mode);
};

const fault = defineCommand(
  faultFields,
  ({ vendor, mode, mix, share = 1, times = Number.POSITIVE_INFINITY }, target) => {
    if (!vendor) return undefined;
    const { faults: selector } = target.context;
    if (mix) {
      const shares = Object.entries(mix).flatMap(([name, part]) =>
        isFault(name) ? [{ fault: name, share: part }] : [],
      );
      selector.plan(vendor, { shares, times });
    }
    if (mode) {
      target.modes.set(vendor, modes.find((name) => name === mode) ?? "ok");
      const planned = isFault(mode) && mode !== "ok" ? mode : undefined;
      selector.plan(vendor, planned && { shares: [{ fault: planned, share }], times });
    }
    return { vendor, ...(mode ? { mode } : {}) };
  },
  isConsistentFault,
);

const interruptSchema = z.strictObject({
  vendor: z.string(),
  as: z.enum(interruptionKinds),
  skip: z.int().nonnegative().default(0),
  times: z.int().positive().default(1),
  path: z.string().default(""),
});

/** Interrupts single requests to a vendor, after a number of others. */
const interrupt = defineCommand(
  { interrupt: interruptSchema.nullable().optional() },
  ({ interrupt: plan }, { context }) => {
    if (plan === null) context.interruptions.reset();
    if (!plan) return undefined;
    const { vendor, ...rest } = plan;
    context.interruptions.plan(vendor, rest);
    return { interrupt: plan };
  },
  ({ interrupt: plan }, { vendorIds }) => !plan || vendorIds.includes(plan.vendor),
);

/** How the models of an AI vendor behave, for a number of requests or until the next change. */
const brain = defineCommand(
  {
    vendor: z.string().optional(),
    brain: z.enum(brainNames).optional(),
    times: z.int().positive().optional(),
  },
  ({ vendor = "", brain: name, times = Number.POSITIVE_INFINITY }, { context }) => {
    if (!name) return undefined;
    context.brains.plan(vendor, name, times);
    return { vendor, brain: name };
  },
  ({ vendor = "", brain: name }) => name === undefined || modelIds(vendor).length > 0,
);

const callerSchema = z.strictObject({
  number: z.string().regex(/^\+\d{6,15}$/),
  /** Null: nobody in particular answers at the number. */
  persona: z.string().nullable(),
});

/** Makes a scripted person answer at a number, or call from it. */
const caller = defineCommand(
  { caller: callerSchema.optional() },
  ({ caller: assignment }, { context }) => {
    if (!assignment) return undefined;
    context.callers.assign(assignment.number, assignment.persona);
    return { caller: assignment };
  },
  ({ caller: assignment }) => !assignment?.persona || findPersona(assignment.persona) !== undefined,
);

/** Makes a mail server report back about a message. */
const report = defineCommand({ report: reportSchema.optional() }, async (input, { context }) =>
  input.report ? { reported: await sendRequestedReport(context, input.report) } : undefined,
);

/** One request may hold several commands. They run in this order. */
const commands: readonly ControlCommand[] = [
  reset,
  seed,
  settings,
  heard,
  fault,
  interrupt,
  brain,
  caller,
  report,
];

const bodySchema = z.strictObject(
  Object.fromEntries(commands.flatMap(({ fields }) => Object.entries(fields))),
);

export type SandboxControl = {
  mount: (app: FastifyInstance) => void;
  /** Applies the vendor's mode and latency before its own routes. */
  applyMode: (app: FastifyInstance, vendor: Vendor) => void;
};

export const createControl = (vendors: readonly Vendor[], context: SandboxContext): SandboxControl => {
  const vendorIds = [...vendors.map(({ id }) => id), "smtp"];
  const target: ControlTarget = { context, vendorIds, modes: new Map() };

  return {
    mount: (app) => {
      app.post("/_control", async (request, reply) => {
        const refuse = (issues?: unknown) =>
          sendResponse(reply, {
            status: 400,
            body: {
              vendors: vendorIds,
              modes,
              faults,
              brains: brainNames,
              callers: personas.map(({ id }) => id),
              ...(issues ? { issues } : {}),
            },
          });
        const parsed = bodySchema.safeParse(request.body);
        if (!parsed.success) return refuse(parsed.error.issues);
        const prepared = commands.map(({ prepare }) => prepare(parsed.data, target));
        const runs = prepared.filter((run) => run !== undefined);
        // A request with one contradiction changes nothing.
        if (runs.length < commands.length) return refuse();
        const results: CommandResult[] = [];
        for (const run of runs) results.push(await run());
        return Object.fromEntries(results.flatMap((result) => Object.entries(result ?? {})));
      });
    },
    applyMode: (app, vendor) => {
      app.addHook("preHandler", async (request, reply) => {
        const mode = target.modes.get(vendor.id) ?? "ok";
        if (mode === "ok") return;
        if (mode === "down") return sendResponse(reply, (vendor.down ?? unavailable)());
        await failureModes[mode](request, reply);
        if (reply.sent) return reply;
      });
      const cut = new WeakSet<object>();
      app.addHook("preHandler", async (request, reply) => {
        const kind = context.interruptions.take(vendor.id, request.url);
        if (kind === "html") return failureModes.html(request, reply).then(() => reply);
        if (kind === "cut") cut.add(request.raw);
        else if (kind)
          return sendResponse(reply, (vendor.interruptions?.[kind] ?? defaultInterruption(kind))());
      });
      app.addHook("onSend", (request, _reply, _payload, done) => {
        if (cut.has(request.raw)) request.raw.socket.resetAndDestroy();
        done();
      });
      // The effect is immediate; only the response is delayed.
      app.addHook("onSend", (_request, _reply, _payload, done) => {
        const latency = context.settings.latencyMs[vendor.id] ?? context.settings.latencyMs["*"];
        if (!latency) return done();
        const finish = () => done();
        context.wait(latency).then(finish, finish);
      });
    },
  };
};

const defaultInterruption = (kind: InterruptionKind) => (): SimulatedResponse => {
  const status = { unauthorized: 401, "rate-limited": 429, "rate-limited-bare": 429, "false-success": 200 };
  return {
    status: (status as Partial<Record<InterruptionKind, number>>)[kind] ?? 500,
    body: { message: kind },
  };
};

const unavailable = (): SimulatedResponse => ({
  status: 503,
  type: "text/plain",
  body: "Service Unavailable",
});
