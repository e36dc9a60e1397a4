import { describe, expect, test } from "vitest";
import { findPii, piiLimits } from "./find-pii.ts";
import { findSpansInText } from "./spans.ts";

const kindsOf = (payload: unknown) => [...new Set(findPii(payload).map(({ kind }) => kind))].sort();

describe("finding personal data in a payload", () => {
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
  ])("%j holds %j", (payload, kinds) => expect(kindsOf(payload)).toEqual(kinds));

  test("reports each path and kind once", () => {
    expect(
      findPii({
        a: { b: [{ c: "a@example.com, b@example.com or 787-555-0148" }] },
        "odd key": "b@example.com",
        list: ["203.0.113.45"],
      }),
    ).toEqual([
      { path: "a.b[0].c", kind: "email" },
      { path: "a.b[0].c", kind: "phone" },
      { path: '["odd key"]', kind: "email" },
      { path: "list[0]", kind: "ip" },
    ]);
    expect(findPii("ana@example.com")).toEqual([{ path: "", kind: "email" }]);
  });

  test("masks personal data that is part of a key in the reported path", () => {
    expect(findPii({ opens: { "ana@example.com": 3 } })).toEqual([
      { path: 'opens["a•••@example.com"]', kind: "email" },
    ]);
  });

  test.each([
    "first_name",
    "firstName",
    "first-name",
    "First Name",
    "FIRST_NAME",
    "firstname",
    "primerNombre",
  ])("recognises the name field %s", (field) => expect(kindsOf({ [field]: "Zoé" })).toEqual(["name"]));

  test.each([
    ["teléfono", "555 1234", "phone"],
    ["celular", "555 1234", "phone"],
    ["fecha_de_nacimiento", "14 mar 85", "birth_date"],
    ["dirección", "Edificio 9 sur", "address"],
    ["tarjeta", "1234567890123", "card"],
    ["cuenta", "12345678901", "iban"],
    ["seguro_social", "123456789", "ssn"],
    ["apellidos", "Ríos Vega", "name"],
    ["correo", "ana@intranet", "email"],
  ])("in the field %s, %s is reported as %s", (field, value, kind) =>
    expect(kindsOf({ [field]: value })).toEqual([kind]),
  );
});

describe("limits and robustness", () => {
  test("stops at the limits of depth, width, text length and findings", () => {
    let deep: unknown = "ana@example.com";
    for (let at = 0; at < 5000; at++) deep = { deep };
    expect(findPii(deep)).toEqual([]);
    const wide = Array.from({ length: 200_000 }, () => "x");
    expect(findPii([...wide, "ana@example.com"])).toEqual([]);
    expect(findPii(`${"x ".repeat(10_000)}ana@example.com`)).toEqual([]);
    expect(findPii(Array.from({ length: 9000 }, () => "ana@example.com"))).toHaveLength(piiLimits.findings);
  });

  test("never throws", () => {
    const circle: Record<string, unknown> = { email: "ana@example.com" };
    circle.self = circle;
    const trap = {
      email: "ana@example.com",
      get broken(): string {
        throw new Error("no");
      },
    };
    expect(findPii(circle).length).toBeGreaterThan(0);
    expect(findPii(trap)).toEqual([{ path: "email", kind: "email" }]);
    const proxy = new Proxy({}, { ownKeys: () => ["a", "a"] });
    for (const odd of [
      undefined,
      null,
      1n,
      Symbol("s"),
      () => 1,
      Number.NaN,
      new Map([["a", 1]]),
      proxy,
      "\ud800@\udfff.\ud83d",
    ]) {
      expect(findPii(odd)).toEqual([]);
    }
    expect(
      findPii(JSON.parse('{"__proto__": {"email": "ana@example.com"}, "constructor": "787-555-0148"}')),
    ).toHaveLength(2);
  });

  test("returns ordered spans that never overlap", () => {
    const text = "Ana (ana@example.com, +1 787 555 0148) paid 4242 4242 4242 4242 from 203.0.113.45";
    expect(findSpansInText(text).map(({ start, end, kind }) => [kind, text.slice(start, end)])).toEqual([
      ["email", "ana@example.com"],
      ["phone", "+1 787 555 0148"],
      ["card", "4242 4242 4242 4242"],
      ["ip", "203.0.113.45"],
    ]);
  });
});
