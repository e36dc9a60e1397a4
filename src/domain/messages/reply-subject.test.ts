import { expect, test } from "vitest";
import { replySubject } from "./reply-subject.ts";

test.each([
  ["Solar for my house", "Re: Solar for my house"],
  ["Re: Solar for my house", "Re: Solar for my house"],
  ["RV: re: FWD: Solar", "Re: Solar"],
  ["Refund of my deposit", "Re: Refund of my deposit"],
  ["{{first_name}}", "Re: first_name"],
  [" Re:  ", null],
])("the subject of an answer to %j is %j", (subject, expected) => {
  expect(replySubject(subject)).toBe(expected);
});

test("a long subject is cut", () => {
  expect(replySubject("a".repeat(400))).toHaveLength(200);
});
