import type { ProblemCode } from "#contract/problems.ts";
import { Problem } from "#server/api/problem.ts";

import { isConnectionLost } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";

const fastifyProblems: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "bad_json",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_json",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media",
  FST_ERR_CTP_BODY_TOO_LARGE: "too_large",
};

const partOf = (error: unknown, name: "code" | "statusCode"): unknown =>
  error instanceof Error && name in error ? Reflect.get(error, name) : undefined;

/** What a caller is told of something that was thrown; what is nobody's fault but ours is logged. */
export const errorToProblem = (error: unknown, route: string | undefined, log: Log, id?: string): Problem => {
  if (error instanceof Problem) return error;
  const known = fastifyProblems[String(partOf(error, "code"))];
  if (known) return new Problem(known);
  if (isConnectionLost(error)) {
    log.warn({ error, id }, "database away");
    return new Problem("unavailable", { retryAfterSeconds: 5 });
  }
  if (partOf(error, "statusCode") === 400) return new Problem("bad_json");
  log.error({ error, id, route }, "request failed");
  return new Problem("internal");
};
