import { expect, test } from "vitest";
import { plainText } from "./fold-text.ts";
import { findQuantities } from "./quantities.ts";

const day = 24 * 60;
test.each<[string, [string, number][]]>([
  ["seven thousand three hundred dollars", [["money", 7300]]],
  ["mil quinientos dólares", [["money", 1500]]],
  ["doscientos sesenta pesos", [["money", 260]]],
  [
    "entre once mil y doce mil dólares",
    [
      ["money", 11_000],
      ["money", 12_000],
    ],
  ],
  [
    "entre nueve mil ochocientos y once mil cuatrocientos dólares",
    [
      ["money", 9800],
      ["money", 11_400],
    ],
  ],
  ["two hundred and fifty dollars", [["money", 250]]],
  ["treinta y un dólares", [["money", 31]]],
  ["$1,250.50", [["money", 1250.5]]],
  ["seventy-five cents", [["money", 0.75]]],
  ["free of charge", [["money", 0]]],
  ["it is not free", []],
  ["six point five percent", [["percent", 6.5]]],
  ["el doce por ciento", [["percent", 12]]],
  ["48 hours", [["duration", 2 * day]]],
  ["dos días", [["duration", 2 * day]]],
  ["an hour and a half", [["duration", 90]]],
  ["un año", [["duration", 360 * day]]],
  ["12 months", [["duration", 360 * day]]],
  ["9:15 a.m.", [["time", 9 * 60 + 15]]],
  ["a las cinco y media", [["time", 5 * 60 + 30]]],
  ["until noon", [["time", 0]]],
  ["a quarter to six", [["time", 5 * 60 + 45]]],
  ["a las diez menos cuarto", [["time", 9 * 60 + 45]]],
  ["half price", [["percent", 50]]],
  ["tres y medio por ciento", [["percent", 3.5]]],
  ["it does not cost you anything", [["money", 0]]],
  ["twice a year", [["duration", 180 * day]]],
  ["once the repair is done", []],
  [
    "from 8 to 5 p.m.",
    [
      ["time", 8 * 60],
      ["time", 5 * 60],
    ],
  ],
  ["the third visit", [["ordinal", 3]]],
  ["la segunda batería", [["ordinal", 2]]],
  ["500 megas", [["count", 500]]],
])("“%s”", (text, expected) => {
  const found = findQuantities(plainText(text).toLowerCase());
  expect(found.map(({ kind, value }) => [kind, value])).toEqual(expected);
});

test.each([
  ["$45 a month", 30 * day, null],
  ["$45 every two months", 60 * day, null],
  ["treinta dólares al año", 360 * day, null],
  ["$9 per camera", null, "camera"],
  ["$9 por cámara", null, "camara"],
])("the rate of “%s”", (text, minutes, noun) => {
  expect(findQuantities(plainText(text).toLowerCase())[0]?.per).toEqual({ minutes, noun });
});

test.each([
  ["up to 25 pounds", "upTo"],
  ["menores de 12 años", "under"],
  ["desde $189", "from"],
  ["orders over $75", "over"],
  ["within 48 hours", "within"],
])("the bound of “%s”", (text, bound) => {
  expect(findQuantities(plainText(text).toLowerCase())[0]?.bound).toBe(bound);
});
