import { describe, expect, test } from "vitest";
import { normalisePhone, parsePhoneText } from "#domain/phone.ts";
import { parseMappedValues } from "./mapped-values.ts";

const personOf = (field: string, value: unknown) => parseMappedValues({ [`person.${field}`]: value });

describe("a mapped person", () => {
  test.each([
    ["email", " Ana@Example.COM ", { email: "ana@example.com" }],
    ["email", "Ana Ríos <ana@example.com>", { email: "ana@example.com" }],
    ["email", ["", "ana@example.com"], { email: "ana@example.com" }],
    ["phone", "(787) 555-0123", { phone: "+17875550123" }],
    ["phone", 7875550123, { phone: "+17875550123" }],
    ["phone", 17875550123, { phone: "+17875550123" }],
    ["phone", "whatsapp:+17875550123", { phone: "+17875550123" }],
    ["phone", "34600123456", { phone: "+34600123456" }],
    ["phone", "tel:+34-600-123-456", { phone: "+34600123456" }],
    ["phone", "5215512345678", { phone: "+525512345678" }],
    ["firstName", "  Ana \t María ", { firstName: "Ana María" }],
    ["lastName", "R\u0000íos", { lastName: "Ríos" }],
    ["fullName", "Ana Rivera Ortiz", { firstName: "Ana", lastName: "Rivera Ortiz" }],
    ["fullName", "Ana Ríos <ana@example.com>", { firstName: "Ana", lastName: "Ríos" }],
    ["fullName", "ana@example.com", {}],
    ["type", "Customer", { type: "customer" }],
    ["status", "qualified", { status: "qualified" }],
    ["tags", "vip, , web,vip", { tags: ["vip", "web"] }],
    ["tags", ["vip", 7, null, { a: 1 }], { tags: ["vip", "7"] }],
    ["tags", ["vip", "<b>x</b>"], { tags: ["vip"] }],
    ["consents.sms", true, { consents: { sms: true } }],
    ["consents.email", "Sí", { consents: { email: true } }],
    ["consents.call", "on", { consents: { call: true } }],
    ["consents.whatsapp", 1, { consents: { whatsapp: true } }],
    ["consents.sms", "no", { consents: { sms: false } }],
  ])("%s from %j is %j", (field, value, expected) => {
    const { person, problems } = personOf(field, value);
    expect(person).toEqual({ tags: [], consents: {}, ...expected });
    expect(problems).toEqual([]);
  });

  test.each([
    ["email", "not an address", "bad_email"],
    ["email", { address: "ana@example.com" }, "bad_email"],
    ["email", 42, "bad_email"],
    ["email", `${"a".repeat(300)}@example.com`, "bad_email"],
    ["phone", "call me", "bad_phone"],
    ["phone", "123", "bad_phone"],
    ["phone", 1.5, "bad_phone"],
    ["phone", true, "bad_phone"],
    ["firstName", { first: "Ana" }, "bad_value"],
    ["firstName", "a".repeat(201), "bad_value"],
    ["lastName", 9, "bad_value"],
    ["firstName", "FREE PANELS AT evil.example", "holds_link"],
    ["fullName", "<b>Ana</b> Ruiz", "holds_markup"],
    ["lastName", "call 787-555-0123", "holds_number"],
    ["town", "San Juan evil.example", "holds_link"],
    ["zip", "<i>00901</i>", "holds_markup"],
    ["type", "partner", "bad_value"],
    ["status", "hot", "bad_value"],
    ["tags", { vip: true }, "bad_value"],
    ["consents.sms", "perhaps", "bad_value"],
    ["consents.sms", { agreed: true }, "bad_value"],
  ])("%s from %j is reported as a problem", (field, value, code) => {
    const { person, problems } = personOf(field, value);
    expect(problems).toEqual([{ code, target: `person.${field}` }]);
    expect(person).toEqual({ tags: [], consents: {} });
  });

  test.each([[undefined], [null], [""], ["  "], [[]], [[null, ""]]])("%j counts as absent", (value) => {
    const fields = ["email", "phone", "firstName", "fullName", "type", "status", "tags", "consents.sms"];
    for (const field of fields)
      expect(personOf(field, value)).toEqual({
        person: { tags: [], consents: {} },
        event: {},
        problems: [],
      });
  });

  test("separate names override the full name, which fills the missing one", () => {
    const both = { "person.fullName": "Ana Rivera", "person.firstName": "Anita" };
    expect(parseMappedValues(both).person).toMatchObject({ firstName: "Anita", lastName: "Rivera" });
  });

  test("limits the number and length of tags", () => {
    const many = Array.from({ length: 5000 }, (_, at) => `${at}-${"x".repeat(100)}`);
    const { tags } = personOf("tags", many).person;
    expect(tags).toHaveLength(50);
    expect(Math.max(...tags.map((tag) => tag.length))).toBe(60);
  });

  test.each([
    "787-555-0123",
    "+1 (787) 555-0123",
    "1-787-555-0123",
    "787.555.0123",
    "7875550123",
    "+34600123456",
  ])("parses %s like the full phone library", (text) =>
    expect(parsePhoneText(text)).toBe(normalisePhone(text)),
  );
});

describe("the country of a phone number", () => {
  test.each([
    [{ "person.phone": "55 1234 5678", "person.country": "MX" }, "US", "+525512345678"],
    [{ "person.phone": "55 1234 5678", "person.language": "es-MX" }, "US", "+525512345678"],
    [{ "person.phone": "55 1234 5678" }, "MX", "+525512345678"],
    [{ "person.phone": "787-555-0123", "person.country": "Puerto Rico" }, "MX", "+17875550123"],
    [{ "person.phone": "0034612345678", "person.country": "MX" }, "US", "+34612345678"],
  ] as const)("%j with the default %s is %s", (values, country, phone) =>
    expect(parseMappedValues(values, country).person.phone).toBe(phone),
  );

  test("a number that cannot exist is refused and reported", () => {
    const { person, problems } = parseMappedValues({ "person.phone": "(555) 555-5555" });
    expect(person.phone).toBeUndefined();
    expect(problems).toEqual([{ code: "bad_phone", target: "person.phone" }]);
  });
});

describe("a mapped event", () => {
  test("keeps its values and removes what PostgreSQL cannot store", () => {
    const { event } = parseMappedValues({
      "event.type": "order.paid",
      "event.total": 84.5,
      "event.paid": true,
      "event.note": "a\u0000b\ud800c",
      "event.items": [{ sku: "A\u0000" }, null],
      "event.none": null,
    });
    expect(event).toEqual({
      type: "order.paid",
      total: 84.5,
      paid: true,
      note: "ab\ufffdc",
      items: [{ sku: "A" }, null],
    });
  });

  test("reports a type that is not text", () => {
    const { event, problems } = parseMappedValues({ "event.type": { name: "x" } });
    expect(event).toEqual({});
    expect(problems).toEqual([{ code: "bad_value", target: "event.type" }]);
  });

  test("bounds deep, wide and long values", () => {
    let deep: unknown = "end";
    for (let level = 0; level < 5000; level++) deep = { deep };
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
    const { event } = parseMappedValues({
      "event.deep": deep,
      "event.wide": wide,
      "event.long": "x".repeat(1e6),
    });
    expect(JSON.stringify(event).length).toBeLessThan(100_000);
  });

  test("treats names such as __proto__ as plain keys", () => {
    const values = Object.fromEntries([
      ["event.__proto__", { polluted: true }],
      ["event.constructor", "x"],
    ]);
    const { event } = parseMappedValues(values);
    expect(Object.keys(event).sort()).toEqual(["__proto__", "constructor"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
