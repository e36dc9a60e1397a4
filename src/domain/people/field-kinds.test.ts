import { describe, expect, test } from "vitest";
import { makeFieldKey } from "./field-key.ts";
import type { FieldReadOptions } from "./field-kinds/field-kind.ts";
import { fieldCell, fieldText, isReadableValue, readFieldValue } from "./field-kinds.ts";
import { type PersonFieldKind, personFieldKinds } from "./person-field.ts";

const choices = ["Solar", "Batería", "Solar, with battery"];
const read = (kind: PersonFieldKind, value: unknown, options: Omit<FieldReadOptions, "choices"> = {}) => {
  const reading = readFieldValue(value, { kind, choices }, options);
  return "value" in reading ? reading.value : `!${reading.problem}`;
};

describe("numbers", () => {
  test.each([
    ["12", 12],
    [12.5, 12.5],
    ["-3", -3],
    ["1,240", 1240],
    ["1,240.50", 1240.5],
    ["1.240,50", 1240.5],
    ["1 240,5", 1240.5],
    ["1’240.50", 1240.5],
    ["1.240", 1.24],
    ["1.240.000", 1_240_000],
    ["0,5", 0.5],
    [".5", 0.5],
    ["(12)", -12],
    ["-0", 0],
    ["1,24,000", "!not_number"],
    ["12 apples", "!not_number"],
    ["1e6", "!not_number"],
    ["1.78755E+10", "!not_number"],
    [Number.NaN, "!not_number"],
    [true, "!not_number"],
    [1e16, "!out_of_range"],
    ["", null],
    ["  ", null],
  ])("%j reads as %j", (value, expected) => {
    expect(read("number", value)).toEqual(expected);
  });

  test("a stated decimal mark decides what the text leaves open", () => {
    expect(read("number", "1.240", { decimalMark: "comma" })).toBe(1240);
    expect(read("number", "1,240", { decimalMark: "comma" })).toBe(1.24);
    expect(read("number", "1,240", { decimalMark: "point" })).toBe(1240);
  });
});

describe("money", () => {
  test.each([
    ["$1,240.50", 1240.5],
    ["1.240,50 €", 1240.5],
    ["1.240 €", 1240],
    ["US$ 99", 99],
    ["-$5.00", -5],
    ["$(5)", -5],
    ["($5)", -5],
    ["99.999", 99_999],
    ["0.1", 0.1],
    ["USD 12.30", 12.3],
    ["12.30 usd", 12.3],
    [1240.504, 1240.5],
    ["free", "!not_money"],
    ["$", "!not_money"],
    ["1e13", "!not_money"],
    [1e13, "!out_of_range"],
  ])("%j reads as %j", (value, expected) => {
    expect(read("money", value)).toEqual(expected);
  });
});

describe("dates", () => {
  test.each([
    ["2026-03-31", "2026-03-31"],
    ["2026-03-31T23:30:00Z", "2026-03-31"],
    ["2026/3/1", "2026-03-01"],
    ["31/03/2026", "2026-03-31"],
    ["03/31/2026", "2026-03-31"],
    ["5/5/85", "1985-05-05"],
    ["31 de marzo de 2026", "2026-03-31"],
    ["March 31, 2026", "2026-03-31"],
    ["1st of mar 2026", "2026-03-01"],
    ["31-Mar-2026", "2026-03-31"],
    ["2028-02-29", "2028-02-29"],
    ["2026-02-29", "!not_date"],
    ["2026-13-01", "!not_date"],
    ["31/31/2026", "!not_date"],
    ["03/04/2026", "!ambiguous_date"],
    ["tomorrow", "!not_date"],
    [20_260_331, "!not_date"],
  ])("%j reads as %j", (value, expected) => {
    expect(read("date", value)).toEqual(expected);
  });

  test("the order decides what the numbers leave open", () => {
    expect(read("date", "03/04/2026", { dateOrder: "day_first" })).toBe("2026-04-03");
    expect(read("date", "03/04/2026", { dateOrder: "month_first" })).toBe("2026-03-04");
    expect(read("date", "31/03/2026", { dateOrder: "month_first" })).toBe("2026-03-31");
  });
});

describe("the other kinds", () => {
  test.each<[PersonFieldKind, unknown, unknown]>([
    ["text", "  hello ", "hello"],
    ["text", 12, "12"],
    ["text", { a: 1 }, "!not_text"],
    ["text", "x".repeat(2001), "!too_long"],
    ["yes_no", "Sí", true],
    ["yes_no", "yes", true],
    ["yes_no", 1, true],
    ["yes_no", "No", false],
    ["yes_no", false, false],
    ["yes_no", "maybe", "!not_yes_no"],
    ["choice", "bateria", "Batería"],
    ["choice", "SOLAR", "Solar"],
    ["choice", "Wind", "!not_choice"],
    ["choices", "Batería; solar", ["Solar", "Batería"]],
    ["choices", "solar, with battery", ["Solar, with battery"]],
    ["choices", ["Solar", "Solar"], ["Solar"]],
    ["choices", ["Solar", "Wind"], "!not_choice"],
    ["choices", [], null],
    ["link", "https://example.com/a?b=c", "https://example.com/a?b=c"],
    ["link", "www.example.com", "https://www.example.com/"],
    ["link", "http://example.com", "!not_https"],
    ["link", "javascript:alert(1)", "!not_link"],
    ["link", "https://user:secret@example.com", "!not_link"],
    ["link", "not a link", "!not_link"],
  ])("%s: %j reads as %j", (kind, value, expected) => {
    expect(read(kind, value)).toEqual(expected);
  });
});

test("every kind shows a value in both languages and reads its own cell back", () => {
  const values: Record<PersonFieldKind, [unknown, string, string, string]> = {
    text: ["Hola", "Hola", "Hola", "Hola"],
    number: [1240.5, "1,240.5", "1,240.5", "1240.5"],
    date: ["2026-03-31", "March 31, 2026", "31 de marzo de 2026", "2026-03-31"],
    yes_no: [true, "yes", "sí", "yes"],
    choice: ["Batería", "Batería", "Batería", "Batería"],
    choices: [["Solar", "Batería"], "Solar and Batería", "Solar y Batería", "Solar; Batería"],
    link: ["https://example.com/", "https://example.com/", "https://example.com/", "https://example.com/"],
    money: [1240.5, "1,240.50", "1,240.50", "1240.50"],
  };
  for (const kind of personFieldKinds) {
    const [value, en, es, cell] = values[kind];
    const definition = { kind, choices };
    expect([fieldText(value, definition, "en"), fieldText(value, definition, "es")]).toEqual([en, es]);
    expect(fieldCell(value, definition)).toBe(cell);
    expect(readFieldValue(cell, definition)).toEqual({ value });
  }
});

test("a value that does not read as its kind is shown as it is stored", () => {
  const definition = { kind: "number", choices } as const;
  expect(isReadableValue("about ten", definition)).toBe(false);
  expect(fieldText("about ten", definition, "en")).toBe("about ten");
  expect(fieldCell(["a"], definition)).toBe('["a"]');
});

test.each([
  ["Roof size", [], "roof_size"],
  ["Tamaño del techo (m²)", [], "tamano_del_techo_m2"],
  ["Email", [], "custom_email"],
  ["Phone number", [], "custom_phone_number"],
  ["First name", [], "custom_first_name"],
  ["Postal code", [], "custom_postal_code"],
  ["2nd owner", [], "n_2nd_owner"],
  ["Roof size", ["roof_size", "roof_size_2"], "roof_size_3"],
  ["日本", [], "custom_field"],
  ["x".repeat(80), [], "x".repeat(60)],
  ["x".repeat(80), ["x".repeat(60)], `${"x".repeat(58)}_2`],
])("the key of %s, where %j are taken, is %s", (label, taken, key) => {
  expect(makeFieldKey(label, new Set(taken))).toBe(key);
  expect(makeFieldKey(label, new Set(taken))).toMatch(/^[a-z][a-z0-9_]{0,59}$/);
});
