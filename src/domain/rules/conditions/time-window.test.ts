import { describe, expect, test } from "vitest";
import { compileRule, evaluateRule } from "#domain/rules/evaluate.ts";
import { eventReceived, type RuleSnapshot } from "#domain/rules/snapshot.ts";

const at = (text: string): number => Date.parse(text);
const snapshotAt = (now: string, recipient: string[] = ["America/Puerto_Rico"]): RuleSnapshot => ({
  person: {
    id: "p",
    type: "lead",
    status: "new",
    tags: [],
    consents: {},
    optedOut: false,
    createdAt: 0,
  },
  scores: null,
  previousScores: null,
  now: at(now),
  zones: { recipient, workspace: "America/New_York" },
});

const rule = (value: string, otherwise?: "drop" | "wait", field = "recipient") =>
  compileRule({
    triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
    conditions: [{ type: "time_window", field, value, ...(otherwise ? { otherwise } : {}) }],
    actions: [{ type: "sms", template: "hola" }],
  });

const officeHours = "mon-fri 09:00-17:00";
// Monday 2026-11-16; Puerto Rico is four hours behind UTC all year.
const night = "2026-11-16T02:00:00Z";

describe("a time window", () => {
  test("drops a lead of the night, unless it waits", () => {
    const snapshot = snapshotAt(night);
    const event = eventReceived(snapshot, "form_submitted");
    expect(rule(officeHours).fires(snapshot, event)).toBe(false);
    expect(rule(officeHours, "drop").fires(snapshot, event)).toBe(false);
    expect(rule(officeHours, "wait").fires(snapshot, event)).toBe(true);
  });

  test.each<[string, string, string[], string]>([
    ["Sunday night", night, ["America/Puerto_Rico"], "2026-11-16T13:00:00Z"],
    ["within the hours", "2026-11-16T15:30:20Z", ["America/Puerto_Rico"], "2026-11-16T15:30:20Z"],
    ["Friday at closing time", "2026-11-20T21:00:00Z", ["America/Puerto_Rico"], "2026-11-23T13:00:00Z"],
    [
      "a person in one of two zones",
      night,
      ["America/New_York", "America/Los_Angeles"],
      "2026-11-16T17:00:00Z",
    ],
    ["a person without a known zone", night, [], "2026-11-16T14:00:00Z"],
    // Clocks go forward on 2027-03-14.
    [
      "the night of the change to summer time",
      "2027-03-13T23:00:00Z",
      ["America/New_York"],
      "2027-03-15T13:00:00Z",
    ],
  ])("waits until it opens: %s", (_what, now, zones, expected) => {
    const snapshot = snapshotAt(now, zones);
    const opensAt = rule(officeHours, "wait").opensAt(snapshot, snapshot.now);
    expect(new Date(opensAt ?? 0).toISOString()).toBe(new Date(expected).toISOString());
  });

  test("explains until when it waits", () => {
    const snapshot = snapshotAt(night);
    const outcome = evaluateRule(
      rule(officeHours, "wait"),
      snapshot,
      eventReceived(snapshot, "form_submitted"),
    );
    expect(outcome).toMatchObject({
      fired: true,
      why: [
        { code: "event_arrived" },
        { code: "time_window_wait", until: at("2026-11-16T13:00:00Z"), local: "sun 22:00" },
      ],
    });
  });

  test("does not fire where no hour suits all zones", () => {
    const snapshot = snapshotAt(night, ["America/Puerto_Rico", "Asia/Tokyo"]);
    const compiled = rule("mon 09:00-10:00", "wait");
    expect(compiled.fires(snapshot, eventReceived(snapshot, "form_submitted"))).toBe(false);
  });
});
