import { describe, expect, test } from "vitest";
import { maxSpreadHours, minutesAtPace, paceOf } from "./pace.ts";

describe("the pace in people a minute", () => {
  test.each<[perMinute: number | null, spreadHours: number | null, people: number, pace: number | null]>([
    [null, null, 10_000, null],
    [40, null, 10_000, 40],
    [null, 1, 60, 1],
    [null, 1, 90, 1.5],
    [null, 8, 4800, 10],
    [null, 10, 100, 1 / 6],
    [null, 72, 1, 1 / 4320],
    [null, 1, 0, 1 / 60],
  ])("%s a minute or over %s hours, of %i people, is %s", (perMinute, spreadHours, people, pace) => {
    expect(paceOf({ perMinute, spreadHours }, people)).toBe(pace);
  });

  test("is what was stored before the hours could be chosen", () => {
    expect(paceOf({ perMinute: 7 }, 100)).toBe(7);
    expect(paceOf({ perMinute: null }, 100)).toBeNull();
  });

  test("takes the hours that were chosen, whatever the number of people", () => {
    for (let spreadHours = 1; spreadHours <= maxSpreadHours; spreadHours += 1)
      for (const people of [1, 59, 60, 61, 999, 4320, 12_345, 400_000]) {
        const pace = paceOf({ perMinute: null, spreadHours }, people) ?? 0;
        expect(minutesAtPace(people, pace), `${people} over ${spreadHours} h`).toBe(spreadHours * 60);
      }
  });
});

test.each<[people: number, pace: number, minutes: number]>([
  [0, 5, 0],
  [1, 5, 1],
  [5, 5, 1],
  [6, 5, 2],
  [4800, 10, 480],
])("%i people at %i a minute take %i minutes", (people, pace, minutes) => {
  expect(minutesAtPace(people, pace)).toBe(minutes);
});
