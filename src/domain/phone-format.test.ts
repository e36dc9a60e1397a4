import { describe, expect, test } from "vitest";
import { formatPhone } from "./phone-format.ts";

describe("A phone number is shown in groups", () => {
  test.each([
    ["+17875550142", "+1 787 555 0142"],
    ["+34612345678", "+34 612 345 678"],
    ["+525512345678", "+52 551 234 5678"],
    ["+50688887777", "+506 8888 7777"],
    ["+74951234567", "+7 495 123 4567"],
    ["María Colón", "María Colón"],
    ["ana@example.com", "ana@example.com"],
    ["787 555 0142", "787 555 0142"],
    ["+1", "+1"],
    ["", ""],
  ])("%s is shown as %s", (stored, shown) => {
    expect(formatPhone(stored)).toBe(shown);
  });
});
