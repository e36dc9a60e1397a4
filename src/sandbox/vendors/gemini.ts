import { randomUUID } from "node:crypto";
import { requireCredentials } from "#sandbox/auth.ts";
import { googleAuth, googleError } from "#sandbox/google.ts";
import { completePrompt, extractTexts, modelIds } from "#sandbox/llm/completion.ts";
import { pathParam, queryParam, sendResponse, type Vendor } from "#sandbox/vendor.ts";

type Body = {
  systemInstruction?: unknown;
  contents?: unknown;
  generationConfig?: { maxOutputTokens?: number; responseJsonSchema?: unknown; responseSchema?: unknown };
};

const modelResource = (id: string) => ({
  name: `models/${id}`,
  version: "001",
  displayName: id,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ["generateContent", "countTokens"],
});

export const gemini: Vendor = {
  id: "gemini",
  mount: (app) => {
    requireCredentials(app, googleAuth("generativelanguage.googleapis.com"));
    app.get("/v1beta/models", async (request) => {
      const models = modelIds("gemini");
      const start = Number(queryParam(request, "pageToken") ?? 0);
      const end = start + Number(queryParam(request, "pageSize") ?? 50);
      return {
        models: models.slice(start, end).map(modelResource),
        ...(end < models.length ? { nextPageToken: String(end) } : {}),
      };
    });
    app.get("/v1beta/models/:model", async (request, reply) => {
      const model = pathParam(request, "model");
      return modelIds("gemini").includes(model)
        ? modelResource(model)
        : sendResponse(reply, unknownModel(model));
    });
    app.post("/v1beta/models/*", async (request, reply) => {
      const [model = "", method] = pathParam(request, "*").split(":");
      if (!modelIds("gemini").includes(model) || method !== "generateContent")
        return sendResponse(reply, unknownModel(model));
      const body = (request.body ?? {}) as Body;
      const prompt = extractTexts([body.systemInstruction, body.contents]);
      if (extractTexts(body.contents).length === 0)
        return sendResponse(reply, googleError(400, "INVALID_ARGUMENT", "contents are required"));
      const config = body.generationConfig;
      const schema = config?.responseJsonSchema ?? config?.responseSchema;
      const completion = completePrompt({ prompt, schema, maxTokens: config?.maxOutputTokens });
      return {
        candidates: [
          {
            content: { role: "model", parts: [{ text: completion.text }] },
            finishReason: completion.truncated ? "MAX_TOKENS" : "STOP",
            index: 0,
          },
        ],
        usageMetadata: {
          promptTokenCount: completion.inputTokens,
          candidatesTokenCount: completion.outputTokens,
          cachedContentTokenCount: completion.cachedTokens,
          totalTokenCount: completion.inputTokens + completion.outputTokens,
        },
        modelVersion: model,
        responseId: randomUUID(),
      };
    });
  },
};

const unknownModel = (model: string) =>
  googleError(
    404,
    "NOT_FOUND",
    `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
  );
