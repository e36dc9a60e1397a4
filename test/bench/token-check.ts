import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import pg from "pg";
import { contract } from "#contract/contract.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { findApiToken } from "#server/auth/api-tokens.ts";
import { createTokenAccess } from "#server/http/authorize.ts";
import { createRateLimits } from "#server/http/rate-limit.ts";
import { createTokenGuard } from "#server/http/token-guard.ts";
import { cacheUntilChanged } from "#server/live/cache-until-changed.ts";
import { createLog } from "#server/log.ts";
import { password } from "../faro.ts";
import { startProcess, temporaryDir } from "../process.ts";
import { type Bench, latencies, median } from "./measure.ts";
import { email, signIn } from "./signed-in.ts";

const tokenCount = 60;
/** Below the requests that a token may make in a minute. */
const checksPerToken = 500;

/** What the check of a token adds to a request, beside a whole request that needs none. */
export const tokenCheck: Bench = {
  name: "token check",
  run: async () => {
    const dir = await temporaryDir();
    const env = { FARO_ADMIN_EMAIL: email, FARO_ADMIN_PASSWORD: password };
    const faro = await startProcess({ dataDir: dir.path, env });
    const connection = JSON.parse(await readFile(join(dir.path, "database.json"), "utf8"));
    const pool = new pg.Pool({ ...connection, max: 2 });
    try {
      const { send } = await signIn(faro.url);
      const requests: FastifyRequest[] = [];
      for (let made = 0; made < tokenCount; made++) {
        const body = { name: `Bench ${made}`, scopes: ["people:read"] };
        const { token } = await send<{ token: string }>("POST", "/api/tokens", body);
        const headers = { authorization: `Bearer ${token}` };
        requests.push({ headers, ip: "127.0.0.1", method: "GET" } as unknown as FastifyRequest);
      }
      const cache = cacheUntilChanged({ watchCommits: () => () => {} }, ["tokens"], (hash: string) =>
        findApiToken(pool, hash),
      );
      const services = { apiToken: cache.get, database: { pool } } as unknown as ApiServices;
      const rateLimits = createRateLimits(pool, createLog("silent"));
      const check = createTokenAccess(createTokenGuard(services), rateLimits("token"));
      const reply = { headers: () => reply } as unknown as FastifyReply;
      // The first use of each token reads it and notes when it was used.
      for (const request of requests) await check(contract.people.list, request, reply);
      const rounds: number[] = [];
      for (let round = 0; round < checksPerToken; round++) {
        const started = performance.now();
        for (const request of requests) await check(contract.people.list, request, reply);
        rounds.push(((performance.now() - started) * 1000) / tokenCount);
      }
      const whole = median(await latencies(`${faro.url}/healthz`, {}, 500)) * 1000;
      const added = median(rounds);
      return [
        { what: "request without a token, GET /healthz, median", value: whole, unit: "µs" },
        { what: "check of a token, median", value: added, unit: "µs", limit: { at: "most", value: 50 } },
        {
          what: "request with the check to one without",
          value: (whole + added) / whole,
          unit: "×",
          limit: { at: "most", value: 1.1 },
        },
      ];
    } finally {
      await pool.end();
      await faro.stop();
      await dir.remove();
    }
  },
};
