import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { createChatCompletions } from "#sandbox/llm/chat-completions.ts";
import { mountCompletions, mountModels } from "#sandbox/llm/mount-openai.ts";
import { responsesApi } from "#sandbox/llm/responses-api.ts";
import type { LlmVendor } from "#sandbox/llm/serve-completion.ts";
import { requestBearerToken, type SimulatedResponse, type Vendor } from "#sandbox/vendor.ts";

const apiKey = (blocked: boolean) => ({
  redacted_api_key: "xai-...abcd",
  user_id: "59fbe5f2-040b-46d5-8325-868bb8f23eb2",
  name: "Faro sandbox",
  create_time: "2026-01-05T15:43:38.612017Z",
  modify_time: "2026-01-05T15:43:38.612017Z",
  team_id: "5ea6f6bd-7815-4b8a-9135-28b2d7ba6722",
  acls: ["api-key:model:*", "api-key:endpoint:*"],
  api_key_blocked: blocked,
  api_key_disabled: false,
  team_blocked: blocked,
});

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  // xAI reports a wrong key as an invalid argument.
  unauthorized: (request, missing) => ({
    status: 400,
    body: {
      code: "Client specified an invalid argument",
      error: missing
        ? "No API key provided. You can obtain an API key from https://console.x.ai."
        : `Incorrect API key provided: ${requestBearerToken(request)?.slice(0, 2)}***${requestBearerToken(request)?.slice(-2)}. You can obtain an API key from https://console.x.ai.`,
    },
  }),
  rateLimited: () => ({
    status: 429,
    body: {
      code: "Some resource has been exhausted",
      error: "Too many requests for this team. Please try again later.",
    },
  }),
  falseSuccess: (request) =>
    request.url.endsWith("/api-key") ? { status: 200, body: apiKey(true) } : undefined,
};

const xaiError = (status: number, code: string, error: string): SimulatedResponse => ({
  status,
  body: { code, error },
});

const vendor: LlmVendor = {
  id: "grok",
  auth,
  errors: {
    invalid: (message) => xaiError(400, "Client specified an invalid argument", message),
    retiredModel: (model) =>
      xaiError(
        404,
        "Some requested entity was not found",
        `The model ${model} does not exist or your team does not have access to it.`,
      ),
    quotaSpent: () =>
      xaiError(
        429,
        "Some resource has been exhausted",
        "Your team has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.",
      ),
    overloaded: () =>
      xaiError(
        503,
        "The service is currently unavailable",
        "The model is currently at capacity. Please try again later.",
      ),
  },
};

export const grok: Vendor = {
  id: "grok",
  mount: (app, context) => {
    requireCredentials(app, auth);
    app.get("/v1/api-key", async () => apiKey(false));
    mountModels(app, "/v1", "grok");
    mountCompletions(app, "/v1/chat/completions", { context, vendor, api: createChatCompletions() });
    mountCompletions(app, "/v1/responses", { context, vendor, api: responsesApi });
  },
};
