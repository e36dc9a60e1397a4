import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { password } from "../faro.ts";
import { startProcess, temporaryDir } from "../process.ts";
import { startBareHook } from "./bare-peers.ts";
import { type LoadTarget, load } from "./load.ts";
import { type Bench, type Figure, median } from "./measure.ts";
import { startNodeRed } from "./node-red.ts";
import { createSignedEndpoint, signedEvents } from "./signed-events.ts";
import { email, signIn } from "./signed-in.ts";

const rounds = 3;
const seconds = 4;
const secret = randomBytes(24).toString("hex");
const admin = { FARO_ADMIN_EMAIL: email, FARO_ADMIN_PASSWORD: password };

const requestsTo = (url: string): LoadTarget => signedEvents(url, secret);

export const countUnread = async (pool: pg.Pool): Promise<number> => {
  const text = "SELECT count(*) FROM events WHERE validation_status = 'received'";
  return Number((await pool.query(text)).rows[0].count);
};

/** Acknowledged signed events per second compared with the baselines, and the rate up to the timeline. */
export const webhooks: Bench = {
  name: "webhooks",
  run: async () => {
    const dir = await temporaryDir();
    const faro = await startProcess({ dataDir: dir.path, env: admin });
    const connection = await readFile(join(dir.path, "database.json"), "utf8");
    const { send } = await signIn(faro.url);
    const url = await createSignedEndpoint(send, secret);
    const insert = await startBareHook("insert", connection, secret);
    const none = await startBareHook("none", connection, secret);
    const nodeRed = await startNodeRed(connection, secret);
    const pool = new pg.Pool({ ...(JSON.parse(connection) as pg.ClientConfig), max: 1 });
    const unread = () => countUnread(pool);
    const drained = async () => {
      while ((await unread()) > 0) await sleep(200);
    };
    try {
      const ours: number[] = [];
      const inserts: number[] = [];
      const nones: number[] = [];
      const p99: number[] = [];
      const flows: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const crowd = { connections: 64, seconds };
        const result = await load(requestsTo(url), crowd);
        ours.push(result.perSecond);
        p99.push(result.p99);
        await drained();
        inserts.push((await load(requestsTo(insert.url), crowd)).perSecond);
        nones.push((await load(requestsTo(none.url), crowd)).perSecond);
        if (nodeRed) flows.push((await load(requestsTo(nodeRed.url), crowd)).perSecond);
      }
      // Long enough for events to be processed meanwhile, which also takes CPU time.
      const sequential = { connections: 1, seconds: steadySeconds };
      const alone = await load(requestsTo(url), sequential);
      const unreadAfter = await unread();
      await drained();
      const aloneInsert = await load(requestsTo(insert.url), sequential);
      return [
        { what: "64 connections: Faro, signed, committed", value: median(ours), unit: "events/s" },
        { what: "64 connections: bare, one insert a request", value: median(inserts), unit: "events/s" },
        { what: "64 connections: Fastify without a database", value: median(nones), unit: "events/s" },
        {
          what: "ratio to one insert a request",
          value: median(ours) / median(inserts),
          unit: "×",
          limit: { at: "least", value: 1.4 },
        },
        {
          what: "ratio to no database",
          value: median(ours) / median(nones),
          unit: "×",
          limit: { at: "least", value: 0.45 },
        },
        ...(nodeRed
          ? [
              { what: "64 connections: flow of Node-RED", value: median(flows), unit: "events/s" },
              {
                what: "ratio to Node-RED",
                value: median(ours) / median(flows),
                unit: "×",
                limit: { at: "least" as const, value: 2 },
              },
            ]
          : []),
        { what: "64 connections: p99", value: median(p99), unit: "ms", limit: { at: "most", value: 100 } },
        { what: "1 connection, 20 s: Faro, events being read", value: alone.perSecond, unit: "events/s" },
        { what: "1 connection, 20 s: unread at the end", value: unreadAfter, unit: "events" },
        { what: "1 connection, 20 s: bare insert", value: aloneInsert.perSecond, unit: "events/s" },
        {
          what: "1 connection, 20 s: ratio to a bare insert",
          value: alone.perSecond / aloneInsert.perSecond,
          unit: "×",
          limit: { at: "least", value: 0.75 },
        },
        await readingDelay(url, pool),
        ...(await endToEnd(url, unread)),
      ] satisfies Figure[];
    } finally {
      insert.stop();
      none.stop();
      await nodeRed?.stop();
      await pool.end();
      await faro.stop();
      await dir.remove();
    }
  },
};

const steadySeconds = 20;
const steadyRate = 4100;
const recordedAtLeast = 4000;
const moderateRate = 950;

/** The age of the oldest unread event, sampled while events arrive at a moderate rate. */
const readingDelay = async (url: string, pool: pg.Pool): Promise<Figure> => {
  let maxMs = 0;
  let isOver = false;
  const sample = async (): Promise<void> => {
    while (!isOver) {
      const { rows } = await pool.query<{ ms: number }>(
        "SELECT (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS ms FROM unread_events ORDER BY id LIMIT 1",
      );
      maxMs = Math.max(maxMs, rows[0]?.ms ?? 0);
      await sleep(25);
    }
  };
  const sampling = sample();
  await load(requestsTo(url), { connections: 8, seconds: steadySeconds, perSecond: moderateRate });
  isOver = true;
  await sampling;
  return {
    what: `${moderateRate} events/s: oldest unread event`,
    value: maxMs,
    unit: "ms",
    limit: { at: "most", value: 500 },
  };
};

/** Sends a steady stream; returns what was offered and recorded a second, and how much waited in its last seconds. */
export const sendStream = async (
  target: LoadTarget,
  unread: () => Promise<number>,
  stream: { perSecond?: number; seconds: number },
): Promise<{ offered: number; recorded: number; waiting: number }> => {
  const backlog: number[] = [];
  const watching = setInterval(async () => backlog.push(await unread()), 1000);
  const result = await load(target, { connections: 32, ...stream });
  clearInterval(watching);
  const waiting = median(backlog.slice(-5));
  const started = performance.now();
  while ((await unread()) > 0) await sleep(50);
  const rest = (performance.now() - started) / 1000;
  return { offered: result.perSecond, recorded: result.total / (stream.seconds + rest), waiting };
};

/** Whether the backlog of a steady stream grows. */
const endToEnd = async (url: string, unread: () => Promise<number>): Promise<Figure[]> => {
  const { offered, recorded, waiting } = await sendStream(requestsTo(url), unread, {
    perSecond: steadyRate,
    seconds: steadySeconds,
  });
  return [
    { what: "end to end: events offered", value: offered, unit: "events/s" },
    {
      what: "end to end: recorded",
      value: recorded,
      unit: "events/s",
      limit: { at: "least", value: recordedAtLeast },
    },
    {
      what: "end to end: waiting at the end of the stream",
      value: waiting,
      unit: "events",
      limit: { at: "most", value: steadyRate },
    },
  ];
};
