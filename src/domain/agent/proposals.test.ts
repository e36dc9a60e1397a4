import { expect, test } from "vitest";
import { isConfirmed, saysYes } from "./proposals.ts";

test.each<[string, boolean]>([
  ["yes", true],
  ["Yes, please.", true],
  ["sí", true],
  ["sí, por favor", true],
  ["claro que sí", true],
  ["that's right", true],
  ["dale", true],
  ["ok", true],
  ["no", false],
  ["yes but on Wednesday", false],
  ["sí, pero más tarde", false],
  ["yes? what do you mean?", false],
  ["si es posible", true],
  ["maybe", false],
  ["not yes", false],
  ["I did not say yes", false],
  ["say yes to confirm", false],
  ["the customer said yes", false],
  ["don't confirm", false],
  ["", false],
  ["yes and by the way I also wanted to tell you a very long story about my roof", false],
])("%j is a yes: %j", (text, isYes) => {
  expect(saysYes(text)).toBe(isYes);
});

const yes = { text: "yes", at: 2000 };
test.each<[string, Partial<Parameters<typeof isConfirmed>[0]>, boolean]>([
  ["a yes after the read-back", {}, true],
  ["a read-back cut short", { wasPlayedInFull: false }, false],
  ["no answer", { later: null }, false],
  ["a yes before the read-back ended", { later: { text: "yes", at: 500 } }, false],
  ["a yes at the same instant", { later: { text: "yes", at: 1000 } }, false],
  ["a no", { later: { text: "no", at: 2000 } }, false],
  ["an old proposal", { now: 1000 + 5 * 60_000 }, false],
  ["a clock that ran back", { now: 0 }, false],
])("%s confirms: %s", (_, more, confirmed) => {
  expect(isConfirmed({ proposedAt: 1000, wasPlayedInFull: true, later: yes, now: 3000, ...more })).toBe(
    confirmed,
  );
});
