import { expect, test } from "vitest";
import { findSources } from "./sources.ts";

const base = [
  { id: "price", text: "Una batería cuesta entre $9,800 y $11,400 instalada, según el techo." },
  { id: "hours", text: "Abrimos de lunes a sábado de nueve a seis." },
];

test.each([
  ["Una batería instalada cuesta entre $9,800 y $11,400.", ["price"]],
  ["Abrimos de lunes a sábado.", ["hours"]],
  ["No lo sé, preguntaré a un compañero.", []],
  ["", []],
])("%s rests on %j", (answer, ids) => {
  expect(findSources(answer, base).map(({ id }) => id)).toEqual(ids);
});
