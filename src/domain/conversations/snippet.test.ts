import { describe, expect, test } from "vitest";
import { aroundMatch } from "./snippet.ts";

describe("the part of a text around a match", () => {
  test("is the whole of a short text", () => {
    expect(aroundMatch("¿Cuándo abre la clínica?", ["clinica"])).toBe("¿Cuándo abre la clínica?");
  });

  test("starts before the match, whatever the accents", () => {
    const text = `${"a ".repeat(100)}la Reunión es mañana${" b".repeat(200)}`;
    const part = aroundMatch(text, ["REUNION"]);
    expect(part).toContain("la Reunión es mañana");
    expect(part.startsWith("… ")).toBe(true);
    expect(part.endsWith(" …")).toBe(true);
    expect(part.length).toBeLessThan(180);
  });

  test("never cuts a pair of surrogates in two", () => {
    const text = "😀".repeat(200);
    expect(aroundMatch(text, ["x"]).isWellFormed()).toBe(true);
  });
});
