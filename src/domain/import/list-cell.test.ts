import { expect, test } from "vitest";
import { joinList, splitList } from "./list-cell.ts";

test.each([
  [["vip"]],
  [["feria 2026", "vip"]],
  [["Ponce, PR"]],
  [["a;b", "c|d", 'said "yes"', "two\nlines"]],
  [["=SUM(A1)", "-x", "@y"]],
])("a list is read back as it was written: %j", (items) => {
  expect(splitList(joinList(items), 60)).toEqual(items);
});

test.each([
  ["a, b,c", ["a", "b", "c"]],
  ["a, b; c", ["a, b", "c"]],
  [" vip |vip|| new ", ["vip", "new"]],
  ['6" pipe; b', ['6" pipe', "b"]],
  ["", []],
])("other files are read as they are meant: %j", (text, items) => {
  expect(splitList(text, 60)).toEqual(items);
});
