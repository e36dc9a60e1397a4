import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { createChatCompletions } from "#sandbox/llm/chat-completions.ts";
import { mountCompletions, mountModels, openaiError } from "#sandbox/llm/mount-openai.ts";
import type { LlmVendor } from "#sandbox/llm/serve-completion.ts";
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

const vendor: LlmVendor = {
  id: "deepseek",
  auth,
  errors: {
    invalid: (message) => openaiError(400, message, "invalid_request_error", "invalid_request_error"),
    retiredModel: () => openaiError(404, "Model Not Exist", "invalid_request_error", "model_not_found"),
    quotaSpent: () => openaiError(402, "Insufficient Balance", "unknown_error", "invalid_request_error"),
    overloaded: () =>
      openaiError(
        503,
        "Service is too busy. Please retry later.",
        "service_unavailable_error",
        "service_unavailable_error",
      ),
  },
};

const chatCompletions = createChatCompletions(({ inputTokens, cachedTokens }) => ({
  prompt_cache_hit_tokens: cachedTokens,
  prompt_cache_miss_tokens: inputTokens - cachedTokens,
}));

export const deepseek: Vendor = {
  id: "deepseek",
  mount: (app, context) => {
    requireCredentials(app, auth);
    mountModels(app, "", "deepseek");
    mountCompletions(app, "/chat/completions", { context, vendor, api: chatCompletions });
    app.get("/user/balance", async () => ({
      is_available: true,
      balance_infos: [
        { currency: "USD", total_balance: "25.40", granted_balance: "0.00", topped_up_balance: "25.40" },
      ],
    }));
  },
};
