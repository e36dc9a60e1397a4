import { expect, test } from "vitest";
import { closeProposal, type OutageWatch, watchRegions } from "./outage-watch.ts";

const day = "2026-11-17";
const yesterday = "2026-11-16";
const at = "2026-11-17T19:05:00.000Z";
const earlier = "2026-11-17T12:00:00.000Z";

const report = (percent: number, name = "Mayaguez") => [
  { name, totalClientsWithoutService: percent * 1000, percentageClientsWithoutService: percent },
];
const known = (
  isOut: boolean,
  proposedOn: string | null = null,
  openSince: string | null = null,
): OutageWatch => ({ Mayagüez: { isOut, proposedOn, openSince } });

test.each<[string, OutageWatch, number, OutageWatch]>([
  ["was never seen", {}, 5, known(true)],
  ["was never seen and has service", {}, 0.1, known(false)],
  ["loses service", known(false), 2, known(true, day, at)],
  ["comes near the level", known(false), 1.99, known(false)],
  ["stays without service", known(true, day, earlier), 6, known(true, day, earlier)],
  ["stays without service after its notice", known(true, day), 6, known(true, day)],
  ["swings around the level", known(true, day, earlier), 1.2, known(true, day, earlier)],
  ["rises again before it was restored", known(true, yesterday), 2.5, known(true, yesterday)],
  ["is restored", known(true, yesterday, earlier), 0.9, known(false, yesterday)],
  ["loses service again on the same day", known(false, day), 8, known(true, day)],
  ["loses service again on another day", known(false, yesterday), 8, known(true, day, at)],
])("a region that %s", (_what, before, percent, after) => {
  expect(watchRegions(before, report(percent), { day, at })).toEqual(after);
});

test("a region that a report leaves out is remembered as it was", () => {
  const before = known(true, day, at);
  expect(watchRegions(before, report(0, "Ponce"), { day, at })).toEqual({
    ...before,
    Ponce: { isOut: false, proposedOn: null, openSince: null },
  });
});

test("a region whose municipalities are not known is left out", () => {
  for (const name of ["__proto__", "Elsewhere"])
    expect(watchRegions({}, report(9, name), { day, at })).toEqual({});
});

test("a prepared notice closes the proposal, and keeps the day", () => {
  expect(closeProposal(known(true, day, at), "Mayagüez")).toEqual(known(true, day));
  expect(closeProposal({}, "Mayagüez")).toEqual({});
});
