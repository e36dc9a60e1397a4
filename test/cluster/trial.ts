import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openSyncedLog, readLog } from "../chaos/run/synced-log.ts";
import { type FaroProcess, startProcess } from "../process.ts";
import { startCluster, waitFor } from "./cluster.ts";

/**
 * `npm run cluster:trial`: loads two web and two worker processes on three PostgreSQL under Patroni while leaders are
 * killed, frozen and switched and the processes are restarted in turn, and prints what was acknowledged and lost.
 */
type Line = { phase: string; key: string; id: string; at: number };
type Row = { phase: string; sent: number; acknowledged: number; missing: number; silentSeconds: number };

const clients = 8;
const pauseMs = 150;
const settleMs = 5_000;
const hookToken = "a-token-for-the-trial";
const folder = mkdtempSync(join(tmpdir(), "faro-cluster-"));
chmodSync(folder, 0o755);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
print(`Three etcd, three PostgreSQL and HAProxy start in ${folder}`);

await using resources = new AsyncDisposableStack();
const cluster = await startCluster(folder, 2);
resources.defer(cluster.stop);
const log = openSyncedLog<Line>(join(folder, "acknowledged.jsonl"));

const dataDir = join(folder, "data");
mkdirSync(dataDir);
const processes = new Map<string, FaroProcess>();
const startFaro = async (name: string): Promise<void> => {
  const isWeb = name.startsWith("web");
  const started = await startProcess({
    dataDir,
    env: {
      DATABASE_URL: cluster.databaseUrl,
      FARO_ROLE: isWeb ? "web" : "worker",
      FARO_SECRET_KEY: Buffer.alloc(32, 9).toString("base64"),
      FARO_DRAIN_SECONDS: "5",
      ...(isWeb ? { PORT: String(cluster.webPorts[Number(name.at(-1))]) } : {}),
    },
  });
  if (started.child.exitCode !== null) throw new Error(started.printed());
  processes.set(name, started);
};
resources.defer(async () => {
  await Promise.all([...processes.values()].map((one) => one.stop("SIGKILL")));
});
const names = ["web0", "web1", "worker0", "worker1"];
for (const name of names) await startFaro(name);
const pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 1 });
pool.on("error", () => {});
resources.defer(() => pool.end());
await pool.query(
  `INSERT INTO endpoints (name, type, hook_token, settings)
   VALUES ('Trial', 'webhook', $1, '{"deduplication": {"by": "header", "header": "x-event-id"}}')`,
  [hookToken],
);
await waitFor("HAProxy reaches a web process", async () => (await fetch(`${cluster.webUrl}/healthz`)).ok);

let phase = "nothing";
let isDone = false;
const sent = new Map<string, number>();
const acknowledgedAt = new Map<string, number[]>();
/** Each event once: an answer other than 2xx leaves open whether it was stored. */
const load = Promise.all(
  Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; !isDone; n++) {
      const key = `${client}-${n}`;
      const during = phase;
      sent.set(during, (sent.get(during) ?? 0) + 1);
      try {
        const answer = await fetch(`${cluster.webUrl}/hooks/${hookToken}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-event-id": key },
          body: JSON.stringify({ email: `${key}@example.com` }),
          signal: AbortSignal.timeout(30_000),
        });
        const body = (await answer.json()) as { id: string };
        if (answer.ok) {
          log.add({ phase: during, key, id: body.id, at: Date.now() });
          acknowledgedAt.set(during, [...(acknowledgedAt.get(during) ?? []), Date.now()]);
        }
      } catch {
        // No answer; the sender would repeat it.
      }
      await sleep(pauseMs);
    }
  }),
);

const begin = async (name: string, disturb: () => Promise<void>): Promise<void> => {
  print(name);
  phase = name;
  await sleep(settleMs);
  await disturb();
  const before = acknowledgedAt.get(name)?.length ?? 0;
  await waitFor(
    "events are acknowledged again",
    async () => (acknowledgedAt.get(name)?.length ?? 0) > before,
  );
  await sleep(settleMs);
};

await begin("nothing", async () => {});
await begin("kill -9 of the leader", async () => {
  const leader = await cluster.leader();
  cluster.signalNode(leader, "SIGKILL");
  await sleep(1_000);
  await cluster.leader();
  await cluster.restartNode(leader);
});
await begin("leader frozen for 40 s", async () => {
  const leader = await cluster.leader();
  cluster.signalNode(leader, "SIGSTOP");
  await sleep(40_000);
  cluster.signalNode(leader, "SIGCONT");
});
await begin("switchover", async () => cluster.switchOver(await cluster.leader()));
await begin("rolling restart", async () => {
  for (const name of names) {
    await processes.get(name)?.stop("SIGTERM");
    await startFaro(name);
    await sleep(settleMs);
  }
});
isDone = true;
await load;
log.close();

const { rows: stored } = await pool.query<{ id: string }>("SELECT id FROM events");
const ids = new Set(stored.map(({ id }) => id));
const lines = readLog<Line>(join(folder, "acknowledged.jsonl"));
const table = [...sent].map(([name, count]): Row => {
  const own = lines.filter((line) => line.phase === name);
  const times = own.map(({ at }) => at).toSorted((a, b) => a - b);
  const gaps = times.slice(1).map((at, n) => at - (times[n] ?? at));
  return {
    phase: name,
    sent: count,
    acknowledged: own.length,
    missing: own.filter(({ id }) => !ids.has(id)).length,
    silentSeconds: Math.round(Math.max(0, ...gaps) / 100) / 10,
  };
});
await waitFor("all events are processed", async () => {
  const { rows } = await pool.query("SELECT 1 FROM events WHERE validation_status = 'received' LIMIT 1");
  return rows.length === 0;
});
print("| fault | sent | acknowledged | missing | longest without an answer |\n|---|---|---|---|---|");
for (const row of table)
  print(`| ${row.phase} | ${row.sent} | ${row.acknowledged} | ${row.missing} | ${row.silentSeconds} s |`);
const missing = table.reduce((sum, row) => sum + row.missing, 0);
print(`${lines.length} acknowledged, ${missing} missing; every stored event was processed.`);
await resources.disposeAsync();
if (missing === 0) rmSync(folder, { recursive: true, force: true });
else print(`The logs stay in ${folder}`);
process.exit(missing === 0 ? 0 : 1);
