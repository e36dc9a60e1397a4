import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Agent, fetch } from "undici";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "../process.ts";

/**
 * Restarts two web processes and two workers in turn behind HAProxy, again and again until so many requests were made,
 * and says how many of them failed: `npm run restart:trial -- 20000`. It needs HAProxy, such as Debian's, and uses loopback only.
 */
const leastRequests = Number(process.argv[2] ?? 20_000);
const clients = 8;
const hookToken = "a-token-for-the-rolling-restart";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const haproxyConfig = (port: number, statsPort: number, webs: readonly number[]): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 10s
frontend faro
  bind 127.0.0.1:${port}
  default_backend webs
backend webs
  balance roundrobin
  option httpchk GET /readyz
  option redispatch
  retries 3
  default-server inter 1s fall 3 rise 2
${webs.map((web) => `  server web${web} 127.0.0.1:${web} check`).join("\n")}
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`;

/** Whether HAProxy sends requests to this process. */
const isUp = async (statsPort: number, web: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => undefined);
  const [head, ...lines] = ((await answer?.text()) ?? "").split("\n").map((line) => line.split(","));
  const status = head?.indexOf("status") ?? -1;
  return lines.some((line) => line[1] === `web${web}` && line[status]?.startsWith("UP"));
};

const waitUntil = async (check: () => Promise<boolean>): Promise<void> => {
  while (!(await check())) await sleep(200);
};

await using resources = new AsyncDisposableStack();
const directory = async (): Promise<string> => {
  const { path, remove } = await temporaryDir();
  resources.defer(remove);
  return path;
};

const postgres = await startEmbedded({ dataDir: await directory(), report: () => {} });
resources.defer(postgres.stop);
const { host, port: databasePort, user, database } = postgres.connection;
const pool = new pg.Pool(postgres.connection);
pool.on("error", () => {});
resources.defer(() => pool.end());
const environment = {
  DATABASE_URL: `postgres://${user}@/${database}?host=${host}&port=${databasePort}`,
  FARO_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  FARO_DRAIN_SECONDS: "8",
};

type Member = { role: "web" | "worker"; port: number; dataDir: string; faro?: FaroProcess };
const members: Member[] = [];
for (const role of ["web", "web", "worker", "worker"] as const)
  members.push({ role, port: await freePort(), dataDir: await directory() });
const start = async (member: Member): Promise<void> => {
  const env = { ...environment, FARO_ROLE: member.role, PORT: String(member.port) };
  member.faro = await startProcess({ dataDir: member.dataDir, env });
  if (member.faro.child.exitCode !== null) throw new Error(member.faro.printed());
};
resources.defer(async () => {
  await Promise.all(members.map(({ faro }) => faro?.stop("SIGKILL")));
});
for (const member of members) await start(member);
await pool.query("INSERT INTO endpoints (name, type, hook_token) VALUES ('a', 'webhook', $1)", [hookToken]);

const [port, statsPort] = [await freePort(), await freePort()];
const configFile = join(await directory(), "haproxy.cfg");
const webs = members.filter(({ role }) => role === "web").map((member) => member.port);
await writeFile(configFile, haproxyConfig(port, statsPort, webs));
const haproxy = spawn("haproxy", ["-db", "-f", configFile], { stdio: ["ignore", "ignore", "inherit"] });
resources.defer(() => void haproxy.kill());
for (const web of webs) await waitUntil(() => isUp(statsPort, web));

const agent = new Agent({ connections: clients });
resources.defer(() => agent.close());
const failures: string[] = [];
let requests = 0;
let accepted = 0;
let isRestarted = false;
const sendUntilDone = async (client: number): Promise<void> => {
  for (let n = 0; !isRestarted; n++) {
    const isRead = n % 4 === 3;
    const path = isRead ? "/api/openapi.json" : `/hooks/${hookToken}`;
    const init = isRead
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ id: `${client}-${n}`, email: `p${client}@example.com` }),
        };
    requests++;
    const { status, text } = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      dispatcher: agent,
    }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      (error: Error) => ({ status: 0, text: `${error.message}: ${String(error.cause)}` }),
    );
    if (status === 202) accepted++;
    else if (status !== 200) failures.push(`${path.split("/")[1]} ${status} ${text.slice(0, 200)}`);
  }
};
// A machine that stands still for longer than a drain or a time-out says nothing of the product.
let longestPauseMs = 0;
let lastTick = performance.now();
const ticking = setInterval(() => {
  longestPauseMs = Math.max(longestPauseMs, performance.now() - lastTick);
  lastTick = performance.now();
}, 100);
resources.defer(() => clearInterval(ticking));
const load = Promise.all(Array.from({ length: clients }, (_, client) => sendUntilDone(client)));
const restart = async (member: Member): Promise<void> => {
  const before = requests;
  const code = await member.faro?.stop("SIGTERM");
  if (code !== 0) failures.push(`a ${member.role} process ended with ${code}`);
  await start(member);
  if (member.role === "web") await waitUntil(() => isUp(statsPort, member.port));
  say(`Restarted a ${member.role} process during ${requests - before} requests.`);
};
do for (const member of members) await restart(member);
while (requests < leastRequests);
isRestarted = true;
await load;
const stored = async (): Promise<number> =>
  (await pool.query<{ count: number }>("SELECT count(*)::int AS count FROM events")).rows[0]?.count ?? 0;
const unread = async (): Promise<number> =>
  (
    await pool.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM events WHERE validation_status = 'received'",
    )
  ).rows[0]?.count ?? 0;
await waitUntil(async () => (await unread()) === 0);
const missing = accepted - (await stored());
say(`Requests: ${requests}. Failed: ${failures.length}. Accepted events: ${accepted}. Missing: ${missing}.`);
say(`Longest pause of the loader: ${(longestPauseMs / 1000).toFixed(1)} s.`);
for (const failure of failures.slice(0, 20)) say(`  ${failure}`);
process.exitCode = failures.length > 0 || missing !== 0 ? 1 : 0;
