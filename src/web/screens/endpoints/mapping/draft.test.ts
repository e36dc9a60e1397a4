import { describe, expect, test } from "vitest";
import { draftOf, isUsable, markOf, newRow, problemOf, templateOf, unusedTargets } from "./draft.ts";
import { nameFor, pathOf } from "./path-of.ts";

const template = { person: { email: "lead.email", phone: "lead.phone" }, event: { type: "kind" } };

describe("a mapping being edited", () => {
  test("is stored as it was when nothing was changed", () => {
    expect(templateOf(draftOf(template))).toEqual(template);
    expect(templateOf(draftOf(null))).toBeNull();
  });

  test("is the same whatever the order of its fields", () => {
    const turned = { person: { phone: "lead.phone", email: "lead.email" }, event: { type: "kind" } };
    expect(markOf(turned)).toBe(markOf(template));
    expect(markOf({ ...template, event: {} })).not.toBe(markOf(template));
  });

  test("leaves out rows that say nothing yet", () => {
    const rows = [newRow("person", "tags"), newRow("event", ""), newRow("event", "page", " url ")];
    expect(templateOf({ automatic: false, rows })).toEqual({ person: {}, event: { page: "url" } });
  });

  test("says which names cannot be used", () => {
    const rows = [newRow("event", "page", "a"), newRow("event", "page", "b"), newRow("event", "1st", "c")];
    expect(rows.map((row) => problemOf(row, rows))).toEqual([undefined, "nameTwice", "nameInvalid"]);
    expect(isUsable({ automatic: false, rows })).toBe(false);
  });

  test("offers the person's fields that are not filled yet", () => {
    expect(unusedTargets(draftOf(template).rows)).not.toContain("email");
    expect(unusedTargets(draftOf(template).rows)).toContain("firstName");
  });
});

test.each([
  [["lead", "email"], "lead.email"],
  [["items", 0, "sku"], "items[0].sku"],
  [["first name"], "`first name`"],
  [[0, "email"], "$[0].email"],
])("the value at %j is read by %s", (keys, path) => {
  expect(pathOf(keys)).toBe(path);
});

test("a field that is picked is called as in the payload, in letters that a name may have", () => {
  expect(nameFor(["lead", "first name"])).toBe("first_name");
  expect(nameFor(["items", 0])).toBe("items");
  expect(nameFor(["1st"])).toBe("_1st");
});
