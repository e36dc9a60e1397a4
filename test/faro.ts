import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import pg from "pg";
import type { Role } from "#domain/role.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { type RunningProduct, startWeb } from "#server/start-web.ts";
import { createTestDatabase } from "./database.ts";

export const adminEmail = "admin@example.com";
export const password = "correct horse battery";

let hashed: Promise<string> | undefined;
/** A stored hash carries its own cost, so a cheap one makes each sign-in fast. */
const hashPassword = (): Promise<string> => {
  hashed ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  return hashed;
};

/** Adds the first administrator to an empty workspace, as its first start would. */
export const addFirstAdmin = async (client: pg.Client | pg.Pool): Promise<void> => {
  await client.query(
    `INSERT INTO users (email, password, long_password, role)
     SELECT $1, $2, true, 'admin' WHERE NOT EXISTS (SELECT FROM users)`,
    [adminEmail, await hashPassword()],
  );
  await passFirstSteps(client);
};

/** The users know the product: none is asked for names, and none is offered the page Start. */
const passFirstSteps = async (client: pg.Client | pg.Pool): Promise<void> => {
  await client.query(
    `INSERT INTO first_steps (user_id, settled_at, hidden_at) SELECT id, now(), now() FROM users
         ON CONFLICT DO NOTHING`,
  );
};

export type TestFaro = RunningProduct & {
  config: Config;
  connection: pg.ClientConfig;
  pool: pg.Pool;
  /** Creates an API client with its own cookies. */
  visitor: () => Visitor;
  /** Creates an account of this role and a visitor signed in with it. */
  signedIn: (role: Role) => Promise<Visitor>;
};

export type Answer = { status: number; body: any; headers: Headers };
export type Visitor = {
  email: string;
  cookies: Map<string, string>;
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
};

/** Starts the product in this process, as in production, on a cloned database and a random port. */
export const startTestFaro = async (
  env: Record<string, string> = {},
  reuse?: pg.ClientConfig,
): Promise<TestFaro> => {
  const connection = reuse ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), "faro-test-"));
  const config = readConfig(
    {
      PORT: "0",
      FARO_DATA_DIR: dataDir,
      FARO_ADMIN_EMAIL: adminEmail,
      FARO_ADMIN_PASSWORD: password,
      FARO_DEMO: "0",
      ...env,
    },
    false,
  );
  const faro = await startWeb({ config, connection, log: createLog("silent"), sandbox: undefined });
  const pool = new pg.Pool({ ...connection, max: 3 });
  pool.on("error", () => {});
  await passFirstSteps(pool);
  const visitor = () => createVisitor(faro.url);
  let count = 0;
  return {
    ...faro,
    config,
    connection,
    pool,
    visitor,
    signedIn: async (role) => {
      const email = `${role}${++count}@example.com`;
      await pool.query("INSERT INTO users (email, password, role) VALUES ($1, $2, $3)", [
        email,
        await hashPassword(),
        role,
      ]);
      const person = visitor();
      person.email = email;
      const { status } = await person.send("POST", "/api/auth/login", { email, password });
      if (status !== 200) throw new Error(`Could not sign in as ${role}: ${status}`);
      return person;
    },
    stop: async () => {
      await faro.stop();
      await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const createVisitor = (url: string): Visitor => {
  const cookies = new Map<string, string>();
  return {
    email: "",
    cookies,
    send: async (method, path, body, headers = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...headers,
        },
        redirect: "manual",
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ""] = cookie.split(";");
        const at = pair.indexOf("=");
        if (/max-age=0/i.test(cookie)) cookies.delete(pair.slice(0, at));
        else cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const text = await response.text();
      const json = response.headers.get("content-type")?.includes("json") && text;
      return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers };
    },
  };
};
