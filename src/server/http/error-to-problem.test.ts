import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { errorToProblem } from "./error-to-problem.ts";

const withCode = (code: string): Error => Object.assign(new Error("failed"), { code });

test.each([
  ["a slow statement", new Error("Failed query", { cause: withCode("57014") }), "too_slow"],
  ["a server that does not answer at all", new Error("Query read timeout"), "unavailable"],
  ["no free connection", new Error("timeout exceeded when trying to connect"), "busy"],
  ["a refused connection", withCode("ECONNREFUSED"), "unavailable"],
  ["a replica", new Error("Failed query", { cause: withCode("25006") }), "read_only"],
  ["a full disk of the database", new Error("Failed query", { cause: withCode("53100") }), "disk_full"],
  ["a full disk of this machine", withCode("ENOSPC"), "disk_full"],
  ["a bug", new TypeError("x is not a function"), "internal"],
])("%s is reported as %3$s", (_name, error, code) => {
  expect(errorToProblem(error, "/api/rules/:id", createLog("silent")).code).toBe(code);
});
