import { expect, test } from "vitest";
import { findJoinQuestion } from "./join-question.ts";

test("more than one row in twenty that is joined with another asks first, until it is answered", () => {
  expect(findJoinQuestion({ added: 5, joined: 945 }, { answers: {} })).toEqual({ joined: 945, rows: 950 });
  expect(findJoinQuestion({ added: 94, joined: 6 }, { answers: {} })).toEqual({ joined: 6, rows: 100 });
  expect(findJoinQuestion({ added: 95, joined: 5 }, { answers: {} })).toBeNull();
  expect(findJoinQuestion({ added: 5, joined: 945 }, { answers: { twice_in_file: "join" } })).toBeNull();
  expect(findJoinQuestion({}, { answers: {} })).toBeNull();
});
