import { describe, expect, test } from "vitest";
import {
  abilitiesOf,
  adaptRequestBody,
  apiVersionOf,
  type FoundModels,
  isPlainBaseUrl,
  keyHeaders,
  normalizeBaseUrl,
} from "./compatible.ts";

test.each([
  ["http://localhost:11434/v1/", "http://localhost:11434/v1"],
  [" https://openrouter.ai/api/v1/chat/completions ", "https://openrouter.ai/api/v1"],
  ["https://models.example.com", "https://models.example.com"],
])("the base URL %s is stored as %s", (text, stored) => expect(normalizeBaseUrl(text)).toBe(stored));

test.each([
  ["https://models.example.com/v1", true],
  ["https://user:key@models.example.com/v1", false],
  ["https://models.example.com/v1?key=1", false],
  ["https://models.example.com/v1#a", false],
  ["models", false],
])("%s is a base URL without anything else: %s", (text, isPlain) =>
  expect(isPlainBaseUrl(text)).toBe(isPlain),
);

const deployment = "https://sol.openai.azure.com/openai/deployments/gpt";

describe("Azure", () => {
  test.each([
    ["https://sol.openai.azure.com/openai/v1", { "api-key": "k" }],
    ["https://sol.services.ai.azure.com/openai/v1", { "api-key": "k" }],
    ["https://openrouter.ai/api/v1", { authorization: "Bearer k" }],
    ["https://openai.azure.com.example.com/v1", { authorization: "Bearer k" }],
  ])("takes its key in a header of its own: %s", (baseUrl, headers) => {
    expect(keyHeaders(baseUrl, "k")).toEqual(headers);
    expect(keyHeaders(baseUrl, "")).toEqual({});
  });

  test.each([
    [deployment, null, "2024-10-21"],
    [deployment, "2026-01-01-preview", "2026-01-01-preview"],
    ["https://sol.openai.azure.com/openai/v1", null, undefined],
    ["https://models.example.com/openai/deployments/gpt", "2024-10-21", undefined],
  ])("gets a version where it needs one: %s, %s entered", (baseUrl, entered, version) => {
    expect(apiVersionOf(baseUrl, entered)).toBe(version);
  });
});

describe("what a test found", () => {
  const abilities = {
    streams: false,
    json: "instructions",
    returnsJson: true,
    tokenLimit: "max_completion_tokens",
    takesEffort: false,
  } as const;
  const found: FoundModels = { baseUrl: "https://a.example/v1", models: ["m"], model: "m", abilities };

  test("holds for the tested address and model only", () => {
    expect(abilitiesOf(found, { baseUrl: "https://a.example/v1", model: "m" })).toBe(abilities);
    for (const other of [
      { baseUrl: "https://b.example/v1", model: "m" },
      { baseUrl: "https://a.example/v1", model: "n" },
    ])
      expect(abilitiesOf(found, other)).toMatchObject({ streams: true, json: "object" });
    expect(abilitiesOf(null, { baseUrl: null, model: null })).toMatchObject({ streams: true });
  });

  test("decides which fields of a request are sent", () => {
    const body = {
      model: "m",
      max_tokens: 5,
      reasoning_effort: "none",
      response_format: { type: "json_object" },
    };
    expect(adaptRequestBody(body, abilities)).toEqual({ model: "m", max_completion_tokens: 5 });
    const able = { ...abilities, json: "schema", tokenLimit: "max_tokens", takesEffort: true } as const;
    expect(adaptRequestBody(body, able)).toEqual(body);
    expect(adaptRequestBody({ model: "m" }, able)).toEqual({ model: "m" });
  });
});
