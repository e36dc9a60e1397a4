import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { contactWindowAt } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { mayExist } from "#domain/phone.ts";
import { findAreaCode, findServiceCode } from "#domain/places/area-codes.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { type Fault, faults } from "#sandbox/faults.ts";
import { newId } from "#server/db/id.ts";
import type { Cluster, ClusterProcess } from "./kill-send-cluster.ts";
import { type Step, type StepKind, stepName } from "./kill-send-steps.ts";
import { setTrap } from "./kill-send-trap.ts";

export const channels = ["sms", "whatsapp", "call", "email"] as const;
export type FaultCase = { mode: Fault; channel: (typeof channels)[number] };
/** A message, the step at which its process was killed, and whether the message had reached that step. */
export type SentMessage = FaultCase & { id: string; step: string; isCovered: boolean };

export const isSameCase = (one: FaultCase, other: FaultCase): boolean =>
  one.mode === other.mode && one.channel === other.channel;

const hangingModes = ["accept-hang", "refuse-hang"];
/** A mail server that accepts a message but reports a failure asks for a second delivery, so those modes are left out. */
const mailModes: Fault[] = [
  "ok",
  "accept-cut",
  "accept-hang",
  "accept-drip",
  "refuse-500",
  "refuse-429",
  "refuse-hang",
];

/** A hanging mail server takes longer than a blocked outcome statement may wait. */
const isUsable = (kind: StepKind | undefined, { mode, channel }: FaultCase): boolean =>
  channel !== "email" || (mailModes.includes(mode) && !(kind === "outcome" && hangingModes.includes(mode)));
export const listCases = (kind: StepKind | undefined, modes: readonly Fault[]): FaultCase[] =>
  modes.flatMap((mode) =>
    channels.map((channel) => ({ mode, channel })).filter((one) => isUsable(kind, one)),
  );

/** Area codes that may be assigned one day. Each batch uses its own, so that frequency caps never apply. */
const areas = Array.from({ length: 800 }, (_, index) => String(200 + index)).filter(
  (area) => mayExist(`+1${area}5550140`) && !findAreaCode(area) && !findServiceCode(area),
);
/** The time zone whose sending window stays open longest from now. */
const openZone = Intl.supportedValuesOf("timeZone")
  .map((name) => {
    const where = { phone: `+1${areas[0]}5550100`, zip: null, region: null, zone: name };
    const window = contactWindowAt(Date.now(), candidatePlaces(where), hoursTable, []);
    return { name, until: window.open ? window.until : 0 };
  })
  .toSorted((one, other) => other.until - one.until)[0]?.name;
const phoneNumber = (area: string, mode: Fault, index: number): string =>
  mode === "ok" ? `+1${area}55501${40 + index}` : `+1${area}55590${50 + faults.indexOf(mode)}`;

let batchCount = 0;

/** Inserts one due action per case, and a decoy. */
const insertBatch = async (
  cluster: Cluster,
  cases: FaultCase[],
  step: string,
): Promise<{ messages: SentMessage[]; decoyId: string }> => {
  const area = areas[batchCount++ % areas.length] ?? "";
  const people = new Map<string, { id: string; phone: string; email: string }>();
  const findOrCreatePerson = (key: string, mode: Fault, index: number) => {
    const person = people.get(key) ?? {
      id: newId(),
      phone: phoneNumber(area, mode, index),
      email: `${mode}@wave${batchCount}n${index}.example.com`,
    };
    people.set(key, person);
    return person;
  };
  const messages = cases.map((one) => ({ ...one, id: newId(), step, isCovered: false }));
  const decoy: SentMessage = { mode: "ok", channel: "sms", id: newId(), step: "", isCovered: false };
  const rows = [decoy, ...messages].map(({ id, mode, channel }) => {
    const person = id === decoy.id ? findOrCreatePerson("decoy", mode, 1) : findOrCreatePerson(mode, mode, 0);
    const config = {
      text: `Batch ${batchCount}: ${mode} by ${channel}`,
      subject: "A batch",
      purpose: "service",
    };
    return { id, personId: person.id, channel, config };
  });
  for (const { mode, channel } of cases) {
    if (channel !== "whatsapp") continue;
    const customer = findOrCreatePerson(mode, mode, 0).phone;
    for (const business of ["106540352242922", "+17875550100"])
      await cluster.control({ heard: { business, customer, hoursAgo: 1 } });
  }
  await cluster.pool.query(
    `INSERT INTO people (id, phone, email, timezone) SELECT id, phone, email, $2
       FROM jsonb_to_recordset($1::jsonb) AS row (id uuid, phone text, email text)`,
    [JSON.stringify([...people.values()]), openZone],
  );
  await cluster.pool.query(
    `INSERT INTO conversations (person_id, channel, last_inbound_at)
     SELECT id, channel, now() FROM jsonb_to_recordset($1::jsonb) AS row (id uuid), unnest($2::text[]) AS channel`,
    [JSON.stringify([...people.values()]), channels],
  );
  await cluster.pool.query(
    `INSERT INTO actions (id, person_id, type, config)
     SELECT id, "personId", channel, config
       FROM jsonb_to_recordset($1::jsonb) AS row (id uuid, "personId" uuid, channel text, config jsonb)`,
    [JSON.stringify(rows)],
  );
  return { messages, decoyId: decoy.id };
};

/** Changes the actions that meet the condition. Locks the rows in the product's order, to avoid deadlocks with it. */
export const updateActions = (
  { pool }: Cluster,
  assignment: string,
  condition: string,
  values: unknown[] = [],
): Promise<unknown> =>
  pool.query(
    `WITH locked AS MATERIALIZED (SELECT id FROM actions WHERE ${condition} ORDER BY id FOR UPDATE)
     UPDATE actions SET ${assignment} FROM locked WHERE actions.id = locked.id`,
    values,
  );

const isDue = "status = 'pending' AND coalesce(not_before, '-infinity') <= now()";
const waitUntilNothingIsDue = async ({ pool }: Cluster): Promise<void> => {
  while ((await pool.query(`SELECT 1 FROM actions WHERE ${isDue} LIMIT 1`)).rowCount) await sleep(50);
};

/**
 * Ends the pauses of vendors until the whole batch is claimed: messages that wait for the end of a pause reach no step. A
 * refused message of an earlier batch pauses its vendor whenever its outcome is saved. Does not return.
 */
const letClaim = async (cluster: Cluster, batch: string[], signal: AbortSignal): Promise<never> => {
  const unclaimed = "status = 'pending' AND attempts = 0 AND id = ANY($1)";
  const isUnclaimed = async (): Promise<boolean> =>
    ((await cluster.pool.query(`SELECT 1 FROM actions WHERE ${unclaimed} LIMIT 1`, [batch])).rowCount ?? 0) >
    0;
  while (!signal.aborted && (await isUnclaimed())) {
    await cluster.pool.query("UPDATE send_rates SET paused_until = NULL WHERE paused_until IS NOT NULL");
    await updateActions(cluster, "not_before = now()", `${unclaimed} AND not_before > now()`, [batch]);
    await sleep(100);
  }
  return new Promise(() => {});
};

/**
 * Lets the victim claim a batch and kills it at the step, or when the patience for reaching it has ended. The survivor
 * takes up what it leaves.
 */
export const sendAndKill = async (
  cluster: Cluster,
  victim: ClusterProcess,
  step: Step,
  { cases, remaining, patienceMs }: { cases: FaultCase[]; remaining: FaultCase[]; patienceMs: number },
): Promise<SentMessage[]> => {
  cluster.survivor.allowClaims(false);
  const { messages, decoyId } = await insertBatch(cluster, cases, stepName(step));
  const ids = new Set(messages.map(({ id }) => id));
  const isWanted = (message: SentMessage): boolean => remaining.some((one) => isSameCase(one, message));
  const wanted = new Set(messages.filter(isWanted).map(({ id }) => id));
  const trap = setTrap(step, { ids, wanted, decoyId }, victim.kill);
  victim.setTrap(trap);
  cluster.observeVendors(ids, trap);
  cluster.routeCallbacksTo(victim);
  const batch = [decoyId, ...ids];
  await updateActions(
    cluster,
    "not_before = now() + interval '1 hour'",
    "status = 'pending' AND id <> ALL($1)",
    [batch],
  );
  victim.allowClaims(true);
  const timeout = new AbortController();
  await Promise.race([
    letClaim(cluster, batch, timeout.signal),
    trap.triggered.finally(() => timeout.abort()),
    sleep(patienceMs, undefined, { signal: timeout.signal }).then(
      () => victim.kill(),
      () => {},
    ),
  ]);
  timeout.abort();
  cluster.observeVendors(new Set(), undefined);
  cluster.routeCallbacksTo(cluster.survivor);
  cluster.survivor.allowClaims(true);
  await waitUntilNothingIsDue(cluster);
  return messages.map((message) => ({ ...message, isCovered: trap.coveredIds.has(message.id) }));
};

/** Lets the survivor send a batch without a kill. */
export const sendUndisturbed = async (cluster: Cluster, cases: FaultCase[]): Promise<SentMessage[]> => {
  const { messages } = await insertBatch(cluster, cases, "no kill");
  await waitUntilNothingIsDue(cluster);
  return messages.map((message) => ({ ...message, isCovered: true }));
};

/**
 * Sends one message per channel until all of them are sent. At the start this shows that the survivor has loaded the
 * saved connections; at the end, that it has passed everything that was due before.
 */
export const sendUntilReached = async (cluster: Cluster): Promise<void> => {
  const reachedCount = async (ids: string[]): Promise<number> =>
    (
      await cluster.pool.query(
        "SELECT count(*)::int AS n FROM actions WHERE id = ANY($1) AND status IN ('sent', 'delivered', 'read')",
        [ids],
      )
    ).rows[0].n;
  const openCount = async (ids: string[]): Promise<number> =>
    (
      await cluster.pool.query(
        "SELECT count(*)::int AS n FROM actions WHERE id = ANY($1) AND status IN ('pending', 'dispatching') AND attempts < 2",
        [ids],
      )
    ).rows[0].n;
  for (let tries = 0; tries < 10; tries++) {
    const ids = (await sendUndisturbed(cluster, listCases(undefined, ["ok"]))).map(({ id }) => id);
    await vi.waitFor(async () => expect(await openCount(ids)).toBe(0), { timeout: 60_000 });
    if ((await reachedCount(ids)) === ids.length) return;
  }
  throw new Error("The survivor cannot send on every channel");
};
