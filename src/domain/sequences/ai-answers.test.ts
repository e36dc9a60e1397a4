import { describe, expect, test } from "vitest";
import {
  type AiStepFailure,
  afterFailure,
  type ExtractedValue,
  readExtracted,
  readLabel,
} from "#domain/sequences/ai-answers.ts";

const hour = 3_600_000;

describe("a label", () => {
  const labels = ["Repair", "New system"];

  test.each<[chosen: string | null, result: object]>([
    ["Repair", { result: "done", label: "Repair", why: [{ code: "ai_label", label: "Repair" }] }],
    [" new SYSTEM ", { result: "done", label: "New system" }],
    [null, { result: "done", why: [{ code: "ai_no_label" }] }],
    ["Refund", { result: "left_out", why: [{ code: "ai_answer_unfit" }] }],
    ["", { result: "left_out", why: [{ code: "ai_answer_unfit" }] }],
  ])("%j", (chosen, result) => {
    expect(readLabel(labels, chosen)).toMatchObject(result);
  });

  test("of none is kept as none", () => {
    expect(readLabel(labels, null).label).toBeUndefined();
  });
});

describe("a value that was read", () => {
  const number = { key: "bill", kind: "number", choices: [] } as const;
  const roof = { key: "roof", kind: "choice", choices: ["Flat", "Tiles"] } as const;
  const sources = ["stage: new", "My bill is $240 a month.\nI have “tiles”"];

  test.each<[what: string, answer: ExtractedValue, field: typeof number | typeof roof, read: object]>([
    ["as its kind", { value: "240", quote: "My bill is $240 a month" }, number, { value: 240 }],
    ["as a choice", { value: "tiles", quote: "i have TILES" }, roof, { value: "Tiles" }],
    [
      "as nothing",
      { value: null, quote: null },
      number,
      { result: "done", why: [{ code: "ai_value_missing", field: "bill" }] },
    ],
    ["as blank", { value: " ", quote: "My bill" }, number, { why: [{ code: "ai_value_missing" }] }],
    [
      "without a quote",
      { value: "240", quote: null },
      number,
      { result: "left_out", why: [{ code: "ai_answer_unproved" }] },
    ],
    [
      "with words that nobody wrote",
      { value: "900", quote: "My bill is $900" },
      number,
      { why: [{ code: "ai_answer_unproved" }] },
    ],
    [
      "of another kind",
      { value: "a lot", quote: "My bill" },
      number,
      { result: "left_out", why: [{ code: "ai_value_unfit", field: "bill", value: "a lot" }] },
    ],
    ["outside the choices", { value: "Grass", quote: "I have" }, roof, { why: [{ code: "ai_value_unfit" }] }],
  ])("%s", (_what, answer, field, read) => {
    expect(readExtracted(answer, field, sources)).toMatchObject(read);
  });
});

describe("after a failure", () => {
  const now = Date.UTC(2026, 10, 19, 15);
  const limits = { attempts: 1, now, tomorrow: now + 13 * hour, goodUntil: now + 72 * hour };
  const decide = (failure: AiStepFailure, more: Partial<typeof limits> = {}) =>
    afterFailure(failure, { ...limits, ...more });

  test.each<[reason: AiStepFailure["reason"], code: string]>([
    ["refused", "ai_refused"],
    ["invalid_output", "ai_answer_unfit"],
    ["truncated", "ai_answer_unfit"],
    ["rejected", "ai_vendor_failed"],
    ["no_provider", "ai_no_provider"],
  ])("%s is final", (reason, code) => {
    expect(decide({ reason })).toEqual({ kind: "give_up", result: { result: "left_out", why: [{ code }] } });
  });

  test.each<AiStepFailure["reason"]>(["unavailable", "timed_out", "cut_off", "rate_limited", "wrong_key"])(
    "%s is tried again, later each time",
    (reason) => {
      const at = [1, 2, 3, 9].map((attempts) => {
        const decision = decide({ reason }, { attempts });
        expect(decision).toMatchObject({
          kind: "again",
          why: [{ code: "ai_vendor_failed" }, { code: "ai_asked_again" }],
        });
        return decision.kind === "again" ? decision.at - now : 0;
      });
      expect(at).toEqual([hour / 60, hour / 15, (hour / 60) * 16, hour]);
    },
  );

  test("a used-up budget waits for the next day, and no longer than the step is good for", () => {
    const failure: AiStepFailure = { reason: "budget_spent" };
    expect(decide(failure)).toMatchObject({ kind: "again", at: limits.tomorrow });
    expect(decide(failure, { goodUntil: limits.tomorrow })).toMatchObject({
      kind: "give_up",
      result: { why: [{ code: "ai_budget_spent" }] },
    });
  });

  test("providers that pause or have spent their month are not taken for none", () => {
    const without = (reason: "circuit_open" | "budget_spent" | "off") =>
      decide({ reason: "no_provider", skipped: [{ reason: "off" }, { reason }] });
    expect(without("circuit_open")).toMatchObject({ kind: "again", why: [{ code: "ai_vendor_failed" }, {}] });
    expect(without("budget_spent")).toMatchObject({ kind: "again", at: limits.tomorrow });
    expect(without("off")).toMatchObject({ kind: "give_up" });
  });

  test("no attempt is made after the step's time", () => {
    expect(decide({ reason: "timed_out" }, { goodUntil: now + hour / 60 })).toMatchObject({
      kind: "give_up",
      result: { why: [{ code: "ai_vendor_failed" }] },
    });
  });
});
