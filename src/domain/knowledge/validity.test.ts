import { expect, test } from "vitest";
import { isMisspelling } from "./edit-distance.ts";
import { validityOn } from "./validity.ts";

test.each([
  [null, null, "valid"],
  ["2026-11-16", null, "valid"],
  ["2026-11-17", null, "not_yet"],
  [null, "2026-11-16", "valid"],
  [null, "2026-11-15", "expired"],
  ["2026-11-01", "2026-11-30", "valid"],
  ["2026-12-01", "2026-12-31", "not_yet"],
] as const)("an entry from %s to %s is %s", (validFrom, validTo, expected) => {
  expect(validityOn({ validFrom, validTo }, "2026-11-16")).toBe(expected);
});

test.each([
  ["garntia", "garantia", true],
  ["presio", "precio", true],
  ["finaciamiento", "financiamiento", true],
  ["vieqeus", "vieques", true],
  ["baterry", "battery", true],
  ["pool", "poor", false],
  ["casas", "cosas", true],
  ["placas", "casas", false],
  ["materia", "bateria", false],
])("%s is a misspelling of %s: %s", (a, b, expected) => {
  expect(isMisspelling(a, b)).toBe(expected);
});
