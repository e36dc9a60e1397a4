import { describe, expect, test } from "vitest";
import { defaultGatePolicy } from "#domain/compliance/defaults.ts";
import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { hoursTable, regionCapsTable } from "#domain/compliance/hours-table.ts";
import type { SendIntent } from "#domain/compliance/send-intent.ts";
import { findContactableNumbers } from "../contactable-people.ts";
import { everyChannelLive } from "../fixtures/connected-channels.ts";

const minute = 60_000;
const intent: SendIntent = {
  personId: "1",
  channel: "sms",
  purpose: "marketing",
  content: "freeform",
  template: null,
  ruleId: null,
  repeatLimit: null,
};
const holidays = ["2026-07-04", "2026-12-25"].map((date) => ({ date, region: null, name: "Day off" }));

/** Whether the gate allows a message to this number at that time. */
const isAllowed = (now: number, phone: string, zone: string | null): boolean => {
  const facts: GateFacts = {
    now,
    phone,
    lineType: null,
    email: null,
    x: null,
    where: { zip: null, region: null, zone },
    consents: [{ channel: "sms", purpose: "marketing", state: "granted", written: true, at: 0, proof: "1" }],
    suppressions: [],
    underReview: null,
    takenUntil: null,
    dnc: null,
    recentSends: [],
    caps: { perDay: null, perWeek: null, perRule: null },
    regionCaps: regionCapsTable,
    lastInboundAt: {},
    whatsappLimitedAt: null,
    hoursRules: hoursTable,
    holidays,
    policy: { ...defaultGatePolicy, sendOnHolidays: true },
    connections: everyChannelLive,
  };
  return evaluateGate(intent, facts).kind === "send";
};

describe("there are contactable numbers that the gate allows, at every five minutes", () => {
  test.each([
    ["of a winter week, Sunday and Christmas included", "2026-12-20T00:00:00Z", 8],
    ["of a summer week, Sunday and a holiday included", "2026-07-01T00:00:00Z", 8],
    ["while clocks go forward in America, then in Europe", "2027-03-13T00:00:00Z", 17],
    ["while clocks go back in Europe, then in America", "2026-10-24T00:00:00Z", 10],
  ])("%s", (_when, from, days) => {
    const start = Date.parse(from);
    const rejectedAt: string[] = [];
    for (let now = start; now < start + days * 1440 * minute; now += 5 * minute) {
      const { phone, timezone } = findContactableNumbers(now);
      for (const at of [now, now + 15 * minute])
        if (!isAllowed(at, phone(1), timezone)) rejectedAt.push(new Date(at).toISOString());
    }
    expect(rejectedAt).toEqual([]);
  });

  test("of a whole year, always with a number that the simulators know", () => {
    const start = Date.parse("2027-01-01T00:02:00Z");
    const numbers = new Set<string>();
    for (let now = start; now < start + 365 * 1440 * minute; now += 5 * minute)
      numbers.add(findContactableNumbers(now).phone(7));
    expect([...numbers].filter((number) => !/^\+\d{4}5550107$/.test(number))).toEqual([]);
  });
});
