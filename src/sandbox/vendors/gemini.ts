import { randomUUID } from "node:crypto";
import { googleDoor, googleError } from "#sandbox/google.ts";
import { guard } from "#sandbox/guard.ts";
import { answerTo, modelsOf, textsIn } from "#sandbox/llm/answer.ts";
import { paramOf, queryOf, send, type Vendor } from "#sandbox/vendor.ts";

type Body = {
  systemInstruction?: unknown;
  contents?: unknown;
  generationConfig?: { maxOutputTokens?: number; responseJsonSchema?: unknown; responseSchema?: unknown };
};

const describe = (id: string) => ({
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
    guard(app, googleDoor("generativelanguage.googleapis.com"));
    app.get("/v1beta/models", async (request) => {
      const models = modelsOf("gemini");
      const from = Number(queryOf(request, "pageToken") ?? 0);
      const until = from + Number(queryOf(request, "pageSize") ?? 50);
      return {
        models: models.slice(from, until).map(describe),
        ...(until < models.length ? { nextPageToken: String(until) } : {}),
      };
    });
    app.get("/v1beta/models/:model", async (request, reply) => {
      const model = paramOf(request, "model");
      return modelsOf("gemini").includes(model) ? describe(model) : send(reply, unknownModel(model));
    });
    app.post("/v1beta/models/*", async (request, reply) => {
      const [model = "", call] = paramOf(request, "*").split(":");
      if (!modelsOf("gemini").includes(model) || call !== "generateContent")
        return send(reply, unknownModel(model));
      const body = (request.body ?? {}) as Body;
      const prompt = textsIn([body.systemInstruction, body.contents]);
      if (textsIn(body.contents).length === 0)
        return send(reply, googleError(400, "INVALID_ARGUMENT", "contents are required"));
      const config = body.generationConfig;
      const schema = config?.responseJsonSchema ?? config?.responseSchema;
      const answer = answerTo({ prompt, schema, maxTokens: config?.maxOutputTokens });
      return {
        candidates: [
          {
            content: { role: "model", parts: [{ text: answer.text }] },
            finishReason: answer.cut ? "MAX_TOKENS" : "STOP",
            index: 0,
          },
        ],
        usageMetadata: {
          promptTokenCount: answer.inputTokens,
          candidatesTokenCount: answer.outputTokens,
          cachedContentTokenCount: answer.cachedTokens,
          totalTokenCount: answer.inputTokens + answer.outputTokens,
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
