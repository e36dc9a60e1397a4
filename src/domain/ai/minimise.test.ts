import { expect, test } from "vitest";
import { createMinimiser, minimiseText } from "./minimise.ts";

test("replaces personal data by placeholders, and puts it back into an answer", () => {
  const text = "Soy ana@example.com, mi tarjeta es 4111 1111 1111 1111. Escríbeme a ana@example.com hoy";
  const { text: sent, restore } = minimiseText(text, []);
  expect(sent).toBe("Soy {email 1}, mi tarjeta es {card 2}. Escríbeme a {email 1} hoy");
  expect(restore("Escríbeme a {email 1} hoy")).toBe("Escríbeme a ana@example.com hoy");
  expect(restore(sent)).toBe(text);
});

test("leaves a text without personal data as it is", () => {
  const text = "¿Cuánto cuesta la instalación? It's $500, right?";
  expect(minimiseText(text, []).text).toBe(text);
});

test("replaces the names of the person and of users, announced names, and puts them back", () => {
  const text = "Hola Wilnelia, le habla Ramón Feliú. Dígale a neysha que llame a Wilnelia.";
  const { text: sent, restore } = minimiseText(text, ["Neysha Cruz"]);
  expect(sent).toBe("Hola {name 1}, le habla {name 2}. Dígale a {name 3} que llame a {name 1}.");
  expect(restore("Gracias, {name 2}")).toBe("Gracias, Ramón Feliú");
  expect(restore(sent)).toBe(text);
});

test("a name inside an address is replaced with it", () => {
  expect(minimiseText("Escriba a maria.soto@example.com", ["Maria Soto"]).text).toBe("Escriba a {email 1}");
});

test("texts that leave together share their placeholders", () => {
  const { minimise, restore } = createMinimiser(["Ana Soto"]);
  expect([minimise("Hi Ana, call Luis"), minimise("Luis called Ana")]).toEqual([
    "Hi {name 1}, call {name 2}",
    "{name 2} called {name 1}",
  ]);
  expect(restore("{name 2}")).toBe("Luis");
});
