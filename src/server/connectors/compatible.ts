import * as z from "zod";
import {
  adaptRequestBody,
  apiVersionOf,
  compatibleVendor,
  jsonInstructions,
  keyHeaders,
} from "#domain/ai/compatible.ts";
import type { AiConnector, ModelAccess } from "./ai-vendor.ts";
import { blankable, defineConnector, destination, optionalSecret } from "./connector.ts";
import { probeModels } from "./probe-models.ts";

const settings = z.strictObject({
  apiKey: optionalSecret("API Key"),
  baseUrl: destination("Base URL", "http://localhost:11434/v1"),
  apiVersion: blankable(z.string().trim().max(40)),
  model: z.string().trim().max(120).optional(),
});

const createModel = async (model: string, { apiKey, fetch, server }: ModelAccess) => {
  if (!server) throw new Error("The server has no address");
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const sdk = await import("ai");
  const { baseUrl, abilities } = server;
  const apiVersion = apiVersionOf(baseUrl, server.apiVersion ?? null);
  const provider = createOpenAICompatible({
    name: compatibleVendor,
    baseURL: baseUrl,
    headers: keyHeaders(baseUrl, apiKey),
    ...(apiVersion ? { queryParams: { "api-version": apiVersion } } : {}),
    includeUsage: true,
    supportsStructuredOutputs: abilities.json === "schema",
    transformRequestBody: (body) => adaptRequestBody(body, abilities),
    fetch,
  });
  return sdk.wrapLanguageModel({
    model: provider.chatModel(model),
    middleware: [
      ...(abilities.json === "schema" ? [] : [schemaInInstructions, sdk.extractJsonMiddleware()]),
      // Servers that do not separate a model's thoughts send them as text between these tags.
      sdk.extractReasoningMiddleware({ tagName: "think" }),
      ...(abilities.streams ? [] : [sdk.simulateStreamingMiddleware()]),
    ],
  });
};

type Middleware = Exclude<
  Parameters<typeof import("ai").wrapLanguageModel>[0]["middleware"],
  readonly unknown[]
>;

/** For models that take no schema in a field of the request. */
const schemaInInstructions: Middleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => {
    const { responseFormat, prompt } = params;
    if (responseFormat?.type !== "json" || !responseFormat.schema) return params;
    const content = jsonInstructions(responseFormat.schema);
    const [first, ...rest] = prompt;
    return {
      ...params,
      prompt:
        first?.role === "system"
          ? [{ ...first, content: `${first.content}\n\n${content}` }, ...rest]
          : [{ role: "system", content }, ...prompt],
    };
  },
};

/** Any server that speaks OpenAI's chat completions: vLLM, Ollama, Azure, OpenRouter. */
export const compatible: AiConnector = {
  ...defineConnector({
    id: compatibleVendor,
    label: "Compatible (OpenAI API)",
    group: "ai",
    settings,
    baseUrl: ({ baseUrl }) => new URL(baseUrl).origin,
    allow: "server",
    sample: { apiKey: "sandbox", baseUrl: "https://models.example.com/v1" },
    test: async (context) => (await probeModels(context)).result,
  }),
  createModel,
  createEmbeddingModel: undefined,
  probe: probeModels,
};
