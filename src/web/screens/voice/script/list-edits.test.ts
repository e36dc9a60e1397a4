import { describe, expect, test } from "vitest";
import { factKeyFor, moveRow, putRow, withoutFact } from "./list-edits.ts";

describe("the rows of a script", () => {
  test.each([
    [0, 1, "bac"],
    [2, 1, "acb"],
    [0, 2, "bca"],
    [1, 1, "abc"],
  ])("moving %i to %i gives %s", (from, to, expected) => {
    expect(moveRow([..."abc"], from, to).join("")).toBe(expected);
  });

  test("a row is replaced at its place and added at the end", () => {
    expect(putRow(["a", "b"], 0, "c")).toEqual(["c", "b"]);
    expect(putRow(["a"], undefined, "b")).toEqual(["a", "b"]);
  });

  test.each([
    ["Monthly bill", "monthly_bill"],
    ["¿Día de la visita?", "dia_de_la_visita"],
    ["2nd floor", "nd_floor"],
    ["日本", "fact"],
    ["Owner", "owner_3"],
    ["x".repeat(60), "x".repeat(36)],
  ])("the label %s gives the key %s", (label, key) => {
    expect(factKeyFor(label, [{ key: "owner" }, { key: "owner_2" }])).toBe(key);
  });

  test("a removed fact leaves the goals that named it", () => {
    const goal = { title: "House", say: "", facts: ["owner", "roof"] };
    expect(withoutFact([goal], "owner")).toEqual([{ ...goal, facts: ["roof"] }]);
  });
});
