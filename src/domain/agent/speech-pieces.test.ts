import { describe, expect, test } from "vitest";
import { createPieceSplitter } from "./speech-pieces.ts";

/** The pieces of a text that arrives in parts of so many characters. */
const split = (text: string, size: number): string[] => {
  const splitter = createPieceSplitter();
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(...splitter.push(text.slice(at, at + size)));
  return [...pieces, ...splitter.end()];
};

describe("splitting an answer into pieces", () => {
  test.each<[string, string[]]>([
    [
      "Thank you for waiting, the visit is free. Which day suits you?",
      ["Thank you for waiting,", "the visit is free.", "Which day suits you?"],
    ],
    ["Yes. We open at nine o'clock today. Bye.", ["Yes. We open at nine o'clock today.", "Bye."]],
    [
      "El sistema cuesta $1,250.50 con el Sr. Díaz. ¿Le parece?",
      ["El sistema cuesta $1,250.50 con el Sr. Díaz.", "¿Le parece?"],
    ],
    [
      "Visit us at example.com for more. Thanks a lot.",
      ["Visit us at example.com for more.", "Thanks a lot."],
    ],
    [
      "Abrimos a las 9 a. m. los lunes y martes. Gracias.",
      ["Abrimos a las 9 a. m. los lunes y martes.", "Gracias."],
    ],
    [
      "The office is on Ave. Ponce No. 5 in San Juan. Good.",
      ["The office is on Ave. Ponce No. 5 in San Juan.", "Good."],
    ],
    ["Hola", ["Hola"]],
    ["", []],
    ["   \n ", []],
  ])("%j", (text, pieces) => {
    for (const size of [1, 3, 7, text.length || 1]) expect(split(text, size)).toEqual(pieces);
  });

  test("the first clause is spoken before the sentence ends", () => {
    const splitter = createPieceSplitter();
    expect(splitter.push("Thank you very much for asking, w")).toEqual(["Thank you very much for asking,"]);
  });

  test("waits for what follows a dot", () => {
    const splitter = createPieceSplitter();
    expect(splitter.push("The whole system costs $29.")).toEqual([]);
    expect(splitter.push("50 a month. ")).toEqual(["The whole system costs $29.50 a month."]);
  });

  test("a text without an end is cut at a word", () => {
    const pieces = split("word ".repeat(120), 5);
    expect(pieces.every((piece) => piece.length <= 200 && !piece.startsWith("ord"))).toBe(true);
    expect(pieces.join(" ")).toBe("word ".repeat(120).trim());
  });
});
