import { expect, test } from "vitest";
import { splitFullName } from "./full-name.ts";

test.each([
  ["María del Carmen Rivera Ortiz", "María del Carmen", "Rivera Ortiz"],
  ["Ortiz, Ana", "Ana", "Ortiz"],
  ["Rivera Ortiz, Ana María", "Ana María", "Rivera Ortiz"],
  ["Ana Rivera", "Ana", "Rivera"],
  ["Ana Rivera Ortiz", "Ana", "Rivera Ortiz"],
  ["José Luis Rivera", "José Luis", "Rivera"],
  ["Juan Carlos Pérez Soto", "Juan Carlos", "Pérez Soto"],
  ["Juan de la Cruz", "Juan", "de la Cruz"],
  ["Luis de Jesús Rivera", "Luis", "de Jesús Rivera"],
  ["Carlos Fernández Gómez", "Carlos", "Fernández Gómez"],
  ["Mary Beth Jones", "Mary Beth", "Jones"],
  ["John Fitzgerald Kennedy", "John Fitzgerald", "Kennedy"],
  ["Ana M. Rivera", "Ana M.", "Rivera"],
  ["Dr. Ana Rivera", "Ana", "Rivera"],
  ["Sra. Luz Colón Díaz", "Luz", "Colón Díaz"],
  ["Robert Brown Jr.", "Robert", "Brown Jr."],
  ["Robert Brown, Jr.", "Robert", "Brown Jr."],
  ["Ludwig van Beethoven", "Ludwig", "van Beethoven"],
  ["José Ortega y Gasset", "José", "Ortega y Gasset"],
  ["María José Rivera-Ortiz", "María José", "Rivera-Ortiz"],
  ["Prince", "Prince", undefined],
])("%s is %s and %s", (text, firstName, lastName) => {
  const names = splitFullName(text);
  expect([names.firstName, names.lastName]).toEqual([firstName, lastName]);
});

test.each([[""], [","], [", ,"], [" de la "], ["Jr."], [",Ana"], ["Dr."]])(
  "%j is split without harm",
  (text) => {
    const { firstName = "x", lastName = "x" } = splitFullName(text);
    expect(firstName === "" || lastName === "").toBe(false);
  },
);
