import jsonata from "jsonata";
import { expect, test } from "vitest";
import { seededRandom } from "#domain/ingestion/fake-person.ts";
import {
  evaluatePlainExpression,
  needsJsonata,
  parsePlainExpression,
} from "#domain/ingestion/plain-expression.ts";

const random = seededRandom(20_260_203);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const names = ["a", "b", "c", "name", "values", "__proto__", "constructor", "odd name", "ñ"];

const makeValue = (depth: number): unknown => {
  const kind = random();
  if (depth === 0 || kind < 0.25) return pick(["x", "email", "", 1, 0, -3, null, true, false]);
  const count = Math.floor(random() * 4);
  if (kind < 0.5) return Array.from({ length: count }, () => makeValue(depth - 1));
  const fields = Array.from({ length: count + 1 }, () => [pick(names), makeValue(depth - 1)] as const);
  return Object.fromEntries(fields);
};
const makeName = (): string => {
  const name = pick(names);
  return name === "odd name" ? "`odd name`" : name;
};
const makeStages = (): string => {
  const kind = random();
  if (kind < 0.65) return "";
  if (kind < 0.8) return `[${pick([0, 1, -1, 5, -7])}]`;
  if (kind < 0.9) return `[${makeName()}='${pick(["x", "email", ""])}']`;
  return `[${makeName()}.${makeName()} = "x"]${random() < 0.5 ? "[0]" : ""}`;
};
const makePath = (): string => {
  const count = 1 + Math.floor(random() * 3);
  return Array.from({ length: count }, () => makeName() + makeStages()).join(".");
};
const makeExpression = (): string => {
  const kind = random();
  if (kind < 0.8) return makePath();
  return `${kind < 0.9 ? "$" : "$$"}${random() < 0.5 ? `[${pick([0, 1, -1])}]` : ""}.${makePath()}`;
};

test("a plain path that has a certain value has the same value in JSONata", async () => {
  let sure = 0;
  for (let round = 0; round < 6000; round++) {
    const payload = makeValue(4);
    const expression = makeExpression();
    const plain = parsePlainExpression(expression);
    expect(plain, expression).toBeDefined();
    const plainValue = plain && evaluatePlainExpression(plain, payload);
    if (plainValue === needsJsonata) continue;
    sure += 1;
    const jsonataValue: unknown = await jsonata(expression).evaluate(payload);
    expect(JSON.stringify(plainValue), `${expression} of ${JSON.stringify(payload)}`).toBe(
      JSON.stringify(jsonataValue),
    );
  }
  expect(sure).toBeGreaterThan(3000);
});
