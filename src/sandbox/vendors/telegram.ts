import type { FastifyRequest } from "fastify";
import { type Door, guard, retryAfterSeconds } from "#sandbox/guard.ts";
import { type Answer, paramOf, type Vendor } from "#sandbox/vendor.ts";

const failure = (error_code: number, description: string, parameters?: object): Answer => ({
  status: error_code,
  body: { ok: false, error_code, description, ...(parameters ? { parameters } : {}) },
});

const tokenOf = (request: FastifyRequest): string | undefined =>
  /^\/telegram\/bot([^/?]+)/.exec(request.url)?.[1];

const door: Door = {
  credentials: (request) => [tokenOf(request)],
  refuse: () => failure(401, "Unauthorized"),
  limit: () =>
    failure(429, `Too Many Requests: retry after ${retryAfterSeconds}`, { retry_after: retryAfterSeconds }),
  unknown: () => failure(404, "Not Found"),
};

export const telegram: Vendor = {
  id: "telegram",
  maskPath: (path) => path.replace(/^\/bot[^/?]+/, "/bot***"),
  mount: (app) => {
    guard(app, door);
    app.route({
      method: ["GET", "POST"],
      url: "/:bot/getMe",
      handler: async (request) => ({
        ok: true,
        result: {
          // The number in front of a bot's token is its id.
          id: Number.parseInt(paramOf(request, "bot").slice(3), 10) || 7_000_000_001,
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
