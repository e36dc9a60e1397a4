import { expect, test } from "vitest";
import { createAuditRow, type NewAuditEntry, system } from "./entry.ts";

const entry = { eventType: "data_change", entityType: "rule", entityId: "1" } as const;

test("a stored description is the English wording of the details", () => {
  const details = { kind: "thing", verb: "added", thing: "rule", name: "A\0B" } as const;
  expect(createAuditRow({ ...entry, details }, system, new Date(0))).toMatchObject({
    description: "Added the rule “AB”",
    details: { ...details, name: "AB" },
  });
});

test("a writer cannot pass a sentence", () => {
  // @ts-expect-error The description is derived from the details.
  const sentence: NewAuditEntry = { ...entry, description: "Added the rule “A”" };
  expect(() => createAuditRow(sentence, system, new Date(0))).toThrow();
  // @ts-expect-error Values are those of the kind.
  const withoutName: NewAuditEntry = { ...entry, details: { kind: "thing", verb: "added", thing: "rule" } };
  expect(withoutName.details.kind).toBe("thing");
});
