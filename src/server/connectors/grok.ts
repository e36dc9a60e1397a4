import * as z from "zod";
import { defineAiVendor } from "./ai-vendor.ts";
import { type TestResult, testPassed, vendorFailure } from "./test-result.ts";
import { bearerAuth, connectedText } from "./vendor-request.ts";
import { describeFailure, parseSuccess, type VendorResponse } from "./vendor-response.ts";

const keyInfo = z.object({
  name: z.string().optional(),
  api_key_blocked: z.boolean(),
  api_key_disabled: z.boolean().default(false),
  team_blocked: z.boolean().default(false),
});

/** The vendor describes a blocked key with status 200, too. */
export const checkGrok = (response: VendorResponse): TestResult => {
  const key = parseSuccess(keyInfo, response);
  if (!key) return describeFailure("xAI Grok", response);
  const { name, ...blocked } = key;
  if (Object.values(blocked).includes(true))
    return vendorFailure({ en: "The key or its team is blocked", es: "La clave o su equipo está bloqueado" });
  return testPassed(name || connectedText);
};

export const grok = defineAiVendor({
  id: "grok",
  label: "xAI Grok",
  host: "https://api.x.ai",
  buildRequest: (apiKey) => ({ path: "/v1/api-key", headers: bearerAuth(apiKey) }),
  check: checkGrok,
  createModel: async (model, { apiKey, fetch }) => {
    const { createXai } = await import("@ai-sdk/xai");
    return createXai({ apiKey, fetch, baseURL: "https://api.x.ai/v1" })(model);
  },
});
