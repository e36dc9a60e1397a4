import { expect, test } from "vitest";
import { areasIn, drawnIn, mainScope, narrowToArea, narrowToElsewhere } from "./area-counts.ts";

const areas = [
  { code: "12086", label: "Miami-Dade, FL", count: 6 },
  { code: "72127", label: "San Juan, PR", count: 5 },
  { code: "72", label: "Puerto Rico", count: 2 },
];
const states = [
  { code: "72", label: "Puerto Rico", count: 7 },
  { code: "12", label: "Florida", count: 6 },
];

test("the map of the nation has states, that of a state its counties and who is only known to live there", () => {
  expect(areasIn({ areas, states }, "us")).toEqual(states);
  expect(areasIn({ areas, states }, "72").map(({ code }) => code)).toEqual(["72127", "72"]);
});

test("the map opens where most people live", () => {
  expect(mainScope(states)).toBe("72");
  expect(mainScope(states.slice(1))).toBe("us");
  expect(mainScope([])).toBe("72");
});

test("a number of the map leads to its people, within the filter", () => {
  const area = { field: "area", op: "is_any_of" as const, value: ["72127"] };
  const stage = { field: "status", op: "is_any_of" as const, value: ["new"] };
  expect(narrowToArea(undefined, "72127")).toEqual(area);
  expect(narrowToArea(area, "72127")).toEqual(area);
  expect(narrowToArea(stage, "72127")).toEqual({ all: [stage, area] });
  expect(narrowToArea({ any: [stage, stage] }, "72127")).toEqual({ all: [{ any: [stage, stage] }, area] });
});

test("who is only known to live in a state has no outline on its map", () => {
  expect(drawnIn(areasIn({ areas, states }, "72"), "72").map(({ code }) => code)).toEqual(["72127"]);
  expect(drawnIn(states, "us")).toEqual(states);
});

test("the people who are not on the map are listed within the filter", () => {
  const elsewhere = { not: { field: "area", op: "known" as const } };
  const stage = { field: "status", op: "is_any_of" as const, value: ["new"] };
  expect(narrowToElsewhere(undefined)).toEqual(elsewhere);
  expect(narrowToElsewhere(elsewhere)).toEqual(elsewhere);
  expect(narrowToElsewhere(stage)).toEqual({ all: [stage, elsewhere] });
});
