import { randomUUID } from "node:crypto";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { modelIds } from "#sandbox/llm/completion.ts";
import { messagesApi } from "#sandbox/llm/messages-api.ts";
import { isRecord } from "#sandbox/llm/prompt.ts";
import { type LlmVendor, serveCompletion } from "#sandbox/llm/serve-completion.ts";
import { requestHeader, type SimulatedResponse, sendResponse, type Vendor } from "#sandbox/vendor.ts";

const anthropicError = (status: number, type: string, message: string): SimulatedResponse => {
  const id = `req_${randomUUID().replaceAll("-", "")}`;
  return {
    status,
    body: { type: "error", error: { type, message }, request_id: id },
    headers: { "request-id": id },
  };
};
const invalid = (message: string) => anthropicError(400, "invalid_request_error", message);

const auth: VendorAuth = {
  credentials: (request) => [requestHeader(request, "x-api-key")],
  unauthorized: (_request, missing) =>
    anthropicError(
      401,
      "authentication_error",
      missing ? "x-api-key header is required" : "invalid x-api-key",
    ),
  rateLimited: () =>
    anthropicError(
      429,
      "rate_limit_error",
      "This request would exceed your organization's rate limit of 50 requests per minute.",
    ),
};

const vendor: LlmVendor = {
  id: "anthropic",
  auth,
  errors: {
    invalid,
    retiredModel: (model) => anthropicError(404, "not_found_error", `model: ${model}`),
    quotaSpent: () =>
      invalid(
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
      ),
    overloaded: () => anthropicError(529, "overloaded_error", "Overloaded"),
  },
};

export const anthropic: Vendor = {
  id: "anthropic",
  mount: (app, context) => {
    app.addHook("preHandler", async (request, reply) => {
      if (requestHeader(request, "anthropic-version") === undefined)
        return sendResponse(reply, invalid("anthropic-version: header is required"));
    });
    requireCredentials(app, auth);
    app.get("/v1/models", async () => {
      const models = modelIds("anthropic");
      return {
        data: models.map((id) => ({
          type: "model",
          id,
          display_name: id,
          created_at: "2026-10-07T00:00:00Z",
        })),
        has_more: false,
        first_id: models[0],
        last_id: models.at(-1),
      };
    });
    app.post("/v1/messages", async (request, reply) => {
      const { model, stream, max_tokens: limit } = isRecord(request.body) ? request.body : {};
      if (typeof model !== "string") return sendResponse(reply, invalid("model: Field required"));
      if (typeof limit !== "number") return sendResponse(reply, invalid("max_tokens: Field required"));
      const isStreamed = stream === true;
      return serveCompletion(request, reply, { context, vendor, api: messagesApi, model, isStreamed });
    });
  },
};
