import { describe, expect, test } from "vitest";
import { blankPerson, type PersonRecord } from "./person-record.ts";
import { type PersonRowChange, planPeopleRows } from "./plan-people-rows.ts";

const now = 1_000_000;
const ana: PersonRecord = {
  ...blankPerson("ana", 500),
  firstName: "Ana",
  email: "Ana@example.com",
  fields: { plan: "a", bill: 12 },
  addresses: ["ana@example.com"],
};
const row = (change: PersonRowChange, id: string | null = null, version: number | null = null) => ({
  id,
  version,
  change,
});
const plan = (rows: ReturnType<typeof row>[], isMatchedByAddress = false, known = [ana]) => {
  let made = 0;
  return planPeopleRows(rows, known, { isMatchedByAddress, now, newId: () => `new${++made}` });
};

describe("a row", () => {
  test.each([
    ["without an id adds a person", row({ firstName: "Eva" }), false, "created", "new1"],
    ["with an id changes that person", row({ firstName: "Anna" }, "ana"), false, "updated", "ana"],
    ["that changes nothing", row({ firstName: "Ana" }, "ana"), false, "unchanged", "ana"],
    [
      "with the address of a person adds another",
      row({ email: "ana@example.com" }),
      false,
      "created",
      "new1",
    ],
    ["matched by address", row({ email: "ANA@example.com", town: "Ponce" }), true, "updated", "ana"],
    ["matched by no address", row({ email: "eva@example.com" }), true, "created", "new1"],
    ["of the version that is stored", row({ town: "Ponce" }, "ana", 500), false, "updated", "ana"],
  ] as const)("%s", (_, given, byAddress, outcome, personId) => {
    expect(plan([given], byAddress).outcomes).toEqual([{ outcome, personId }]);
  });

  test.each([
    ["of an unknown person", row({ town: "Ponce" }, "gone"), "not_found"],
    ["of an older version", row({ town: "Ponce" }, "ana", 499), "conflict"],
  ] as const)("%s fails alone", (_, given, code) => {
    const { outcomes, added, changed } = plan([given, row({ firstName: "Eva" })]);
    expect(outcomes).toEqual([
      { outcome: "failed", code },
      { outcome: "created", personId: "new1" },
    ]);
    expect([added.length, changed.length]).toEqual([1, 0]);
  });
});

test("rows about one person are applied one after the other and written once", () => {
  const { outcomes, changed } = plan([row({ fields: { plan: null } }, "ana"), row({ town: "Ponce" }, "ana")]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["updated", "updated"]);
  expect(changed).toHaveLength(1);
  expect(changed[0]?.after).toMatchObject({ town: "Ponce", fields: { bill: 12 }, firstName: "Ana" });
  expect(changed[0]?.before).toBe(ana);
  expect(changed[0]?.after.updatedAt).toBeGreaterThan(now);
});

test("a second row finds the person whom the first one added", () => {
  const { outcomes, added } = plan(
    [row({ phone: "+17875550100" }), row({ phone: "+17875550100", firstName: "Eva" })],
    true,
  );
  expect(outcomes).toEqual([
    { outcome: "created", personId: "new1" },
    { outcome: "updated", personId: "new1" },
  ]);
  expect(added).toMatchObject([{ firstName: "Eva", phone: "+17875550100" }]);
});

test("of several people with an address the oldest is meant", () => {
  const younger = { ...ana, id: "younger" };
  expect(plan([row({ email: "ana@example.com", town: "Ponce" })], true, [ana, younger]).outcomes).toEqual([
    { outcome: "updated", personId: "ana" },
  ]);
});
