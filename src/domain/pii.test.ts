import { describe, expect, test } from "vitest";
import { piiKinds } from "./pii.ts";

describe("personal data in a payload", () => {
  test.each([
    [{ note: "write to ana@example.com" }, ["email"]],
    [{ contact: { mobile: "787 555 0148" } }, ["phone"]],
    [{ text: "call (787) 555-0148 please" }, ["phone"]],
    [{ full_name: "Ana Ríos" }, ["name"]],
    [{ nombre: "Ana" }, ["name"]],
    [{ id: "123-45-6789" }, ["ssn"]],
    [{ pay: "4111 1111 1111 1111" }, ["card"]],
    [{ pay: "4111 1111 1111 1112" }, []],
    [{ event: "page_view", count: 3, ok: true, none: null }, []],
    [{ email: "" }, []],
    [["plain", 1, { deep: [{ correo: "x@y.org" }] }], ["email"]],
    ["just text", []],
  ])("%j holds %j", (payload, kinds) => expect([...piiKinds(payload)].sort()).toEqual(kinds));

  test("a payload that never ends is looked at only so far", () => {
    let deep: unknown = "ana@example.com";
    for (let at = 0; at < 5000; at++) deep = { deep };
    expect([...piiKinds(deep)]).toEqual([]);
    expect(piiKinds(Array.from({ length: 200_000 }, () => "x")).size).toBe(0);
  });
});
