import { describe, expect, test } from "vitest";
import { detectLoop, dropReason, enterRule } from "./entry.ts";
import { defaultOptions, ruleInput } from "./rule.ts";

const now = Date.parse("2026-11-11T16:00:00Z");
const minute = 60_000;
const day = 24 * 60 * minute;

describe("loop detection", () => {
  const runs = (ruleId: string, ...ago: number[]) =>
    ago.map((minutes) => ({ ruleId, at: now - minutes * minute }));
  test.each([
    ["allows the first run", [], null],
    ["allows a third run", runs("a", 1, 2), null],
    ["stops the fourth run within an hour", runs("a", 1, 2, 3), "rule_loop"],
    ["ignores runs older than an hour", runs("a", 61, 62, 63), null],
    ["ignores runs of other rules", runs("b", 1, 2, 3), null],
    ["stops a loop through another rule", [...runs("a", 5, 3, 1), ...runs("b", 4, 2)], "rule_loop"],
    [
      "stops a chain of twenty rules",
      Array.from({ length: 20 }, (_, n) => ({ ruleId: `r${n}`, at: now - 1 })),
      "rule_chain",
    ],
  ])("%s", (_what, before, code) => {
    expect(detectLoop("a", before, now)?.code ?? null).toBe(code);
  });
});

describe("entry of a person into a rule", () => {
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

  test("drops a delayed action after a later reply, if the rule says so", () => {
    const firedAt = now - 30 * minute;
    const stop = { ...defaultOptions, stopOnReply: true };
    expect(dropReason(stop, { firedAt, lastReplyAt: now })?.code).toBe("replied_meanwhile");
    expect(dropReason(stop, { firedAt, lastReplyAt: firedAt - 1 })).toBeNull();
    expect(dropReason(stop, { firedAt, lastReplyAt: null })).toBeNull();
    expect(dropReason(defaultOptions, { firedAt, lastReplyAt: now })).toBeNull();
  });

  test("options are optional, and each has a default", () => {
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
