import { describe, expect, test } from "vitest";
import { outagesAt } from "./luma-outages.ts";

const day = Array.from({ length: 288 }, (_, slot) => new Date(Date.UTC(2026, 10, 15) + slot * 300_000));
const snapshots = day.map(outagesAt);

describe("a day of outages", () => {
  test("counts every client of the seven regions once", () => {
    for (const { regions, totals } of snapshots) {
      const sum = (count: (region: (typeof regions)[number]) => number) =>
        regions.reduce((total, region) => total + count(region), 0);
      expect(regions).toHaveLength(7);
      expect(totals.totalClients).toBe(1_468_223);
      expect(sum((region) => region.totalClients)).toBe(totals.totalClients);
      expect(sum((region) => region.totalClientsWithoutService)).toBe(totals.totalClientsWithoutService);
      expect(sum((region) => region.totalClientsWithService)).toBe(totals.totalClientsWithService);
      expect(sum((region) => region.totalClientsAffectedByPlannedOutage ?? 0)).toBe(
        totals.totalClientsAffectedByPlannedOutage,
      );
      for (const region of regions) {
        expect(region.totalClientsWithService + region.totalClientsWithoutService).toBe(region.totalClients);
        expect(region.totalClientsAffectedByPlannedOutage ?? 0).toBeLessThanOrEqual(
          region.totalClientsWithoutService,
        );
        expect(region.percentageClientsWithoutService).toBeLessThan(5);
        expect(region.percentageClientsWithoutService + region.percentageClientsWithService).toBeCloseTo(
          100,
          1,
        );
      }
    }
  });

  test("has the fixed number of clients of each region", () => {
    const byName = Object.fromEntries(
      snapshots[0]?.regions.map(({ name, totalClients }) => [name, totalClients]) ?? [],
    );
    expect(byName).toEqual({
      Arecibo: 177369,
      Bayamon: 216496,
      Caguas: 250514,
      Carolina: 141663,
      Mayaguez: 216605,
      Ponce: 212508,
      "San Juan": 253068,
    });
  });

  test("is constant within five minutes and different in the next", () => {
    const at = Date.UTC(2026, 10, 15, 12);
    expect(outagesAt(new Date(at + 299_999))).toEqual(outagesAt(new Date(at)));
    expect(outagesAt(new Date(at + 300_000)).totals).not.toEqual(outagesAt(new Date(at)).totals);
  });

  test("varies the order of the regions and has planned outages only in some", () => {
    expect(
      new Set(snapshots.map(({ regions }) => regions.map(({ name }) => name).join())).size,
    ).toBeGreaterThan(100);
    const planned = snapshots.flatMap(({ regions }) =>
      regions.map((region) => "totalClientsAffectedByPlannedOutage" in region),
    );
    expect(new Set(planned)).toEqual(new Set([true, false]));
  });

  test.each([
    ["2026-05-13T15:53:59Z", "05/13/2026 11:50 AM"],
    ["2026-01-01T03:59:00Z", "12/31/2025 11:55 PM"],
    ["2026-07-04T04:04:00Z", "07/04/2026 12:00 AM"],
    ["2026-07-04T16:05:00Z", "07/04/2026 12:05 PM"],
  ])("at %s has the timestamp %s", (at, stamp) => {
    expect(outagesAt(new Date(at)).timestamp).toBe(stamp);
  });
});
