import { describe, expect, test } from "vitest";
import { assessSafety, assessWhole } from "./assess-safety.ts";
import { type SafetyLabel, safetyLabels } from "./safety-kind.ts";

const learned = (more: Partial<Record<SafetyLabel, number>>): Record<SafetyLabel, number> => ({
  ...(Object.fromEntries(safetyLabels.map((label) => [label, 0])) as Record<SafetyLabel, number>),
  ...more,
});

describe("what must come before everything else", () => {
  test.each<[string, Partial<Record<SafetyLabel, number>>, string | undefined, string | undefined]>([
    ["hay humo en la cocina", { emergency: 0.8 }, "emergency", "both"],
    // A pattern needs little from what was learned, and another word in the sentence cancels nothing.
    ["my roof is on fire, does the warranty cover that?", { emergency: 0.04 }, "emergency", "pattern"],
    ["how much is insurance against fire?", { emergency: 0.01 }, undefined, undefined],
    // Danger to life goes before what is more probable.
    ["is this recorded? there is smoke", { emergency: 0.3, recording: 0.6 }, "emergency", "both"],
    ["no puedo más", { selfharm: 0.09, emergency: 0.05 }, "selfharm", "learned"],
    ["my card is 4242 4242 4242 4242", {}, "secret", "number"],
    ["tengo quince años viviendo en esta casa", { minor: 0.02 }, undefined, undefined],
    ["thanks, see you Friday", { none: 0.99 }, undefined, undefined],
  ])("%j with %j", (text, scores, kind, because) => {
    const found = assessWhole(text, learned(scores));
    expect(found?.kind).toBe(kind);
    expect(found?.because).toBe(because);
  });

  test.each([
    [
      "Your estimate came; the attic is burning right now",
      "the attic is burning right now",
      0.6,
      "emergency",
    ],
    ["my roof is on fire, does the warranty cover that?", "my roof is on fire", 0.2, "emergency"],
    ["the attic is hot, send somebody", "the attic is hot", 0.2, undefined],
    ["the attic is burning right now", "the attic", 0.9, undefined],
  ])("in %j the clause %j with %d means %s", (text, clause, emergency, kind) => {
    const found = assessSafety(text, (words) => learned(words === clause ? { emergency } : { none: 1 }));
    expect(found?.kind).toBe(kind);
  });
});
