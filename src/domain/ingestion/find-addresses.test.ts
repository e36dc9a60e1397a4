import { expect, test } from "vitest";
import { findAddresses } from "./find-addresses.ts";

test.each([
  ["a field", { email: "Ana@Example.com" }, ["ana@example.com"]],
  ["a header", { from: '"Ana" <ana@example.com>' }, ["ana@example.com"]],
  ["a list in a list", { a: [{ b: ["x", { tel: "(787) 555-0148" }] }] }, ["+17875550148"]],
  ["a number", { phone: 17875550148 }, ["+17875550148"]],
  ["a sentence", "Call me at 787-555-0148 or write to ana@example.com.", ["ana@example.com", "+17875550148"]],
  ["a scheme", { to: "whatsapp:+17875550148" }, ["+17875550148"]],
  ["a short number", { id: 1234, code: "A-77" }, []],
  ["nothing", null, []],
])("the addresses of %s are found", (_name, document, addresses) => {
  expect([...new Set(findAddresses(document))]).toEqual(addresses);
});
