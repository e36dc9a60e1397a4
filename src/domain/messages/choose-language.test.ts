import { expect, test } from "vitest";
import { chooseLanguage } from "./choose-language.ts";

const texts = [
  { name: "welcome", language: "en" },
  { name: "welcome", language: "es" },
  { name: "reminder", language: "en" },
];

test("each text is offered once, in the language of the person where there is one", () => {
  expect(chooseLanguage(texts, "es")).toEqual([
    { name: "welcome", language: "es" },
    { name: "reminder", language: "en" },
  ]);
  expect(chooseLanguage(texts, "en").map(({ language }) => language)).toEqual(["en", "en"]);
});
