import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { columnsFor, personColumns } from "#domain/people/person-columns.ts";

test("events show every column of a person that they are to show", () => {
  const source = readFileSync("src/server/db/functions/webhooks/webhook-person.sql", "utf8");
  const shown = new Map(
    [...source.matchAll(/'(\w+)', (?:webhook_time\()?p\.(\w+)/g)].map(([, name, column]) => [name, column]),
  );
  expect(Object.fromEntries(shown)).toEqual(
    Object.fromEntries(columnsFor("webhook").map((name) => [name, personColumns[name].column])),
  );
});
