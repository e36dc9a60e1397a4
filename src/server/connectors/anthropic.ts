import { defineAiVendor } from "./ai-vendor.ts";
import { checkModelList } from "./openai.ts";
import type { TestResult } from "./test-result.ts";
import type { VendorResponse } from "./vendor-response.ts";

/** The list of models has the fields that OpenAI's has. */
export const checkAnthropic = (response: VendorResponse, model?: string): TestResult =>
  checkModelList("Anthropic", response, model);

export const anthropic = defineAiVendor({
  id: "anthropic",
  label: "Anthropic",
  host: "https://api.anthropic.com",
  buildRequest: (apiKey) => ({
    path: "/v1/models?limit=1000",
    headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
  }),
  check: checkAnthropic,
  createModel: async (model, { apiKey, fetch }) => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ apiKey, fetch, baseURL: "https://api.anthropic.com/v1" })(model);
  },
});
