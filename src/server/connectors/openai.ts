import * as z from "zod";
import { defineAiVendor, modelListResult } from "./ai-vendor.ts";
import { type TestResult, testPassed } from "./test-result.ts";
import { bearerAuth } from "./vendor-request.ts";
import { describeFailure, type VendorResponse } from "./vendor-response.ts";

/** The list of models as OpenAI, and whoever speaks as it does, answers it. */
const models = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });

export const checkModelList = (
  label: string,
  reply: VendorResponse,
  model: string | undefined,
): TestResult => {
  const read = reply.status < 300 ? models.safeParse(reply.json) : undefined;
  return read?.success
    ? modelListResult(
        read.data.data.map(({ id }) => id),
        model,
      )
    : describeFailure(label, reply);
};

const lacksScope = z.object({ error: z.object({ message: z.string().regex(/missing scopes/i) }) });

/** A key may be made that can be used, but not list models. */
export const checkOpenai = (reply: VendorResponse, model?: string): TestResult =>
  reply.status === 403 && lacksScope.safeParse(reply.json).success
    ? testPassed({
        en: "Key accepted; it is not allowed to list models",
        es: "Clave aceptada; no tiene permiso para listar modelos",
      })
    : checkModelList("OpenAI", reply, model);

export const openai = defineAiVendor({
  id: "openai",
  label: "OpenAI",
  host: "https://api.openai.com",
  call: (apiKey) => ({ path: "/v1/models", headers: bearerAuth(apiKey) }),
  judge: checkOpenai,
});
