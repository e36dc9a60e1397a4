import { describe, expect, test } from "vitest";
import { parseLumaTimestamp, parseOutageReport } from "./luma.ts";

const region = (name: string, more = {}) => ({
  name,
  totalClients: 1000,
  totalClientsWithoutService: 10,
  totalClientsWithService: 990,
  totalClientsAffectedByPlannedOutage: 3,
  percentageClientsWithoutService: 1,
  percentageClientsWithService: 99,
  ...more,
});
const report = (more = {}) => ({
  regions: [region("San Juan"), region("Arecibo")],
  totals: {
    totalClients: 2000,
    totalClientsWithoutService: 20,
    totalClientsWithService: 1980,
    totalClientsAffectedByPlannedOutage: 6,
    totalPercentageWithoutService: 1,
    totalPercentageWithService: 99,
  },
  timestamp: "05/13/2026 11:50 AM",
  ...more,
});

describe("LUMA's outage report", () => {
  test.each([
    ["05/13/2026 11:50 AM", "2026-05-13T15:50:00.000Z"],
    ["01/01/2026 12:05 AM", "2026-01-01T04:05:00.000Z"],
    ["07/04/2026 12:00 PM", "2026-07-04T16:00:00.000Z"],
    ["12/31/2026 9:55 PM", "2027-01-01T01:55:00.000Z"],
    ["2026-05-13T11:50:00Z", undefined],
    ["13/13/2026 11:50 AM", undefined],
    ["05/13/2026 13:50 PM", undefined],
    ["", undefined],
  ])("reads the timestamp %s in Puerto Rico's time", (text, expected) => {
    expect(parseLumaTimestamp(text)).toBe(expected);
  });

  test("sorts regions by name", () => {
    const { regions } = parseOutageReport(report()) ?? {};
    expect(regions?.map(({ name }) => name)).toEqual(["Arecibo", "San Juan"]);
  });

  test("fills in counts that the utility left out", () => {
    const bare = { totalClients: 300, totalClientsWithoutService: 3 };
    const parsed = parseOutageReport({
      regions: [{ name: "Ponce", ...bare }],
      totals: bare,
      timestamp: "05/13/2026 11:50 AM",
    });
    expect(parsed).toMatchObject({
      totals: { totalClientsAffectedByPlannedOutage: 0, totalPercentageWithService: 99 },
      regions: [
        {
          totalClientsWithService: 297,
          totalClientsAffectedByPlannedOutage: 0,
          percentageClientsWithoutService: 1,
          percentageClientsWithService: 99,
        },
      ],
    });
  });

  test.each([
    ["nothing", null],
    [
      "a Spring error",
      { path: "/", message: "", error: "Internal Server Error", status: 500, timestamp: "x" },
    ],
    ["no regions", report({ regions: [] })],
    ["an unreadable timestamp", report({ timestamp: "yesterday" })],
    ["a count below zero", report({ regions: [region("Ponce", { totalClients: -1 })] })],
    ["a percentage above 100", report({ regions: [region("Ponce", { percentageClientsWithService: 101 })] })],
  ])("is rejected when there is %s", (_name, json) => {
    expect(parseOutageReport(json)).toBeUndefined();
  });
});
