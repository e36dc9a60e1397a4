import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog, errorMessage } from "./log.ts";

const failedQuery = () =>
  new DrizzleQueryError(
    "INSERT INTO people (email) VALUES ($1)",
    ["ana@example.com"],
    new Error("disk full"),
  );

test("logs a failed query without its parameters", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  log.warn({ error: failedQuery() }, "it failed");
  expect(lines.join("")).toContain("disk full");
  expect(lines.join("")).not.toContain("ana@example.com");
  expect(errorMessage(failedQuery())).toBe("disk full");
});

test("logs error messages only under pii", () => {
  const lines: string[] = [];
  createLog("info", { write: (line) => void lines.push(line) }).warn(
    { error: new Error("no such ana@example.com") },
    "x",
  );
  const { error, ...rest } = JSON.parse(lines.join(""));
  expect(error.pii.message).toContain("ana@example.com");
  expect(JSON.stringify([rest, { ...error, pii: undefined }])).not.toContain("ana@example.com");
});
