import { describe, expect, test } from "vitest";
import type { ScoreName } from "./model.ts";
import { collectOutcomes, labelOutcome, type OutcomeEntry, type ScoredMoment } from "./outcomes.ts";

const day = 86_400_000;
const at = Date.parse("2026-06-01T12:00:00Z");
const after = (days: number, entry: Omit<OutcomeEntry, "at">): OutcomeEntry => ({
  at: at + days * day,
  ...entry,
});
const stage = (days: number, to: OutcomeEntry["stage"]) => after(days, { type: "status_changed", stage: to });
const typed = (days: number, type: string) => after(days, { type });

describe("the outcome of a score", () => {
  test.each<
    [
      name: string,
      score: ScoreName,
      entries: OutcomeEntry[],
      nowDays: number,
      expected: { happened: boolean; isCertain: boolean } | undefined,
      moment?: Partial<ScoredMoment>,
    ]
  >([
    ["a reply within the window", "intent", [typed(3, "reply")], 10, { happened: true, isCertain: true }],
    [
      "a click within the window",
      "intent",
      [typed(3, "link_clicked")],
      10,
      { happened: true, isCertain: true },
    ],
    [
      "a reply while the window is open",
      "intent",
      [typed(1, "reply")],
      2,
      { happened: true, isCertain: true },
    ],
    ["a reply after the window", "intent", [typed(8, "reply")], 10, { happened: false, isCertain: true }],
    ["a reply before the moment", "intent", [typed(-1, "reply")], 10, { happened: false, isCertain: true }],
    [
      "our own message is no response",
      "intent",
      [typed(1, "message_sent")],
      10,
      { happened: false, isCertain: true },
    ],
    ["nothing yet, the window is open", "intent", [], 2, { happened: false, isCertain: false }],
    [
      "the reply that opts out",
      "intent",
      [typed(1, "reply"), typed(1, "opted_out")],
      2,
      { happened: false, isCertain: true },
    ],
    ["a person who opted out before", "intent", [typed(1, "reply")], 10, undefined, { isOptedOut: true }],
    ["the next stage", "propensity", [stage(30, "qualified")], 90, { happened: true, isCertain: true }],
    [
      "an earlier stage",
      "propensity",
      [stage(30, "new")],
      90,
      { happened: false, isCertain: true },
      { stage: "qualified" },
    ],
    ["a purchase", "propensity", [typed(30, "purchase")], 90, { happened: true, isCertain: true }],
    [
      "the next stage too late",
      "propensity",
      [stage(61, "qualified")],
      90,
      { happened: false, isCertain: true },
    ],
    ["a person who is converted", "propensity", [], 90, undefined, { stage: "converted" }],
    [
      "marked lost, the window is open",
      "propensity",
      [typed(2, "deal_lost")],
      5,
      { happened: false, isCertain: true },
    ],
    [
      "tagged as lost in Spanish",
      "propensity",
      [after(2, { type: "tag_added", tag: "perdido" })],
      5,
      { happened: false, isCertain: true },
    ],
    ["silent through the window", "churn", [typed(61, "reply")], 90, { happened: true, isCertain: true }],
    [
      "our messages do not end a silence",
      "churn",
      [typed(5, "message_sent")],
      90,
      { happened: true, isCertain: true },
    ],
    ["active in the window", "churn", [typed(59, "page_viewed")], 90, { happened: false, isCertain: true }],
    [
      "active and then opted out",
      "churn",
      [typed(3, "reply"), typed(5, "opted_out")],
      90,
      { happened: true, isCertain: true },
    ],
    ["silent so far", "churn", [], 30, { happened: false, isCertain: false }],
  ])("%s", (_name, score, entries, nowDays, expected, moment = {}) => {
    const scored: ScoredMoment = { at, stage: "new", isOptedOut: false, ...moment };
    const label = labelOutcome(
      score,
      scored,
      collectOutcomes(entries),
      score === "intent" ? 7 : 60,
      at + nowDays * day,
    );
    if (expected === undefined) expect(label).toBeUndefined();
    else expect(label).toMatchObject(expected);
  });
});
