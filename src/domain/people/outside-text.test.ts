import { describe, expect, test } from "vitest";
import { checkColumnText, checkOutsideText, findOutsideProblems, quotableValues } from "./outside-text.ts";
import { columnsFor, type OutsideTextKind, personColumns, plainColumns } from "./person-columns.ts";

describe("a text from outside", () => {
  test.each<[OutsideTextKind, string, string]>([
    ["name", "Ana", "Ana"],
    ["name", "  María   José ", "María José"],
    ["name", "O'Neill-D’Angelo", "O'Neill-D’Angelo"],
    ["name", "St.John", "St.John"],
    ["name", "J.Smith", "J.Smith"],
    ["name", "J.R.R. Tolkien", "J.R.R. Tolkien"],
    ["name", "Martin Luther King, Jr.", "Martin Luther King, Jr."],
    ["name", "Dr. Pérez M.D.", "Dr. Pérez M.D."],
    ["name", "Ma.Elena", "Ma.Elena"],
    ["name", "Mª.Carmen", "Mª.Carmen"],
    ["name", "MA.ELENA", "MA.ELENA"],
    ["name", "MA.ELENA PÉREZ", "MA.ELENA PÉREZ"],
    ["name", "J.R.ORTIZ", "J.R.ORTIZ"],
    ["name", "J.R. Ortiz", "J.R. Ortiz"],
    ["name", "J.R.Ortiz", "J.R.Ortiz"],
    ["name", "A.J.", "A.J."],
    ["name", "J.Hughes", "J.Hughes"],
    ["name", "St. John", "St. John"],
    ["name", "Ma.Elena: Ponce", "Ma.Elena: Ponce"],
    ["name", "Class of 2026", "Class of 2026"],
    ["name", "Cliente 10234", "Cliente 10234"],
    ["place", "Sector 00901", "Sector 00901"],
    ["name", "李小龍", "李小龍"],
    ["name", "علی‌رضا", "علی‌رضا"],
    ["name", "Ana 🌞", "Ana 🌞"],
    ["name", "R2-D2", "R2-D2"],
    ["name", "Smith & Sons", "Smith & Sons"],
    ["name", "\u202EAna\u202C", "Ana"],
    ["place", "St. John's", "St. John's"],
    ["place", "L'Hospitalet de Llobregat", "L'Hospitalet de Llobregat"],
    ["code", "SW1A 1AA", "SW1A 1AA"],
    ["code", "00901-1234", "00901-1234"],
    ["tag", "google.com", "google.com"],
    ["tag", "list 20260101", "list 20260101"],
  ])("%s %j is taken as %j", (kind, text, expected) => {
    expect(checkOutsideText(kind, text)).toEqual({ value: expected });
  });

  test.each<[OutsideTextKind, string, string]>([
    ["name", "FREE PANELS AT evil.example", "holds_link"],
    ["name", "visit https://evil.example/now", "holds_link"],
    ["name", "WWW.EVIL.EXAMPLE", "holds_link"],
    ["name", "Evil.Example", "holds_link"],
    ["name", "EVIL.EXAMPLE", "holds_link"],
    ["name", "FREE.SOLAR", "holds_link"],
    ["name", "BIT.LY", "holds_link"],
    ["name", "MA.ELENA/X7", "holds_link"],
    ["name", "ПРИМЕР.ОНЛАЙН", "holds_link"],
    ["name", "Win.Click", "holds_link"],
    ["name", "Login.Cyou", "holds_link"],
    ["name", "Paypal.Bond/x7", "holds_link"],
    ["name", "Login.Secure.Cyou", "holds_link"],
    ["name", "Paypal.Maria/x7", "holds_link"],
    ["name", "Paypal.Maria:8080", "holds_link"],
    ["name", "Paypal.Maria?x", "holds_link"],
    ["name", "Пример.Онлайн", "holds_link"],
    ["name", "Text YES to 78755", "holds_number"],
    ["name", "t.co/abc", "holds_link"],
    ["name", "evil\u200B.example", "holds_link"],
    ["name", "ｅｖｉｌ．ｃｏｍ", "holds_link"],
    ["name", "evil。com", "holds_link"],
    ["name", "http 10.0.0.1", "holds_link"],
    ["name", "mailto:x", "holds_link"],
    ["name", "Ana \u202Egnp.exe", "holds_link"],
    ["name", "ana@example.org", "holds_link"],
    ["name", "<b>Ana</b>", "holds_markup"],
    ["name", "{{first_name}}", "holds_markup"],
    ["name", "&lt;script&gt;", "holds_markup"],
    ["name", "[here](x)", "holds_markup"],
    ["name", "call 787-555-0123", "holds_number"],
    ["name", "٠١٢٣٤٥٦٧", "holds_number"],
    ["name", "a".repeat(101), "too_long"],
    ["name", "a ".repeat(50_000), "too_long"],
    ["place", "San Juan evil.example", "holds_link"],
    ["code", "0".repeat(21), "too_long"],
    ["code", "<i>", "holds_markup"],
    ["tag", "<img src=x>", "holds_markup"],
  ])("%s %j is not taken: %s", (kind, text, problem) => {
    expect(checkOutsideText(kind, text)).toEqual({ problem });
  });

  test("every free text that a payload may fill has a kind", () => {
    const parsed = ["email", "phone", "language", "type", "status"];
    const isFree = (name: string) => checkColumnText(name, "a") !== undefined;
    expect(columnsFor("mapping").filter((name) => !parsed.includes(name) && !isFree(name))).toEqual([]);
    expect(Object.keys(personColumns).filter(isFree)).toEqual([
      "firstName",
      "lastName",
      ...plainColumns,
      "tags",
    ]);
  });

  test("may be as long as its column says, else as its kind", () => {
    const longest = (name: string, max: number) => {
      expect(checkColumnText(name, "a".repeat(max))).toEqual({ value: "a".repeat(max) });
      expect(checkColumnText(name, "a".repeat(max + 1))).toEqual({ problem: "too_long" });
    };
    for (const name of plainColumns) longest(name, personColumns[name].maxLength);
    longest("firstName", 100);
    expect(checkOutsideText("name", "a".repeat(120), 120)).toEqual({ value: "a".repeat(120) });
    expect(checkOutsideText("name", "a".repeat(41), 40)).toEqual({ problem: "too_long" });
  });

  test("of a change names the columns at fault", () => {
    expect(
      findOutsideProblems({ firstName: "x.com", lastName: "Ruiz", tags: ["vip", "<b>"], email: "a@b.co" }),
    ).toEqual([
      { column: "firstName", problem: "holds_link" },
      { column: "tags", problem: "holds_markup" },
    ]);
  });
});

test("of an event of an unknown sender a message quotes what holds no link, no markup and no phone number", () => {
  const fine = {
    appointment_date: "2026-11-18",
    appointment_time: "10:30 AM",
    when: "18 de noviembre de 2026 a las 10:30",
    order: "AB-1234567890",
    message: "How much is the large plan for 3 rooms?",
    count: 3,
  };
  const attacks = {
    link: "See evil.example",
    path: "Paypal.Maria/x7",
    phone: "Your account is locked, call +1 900 555 0100",
    markup: "<b>now</b>",
    long: `${"a ".repeat(600)}evil.example`,
  };
  expect(quotableValues({ ...fine, ...attacks })).toEqual(fine);
});
