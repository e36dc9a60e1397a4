import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { findContactableNumbers } from "../contactable-people.ts";
import { startBareSender } from "./bare-peers.ts";
import { type LoadResult, load } from "./load.ts";
import { type Bench, type Figure, median, percentile } from "./measure.ts";
import { createSignedEndpoint, signedEvents } from "./signed-events.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const people = Number(process.env.FARO_BENCH_PEOPLE ?? 100_000);
/** Of the first broadcast, which is paused. */
const near = Math.ceil(people / 5);
const many = 10 * people;
const webhookRate = 500;
const { phone, timezone } = findContactableNumbers(Date.now());
/** The digits after it count the people. */
const prefix = phone(0).slice(0, -7);
const pageSize = 25_000;

/** Adds people until there are so many; they wrote lately, so that a service message may reach them. */
const addPeople = async (pool: pg.Pool, from: number, to: number): Promise<void> => {
  for (let done = from; done < to; done += pageSize)
    await pool.query(
      `WITH added AS (
         INSERT INTO people (first_name, phone, timezone, tags)
         SELECT 'Ana', $1 || (2000000 + n)::text, $2,
                ARRAY[CASE WHEN n <= $5::int THEN 'near' WHEN n <= $6::int THEN 'first' ELSE 'far' END]
           FROM generate_series($3::int, $4::int) n RETURNING id)
       INSERT INTO conversations (person_id, channel, last_inbound_at) SELECT id, 'sms', now() FROM added`,
      [prefix, timezone, done + 1, Math.min(to, done + pageSize), near, people],
    );
  await pool.query("ANALYZE people, person_addresses, conversations");
};

const tagged = (...value: string[]) => ({ field: "tags", op: "has_any", value });

/** Equal words are not sent twice to a person. */
const add = ({ send }: Workspace, audience: object, words: string): Promise<{ id: string }> =>
  send("POST", "/api/broadcasts", {
    ...{ name: "Notice", purpose: "service", guard: false, audience },
    actions: [{ type: "sms", template: `Hola {{first_name}}, ${words}.` }],
  });

type Check = { send: number; wait: number; stop: number };
const waitForState = async ({ send }: Workspace, id: string, state: string) => {
  const deadline = Date.now() + 1_800_000;
  for (;;) {
    const broadcast = await send<{ state: string; check: Check }>("GET", `/api/broadcasts/${id}`);
    if (broadcast.state === state) return broadcast;
    if (Date.now() > deadline) throw new Error(`The broadcast is not ${state} after half an hour`);
    await sleep(100);
  }
};

/** Returns how long it took, in seconds. */
const check = async (workspace: Workspace, id: string): Promise<{ seconds: number; check: Check }> => {
  const started = performance.now();
  await workspace.send("POST", `/api/broadcasts/${id}/check`);
  const { check: found } = await waitForState(workspace, id, "checked");
  return { seconds: (performance.now() - started) / 1000, check: found };
};

/** One bare statement for each page of people: read by their key, and a row added for each. */
const bareCheck = async (pool: pg.Pool): Promise<number> => {
  await pool.query("DROP TABLE IF EXISTS bare_checks");
  await pool.query(
    "CREATE TABLE bare_checks (id uuid PRIMARY KEY, place int, person_id uuid, ruling text, reasons jsonb)",
  );
  const started = performance.now();
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await pool.query<{ person_id: string }>(
      `INSERT INTO bare_checks SELECT gen_random_uuid(), 1, id, 'send', '[]' FROM
         (SELECT id FROM people WHERE id > $1 ORDER BY id LIMIT 1000) page RETURNING person_id`,
      [after],
    );
    if (rows.length === 0) return (performance.now() - started) / 1000;
    after =
      rows
        .map(({ person_id: id }) => id)
        .toSorted()
        .at(-1) ?? after;
  }
};

const measureCheck = async (
  workspace: Workspace,
  audience: object,
  count: number,
  mostSeconds: number,
): Promise<Figure[]> => {
  const { id } = await add(workspace, audience, "cerramos el viernes");
  const { seconds, check: found } = await check(workspace, id);
  if (found.send !== count) throw new Error(`${found.send} of ${count} could get it`);
  const bare = await bareCheck(workspace.pool);
  return [
    {
      what: `check of ${count} people`,
      value: seconds,
      unit: "s",
      limit: { at: "most", value: mostSeconds },
    },
    { what: "bare read and insert of as many", value: bare, unit: "s" },
    { what: "check against bare", value: seconds / bare, unit: "×" },
  ];
};

/** What still leaves after a pause, and that each person got it once after it went on. */
const measurePause = async (workspace: Workspace): Promise<Figure[]> => {
  const { send, simulator } = workspace;
  const { id } = await add(workspace, tagged("near"), "cerramos el sábado");
  const { check: found } = await check(workspace, id);
  await send("POST", `/api/broadcasts/${id}/start`, { confirm: found.send + found.wait });
  while ((await simulator.effects()).length < near / 4) await sleep(200);
  const paused = Date.now();
  await send("POST", `/api/broadcasts/${id}/pause`);
  await sleep(5000);
  const afterPause = (await simulator.effects()).flatMap(({ at }) => (at > paused ? [at - paused] : []));
  await send("POST", `/api/broadcasts/${id}/resume`);
  await waitForState(workspace, id, "done");
  const effects = await simulator.effects();
  if (new Set(effects.map(({ to }) => to)).size !== near || effects.length !== near)
    throw new Error(`${effects.length} messages reached ${near} people`);
  return [
    {
      what: "the last message after a pause",
      value: percentile([0, ...afterPause], 100),
      unit: "ms",
      limit: { at: "most", value: 1000 },
    },
  ];
};

/** One insert and one request to the vendor for each of so many recipients, a few at a time. */
const bareSends = async ({ connection, simulator }: Workspace, count: number): Promise<number> => {
  const peer = await startBareSender(JSON.stringify(connection), simulator.url);
  const started = performance.now();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const answer = await fetch(peer.url, { method: "POST", body: `${prefix}${2_000_000 + next++}` });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The bare sender answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: 48 }, worker));
  peer.stop();
  return (count * 1000) / (performance.now() - started);
};

/** Messages a second to everybody, while webhook events are accepted at a constant rate. */
const measureSends = async (workspace: Workspace): Promise<Figure[]> => {
  const { send, simulator } = workspace;
  const secret = randomBytes(24).toString("hex");
  const events = signedEvents(await createSignedEndpoint(send, secret), secret);
  const { id } = await add(workspace, tagged("near", "first"), "abrimos el lunes");
  const { check: found } = await check(workspace, id);
  const before = (await simulator.effects()).length;
  const started = Date.now();
  await send("POST", `/api/broadcasts/${id}/start`, { confirm: found.send + found.wait });
  const accepted: LoadResult[] = [];
  const haveLeft = async () => (await simulator.effects()).length - before;
  while ((await haveLeft()) < people)
    accepted.push(await load(events, { connections: 16, seconds: 5, perSecond: webhookRate }));
  const times = (await simulator.effects()).slice(before).map(({ at }) => at);
  const perSecond = (times.length * 1000) / (Math.max(...times) - started);
  await waitForState(workspace, id, "done");
  const after = (await simulator.effects()).slice(before);
  if (new Set(after.map(({ to }) => to)).size !== people || after.length !== people)
    throw new Error(`${after.length} messages reached ${people} people`);
  const bare = await bareSends(workspace, near);
  return [
    {
      what: `messages a second to ${people}, with webhook events`,
      value: perSecond,
      unit: "sends/s",
      limit: { at: "least", value: 1000 },
    },
    { what: "bare insert and request, without events", value: bare, unit: "sends/s" },
    { what: "messages against bare", value: perSecond / bare, unit: "×" },
    {
      what: "webhook events accepted meanwhile",
      value: median(accepted.map((one) => one.perSecond)),
      unit: "events/s",
      // The load generator paces in steps of some milliseconds.
      limit: { at: "least", value: 0.98 * webhookRate },
    },
    { what: "an event is accepted in, p99", value: median(accepted.map(({ p99 }) => p99)), unit: "ms" },
  ];
};

/** Checks of many people, sends of a broadcast beside other work, and what still leaves after a pause. */
export const broadcasts: Bench = {
  name: "broadcasts",
  run: async () => {
    await using workspace = await openWorkspace();
    await addPeople(workspace.pool, 0, people);
    const figures = await measureCheck(workspace, { everybody: true }, people, 10);
    figures.push(...(await measurePause(workspace)), ...(await measureSends(workspace)));
    // The webhook events have added people, too.
    await addPeople(workspace.pool, people, many);
    figures.push(...(await measureCheck(workspace, tagged("near", "first", "far"), many, 60)));
    return figures;
  },
};
