import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { describeError, errorMessage, printableError } from "./error-text.ts";
import { createLog } from "./log.ts";

const address = "ana@example.com";

const databaseError = (code: string, message: string, detail: string): Error =>
  Object.assign(new pg.DatabaseError(message, 0, "error"), { code, severity: "ERROR", detail });

const failedQuery = (cause: Error) =>
  new DrizzleQueryError("INSERT INTO people (email) VALUES ($1)", [address], cause);

const duplicate = failedQuery(
  databaseError(
    "23505",
    'duplicate key value violates unique constraint "people_email"',
    `Key (email)=(${address}) already exists.`,
  ),
);
const refusedValue = failedQuery(
  databaseError("22P02", `invalid input syntax for type uuid: "${address}"`, ""),
);

const logged = (level: string, fields: object): string => {
  const lines: string[] = [];
  createLog(level, { write: (line) => void lines.push(line) }).warn(fields, "it failed");
  return lines.join("");
};

describe.each(["info", "warn"])("at the level %s", (level) => {
  test.each([
    ["a failed query", { error: duplicate }],
    ["a refused value", { error: refusedValue }],
    ["an error that quotes a person", { error: new Error(`no such ${address}`) }],
    ["an error within an error", { error: new Error("failed", { cause: new Error(address) }) }],
    ["a thrown text", { error: address }],
    ["the personal fields of a line", { pii: { ip: address } }],
  ])("%s leaves no personal data", (_name, fields) => {
    const line = logged(level, fields);
    expect(line).toContain("it failed");
    expect(line).not.toContain(address);
    expect(line).not.toContain("pii");
  });
});

test("the reason of a database error and of a system error is always logged", () => {
  expect(JSON.parse(logged("info", { error: duplicate })).error).toMatchObject({
    code: "23505",
    message: 'duplicate key value violates unique constraint "people_email"',
    stack: expect.stringContaining("at "),
  });
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
    syscall: "connect",
    code: "ECONNREFUSED",
  });
  expect(logged("info", { error: refused })).toContain("127.0.0.1:5432");
});

test("at the level debug messages are logged under pii, still without the parameters of a query", () => {
  const { error, pii } = JSON.parse(
    logged("debug", { error: new Error(`no such ${address}`), pii: { ip: "192.0.2.1" } }),
  );
  expect(error.pii.message).toContain(address);
  expect(JSON.stringify({ ...error, pii: undefined })).not.toContain(address);
  expect(pii).toEqual({ ip: "192.0.2.1" });
  expect(logged("debug", { error: duplicate })).not.toContain(address);
  expect(errorMessage(duplicate)).toContain("people_email");
});

test("what is stored or printed of an error quotes nobody", () => {
  for (const error of [duplicate, refusedValue, new TypeError(address), address]) {
    expect(describeError(error)).not.toContain(address);
    expect(printableError(error)).not.toContain(address);
  }
  expect(describeError(new TypeError(address))).toBe("TypeError");
  expect(describeError(duplicate)).toContain("people_email");
});
