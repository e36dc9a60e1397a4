import { describe, expect, test } from "vitest";
import { type Country, parseCountry } from "./country.ts";
import { personInput } from "./person.ts";
import { mayExist, normalisePhone, parsePhoneText } from "./phone.ts";

describe("phone numbers", () => {
  test.each([
    ["787-555-0148", "+17875550148"],
    ["(939) 555 0172", "+19395550172"],
    ["+1 787 555 0148", "+17875550148"],
    ["1 (212) 555-0100", "+12125550100"],
    ["+34 612 34 56 78", "+34612345678"],
    ["0034 612 34 56 78", "+34612345678"],
    ["00525512345678", "+525512345678"],
    ["011 52 55 1234 5678", "+525512345678"],
    ["+52 1 55 1234 5678", "+525512345678"],
    ["+5215512345678", "+525512345678"],
    ["0052 1 (55) 1234-5678", "+525512345678"],
    ["+52 1 12", undefined],
    ["+1 555 123 4567", undefined],
    ["(555) 555-5555", undefined],
    ["+52 12", undefined],
    ["12", undefined],
    ["hello", undefined],
    ["", undefined],
  ])("%s becomes %s", (text, expected) => expect(normalisePhone(text)).toBe(expected));

  test.each<[unknown, Country | undefined, string | undefined]>([
    ["55 1234 5678", "MX", "+525512345678"],
    ["5512345678", undefined, "+15512345678"],
    ["612 34 56 78", "ES", "+34612345678"],
    ["525512345678", "MX", "+525512345678"],
    ["+1 787 555 0148", "MX", "+17875550148"],
    ["787-555-0148", "PR", "+17875550148"],
    ["555-625-1199", "US", undefined],
    ["123 4567", "MX", undefined],
    [525512345678, undefined, "+525512345678"],
    [5215512345678, undefined, "+525512345678"],
    ["whatsapp:+5215512345678", "US", "+525512345678"],
    ["5215512345678", "MX", "+525512345678"],
    ["044 55 1234 5678", "MX", "+525512345678"],
  ])("%s of %s becomes %s", (text, country, expected) =>
    expect(parsePhoneText(text, country)).toBe(expected),
  );

  test.each([
    ["MX", "MX"],
    ["mx", "MX"],
    ["México", "MX"],
    ["Mexico", "MX"],
    ["+52", "MX"],
    [52, "MX"],
    ["es-MX", "MX"],
    ["es_MX", "MX"],
    ["Puerto Rico", "PR"],
    ["United States", "US"],
    ["Estados Unidos", "US"],
    ["1", "US"],
    ["es", "ES"],
    ["Atlantis", undefined],
    ["", undefined],
    [null, undefined],
  ])("the country %s is %s", (text, expected) => expect(parseCountry(text)).toBe(expected));

  test("the gate sends to no number that cannot exist", () => {
    expect(["+15551234567", "+12115550148", "+525", "+17875550148", "+12225550148"].map(mayExist)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test("a person's empty fields become null, and an impossible number is rejected", () => {
    expect(personInput.parse({ email: "", phone: "" })).toMatchObject({
      email: null,
      phone: null,
      status: "new",
      type: "lead",
    });
    expect(personInput.safeParse({ phone: "12" }).error?.issues[0]).toMatchObject({
      path: ["phone"],
      code: "invalid_format",
    });
    expect(personInput.safeParse({ nickname: "x" }).success).toBe(false);
  });
});
