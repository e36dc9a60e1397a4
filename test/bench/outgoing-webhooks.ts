import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { password } from "../faro.ts";
import { freePort, startProcess, temporaryDir } from "../process.ts";
import { type Bench, percentile } from "./measure.ts";
import { email, signIn } from "./signed-in.ts";

const subscribers = 5;
const perSecond = 1000;
const seconds = 15;
/** The first seconds are not counted, because the code of a process that just started is not compiled yet. */
const warmUpSeconds = 5;
/** Changes come in small transactions, as they do from ingestion. */
const perChange = 20;

type Arrival = { id: string; latencyMs: number; at: number };

/** Starts the receiver in its own process, so that it takes no time of the measured one. */
const startCountingReceiver = async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "webhook-counter.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    arrivals: async () => (await (await fetch(`${url}/arrivals`)).json()) as Arrival[],
    stop: () => child.kill(),
  };
};

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
      for (let n = 0; n < subscribers; n++)
        await send("POST", "/api/webhook-subscriptions", {
          name: `Subscriber ${n}`,
          url: `${receiver.url}/hook-${n}`,
          events: ["rule.fired"],
        });
      const started = performance.now();
      const changes: Promise<unknown>[] = [];
      for (let n = 0; n < perSecond * seconds; n += perChange) {
        const early = started + (n * 1000) / perSecond - performance.now();
        if (early > 0) await sleep(early);
        changes.push(
          pool.query(
            `WITH made AS (INSERT INTO rule_runs (version, person_id, fired, why)
               SELECT 1, p.id, true, '[{"code": "event_happened"}]' FROM people p OFFSET $1::int LIMIT $2::int)
             SELECT pg_notify('faro_live', '["people"]')`,
            [n % bulk.people, perChange],
          ),
        );
      }
      await Promise.all(changes);
      const changedFor = (performance.now() - started) / 1000;
      const total = perSecond * seconds * subscribers;
      let arrivals = await receiver.arrivals();
      for (let tries = 0; arrivals.length < total && tries < 150; tries++) {
        await sleep(200);
        arrivals = await receiver.arrivals();
      }
      const firstAt = Math.min(...arrivals.map(({ at }) => at));
      const counted = arrivals.filter(({ at }) => at >= firstAt + warmUpSeconds * 1000);
      const times = counted.map(({ latencyMs }) => latencyMs);
      const limit = { at: "most", value: 1000 } as const;
      return [
        {
          what: "events a second that were written",
          value: (perSecond * seconds) / changedFor,
          unit: "events/s",
        },
        {
          what: `arrived at ${subscribers} subscribers`,
          value: (100 * new Set(arrivals.map(({ id }) => id)).size) / total,
          unit: "%",
          limit: { at: "least", value: 100 },
        },
        { what: "change to arrival, p50", value: percentile(times, 50), unit: "ms" },
        { what: "change to arrival, p95", value: percentile(times, 95), unit: "ms", limit },
        { what: `adding ${bulk.people} people, no subscription`, value: withoutMs, unit: "ms" },
        { what: `adding ${bulk.people} people, one subscription`, value: withMs, unit: "ms" },
        { what: "arrived more than once", value: arrivals.length - total, unit: "events" },
      ];
    } finally {
      await pool.end();
      await faro.stop();
      receiver.stop();
      await dir.remove();
    }
  },
};
