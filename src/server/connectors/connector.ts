import * as z from "zod";
import type { ConnectionShape } from "#domain/connection.ts";
import type { EgressRequest, EgressResult } from "#server/egress/egress.ts";
import type { MailServerResolver } from "./messaging/mail-server-resolver.ts";
import type { TestResult } from "./test-result.ts";

export type VendorRequest = Omit<EgressRequest, "url" | "allow"> & {
  /** Below the vendor's host, with its query. */
  path: string;
  /** Another host of the same vendor; the simulator plays all of them at one. */
  host?: string;
  /** A status that looks like a failure and is the answer hoped for. */
  expectedStatus?: number;
};

/** All a connector may use to talk to its vendor. */
export type VendorContext<Settings = Record<string, unknown>> = {
  /** Plain settings and opened secrets together. */
  settings: Settings;
  send: (call: VendorRequest) => Promise<EgressResult>;
  /** Only for e-mail: finds the mail server that may be connected to. */
  resolveMailServer?: MailServerResolver;
};

/** Code for one outside system. `settings` draws its card, checks what is saved, and types what it reads. */
export type Connector<Id extends string = string, S extends z.ZodObject = z.ZodObject> = {
  id: Id;
  label: string;
  group: "voice" | "crm" | "data" | "tasks" | "email" | "social" | "automation" | "messaging" | "maps" | "ai";
  settings: S;
  /** The vendor's real host; where an administrator gives it, read from the settings. */
  baseUrl: (settings: z.output<S>) => string;
  /** Where our simulators play it, when that is not at its id: some connectors stand for several vendors. */
  simulator?: (settings: z.output<S>) => string;
  /** Who chose the host: the vendor, or an administrator. */
  allow: "public" | "operator";
  /** What the sandbox account holds: fills in what nobody has entered. */
  sample: z.input<S>;
  /** Is there nothing to keep secret with these settings? */
  keyless?: (settings: z.output<S>) => boolean;
  /** The vendor's cheapest harmless request. */
  test: (context: VendorContext<z.output<S>>) => Promise<TestResult>;
};

/** Any connector, its settings' type left open. */
export type AnyConnector = Omit<
  Connector,
  "settings" | "baseUrl" | "simulator" | "sample" | "keyless" | "test"
> & {
  settings: z.ZodObject;
  sample: Record<string, unknown>;
  baseUrl: (settings: never) => string;
  simulator?: (settings: never) => string;
  keyless?: (settings: never) => boolean;
  test: (context: VendorContext<never>) => Promise<TestResult>;
};

export const defineConnector = <Id extends string, S extends z.ZodObject>(connector: Connector<Id, S>) =>
  connector;

const empty = z.literal("").transform(() => undefined);

/** A field that is sealed and never read back. */
export const secret = (title: string, check: z.ZodString = z.string()) =>
  z
    .union([check.trim().min(1).max(16_384), empty, z.null()])
    .optional()
    .meta({ title, type: "string", format: "password", writeOnly: true });

/** A secret that the vendor can do without. */
export const optionalSecret = (title: string) => secret(title).meta({ spare: true });

/** A field that says where secrets are sent. */
export const destination = (title: string, example: string, hosts?: RegExp) =>
  z
    .url({ protocol: /^https?$/, ...(hosts ? { hostname: hosts } : {}) })
    .max(2048)
    .meta({ title, format: "uri", examples: [example], destination: true });

/** A choice that decides to which host secrets are sent. */
export const destinationChoice = <const V extends readonly [string, ...string[]]>(
  title: string,
  values: V,
  fallback: NoInfer<V[number]>,
) =>
  z
    .enum(values)
    .default(fallback as never)
    .meta({ title, destination: true });

/** An id of the vendor's that becomes part of a path: without slashes and dots it stays in its place. */
export const vendorId = (title: string, example?: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\w~:@+-]+$/)
    .meta({ title, ...(example ? { examples: [example] } : {}) });

/** A blank box of a form counts as not filled in. */
export const blankable = <S extends z.ZodType>(schema: S) =>
  z.union([schema, empty, z.null().transform(() => undefined)]).optional();

/** How much a connection may send in a second; blank is what such accounts usually may. */
export const perSecond = (title: string) =>
  blankable(z.coerce.number().min(0.1).max(10_000)).meta({ title, type: "number", advanced: true });

const marked = (settings: z.ZodObject, mark: string): string[] =>
  Object.entries(settings.shape).flatMap(([field, schema]) =>
    z.globalRegistry.get(schema as z.ZodType)?.[mark] === true ? [field] : [],
  );

export const connectionShape = (settings: z.ZodObject): ConnectionShape => ({
  secrets: marked(settings, "writeOnly"),
  destinations: marked(settings, "destination"),
});

/** The secrets without which the vendor cannot be asked anything. */
export const requiredSecrets = (settings: z.ZodObject): string[] => {
  const spare = marked(settings, "spare");
  return marked(settings, "writeOnly").filter((field) => !spare.includes(field));
};

export const settingsForm = (settings: z.ZodObject): Record<string, unknown> =>
  z.toJSONSchema(settings, {
    io: "input",
    // A field is one plain box, whatever its check accepts (blank, null) besides.
    override: ({ jsonSchema }) => {
      const [first] = jsonSchema.anyOf ?? [];
      if (!first) return;
      delete jsonSchema.anyOf;
      if (!jsonSchema.writeOnly) Object.assign(jsonSchema, first);
    },
  }) as Record<string, unknown>;
