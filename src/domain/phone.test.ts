import { describe, expect, test } from "vitest";
import { personInput } from "./person.ts";
import { normalisePhone } from "./phone.ts";

describe("phone numbers", () => {
  test.each([
    ["787-555-0148", "+17875550148"],
    ["(939) 555 0172", "+19395550172"],
    ["+1 787 555 0148", "+17875550148"],
    ["1 (212) 555-0100", "+12125550100"],
    ["+34 612 34 56 78", "+34612345678"],
    ["12", undefined],
    ["hello", undefined],
    ["", undefined],
  ])("%s becomes %s", (text, expected) => expect(normalisePhone(text)).toBe(expected));

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
