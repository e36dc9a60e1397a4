import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CoreFigure, Round } from "./core-figures.ts";
import type { Workspace } from "./workspace.ts";

const rounds = 3;
const subscribers = 5;
const events = 600;
/** Changes come in small transactions, as they do from ingestion. */
const perChange = 20;

/** Nothing has arrived for so long: the rest is lost. */
const lostAfterMs = 10_000;

/** Counts requests, and when the first and the last of them came. */
const startReceiver = async () => {
  let arrivals: number[] = [];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      arrivals.push(performance.now());
      response.writeHead(204).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests a second, once so many have come. */
    rateOf: async (count: number): Promise<number> => {
      let last = performance.now();
      for (let seen = 0; arrivals.length < count; await sleep(20)) {
        if (arrivals.length > seen) last = performance.now();
        else if (performance.now() - last > lostAfterMs)
          throw new Error(`${arrivals.length} of ${count} requests arrived`);
        seen = arrivals.length;
      }
      const rate = (count * 1000) / ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0));
      arrivals = [];
      return rate;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Events to several subscribers. The product may send to this machine only with `FARO_EGRESS_ALLOW`. */
export const checkWebhooks = async ({ send, pool }: Workspace): Promise<CoreFigure[]> => {
  await pool.query("INSERT INTO people (first_name) SELECT 'Bulk' FROM generate_series(1, 1000)");
  const receiver = await startReceiver();
  const ids: string[] = [];
  try {
    for (let n = 0; n < subscribers; n++) {
      const { id = "" } = await send("POST", "/api/webhook-subscriptions", {
        name: `Subscriber ${n}`,
        url: `${receiver.url}/hook-${n}`,
        events: ["rule.fired"],
      });
      ids.push(id);
    }
    const measured: Round[] = [];
    for (let done = 0; done <= rounds; done++) {
      for (let n = 0; n < events; n += perChange)
        await pool.query(
          `WITH made AS (INSERT INTO rule_runs (version, person_id, fired, why)
             SELECT 1, p.id, true, '[{"code": "event_happened"}]' FROM people p OFFSET $1::int LIMIT $2::int)
           SELECT pg_notify('faro_live', '["people"]')`,
          [n % 1000, perChange],
        );
      const product = await receiver.rateOf(events * subscribers);
      const poster = spawn(process.execPath, [
        join(import.meta.dirname, "bare-poster.ts"),
        receiver.url,
        String(events),
        String(subscribers),
      ]);
      // From before the wait: the poster may end first.
      const ended = once(poster, "exit");
      const bare = await receiver.rateOf(events * subscribers);
      await ended;
      // The first round is a warm-up.
      if (done > 0) measured.push({ product, bare });
    }
    return [
      {
        name: `outgoing webhooks to ${subscribers} subscribers`,
        unit: "deliveries/s",
        better: "higher",
        counterpart: "bare posts",
        rounds: measured,
      },
    ];
  } finally {
    for (const id of ids) await send("DELETE", `/api/webhook-subscriptions/${id}`, {});
    receiver.stop();
  }
};
