import * as z from "zod";
import { defineAiVendor } from "./ai-vendor.ts";
import { bearer, connected } from "./probe.ts";
import { type Reply, refusalOf } from "./reply.ts";
import { accepted, refused, type Verdict } from "./verdict.ts";

const key = z.object({
  name: z.string().optional(),
  api_key_blocked: z.boolean(),
  api_key_disabled: z.boolean().default(false),
  team_blocked: z.boolean().default(false),
});

/** A blocked key still describes itself. */
export const judgeGrok = (reply: Reply): Verdict => {
  const read = reply.status < 300 ? key.safeParse(reply.json) : undefined;
  if (!read?.success) return refusalOf("xAI Grok", reply);
  const { name, ...blocks } = read.data;
  if (Object.values(blocks).includes(true))
    return refused({ en: "The key or its team is blocked", es: "La clave o su equipo está bloqueado" });
  return accepted(name || connected);
};

export const grok = defineAiVendor({
  id: "grok",
  label: "xAI Grok",
  host: "https://api.x.ai",
  call: (apiKey) => ({ path: "/v1/api-key", headers: bearer(apiKey) }),
  judge: judgeGrok,
});
