import * as z from "zod";
import { acceptedWith, defineAiVendor } from "./ai-vendor.ts";
import { type Reply, refusalOf } from "./reply.ts";
import type { Verdict } from "./verdict.ts";

const models = z.object({ models: z.array(z.object({ name: z.string() })).min(1) });

/** A wrong key is answered with status 400, like any other mistake: the words tell. */
export const judgeGemini = (reply: Reply, model?: string): Verdict => {
  const read = reply.status < 300 ? models.safeParse(reply.json) : undefined;
  return read?.success
    ? acceptedWith(
        read.data.models.map(({ name }) => name.replace(/^models\//, "")),
        model,
      )
    : refusalOf("Google Gemini", reply);
};

export const gemini = defineAiVendor({
  id: "gemini",
  label: "Google Gemini",
  host: "https://generativelanguage.googleapis.com",
  call: (apiKey) => ({ path: "/v1beta/models?pageSize=1000", headers: { "x-goog-api-key": apiKey } }),
  judge: judgeGemini,
});
