import type { FastifyReply, FastifyRequest } from "fastify";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { withoutBrainName } from "#sandbox/llm/brains.ts";
import { createChatCompletions } from "#sandbox/llm/chat-completions.ts";
import { compatibleModels, refusalOf } from "#sandbox/llm/compatible-models.ts";
import type { Completion } from "#sandbox/llm/completion.ts";
import { mountModels, openaiError } from "#sandbox/llm/mount-openai.ts";
import { isRecord } from "#sandbox/llm/prompt.ts";
import { type LlmApi, type LlmVendor, serveCompletion } from "#sandbox/llm/serve-completion.ts";
import { queryParam, requestBearerToken, requestHeader, sendResponse, type Vendor } from "#sandbox/vendor.ts";

const isAzure = ({ url }: FastifyRequest): boolean => url.includes("/openai/");

/** Azure asks for a key in a header of its own; a server of one's own takes any, or none. */
const auth: VendorAuth = {
  credentials: (request) => [
    isAzure(request) ? requestHeader(request, "api-key") : (requestBearerToken(request) ?? "without a key"),
  ],
  unauthorized: () => openaiError(401, "Incorrect API key provided", "invalid_request_error", "401"),
  rateLimited: () => openaiError(429, "Rate limit reached for requests", "requests", "rate_limit_exceeded"),
};

const vendor: LlmVendor = {
  id: "compatible",
  auth,
  errors: {
    invalid: (message) => openaiError(400, message, "BadRequestError", null),
    retiredModel: (model) =>
      openaiError(404, `The model \`${model}\` does not exist.`, "NotFoundError", "model_not_found"),
    quotaSpent: () => openaiError(402, "Insufficient credits", "payment_required", null),
    overloaded: () => openaiError(503, "The server is overloaded", "server_error", null),
  },
};

const api = createChatCompletions();
const thinkAloud = (completion: Completion): Completion => ({
  ...completion,
  text: `<think>The person wrote something. I answer it.</think>\n${completion.text}`,
});
const thinkingApi: LlmApi = {
  ...api,
  toBody: (completion) => api.toBody(thinkAloud(completion)),
  toEvents: (completion, body) => api.toEvents(thinkAloud(completion), body),
};

/** A server that speaks OpenAI's chat completions: as vLLM and Ollama do, and at Azure's two kinds of addresses. */
export const compatible: Vendor = {
  id: "compatible",
  mount: (app, context) => {
    requireCredentials(app, auth);
    const answer = (request: FastifyRequest, reply: FastifyReply) => {
      const body = isRecord(request.body) ? request.body : {};
      const model = String(body.model);
      const id = withoutBrainName(model);
      const refusal = refusalOf(id, body);
      if (refusal) return sendResponse(reply, vendor.errors.invalid(refusal));
      return serveCompletion(request, reply, {
        context,
        vendor,
        api: compatibleModels[id]?.thinksAloud ? thinkingApi : api,
        model,
        isStreamed: body.stream === true,
      });
    };
    for (const prefix of ["/v1", "/openai/v1"]) {
      mountModels(app, prefix, "compatible");
      app.post(`${prefix}/chat/completions`, answer);
    }
    app.post("/openai/deployments/:deployment/chat/completions", (request, reply) =>
      queryParam(request, "api-version") === undefined
        ? sendResponse(reply, {
            status: 404,
            body: { error: { code: "404", message: "Resource not found" } },
          })
        : answer(request, reply),
    );
  },
};
