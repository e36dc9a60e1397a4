import { expect, test } from "vitest";
import { hasMaskedSecret, maskSecrets } from "./mask-secrets.ts";

test.each<[string, string]>([
  ["my card is 4111 1111 1111 1111 thanks", "my card is [card number] thanks"],
  ["it is four one one one, one one one one, one one one one, one one one one", "it is [card number]"],
  [
    "la tarjeta es cuatro uno uno uno doble uno doble uno uno uno uno uno uno uno uno uno",
    "la tarjeta es [card number]",
  ],
  ["my social is one two three, four five, six seven eight nine", "my social is [social security number]"],
  ["el seguro social termina en 6789", "el seguro social termina en [social security number]"],
  ["the security code is three two one", "the security code is [password]"],
  ["my password is Sunny-Day 42!", "my password is [password]!"],
  ["mi contraseña es perro azul", "mi contraseña es [password]"],
])("%s", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
  expect(hasMaskedSecret(maskSecrets(text))).toBe(true);
});

test.each([
  "my number is seven eight seven, five five five, zero one two three",
  "llámeme al 787 555 0123",
  "I paid by card on the 15th, order 4711",
  "my password is not working",
  "it costs seven thousand four hundred dollars",
  "twenty five years in the house",
])("keeps %s", (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test("a number that is said in parts", () => {
  const say = (...parts: string[]): string[] => {
    const lines: string[] = [];
    for (const part of parts) lines.push(maskSecrets(part, lines.slice(-2).join(" ")));
    return lines;
  };
  expect(say("my social security number is", "one two three", "four five", "six seven eight nine")).toEqual([
    "my social security number is",
    "[social security number]",
    "[social security number]",
    "[social security number]",
  ]);
  expect(say("my card number is", "Sure.", "It's 4111 1111", "1111 1111.")).toEqual([
    "my card number is",
    "Sure.",
    "It's [card number]",
    "[card number].",
  ]);
});

test.each([
  "call 787-555-0123 5:30 pm",
  "I put it on my card in 2024",
  "my budget on the credit card is 15000",
  "La clave es llamar antes de las nueve",
])("no secret: %s", (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test("a number that was announced in the words before", () => {
  expect(maskSecrets("four one one one", "let me give you my card number")).toBe("[card number]");
  expect(maskSecrets("787 555 0123", "I lost my card")).toBe("787 555 0123");
});
