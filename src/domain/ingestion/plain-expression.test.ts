import { describe, expect, test } from "vitest";
import {
  evaluatePlainExpression,
  formatPath,
  needsJsonata,
  parsePlainExpression,
} from "./plain-expression.ts";

const read = (expression: string, payload: unknown): unknown => {
  const plain = parsePlainExpression(expression);
  return plain ? evaluatePlainExpression(plain, payload) : needsJsonata;
};

describe("plain expressions", () => {
  test.each<[string, unknown, unknown]>([
    ["a.b.c", { a: { b: { c: 1 } } }, 1],
    ["a.`odd name`.b", { a: { "odd name": { b: "x" } } }, "x"],
    ["items[0].x", { items: [{ x: 1 }, { x: 2 }] }, 1],
    ["items[-1].x", { items: [{ x: 1 }, { x: 2 }] }, 2],
    ["f[name='email'].values[0]", { f: [{ name: "a" }, { name: "email", values: ["x"] }] }, "x"],
    ['f[field.ref = "a"].text', { f: [{ field: { ref: "a" }, text: "x" }] }, "x"],
    ["$json(raw).a[0]", { raw: '{"a":["x"]}' }, "x"],
    ["$json(raw).a", { raw: "not json" }, undefined],
    ["$[0].a", [{ a: 1 }], 1],
    ["$.a", { a: 1 }, 1],
    ["'text'", {}, "text"],
    ["42", {}, 42],
    ["true", {}, true],
    ["a.b", { a: null }, undefined],
    ["a.b", null, undefined],
    ["a", { a: [1, 2] }, [1, 2]],
    ["constructor", {}, undefined],
    ["a.toString", { a: {} }, undefined],
    ["__proto__.x", JSON.parse('{"__proto__":{"x":1}}'), 1],
  ])("%s of %j is %j", (expression, payload, value) => expect(read(expression, payload)).toEqual(value));

  test.each<[string, unknown]>([
    ["a.b", { a: [{ b: 1 }] }],
    ["a", [{ a: 1 }]],
    [
      "f[name='x'].v",
      {
        f: [
          { name: "x", v: 1 },
          { name: "x", v: 2 },
        ],
      },
    ],
    ["a[0].b", { a: [[{ b: 1 }]] }],
    ["a + b", {}],
    ["$lowercase(a)", {}],
    ["a ? b : c", {}],
    ["a.*", {}],
    ["a..b", {}],
    ["a[b>1]", {}],
    ["'it\\'s'", {}],
    ["and", {}],
    ["", {}],
    ["`open", {}],
  ])("%s of %j is left to JSONata", (expression, payload) =>
    expect(read(expression, payload)).toBe(needsJsonata),
  );

  test.each([
    "a.b.c",
    "a.`odd name`.b",
    "items[0].x",
    "f[name='email'].values[0]",
    "f[field.ref='a'][0].text",
    "$json(raw.text).a[0]",
    "$[0].a",
    "`and`.`1`",
    'f[name="it\'s"].v',
  ])("%s is formatted back to the same text", (expression) => {
    const plain = parsePlainExpression(expression);
    expect(plain?.kind === "path" && formatPath(plain.steps)).toBe(expression);
  });

  test("returns undefined for paths that have no plain expression", () => {
    expect(formatPath([{ kind: "name", name: "a`b", filters: [] }])).toBeUndefined();
    expect(formatPath([{ kind: "name", name: "", filters: [] }])).toBeUndefined();
    const both = { key: ["name"], equals: `'"` };
    expect(formatPath([{ kind: "name", name: "a", filters: [both] }])).toBeUndefined();
  });
});
