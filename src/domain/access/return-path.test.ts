import { describe, expect, test } from "vitest";
import { safeReturnPath, withParameter } from "./return-path.ts";

describe("the page after a sign-in", () => {
  test.each([
    ["/", "/"],
    ["/people?search=Ana", "/people?search=Ana"],
    [
      "/oauth/authorize?redirect_uri=https%3A%2F%2Fother.example",
      "/oauth/authorize?redirect_uri=https%3A%2F%2Fother.example",
    ],
    ["/people#note", "/people"],
    ["/people?next=//other.example", "/people?next=//other.example"],
    ["/.well-known/x", "/.well-known/x"],
  ])("%s opens %s", (asked, opened) => {
    expect(safeReturnPath(asked)).toBe(opened);
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/..//evil.example",
    "/a/../people",
    "/people//x",
    "/people/%2E%2e/x",
    "/people/..",
    "//",
    "/.//evil.example",
    "/%2e%2e//evil.example",
    "javascript:alert(1)",
    "people",
    "",
    `/${"a".repeat(1000)}`,
    null,
    undefined,
    ["/people", "/rules"],
    { toString: () => "/people" },
  ])("%j opens the first page", (asked) => {
    expect(safeReturnPath(asked)).toBe("/");
  });

  test("keeps its query beside a parameter of ours", () => {
    expect(withParameter("/people?search=Ana", "sign-in", "no_role")).toBe(
      "/people?search=Ana&sign-in=no_role",
    );
    expect(withParameter("/?sign-in=off&a=1&b", "sign-in", "a b")).toBe("/?a=1&b&sign-in=a%20b");
    expect(withParameter("//evil.example", "sign-in", "no_role")).toBe("/?sign-in=no_role");
  });
});
