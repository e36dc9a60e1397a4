import { describe, expect, test } from "vitest";
import {
  createRow,
  isValidDraft,
  pathExpression,
  rowProblem,
  suggestFieldName,
  templateFingerprint,
  toDraft,
  toTemplate,
  unusedTargets,
} from "./mapping-draft.ts";

const template = { person: { email: "lead.email", phone: "lead.phone" }, event: { type: "kind" } };

describe("a mapping being edited", () => {
  test("is stored as it was when nothing was changed", () => {
    expect(toTemplate(toDraft(template))).toEqual(template);
    expect(toTemplate(toDraft(null))).toBeNull();
  });

  test("is the same whatever the order of its fields", () => {
    const turned = { person: { phone: "lead.phone", email: "lead.email" }, event: { type: "kind" } };
    expect(templateFingerprint(turned)).toBe(templateFingerprint(template));
    expect(templateFingerprint({ ...template, event: {} })).not.toBe(templateFingerprint(template));
  });

  test("leaves out rows that say nothing yet", () => {
    const rows = [createRow("person", "tags"), createRow("event", ""), createRow("event", "page", " url ")];
    expect(toTemplate({ automatic: false, rows })).toEqual({ person: {}, event: { page: "url" } });
  });

  test("says which names cannot be used", () => {
    const rows = [
      createRow("event", "page", "a"),
      createRow("event", "page", "b"),
      createRow("event", "1st", "c"),
    ];
    expect(rows.map((row) => rowProblem(row, rows))).toEqual([undefined, "nameTwice", "nameInvalid"]);
    expect(isValidDraft({ automatic: false, rows })).toBe(false);
  });

  test("offers the person's fields that are not filled yet", () => {
    expect(unusedTargets(toDraft(template).rows)).not.toContain("email");
    expect(unusedTargets(toDraft(template).rows)).toContain("firstName");
  });
});

test.each([
  [["lead", "email"], "lead.email"],
  [["items", 0, "sku"], "items[0].sku"],
  [["first name"], "`first name`"],
  [[0, "email"], "$[0].email"],
])("the value at %j is read by %s", (keys, path) => {
  expect(pathExpression(keys)).toBe(path);
});

test("a field that is picked is called as in the payload, in letters that a name may have", () => {
  expect(suggestFieldName(["lead", "first name"])).toBe("first_name");
  expect(suggestFieldName(["items", 0])).toBe("items");
  expect(suggestFieldName(["1st"])).toBe("_1st");
});
