import { expect, test } from "vitest";
import { trimToHeard } from "./heard.ts";

const planned = "Good morning, Ana. The visit takes one hour. Which day suits you?";

test.each<[string, string[], string | null, string]>([
  [
    "all was played",
    ["Good morning, Ana.", "The visit takes one hour.", "Which day suits you?"],
    null,
    planned,
  ],
  ["nothing was reported", [], null, planned],
  ["a part was played", ["Good morning, Ana."], null, "Good morning, Ana. —"],
  [
    "cut within the second piece",
    ["Good morning, Ana."],
    "The visit takes",
    "Good morning, Ana. The visit takes —",
  ],
  ["cut within a word", ["Good morning, Ana."], "The vis", "Good morning, Ana. The visit —"],
  ["cut without reports", [], "The visit takes", "Good morning, Ana. The visit takes —"],
  ["cut before a word was heard", [], "", ""],
  ["cut between pieces", ["Good morning, Ana."], "", "Good morning, Ana. —"],
  ["a fragment of other words", ["Good morning, Ana."], "something else", "Good morning, Ana. —"],
  [
    "cut at the last word",
    ["Good morning, Ana.", "The visit takes one hour."],
    "Which day suits you?",
    planned,
  ],
  ["a comma at the cut", [], "Good morning", "Good morning —"],
])("%s", (_, played, fragment, heard) => {
  expect(trimToHeard(planned, played, fragment)).toBe(heard);
});

test("words that occur twice are looked for after what was played", () => {
  expect(trimToHeard("Yes we do. Yes we can.", ["Yes we do."], "Yes we")).toBe("Yes we do. Yes we —");
  expect(trimToHeard("Yes we do. Yes we can.", [], "Yes we")).toBe("Yes we do. Yes we —");
});
