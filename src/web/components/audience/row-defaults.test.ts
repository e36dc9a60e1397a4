import { expect, test } from "vitest";
import type { AudienceField } from "#contract/audiences.ts";
import { audienceFieldKinds, fieldOperators } from "#domain/audience/audience.ts";
import { emptyRow, isComplete } from "./audience-draft.ts";
import { withField, withOperator } from "./row-defaults.ts";

const field = (kind: AudienceField["kind"]): AudienceField => ({
  id: "x",
  group: "person",
  kind,
  label: null,
  choices: null,
});

test.each(audienceFieldKinds)(
  "a row for a field of the kind %s starts with an operator of the kind",
  (kind) => {
    const { op } = withField(emptyRow(), field(kind));
    expect(fieldOperators[kind]).toContain(op);
  },
);

test.each(["instant", "date", "count", "bucket", "yes_no", "reference"] as const)(
  "a row for a field of the kind %s applies at once",
  (kind) => expect(isComplete(withField(emptyRow(), field(kind)))).toBe(true),
);

test("an operator of the same shape keeps the value", () => {
  const row = { ...withField(emptyRow(), field("number")), value: 70 };
  expect(withOperator(row, "number", "<", false).value).toBe(70);
  expect(withOperator(row, "number", "between", false).value).toBeUndefined();
});

test("a text becomes the first of a list, and back", () => {
  const row = { ...withField(emptyRow(), field("text")), value: "Ponce" };
  const list = withOperator(row, "text", "is_any_of", true);
  expect(list).toMatchObject({ op: "is_any_of", negated: true, value: ["Ponce"] });
  expect(withOperator(list, "text", "is", false).value).toBe("Ponce");
});
