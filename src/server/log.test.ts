import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
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

test.each([
  ["an error", new Error(`the calendar of ${address} is closed`), "the calendar of … is closed"],
  [
    "an error within an error",
    new Error("failed", { cause: new Error("no slot is free") }),
    "no slot is free",
  ],
  ["several errors", new AggregateError([new Error("no route to host")]), "no route to host"],
  ["a thrown text", "the queue is closed", "the queue is closed"],
  ["an answer", { kind: "refused", message: `The address ${address} bounced` }, "The address … bounced"],
  ["an object without a message", { kind: "refused", text: address }, "an object with kind, text"],
  ["nothing", null, "null"],
])("%s has its message, without personal data", (_name, error, message) => {
  const line = JSON.parse(logged("warn", { error }));
  expect(line.error).toMatchObject({ message });
  expect(JSON.stringify(line)).not.toContain(address);
});

test("what says why a vendor refused is kept", () => {
  expect(JSON.parse(logged("warn", { error: { kind: "refused", status: 422 } })).error).toMatchObject({
    kind: "refused",
    status: 422,
  });
});

describe("an outage of the database", () => {
  const lost = () => new Error("Connection terminated unexpectedly");
  const writeLines = (level: string) => {
    const lines: Record<string, unknown>[] = [];
    return { log: createLog(level, { write: (line) => void lines.push(JSON.parse(line)) }), lines };
  };
  afterEach(() => vi.useRealTimers());

  test("is one line, whatever fails in it, and the next one says how many were left out", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { log, lines } = writeLines("info");
    for (let n = 0; n < 555; n++) {
      log.warn({ error: n % 2 ? lost() : failedQuery(lost()), n }, `statement ${n}`);
      vi.advanceTimersByTime(100);
    }
    expect(lines.map(({ msg }) => msg)).toEqual(["statement 0"]);
    log.warn({ error: new TypeError("x is not a function") }, "a bug");
    log.warn("a line without an error");
    expect(lines).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    log.warn({ error: lost() }, "the next outage");
    expect(lines.at(-1)).toMatchObject({ msg: "the next outage", repeatedLines: 554 });
  });

  test("does not hide that another server refuses connections", () => {
    const { log, lines } = writeLines("info");
    const refused = (port: number) =>
      Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", address: "127.0.0.1", port });
    for (const error of [lost(), refused(25), lost(), refused(25), refused(993)]) log.warn({ error }, "away");
    expect(lines).toHaveLength(3);
  });

  test("is written whole at the level debug", () => {
    const { log, lines } = writeLines("debug");
    for (let n = 0; n < 3; n++) log.warn({ error: lost() }, "away");
    expect(lines).toHaveLength(3);
  });
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
