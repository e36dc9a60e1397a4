import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { mountChatCompletions, mountModels, openaiError } from "#sandbox/llm/openai-api.ts";
import { requestBearerToken, type Vendor } from "#sandbox/vendor.ts";

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: (request) =>
    openaiError(
      401,
      `Authentication Fails, Your api key: ****${(requestBearerToken(request) ?? "").slice(-4)} is invalid`,
      "authentication_error",
      "invalid_request_error",
    ),
  rateLimited: () => openaiError(429, "Rate Limit Reached", "rate_limit_error", "rate_limit_reached"),
};

export const deepseek: Vendor = {
  id: "deepseek",
  mount: (app) => {
    requireCredentials(app, auth);
    mountModels(app, "", "deepseek");
    mountChatCompletions(app, "", "deepseek", ({ inputTokens, cachedTokens }) => ({
      prompt_cache_hit_tokens: cachedTokens,
      prompt_cache_miss_tokens: inputTokens - cachedTokens,
    }));
    app.get("/user/balance", async () => ({
      is_available: true,
      balance_infos: [
        { currency: "USD", total_balance: "25.40", granted_balance: "0.00", topped_up_balance: "25.40" },
      ],
    }));
  },
};
