import pg from "pg";
import { Agent, fetch } from "undici";
import { expect, test, vi } from "vitest";
import { createTestDatabase, databaseUrl } from "./database.ts";
import { startHealthCheckingProxy } from "./health-checking-proxy.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "./process.ts";

const hookToken = "a-token-for-the-rolling-restart";
const clients = 8;

test("two web processes are restarted in turn under load, and no request fails", {
  timeout: 300_000,
}, async () => {
  await using resources = new AsyncDisposableStack();
  const connection = await createTestDatabase();
  const pool = new pg.Pool(connection);
  resources.defer(() => pool.end());
  await pool.query("INSERT INTO endpoints (name, type, hook_token) VALUES ('a', 'webhook', $1)", [hookToken]);
  const dataDir = await temporaryDir();
  resources.defer(dataDir.remove);
  const ports = [String(await freePort()), String(await freePort())];
  const processes = new Map<string, FaroProcess>();
  const start = async (port: string): Promise<void> => {
    const env = {
      DATABASE_URL: databaseUrl(connection),
      FARO_ROLE: "web",
      FARO_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      FARO_DRAIN_SECONDS: "3",
      PORT: port,
    };
    processes.set(port, await startProcess({ dataDir: dataDir.path, env }));
  };
  resources.defer(async () => {
    await Promise.all([...processes.values()].map((faro) => faro.stop("SIGKILL")));
  });
  await Promise.all(ports.map(start));
  const proxy = await startHealthCheckingProxy(ports.map(Number));
  resources.defer(proxy.close);
  const isUp = (port: string) =>
    vi.waitFor(() => expect(proxy.isUp(Number(port))).toBe(true), { timeout: 60_000 });
  for (const port of ports) await isUp(port);

  const agent = new Agent({ connections: clients });
  resources.defer(() => agent.close());
  const failures: string[] = [];
  let accepted = 0;
  let isDone = false;
  const sendUntilDone = async (client: number): Promise<void> => {
    for (let n = 0; !isDone; n++) {
      const [path, init] =
        n % 4 === 3
          ? (["/api/openapi.json", {}] as const)
          : ([
              `/hooks/${hookToken}`,
              {
                method: "POST",
                headers: { "content-type": "application/json" },
                body: JSON.stringify({ id: `${client}-${n}`, email: `p${client}@example.com` }),
              },
            ] as const);
      const { status, text } = await fetch(`${proxy.url}${path}`, { ...init, dispatcher: agent }).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        (error: unknown) => ({ status: 0, text: String(error) }),
      );
      if (status === 202) accepted++;
      else if (status !== 200) failures.push(`${path} ${status} ${text}`);
    }
  };
  const load = Promise.all(Array.from({ length: clients }, (_, client) => sendUntilDone(client)));
  for (const port of ports) {
    expect(await processes.get(port)?.stop("SIGTERM")).toBe(0);
    await start(port);
    await isUp(port);
  }
  isDone = true;
  await load;
  expect(failures).toEqual([]);
  expect(accepted).toBeGreaterThan(100);
  const { rows } = await pool.query<{ count: number }>("SELECT count(*)::int AS count FROM events");
  expect(rows[0]?.count).toBe(accepted);
});
