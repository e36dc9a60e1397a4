import { describe, expect, test } from "vitest";
import { dropReason, enterRule } from "./entry.ts";
import { readHours, writeHours } from "./hours-text.ts";
import { minuteOfWeek, weekText } from "./local-time.ts";
import { detectLoop } from "./loop-guard.ts";
import { defaultOptions, ruleInput } from "./rule.ts";

const now = Date.parse("2026-11-11T16:00:00Z");
const minute = 60_000;
const day = 24 * 60 * minute;

describe("a rule that comes back through its own consequences", () => {
  const runs = (ruleId: string, ...ago: number[]) =>
    ago.map((minutes) => ({ ruleId, at: now - minutes * minute }));
  test.each([
    ["first time", [], null],
    ["twice before", runs("a", 1, 2), null],
    ["three times before", runs("a", 1, 2, 3), "rule_loop"],
    ["three times, but not lately", runs("a", 61, 62, 63), null],
    ["others three times", runs("b", 1, 2, 3), null],
    ["through another one", [...runs("a", 5, 3, 1), ...runs("b", 4, 2)], "rule_loop"],
    [
      "a long chain of many",
      Array.from({ length: 20 }, (_, n) => ({ ruleId: `r${n}`, at: now - 1 })),
      "rule_chain",
    ],
  ])("%s", (_what, before, code) => {
    expect(detectLoop("a", before, now)?.code ?? null).toBe(code);
  });
});

describe("whether a rule begins with a person", () => {
  const history = { lastFiredAt: now - 3 * day, sentToday: 2 };
  test.each([
    ["without limits", {}, { enters: true, dueAt: now }],
    ["with a delay", { delayMinutes: 90 }, { enters: true, dueAt: now + 90 * minute }],
    [
      "again too soon",
      { reentryDays: 7 },
      { enters: false, why: { code: "reentry_too_soon", until: now + 4 * day } },
    ],
    ["again in time", { reentryDays: 3 }, { enters: true, dueAt: now }],
    [
      "over the cap",
      { frequencyCapPerDay: 2 },
      { enters: false, why: { code: "cap_reached", sentToday: 2 } },
    ],
    ["below the cap", { frequencyCapPerDay: 3 }, { enters: true, dueAt: now }],
  ])("%s", (_what, options, expected) => {
    expect(enterRule({ ...defaultOptions, ...options }, history, now)).toMatchObject(expected);
  });

  test("what waits is dropped by a reply that came after, when the rule says so", () => {
    const firedAt = now - 30 * minute;
    const stop = { ...defaultOptions, stopOnReply: true };
    expect(dropReason(stop, { firedAt, lastReplyAt: now })?.code).toBe("replied_meanwhile");
    expect(dropReason(stop, { firedAt, lastReplyAt: firedAt - 1 })).toBeNull();
    expect(dropReason(stop, { firedAt, lastReplyAt: null })).toBeNull();
    expect(dropReason(defaultOptions, { firedAt, lastReplyAt: now })).toBeNull();
  });

  test("a rule without options is a rule, and options fill in what they leave out", () => {
    const rows = {
      name: "R",
      triggers: [{ type: "event", operator: "=", value: "x" }],
      conditions: [{ type: "tag", field: "", value: "x" }],
      actions: [{ type: "sms", template: "x" }],
    };
    expect(ruleInput.parse(rows).options).toBeUndefined();
    expect(ruleInput.parse({ ...rows, options: { delayMinutes: 5 } }).options).toEqual({
      ...defaultOptions,
      delayMinutes: 5,
    });
    expect(ruleInput.safeParse({ ...rows, options: { delayMinutes: -1 } }).success).toBe(false);
  });
});

describe("hours in words", () => {
  test.each([
    ["09:00-17:00", "09:00-17:00"],
    ["9-17", "09:00-17:00"],
    ["9am-5:30pm", "09:00-17:30"],
    ["12am-12pm", "00:00-12:00"],
    ["9 a.m. – 5 p.m.", "09:00-17:00"],
    ["09:00 a 17:00", "09:00-17:00"],
    ["Mon-Fri 09:00-17:00", "mon,tue,wed,thu,fri 09:00-17:00"],
    ["lunes-viernes 9 to 17", "mon,tue,wed,thu,fri 09:00-17:00"],
    ["miércoles,sábado 08:00-12:00", "wed,sat 08:00-12:00"],
    ["fri-mon 22:00-02:00", "mon,fri,sat,sun 22:00-02:00"],
    ["weekdays 9-17; sat 10-14", "mon,tue,wed,thu,fri 09:00-17:00; sat 10:00-14:00"],
    ["13am-5pm", undefined],
    ["09:60-17:00", undefined],
    ["24:00-25:00", undefined],
    ["mon-", undefined],
    ["", undefined],
    ["; ;", undefined],
  ])("%s", (text, expected) => {
    const read = readHours(text);
    expect(read && writeHours(read)).toBe(expected);
    if (read) expect(readHours(writeHours(read))).toEqual(read);
  });
});

describe("the clock on the wall", () => {
  test.each([
    ["America/Puerto_Rico", "2026-01-12T04:00:00Z", "mon 00:00"],
    ["America/Puerto_Rico", "2026-07-13T03:59:59.999Z", "sun 23:59"],
    ["America/New_York", "2026-03-08T06:59:00Z", "sun 01:59"],
    ["America/New_York", "2026-03-08T07:00:00Z", "sun 03:00"],
    ["America/New_York", "2026-11-01T05:59:00Z", "sun 01:59"],
    ["America/New_York", "2026-11-01T06:00:00Z", "sun 01:00"],
    ["Asia/Kathmandu", "2026-05-05T00:00:00Z", "tue 05:45"],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00Z", "sun 02:30"],
    ["Nowhere", "2026-05-05T00:00:00Z", "?"],
  ])("%s at %s shows %s", (zone, at, expected) => {
    expect(weekText(minuteOfWeek(Date.parse(at), zone))).toBe(expected);
  });

  test("shows nothing at no time", () => {
    expect(minuteOfWeek(Number.NaN, "America/New_York")).toBe(-1);
    expect(weekText(minuteOfWeek(Date.parse("2026-01-12T05:00:00Z"), "America/New_York"))).toBe("mon 00:00");
  });
});
