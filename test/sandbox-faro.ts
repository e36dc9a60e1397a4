import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startSandbox } from "#sandbox/sandbox.ts";
import { readConfig } from "#server/config.ts";
import type { ResolveTxt } from "#server/egress/txt-records.ts";
import { createLog } from "#server/log.ts";
import { startWeb } from "#server/start-web.ts";
import { createTestDatabase } from "./database.ts";
import { type Answer, addFirstAdmin, adminEmail, password } from "./faro.ts";

export type SandboxFaro = {
  url: string;
  sandboxUrl: string;
  sandboxSmtpPort: number;
  dataDir: string;
  connection: pg.ClientConfig;
  pool: pg.Pool;
  /** Sends a request as an administrator. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** The requests that reached a vendor's simulator. */
  arrived: (vendor: string) => Promise<{ method: string; path: string; body?: unknown }[]>;
  control: (vendor: string, mode: "ok" | "down" | "html" | "slow" | "never") => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts the product and the vendor simulators. A connection without a secret uses them as the sandbox; one with a
 * secret is live, and the simulators replace the vendor's hosts.
 */
export const startSandboxFaro = async (
  env: Record<string, string> = {},
  /** In the demo workspace sends to the simulators count as real ones. */
  workspace: "demo" | "own" = "demo",
  more: { resolveTxt?: ResolveTxt; connection?: pg.ClientConfig } = {},
): Promise<SandboxFaro> => {
  const sandbox = await startSandbox({ port: 0 });
  const { connection = await createTestDatabase(), ...settings } = more;
  const dataDir = await mkdtemp(join(tmpdir(), "faro-test-"));
  const config = readConfig(
    {
      PORT: "0",
      FARO_DATA_DIR: dataDir,
      FARO_ADMIN_EMAIL: adminEmail,
      FARO_ADMIN_PASSWORD: password,
      FARO_DEMO: "0",
      FARO_SANDBOX: "1",
      FARO_VENDOR_BASE: sandbox.url,
      ...env,
    },
    false,
  );
  await fillWorkspace(connection, workspace === "demo");
  const faro = await startWeb({
    config,
    connection,
    log: createLog("silent"),
    sandbox: config.sandbox ? sandbox : undefined,
    ...settings,
  });
  const pool = new pg.Pool({ ...connection, max: 2 });
  let cookie = "";
  const send: SandboxFaro["send"] = async (method, path, body, headers = {}) => {
    const response = await fetch(faro.url + path, {
      method,
      redirect: "manual",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), cookie, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = response.headers.get("content-type")?.includes("json");
    const bytes = Buffer.from(await response.arrayBuffer());
    cookie ||= response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    return {
      status: response.status,
      body: json ? JSON.parse(bytes.toString()) : bytes,
      headers: response.headers,
    };
  };
  await send("POST", "/api/auth/login", { email: adminEmail, password });
  return {
    url: faro.url,
    sandboxUrl: sandbox.url,
    sandboxSmtpPort: sandbox.smtpPort,
    dataDir,
    connection,
    pool,
    send,
    arrived: async (vendor) => {
      const ledger = await fetch(`${sandbox.url}/sandbox/api/ledger?connector=${vendor}`);
      return (await ledger.json()) as Awaited<ReturnType<SandboxFaro["arrived"]>>;
    },
    control: async (vendor, mode) => {
      const { status } = await fetch(`${sandbox.url}/_control`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ vendor, mode }),
      });
      if (status !== 200) throw new Error(`No mode ${mode} for ${vendor}`);
    },
    stop: async () => {
      await faro.stop();
      await sandbox.stop();
      await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** The administrator, and the mark of the demo without its data. */
const fillWorkspace = async (connection: pg.ClientConfig, isDemo: boolean): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  await addFirstAdmin(client);
  if (isDemo)
    await client.query("INSERT INTO settings (category, key, value) VALUES ('workspace', 'demo', 'true')");
  await client.end();
};
