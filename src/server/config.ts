import { isIP } from "node:net";
import { join, resolve } from "node:path";
import * as z from "zod";
import { StartError } from "./start-error.ts";

const isNetwork = (text: string): boolean => {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits] = text.split("/");
  const width = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width));
};

const nonEmpty = z.string().trim().min(1);

const networkList = nonEmpty
  .default("loopback")
  .refine((list) => list.split(",").every((network) => isNetwork(network.trim())), {
    error:
      "it must be a list of names (loopback, linklocal, uniquelocal), addresses or networks such as 10.0.0.0/8",
  });

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: nonEmpty.default("127.0.0.1"),
  FARO_DATA_DIR: nonEmpty.default("./data"),
  // Not z.url(): the URL of a Unix socket has no host.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "it must be a postgres:// URL")
    .optional(),
  FARO_SECRET_KEY: nonEmpty.optional(),
  FARO_PUBLIC_URL: z.url({ protocol: /^https?$/, error: "it must be an http:// or https:// URL" }).optional(),
  FARO_LINK_URL: z.url({ protocol: /^https?$/, error: "it must be an http:// or https:// URL" }).optional(),
  FARO_ROLE: z.enum(["all", "web", "worker"]).default("all"),
  FARO_ADMIN_EMAIL: z.email().optional(),
  FARO_ADMIN_PASSWORD: z.string().min(8).max(256).optional(),
  FARO_DEMO: z.enum(["0", "1"]).optional(),
  FARO_SANDBOX: z.enum(["0", "1"]).optional(),
  FARO_WEB_DIR: nonEmpty.optional(),
  FARO_VENDOR_BASE: z.url({ protocol: /^https?$/ }).optional(),
  FARO_EGRESS_ALLOW: nonEmpty.optional(),
  FARO_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  FARO_MAIL_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, "it must be a domain name such as in.example.com")
    .optional(),
  FARO_SMTP_TLS_CERT: nonEmpty.optional(),
  FARO_SMTP_TLS_KEY: nonEmpty.optional(),
  FARO_MAIL_RELAYS: nonEmpty.optional(),
  FARO_MAIL_RELAY_NETWORKS: networkList,
  FARO_LOG: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).optional(),
  FARO_TRUSTED_PROXIES: networkList,
  FARO_METRICS_TOKEN: z.string().min(16).optional(),
  FARO_DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  FARO_BACKUP_DIR: nonEmpty.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "it must be an http:// or https:// URL" })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

export type ProcessRole = "all" | "web" | "worker";

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** 32 bytes as base64 or hex. Older keys, which can still unseal, follow after commas. */
  secretKey: string | undefined;
  publicUrl: URL | undefined;
  /** The address of short links: a domain that leads here, too, or the public address; undefined where neither is set. */
  linkUrl: URL | undefined;
  role: ProcessRole;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Fill an empty workspace with the demo data. */
  demo: boolean;
  /** Use the built-in simulators for vendors without a secret. */
  sandbox: boolean;
  /** For tests: vendor `x` is called at `<vendorBase>/x` instead of its real host, with real secrets. */
  vendorBase: string | undefined;
  /** Private hosts, addresses or networks that endpoints and connections may connect to. */
  egressAllow: string[];
  /** Port of the SMTP server; undefined turns it off. */
  smtpPort: number | undefined;
  /** Files of the certificate with its chain and of its key, in PEM, for STARTTLS; undefined offers none. */
  smtpTls: { cert: string; key: string } | undefined;
  /** Domain of the mail addresses of endpoints. */
  mailDomain: string;
  /** Relays whose SPF, DKIM and DMARC results are trusted. */
  mailRelays: string[];
  /** Where these relays connect from. */
  mailRelayNetworks: string[];
  logLevel: string;
  trustedProxies: string[];
  metricsToken: string | undefined;
  /** How long a process that stops goes on with requests while /readyz fails, so that load balancers leave it. */
  drainMs: number;
  /** Where backups from the settings are kept, if they go to a folder. */
  backupDir: string;
  /** Where traces are sent, and which share of them; undefined makes none. */
  traces: { endpoint: string; share: number } | undefined;
  webDir: string;
};

const splitList = (value = ""): string[] =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

const readTlsFiles = (
  cert: string | undefined,
  key: string | undefined,
): { cert: string; key: string } | undefined => {
  if (!cert && !key) return undefined;
  if (!cert || !key)
    throw new StartError(
      "FARO_SMTP_TLS_CERT and FARO_SMTP_TLS_KEY are needed together: a certificate and its key.",
    );
  return { cert: resolve(cert), key: resolve(key) };
};

/** Throws a StartError that names the invalid variable. An empty variable counts as absent. */
export const readConfig = (env: NodeJS.ProcessEnv, interactive: boolean): Config => {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${String(issue?.path[0])} is invalid: ${issue?.message}.`);
  }
  const values = parsed.data;
  if (values.FARO_ROLE !== "all" && !values.DATABASE_URL) {
    throw new StartError(
      `FARO_ROLE=${values.FARO_ROLE} requires DATABASE_URL: the embedded database serves only one process.`,
    );
  }
  const publicUrl = values.FARO_PUBLIC_URL ? new URL(values.FARO_PUBLIC_URL) : undefined;
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
    publicUrl,
    linkUrl: values.FARO_LINK_URL ? new URL(values.FARO_LINK_URL) : publicUrl,
    role: values.FARO_ROLE,
    adminEmail: values.FARO_ADMIN_EMAIL?.toLowerCase(),
    adminPassword: values.FARO_ADMIN_PASSWORD,
    egressAllow: splitList(values.FARO_EGRESS_ALLOW),
    mailRelays: splitList(values.FARO_MAIL_RELAYS),
    mailRelayNetworks: splitList(values.FARO_MAIL_RELAY_NETWORKS),
    smtpPort: values.FARO_SMTP_PORT,
    smtpTls: readTlsFiles(values.FARO_SMTP_TLS_CERT, values.FARO_SMTP_TLS_KEY),
    mailDomain: values.FARO_MAIL_DOMAIN ?? publicUrl?.hostname ?? "localhost",
    // In a terminal, one line per request would hide the start-up message.
    logLevel: values.FARO_LOG ?? (interactive ? "warn" : "info"),
    trustedProxies: values.FARO_TRUSTED_PROXIES.split(",").map((item) => item.trim()),
    metricsToken: values.FARO_METRICS_TOKEN,
    // In a terminal nothing stands before the process, and who stops it waits.
    drainMs: 1000 * (values.FARO_DRAIN_SECONDS ?? (interactive ? 0 : 8)),
    backupDir: resolve(values.FARO_BACKUP_DIR ?? join(values.FARO_DATA_DIR, "backups")),
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, share: values.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    webDir: values.FARO_WEB_DIR ?? join(import.meta.dirname, "../../dist/web"),
  };
};
