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

describe("a mapping draft", () => {
  test("converts an unchanged template back to itself", () => {
    expect(toTemplate(toDraft(template))).toEqual(template);
    expect(toTemplate(toDraft(null))).toBeNull();
  });

  test("has the same fingerprint in any order of fields", () => {
    const reordered = { person: { phone: "lead.phone", email: "lead.email" }, event: { type: "kind" } };
    expect(templateFingerprint(reordered)).toBe(templateFingerprint(template));
    expect(templateFingerprint({ ...template, event: {} })).not.toBe(templateFingerprint(template));
  });

  test("leaves out empty rows", () => {
    const rows = [createRow("person", "tags"), createRow("event", ""), createRow("event", "page", " url ")];
    expect(toTemplate({ automatic: false, rows })).toEqual({ person: {}, event: { page: "url" } });
  });

  test("rejects invalid and repeated names", () => {
    const rows = [
      createRow("event", "page", "a"),
      createRow("event", "page", "b"),
      createRow("event", "1st", "c"),
    ];
    expect(rows.map((row) => rowProblem(row, rows))).toEqual([undefined, "nameTwice", "nameInvalid"]);
    expect(isValidDraft({ automatic: false, rows })).toBe(false);
  });

  test("offers unused person fields", () => {
    expect(unusedTargets(toDraft(template).rows)).not.toContain("email");
    expect(unusedTargets(toDraft(template).rows)).toContain("firstName");
  });
});

test.each([
  [["lead", "email"], "lead.email"],
  [["items", 0, "sku"], "items[0].sku"],
  [["first name"], "`first name`"],
  [[0, "email"], "$[0].email"],
])("the path expression of %j is %s", (keys, path) => {
  expect(pathExpression(keys)).toBe(path);
});

test("suggests a valid field name from the payload key", () => {
  expect(suggestFieldName(["lead", "first name"])).toBe("first_name");
  expect(suggestFieldName(["items", 0])).toBe("items");
  expect(suggestFieldName(["1st"])).toBe("_1st");
});
