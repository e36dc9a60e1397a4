import { expect, test } from "vitest";
import { readDocumentName } from "./document-name.ts";
import { findNearest, normalizeVector } from "./vectors.ts";

test("the nearest vectors are found by their angle, not their length", () => {
  const passages = [
    { id: "same", vector: normalizeVector([10, 0]) },
    { id: "near", vector: normalizeVector([1, 1]) },
    { id: "across", vector: normalizeVector([0, 3]) },
    { id: "of another model", vector: normalizeVector([1, 0, 0]) },
    { id: "zero", vector: normalizeVector([0, 0]) },
  ];
  const found = findNearest(normalizeVector([2, 0]), passages, 2);
  expect([...found.keys()]).toEqual(["same", "near"]);
  expect(found.get("same")).toBeCloseTo(1);
  expect(found.get("near")).toBeCloseTo(Math.SQRT1_2);
});

test.each([
  ["precios-2026.md", "# Lista de precios\nx", "Lista de precios"],
  ["precios_2026.TXT", "Sin título", "precios 2026"],
  ["C:\\docs\\guide.md", "## Second level only", "guide"],
  [".md", "x", ".md"],
])("the document of %s with %j is named %s", (file, text, name) => {
  expect(readDocumentName(file, text)).toBe(name);
});
