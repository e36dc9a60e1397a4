import { expect, test } from "vitest";
import { readFieldChoice, selectFields } from "./select-fields.ts";

const known = ["id", "email", "tags"];

test.each([
  ["email", ["id", "email"], []],
  [" tags , email,email,", ["id", "tags", "email"], []],
  ["", ["id"], []],
  ["email,password,__proto__", ["id", "email", "password", "__proto__"], ["password", "__proto__"]],
])("fields=%s", (text, fields, unknown) => {
  expect(readFieldChoice(text, known)).toEqual({ fields, unknown });
});

test("rows without an id have none added", () => {
  expect(readFieldChoice("name", ["name"]).fields).toEqual(["name"]);
});

test("only the chosen fields of the rows are left, and all of the rest", () => {
  const rows = [
    { id: "1", email: "a@example.com", tags: [] },
    { id: "2", tags: ["x"] },
  ];
  const chosen = [{ id: "1", email: "a@example.com" }, { id: "2" }];
  expect(selectFields({ people: rows, total: 2 }, "people", ["id", "email"])).toEqual({
    people: chosen,
    total: 2,
  });
  expect(selectFields(rows, null, ["id", "email"])).toEqual(chosen);
});
