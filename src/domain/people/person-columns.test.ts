import { expect, test } from "vitest";
import { personAudienceFields } from "#domain/audience/fields/person.ts";
import { personInput } from "#domain/person.ts";
import { columnsFor, personColumns } from "./person-columns.ts";

test("the form offers the columns that are marked for it", () => {
  expect(Object.keys(personInput.shape).sort()).toEqual(columnsFor("form").sort());
});

test("filters offer the columns that are marked for them", () => {
  // Made of several columns, or of what is beside the row.
  const derived = ["name", "any_address", "stage_reached"];
  const offered = Object.keys(personAudienceFields).filter((field) => !derived.includes(field));
  const fieldOf = (column: string): string => (column === "assigned_agent_id" ? "owner" : column);
  expect(offered.sort()).toEqual(
    columnsFor("audience")
      .map((name) => fieldOf(personColumns[name].column))
      .sort(),
  );
});
