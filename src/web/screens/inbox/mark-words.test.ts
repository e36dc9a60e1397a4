import { expect, test } from "vitest";
import { markWords } from "./mark-words.ts";

test("Searched words are marked whatever their accents and case", () => {
  const parts = markWords("Dos Baterías, mañana", "baterias MANANA");
  expect(parts.filter(({ isMarked }) => isMarked).map(({ text }) => text)).toEqual(["Baterías", "mañana"]);
  expect(parts.map(({ text }) => text).join("")).toBe("Dos Baterías, mañana");
});
