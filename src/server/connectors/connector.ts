import * as z from "zod";
import type { ConnectionShape, SettingValues } from "#domain/connection.ts";
import type { EgressRequest, EgressResult } from "#server/egress/egress.ts";
import type { MailServerResolver } from "./messaging/mail-server-resolver.ts";
import type { OperationResult } from "./operation-result.ts";
import type { TestResult } from "./test-result.ts";

export type VendorRequest = Omit<EgressRequest, "url" | "allow"> & {
  /** Path and query below the vendor's host. */
  path: string;
  /** Another host of the same vendor. In sandbox mode all its hosts are one simulator. */
  host?: string;
  /** An error status that counts as a success in the usage figures. */
  expectedStatus?: number;
};

/** Everything a connector or messenger may use to reach its vendor. */
export type VendorContext<Settings = Record<string, unknown>> = {
  /** Plain settings together with decrypted secrets. */
  settings: Settings;
  send: (request: VendorRequest) => Promise<EgressResult>;
  /**
   * An access token that the vendor granted by OAuth; undefined where it granted none. `refused` is one that it has just
   * refused, so that another is obtained.
   */
  accessToken?: (refused?: string) => Promise<OperationResult<string> | undefined>;
  /** Only for SMTP, which does not go through `send`. */
  resolveMailServer?: MailServerResolver;
};

/** How a vendor grants access: the authorization code flow with PKCE. */
export type OAuthFlow<S> = {
  /** Where an administrator agrees. */
  authorize: (settings: S) => Pick<VendorRequest, "host" | "path">;
  /** Where codes and refresh tokens are exchanged. */
  token: (settings: S) => Pick<VendorRequest, "host" | "path">;
  /** How the client proves itself there: by its header, or by fields of the form. */
  clientAuthentication?: "basic";
  scopes: readonly string[];
  scopeSeparator: " " | ",";
  /** Further parameters of the page where an administrator agrees. */
  parameters?: Record<string, string>;
};

/** Code for one external system. Its form, validation and types all derive from `settings`. */
export type Connector<Id extends string = string, S extends z.ZodObject = z.ZodObject> = {
  id: Id;
  label: string;
  group: "voice" | "crm" | "data" | "tasks" | "email" | "social" | "automation" | "messaging" | "maps" | "ai";
  settings: S;
  baseUrl: (settings: z.output<S>) => string;
  /** Path of the simulator, where it is not the id: some connectors serve several vendors. */
  simulator?: (settings: z.output<S>) => string;
  /** `operator` or `server` where an administrator chooses the host, else `public`. */
  allow: "public" | "operator" | "server";
  /** Sandbox account: its values apply where the operator entered none. */
  sample: z.input<S>;
  /** Secret fields that prove a callback. In sandbox mode they hold the simulator's secret, which nobody can guess. */
  callbackSecrets?: readonly string[];
  /** Settings in sandbox mode that follow from the simulator's secret, such as the public key of its signatures. */
  simulatedSettings?: (simulatorSecret: string) => SettingValues;
  /** False when these values make a live connection that uses no secret, such as a relay without sign-in. */
  usesSecrets?: (values: SettingValues) => boolean;
  /** True when these settings need no secret. */
  keyless?: (settings: z.output<S>) => boolean;
  /** How an administrator connects by signing in at the vendor, with the settings clientId and clientSecret. */
  oauth?: OAuthFlow<z.output<S>>;
  /** Uses the vendor's cheapest request without side effects. */
  test: (context: VendorContext<z.output<S>>) => Promise<TestResult>;
};

/** A connector whose settings type is not known. */
export type AnyConnector = Omit<
  Connector,
  "settings" | "baseUrl" | "simulator" | "sample" | "keyless" | "oauth" | "test"
> & {
  settings: z.ZodObject;
  sample: Record<string, unknown>;
  baseUrl: (settings: never) => string;
  simulator?: (settings: never) => string;
  keyless?: (settings: never) => boolean;
  oauth?: OAuthFlow<never>;
  test: (context: VendorContext<never>) => Promise<TestResult>;
};

export const defineConnector = <Id extends string, S extends z.ZodObject>(connector: Connector<Id, S>) =>
  connector;

const empty = z.literal("").transform(() => undefined);

/** A field that is stored encrypted and never returned by the API. */
export const secret = (title: string, check: z.ZodString = z.string()) =>
  z
    .union([check.trim().min(1).max(16_384), empty, z.null()])
    .optional()
    .meta({ title, type: "string", format: "password", writeOnly: true });

/** A secret that the vendor does not require. */
export const optionalSecret = (title: string) => secret(title).meta({ spare: true });

/** A URL field that decides where secrets are sent. */
export const destination = (title: string, example: string, hosts?: RegExp) =>
  z
    .url({ protocol: /^https?$/, ...(hosts ? { hostname: hosts } : {}) })
    .max(2048)
    .meta({ title, format: "uri", examples: [example], destination: true });

/** A choice field that decides to which host secrets are sent. */
export const destinationChoice = <const V extends readonly [string, ...string[]]>(
  title: string,
  values: V,
  fallback: NoInfer<V[number]>,
) =>
  z
    .enum(values)
    .default(fallback as never)
    .meta({ title, destination: true });

/** A vendor's id that becomes part of a path: no slashes or dots, so that it cannot change the path. */
export const vendorId = (title: string, example?: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[\w~:@+-]+$/)
    .meta({ title, ...(example ? { examples: [example] } : {}) });

/** A check whose message shows an example of what is expected. */
export const like =
  (example: string, matches: (text: string) => boolean) =>
  (text: string, context: z.RefinementCtx<string>): void => {
    if (!matches(text))
      context.addIssue({ code: "invalid_format", format: "example", pattern: example, input: text });
  };

/** An optional form field: blank and null count as absent. */
export const blankable = <S extends z.ZodType>(schema: S) =>
  z.union([schema, empty, z.null().transform(() => undefined)]).optional();

/** For chats: notices say who wrote, without what they wrote. */
export const hidesMessages = () =>
  z.boolean().default(false).meta({ title: "Leave out what people write", advanced: true });

/** The rate limit of a connection; blank means the usual limit of such accounts. */
export const perSecond = (title: string) =>
  blankable(z.coerce.number().min(0.1).max(10_000)).meta({ title, type: "number", advanced: true });

const fieldsWithMeta = (settings: z.ZodObject, key: string): string[] =>
  Object.entries(settings.shape).flatMap(([field, schema]) =>
    z.globalRegistry.get(schema as z.ZodType)?.[key] === true ? [field] : [],
  );

export const connectionShape = (settings: z.ZodObject): ConnectionShape => ({
  secrets: fieldsWithMeta(settings, "writeOnly"),
  destinations: fieldsWithMeta(settings, "destination"),
});

export const requiredSecrets = (settings: z.ZodObject): string[] => {
  const optional = fieldsWithMeta(settings, "spare");
  return fieldsWithMeta(settings, "writeOnly").filter((field) => !optional.includes(field));
};

export const settingsForm = (settings: z.ZodObject): Record<string, unknown> =>
  z.toJSONSchema(settings, {
    io: "input",
    // The form shows each field as one input, although its schema also accepts blank and null.
    override: ({ jsonSchema }) => {
      const [first] = jsonSchema.anyOf ?? [];
      if (!first) return;
      delete jsonSchema.anyOf;
      if (!jsonSchema.writeOnly) Object.assign(jsonSchema, first);
    },
  }) as Record<string, unknown>;
