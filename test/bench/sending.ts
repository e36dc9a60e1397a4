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
export const personOf = (n: number) => ({
  first_name: "Ana",
  email: `ana${n}@example.com`,
  phone: numberOf(n + 1),
});

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
    await createPeople(hook, pool, people);
    return [...(await measureLatency(send, hook, simulator)), ...(await measureThroughput(pool, simulator))];
  },
};

export const createEndpoint = async (send: Send): Promise<string> => {
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

/** Creates people through the webhook, with consent to SMS. */
export const createPeople = async (hook: string, pool: pg.Pool, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 50) {
    const some = Array.from({ length: Math.min(50, count - n) }, (_, at) => personOf(n + at));
    await Promise.all(some.map((person) => post(hook, { type: "signed_up", sms: true, ...person })));
  }
  const counted = async () =>
    Number((await pool.query("SELECT count(*) FROM consent_records")).rows[0]?.count ?? 0);
  while ((await counted()) < count) await sleep(100);
  await pool.query("UPDATE people SET timezone = $1", [timezone]);
  // The work that the sign-ups caused is done by then.
  await sleep(3000);
};

export const createGreetingRule = (send: Send): Promise<unknown> =>
  send("POST", "/api/rules", {
    name: "Greet",
    triggers: [{ type: "event", operator: "=", value: "quote_requested" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "Hello, {{first_name}}" }],
  });

/** An event of the person with this number, which fires the rule. */
export const requestQuote =
  (hook: string) =>
  (n: number): Promise<void> => {
    const { email: address, phone } = personOf(n);
    return post(hook, { type: "quote_requested", email: address, phone });
  };

/**
 * Calls `start` for one person after the other at a rate. Returns the milliseconds from each call to the message at the
 * vendor, in the order of their arrival.
 */
export const timeToVendor = async (
  start: (n: number) => Promise<void>,
  { first, count, perSecond }: { first: number; count: number; perSecond: number },
  simulator: Simulator,
): Promise<number[]> => {
  const sentAt = new Map<string, number>();
  const started = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const due = started + (n * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    sentAt.set(personOf(first + n).phone, Date.now());
    calls.push(start(first + n));
  }
  await Promise.all(calls);
  const arrived = async () => (await simulator.effects()).filter(({ to }) => sentAt.has(to));
  let effects = await arrived();
  for (let tries = 0; effects.length < count && tries < 100; tries++) {
    await sleep(200);
    effects = await arrived();
  }
  return effects.map(({ to, at }) => at - (sentAt.get(to) ?? 0));
};

const measureLatency = async (send: Send, hook: string, simulator: Simulator): Promise<Figure[]> => {
  await createGreetingRule(send);
  const all = await timeToVendor(
    requestQuote(hook),
    { first: 0, count: people, perSecond: steady.perSecond },
    simulator,
  );
  const times = all.slice(warmUp);
  return [
    {
      what: `${steady.perSecond} events/s: reached the vendor`,
      value: (100 * all.length) / people,
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

const sendsPerSecond = (times: number[]): number =>
  (times.length * 1000) / (Math.max(...times) - Math.min(...times));

/** Sends messages that are all due at once. Returns sends per second and how many messages arrived. */
export const sendBurst = async (
  pool: pg.Pool,
  simulator: Simulator,
  count: number,
): Promise<{ perSecond: number; arrived: number }> => {
  const before = (await simulator.effects()).length;
  await pool.query(
    `INSERT INTO actions (person_id, type, status, config, not_before)
     SELECT p.id, 'sms', 'pending', jsonb_build_object('text', 'Number ' || n, 'purpose', 'service'), now()
       FROM people p CROSS JOIN generate_series(1, ceil($1::float8 / (SELECT count(*) FROM people))::int) n
      ORDER BY n, p.id LIMIT $1`,
    [count],
  );
  const open = async (): Promise<number> => {
    const text = "SELECT count(*) FROM actions WHERE status IN ('pending', 'held', 'dispatching')";
    return Number((await pool.query(text)).rows[0]?.count ?? 0);
  };
  while ((await open()) > 0) await sleep(200);
  const times = (await simulator.effects()).slice(before).map(({ at }) => at);
  return { perSecond: sendsPerSecond(times), arrived: times.length };
};

/** Receipts arrive after all messages were sent, so that processing them is measured separately. */
export const delayReceipts = (simulator: Simulator): Promise<unknown> =>
  simulator.control({ latencyMs: { twilio: 50 }, paceMs: [30_000, 31_000] });

const measureThroughput = async (pool: pg.Pool, simulator: Simulator): Promise<Figure[]> => {
  await delayReceipts(simulator);
  const { perSecond, arrived } = await sendBurst(pool, simulator, burst);
  return [
    {
      what: `${burst.toLocaleString("en")} messages, answered in 50 ms`,
      value: perSecond,
      unit: "sends/s",
      limit: { at: "least", value: 1000 },
    },
    {
      what: "sent more than once",
      value: arrived - burst,
      unit: "messages",
      limit: { at: "most", value: 0 },
    },
  ];
};
