import { requireCredentials } from "#sandbox/auth.ts";
import { googleAuth, googleError } from "#sandbox/google.ts";
import { modelIds } from "#sandbox/llm/completion.ts";
import { geminiEmbeddingMethods, serveGeminiEmbeddings } from "#sandbox/llm/embeddings.ts";
import { generateContentApi } from "#sandbox/llm/generate-content.ts";
import { type LlmVendor, serveCompletion } from "#sandbox/llm/serve-completion.ts";
import { pathParam, queryParam, sendResponse, type Vendor } from "#sandbox/vendor.ts";

const modelResource = (id: string) => ({
  name: `models/${id}`,
  version: "001",
  displayName: id,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ["generateContent", "countTokens"],
});

const unknownModel = (model: string) =>
  googleError(
    404,
    "NOT_FOUND",
    `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
  );

const auth = googleAuth("generativelanguage.googleapis.com");

const vendor: LlmVendor = {
  id: "gemini",
  auth,
  errors: {
    invalid: (message) => googleError(400, "INVALID_ARGUMENT", message),
    retiredModel: unknownModel,
    quotaSpent: () =>
      googleError(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
        [
          {
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }],
          },
        ],
      ),
    overloaded: () => googleError(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
  },
};

export const gemini: Vendor = {
  id: "gemini",
  mount: (app, context) => {
    requireCredentials(app, auth);
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
      if (method && geminiEmbeddingMethods.includes(method))
        return serveGeminiEmbeddings(request, reply, method);
      const isStreamed = method === "streamGenerateContent";
      if (method !== "generateContent" && !isStreamed) return sendResponse(reply, unknownModel(model));
      if (isStreamed && queryParam(request, "alt") !== "sse")
        return sendResponse(reply, vendor.errors.invalid("The sandbox streams only with alt=sse"));
      return serveCompletion(request, reply, { context, vendor, api: generateContentApi, model, isStreamed });
    });
  },
};
