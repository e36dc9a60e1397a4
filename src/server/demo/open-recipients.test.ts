import { describe, expect, test } from "vitest";
import { calendarAt, planTimeSlices, type TimeSlice } from "./calendar.ts";
import { islandAreaCodes, mainlandAreaCodes, pacificAreaCodes } from "./names.ts";
import { chooseOpenRecipients, contactableIntervals, isContactable } from "./open-recipients.ts";

const people = [...islandAreaCodes, ...pacificAreaCodes, ...mainlandAreaCodes].flatMap((areaCode, index) =>
  Array.from({ length: 20 }, (_, line) => ({
    n: index * 20 + line,
    phone: `+1${areaCode}55501${String(line).padStart(2, "0")}`,
    createdAt: 0,
    consents: { sms: true, whatsapp: !mainlandAreaCodes.includes(areaCode), call: true },
  })),
);

const slicesAt = (instant: string, channel: "sms" | "whatsapp"): { slices: TimeSlice[]; newest: number } => {
  const calendar = calendarAt(new Date(instant), "America/New_York");
  const slices = planTimeSlices(calendar, {
    today: 456,
    yesterday: 480,
    day: () => 20,
    contactHours: contactableIntervals(channel),
  });
  return { slices, newest: calendar.newest };
};

const hours = [
  ["three minutes after midnight", "2026-06-18T04:03:00Z"],
  ["half a minute after midnight in winter", "2026-12-18T05:00:30Z"],
  ["at half past seven, when nobody may be contacted", "2026-11-16T12:30:00Z"],
  ["at ten", "2026-11-16T15:00:00Z"],
  ["on a Sunday at eleven", "2026-11-15T16:00:00Z"],
  ["right after the clocks went forward", "2026-03-08T07:10:00Z"],
  ["at midday", "2026-11-02T20:20:07Z"],
] as const;

const cases = hours.flatMap(([when, instant]) =>
  (["sms", "whatsapp"] as const).map((channel) => ({ when, instant, channel })),
);

describe.each(cases)("messages by $channel of a demo loaded $when", ({ instant, channel }) => {
  const { slices, newest } = slicesAt(instant, channel);
  const recent = slices.slice(-6).filter(({ count }) => count > 20);

  test("are all planned, and none later than the newest activity", () => {
    const today = slices.filter(({ isToday }) => isToday);
    expect(today.reduce((sum, { count }) => sum + count, 0)).toBe(456);
    for (const { until } of today) expect(until).toBeLessThanOrEqual(newest);
  });

  test("have a recipient who may be contacted at that time", () => {
    // Times within each slice, its first and its last instant included.
    const times = recent.flatMap(({ from, length, p0, until }) => {
      const start = from + length * (p0 + 0.115 * Math.sin(2 * Math.PI * p0));
      return Array.from({ length: 41 }, (_, step) => Math.round(start + ((until - start) * step) / 40));
    });
    expect(times.length).toBeGreaterThanOrEqual(2 * 41);
    const sends = times.map((at, n) => ({ n, channel, at }));
    const chosen = chooseOpenRecipients(sends, people);
    for (const { n, at } of sends) {
      const recipient = people.find((person) => person.n === chosen.get(n));
      expect([new Date(at).toISOString(), isContactable(recipient?.phone ?? "", at)]).toEqual([
        new Date(at).toISOString(),
        true,
      ]);
    }
  });
});

test("messages are spread over those who may be contacted", () => {
  const at = Date.parse("2026-06-18T04:03:00Z");
  const sends = Array.from({ length: 120 }, (_, n) => ({ n, channel: "sms" as const, at }));
  const counts = Map.groupBy(chooseOpenRecipients(sends, people).values(), (recipient) => recipient);
  expect(counts.size).toBe(pacificAreaCodes.length * 20);
  for (const received of counts.values()) expect(received).toHaveLength(2);
});
