import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { findContactableNumbers } from "../contactable-people.ts";
import { type Bench, percentile } from "./measure.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const people = 100_000;
const sent = 20_000;
const { phone, timezone } = findContactableNumbers(Date.now());
/** The digits after it count the people. */
const prefix = phone(0).slice(0, -7);

/** People who wrote lately, so that a service message may reach them. */
const addPeople = async (pool: pg.Pool): Promise<void> => {
  for (let done = 0; done < people; done += 25_000)
    await pool.query(
      `WITH added AS (
         INSERT INTO people (first_name, phone, timezone, tags)
         SELECT 'Ana', $1 || (2000000 + n)::text, $2, CASE WHEN n <= $5 THEN ARRAY['near'] ELSE ARRAY['far'] END
           FROM generate_series($3::int, $4::int) n RETURNING id)
       INSERT INTO conversations (person_id, channel, last_inbound_at) SELECT id, 'sms', now() FROM added`,
      [prefix, timezone, done + 1, done + 25_000, sent],
    );
  await pool.query("ANALYZE people, person_addresses, conversations");
};

const add = ({ send }: Workspace, audience: object): Promise<{ id: string }> =>
  send("POST", "/api/broadcasts", {
    ...{ name: "Notice", purpose: "service", guard: false, audience },
    actions: [{ type: "sms", template: "Hola {{first_name}}, cerramos el viernes." }],
  });

type Check = { send: number; wait: number; stop: number };
const waitForState = async ({ send }: Workspace, id: string, state: string) => {
  const deadline = Date.now() + 600_000;
  for (;;) {
    const broadcast = await send<{ state: string; check: Check }>("GET", `/api/broadcasts/${id}`);
    if (broadcast.state === state) return broadcast;
    if (Date.now() > deadline) throw new Error(`The broadcast is not ${state} after ten minutes`);
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

/** Checks of many people, sends of a broadcast, and what still leaves after a pause. */
export const broadcasts: Bench = {
  name: "broadcasts",
  run: async () => {
    await using workspace = await openWorkspace();
    const { send, pool, simulator } = workspace;
    await addPeople(pool);
    const everybody = await add(workspace, { everybody: true });
    const first = await check(workspace, everybody.id);
    if (first.check.send !== people) throw new Error(`${first.check.send} of ${people} could get it`);
    const bare = await bareCheck(pool);
    const near = await add(workspace, { field: "tags", op: "has_any", value: ["near"] });
    const { check: ofNear } = await check(workspace, near.id);
    const started = Date.now();
    await send("POST", `/api/broadcasts/${near.id}/start`, { confirm: ofNear.send + ofNear.wait });
    while ((await simulator.effects()).length < sent / 4) await sleep(200);
    const paused = Date.now();
    await send("POST", `/api/broadcasts/${near.id}/pause`);
    await sleep(5000);
    const times = (await simulator.effects()).map(({ at }) => at);
    const afterPause = times.filter((at) => at > paused).map((at) => at - paused);
    const firstPart = (times.length * 1000) / (Math.max(...times) - started);
    await send("POST", `/api/broadcasts/${near.id}/resume`);
    await waitForState(workspace, near.id, "done");
    const effects = await simulator.effects();
    if (new Set(effects.map(({ to }) => to)).size !== sent || effects.length !== sent)
      throw new Error(`${effects.length} messages reached ${sent} people`);
    return [
      {
        what: `check of ${people} people`,
        value: first.seconds,
        unit: "s",
        limit: { at: "most", value: 10 },
      },
      { what: "bare read and insert of as many", value: bare, unit: "s" },
      { what: "check against bare", value: first.seconds / bare, unit: "×" },
      {
        what: "messages a second of a broadcast",
        value: firstPart,
        unit: "sends/s",
        limit: { at: "least", value: 1000 },
      },
      {
        what: "the last message after a pause",
        value: percentile([0, ...afterPause], 100),
        unit: "ms",
        limit: { at: "most", value: 1000 },
      },
    ];
  },
};
