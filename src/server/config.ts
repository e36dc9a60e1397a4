import { isIP } from "node:net";
import { join, resolve } from "node:path";
import * as z from "zod";
import { StartError } from "./start-error.ts";

const isNetwork = (name: string): boolean => {
  if (["loopback", "linklocal", "uniquelocal"].includes(name)) return true;
  const [address = "", bits] = name.split("/");
  const width = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width));
};

const text = z.string().trim().min(1);

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.default("127.0.0.1"),
  FARO_DATA_DIR: text.default("./data"),
  // Not a strict URL: an address of a Unix socket has no host.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "it must be a postgres:// address")
    .optional(),
  FARO_SECRET_KEY: text.optional(),
  FARO_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "it must be an http:// or https:// address" })
    .optional(),
  FARO_ROLE: z.enum(["all", "web", "worker"]).default("all"),
  FARO_ADMIN_EMAIL: z.email().optional(),
  FARO_ADMIN_PASSWORD: z.string().min(8).max(256).optional(),
  FARO_DEMO: z.enum(["0", "1"]).optional(),
  FARO_SANDBOX: z.enum(["0", "1"]).optional(),
  FARO_WEB_DIR: text.optional(),
  FARO_VENDOR_BASE: z.url({ protocol: /^https?$/ }).optional(),
  FARO_EGRESS_ALLOW: text.optional(),
  FARO_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  FARO_MAIL_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, "it must be a domain name such as in.example.com")
    .optional(),
  FARO_MAIL_RELAYS: text.optional(),
  FARO_LOG: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).optional(),
  FARO_TRUSTED_PROXIES: text
    .default("loopback")
    .refine((list) => list.split(",").every((one) => isNetwork(one.trim())), {
      error:
        "it must list names (loopback, linklocal, uniquelocal), addresses or networks such as 10.0.0.0/8",
    }),
  FARO_METRICS_TOKEN: z.string().min(16).optional(),
});

export type ProcessRole = "all" | "web" | "worker";

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Base64 or hex of 32 bytes; a comma separates older keys that may still open what they sealed. */
  secretKey: string | undefined;
  publicUrl: URL | undefined;
  role: ProcessRole;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Fill an empty embedded database with the demo workspace. */
  demo: boolean;
  /** Reach vendors that have no secret at our own simulators. */
  sandbox: boolean;
  /** For tests: vendor `x` is reached at `<vendorBase>/x` instead of its real host, with real secrets. */
  vendorBase: string | undefined;
  /** Private hosts, addresses or networks that endpoints and connections of an operator may reach. */
  egressAllow: string[];
  /** Where mail is listened for, when it is. */
  smtpPort: number | undefined;
  /** What stands after the @ of an endpoint's mail address. */
  mailDomain: string;
  /** Names of relays whose word on SPF, DKIM and DMARC is believed. */
  mailRelays: string[];
  logLevel: string;
  trustedProxies: string[];
  metricsToken: string | undefined;
  webDir: string;
};

const splitList = (value = ""): string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** Says what is wrong in one sentence that names the variable. An empty variable counts as absent. */
export const readConfig = (env: NodeJS.ProcessEnv, interactive: boolean): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${String(issue?.path[0])} is not usable: ${issue?.message}.`);
  }
  const values = parsed.data;
  if (values.FARO_ROLE !== "all" && !values.DATABASE_URL) {
    throw new StartError(
      `FARO_ROLE=${values.FARO_ROLE} needs DATABASE_URL: only a single process can use the embedded database.`,
    );
  }
  const demo = values.FARO_DEMO === undefined ? values.DATABASE_URL === undefined : values.FARO_DEMO === "1";
  return {
    demo,
    sandbox: values.FARO_SANDBOX === undefined ? demo : values.FARO_SANDBOX === "1",
    vendorBase: values.FARO_VENDOR_BASE?.replace(/\/+$/, ""),
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.FARO_DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    secretKey: values.FARO_SECRET_KEY,
    publicUrl: values.FARO_PUBLIC_URL ? new URL(values.FARO_PUBLIC_URL) : undefined,
    role: values.FARO_ROLE,
    adminEmail: values.FARO_ADMIN_EMAIL?.toLowerCase(),
    adminPassword: values.FARO_ADMIN_PASSWORD,
    egressAllow: splitList(values.FARO_EGRESS_ALLOW),
    mailRelays: splitList(values.FARO_MAIL_RELAYS),
    smtpPort: values.FARO_SMTP_PORT,
    mailDomain:
      values.FARO_MAIL_DOMAIN ??
      (values.FARO_PUBLIC_URL ? new URL(values.FARO_PUBLIC_URL).hostname : "localhost"),
    // A person at a terminal wants the address, not a line for each request.
    logLevel: values.FARO_LOG ?? (interactive ? "warn" : "info"),
    trustedProxies: values.FARO_TRUSTED_PROXIES.split(",").map((one) => one.trim()),
    metricsToken: values.FARO_METRICS_TOKEN,
    webDir: values.FARO_WEB_DIR ?? join(import.meta.dirname, "../../dist/web"),
  };
};
