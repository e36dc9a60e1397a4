import { describe, expect, test } from "vitest";
import { compileRule, evaluateRule, matches } from "./evaluate.ts";
import { defaultAction, defaultCondition, defaultTrigger, operators } from "./rule.ts";
import { eventReceived, type RuleEvent, type RuleSnapshot, type Scores, scoresChanged } from "./snapshot.ts";

/** A Wednesday; noon in Puerto Rico, eleven in New York. */
const now = Date.parse("2026-11-11T16:00:00Z");
const scored = (intent: number): Scores => ({ intent, propensity: 50, churn: 20 });

const someone = (
  change: Omit<Partial<RuleSnapshot>, "person"> & { person?: Partial<RuleSnapshot["person"]> } = {},
): RuleSnapshot => ({
  scores: scored(80),
  previousScores: scored(60),
  now,
  zones: { recipient: ["America/Puerto_Rico"], workspace: "America/New_York" },
  ...change,
  person: {
    id: "ana",
    type: "lead",
    status: "qualified",
    tags: ["VIP", "solar"],
    consents: { sms: true, email: false },
    optedOut: false,
    createdAt: 0,
    ...change.person,
  },
});

const ruleOf = (change: object) =>
  compileRule({
    triggers: [defaultTrigger],
    conditions: [defaultCondition],
    actions: [defaultAction],
    ...change,
  });
const codes = (why: { code: string }[]) => why.map(({ code }) => code);

describe("a score trigger", () => {
  test.each([
    [">=", "75", 60, 80, true],
    [">=", "75", 74, 75, true],
    [">=", "75", 75, 80, false],
    [">=", "75", 60, 74, false],
    [">=", "75", 80, 60, false],
    [">=", "75", null, 80, true],
    [">=", "75", 60, null, false],
    ["<=", "30", 40, 30, true],
    ["<=", "30", 30, 20, false],
    ["<=", "30", null, 10, true],
    ["=", "50", 49, 50, true],
    ["=", "50", 50, 50, false],
    ["=", "50", 49, 51, false],
    ["!=", "0", 0, 5, true],
    ["!=", "0", 5, 6, false],
    ["!=", "0", null, 5, true],
    ["!=", "0", null, 0, false],
    [">=", "0", null, 0, true],
    [">=", " 75 % ", 60, 80, true],
    [">=", "75,5", 75, 76, true],
    [">=", "seventy", 60, 80, false],
    [">=", "", 60, 80, false],
    [">=", "0x10", 0, 80, false],
    [">=", "101", 60, 80, false],
    ["!=", "-1", 60, 80, false],
    ["!=", "5", 60, Number.NaN, false],
  ])("%s %s from %s to %s fires: %s", (operator, value, before, after, fires) => {
    for (const [type, score] of [
      ["intent_score", "intent"],
      ["propensity_score", "propensity"],
      ["churn_risk", "churn"],
    ]) {
      const scores = (value: number | null) =>
        value === null ? null : ({ intent: 1, propensity: 1, churn: 1, [score as string]: value } as Scores);
      const snapshot = someone({ scores: scores(after), previousScores: scores(before) });
      const rule = ruleOf({ triggers: [{ type, operator, value }] });
      expect(rule.fires(snapshot, scoresChanged(snapshot))).toBe(fires);
      expect(evaluateRule(rule, snapshot, scoresChanged(snapshot)).fired).toBe(fires);
    }
  });

  test.each([
    [60, 80, ["score_crossed", "consent_met"]],
    [80, 90, ["score_held_before"]],
    [60, 70, ["score_not_reached"]],
  ])("gives the reason, from %d to %d", (before, after, expected) => {
    const snapshot = someone({ scores: scored(after), previousScores: scored(before) });
    const { why } = evaluateRule(ruleOf({}), snapshot, scoresChanged(snapshot));
    expect(codes(why)).toEqual(expected);
    expect(why[0]).toMatchObject({ score: "intent", operator: ">=", value: 75, before, after });
  });

  test("holds for a person whose scores satisfy it", () => {
    expect(matches(ruleOf({}), someone())).toBe(true);
    expect(matches(ruleOf({}), someone({ scores: scored(70) }))).toBe(false);
    expect(evaluateRule(ruleOf({}), someone({ scores: null }), null)).toMatchObject({
      fired: false,
      why: [{ code: "score_missing", after: null }],
    });
  });
});

describe("an event trigger", () => {
  test.each([
    ["=", "form_submitted", "form_submitted", true],
    ["=", " Form_Submitted ", "FORM_submitted", true],
    ["=", "form_submitted", "page_viewed", false],
    ["=", "form_submitted", null, false],
    ["!=", "form_submitted", "page_viewed", true],
    ["!=", "form_submitted", "form_submitted", false],
    ["!=", "form_submitted", null, true],
    [">=", "form_submitted", "form_submitted", false],
    ["<=", "form_submitted", "form_submitted", false],
    ["=", "  ", "", false],
  ])("%s %s, when %s arrives, fires: %s", (operator, value, arrived, fires) => {
    const rule = ruleOf({ triggers: [{ type: "event", operator, value }] });
    expect(rule.fires(someone(), eventReceived(someone(), arrived))).toBe(fires);
  });

  test("does not fire when only scores change, and holds in a dry run", () => {
    const rule = ruleOf({ triggers: [{ type: "event", operator: "!=", value: "x" }] });
    expect(codes(evaluateRule(rule, someone(), scoresChanged(someone())).why)).toEqual(["event_none"]);
    expect(codes(evaluateRule(rule, someone(), null).why)).toEqual(["event_assumed", "consent_met"]);
    expect(matches(rule, someone())).toBe(true);
  });
});

describe("a condition", () => {
  test.each([
    ["consent", "sms", "true", true],
    ["consent", " SMS ", "Yes", true],
    ["consent", "sms", "sí", true],
    ["consent", "sms", "false", false],
    ["consent", "email", "true", false],
    ["consent", "email", "false", true],
    ["consent", "whatsapp", "true", false],
    ["consent", "whatsapp", "no", true],
    ["consent", "voice_agent", "true", false],
    ["consent", "voice_agent", "false", true],
    ["consent", "dnc", "false", true],
    ["consent", "pigeon", "true", false],
    ["consent", "pigeon", "false", false],
    ["consent", "sms", "perhaps", false],
    ["consent", "toString", "false", false],
    ["tag", "has", "vip", true],
    ["tag", "tags", "VIP ", true],
    ["tag", "", "solar", true],
    ["tag", "has", "battery", false],
    ["tag", "has_not", "battery", true],
    ["tag", "not", "vip", false],
    ["tag", "vip", "true", true],
    ["tag", "battery", "true", false],
    ["tag", "battery", "false", true],
    ["tag", "has", "", false],
    ["tag", "has_not", "", false],
    ["tag", "mood", "good", false],
    ["status", "status", "qualified", true],
    ["status", "", "Qualified", true],
    ["status", "is", "new", false],
    ["status", "is_not", "new", true],
    ["status", "!=", "qualified", false],
    ["status", "is", "lost", false],
    ["status", "is_not", "lost", false],
    ["status", "mood", "qualified", false],
    ["time_window", "recipient", "12:00-17:00", true],
    ["time_window", "recipient", "09:00-12:00", false],
    ["time_window", "local", "11:59-12:01", true],
    ["time_window", "", "wed 12:00-13:00", true],
    ["time_window", "workspace", "12:00-13:00", false],
    ["time_window", "workspace", "11:00-12:00", true],
    ["time_window", "Europe/London", "16:00-16:01", true],
    ["time_window", "america/new_york", "11:00-12:00", true],
    ["time_window", "Mars/Olympus", "00:00-24:00", false],
    ["time_window", "recipient", "mon-fri 9am-5pm", true],
    ["time_window", "recipient", "lun-vie 09:00-17:00", true],
    ["time_window", "recipient", "Sáb,Dom 00:00-24:00", false],
    ["time_window", "recipient", "sat-wed 12:00-12:01", true],
    ["time_window", "recipient", "tue 22:00-13:00", true],
    ["time_window", "recipient", "wed 22:00-13:00", false],
    ["time_window", "recipient", "sat 10-14; wed 12-13", true],
    ["time_window", "recipient", "weekdays 00:00-24:00", true],
    ["time_window", "recipient", "weekends 00:00-24:00", false],
    ["time_window", "recipient", "09:00-09:00", false],
    ["time_window", "recipient", "25:00-26:00", false],
    ["time_window", "recipient", "sometimes", false],
    ["time_window", "recipient", "funday 09:00-17:00", false],
    ["time_window", "recipient", "true", false],
  ])("%s, %s, %s holds: %s", (type, field, value, holds) => {
    const rule = ruleOf({ conditions: [{ type, field, value }] });
    expect(matches(rule, someone())).toBe(holds);
    const { why } = evaluateRule(rule, someone(), null);
    expect(why.at(-1)?.code).toMatch(holds ? /^[a-z_]+_met$/ : /^[a-z_]+_unmet$|^row_unreadable$/);
  });

  test("on the recipient's hours must hold wherever the recipient may be, and falls back to the workspace", () => {
    const rule = ruleOf({ conditions: [{ type: "time_window", field: "recipient", value: "12:00-17:00" }] });
    const at = (...recipient: string[]) => someone({ zones: { recipient, workspace: "Europe/London" } });
    expect(matches(rule, at("America/Puerto_Rico", "America/Los_Angeles"))).toBe(false);
    expect(matches(rule, at("nowhere"))).toBe(false);
    expect(matches(rule, at())).toBe(true);
    expect(evaluateRule(rule, at("America/Puerto_Rico", "America/Los_Angeles"), null).why).toContainEqual({
      code: "time_window_unmet",
      field: "recipient",
      value: "12:00-17:00",
      zone: "America/Los_Angeles",
      local: "wed 08:00",
    });
  });

  test("that cannot be read gives its texts in the reason", () => {
    const rule = ruleOf({ conditions: [{ type: "consent", field: "sms", value: "perhaps" }] });
    expect(evaluateRule(rule, someone(), null).why).toContainEqual({
      code: "row_unreadable",
      list: "condition",
      type: "consent",
      field: "sms",
      value: "perhaps",
      problem: "value",
    });
  });
});

describe("a rule", () => {
  const moved: RuleEvent = scoresChanged(someone());

  test("needs one of its triggers and all of its conditions", () => {
    const rule = ruleOf({
      triggers: [
        { type: "event", operator: "=", value: "reply" },
        defaultTrigger,
        { type: "churn_risk", operator: ">=", value: "99" },
      ],
      conditions: [
        defaultCondition,
        { type: "tag", field: "has", value: "vip" },
        { type: "status", field: "is", value: "new" },
      ],
    });
    expect(codes(evaluateRule(rule, someone(), moved).why)).toEqual(["score_crossed", "status_unmet"]);
    const fresh = someone({ person: { status: "new" } });
    expect(codes(evaluateRule(rule, fresh, moved).why)).toEqual([
      "score_crossed",
      "consent_met",
      "tag_met",
      "status_met",
    ]);
  });

  test("fires once for an event that also changes the scores, with both reasons", () => {
    const rule = ruleOf({ triggers: [{ type: "event", operator: "=", value: "reply" }, defaultTrigger] });
    const { why } = evaluateRule(rule, someone(), eventReceived(someone(), "reply"));
    expect(codes(why)).toEqual(["event_arrived", "score_crossed", "consent_met"]);
  });

  test("plans its actions in order, with a template or with text", () => {
    const rule = ruleOf({
      actions: [
        { type: "email", template: "Welcome" },
        { type: "sms", template: "Hi {{first_name}}, call us." },
        { type: "voice_agent", template: "welcome_call" },
      ],
    });
    expect(evaluateRule(rule, someone(), moved)).toMatchObject({
      fired: true,
      actions: [
        { channel: "email", template: "welcome", is: "name" },
        { channel: "sms", template: "Hi {{first_name}}, call us.", is: "text" },
        { channel: "voice_agent", template: "welcome_call", is: "name" },
      ],
    });
  });

  test("skips a blank action with a reason, and does not fire without any action", () => {
    const blank = { type: "sms", template: " " };
    const outcome = evaluateRule(ruleOf({ actions: [blank, defaultAction] }), someone(), moved);
    expect(outcome).toMatchObject({ fired: true, actions: [{ channel: "sms", template: "high_intent" }] });
    expect(outcome.why.at(-1)).toMatchObject({ code: "row_unreadable", list: "action" });
    const rule = ruleOf({ actions: [blank] });
    expect([rule.fires(someone(), moved), rule.matches(someone())]).toEqual([false, false]);
    expect(evaluateRule(rule, someone(), moved).fired).toBe(false);
  });

  test("with a row of an unknown kind never fires", () => {
    const strange = { type: "weather", field: "rain", value: "true" };
    expect(matches(ruleOf({ conditions: [defaultCondition, strange] }), someone())).toBe(false);
    expect(matches(ruleOf({ conditions: [null] }), someone())).toBe(false);
    expect(matches(ruleOf({ triggers: [{ ...strange, operator: operators[0] }] }), someone())).toBe(false);
    expect(matches(ruleOf({ triggers: [] }), someone())).toBe(false);
    expect(evaluateRule(ruleOf({ conditions: [strange] }), someone(), moved).why).toContainEqual({
      code: "row_unknown",
      list: "condition",
    });
  });
});
