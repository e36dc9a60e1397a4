import { describe, expect, test } from "vitest";
import { dateTriggerKey } from "./date-trigger.ts";
import { compileRule, evaluateRule } from "./evaluate.ts";
import type { MetTrigger } from "./met-trigger.ts";
import { eventReceived, type RuleSnapshot, scoresChanged, triggerMet } from "./snapshot.ts";
import { watchesOf, watchKey } from "./watches.ts";

const segmentId = "0199aaaa-0000-7000-8000-000000000001";
const ruleId = "0199aaaa-0000-7000-8000-000000000002";
const otherId = "0199aaaa-0000-7000-8000-000000000003";

const snapshot = (isMember: boolean | null = true): RuleSnapshot => ({
  person: {
    ...{ id: "p", type: "lead", status: "new", tags: [], consents: {}, optedOut: false, createdAt: 0 },
  },
  ...{ scores: null, previousScores: null, now: 0, zones: { recipient: [], workspace: "UTC" } },
  segments: new Map([[segmentId, { name: "Hot", isMember }]]),
});
const rule = (trigger: object, options: object = {}) =>
  compileRule({
    triggers: [trigger],
    conditions: [],
    actions: [{ type: "sms", template: "welcome" }],
    options,
  });
const entered: MetTrigger = { of: "segment", id: segmentId, is: "entered" };
const left: MetTrigger = { of: "segment", id: segmentId, is: "left" };
const ended = (end: "finished" | "answered", id = ruleId): MetTrigger => ({
  ...{ of: "sequence", ruleId: id, name: "Follow-up", end },
});
const date = { field: "renewal", offsetDays: -7, at: "09:00", yearly: false };
const dateCame: MetTrigger = { of: "date", key: dateTriggerKey(date), date: "2026-11-30" };

const enters = { type: "segment_entered", operator: "=", value: segmentId };
const leaves = { ...enters, type: "segment_left" };
const comes = { type: "person_date", operator: "=", value: "renewal", offsetDays: -7 };
const ends = { type: "sequence_ended", operator: "=", value: ruleId };

describe("triggers that nothing announces", () => {
  test.each<[string, object, MetTrigger, string, boolean]>([
    ["who enters", enters, entered, "segment_entered", true],
    ["who leaves does not enter", enters, left, "segment_not_entered", false],
    ["who leaves", leaves, left, "segment_left", true],
    ["a date", comes, dateCame, "date_arrived", true],
    ["another number of days", { ...comes, offsetDays: -3 }, dateCame, "date_not_arrived", false],
    ["any end", ends, ended("answered"), "sequence_end_met", true],
    ["this end", { ...ends, end: "finished" }, ended("finished"), "sequence_end_met", true],
    ["another end", { ...ends, end: "finished" }, ended("answered"), "sequence_end_other", false],
    ["another sequence", ends, ended("finished", otherId), "sequence_end_other", false],
    ["a date is no end", ends, dateCame, "sequence_end_none", false],
  ])("fire only for what they name: %s", (_what, trigger, met, code, fires) => {
    const compiled = rule(trigger);
    const event = triggerMet(snapshot(), met);
    expect(compiled.fires(snapshot(), event)).toBe(fires);
    const outcome = evaluateRule(compiled, snapshot(), event);
    expect(outcome.fired).toBe(fires);
    expect(outcome.why[0]?.code).toBe(code);
  });

  test("do not fire on events and scores, nor do event triggers on them", () => {
    for (const trigger of [enters, leaves, comes, ends])
      for (const event of [eventReceived(snapshot(), "form_submitted"), scoresChanged(snapshot())])
        expect(rule(trigger).fires(snapshot(), event)).toBe(false);
    for (const operator of ["=", "!="])
      expect(
        rule({ type: "event", operator, value: "trigger_met" }).fires(
          snapshot(),
          triggerMet(snapshot(), entered),
        ),
      ).toBe(false);
  });

  test("hold for who is in the segment, and for nobody where it cannot be read", () => {
    expect(rule(enters).matches(snapshot(true))).toBe(true);
    expect(rule(leaves).matches(snapshot(true))).toBe(false);
    expect(rule(leaves).matches(snapshot(false))).toBe(true);
    for (const trigger of [enters, leaves]) {
      expect(rule(trigger).matches(snapshot(null))).toBe(false);
      expect(evaluateRule(rule(trigger), snapshot(null), null).why[0]?.code).toBe("segment_unreadable");
    }
  });

  test("say what is to be looked for, once for all rules with the same", () => {
    const stopOn = [
      { kind: "segment", segmentId: otherId, is: "left" },
      { kind: "event", type: "booked" },
    ];
    expect(watchesOf(rule(enters, { stopOn })).map(watchKey)).toEqual([
      `segment:${segmentId}`,
      `segment:${otherId}`,
    ]);
    expect(watchesOf(rule(leaves)).map(watchKey)).toEqual([`segment:${segmentId}`]);
    expect(watchesOf(rule(comes)).map(watchKey)).toEqual([dateTriggerKey(date)]);
    expect(watchesOf(rule(ends))).toEqual([]);
  });
});
