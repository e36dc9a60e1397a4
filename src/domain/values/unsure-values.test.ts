import { expect, test } from "vitest";
import { readValue, type ValueKind } from "./read-value.ts";

const clock = { now: Date.UTC(2026, 10, 16, 14), timezone: "America/Puerto_Rico" };

test.each<[ValueKind, string]>([
  ["name", "Put down Wanda, W-A-N-D-A, and the last name is Feliú"],
  ["name", "Put it under Garcia Roofing"],
  ["name", "Ferretería Ochoa"],
  ["name", "Ok so first is Aiden and last is Fox"],
  ["email", "k.lee@example.edu but that one I don't check"],
  ["email", "capital M mendez at gmail dot com"],
  ["email", "bellla at gmail dot com"],
  ["address", "seven seventy Fifth Street, Brooklyn, New York, 11215"],
  ["address", "123 and a half Main Street, Tampa, Florida"],
  ["address", "5510 Park Avenue, that's off Highway 50, Orlando"],
  ["address", "ave Muñoz Rivera 1056 suite 3 San Juan"],
  ["address", "nine hundred Lake, Orlando"],
  ["address", "Urb. Las Palmas, calle Rosa, ce nueve, Humacao 00791"],
  ["money", "10 percent of 500"],
  ["money", "three payments of 99"],
  ["money", "como doscientos algo"],
  ["money", "mil dos"],
  ["money", "no pasa de noventa"],
  ["money", "between one and two hundred"],
  ["money", "nine fifty an hour"],
  ["money", "it went from 180 to 310"],
  ["money", "tres y medio"],
])("%s “%s” is asked for again", (kind, text) => {
  expect(readValue(kind, text, clock)).toHaveProperty("ask");
});

test.each<[ValueKind, string, string | number]>([
  [
    "address",
    "urbanización Villa Carolina, calle 32, Carolina 00985",
    "Urb. Villa Carolina, Calle 32, Carolina, PR 00985",
  ],
  ["address", "45 Birch Lane, Orlando, Florida 32801", "45 Birch Lane, Orlando, FL 32801"],
  ["email", "anna.rios@example.com, thank you", "anna.rios@example.com"],
  ["money", "two twenty", 220],
  ["money", "18 mil", 18000],
  ["name", "Ramón A. Feliciano", "Ramón A. Feliciano"],
  ["name", "Soto-Vega, Carmen", "Carmen Soto-Vega"],
  ["name", "My name's Tyrone, last name Barrett", "Tyrone Barrett"],
  ["money", "mil quinientos al mes", 1500],
])("%s “%s” is read", (kind, text, value) => {
  expect(readValue(kind, text, clock)).toEqual({ value });
});
