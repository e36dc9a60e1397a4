import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { createChatCompletions } from "#sandbox/llm/chat-completions.ts";
import { mountCompletions, mountModels, openaiError } from "#sandbox/llm/mount-openai.ts";
import { responsesApi } from "#sandbox/llm/responses-api.ts";
import type { LlmVendor } from "#sandbox/llm/serve-completion.ts";
import { requestBearerToken, type Vendor } from "#sandbox/vendor.ts";

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: (request, missing) =>
    missing
      ? openaiError(
          401,
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
          "invalid_request_error",
          null,
        )
      : openaiError(
          401,
          `Incorrect API key provided: ****${requestBearerToken(request)?.slice(-4)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
          "invalid_request_error",
          "invalid_api_key",
        ),
  rateLimited: () => openaiError(429, "Rate limit reached for requests", "requests", "rate_limit_exceeded"),
};

const vendor: LlmVendor = {
  id: "openai",
  auth,
  errors: {
    invalid: (message) => openaiError(400, message, "invalid_request_error", null),
    retiredModel: (model) =>
      openaiError(
        404,
        `The model \`${model}\` does not exist or you do not have access to it.`,
        "invalid_request_error",
        "model_not_found",
      ),
    quotaSpent: () =>
      openaiError(
        429,
        "You exceeded your current quota, please check your plan and billing details.",
        "insufficient_quota",
        "insufficient_quota",
      ),
    overloaded: () =>
      openaiError(503, "The server is currently overloaded. Please try again later.", "server_error", null),
  },
};

export const openai: Vendor = {
  id: "openai",
  mount: (app, context) => {
    requireCredentials(app, auth);
    mountModels(app, "/v1", "openai");
    mountCompletions(app, "/v1/chat/completions", { context, vendor, api: createChatCompletions() });
    mountCompletions(app, "/v1/responses", { context, vendor, api: responsesApi });
  },
};
