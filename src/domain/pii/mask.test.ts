import { describe, expect, test } from "vitest";
import { findPii } from "./find-pii.ts";
import { type PiiFlags, piiKinds } from "./kinds.ts";
import { maskPii } from "./mask.ts";

const all: PiiFlags = Object.fromEntries(piiKinds.map((kind) => [kind, "mask"]));
const none: PiiFlags = Object.fromEntries(piiKinds.map((kind) => [kind, "show"]));
const masked = (payload: unknown, flags: PiiFlags = all) => maskPii(payload, findPii(payload), flags);

describe("masking personal data", () => {
  test.each([
    [{ card: "4242 4242 4242 4242" }, { card: "•••• 4242" }],
    [{ card_number: 4242424242424242 }, { card_number: "•••• 4242" }],
    [{ cvc: "123" }, { cvc: "•••" }],
    [{ iban: "ES91 2100 0418 4502 0005 1332" }, { iban: "•••• 1332" }],
    [{ ssn: "123-45-6789" }, { ssn: "•••• 6789" }],
    [{ ssn_last4: "6789" }, { ssn_last4: "•••" }],
    [{ email: "ana@example.com" }, { email: "a•••@example.com" }],
    [{ phone: "+1 787 555 0148 ext. 9" }, { phone: "••• •• 48" }],
    [{ full_name: "Ángela  Ríos" }, { full_name: "Á••• R•••" }],
    [{ dob: { day: 14, month: 3, year: 1985 } }, { dob: { day: "•••", month: "•••", year: "•••" } }],
    [{ direccion: "Calle Luna 123" }, { direccion: "•••" }],
    [{ ip: "203.0.113.45" }, { ip: "•••" }],
    [{ note: "Ana pays with 4242-4242-4242-4242, thanks" }, { note: "Ana pays with •••• 4242, thanks" }],
    [{ "ana@example.com": [1] }, { "a•••@example.com": [1] }],
    [
      { a: [null, true, 3, "plain"], b: {} },
      { a: [null, true, 3, "plain"], b: {} },
    ],
  ])("%j is shown as %j", (payload, shown) => expect(masked(payload)).toEqual(shown));

  test("masks only sensitive kinds by default, and follows the endpoint's flags", () => {
    const payload = { email: "ana@example.com", ssn: "123-45-6789" };
    expect(masked(payload, {})).toEqual({ email: "ana@example.com", ssn: "•••• 6789" });
    expect(masked(payload, { email: "mask", ssn: "show" })).toEqual({
      email: "a•••@example.com",
      ssn: "123-45-6789",
    });
    expect(masked(payload, none)).toEqual(payload);
  });

  test("does not change the payload itself", () => {
    const payload = { people: [{ ssn: "123-45-6789" }] };
    masked(payload);
    expect(payload).toEqual({ people: [{ ssn: "123-45-6789" }] });
  });

  test("leaves out whatever exceeded the scan limits", () => {
    const secret = "123-45-6789";
    let deep: unknown = secret;
    for (let at = 0; at < 100; at++) deep = [deep];
    const shown = JSON.stringify([
      masked(deep),
      masked([...Array.from({ length: 10_000 }, () => 1), secret]),
      masked(`${"x ".repeat(4995)}${secret}`),
      masked(`${"x ".repeat(9000)}${secret}`),
      masked(Array.from({ length: 2000 }, () => secret)),
    ]);
    expect(shown).not.toMatch(/\d\d-\d|-\d/);
  });

  test("never throws", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const trap = {
      get ssn(): string {
        throw new Error("no");
      },
    };
    for (const odd of [circle, trap, undefined, null, 1n, Symbol("s")]) masked(odd);
    expect(maskPii(trap, [], {})).toBe("•••");
    const polluted = masked(JSON.parse('{"__proto__": {"admin": true}}')) as { admin?: boolean };
    expect(polluted.admin).toBeUndefined();
  });
});
