import { describe, expect, test } from "vitest";
import { formatDay } from "#domain/calendar.ts";
import { type LabelledFile, readLabelledFile } from "./labelled-file.ts";

const parseNumbers = (texts: readonly string[]) => Float64Array.from(texts, Number);
const read = (text: string, columns = {}) =>
  readLabelledFile(text, { label: "bought", drop: [], ...columns }, parseNumbers);
const readFile = (text: string, columns = {}): LabelledFile => {
  const file = read(text, columns);
  if ("problem" in file) throw new Error(file.problem);
  return file;
};
const problemOf = (text: string, columns = {}): string => {
  const file = read(text, columns);
  return "problem" in file ? file.problem : "";
};

describe("a labelled file", () => {
  test("has columns of numbers, categories and dates", () => {
    const { table } = readFile(
      'bought,age,city,since\n1,30,"Ponce, PR",2026-01-02\n0,,San Juan,2025-12-31\n0,4e1,NA,\n',
    );
    expect(table.columns).toMatchObject([
      { kind: "number", name: "age", isDate: false, values: Float32Array.of(30, Number.NaN, 40) },
      {
        kind: "category",
        name: "city",
        categories: ["Ponce, PR", "San Juan"],
        codes: Uint16Array.of(2, 3, 0),
      },
      { kind: "number", name: "since", isDate: true },
    ]);
    const since = table.columns[2];
    expect(since?.kind === "number" ? Array.from(since.values.slice(0, 2), formatDay) : []).toEqual([
      "2026-01-02",
      "2025-12-31",
    ]);
    expect([...table.labels]).toEqual([1, 0, 0]);
  });

  test("may have a byte order mark, semicolons, decimal commas, quotes and other line ends", () => {
    const { table } = readFile('\uFEFF"bought";"a, b";"price"\r\nno;"x ""y"";\nz";1,5\r\nyes;;2,25\r\n');
    expect(table.columns).toMatchObject([
      { name: "a, b", categories: ['x "y";\nz'] },
      { name: "price", values: Float32Array.of(1.5, 2.25) },
    ]);
    expect([...table.labels]).toEqual([0, 1]);
  });

  test("names columns that have no name or the name of another one", () => {
    const { table } = readFile(",bought,x,x\n1,1,2,3\n2,0,2,4\n");
    expect(table.columns.map(({ name }) => name)).toEqual(["column 1", "x", "x (2)"]);
  });

  test("leaves out what is no feature, and rows without a label", () => {
    const { table, folds, notes } = readFile("Bought,fold,at,x,id\n1,a,3,1,7\n,a,4,1,8\n0,b,1,2,9\n", {
      fold: "fold",
      time: "at",
      drop: ["id"],
    });
    expect(table.columns.map(({ name }) => name)).toEqual(["x"]);
    expect(folds).toEqual(["a", "b"]);
    expect([...(table.times ?? [])]).toEqual([3, 1]);
    expect(notes).toEqual(["1 rows have no label and are left out."]);
  });

  test("a number column may contain a few words for missing values", () => {
    const lines = Array.from({ length: 20 }, (_, row) => `${row % 2},${row === 3 ? "unknown" : row}`);
    const { table } = readFile(`bought,x\n${lines.join("\n")}`);
    expect(table.columns[0]?.kind).toBe("number");
    expect(readFile("bought,x\n1,5\n0,unknown\n").table.columns[0]?.kind).toBe("category");
  });

  test("says which of two words counts as the outcome", () => {
    const { table, notes } = readFile("bought,x\nlost,1\nwon,2\n");
    expect([...table.labels]).toEqual([0, 1]);
    expect(notes).toEqual(['The label "won" counts as the outcome.']);
  });

  test.each([
    ["", {}, /empty/],
    ["a,b\n1,2\n", {}, /no column "bought".*"a", "b"/],
    ["bought,x\n,1\n", {}, /No row has a value in the label column/],
    ["bought,x\n1,1\n2,1\n3,1\n", {}, /3 different values/],
    ["bought\n1\n0\n", {}, /No column is left/],
    ["bought,x,f\n1,1,1\n0,1,1\n", { fold: "f" }, /fold column "f" has 1 different values/],
    ["bought,x,at\n1,1,soon\n0,1,1\n", { time: "at" }, /"soon", which is neither/],
  ])("is refused with what to change: %j", (text, columns, message) => {
    expect(problemOf(text, columns)).toMatch(message);
  });
});
