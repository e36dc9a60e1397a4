import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { allowHolidaySends } from "../contactable-people.ts";
import { password } from "../faro.ts";
import { freePort, startProcess, temporaryDir } from "../process.ts";
import { email, type Send, signIn } from "./signed-in.ts";
import { type Simulator, startSimulator } from "./start-simulator.ts";

export const twilioToken = "token";

/** What measurements share: the running product, its database, a signed-in user and the vendors' simulators. */
export type Workspace = AsyncDisposable & {
  url: string;
  pid: number;
  cookie: string;
  send: Send;
  connection: pg.ClientConfig;
  pool: pg.Pool;
  simulator: Simulator;
};

type Options = {
  env?: Record<string, string>;
  /** Settings that the database server reads at its start. */
  databaseSettings?: Record<string, string>;
};

/** Starts the product as a user does, with an account at the simulated Twilio. */
export const openWorkspace = async ({ env = {}, databaseSettings }: Options = {}): Promise<Workspace> => {
  await using resources = new AsyncDisposableStack();
  const dir = await temporaryDir();
  resources.defer(dir.remove);
  const simulator = await startSimulator();
  resources.defer(() => void simulator.stop());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = () =>
    startProcess({
      dataDir: dir.path,
      env: {
        PORT: String(port),
        FARO_PUBLIC_URL: url,
        FARO_VENDOR_BASE: simulator.url,
        FARO_ADMIN_EMAIL: email,
        FARO_ADMIN_PASSWORD: password,
        ...env,
      },
    });
  const readConnection = async () =>
    JSON.parse(await readFile(join(dir.path, "database.json"), "utf8")) as pg.ClientConfig;
  let faro = await start();
  if (databaseSettings) {
    await changeSettings(await readConnection(), databaseSettings);
    await faro.stop();
    faro = await start();
  }
  resources.defer(async () => void (await faro.stop()));
  const connection = await readConnection();
  const pool = new pg.Pool({ ...connection, max: 4 });
  resources.defer(() => pool.end());
  const { send, cookie } = await signIn(url);
  await send("POST", "/api/api-keys/twilio", {
    accountSid: "AC00000000000000000000000000000007",
    authToken: twilioToken,
    fromNumber: "+17875550100",
    messagesPerSecond: 5000,
  });
  await allowHolidaySends(send);
  const opened = resources.move();
  return {
    url,
    pid: faro.child.pid ?? 0,
    cookie,
    send,
    connection,
    pool,
    simulator,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

const changeSettings = async (
  connection: pg.ClientConfig,
  settings: Record<string, string>,
): Promise<void> => {
  const client = new pg.Client(connection);
  await client.connect();
  for (const [name, value] of Object.entries(settings))
    await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await client.end();
};
