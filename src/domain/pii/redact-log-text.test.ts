import { expect, test } from "vitest";
import { redactLogText } from "./redact-log-text.ts";

test.each([
  ["Connection terminated unexpectedly", "Connection terminated unexpectedly"],
  ["connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED …:5432"],
  ["x is not a function", "x is not a function"],
  [
    "Cannot read properties of undefined (reading 'stop')",
    "Cannot read properties of undefined (reading '…')",
  ],
  ["Unexpected token 'h', \"hola soy Ana\" is not valid JSON", `Unexpected token '…', "…" is not valid JSON`],
  ["no such ana@example.com", "no such …"],
  ["no such person: Ana Rivera", "no such person: …"],
  ["Ana Rivera was not found", "… was not found"],
  ["The person Ana could not be reached at +1 787 555 0148", "The person … could not be reached at …"],
  ["The number 17875550148 is not valid. Check it", "The number … is not valid. Check it"],
  ["Key (email)=(ana@example.com) already exists.", "Key (email)=(…) already exists."],
  ["GET https://api.example.com/v1/people/ana?phone=1 failed", "GET https://api.example.com/… failed"],
  ["postgres://faro:secret@db:5432/faro refused", "postgres://db:5432/… refused"],
  ["the answer was «no quiero más» and nothing else", 'the answer was "…" and nothing else'],
  ["the vendor answered 503 with DatabaseError", "the vendor answered 503 with DatabaseError"],
  ["person 0190b6a2-5c1e-7cc3-9d6b-0123456789ab is gone", "person … is gone"],
  ['an unfinished "quote of Ana', 'an unfinished "…"'],
  ["two\nlines", "two lines"],
])("%s", (text, redacted) => expect(redactLogText(text)).toBe(redacted));

test("a long text is cut before it is read", () => {
  expect(redactLogText(`failed ${"x".repeat(10_000)}`).length).toBeLessThan(500);
});
