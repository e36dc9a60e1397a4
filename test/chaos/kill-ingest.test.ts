import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, databaseUrl } from "../database.ts";
import { isDeep } from "../deep.ts";
import { freePort, startProcess, temporaryDir } from "../process.ts";

const kills = isDeep ? 25 : 1;
const senderCount = 12;
const admin = { email: "admin@example.com", password: "correct horse battery" };

let dir: Awaited<ReturnType<typeof temporaryDir>>;
let connection: pg.ClientConfig;
let pool: pg.Pool;
beforeAll(async () => {
  dir = await temporaryDir();
  connection = await createTestDatabase();
  pool = new pg.Pool({ ...connection, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await dir.remove();
});

type SentEvent = { key: string; id?: string; tries: number };

test(`stores every acknowledged or retried event exactly once across ${kills} kill(s) under load`, async () => {
  const port = String(await freePort());
  const env = {
    PORT: port,
    DATABASE_URL: databaseUrl(connection),
    FARO_ADMIN_EMAIL: admin.email,
    FARO_ADMIN_PASSWORD: admin.password,
    FARO_LOG: "fatal",
  };
  const start = () => startProcess({ dataDir: dir.path, env });
  let server = await start();
  const url = await createEndpoint(server.url);
  const sent: SentEvent[] = [];
  let acknowledged = 0;
  let isLoading = true;
  const send = async (event: SentEvent): Promise<void> => {
    while (event.id === undefined) {
      event.tries++;
      try {
        const answer = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", "x-event-id": event.key },
          body: JSON.stringify({ type: "form", email: `${event.key}@example.com`, n: sent.length }),
          signal: AbortSignal.timeout(5000),
        });
        const body = (await answer.json()) as { id: string };
        if (answer.ok) event.id = body.id;
        if (answer.ok) acknowledged++;
      } catch {
        // The connection broke: whether the event was stored is unknown, so the sender retries.
        await sleep(100);
      }
    }
  };
  const sender = async (): Promise<void> => {
    while (isLoading) {
      const event: SentEvent = { key: randomUUID(), tries: 0 };
      sent.push(event);
      await send(event);
    }
  };
  const senders = Array.from({ length: senderCount }, sender);
  for (let kill = 0; kill < kills; kill++) {
    const target = acknowledged + 20 + ((kill * 37) % 250);
    await expect.poll(() => acknowledged, { interval: 5, timeout: 60_000 }).toBeGreaterThan(target);
    await server.stop("SIGKILL");
    server = await start();
  }
  isLoading = false;
  await Promise.all(senders);
  const { rows } = await pool.query<{ id: string; key: string }>(
    "SELECT id, deduplication_key AS key FROM events",
  );
  const stored = new Map(rows.map(({ id, key }) => [key, id]));
  expect(stored.size).toBe(rows.length);
  expect(rows).toHaveLength(sent.length);
  expect(sent.filter(({ key, id }) => stored.get(key) !== id)).toEqual([]);
  expect(sent.some(({ tries }) => tries > 1)).toBe(true);
  // The work of the killed processes was taken up again: every event was processed.
  await expect
    .poll(async () => (await pool.query("SELECT count(*)::int AS n FROM people")).rows[0].n, {
      timeout: 60_000,
    })
    .toBe(sent.length);
  const entries = await pool.query("SELECT caused_by FROM timeline WHERE event_type = 'event_received'");
  expect(entries.rows).toHaveLength(sent.length);
  await server.stop();
}, 1_200_000);

const createEndpoint = async (base: string): Promise<string> => {
  const json = { "content-type": "application/json" };
  const signIn = await fetch(`${base}/api/auth/login`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(admin),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((header) => header.split(";")[0])
    .join("; ");
  const created = await fetch(`${base}/api/endpoints`, {
    method: "POST",
    headers: { ...json, cookie },
    body: JSON.stringify({
      name: "Under fire",
      settings: { deduplication: { by: "header", header: "x-event-id" } },
    }),
  });
  return ((await created.json()) as { webhookUrl: string }).webhookUrl;
};
