import { expect, test } from "vitest";
import { compareCredit } from "./compare-credit.ts";
import type { Metric } from "./metrics.ts";
import { measureTable } from "./tables.ts";

const rowsOf = (credits: Record<string, [last: number, even: number]>) =>
  measureTable(
    "attribution",
    Object.entries(credits).flatMap(([dimension, [last, even]]) => [
      { metric: "credit_last" as Metric, dimension, band: null, count: last, amount: 0 },
      { metric: "credit_even" as Metric, dimension, band: null, count: 1, amount: even },
    ]),
    [],
  ).rows;

test.each([
  ["nothing", {}, null],
  ["the same", { sms: [3, 3.2], email: [2, 1.8] }, null],
  [
    "a channel that ends conversations",
    { whatsapp: [20, 8], email: [1, 10], sms: [3, 6] },
    { more: "whatsapp", moreBy: 12, fewer: "email", fewerBy: 9 },
  ],
] as [string, Record<string, [number, number]>, unknown][])("%s", (_what, credits, expected) => {
  expect(compareCredit(rowsOf(credits))).toEqual(expected);
});
