import { describe, expect, test } from "vitest";
import { escapeFormula, unescapeFormula } from "./formula-escape.ts";
import { type ImportTarget, importColumn } from "./import-options.ts";
import { type CellContext, readCell } from "./read-cell.ts";

const now = Date.UTC(2026, 10, 16, 12);
const context: CellContext = {
  country: "US",
  mend: true,
  dayFirst: null,
  owners: new Map([["marisol@example.com", "u1"]]),
  now,
};
const read = (target: ImportTarget, text: string, more: Partial<CellContext> = {}, column: object = {}) =>
  readCell(text, importColumn.parse({ target, ...column }), { ...context, ...more });

describe("a cell is read as its target", () => {
  test.each<[ImportTarget, string, unknown]>([
    ["phone", "(787) 555-0109", "+17875550109"],
    ["phone", "17875550109.0", "+17875550109"],
    ["phone", "+52 55 1234 5678", "+525512345678"],
    ["phone", "+52 1 55 1234 5678", "+525512345678"],
    ["phone", "+52 (1) 55-1234-5678", "+525512345678"],
    ["phone", "0052 1 5512345678", "+525512345678"],
    ["tags", "* myContacts ::: Clientes", ["Clientes"]],
    ["email", "Ana@Example.COM", "ana@example.com"],
    ["email", "Ana Rivera <ana@example.com>", "ana@example.com"],
    ["zip", "00956", "00956"],
    ["language", "Español", "es"],
    ["language", "ESP", "es"],
    ["language", "inglés", "en"],
    ["type", "Cliente", "customer"],
    ["type", "Prospecto", "lead"],
    ["status", "Contactado", "contacted"],
    ["status", "Won", "converted"],
    ["tags", "vip; feria ;vip", ["vip", "feria"]],
    ["tags", "vip, feria", ["vip", "feria"]],
    ["consent.sms", "Sí", true],
    ["consent.sms", "ACEPTO", true],
    ["consent.email", "No gracias", false],
    ["dnc", "x", true],
    ["owner", "Marisol@example.com", "u1"],
    ["timezone", "America/Puerto_Rico", "America/Puerto_Rico"],
    ["town", "Ponce", "Ponce"],
  ])("%s of %s", (target, text, value) => {
    expect(read(target, text)).toEqual({ value });
  });

  test.each<[ImportTarget, string, string, unknown]>([
    ["email", "maria@gmial.com", "email_mended", "maria@gmail.com"],
    ["email", "maria@hotmail.con", "email_mended", "maria@hotmail.com"],
    ["email", "maria@yahoocom", "email_mended", "maria@yahoo.com"],
    ["email", "maria @gmail.com", "email_mended", "maria@gmail.com"],
    ["zip", "956", "zeros_restored", "00956"],
    ["phone", "787-555-0109 ext 4", "extension_dropped", "+17875550109"],
    ["phone", "787-555-0109 x12", "extension_dropped", "+17875550109"],
    ["town", "BAYAMON", "town_mended", "Bayamón"],
  ])("%s of %s is mended (%s)", (target, text, code, value) => {
    expect(read(target, text)).toMatchObject({ value, mended: { code } });
  });

  test.each<[ImportTarget, string, string]>([
    ["phone", "1.78755E+10", "scientific_number"],
    ["phone", "1,78755E+10", "scientific_number"],
    ["phone", "555-0109", "short_phone"],
    ["phone", "787-555", "bad_phone"],
    ["phone", "none", "bad_phone"],
    ["email", "none", "bad_email"],
    ["email", "ana@", "bad_email"],
    ["status", "maybe", "bad_value"],
    ["consent.sms", "quizás", "bad_value"],
    ["createdAt", "13/13/2026", "bad_date"],
    ["createdAt", "2031-01-01", "future_date"],
    ["owner", "nobody@example.com", "unknown_owner"],
    ["id", "48811", "unknown_id"],
  ])("%s of %s is refused (%s)", (target, text, code) => {
    expect(read(target, text)).toMatchObject({ problem: { code } });
  });

  test("values of the operator come first, and nothing is mended against their will", () => {
    expect(read("consent.sms", "tal vez", {}, { values: { "tal vez": "no" } })).toEqual({ value: false });
    expect(read("email", "maria@gmial.com", { mend: false })).toEqual({ value: "maria@gmial.com" });
  });

  test("dates follow the order of their column", () => {
    const day = (text: string, dayFirst: boolean | null) => {
      const reading = read("createdAt", text, { dayFirst });
      return "value" in reading
        ? new Date(reading.value as number).toISOString().slice(0, 10)
        : reading.problem.code;
    };
    expect(day("03/11/2026", true)).toBe("2026-11-03");
    expect(day("03/11/2026", false)).toBe("2026-03-11");
    expect(day("25/12/2025", null)).toBe("2025-12-25");
    expect(day("3 de noviembre de 2026", null)).toBe("2026-11-03");
  });

  test("money of a custom field", () => {
    const field = { kind: "money" as const, choices: [] };
    expect(read("field", "$1,240.50", { field })).toEqual({ value: 1240.5 });
    expect(read("field", "no sé", { field })).toMatchObject({ problem: { code: "bad_field" } });
  });
});

describe("the escape of formulas", () => {
  test.each([
    "=1+1",
    "+1 787",
    "-x",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "'quoted",
    "plain",
    "+17875550109",
    "-5",
    "'=x",
  ])("%j comes back as it was", (text) => {
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  });
  test("phone numbers and plain numbers are not escaped", () => {
    expect(["+17875550109", "-5", "=A1"].map(escapeFormula)).toEqual(["+17875550109", "-5", "'=A1"]);
  });
});
