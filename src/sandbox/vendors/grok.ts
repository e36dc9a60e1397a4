import { type Door, guard } from "#sandbox/guard.ts";
import { mountChat, mountModels, mountResponses } from "#sandbox/llm/openai-dialect.ts";
import { bearerOf, type Vendor } from "#sandbox/vendor.ts";

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

const door: Door = {
  credentials: (request) => [bearerOf(request)],
  // A wrong key is a bad argument here, not a failed login.
  refuse: (request, missing) => ({
    status: 400,
    body: {
      code: "Client specified an invalid argument",
      error: missing
        ? "No API key provided. You can obtain an API key from https://console.x.ai."
        : `Incorrect API key provided: ${bearerOf(request)?.slice(0, 2)}***${bearerOf(request)?.slice(-2)}. You can obtain an API key from https://console.x.ai.`,
    },
  }),
  limit: () => ({
    status: 429,
    body: {
      code: "Some resource has been exhausted",
      error: "Too many requests for this team. Please try again later.",
    },
  }),
  lie: (request) => (request.url.endsWith("/api-key") ? { status: 200, body: apiKey(true) } : undefined),
};

export const grok: Vendor = {
  id: "grok",
  mount: (app) => {
    guard(app, door);
    app.get("/v1/api-key", async () => apiKey(false));
    mountModels(app, "/v1", "grok");
    mountChat(app, "/v1", "grok");
    mountResponses(app, "/v1", "grok");
  },
};
