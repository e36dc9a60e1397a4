import * as z from "zod";
import { defineAiVendor, modelListResult } from "./ai-vendor.ts";
import type { TestResult } from "./test-result.ts";
import { describeFailure, parseSuccess, type VendorResponse } from "./vendor-response.ts";

const modelList = z.object({ models: z.array(z.object({ name: z.string() })).min(1) });

/** Gemini rejects a wrong key with status 400, like any other mistake. */
export const checkGemini = (response: VendorResponse, model?: string): TestResult => {
  const models = parseSuccess(modelList, response)?.models.map(({ name }) => name.replace(/^models\//, ""));
  return models ? modelListResult(models, model) : describeFailure("Google Gemini", response);
};

export const gemini = defineAiVendor({
  id: "gemini",
  label: "Google Gemini",
  host: "https://generativelanguage.googleapis.com",
  buildRequest: (apiKey) => ({ path: "/v1beta/models?pageSize=1000", headers: { "x-goog-api-key": apiKey } }),
  check: checkGemini,
  createModel: async (model, { apiKey, fetch }) => {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey, fetch, baseURL: "https://generativelanguage.googleapis.com/v1beta" })(
      model,
    );
  },
  createEmbeddingModel: async (model, { apiKey, fetch }) => {
    const { createGoogle } = await import("@ai-sdk/google");
    const google = createGoogle({
      apiKey,
      fetch,
      baseURL: "https://generativelanguage.googleapis.com/v1beta",
    });
    return google.embeddingModel(model);
  },
});
