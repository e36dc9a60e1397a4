import type { ProblemCode } from "#contract/problems.ts";
import { Problem } from "#server/api/problem.ts";
import {
  isConnectionLost,
  isDiskFull,
  isPoolBusy,
  isReadOnly,
  isStatementTimeout,
} from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";

const fastifyProblems: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "bad_json",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad_json",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_json",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media",
  FST_ERR_CTP_BODY_TOO_LARGE: "too_large",
};

const property = (error: unknown, name: "code" | "statusCode"): unknown =>
  error instanceof Error && name in error ? Reflect.get(error, name) : undefined;

/** The problem that a client gets for a thrown error. Errors of the server are logged. */
export const errorToProblem = (error: unknown, route: string | undefined, log: Log, id?: string): Problem => {
  if (error instanceof Problem) return error;
  const code = fastifyProblems[String(property(error, "code"))];
  if (code) return new Problem(code);
  if (isStatementTimeout(error)) {
    log.warn({ error, id, route }, "a statement took too long");
    return new Problem("too_slow");
  }
  if (isPoolBusy(error)) {
    log.warn({ error, id, route }, "no free database connection");
    return new Problem("busy", { retryAfterSeconds: 5 });
  }
  if (isReadOnly(error)) {
    log.warn({ error, id, route }, "the database accepts no changes");
    return new Problem("read_only", { retryAfterSeconds: 5 });
  }
  if (isDiskFull(error)) {
    log.error({ error, id, route }, "the disk is full");
    return new Problem("disk_full", { retryAfterSeconds: 30 });
  }
  if (isConnectionLost(error)) {
    log.warn({ error, id }, "database away");
    return new Problem("unavailable", { retryAfterSeconds: 5 });
  }
  if (property(error, "statusCode") === 400) return new Problem("bad_json");
  log.error({ error, id, route }, "request failed");
  return new Problem("internal");
};
