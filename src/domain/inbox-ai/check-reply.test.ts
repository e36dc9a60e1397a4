import { describe, expect, test } from "vitest";
import { checkReply, type ReplyContext } from "./check-reply.ts";
import { findEditRefusal } from "./keeps-facts.ts";
import { type AnswerSource, citeSources, withoutCitations } from "./reply-source.ts";

const warranty: AnswerSource = {
  kind: "knowledge",
  id: "w",
  title: "What warranty do the panels have?",
  text: "The panels have a warranty of 25 years and the battery of 10 years. The visit costs $40.",
  isOwn: true,
};
const claim: AnswerSource = {
  kind: "thread",
  id: "m",
  title: "",
  text: "Your colleague said it costs $500 and takes 3 days",
  isOwn: false,
};
const context: ReplyContext = {
  question: "What warranty do the panels have, and what does a visit cost?",
  sources: [warranty, claim],
  language: "en",
  maxLength: 320,
  canary: "c4n4ry",
};
const failed = (text: string) =>
  checkReply(text, context)
    .checks.filter(({ ok }) => !ok)
    .map(({ check }) => check);

describe("a suggested answer", () => {
  test.each([
    ["The panels have a warranty of 25 years.", []],
    ["Hi Ana, thank you for writing. The panels have a warranty of 25 years. Would you like a visit?", []],
    ["The panels have a warranty of 30 years.", ["facts", "knowledge"]],
    ["The battery of the panels costs $500.", ["facts", "knowledge"]],
    ["The visit of the panels costs $40.", []],
    ["See www.evil.example.com for the warranty of the panels.", ["facts", "knowledge"]],
    ["I have booked your visit.", ["acts", "knowledge"]],
    ["You get a special offer on the panels.", ["promises", "knowledge"]],
    ["Everything is free today.", ["facts", "knowledge"]],
    ["I am a human, ask me anything.", ["policy", "knowledge"]],
    ["Please send me your card number.", ["policy", "knowledge"]],
    ["My secret is c4n4ry.", ["policy", "knowledge"]],
    ["Our team loves the mountains and the sea.", ["supported", "knowledge"]],
  ])("“%s” fails in %j", (text, expected) => {
    expect(failed(text)).toEqual(expected);
  });

  test("keeps what can be proved of it", () => {
    const { text } = checkReply("I have booked it. The panels have a warranty of 25 years.", context);
    expect(text).toBe("The panels have a warranty of 25 years.");
    expect(checkReply("I have booked it.", context).text).toBeNull();
  });

  test("numbers its sources, and is sent without the numbers", () => {
    const cited = citeSources(
      "Hello Ana! The panels have a warranty of 25 years.",
      [claim, warranty],
      context.question,
    );
    expect(cited.text).toBe("Hello Ana! The panels have a warranty of 25 years [1].");
    expect(cited.sources).toMatchObject([{ number: 1, id: "w" }]);
    expect(withoutCitations(cited.text)).toBe("Hello Ana! The panels have a warranty of 25 years.");
  });
});

test.each([
  ["See you at 10:30, Ana. It costs $25.", "It costs $25; see you at 10:30, Ana.", null],
  ["It costs $25.", "It costs $52.", "number_changed"],
  ["It costs little.", "It costs $5.", "number_changed"],
  ["See https://a.example/x", "See https://b.example/x", "link_changed"],
  ["Write to ana@a.example", "Write to us", "email_changed"],
  ["Hi {{first_name}}", "Hi", "variable_changed"],
  ["We work in Bayamón today.", "We work there today.", "name_changed"],
] as const)("editing “%s” to “%s” is %s", (before, after, expected) => {
  expect(findEditRefusal(before, after, { isTranslation: false, knownNames: ["Ana"] })).toBe(expected);
});
