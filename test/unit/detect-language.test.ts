import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { detectLanguage } from "#domain/detect-language.ts";

describe("the language of a text", () => {
  test.each([
    ["ALTO", "es"],
    ["Ayuda", "es"],
    ["Hola", "es"],
    ["Hola, quisiera saber el precio de las placas", "es"],
    ["cuando me llaman?? llevo dos dias esperando", "es"],
    ["help", "en"],
    ["Can you call me tomorrow about the quote?", "en"],
    ["pls send the price, thx", "en"],
    ["STOP", undefined],
    ["ok", undefined],
    ["sí", undefined],
    ["787-555-0148", undefined],
    ["👍", undefined],
    ["", undefined],
    ["Please stop, no quiero mas mensajes de ustedes", undefined],
    ["Olá, quero saber o preço da casa", undefined],
    ["Bonjour, je voudrais un rendez-vous demain", undefined],
    ["Danke, ich möchte einen Termin", undefined],
  ])("%s is %s", (text, language) => expect(detectLanguage(text)).toBe(language));
});

const file = join(import.meta.dirname, "../../../shared/data/text/messages.jsonl");
const isHere = existsSync(file);
if (!isHere) process.stdout.write("skipped: labelled messages are not at ../shared/data/text\n");

describe.skipIf(!isHere)("the language of labelled messages", () => {
  test("is never the wrong one, and found for most", () => {
    const messages = (isHere ? readFileSync(file, "utf8").trim().split("\n") : []).map(
      (line) => JSON.parse(line) as { text: string; language: string },
    );
    const pure = messages
      .filter(({ language }) => language !== "mixed")
      .map(({ text, language }) => ({ text, language, detected: detectLanguage(text) }));
    expect(pure.filter(({ language, detected }) => detected !== undefined && detected !== language)).toEqual(
      [],
    );
    expect(pure.filter(({ detected }) => detected !== undefined).length / pure.length).toBeGreaterThan(0.8);
  });
});
