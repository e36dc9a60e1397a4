import { describe, expect, test } from "vitest";
import { builtInPermissions, noPermissions } from "#domain/access/areas.ts";
import type { AudienceNode } from "./audience.ts";
import { mayAskFor, roundedCount, withoutPeople } from "./without-people.ts";

const ruleAuthor = { ...noPermissions, rules: "manage" as const };
const row = (field: string): AudienceNode => ({ field, op: "starts_with", value: "+1787" }) as AudienceNode;

describe("mayAskFor", () => {
  test.each(["email", "phone", "any_address", "name", "first_name", "last_name", "field.account"])(
    "%s is asked for only by those who see people, however deep it stands",
    (field) => {
      expect(mayAskFor(ruleAuthor, row(field))).toBe(false);
      expect(mayAskFor(ruleAuthor, { all: [{ not: { any: [row(field)] } }] } as AudienceNode)).toBe(false);
      expect(mayAskFor({ ...ruleAuthor, people: "view" }, row(field))).toBe(true);
      expect(mayAskFor(builtInPermissions.viewer, row(field))).toBe(true);
    },
  );

  test("what says nothing about a single person may be asked for", () => {
    expect(mayAskFor(ruleAuthor, { field: "tags", op: "has_any", value: ["solar"] } as AudienceNode)).toBe(
      true,
    );
    expect(mayAskFor(ruleAuthor, { everybody: true } as AudienceNode)).toBe(true);
  });
});

test.each([
  [0, 0],
  [1, 0],
  [9, 0],
  [10, 10],
  [19, 10],
  [10_004, 10_000],
])("%i is shown as %i", (count, shown) => {
  expect(roundedCount(count)).toBe(shown);
});

test("a dry run without people has rounded figures, and no names", () => {
  const report = {
    people: 57,
    fires: 23,
    sent: 15,
    held: 5,
    blocked: 3,
    cost: 0.2,
    reasons: [
      { code: "consent_given", count: 15 },
      { code: "opted_out", count: 3 },
    ],
    sample: [{ name: "Ana" }],
    isRounded: false,
  };
  expect(withoutPeople(report)).toEqual({
    people: 57,
    fires: 20,
    sent: 10,
    held: 0,
    blocked: 0,
    cost: 0.1,
    reasons: [{ code: "consent_given", count: 10 }],
    sample: [],
    isRounded: true,
  });
});
