import { describe, expect, test } from "vitest";
import { errorCode, isConnectionLost, isPoolBusy, isStatementTimeout } from "./errors.ts";

const withCode = (code: string, message = "failed", cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code });

describe("isConnectionLost", () => {
  test.each([
    ["a refused connection", withCode("ECONNREFUSED"), true],
    ["a server that shuts down", withCode("57P01"), true],
    ["a server without free connections", withCode("53300"), true],
    ["a leader that became a replica", withCode("25006"), true],
    ["a connection that the driver lost", new Error("Connection terminated unexpectedly"), true],
    ["a server that does not answer at all", new Error("Query read timeout"), true],
    ["a lost connection as the cause", new Error("Failed query", { cause: withCode("57P01") }), true],
    ["one of several addresses refusing", new AggregateError([withCode("ECONNREFUSED")]), true],
    [
      "a statement that took too long",
      withCode("57014", "canceling statement due to statement timeout"),
      false,
    ],
    ["a violated constraint", withCode("23505"), false],
    ["a bug", new TypeError("x is not a function"), false],
    ["something that is no error", "ECONNREFUSED", false],
  ])("%s", (_name, error, expected) => {
    expect(isConnectionLost(error)).toBe(expected);
  });
});

test("a statement timeout is recognised below the error that wraps it", () => {
  const timeout = withCode("57014");
  expect(isStatementTimeout(new Error("Failed query", { cause: timeout }))).toBe(true);
  expect(isStatementTimeout(withCode("57P01"))).toBe(false);
});

test.each([
  ["a full pool", new Error("timeout exceeded when trying to connect"), true],
  [
    "a full pool below a failed query",
    new Error("x", { cause: new Error("timeout exceeded when trying to connect") }),
    true,
  ],
  ["a stopped server", withCode("ECONNREFUSED"), false],
])("%s is told from an unreachable database", (_name, error, isBusy) => {
  expect(isPoolBusy(error)).toBe(isBusy);
});

test("the code of an error is that of its cause where it has none", () => {
  expect(errorCode(new Error("outer", { cause: withCode("23505") }))).toBe("23505");
  expect(errorCode("text")).toBeUndefined();
});
