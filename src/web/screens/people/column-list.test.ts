import { expect, test } from "vitest";
import { knownColumns, moveColumn } from "./column-list.ts";

test("columns that no longer exist are left out, and the name comes first", () => {
  const custom = new Set(["field.roof"]);
  expect(knownColumns(["tags", "field.gone", "name", "field.roof", "tags"], custom)).toEqual([
    "name",
    "tags",
    "field.roof",
  ]);
});

test("a column moves between the others, never before the name", () => {
  const columns = ["name", "type", "stage"];
  expect(moveColumn(columns, "stage", -1)).toEqual(["name", "stage", "type"]);
  expect(moveColumn(columns, "type", -1)).toEqual(columns);
  expect(moveColumn(columns, "stage", 1)).toEqual(columns);
  expect(moveColumn(columns, "name", 1)).toEqual(columns);
});
