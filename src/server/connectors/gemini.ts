import * as z from "zod";
import { defineAiVendor, modelListResult } from "./ai-vendor.ts";
import type { TestResult } from "./test-result.ts";
import { describeFailure, type VendorResponse } from "./vendor-response.ts";

const models = z.object({ models: z.array(z.object({ name: z.string() })).min(1) });

/** A wrong key is answered with status 400, like any other mistake: the words tell. */
export const checkGemini = (reply: VendorResponse, model?: string): TestResult => {
  const read = reply.status < 300 ? models.safeParse(reply.json) : undefined;
  return read?.success
    ? modelListResult(
        read.data.models.map(({ name }) => name.replace(/^models\//, "")),
        model,
      )
    : describeFailure("Google Gemini", reply);
};

export const gemini = defineAiVendor({
  id: "gemini",
  label: "Google Gemini",
  host: "https://generativelanguage.googleapis.com",
  call: (apiKey) => ({ path: "/v1beta/models?pageSize=1000", headers: { "x-goog-api-key": apiKey } }),
  judge: checkGemini,
});
