import { describe, expect, test } from "vitest";
import { maxPassageLength, splitDocument } from "./split-document.ts";

const sentence = "La instalación de las placas dura uno o dos días. ";

describe("a document", () => {
  test("is split by its headings, which become titles under its name", () => {
    expect(
      splitDocument("Guide", "Intro.\n\n# Prices\nFrom $10.\n\n## Batteries\nFrom $5.\n# Hours\nAll day."),
    ).toEqual([
      { title: "Guide", text: "Intro." },
      { title: "Guide › Prices", text: "From $10." },
      { title: "Guide › Prices › Batteries", text: "From $5." },
      { title: "Guide › Hours", text: "All day." },
    ]);
  });

  test("whose first heading is its name has it once in the titles", () => {
    expect(splitDocument("Guía", "# Guía\nUno.\n\nPermisos\n--------\nDos.")).toEqual([
      { title: "Guía", text: "Uno." },
      { title: "Guía › Permisos", text: "Dos." },
    ]);
  });

  test("keeps short paragraphs of a section together and joins wrapped lines", () => {
    expect(splitDocument("d", "One\nline.\r\n\r\nTwo.")).toEqual([{ title: "d", text: "One line.\n\nTwo." }]);
  });

  test("keeps a list with the sentence before it", () => {
    const text = `${sentence.repeat(17)} Una frase más hace el párrafo largo.\n\nYou need:\n\n- a bill\n- a photo\n  of the roof`;
    const passages = splitDocument("d", text);
    expect(passages.at(-1)?.text).toBe("You need:\n\n- a bill\n- a photo\n  of the roof");
  });

  test("splits a long table between rows and repeats its heading", () => {
    const rows = Array.from({ length: 60 }, (_, index) => `| Battery ${index} | $${index}00 installed |`);
    const passages = splitDocument("Prices", ["| Item | Price |", "|---|---|", ...rows].join("\n"));
    expect(passages.length).toBeGreaterThan(1);
    for (const { text } of passages) {
      expect(text).toMatch(/^\| Item \| Price \|\n\|---\|---\|\n\| Battery/);
      expect(text.length).toBeLessThanOrEqual(maxPassageLength);
    }
    const found = passages.flatMap(({ text }) => text.split("\n").slice(2));
    expect(found).toEqual(rows);
  });

  test.each([
    ["sentences", sentence.repeat(60)],
    ["one long word", "x".repeat(4000)],
    ["a long list", Array.from({ length: 80 }, (_, index) => `${index}. ${sentence}`).join("\n")],
    ["code", `\`\`\`\n${"a = 1\n".repeat(400)}\`\`\``],
    ["one long sentence", "word ".repeat(900)],
  ])("of %s has no passage longer than the limit, and loses no word", (_, text) => {
    const passages = splitDocument("d", text);
    expect(passages.length).toBeGreaterThan(1);
    for (const passage of passages) expect(passage.text.length).toBeLessThanOrEqual(maxPassageLength);
    const letters = (value: string) => value.replaceAll(/[\s`]/g, "");
    expect(letters(passages.map((passage) => passage.text).join(""))).toBe(letters(text));
  });

  test.each(["", "   \n\n", "# Only a heading", "---\n***"])("without text has no passages: %j", (text) => {
    expect(splitDocument("d", text)).toEqual([]);
  });
});
