import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { adminEmail, password } from "../../faro.ts";
import type { Result } from "./checker-process.ts";
import { prepareWorkspace } from "./prepare.ts";
import { ended, type KeptProcess, keepProcess, nextMessage, startPart } from "./processes.ts";
import { type Order, type ProductName, products, proxyLines, type Setup } from "./protocol.ts";

/**
 * `npm run chaos -- --seed N --minutes M`: loads two web and two worker processes on a PostgreSQL of their own, breaks
 * one thing after the other, and compares what was acknowledged and what took effect with what is stored.
 */
const { values } = parseArgs({
  options: { seed: { type: "string" }, minutes: { type: "string", default: "1.5" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const seconds = Math.round(Number(values.minutes) * 60);
if (!Number.isInteger(seed) || !(seconds > 0))
  throw new Error("Usage: npm run chaos -- --seed N --minutes M");
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const recoverMs = 600_000;
const peoplePerSecond = 4;

const folder = mkdtempSync(join(tmpdir(), "faro-chaos-"));
// The embedded PostgreSQL of root runs as another user.
chmodSync(folder, 0o755);
const dataDir = join(folder, "data");
mkdirSync(dataDir);
print(`Seed ${seed}, ${seconds} s, logs in ${folder}`);

let isEnding = false;
const parts: ChildProcess[] = [];
/** A part that ends before its time ends the run. */
const start = (name: string, ...args: string[]): ChildProcess => {
  const part = startPart(name, ...args);
  parts.push(part);
  part.once("exit", (code) => {
    if (code === 0 || isEnding) return;
    print(`The ${name} ended with ${code}; the logs stay in ${folder}.`);
    process.exit(1);
  });
  return part;
};
const kept = new Map<ProductName, KeptProcess>();
process.once("exit", () => {
  isEnding = true;
  for (const one of kept.values()) one.kill();
  for (const part of parts) part.kill();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const database = start("database");
database.send({ folder });
const { connection, canFillDisk } = await nextMessage<Pick<Setup, "connection" | "canFillDisk">>(
  database,
  "database",
);
if (!canFillDisk) print("The disk is not filled: that needs a small one, which only root may mount.");
const simulator = start("simulator");
simulator.send({ folder, seed });
const { url: simulatorUrl } = await nextMessage<{ url: string }>(simulator, "simulator");

const secretKey = randomBytes(32).toString("base64");
const proxy = start("proxy");
const env: Record<string, string> = {
  FARO_ADMIN_EMAIL: adminEmail,
  FARO_ADMIN_PASSWORD: password,
  FARO_SECRET_KEY: secretKey,
  FARO_VENDOR_BASE: simulatorUrl,
  FARO_EGRESS_ALLOW: "127.0.0.1",
  FARO_SANDBOX: "0",
  FARO_LOG: "fatal",
};
for (const name of products) kept.set(name, await keepProcess(name, dataDir, env));
const product = (name: ProductName): KeptProcess => kept.get(name) as KeptProcess;
proxy.send({
  databaseSocket: `${connection.host}/.s.PGSQL.${connection.port}`,
  webPorts: [product("web-1").port, product("web-2").port],
});
const ports = await nextMessage<{ database: number; front: number }>(proxy, "proxy");
const url = `http://127.0.0.1:${ports.front}`;
env.FARO_PUBLIC_URL = url;
env.DATABASE_URL = `postgres://${connection.user}@127.0.0.1:${ports.database}/${connection.database}`;

const control = async (settings: object): Promise<void> => {
  await fetch(`${simulatorUrl}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
};

const obey = async (order: Order): Promise<void> => {
  if (order.to === "product") await product(order.name).signal(order.signal, order.clockHours);
  else if (order.to === "database") database.send(order.state);
  else if (order.to === "proxy") proxy.send({ line: order.line, state: order.state });
  else await control(order.settings);
};

/** Ends every fault, whatever the killer was doing. */
const mend = async (): Promise<void> => {
  database.send("running");
  database.send("freed");
  for (const line of proxyLines) proxy.send({ line, state: "open" });
  await control({ reset: true });
  for (const one of kept.values()) {
    await one.signal("SIGCONT");
    if (one.hasWrongClock()) await one.signal("SIGKILL", 0);
  }
  await Promise.all([...kept.values()].map((one) => one.ready()));
};

const openWork = `
  SELECT (SELECT count(*) FROM events WHERE validation_status = 'received')
       + (SELECT count(*) FROM reaction_queue)
       + (SELECT count(*) FROM sequence_runs WHERE state <> 'ended')
       + (SELECT count(*) FROM actions WHERE status IN ('pending', 'dispatching') OR (status = 'unknown' AND not_before < 'infinity')) AS n`;

/** Nothing is done by hand here: the product must work everything off by itself. */
const waitUntilDone = async (): Promise<void> => {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  const deadline = Date.now() + recoverMs;
  for (;;) {
    const { rows } = await client.query<{ n: string }>(openWork);
    if (rows[0]?.n === "0" || Date.now() > deadline) break;
    await sleep(500);
  }
  await client.end();
};

await product("web-1").ready();
const workspace = await prepareWorkspace(url, connection, seconds * peoplePerSecond);
await Promise.all([...kept.values()].map((one) => one.ready()));
const setup: Setup = {
  ...{ seed, seconds, folder, dataDir, url, simulatorUrl, secretKey, connection, canFillDisk },
  ...workspace,
};
const setupFile = join(folder, "setup.json");
writeFileSync(setupFile, JSON.stringify(setup), { mode: 0o600 });

const loader = start("loader", setupFile);
const killer = start("killer", setupFile);
killer.on("message", async (order: Order) => {
  await obey(order);
  if (killer.connected) killer.send("done");
});
await ended(killer);
print("Everything is mended; waiting until all work is done.");
await mend();
loader.send("end");
await ended(loader);
await waitUntilDone();
await Promise.all([...kept.values()].map((one) => one.stop()));
simulator.send("end");
await ended(simulator);
await ended(start("checker", setupFile));
isEnding = true;
proxy.kill();
database.send("end");
await ended(database);

const result = JSON.parse(readFileSync(join(folder, "result.json"), "utf8")) as Result;
print(
  `${result.events} events, ${result.messages} messages and ${result.optOuts} opt-outs acknowledged; ${result.effects} messages took effect.`,
);
print(
  `Faults: ${Object.entries(result.faults)
    .map(([kind, times]) => `${kind} ${times}`)
    .join(", ")}.`,
);
for (const { invariant, what } of result.violations.slice(0, 50)) print(`VIOLATED: ${invariant}: ${what}`);
for (const name of result.missedBugs) print(`NOT SEEN BY THE CHECKER: ${name}`);
print(`RESULT ${JSON.stringify(result)}`);
const isGood = result.violations.length === 0 && result.missedBugs.length === 0;
if (isGood) rmSync(folder, { recursive: true, force: true });
else
  print(
    `The logs stay in ${folder}. Repeat with: npm run chaos -- --seed ${seed} --minutes ${values.minutes}`,
  );
process.exit(isGood ? 0 : 1);
