import { expect, test } from "vitest";
import { exportColumns } from "#domain/people/export-columns.ts";
import { builtInColumns } from "./column-list.ts";
import { exportedColumns } from "./export-source.ts";

test("columns of the list are named as a file names them, and columns of conversations are left out", () => {
  expect(exportedColumns(["name", "score", "town", "lastInbound", "contact", "field.roof"])).toEqual([
    "firstName",
    "lastName",
    "intentScore",
    "town",
    "phone",
    "email",
    "field.roof",
  ]);
  expect(exportColumns).toEqual(expect.arrayContaining(exportedColumns(builtInColumns)));
});
