import { expect, test } from "vitest";
import * as z from "zod";
import { audience } from "#domain/audience/audience.ts";
import { peopleFilterAudience, peopleFilterFields } from "./people-filter.ts";

const filter = z.strictObject(peopleFilterFields);
const audienceOf = (input: object) => peopleFilterAudience(filter.parse(input));
const inLast = (field: string, last: number) => ({ field, op: "in_last", value: { last, unit: "days" } });

test.each([
  ["nothing", {}, undefined],
  ["empty filters", { scores: { intent: {} }, lastContact: {} }, undefined],
  [
    "bounds of scores, by the names of audiences",
    { scores: { intent: { min: 60 }, toBuy: { max: 40 }, churn: { min: 1, max: 2 } } },
    [
      { field: "intent", op: ">=", value: 60 },
      { field: "propensity", op: "<=", value: 40 },
      { field: "churn", op: ">=", value: 1 },
      { field: "churn", op: "<=", value: 2 },
    ],
  ],
  [
    "a consent",
    { consent: { channel: "sms", is: "granted" } },
    [{ field: "consent.sms", op: "is_any_of", value: ["granted"] }],
  ],
  [
    "a contact of either side",
    { lastContact: { inLastDays: 7 } },
    [{ any: [inLast("last_inbound_at", 7), inLast("last_outbound_at", 7)] }],
  ],
  [
    "no contact of ours",
    { lastContact: { from: "us", notInLastDays: 30 } },
    [{ not: { any: [inLast("last_outbound_at", 30)] } }],
  ],
])("%s becomes an audience", (_what, input, rows) => {
  const found = audienceOf(input);
  expect(found).toEqual(rows && { all: rows });
  if (found) expect(audience.safeParse(found).success).toBe(true);
});

test.each([
  { scores: { intent: { min: 101 } } },
  { scores: { anger: { min: 1 } } },
  { consent: { channel: "x", is: "granted" } },
  { lastContact: { inLastDays: 0 } },
])("%j is refused", (input) => {
  expect(filter.safeParse(input).success).toBe(false);
});
