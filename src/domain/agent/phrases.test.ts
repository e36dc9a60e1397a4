import { expect, test } from "vitest";
import { scriptLanguages } from "#domain/voice/script.ts";
import { agentPhrases } from "./phrases.ts";
import { saysOptOut } from "./says-opt-out.ts";

const linesOf = (language: (typeof scriptLanguages)[number]): string[] =>
  Object.values(agentPhrases[language]).flatMap((line) =>
    typeof line === "function" ? [line("Sol Caribe", "")] : line,
  );

test.each(scriptLanguages)("every line in %s is short, spoken text", (language) => {
  for (const line of linesOf(language)) {
    expect(line.trim()).toBe(line);
    expect(line).not.toBe("");
    expect(line.length).toBeLessThanOrEqual(200);
    expect(line).not.toMatch(/[*_#<>[\]]|undefined|null/);
  }
});

test.each(scriptLanguages)("no line in %s occurs in another language", (language) => {
  const others = scriptLanguages.filter((other) => other !== language).flatMap(linesOf);
  expect(linesOf(language).filter((line) => others.includes(line))).toEqual([]);
});

test("the lines say that it is a machine, with and without a business", () => {
  for (const language of scriptLanguages)
    for (const business of ["Sol Caribe", null]) {
      const { disclosure, isMachine } = agentPhrases[language];
      for (const line of [disclosure(business), isMachine(business)])
        expect(line).toMatch(/\bAI\b|inteligencia artificial|intelligence artificielle|KI-/);
    }
});

test("the words that the hints name are understood as opt-outs", () => {
  for (const word of ["stop", "alto", "Stopp"]) expect(saysOptOut(word)).toBe(true);
});
