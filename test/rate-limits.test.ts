import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRateLimits } from "#server/http/rate-limit.ts";
import { createLog } from "#server/log.ts";
import { createTestDatabase } from "./database.ts";
import { startTestFaro } from "./faro.ts";

let connection: pg.ClientConfig;
let clock: pg.Pool;
const pools: pg.Pool[] = [];
beforeAll(async () => {
  connection = await createTestDatabase();
  clock = new pg.Pool({ ...connection, max: 1 });
});
afterAll(async () => {
  await Promise.all([...pools, clock].map((pool) => pool.end()));
});

/** The limits of one process, with the number of its round trips. */
const openProcess = (kind: string, settings: pg.PoolConfig = connection) => {
  const pool = new pg.Pool({ ...settings, max: 2 });
  pool.on("error", () => {});
  pools.push(pool);
  let roundTrips = 0;
  pool.on("acquire", () => roundTrips++);
  return { limit: createRateLimits(pool, createLog("silent"))(kind), roundTrips: () => roundTrips };
};
const openProcesses = (kind: string) => Array.from({ length: 4 }, () => openProcess(kind));

const databaseSeconds = async (): Promise<number> => {
  const { rows } = await clock.query<{ at: number }>(
    "SELECT extract(epoch FROM pg_catalog.clock_timestamp())::float8 AS at",
  );
  return rows[0]?.at ?? 0;
};

/** How many of the requests were admitted, which all come at once, and how much the bucket regained meanwhile. */
const flood = async (processes: ReturnType<typeof openProcesses>, perMinute: number, each: number) => {
  const before = await databaseSeconds();
  const answers = await Promise.all(
    processes.flatMap(({ limit }) => Array.from({ length: each }, () => limit("one", perMinute))),
  );
  const regained = ((await databaseSeconds()) - before) * (perMinute / 60);
  return {
    admitted: answers.filter(({ retryAfterSeconds }) => retryAfterSeconds === undefined).length,
    regained,
  };
};

test.each([10, 120, 600, 6_000])("four processes together keep a limit of %d", async (perMinute) => {
  const { admitted, regained } = await flood(openProcesses(`flood ${perMinute}`), perMinute, perMinute);
  expect(admitted).toBeGreaterThanOrEqual(perMinute * 0.95);
  expect(admitted).toBeLessThanOrEqual(perMinute * 1.05 + regained);
});

test("after a pause in which each keeps tokens, a burst is at most 5 % larger", async () => {
  const perMinute = 6_000;
  const processes = openProcesses("kept");
  for (const { limit } of processes) await limit("one", perMinute);
  // As after a minute: the bucket is full, and the processes still have their tokens.
  await clock.query("UPDATE rate_limits SET tokens = capacity");
  const { admitted, regained } = await flood(processes, perMinute, perMinute);
  expect(admitted).toBeGreaterThan(perMinute);
  expect(admitted).toBeLessThanOrEqual(perMinute * 1.05 + regained);
});

test("most requests of a large limit make no round trip", async () => {
  const { limit, roundTrips } = openProcess("common");
  for (let n = 0; n < 1_000; n++) expect((await limit("one", 60_000)).retryAfterSeconds).toBeUndefined();
  expect(roundTrips()).toBeLessThan(20);
});

test("an empty bucket is asked again only when it has a token, and another key is not affected", async () => {
  const { limit, roundTrips } = openProcess("empty");
  for (let n = 0; n < 2; n++) await limit("one", 2);
  expect((await limit("one", 2)).retryAfterSeconds).toBeGreaterThan(1);
  const before = roundTrips();
  for (let n = 0; n < 100; n++) expect((await limit("one", 2)).retryAfterSeconds).toBeGreaterThan(0);
  expect(roundTrips()).toBe(before);
  expect((await limit("other", 2)).retryAfterSeconds).toBeUndefined();
});

test("keys of many visitors are asked for together", async () => {
  const { limit, roundTrips } = openProcess("visitors");
  await Promise.all(Array.from({ length: 300 }, (_, visitor) => limit(`visitor ${visitor}`, 10)));
  expect(roundTrips()).toBeLessThan(10);
});

test("while the database is away each process counts for itself", async () => {
  const { limit } = openProcess("away", { host: "127.0.0.1", port: 1 });
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push((await limit("one", 3)).retryAfterSeconds);
  expect(answers).toEqual([undefined, undefined, undefined, 20]);
});

test("two web processes share the limit of an endpoint", async () => {
  const shared = await createTestDatabase();
  const env = { FARO_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
  const first = await startTestFaro(env, shared);
  const second = await startTestFaro(env, shared);
  try {
    await first.pool.query(
      `INSERT INTO endpoints (name, type, hook_token, settings) VALUES ('a', 'webhook', 'a-limited-endpoint', '{"requestsPerMinute": 1}')`,
    );
    const accepted = await first.visitor().send("POST", "/hooks/a-limited-endpoint", { n: 1 });
    const refused = await second.visitor().send("POST", "/hooks/a-limited-endpoint", { n: 2 });
    expect([accepted.status, refused.status]).toEqual([202, 429]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    await second.stop();
    await first.stop();
  }
});
