import * as z from "zod";
import { defineAiVendor } from "./ai-vendor.ts";
import { type TestResult, testPassed, vendorFailure } from "./test-result.ts";
import { bearerAuth, connectedText } from "./vendor-request.ts";
import { describeFailure, type VendorResponse } from "./vendor-response.ts";

const key = z.object({
  name: z.string().optional(),
  api_key_blocked: z.boolean(),
  api_key_disabled: z.boolean().default(false),
  team_blocked: z.boolean().default(false),
});

/** A blocked key still describes itself. */
export const checkGrok = (reply: VendorResponse): TestResult => {
  const read = reply.status < 300 ? key.safeParse(reply.json) : undefined;
  if (!read?.success) return describeFailure("xAI Grok", reply);
  const { name, ...blocks } = read.data;
  if (Object.values(blocks).includes(true))
    return vendorFailure({ en: "The key or its team is blocked", es: "La clave o su equipo está bloqueado" });
  return testPassed(name || connectedText);
};

export const grok = defineAiVendor({
  id: "grok",
  label: "xAI Grok",
  host: "https://api.x.ai",
  call: (apiKey) => ({ path: "/v1/api-key", headers: bearerAuth(apiKey) }),
  judge: checkGrok,
});
