import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Problem } from "#server/api/problem.ts";

const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** The key of a request that changes something; a read needs none. */
export const readIdempotencyKey = ({ method, headers }: FastifyRequest): string | undefined => {
  const key = headers["idempotency-key"];
  if (method === "GET" || key === undefined) return undefined;
  if (typeof key !== "string" || !keyPattern.test(key)) throw new Problem("invalid_key");
  return key;
};

export const hashRequest = ({ method, url, body }: FastifyRequest): Buffer =>
  createHash("sha256")
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest();
