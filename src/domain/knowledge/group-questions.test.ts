import { describe, expect, test } from "vitest";
import { askedWords } from "./asked-words.ts";
import { commonWording, groupQuestions, questionTerms } from "./group-questions.ts";

const ask = (...questions: string[]) =>
  questions.map((question, at) => ({ question, terms: questionTerms(question), at }));
const texts = (...questions: string[]) =>
  groupQuestions(ask(...questions)).map((group) => group.map(({ question }) => question));

describe("questions are grouped", () => {
  test("by what they ask for, whatever their words, number and language", () => {
    expect(
      texts(
        "Do you sell water heaters?",
        "¿Cuánto tarda la instalación?",
        "hi, do you sell a water heater",
        "How long does the installation take?",
        "Sell water heaters??",
      ),
    ).toEqual([
      ["Sell water heaters??", "hi, do you sell a water heater", "Do you sell water heaters?"],
      ["How long does the installation take?", "¿Cuánto tarda la instalación?"],
    ]);
  });

  test("also where one of them asks for a little more", () => {
    expect(texts("Do you sell pool heaters?", "And pool heaters?")).toHaveLength(1);
  });

  test("but not where they share only a part of their subject", () => {
    expect(texts("How much is it?", "How much is a battery?")).toHaveLength(2);
    expect(texts("Do you install in Vieques?", "Do you install in Culebra?")).toHaveLength(2);
  });

  test("those without a subject by their words alone", () => {
    expect(texts("What is it?", "what is IT", "¿Y eso?")).toEqual([
      ["what is IT", "What is it?"],
      ["¿Y eso?"],
    ]);
  });

  test("the same in any order, those asked most first, then the newest", () => {
    const questions = ask("Any scholarships?", "Pools?", "scholarships", "Tiles?", "Scholarship?");
    const sizes = groupQuestions(questions).map((group) => group.map(({ at }) => at));
    expect(sizes).toEqual([[4, 2, 0], [3], [1]]);
    expect(groupQuestions(questions.toReversed()).map((group) => group.map(({ at }) => at))).toEqual(sizes);
  });

  test("and shown in the wording that was used most", () => {
    const [group = []] = groupQuestions(
      ask("Scholarships?", "any scholarship", "scholarships", "Scholarship!"),
    );
    expect(commonWording(group)?.question).toBe("scholarships");
    expect(commonWording([])).toBeUndefined();
  });

  test("however many there are", () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({
      question: `q${at}`,
      terms: [`a${at % 70}`, `b${at % 500}`],
      at,
    }));
    expect(groupQuestions(many).flat()).toHaveLength(5000);
  });
});

test.each([
  ["Hola, soy Ana. ¿Venden piscinas? Gracias.", "¿Venden piscinas?"],
  ["Hi! Do you take cards? And where are you?", "Do you take cards? And where are you?"],
  ["We paid 2.5 thousand. Is v2.0 included?", "Is v2.0 included?"],
  ["buenas, ¿abren hoy? y ¿mañana?", "¿abren hoy? ¿mañana?"],
  ["tell me the price", "tell me the price"],
  [" \0 ", ""],
])("of %j the question is %j", (text, expected) => {
  expect(askedWords(text)).toBe(expected);
});

test("a long question is cut", () => {
  expect(askedWords("x".repeat(2000))).toHaveLength(500);
});
