import { expect, test } from "vitest";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { contactHoursLines, verificationBadge } from "./contact-hours-lines.ts";

const labels = { everyDay: "every day", closed: "closed" };
const day = { opens: 480, closes: 1200 };
const plain = (lines: { days: string; hours: string }[]) =>
  lines.map(({ days, hours }) => `${days} ${hours}`.replaceAll(/\s/g, " "));

test("shows equal hours on all days as one line", () => {
  expect(plain(contactHoursLines(Array(7).fill(day), "en-US", labels))).toEqual([
    "every day 8:00 AM – 8:00 PM",
  ]);
});

test("lists Saturday and Sunday after the weekdays", () => {
  const week = [null, day, day, day, day, day, { opens: 600, closes: 1020 }];
  expect(plain(contactHoursLines(week, "en-US", labels))).toEqual([
    "Mon–Fri 8:00 AM – 8:00 PM",
    "Sat 10:00 AM – 5:00 PM",
    "Sun closed",
  ]);
});

test("marks a rule of law as verified or not, and a rule of the workspace as neither", () => {
  expect(verificationBadge({ origin: "law", verified: true })).toEqual({ tone: "ok", text: "verified" });
  expect(verificationBadge({ origin: "law", verified: false })).toEqual({ tone: "warn", text: "unverified" });
  expect(verificationBadge({ origin: "workspace", verified: true })).toBeUndefined();
});

test("has a badge for each rule of the table, and the table has rules of both kinds", () => {
  const texts = hoursTable.map(({ verified }) => verificationBadge({ origin: "law", verified })?.text);
  expect(new Set(texts)).toEqual(new Set(["verified", "unverified"]));
});
