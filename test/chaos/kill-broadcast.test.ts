import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDeep } from "../deep.ts";
import { type BroadcastServer, startBroadcastServer } from "./kill-broadcast-server.ts";
import { type KillPoint, listKillPoints, pointName } from "./kill-broadcast-steps.ts";

const people = isDeep ? 5000 : 300;
const randomKills = isDeep ? 12 : 2;
/** A point that a whole broadcast does not reach is tried with another one. */
const maxRounds = 2;

let server: BroadcastServer;
beforeAll(async () => {
  server = await startBroadcastServer(people);
});
afterAll(() => server?.stop());

/** Checks, starts and waits for a broadcast, until it is done or its process is killed; says which. */
const sendUntil = async (id: string, isKilled: () => boolean): Promise<"done" | "killed"> => {
  for (;;) {
    if (isKilled()) return "killed";
    if ((await server.proceed(id)) === "done") return "done";
    await sleep(50);
  }
};

/** What everybody got, and whether the report says the same. */
const expectEverybodyOnce = async (id: string, name: string): Promise<void> => {
  const { got, stored, actual } = await server.readResult(id, name);
  expect(got.size, `${name}: people who got a message`).toBe(people);
  expect(
    [...got].filter(([, times]) => times !== 1),
    `${name}: people who got it more than once`,
  ).toEqual([]);
  expect(stored, name).toEqual({
    checked: people,
    runs: people,
    steps: 2 * people,
    messages: people,
    told: people,
  });
  const { delivered, sent, ...rest } = actual;
  expect({ ...rest, reached: delivered + sent }, name).toEqual({
    ...{ people, begun: people, reached: people },
    ...{ onTheWay: 0, waiting: 0, failed: 0, unknown: 0, notSent: 0 },
  });
};

test(`a broadcast to ${people} people reaches each of them once, wherever its process is killed`, async () => {
  const names: { id: string; name: string }[] = [];
  const add = async () => {
    const added = await server.addBroadcast();
    names.push(added);
    return added;
  };
  // The first one is not disturbed, and shows which statements there are.
  const stopRecording = server.record();
  const first = await add();
  await sendUntil(first.id, () => false);
  const points = listKillPoints(stopRecording());
  await expectEverybodyOnce(first.id, first.name);
  expect(points.length).toBeGreaterThan(20);

  let { id } = await add();
  const missed: string[] = [];
  let kills = 0;
  const kill = async (point: KillPoint): Promise<void> => {
    for (let round = 0; round < maxRounds; round++) {
      const isKilled = server.setTrap(point);
      if ((await sendUntil(id, isKilled)) === "killed") {
        kills++;
        return server.restart();
      }
      ({ id } = await add());
    }
    missed.push(pointName(point));
  };
  for (const point of points) await kill(point);
  for (let random = 0; random < randomKills; random++) {
    const moment = server.killAfter(Math.random() * 1500);
    const result = await sendUntil(id, moment);
    if (result === "done") ({ id } = await add());
    await server.waitForKill();
    kills++;
    await server.restart();
  }
  await sendUntil(id, () => false);
  process.stdout.write(`${kills} kills, ${names.length} broadcasts to ${people} people each\n`);
  for (const broadcast of names) await expectEverybodyOnce(broadcast.id, broadcast.name);
  expect(missed).toEqual([]);
}, 3_600_000);
