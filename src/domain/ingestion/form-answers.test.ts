import { expect, test } from "vitest";
import { readFormAnswers } from "./form-answers.ts";

test.each([
  [
    "plain fields, without what systems add",
    { type: "form_submitted", first_name: "Inés", roof: "flat", bill: 180, page_url: "/quote", lead_id: "9" },
    [
      { label: "roof", value: "flat" },
      { label: "bill", value: "180" },
    ],
  ],
  [
    "questions beside their answers",
    { answers: [{ question: "Own the house?", answer: "Yes" }, { label: "Rooms", values: ["2", "3"] }, 7] },
    [
      { label: "Own the house?", value: "Yes" },
      { label: "Rooms", value: "2, 3" },
    ],
  ],
  [
    "fields inside others",
    { data: { contact: { city: "Ponce", secretWord: "x" } } },
    [{ label: "city", value: "Ponce" }],
  ],
  [
    "no secret",
    { password: "hunter", cardNumber: "4111", ssn: "1", note: "call me" },
    [{ label: "note", value: "call me" }],
  ],
  ["nothing empty", { town: " ", tags: ["a"], extra: null, list: [] }, []],
  ["no text", "just words", []],
  ["no list", [1, 2], []],
] as const)("a card shows %s", (_what, payload, expected) => {
  expect(readFormAnswers(payload)).toEqual(expected);
});

test("a card shows at most twelve answers, shortened", () => {
  const answers = readFormAnswers(
    Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`question ${n}`, "x".repeat(500)])),
  );
  expect(answers).toHaveLength(12);
  expect(answers[0]?.value).toHaveLength(300);
});
