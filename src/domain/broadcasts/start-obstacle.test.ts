import { expect, test } from "vitest";
import { checkGoodForMs } from "./broadcast.ts";
import { findStartObstacle, needsSecondUser, type StartFacts } from "./start-obstacle.ts";

const now = 1_800_000_000_000;
const good: StartFacts = {
  isAnotherVersion: false,
  checkedAt: now - checkGoodForMs,
  haveTemplatesChanged: false,
  people: 20,
  confirmed: 20,
};

test.each<[string, Partial<StartFacts>, ReturnType<typeof findStartObstacle>]>([
  ["nothing", {}, null],
  ["another version", { isAnotherVersion: true, checkedAt: null }, "broadcast_changed"],
  ["no check", { checkedAt: null }, "broadcast_check_old"],
  ["a check of more than a day ago", { checkedAt: now - checkGoodForMs - 1 }, "broadcast_check_old"],
  ["another template", { haveTemplatesChanged: true }, "broadcast_templates_changed"],
  ["no people", { people: 0, confirmed: 0 }, "broadcast_nobody"],
  ["another number", { confirmed: 21 }, "broadcast_number_differs"],
])("%s", (_name, part, expected) => {
  expect(findStartObstacle({ ...good, ...part }, now)).toBe(expected);
});

test.each([
  [20, 0, false],
  [20, 20, false],
  [21, 20, true],
])("%i people with a limit of %i", (people, limit, expected) => {
  expect(needsSecondUser(people, limit)).toBe(expected);
});
