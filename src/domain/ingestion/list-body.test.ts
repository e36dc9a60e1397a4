import { describe, expect, test } from "vitest";
import { findListBody, readsWholeList, vendorItemKey } from "./list-body.ts";

const ana = { email: "ana@example.com" };
const luis = { phone: "+17875550123" };
const csv = (text: string, contentType = "text/csv") => ({ text, contentType });

const lists: [string, unknown, string | null, unknown[]][] = [
  ["an array", [ana, luis], null, [ana, luis]],
  ["an array of one", [ana], null, [ana]],
  ["leads", { leads: [ana, luis] }, "leads", [ana, luis]],
  [
    "contacts beside other fields",
    { source: "fair", total: 2, contacts: [ana, luis] },
    "contacts",
    [ana, luis],
  ],
  ["contacts in Spanish", { clientes: [{ nombre: "Ana" }] }, "clientes", [{ nombre: "Ana" }]],
  ["records that carry addresses", { records: [ana, luis] }, "records", [ana, luis]],
  [
    "CSV",
    csv('email,name\r\nana@example.com,"Ana, ""A"""\r\n'),
    null,
    [{ email: "ana@example.com", name: 'Ana, "A"' }],
  ],
  [
    "CSV of a Spanish Excel",
    csv("correo;nombre\nana@example.com;Ana\n\nluis@example.com;Luis"),
    null,
    [
      { correo: "ana@example.com", nombre: "Ana" },
      { correo: "luis@example.com", nombre: "Luis" },
    ],
  ],
  [
    "CSV with a line break in quotes",
    csv('email,note\na@example.com,"two\nlines"'),
    null,
    [{ email: "a@example.com", note: "two\nlines" }],
  ],
  ["lines of JSON", csv('{"a":1}\n{"a":2}\n', "application/x-ndjson"), null, [{ a: 1 }, { a: 2 }]],
];

const singles: [string, unknown][] = [
  ["an object", { email: "ana@example.com" }],
  ["a person with lists", { email: "ana@example.com", contacts: [luis] }],
  ["an order", { order: 7, items: [{ sku: "a" }, { sku: "b" }] }],
  ["events of another kind", { object: "page", entry: [{ id: "1", changes: [] }] }],
  ["an array of texts", ["a", "b"]],
  ["an empty array", []],
  ["an empty list", { leads: [] }],
  ["two lists of people", { leads: [ana], customers: [luis] }],
  ["a plain text", csv("email,name\nana@example.com,Ana", "text/plain")],
  ["CSV without rows", csv("email,name\n")],
  ["CSV with the same column twice", csv("email,email\na,b")],
  ["a number", 7],
  ["nothing", null],
];

describe("a body", () => {
  test.each(lists)("is a list: %s", (_, raw, field, items) => {
    expect(findListBody(raw)).toEqual({ field, items });
  });
  test.each(singles)("is one event: %s", (_, raw) => {
    expect(findListBody(raw)).toBeUndefined();
  });
});

test.each([
  ["$[0].email", null, true],
  ["$map($, function($x){ $x.email })", null, true],
  ["email", null, false],
  ["leads[0].email", "leads", true],
  ["email", "leads", false],
  ["properties.misleads", "leads", false],
])("a mapping with %s reads the whole list in %s: %s", (email, field, expected) => {
  expect(readsWholeList({ person: { email }, event: {} }, { field, items: [] })).toBe(expected);
});

test.each([
  [{ sg_event_id: "abc", email: "x" }, "sendgrid:abc"],
  [{ eventId: 1, subscriptionId: 2, portalId: 3, occurredAt: 4, attemptNumber: 1 }, "hubspot:3:2:1:4"],
  [{ eventId: "1" }, null],
  [{ id: 1 }, null],
])("the vendor's key of %j is %s", (item, key) => {
  expect(vendorItemKey(item)).toBe(key);
});
