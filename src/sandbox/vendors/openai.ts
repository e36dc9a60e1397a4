import { type Door, guard } from "#sandbox/guard.ts";
import { mountChat, mountModels, mountResponses, openaiError } from "#sandbox/llm/openai-dialect.ts";
import { bearerOf, type Vendor } from "#sandbox/vendor.ts";

const door: Door = {
  credentials: (request) => [bearerOf(request)],
  refuse: (request, missing) =>
    missing
      ? openaiError(
          401,
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
          "invalid_request_error",
          null,
        )
      : openaiError(
          401,
          `Incorrect API key provided: ****${bearerOf(request)?.slice(-4)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
          "invalid_request_error",
          "invalid_api_key",
        ),
  limit: () => openaiError(429, "Rate limit reached for requests", "requests", "rate_limit_exceeded"),
};

export const openai: Vendor = {
  id: "openai",
  mount: (app) => {
    guard(app, door);
    mountModels(app, "/v1", "openai");
    mountChat(app, "/v1", "openai");
    mountResponses(app, "/v1", "openai");
  },
};
