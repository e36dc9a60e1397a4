import { defineAiVendor } from "./ai-vendor.ts";
import { judgeModels } from "./openai.ts";
import { bearer } from "./probe.ts";
import type { Reply } from "./reply.ts";
import type { Verdict } from "./verdict.ts";

export const judgeDeepseek = (reply: Reply, model?: string): Verdict => judgeModels("DeepSeek", reply, model);

export const deepseek = defineAiVendor({
  id: "deepseek",
  label: "DeepSeek",
  host: "https://api.deepseek.com",
  call: (apiKey) => ({ path: "/models", headers: bearer(apiKey) }),
  judge: judgeDeepseek,
});
