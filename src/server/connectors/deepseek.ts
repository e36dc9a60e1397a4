import { defineAiVendor } from "./ai-vendor.ts";
import { checkModelList } from "./openai.ts";
import type { TestResult } from "./test-result.ts";
import { bearerAuth } from "./vendor-request.ts";
import type { VendorResponse } from "./vendor-response.ts";

export const checkDeepseek = (response: VendorResponse, model?: string): TestResult =>
  checkModelList("DeepSeek", response, model);

export const deepseek = defineAiVendor({
  id: "deepseek",
  label: "DeepSeek",
  host: "https://api.deepseek.com",
  buildRequest: (apiKey) => ({ path: "/models", headers: bearerAuth(apiKey) }),
  check: checkDeepseek,
  createModel: async (model, { apiKey, fetch }) => {
    const { createDeepSeek } = await import("@ai-sdk/deepseek");
    return createDeepSeek({ apiKey, fetch, baseURL: "https://api.deepseek.com" })(model);
  },
});
