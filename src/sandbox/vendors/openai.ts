import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { mountChatCompletions, mountModels, mountResponses, openaiError } from "#sandbox/llm/openai-api.ts";
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

export const openai: Vendor = {
  id: "openai",
  mount: (app) => {
    requireCredentials(app, auth);
    mountModels(app, "/v1", "openai");
    mountChatCompletions(app, "/v1", "openai");
    mountResponses(app, "/v1", "openai");
  },
};
