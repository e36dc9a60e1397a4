import { expect, test } from "vitest";
import { regionServing, spellRegion } from "#domain/outage-regions.ts";
import { readGazetteer } from "./gazetteer.ts";

const regions = ["Arecibo", "Bayamon", "Caguas", "Carolina", "Mayaguez", "Ponce", "San Juan"].map((name) => ({
  name,
}));

test("every municipality of Puerto Rico belongs to a region of the utility", () => {
  const names = readGazetteer()
    .areas.filter(({ code }) => /^72\d{3}$/.test(code))
    .map(({ name }) => name);
  expect(names).toHaveLength(78);
  expect(names.filter((name) => regionServing(regions, name) === undefined)).toEqual([]);
  expect(new Set(names.map((name) => regionServing(regions, name)?.name)).size).toBe(7);
});

test("a region that the utility does not report has no entry", () => {
  expect(regionServing(regions.slice(1), "Arecibo")).toBeUndefined();
  expect(regionServing(regions, "Miami")).toBeUndefined();
});

test.each([
  ["Bayamon", "Bayamón"],
  ["Mayaguez", "Mayagüez"],
  ["Elsewhere", "Elsewhere"],
])("the region %s is spelled %s", (given, spelled) => {
  expect(spellRegion(given)).toBe(spelled);
});
