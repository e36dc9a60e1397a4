import * as z from "zod";
import { acceptedWith, defineAiVendor } from "./ai-vendor.ts";
import { bearer } from "./probe.ts";
import { type Reply, refusalOf } from "./reply.ts";
import { accepted, type Verdict } from "./verdict.ts";

/** The list of models as OpenAI, and whoever speaks as it does, answers it. */
const models = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });

export const judgeModels = (label: string, reply: Reply, model: string | undefined): Verdict => {
  const read = reply.status < 300 ? models.safeParse(reply.json) : undefined;
  return read?.success
    ? acceptedWith(
        read.data.data.map(({ id }) => id),
        model,
      )
    : refusalOf(label, reply);
};

const lacksScope = z.object({ error: z.object({ message: z.string().regex(/missing scopes/i) }) });

/** A key may be made that can be used, but not list models. */
export const judgeOpenai = (reply: Reply, model?: string): Verdict =>
  reply.status === 403 && lacksScope.safeParse(reply.json).success
    ? accepted({
        en: "Key accepted; it is not allowed to list models",
        es: "Clave aceptada; no tiene permiso para listar modelos",
      })
    : judgeModels("OpenAI", reply, model);

export const openai = defineAiVendor({
  id: "openai",
  label: "OpenAI",
  host: "https://api.openai.com",
  call: (apiKey) => ({ path: "/v1/models", headers: bearer(apiKey) }),
  judge: judgeOpenai,
});
