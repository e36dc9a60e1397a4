import { expect, test } from "vitest";
import { countsOf, mainScope, narrowToArea } from "./area-counts.ts";

const areas = [
  { code: "72127", label: "San Juan, PR", count: 5 },
  { code: "72", label: "Puerto Rico", count: 2 },
  { code: "12086", label: "Miami-Dade, FL", count: 6 },
];

test("people count in their county on the map of a state, in their state on that of the nation", () => {
  expect([...countsOf(areas, "us")]).toEqual([
    ["72", 7],
    ["12", 6],
  ]);
  expect(countsOf(areas, "72").get("72127")).toBe(5);
});

test("the map opens where most people live", () => {
  expect(mainScope(areas)).toBe("72");
  expect(mainScope(areas.slice(1))).toBe("us");
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
