import { describe, expect, test } from "vitest";
import type { Channel } from "#domain/channels/channel.ts";
import { recentSendDays } from "#domain/compliance/defaults.ts";
import type { GateFacts, RecentSend } from "#domain/compliance/facts.ts";
import { buildSendIntent, type SendIntent } from "#domain/compliance/send-intent.ts";
import { comparableWords } from "#domain/messages/comparable-words.ts";
import { defaultOptions, ruleOptions } from "#domain/rules/rule.ts";
import { repeatedWordsCheck } from "./repeated-words.ts";

const hour = 3_600_000;
const now = 1_800_000_000_000;

const sent = (hoursAgo: number, change: Partial<RecentSend> = {}): RecentSend => ({
  at: now - hoursAgo * hour,
  channel: "sms",
  ruleId: "rule-1",
  purpose: "marketing",
  words: "hello",
  ...change,
});

const evaluate = (
  recentSends: RecentSend[],
  repeatLimit: SendIntent["repeatLimit"] = { words: "hello", hours: 24 },
  { ruleId = "rule-1", channel = "sms" }: { ruleId?: string | null; channel?: Channel } = {},
) =>
  repeatedWordsCheck.evaluate(
    buildSendIntent({ personId: "person-1", channel, ruleId, approvedTemplateName: null, repeatLimit }),
    { now, recentSends } as unknown as GateFacts,
  );

describe("the same words of a rule", () => {
  test("are stopped within the time of the rule, with the last time they were sent", () => {
    expect(evaluate([sent(20), sent(3), sent(23)])).toEqual({
      stop: [{ code: "words_repeated", at: now - 3 * hour, hours: 24 }],
    });
    expect(evaluate([sent(3)], { words: "hello", hours: 4 })).toMatchObject({ stop: [{ hours: 4 }] });
  });

  test.each([
    ["nothing was sent", [], undefined],
    ["the time is over", [sent(24), sent(90)], undefined],
    ["the rule has a shorter time", [sent(3)], { words: "hello", hours: 3 }],
    ["the words differ", [sent(1, { words: "goodbye" })], undefined],
    ["another rule sent them", [sent(1, { ruleId: "rule-2" })], undefined],
    ["a user sent them", [sent(1, { ruleId: null })], undefined],
    ["they went by another channel", [sent(1, { channel: "whatsapp" })], undefined],
    ["the rule has no limit", [sent(1)], null],
  ] as const)("may be sent where %s", (_case, recentSends, limit) => {
    expect(evaluate([...recentSends], limit)).toEqual({ ok: true });
  });

  test("of a user are never stopped", () => {
    expect(evaluate([sent(1, { ruleId: null })], { words: "hello", hours: 24 }, { ruleId: null })).toEqual({
      ok: true,
    });
  });

  test("go out once in 24 hours unless the rule says otherwise, and no limit is longer than what the gate sees", () => {
    expect(defaultOptions.repeatHours).toBe(24);
    expect(ruleOptions.parse({ repeatHours: null }).repeatHours).toBeNull();
    const longest = recentSendDays * 24;
    expect(ruleOptions.safeParse({ repeatHours: longest + 1 }).success).toBe(false);
  });
});

test.each([
  ["Hi Ana,\n we are open ", "hi ana, WE are  open", true],
  ["Book here: https://a.example/x?t=1", "Book here: https://a.example/x?t=2", true],
  ["ﬁne", "fine", true],
  ["Your visit is at 9:00", "Your visit is at 10:00", false],
  ["Sí", "Si", false],
])("%j and %j say the same: %s", (one, other, isSame) => {
  expect(comparableWords(one) === comparableWords(other)).toBe(isSame);
});
