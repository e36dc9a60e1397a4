import { expect, test } from "vitest";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import { nextLanguage } from "./language-choice.ts";

/** The languages after each utterance. */
const listen = (start: ScriptLanguage, texts: string[]): ScriptLanguage[] => {
  let language = start;
  let detected: ScriptLanguage | null = null;
  return texts.map((text) => {
    ({ language, detected } = nextLanguage({
      current: language,
      text,
      detectedBefore: detected,
      recognised: null,
    }));
    return language;
  });
};

test.each<[ScriptLanguage, string[], ScriptLanguage[]]>([
  ["en", ["¿Habla español?"], ["es"]],
  ["en", ["In Spanish please"], ["es"]],
  ["es", ["English please"], ["en"]],
  ["es", ["I don't speak Spanish"], ["en"]],
  ["en", ["quiero saber cuánto cuesta", "no entiendo lo que usted dice"], ["en", "es"]],
  ["en", ["quiero saber cuánto cuesta", "sí", "no entiendo lo que usted dice"], ["en", "en", "es"]],
  [
    "en",
    ["quiero saber cuánto cuesta", "how much is it for the house", "quiero una cita"],
    ["en", "en", "en"],
  ],
  ["es", ["yes", "ok", "no thanks"], ["es", "es", "es"]],
  ["es", ["quiero un quote para my house please", "mándame el link by email please"], ["es", "es"]],
  ["en", ["je voudrais savoir combien cest", "je vous demande pour mon père"], ["en", "fr"]],
  ["en", [""], ["en"]],
])("from %s, after %j: %j", (start, texts, languages) => {
  expect(listen(start, texts)).toEqual(languages);
});

test("what speech recognition and the words agree on is followed at once", () => {
  const next = (text: string, recognised: ScriptLanguage | null): ScriptLanguage =>
    nextLanguage({ current: "en", text, detectedBefore: null, recognised }).language;
  expect(next("quiero saber cuánto cuesta la batería", "es")).toBe("es");
  expect(next("quiero saber cuánto cuesta la batería", "en")).toBe("en");
  expect(next("quiero un quote para my house please", "es")).toBe("en");
  expect(next("bonjour je voudrais savoir combien cest pour nous", "fr")).toBe("fr");
  expect(next("sí", "es")).toBe("en");
});
