import { expect, test } from "vitest";
import { emailPattern, normalizeEmail } from "./email-address.ts";

test.each([
  ["Ana@Example.COM ", "ana@example.com"],
  ["José@Exámple.org", "josé@exámple.org"],
  ["jose\u0301@exámple.org", "josé@exámple.org"],
  ["no address", "no address"],
])("%s is written as %s", (given, expected) => expect(normalizeEmail(given)).toBe(expected));

test.each([
  ["ana@example.com", true],
  ["josé@xn--exmple-qta.org", true],
  ["muñoz.ana+1@exámple.org", true],
  ["用户@xn--fsqu00a.xn--4rr70v", true],
  ["ana@localhost", false],
  ["@example.com", false],
  ["a b@example.com", false],
  ["a..b@example.com", false],
  ["ana@example.c", false],
  ["<ana@example.com>", false],
])("%s is an address: %s", (given, expected) => expect(emailPattern.test(given)).toBe(expected));
