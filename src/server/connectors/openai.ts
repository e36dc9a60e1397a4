import * as z from "zod";
import { defineAiVendor, modelListResult } from "./ai-vendor.ts";
import { type TestResult, testPassed } from "./test-result.ts";
import { bearerAuth } from "./vendor-request.ts";
import { describeFailure, parseSuccess, type VendorResponse } from "./vendor-response.ts";

/** The format of OpenAI and compatible vendors. */
const modelList = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });

export const checkModelList = (
  label: string,
  response: VendorResponse,
  model: string | undefined,
): TestResult => {
  const models = parseSuccess(modelList, response)?.data.map(({ id }) => id);
  return models ? modelListResult(models, model) : describeFailure(label, response);
};

const lacksScope = z.object({ error: z.object({ message: z.string().regex(/missing scopes/i) }) });

/** A restricted key may be usable without the permission to list models. */
export const checkOpenai = (response: VendorResponse, model?: string): TestResult =>
  response.status === 403 && lacksScope.safeParse(response.json).success
    ? testPassed({
        en: "Key accepted; it is not allowed to list models",
        es: "Clave aceptada; no tiene permiso para listar modelos",
      })
    : checkModelList("OpenAI", response, model);

export const openai = defineAiVendor({
  id: "openai",
  label: "OpenAI",
  host: "https://api.openai.com",
  buildRequest: (apiKey) => ({ path: "/v1/models", headers: bearerAuth(apiKey) }),
  check: checkOpenai,
  createModel: async (model, { apiKey, fetch }) => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    // Chat completions: gateways in front of OpenAI rarely offer its newer interface.
    return createOpenAI({ apiKey, fetch, baseURL: "https://api.openai.com/v1" }).chat(model);
  },
  createEmbeddingModel: async (model, { apiKey, fetch }) => {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey, fetch, baseURL: "https://api.openai.com/v1" }).embeddingModel(model);
  },
});
