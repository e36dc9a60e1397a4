import type { FastifyRequest } from "fastify";
import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import { pathParam, type SimulatedResponse, type Vendor } from "#sandbox/vendor.ts";

const failure = (error_code: number, description: string, parameters?: object): SimulatedResponse => ({
  status: error_code,
  body: { ok: false, error_code, description, ...(parameters ? { parameters } : {}) },
});

const botToken = (request: FastifyRequest): string | undefined =>
  /^\/telegram\/bot([^/?]+)/.exec(request.url)?.[1];

const auth: VendorAuth = {
  credentials: (request) => [botToken(request)],
  unauthorized: () => failure(401, "Unauthorized"),
  rateLimited: () =>
    failure(429, `Too Many Requests: retry after ${retryAfterSeconds}`, { retry_after: retryAfterSeconds }),
  notFound: () => failure(404, "Not Found"),
};

export const telegram: Vendor = {
  id: "telegram",
  maskPath: (path) => path.replace(/^\/bot[^/?]+/, "/bot***"),
  mount: (app) => {
    requireCredentials(app, auth);
    app.route({
      method: ["GET", "POST"],
      url: "/:bot/getMe",
      handler: async (request) => ({
        ok: true,
        result: {
          // A bot token starts with the bot's id.
          id: Number.parseInt(pathParam(request, "bot").slice(3), 10) || 7_000_000_001,
          is_bot: true,
          first_name: "Faro Sandbox",
          username: "faro_sandbox_bot",
          can_join_groups: true,
          can_read_all_group_messages: false,
          supports_inline_queries: false,
        },
      }),
    });
  },
};
