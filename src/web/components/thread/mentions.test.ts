import { expect, test } from "vitest";
import { mentionedUsers, splitMentions, typedMention } from "./mentions.ts";

const users = [
  { id: "1", name: "Luis" },
  { id: "2", name: "Luis Rivera" },
];

test("A mention is marked by the longest name that fits", () => {
  expect(splitMentions("@Luis Rivera, please", users)).toEqual([
    { key: 1, text: "@Luis Rivera", isMention: true },
    { key: 2, text: ", please", isMention: false },
  ]);
});

test("Only names after an @ are mentioned", () => {
  expect(mentionedUsers("Luis Rivera knows", users)).toEqual([]);
  expect(mentionedUsers("ask @Luis Rivera", users)).toContain("2");
});

test("A mention is being typed after an @ that begins a word", () => {
  expect(typedMention("ask @Lu", 7)).toBe("Lu");
  expect(typedMention("@", 1)).toBe("");
  expect(typedMention("a@example", 9)).toBeUndefined();
});
