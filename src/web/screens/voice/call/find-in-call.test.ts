import { expect, test } from "vitest";
import { splitByMatch } from "./find-in-call.ts";

const matches = (text: string, wanted: string) =>
  splitByMatch(text, wanted)
    .filter(({ isMatch }) => isMatch)
    .map(({ text: match }) => match);

test.each([
  ["Does the Cooperativa finance it?", "cooperativa", ["Cooperativa"]],
  ["¿Cuánto? CUANTO sea", "cuanto", ["Cuánto", "CUANTO"]],
  ["aaa", "aa", ["aa"]],
  ["Nothing here", "price", []],
  ["Anything", "  ", []],
])("%s searched for %s", (text, wanted, expected) => {
  expect(matches(text, wanted)).toEqual(expected);
  expect(
    splitByMatch(text, wanted)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});
