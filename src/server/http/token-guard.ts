import type { FastifyRequest } from "fastify";
import type { ProblemCode } from "#contract/problems.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import {
  type ApiToken,
  hashApiToken,
  minUseIntervalMs,
  readBearerToken,
  recordTokenUse,
} from "#server/auth/api-tokens.ts";
import { createRefusalCount } from "./refusal-count.ts";

/** What the HTTP API and the MCP server do alike with the token of a request. */
export type TokenGuard = {
  /** Undefined for a request without a token; an unknown token is a problem. */
  find: (request: FastifyRequest) => Promise<ApiToken | undefined>;
  /** Counts the refusal, and suspends a token of which many calls are refused. */
  countRefusal: (token: ApiToken, refusal: ProblemCode, now: number) => Promise<void>;
  noteUse: (token: ApiToken, request: FastifyRequest, now: number) => Promise<void>;
};

export const createTokenGuard = (services: ApiServices): TokenGuard => {
  const refusals = createRefusalCount(services);
  return {
    find: async (request) => {
      const value = readBearerToken(request.headers);
      if (value === undefined) return undefined;
      const token = await services.apiToken(hashApiToken(value));
      if (!token) throw new Problem("token_unknown");
      request.userId = token.user.id;
      return token;
    },
    countRefusal: refusals.count,
    noteUse: async (token, request, now) => {
      if (now - token.lastUsedAt <= minUseIntervalMs) return;
      token.lastUsedAt = now;
      await recordTokenUse(services.database.pool, token.id, request.ip);
    },
  };
};
