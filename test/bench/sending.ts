import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { findContactableNumbers } from "../contactable-people.ts";
import { type Bench, type Figure, percentile } from "./measure.ts";
import { json, type Send } from "./signed-in.ts";
import type { Simulator } from "./start-simulator.ts";
import { openWorkspace } from "./workspace.ts";

const steady = { perSecond: 200, seconds: 20 };
/** Each event of the latency measurement is of a person of its own. */
const people = steady.perSecond * steady.seconds;
/** The first seconds are not counted, because the code of a process that just started is not compiled yet. */
const warmUp = 7 * steady.perSecond;
const burst = 10_000;

const { phone: numberOf, timezone } = findContactableNumbers(Date.now());
const personOf = (n: number) => ({ first_name: "Ana", email: `ana${n}@example.com`, phone: numberOf(n + 1) });

const post = async (url: string, payload: object): Promise<void> => {
  const response = await fetch(url, { method: "POST", headers: json, body: JSON.stringify(payload) });
  await response.arrayBuffer();
  if (response.status !== 202) throw new Error(`${url}: ${response.status}`);
};

/** The latency from an event to the vendor, and the throughput of sends. */
export const sending: Bench = {
  name: "sending",
  run: async () => {
    await using workspace = await openWorkspace();
    const { send, pool, simulator } = workspace;
    const hook = await createEndpoint(send);
    await createPeople(hook, pool);
    return [...(await measureLatency(send, hook, simulator)), ...(await measureThroughput(pool, simulator))];
  },
};

const createEndpoint = async (send: Send): Promise<string> => {
  const made = await send("POST", "/api/endpoints", { name: "Form" });
  await send("PUT", `/api/endpoints/${made.id}`, {
    name: "Form",
    mappingTemplate: {
      person: { firstName: "first_name", email: "email", phone: "phone", "consents.sms": "sms" },
      event: { type: "type" },
    },
  });
  return made.webhookUrl ?? "";
};

/** Creates the people through the webhook, with consent to SMS. */
const createPeople = async (hook: string, pool: pg.Pool): Promise<void> => {
  for (let n = 0; n < people; n += 50) {
    const some = Array.from({ length: Math.min(50, people - n) }, (_, at) => personOf(n + at));
    await Promise.all(some.map((person) => post(hook, { type: "signed_up", sms: true, ...person })));
  }
  const count = async () =>
    Number((await pool.query("SELECT count(*) FROM consent_records")).rows[0]?.count ?? 0);
  while ((await count()) < people) await sleep(100);
  await pool.query("UPDATE people SET timezone = $1", [timezone]);
  // The work that the sign-ups caused is done by then.
  await sleep(3000);
};

const measureLatency = async (send: Send, hook: string, simulator: Simulator): Promise<Figure[]> => {
  await send("POST", "/api/rules", {
    name: "Greet",
    triggers: [{ type: "event", operator: "=", value: "quote_requested" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "Hello, {{first_name}}" }],
  });
  const sentAt = new Map<string, number>();
  const started = performance.now();
  const posts: Promise<void>[] = [];
  for (let n = 0; n < people; n++) {
    const due = started + (n * 1000) / steady.perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    const { email: address, phone } = personOf(n);
    sentAt.set(phone, Date.now());
    posts.push(post(hook, { type: "quote_requested", email: address, phone }));
  }
  await Promise.all(posts);
  let effects = await simulator.effects();
  for (let tries = 0; effects.length < people && tries < 100; tries++) {
    await sleep(200);
    effects = await simulator.effects();
  }
  const times = effects.slice(warmUp).map(({ to, at }) => at - (sentAt.get(to) ?? 0));
  return [
    {
      what: `${steady.perSecond} events/s: reached the vendor`,
      value: (100 * effects.length) / people,
      unit: "%",
      limit: { at: "least", value: 100 },
    },
    {
      what: "event to vendor, p50",
      value: percentile(times, 50),
      unit: "ms",
      limit: { at: "most", value: 120 },
    },
    {
      what: "event to vendor, p99",
      value: percentile(times, 99),
      unit: "ms",
      limit: { at: "most", value: 500 },
    },
  ];
};

const measureThroughput = async (pool: pg.Pool, simulator: Simulator): Promise<Figure[]> => {
  // Receipts arrive after all messages were sent, so that processing them is measured separately.
  await simulator.control({ latencyMs: { twilio: 50 }, paceMs: [30_000, 31_000] });
  const before = (await simulator.effects()).length;
  await pool.query(
    `INSERT INTO actions (person_id, type, status, config, not_before)
     SELECT p.id, 'sms', 'pending', jsonb_build_object('text', 'Number ' || n, 'purpose', 'service'), now()
       FROM people p CROSS JOIN generate_series(1, $1::int) n
      ORDER BY n, p.id LIMIT $2`,
    [Math.ceil(burst / people), burst],
  );
  const count = async (statuses: string[]): Promise<number> => {
    const text = "SELECT count(*) FROM actions WHERE status = ANY($1)";
    return Number((await pool.query(text, [statuses])).rows[0]?.count ?? 0);
  };
  while ((await count(["pending", "held", "dispatching"])) > 0) await sleep(200);
  const times = (await simulator.effects()).slice(before).map(({ at }) => at);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
  return [
    {
      what: `${burst.toLocaleString("en")} messages, answered in 50 ms`,
      value: times.length / seconds,
      unit: "sends/s",
      limit: { at: "least", value: 1000 },
    },
    {
      what: "sent more than once",
      value: times.length - burst,
      unit: "messages",
      limit: { at: "most", value: 0 },
    },
  ];
};
