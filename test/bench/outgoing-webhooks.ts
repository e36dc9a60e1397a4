import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { password } from "../faro.ts";
import { freePort, startProcess, temporaryDir } from "../process.ts";
import { type Bench, type Figure, percentile, readCpuSeconds } from "./measure.ts";
import { email, type Send, signIn } from "./signed-in.ts";
import type { Arrival } from "./webhook-counter.ts";

const subscribers = 5;
const seconds = 18;
/** The first seconds are not counted, because the code of a process that just started is not compiled yet. */
const warmUpSeconds = 6;
/** Changes come in small transactions, as they do from ingestion. */
const perChange = 20;
/** Each of them has an event every second or two, so that their order matters. */
const people = 1000;
/** Nothing has arrived for so long: the rest is lost. */
const lostAfterMs = 10_000;

/** Starts the receiver in its own process, so that it takes no time of the measured one. */
const startCountingReceiver = async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "webhook-counter.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    count: async () => Number(await (await fetch(`${url}/count`)).text()),
    take: async () => (await (await fetch(`${url}/take`)).json()) as Arrival[],
    stop: () => child.kill(),
  };
};

type Receiver = Awaited<ReturnType<typeof startCountingReceiver>>;

const bulk = { people: 20_000, page: 500 };

/** How long it takes to add people in pages, as an import does. */
const addPeople = async (pool: pg.Pool): Promise<number> => {
  const started = performance.now();
  for (let n = 0; n < bulk.people; n += bulk.page)
    await pool.query("INSERT INTO people (first_name) SELECT 'Bulk' FROM generate_series(1, $1::int)", [
      bulk.page,
    ]);
  return performance.now() - started;
};

/** What a subscription costs a change, while nothing is sent. */
const costOfSubscription = async (pool: pg.Pool, send: Send, receiver: Receiver): Promise<Figure[]> => {
  await addPeople(pool);
  const withoutMs = await addPeople(pool);
  const paused = await send("POST", "/api/webhook-subscriptions", {
    name: "Paused",
    url: `${receiver.url}/paused`,
    events: ["person.created"],
  });
  await send("POST", `/api/webhook-subscriptions/${paused.id}/pause`, {});
  const withMs = await addPeople(pool);
  await send("DELETE", `/api/webhook-subscriptions/${paused.id}`, {});
  return [
    { what: `adding ${bulk.people} people, no subscription`, value: withoutMs, unit: "ms" },
    { what: `adding ${bulk.people} people, one subscription`, value: withMs, unit: "ms" },
  ];
};

/** Fires rules of people in turn at a steady rate; returns how long it took, in seconds. */
const fireRules = async (pool: pg.Pool, perSecond: number): Promise<number> => {
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM people ORDER BY id LIMIT $1", [people]);
  const ids = rows.map(({ id }) => id);
  const started = performance.now();
  const changes: Promise<unknown>[] = [];
  for (let n = 0; n < perSecond * seconds; n += perChange) {
    const early = started + (n * 1000) / perSecond - performance.now();
    if (early > 0) await sleep(early);
    const from = n % people;
    changes.push(
      pool.query(
        `WITH made AS (INSERT INTO rule_runs (version, person_id, fired, why)
           SELECT $1::int, id, true, '[{"code": "event_happened"}]' FROM unnest($2::uuid[]) id)
         SELECT pg_notify('faro_live', '["people"]')`,
        [Math.floor(n / people), ids.slice(from, from + perChange)],
      ),
    );
  }
  await Promise.all(changes);
  return (performance.now() - started) / 1000;
};

const takeArrivals = async (receiver: Receiver, expected: number): Promise<Arrival[]> => {
  let count = await receiver.count();
  let changedAt = performance.now();
  while (count < expected && performance.now() - changedAt < lostAfterMs) {
    await sleep(200);
    const now = await receiver.count();
    if (now > count) changedAt = performance.now();
    count = now;
  }
  // What is delivered twice would come after the first.
  await sleep(500);
  return receiver.take();
};

/** Arrivals that came after a later event of their person at the same subscriber. */
const countOvertaken = (arrivals: readonly Arrival[]): number => {
  const newest = new Map<string, number>();
  let overtaken = 0;
  for (const { subscriber, personId, version } of arrivals) {
    const key = `${subscriber} ${personId}`;
    const before = newest.get(key) ?? -1;
    if (version < before) overtaken += 1;
    else newest.set(key, version);
  }
  return overtaken;
};

const measureRate = async (
  pool: pg.Pool,
  receiver: Receiver,
  perSecond: number,
  pid: number,
): Promise<Figure[]> => {
  const cpuBefore = await readCpuSeconds(pid);
  const changedFor = await fireRules(pool, perSecond);
  const total = perSecond * seconds * subscribers;
  const arrivals = await takeArrivals(receiver, total);
  const cpuSeconds = (await readCpuSeconds(pid)) - cpuBefore;
  const distinct = new Set(arrivals.map(({ subscriber, id }) => `${subscriber} ${id}`)).size;
  const firstAt = Math.min(...arrivals.slice(0, 1000).map(({ at, latencyMs }) => at - latencyMs));
  const writtenBetween = (from: number, to: number): number[] =>
    arrivals.flatMap(({ at, latencyMs }) => {
      const writtenAt = (at - latencyMs - firstAt) / 1000;
      return writtenAt >= from && writtenAt < to ? [latencyMs] : [];
    });
  const times = writtenBetween(warmUpSeconds, Number.POSITIVE_INFINITY);
  const half = (warmUpSeconds + seconds) / 2;
  const growth =
    (percentile(writtenBetween(half, seconds), 50) - percentile(writtenBetween(warmUpSeconds, half), 50)) /
    (half - warmUpSeconds);
  const name = (what: string): string => `${perSecond}/s: ${what}`;
  return [
    { what: name("written"), value: (perSecond * seconds) / changedFor, unit: "events/s" },
    {
      what: name(`arrived at ${subscribers} subscribers`),
      value: (100 * distinct) / total,
      unit: "%",
      limit: { at: "least", value: 100 },
    },
    {
      what: name("arrived more than once"),
      value: arrivals.length - distinct,
      unit: "events",
      limit: { at: "most", value: 0 },
    },
    {
      what: name("after a later event of the person"),
      value: countOvertaken(arrivals),
      unit: "events",
      limit: { at: "most", value: 0 },
    },
    { what: name("change to arrival, p50"), value: percentile(times, 50), unit: "ms" },
    {
      what: name("change to arrival, p95"),
      value: percentile(times, 95),
      unit: "ms",
      limit: { at: "most", value: 1000 },
    },
    {
      what: name("processor time for each delivery, with its database"),
      value: (cpuSeconds * 1_000_000) / total,
      unit: "µs",
    },
    {
      what: name("growth of the delay"),
      value: growth,
      unit: "ms each second",
      limit: { at: "most", value: 20 },
    },
  ];
};

/** From a rule that fires to the arrival of the event at each of several receivers. */
export const outgoingWebhooks: Bench = {
  name: "outgoing-webhooks",
  run: async () => {
    const dir = await temporaryDir();
    const receiver = await startCountingReceiver();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const faro = await startProcess({
      dataDir: dir.path,
      env: {
        PORT: String(port),
        FARO_ADMIN_EMAIL: email,
        FARO_ADMIN_PASSWORD: password,
        FARO_EGRESS_ALLOW: "127.0.0.1",
      },
    });
    const connection = JSON.parse(await readFile(join(dir.path, "database.json"), "utf8")) as pg.ClientConfig;
    const pool = new pg.Pool({ ...connection, max: 4 });
    try {
      const { send } = await signIn(url);
      const cost = await costOfSubscription(pool, send, receiver);
      for (let n = 0; n < subscribers; n++)
        await send("POST", "/api/webhook-subscriptions", {
          name: `Subscriber ${n}`,
          url: `${receiver.url}/hook-${n}`,
          events: ["rule.fired"],
        });
      return [
        ...(await measureRate(pool, receiver, 500, faro.child.pid ?? 0)),
        ...(await measureRate(pool, receiver, 1000, faro.child.pid ?? 0)),
        ...cost,
      ];
    } finally {
      await pool.end();
      await faro.stop();
      receiver.stop();
      await dir.remove();
    }
  },
};
