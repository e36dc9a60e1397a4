import { describe, expect, test } from "vitest";
import { readQueryTerms } from "./query-terms.ts";

/** The names of concepts, and other words as they are. */
const subjects = (question: string) =>
  readQueryTerms(question).map(({ word, english, plain }) => (plain === null ? english[0] : word));

describe("what a question asks for", () => {
  test.each([
    ["How much does it cost?", ["price"]],
    ["¿Cuánto cuesta?", ["price"]],
    ["cuanto es", ["price"]],
    ["hi yeah so I was wondering how much it'd be for my house", ["price", "house"]],
    ["cuánto pesa una placa", ["pesa", "panel"]],
    ["how long does the installation take", ["duration", "install"]],
    ["¿Cuánto tarda la instalación?", ["duration", "install"]],
    ["¿A qué hora abren los sábados?", ["hours", "saturday"]],
    ["what time do you close?", ["hours"]],
    ["¿Qué pasa si se va la luz?", ["outage"]],
    ["Where are you located?", ["office"]],
    ["¿Tienen garantías?", ["warranty"]],
    ["tienen finaciamiento?", ["financing"]],
    ["is there a warrenty", ["warranty"]],
    ["¿Trabajan en Vieques?", ["vieques"]],
    ["Do you sell water heaters?", ["sell", "water", "heaters"]],
    ["can I pay by card", ["payment"]],
    ["what is it?", []],
    ["¿y eso cómo es?", []],
    ["", []],
  ])("%s", (question, expected) => {
    expect(subjects(question)).toEqual(expected);
  });

  test("has only letters and digits, so that it needs no quoting in a full-text query", () => {
    const terms = readQueryTerms('x\'); DROP TABLE a -- & | ! <-> (panels:*) \\ "q" 10kW');
    for (const { english, spanish, plain } of terms)
      expect([...english, ...spanish, plain ?? "a"].join("")).toMatch(/^[\p{L}\p{N}]+$/u);
  });

  test("is limited, however long the question is", () => {
    const words = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(" ");
    expect(readQueryTerms(words).length).toBeLessThanOrEqual(12);
  });
});
