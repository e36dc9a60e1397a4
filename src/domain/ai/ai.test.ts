import { describe, expect, test } from "vitest";
import { classifyVendorError, retryPauseMs } from "./call-outcome.ts";
import { chooseProviders, type ProviderFacts } from "./choose-providers.ts";
import { isCircuitOpen } from "./circuit.ts";
import { costOfTokens, tokenPricesAt } from "./models.ts";

describe("an error of a vendor", () => {
  const openai = (code: string, message = "") => JSON.stringify({ error: { message, code } });
  test.each([
    ["OpenAI, wrong key", 401, openai("invalid_api_key"), "wrong_key"],
    [
      "Gemini, wrong key",
      400,
      '{"error":{"message":"API key not valid. Please pass a valid API key."}}',
      "wrong_key",
    ],
    ["xAI, wrong key", 400, '{"code":"x","error":"Incorrect API key provided: xa***"}', "wrong_key"],
    ["OpenAI, too fast", 429, openai("rate_limit_exceeded"), "rate_limited"],
    ["OpenAI, quota", 429, openai("insufficient_quota"), "quota_spent"],
    [
      "xAI, credits",
      403,
      '{"error":"Your team has either used all available credits or reached its limit"}',
      "quota_spent",
    ],
    ["DeepSeek, balance", 402, "Insufficient Balance", "quota_spent"],
    [
      "Anthropic, balance",
      400,
      '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}',
      "quota_spent",
    ],
    ["Anthropic, overloaded", 529, '{"type":"error","error":{"type":"overloaded_error"}}', "unavailable"],
    ["OpenAI, model gone", 404, openai("model_not_found"), "model_retired"],
    ["Gemini, overloaded", 503, '{"error":{"status":"UNAVAILABLE"}}', "unavailable"],
    ["a page of a proxy", 502, "<html>", "unavailable"],
    ["a request it does not understand", 422, '{"error":{"message":"bad field"}}', "rejected"],
  ] as const)("%s (%i)", (_name, status, body, outcome) => {
    expect(classifyVendorError({ status, body })).toBe(outcome);
  });

  test.each([
    ["unavailable", undefined, 300],
    ["unavailable", 30_000, 2_000],
    ["rate_limited", 1_000, 1_000],
    ["rate_limited", 20_000, undefined],
    ["rate_limited", undefined, undefined],
    ["wrong_key", 100, undefined],
    ["timed_out", undefined, undefined],
  ] as const)("%s with retry-after %s waits %s", (outcome, retryAfter, pause) => {
    expect(retryPauseMs(outcome, retryAfter)).toBe(pause);
  });
});

test("three failures within a minute pause a vendor for a minute, and a success forgets them", () => {
  const failures = (...times: number[]) => times.map((at) => ({ at, failed: true }));
  expect(isCircuitOpen(failures(0, 20_000), 20_001)).toBe(false);
  const three = failures(0, 20_000, 59_000);
  expect([59_001, 118_999, 119_000].map((now) => isCircuitOpen(three, now))).toEqual([true, true, false]);
  expect(
    isCircuitOpen([...failures(0, 20_000), { at: 21_000, failed: false }, ...failures(22_000)], 22_001),
  ).toBe(false);
  expect(isCircuitOpen([...three, { at: 60_000, failed: false }], 60_001)).toBe(false);
  expect(isCircuitOpen(failures(0, 61_000, 122_000), 122_001)).toBe(false);
});

describe("the order of providers", () => {
  const provider = (vendor: string, more: Partial<ProviderFacts> = {}): ProviderFacts => ({
    vendor,
    model:
      { openai: "gpt-6-luna", deepseek: "deepseek-flash", gemini: "gemini-3.8-flash", grok: "grok-4.3" }[
        vendor
      ] ?? null,
    enabled: true,
    mode: "live",
    position: 0,
    monthlyBudget: null,
    spentThisMonth: 0,
    isCircuitOpen: false,
    acceptsPersonalText: false,
    ...more,
  });
  const choose = (providers: ProviderFacts[], isPersonal = false) => {
    const { candidates, skipped } = chooseProviders(providers, { today: "2026-11-16", isPersonal });
    return [
      candidates.map(({ vendor }) => vendor),
      Object.fromEntries(skipped.map((s) => [s.vendor, s.reason])),
    ];
  };

  test("is the workspace's", () => {
    expect(choose([provider("openai", { position: 2 }), provider("grok", { position: 1 })])).toEqual([
      ["grok", "openai"],
      {},
    ]);
  });

  test.each([
    [{ enabled: false }, "off"],
    [{ mode: null }, "no_key"],
    [{ model: null }, "no_model"],
    [{ model: "gpt-4-turbo" }, "model_retired"],
    [{ monthlyBudget: 5, spentThisMonth: 5 }, "budget_spent"],
    [{ monthlyBudget: 0 }, "budget_spent"],
    [{ isCircuitOpen: true }, "circuit_open"],
  ] as const)("leaves out one with %j: %s", (more, reason) => {
    expect(choose([provider("openai", more)])).toEqual([[], { openai: reason }]);
  });

  test("asks a model that an administrator added", () => {
    expect(choose([provider("openai", { model: "my-own" })])).toEqual([["openai"], {}]);
  });

  test("sends people's texts to a vendor that may train on them only when an administrator accepted it", () => {
    expect(choose([provider("deepseek")], true)).toEqual([[], { deepseek: "personal_text_not_accepted" }]);
    expect(choose([provider("deepseek", { acceptsPersonalText: true })], true)).toEqual([["deepseek"], {}]);
    expect(choose([provider("deepseek")], false)).toEqual([["deepseek"], {}]);
  });
});

test("a call costs its tokens at the price of the hour", () => {
  const night = Date.parse("2026-11-16T12:00:00Z");
  const peak = Date.parse("2026-11-16T07:00:00Z");
  const tokens = { input: 1_000_000, cachedInput: 400_000, output: 100_000 };
  const cost = (vendor: string, model: string, at: number) => {
    const prices = tokenPricesAt(vendor, model, at);
    return prices && costOfTokens(prices, tokens);
  };
  expect(cost("openai", "gpt-4o", night)).toBeCloseTo(1.5 + 0.5 + 1);
  expect(cost("deepseek", "deepseek-flash", night)).toBeCloseTo(0.09 + 0.0012 + 0.06);
  expect(cost("deepseek", "deepseek-flash", peak)).toBeCloseTo(2 * (0.09 + 0.0012 + 0.06));
  expect(cost("openai", "my-own", night)).toBeUndefined();
});
