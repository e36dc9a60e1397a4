import { setTimeout as sleep } from "node:timers/promises";
import { windowAt } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { findAreaCode, findServiceCode } from "#domain/places/area-codes.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { type Fault, faults } from "#sandbox/faults.ts";
import { newId } from "#server/db/id.ts";
import type { House, Member } from "./kill-send-house.ts";
import { type Kind, nameOf, type Step } from "./kill-send-steps.ts";
import { setTrap } from "./kill-send-trap.ts";

export const channels = ["sms", "whatsapp", "call", "email"] as const;
export type Channel = (typeof channels)[number];
export type Cell = { mode: Fault; channel: Channel };
/** A message that was on its way, the step at which the process was killed, and whether it had come to that. */
export type Sent = Cell & { id: string; step: string; covered: boolean };

const hangs = ["accept-hang", "refuse-hang"];
/** A mail server that takes a letter and says "not taken" asks for it again: that is its second effect, not ours. */
const mailModes: Fault[] = [
  "ok",
  "accept-cut",
  "accept-hang",
  "accept-drip",
  "refuse-500",
  "refuse-429",
  "refuse-hang",
];

/** Letters that hang do so for longer than a statement may wait for them. */
const suits = (kind: Kind | undefined, { mode, channel }: Cell): boolean =>
  channel !== "email" || (mailModes.includes(mode) && !(kind === "settle" && hangs.includes(mode)));
export const cellsFor = (kind: Kind | undefined, modes: readonly Fault[]): Cell[] =>
  modes.flatMap((mode) => channels.map((channel) => ({ mode, channel })).filter((cell) => suits(kind, cell)));

/** A wave has an area of its own: nothing that was sent before has gone to the same numbers. Nobody lives in these. */
const areas = Array.from({ length: 800 }, (_, at) => String(200 + at)).filter(
  (area) => !area.endsWith("11") && !findAreaCode(area) && !findServiceCode(area),
);
/** Where it is early in the day now: they may be written to for hours. */
const zone = Intl.supportedValuesOf("timeZone")
  .map((name) => {
    const where = { phone: `+1${areas[0]}5550100`, zip: null, region: null, zone: name };
    const window = windowAt(Date.now(), candidatePlaces(where), hoursTable, []);
    return { name, until: window.open ? window.until : 0 };
  })
  .toSorted((one, other) => other.until - one.until)[0]?.name;
const phoneOf = (area: string, mode: Fault, at: number): string =>
  mode === "ok" ? `+1${area}55501${40 + at}` : `+1${area}55590${50 + faults.indexOf(mode)}`;

let waves = 0;

/** Waits at the door, due, for whoever may claim it. */
const prepare = async (
  house: House,
  cells: Cell[],
  step: string,
): Promise<{ sent: Sent[]; decoy: string }> => {
  const area = areas[waves++ % areas.length] ?? "";
  const people = new Map<string, { id: string; phone: string; email: string }>();
  const personOf = (name: string, mode: Fault, at: number) => {
    const person = people.get(name) ?? {
      id: newId(),
      phone: phoneOf(area, mode, at),
      email: `${mode}@wave${waves}n${at}.example.com`,
    };
    people.set(name, person);
    return person;
  };
  const sent = cells.map((cell) => ({ ...cell, id: newId(), step, covered: false }));
  const decoy: Sent = { mode: "ok", channel: "sms", id: newId(), step: "", covered: false };
  const rows = [decoy, ...sent].map(({ id, mode, channel }) => {
    const person = id === decoy.id ? personOf("decoy", mode, 1) : personOf(mode, mode, 0);
    const config = {
      text: `Wave ${waves}: ${mode} by ${channel}`,
      subject: "A wave",
      purpose: "service",
    };
    return { id, personId: person.id, channel, config };
  });
  for (const { mode, channel } of cells) {
    if (channel !== "whatsapp") continue;
    const customer = personOf(mode, mode, 0).phone;
    for (const business of ["106540352242922", "+17875550100"])
      await house.control({ heard: { business, customer, hoursAgo: 1 } });
  }
  await house.pool.query(
    `INSERT INTO people (id, phone, email, timezone) SELECT id, phone, email, $2
       FROM jsonb_to_recordset($1::jsonb) AS row (id uuid, phone text, email text)`,
    [JSON.stringify([...people.values()]), zone],
  );
  await house.pool.query(
    `INSERT INTO conversations (person_id, channel, last_inbound_at)
     SELECT id, channel, now() FROM jsonb_to_recordset($1::jsonb) AS row (id uuid), unnest($2::text[]) AS channel`,
    [JSON.stringify([...people.values()]), channels],
  );
  await house.pool.query(
    `INSERT INTO actions (id, person_id, type, config)
     SELECT id, "personId", channel, config
       FROM jsonb_to_recordset($1::jsonb) AS row (id uuid, "personId" uuid, channel text, config jsonb)`,
    [JSON.stringify(rows)],
  );
  return { sent, decoy: decoy.id };
};

const isDue = "status = 'pending' AND coalesce(not_before, '-infinity') <= now()";
const nothingDue = async ({ pool }: House): Promise<void> => {
  while ((await pool.query(`SELECT 1 FROM actions WHERE ${isDue} LIMIT 1`)).rowCount) await sleep(50);
};

/** Lets a process take a wave, and kills it at the step. What it leaves is for the one that stands by. */
export const killAt = async (house: House, victim: Member, step: Step, cells: Cell[]): Promise<Sent[]> => {
  house.keeper.mayClaim(false);
  const { sent, decoy } = await prepare(house, cells, nameOf(step));
  const ids = new Set(sent.map(({ id }) => id));
  const trap = setTrap(step, ids, decoy, victim.kill);
  victim.watch(trap);
  house.watchVendors(ids, trap);
  house.face(victim);
  victim.mayClaim(true);
  const patience = new AbortController();
  await Promise.race([
    trap.sprung.finally(() => patience.abort()),
    sleep(30_000, undefined, { signal: patience.signal }).then(
      () => victim.kill(),
      () => {},
    ),
  ]);
  house.watchVendors(new Set(), undefined);
  house.face(house.keeper);
  house.keeper.mayClaim(true);
  await nothingDue(house);
  return sent.map((one) => ({ ...one, covered: trap.covered.has(one.id) }));
};

/** The same without a kill, by the one that stands by. */
export const letPass = async (house: House, cells: Cell[]): Promise<Sent[]> => {
  const { sent } = await prepare(house, cells, "no kill");
  await nothingDue(house);
  return sent.map((one) => ({ ...one, covered: true }));
};
