import { expect, test } from "vitest";
import { minimiseText } from "./minimise.ts";

test("replaces personal data by placeholders, and puts it back into an answer", () => {
  const text = "Soy ana@example.com, mi tarjeta es 4111 1111 1111 1111. Escríbeme a ana@example.com hoy";
  const { text: sent, restore } = minimiseText(text);
  expect(sent).toBe("Soy {email 1}, mi tarjeta es {card 2}. Escríbeme a {email 1} hoy");
  expect(restore("Escríbeme a {email 1} hoy")).toBe("Escríbeme a ana@example.com hoy");
  expect(restore(sent)).toBe(text);
});

test("leaves a text without personal data as it is", () => {
  const text = "¿Cuánto cuesta la instalación? It's $500, right?";
  expect(minimiseText(text).text).toBe(text);
});
