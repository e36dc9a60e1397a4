import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fault, faults } from "#sandbox/faults.ts";
import { dose } from "./dose.ts";
import { type House, type Member, openHouse } from "./kill-send-cluster.ts";
import { readEnds, tableOf, wrongWith } from "./kill-send-results.ts";
import { type Kind, kindOf, labelOf, mentioned, nameOf, type Step, stepsOf } from "./kill-send-steps.ts";
import { type Cell, cellsFor, killAt, letPass, type Sent } from "./kill-send-batch.ts";

const isWhole = dose({ test: 0, chaos: 1 }) === 1;
/** Those that hang take ten seconds each time, and those that never take anything many rounds. */
const modes: readonly Fault[] = isWhole
  ? faults
  : ["ok", "accept-cut", "accept-500", "early-callback", "duplicate-callbacks", "reordered-callbacks"];
/** A call that tells everything before it is answered takes five seconds. */
const isQuick = ({ mode, channel }: Cell): boolean => mode !== "early-callback" || channel !== "call";
const cells = (kind?: Kind): Cell[] => cellsFor(kind, modes).filter((cell) => isWhole || isQuick(cell));
const isSame = (one: Cell, other: Cell): boolean => one.mode === other.mode && one.channel === other.channel;

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

/** Which steps there are, and what comes to each. */
type Course = Map<Kind, Map<string, Set<Sent>>>;

/** A wave that nobody disturbs shows its course. */
const rehearse = async (): Promise<{ sent: Sent[]; course: Course }> => {
  const recorded = house.record();
  const sent = await letPass(house, cells());
  const byId = new Map(sent.map((one) => [one.id, one]));
  const open =
    "SELECT count(*)::int AS n FROM actions WHERE status IN ('pending', 'dispatching') AND attempts < 2";
  await expect.poll(async () => (await house.pool.query(open)).rows[0].n, { timeout: 60_000 }).toBe(0);
  // The last of what vendors tell.
  await sleep(1500);
  const course: Course = new Map([["call", new Map([["request", new Set(sent)]])]]);
  for (const transaction of recorded(new Set(byId.keys()))) {
    const kind = kindOf(transaction);
    const about = mentioned(transaction, byId.keys()).flatMap((id) => byId.get(id) ?? []);
    if (!kind) continue;
    const labels = course.get(kind) ?? new Map<string, Set<Sent>>();
    course.set(kind, labels);
    transaction.forEach((_, at) => {
      const soFar = transaction.slice(0, at + 1);
      const label = labelOf(soFar);
      // Before anybody could tell what it is for, nothing is waited for.
      if (kindOf(soFar) === kind) labels.set(label, new Set([...(labels.get(label) ?? []), ...about]));
    });
  }
  return { sent, course };
};

const stepsIn = (course: Course): Step[] =>
  (["claim", "call", "settle", "callback"] as const).flatMap((kind) =>
    [...(course.get(kind)?.keys() ?? [])].toSorted(commitLast).flatMap((label) => stepsOf(kind, label)),
  );
const commitLast = (one: string, other: string): number =>
  Number(one === "COMMIT") - Number(other === "COMMIT");

/** One of each kind, another each hour; and the claim that is committed while nobody learns of it. */
const chosen = (steps: Step[]): Step[] => {
  if (isWhole) return steps;
  const turn = Math.floor(Date.now() / 3_600_000);
  const lost = steps.filter(
    ({ kind, label, moment }) => kind === "claim" && label === "COMMIT" && moment === "answered",
  );
  const others = Map.groupBy(steps, ({ kind }) => kind).values();
  return [...lost, ...[...others].flatMap((some) => some[(turn * 7) % some.length] ?? [])];
};

test("killed at any step of claim, call, settle and callback: one effect at most, and what cannot be known is unknown", async () => {
  let next: Promise<Member> = house.start();
  const { sent: all, course } = await rehearse();
  expect([...course.keys()].toSorted()).toEqual(["call", "callback", "claim", "settle"]);
  const missed: string[] = [];
  let kills = 0;
  const steps = chosen(stepsIn(course));
  for (const step of steps) {
    const comes = [...(course.get(step.kind)?.get(step.label) ?? [])];
    const wanted = cells(step.kind).filter((cell) => comes.some((one) => isSame(one, cell)));
    let left = wanted;
    // Callbacks come when they come: those that were not at the step are sent another time.
    for (let round = 0; left.length > 0 && round < (isWhole ? 6 : 1); round++) {
      const victim = await next;
      // Nobody is waited for who would have nothing to do.
      if (isWhole || step !== steps.at(-1)) next = house.start();
      const sent = await killAt(house, victim, step, left);
      kills++;
      all.push(...sent);
      left = left.filter((cell) => sent.some((one) => isSame(one, cell) && !one.covered));
    }
    if (isWhole)
      process.stdout.write(`${nameOf(step)}: ${wanted.length - left.length} of ${wanted.length}\n`);
    // Whether a receipt moves anything on depends on who was quicker, so not all of them come to every step.
    const isMissed = isWhole && step.kind !== "callback" ? left.length > 0 : left.length === wanted.length;
    if (isMissed) missed.push(...left.map(({ mode, channel }) => `${nameOf(step)}: ${mode} ${channel}`));
  }
  (await next).kill();
  await settleAll(house);
  const ended = await readEnds(house, all);
  process.stdout.write(`${kills} kills, ${ended.length} messages\n${tableOf(ended)}\n`);
  const wrong = ended.map((one) => ({ ...one, wrong: wrongWith(one) })).filter((one) => one.wrong.length > 0);
  expect(wrong).toEqual([]);
  expect(missed).toEqual([]);
  const { rows } = await house.pool.query(
    "SELECT sum((params ->> 'count')::int)::int AS n FROM notifications WHERE kind = 'send_unknown'",
  );
  expect(rows[0].n).toBeGreaterThanOrEqual(ended.filter(({ status }) => status === "unknown").length);
}, 3_600_000);

/** Leases run out, vendors are asked, and what may go again goes, until nothing moves any more. */
const settleAll = async ({ pool }: House): Promise<void> => {
  const moving = async (): Promise<number> =>
    (
      await pool.query(
        `SELECT count(*)::int AS n FROM actions
          WHERE status IN ('pending', 'dispatching') OR (status = 'unknown' AND messenger LIKE 'twilio%')`,
      )
    ).rows[0].n;
  /** Rows are held in the order in which the product holds them. */
  const move = (change: string, where: string) =>
    pool.query(
      `WITH held AS MATERIALIZED (SELECT id FROM actions WHERE ${where} ORDER BY id FOR UPDATE)
       UPDATE actions SET ${change} FROM held WHERE actions.id = held.id`,
    );
  const deadline = Date.now() + (isWhole ? 600_000 : 60_000);
  // What a killed process held: its lease is waited for in full when there is time.
  if (!isWhole) await move("lease_until = now()", "status = 'dispatching'");
  while ((await moving()) > 0 && Date.now() < deadline) {
    // Minutes pass: pauses before the next try, and the time a vendor has to show what it took.
    await move("not_before = now()", "status = 'pending' AND not_before > now()");
    await move(
      "not_before = now(), executed_at = executed_at - interval '3 minutes'",
      "status = 'unknown' AND executed_at > now() - interval '3 minutes'",
    );
    await sleep(1000);
  }
  // And once more, so that a second effect of something that seems to have ended would be seen.
  await sleep(isWhole ? 15_000 : 1500);
};
