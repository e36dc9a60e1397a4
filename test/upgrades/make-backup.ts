/**
 * Writes the backup of a release that test/upgrades.test.ts restores:
 * `node test/upgrades/make-backup.ts DIRECTORY NAME`, with a prepared checkout of the release. It starts that checkout
 * as a user does, lets people, events, messages, a rule and secrets come in over HTTP, and backs it up with its own
 * command. The files are made once, at the release, and never changed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Release } from "./release.ts";

const [directory, name] = process.argv.slice(2);
if (!directory || !name) throw new Error("Usage: node test/upgrades/make-backup.ts DIRECTORY NAME");
const project = resolve(directory);
const target = join(import.meta.dirname, name);
const dataDir = await mkdtemp(join(tmpdir(), "faro-release-"));
const administrator = { email: "admin@example.com", password: "correct horse battery" };
const secrets: Release["secrets"] = [
  { service: "n8n", name: "apiKey", value: "n8n-key-of-the-release-1234" },
  { service: "airtable", name: "personalAccessToken", value: "pat-of-the-release-5678" },
];
const [endpointKey, endpointSecret] = ["a-key-of-the-sender", "a-secret-of-the-sender"];

const freePort = (): Promise<number> =>
  new Promise((resolvePort) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolvePort(port));
    });
  });

const run = (script: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", join(project, script), ...args], {
    cwd: project,
    env: {
      ...process.env,
      FARO_DATA_DIR: dataDir,
      FARO_DEMO: "0",
      FARO_SANDBOX: "1",
      FARO_LOG: "warn",
      FARO_ADMIN_EMAIL: administrator.email,
      FARO_ADMIN_PASSWORD: administrator.password,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });

const started = async (child: ChildProcess): Promise<void> => {
  let printed = "";
  for await (const chunk of child.stdout ?? []) {
    printed += chunk;
    if (printed.includes("Faro is ready at")) return;
  }
  throw new Error(`The release did not start: ${printed}`);
};

let base = "";
let cookie = "";
const send = async (method: string, path: string, body?: object): Promise<any> => {
  const answer = await fetch(new URL(path, base), {
    method,
    headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  cookie ||= answer.headers
    .getSetCookie()
    .map((header) => header.split(";")[0])
    .join("; ");
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
};

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Error(`This never happened: ${what}`);
};

const addPeople = async (): Promise<void> => {
  const people = Array.from({ length: 12 }, (_, n) => ({
    firstName: ["Ana", "José", "Luz", "Ñico"][n % 4],
    lastName: `Rivera ${n}`,
    email: `person${n}@example.com`,
    phone: `+1787555${String(100 + n).padStart(4, "0")}`,
    tags: ["vip", "a,b", 'with "quotes"'].slice(0, n % 4),
    consents: { sms: true, email: n % 2 === 0 },
  }));
  for (const person of people) await send("POST", "/api/people", person);
};

const addEvents = async (): Promise<Release["endpoint"]> => {
  const { webhookUrl } = await send("POST", "/api/endpoints", {
    name: "Website",
    authMethod: "api_key_secret_key",
    apiKey: endpointKey,
    secretKey: endpointSecret,
    endpointUrl: "https://website.example",
  });
  for (let n = 0; n < 20; n++) {
    const body = JSON.stringify({ event: "form_submitted", email: `person${n}@example.com`, amount: n });
    const signature = createHmac("sha256", endpointSecret).update(body).digest("hex");
    const answer = await fetch(new URL(new URL(webhookUrl).pathname, base), {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": endpointKey, "x-signature": signature },
      body,
    });
    if (answer.status !== 202) throw new Error(`Webhook: ${answer.status} ${await answer.text()}`);
  }
  return { path: new URL(webhookUrl).pathname, key: endpointKey, secret: endpointSecret };
};

const addConversations = async (): Promise<void> => {
  await send("PUT", "/api/settings/test-sends", { allowed: true });
  for (const [phone, text] of [
    ["+17875550100", "Hola, ¿me llaman mañana?"],
    ["+17875550101", "STOP"],
    ["+17875550199", "Hi, who is this?"],
  ])
    await send("POST", `/sandbox/api/phone/conversations/${encodeURIComponent(String(phone))}/reply`, {
      channel: "sms",
      text,
    });
  await until(
    "the replies are in the inbox",
    async () => (await send("GET", "/api/inbox")).threads.length >= 2,
  );
  const { people } = await send("GET", "/api/people?search=person0%40example.com");
  await send("POST", `/api/people/${people[0].id}/messages`, {
    channel: "sms",
    text: "Sí, a las diez.",
    purpose: "service",
  });
};

const fill = async (): Promise<Release["endpoint"]> => {
  await send("POST", "/api/auth/login", administrator);
  await send("POST", "/api/integrations/n8n", { baseUrl: "https://n8n.example", apiKey: secrets[0]?.value });
  await send("POST", "/api/integrations/airtable", {
    personalAccessToken: secrets[1]?.value,
    baseId: "appRelease",
  });
  await send("POST", "/api/rules", {
    name: "Welcome",
    triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "Hola, {{first_name}}" }],
  });
  await addPeople();
  const endpoint = await addEvents();
  await until(
    "all events are processed",
    async () => (await send("GET", "/api/people?search=person19%40example.com")).people.length === 1,
  );
  await addConversations();
  return endpoint;
};

const port = await freePort();
const product = run("src/server/main.ts", [], { PORT: String(port) });
try {
  await started(product);
  product.stdout?.resume();
  base = `http://127.0.0.1:${port}`;
  const endpoint = await fill();
  product.kill("SIGTERM");
  await once(product, "exit");
  const command = run("src/server/commands/backup.ts", [`${target}.backup`], {});
  command.stdout?.pipe(process.stdout);
  const [code] = await once(command, "exit");
  if (code !== 0) throw new Error("The release could not be backed up");
  const release: Release = {
    masterKey: (await readFile(join(dataDir, "secret.key"), "utf8")).trim(),
    auditHeads: (await readFile(join(dataDir, "audit-heads.jsonl"), "utf8")).trim().split("\n"),
    administrator,
    secrets,
    endpoint,
  };
  await writeFile(`${target}.json`, `${JSON.stringify(release, undefined, 2)}\n`);
} finally {
  product.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
}
