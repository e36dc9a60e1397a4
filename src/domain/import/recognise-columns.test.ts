import { describe, expect, test } from "vitest";
import { createColumnSampler, findHeaderRow, looksLikeHeader, nameColumns } from "./file-columns.ts";
import { guessFieldKind, recogniseColumns } from "./recognise-columns.ts";

const recognise = (header: string, values: string[] = []) =>
  recogniseColumns([header], [values], {
    fields: [{ key: "bill", labels: ["Monthly bill", "Factura"] }],
    country: "US",
  })[0];

describe("a column is recognised", () => {
  test.each([
    ["Nombre y Apellido", "fullName"],
    ["Full Name", "fullName"],
    ["First Name", "firstName"],
    ["Apellidos", "lastName"],
    ["Tel. Móvil", "phone"],
    ["Teléfono", "phone"],
    ["Cell phone #", "phone"],
    ["WhatsApp", "phone"],
    ["E-Mail Address", "email"],
    ["Correo electrónico", "email"],
    ["Pueblo", "town"],
    ["City", "town"],
    ["Idioma", "language"],
    ["Código postal", "zip"],
    ["ZIP", "zip"],
    ["State", "region"],
    ["Acepta textos?", "consent.sms"],
    ["SMS opt-in", "consent.sms"],
    ["Acepta correos", "consent.email"],
    ["WhatsApp consent", "consent.whatsapp"],
    ["Autoriza llamadas", "consent.call"],
    ["No contactar", "dnc"],
    ["Do not call", "optOut.phone"],
    ["¿Cómo nos conoció?", "source"],
    ["Lead source", "source"],
    ["Etiquetas", "tags"],
    ["Vendedor", "owner"],
    ["Etapa", "status"],
    ["Tipo de cliente", "type"],
    ["Fecha", "createdAt"],
    ["Created at", "createdAt"],
    ["Notas", "note"],
    ["Time zone", "timezone"],
    ["Factura", "field"],
    ["ID interno", "skip"],
    ["Shoe size", "skip"],
  ])("%s → %s", (header, target) => {
    expect(recognise(header)?.guess.target).toBe(target);
  });

  test.each([
    [["ana@example.com", "luis@example.com"], "email"],
    [["(787) 555-0109", "787-555-0110"], "phone"],
    [["Bayamón", "PONCE", "Mayaguez"], "town"],
    [["Español", "English"], "language"],
  ])("from its values %j → %s", (values, target) => {
    expect(recognise("Columna", values)?.guess.target).toBe(target);
  });

  test("values that contradict the name win", () => {
    expect(recognise("Phone", ["yes", "no", "yes"])?.guess.target).not.toBe("phone");
    expect(recognise("ID", ["48811", "48812", "48813"])?.guess.target).toBe("skip");
  });

  test("an address column whose values repeat is never the person's, and says so", () => {
    const sellers = Array.from({ length: 300 }, (_, index) => `seller${index % 5}@example.com`);
    const own = Array.from({ length: 300 }, (_, index) => `person${index}@example.com`);
    expect(recognise("Contact Owner", sellers)?.guess.target).toBe("owner");
    expect(recognise("Contact owner's email", sellers)?.guess.target).toBe("owner");
    expect(recognise("E-mail", sellers)).toMatchObject({
      guess: { target: "skip" },
      question: { code: "repeated_values", distinct: 5, of: 300 },
    });
    expect(recognise("Correo", own)?.guess.target).toBe("email");
    expect(recognise("Phone", Array(20).fill("787-555-0100"))?.guess.target).toBe("skip");
  });

  test("states of a subscription are consents, whatever their column is called", () => {
    expect(recognise("Status", ["Subscribed", "Unsubscribed", "Cleaned"])?.guess.target).toBe(
      "consent.email",
    );
    expect(recognise("Status", ["New", "Contacted"])?.guess.target).toBe("status");
  });

  test("a company is a custom field that exists, else a new one, and the name where there is no other", () => {
    const find = (headers: string[], fields: { key: string; labels: string[] }[] = []) =>
      recogniseColumns(
        headers,
        headers.map(() => ["Acme LLC"]),
        { fields, country: "US" },
      ).map(({ guess }) => guess.field ?? guess.target);
    expect(find(["Name", "Company"])).toEqual(["fullName", "newField"]);
    expect(find(["Name", "Company"], [{ key: "empresa", labels: ["Company name", "Empresa"] }])).toEqual([
      "fullName",
      "empresa",
    ]);
    expect(find(["Business Name", "Phone"])).toEqual(["fullName", "phone"]);
  });

  test("the order of dates is found, or asked for", () => {
    expect(recognise("Fecha", ["03/11/2026", "13/11/2026"])).toMatchObject({
      guess: { dayFirst: true },
      question: null,
    });
    expect(recognise("Fecha", ["03/11/2026"])).toMatchObject({
      guess: { dayFirst: false },
      question: { code: "day_first" },
    });
    expect(recognise("Fecha", ["13/11/2026", "11/13/2026"])).toMatchObject({
      question: { code: "mixed_dates" },
    });
  });

  test("Nombre beside Apellidos is a first name", () => {
    const found = recogniseColumns(["Nombre", "Apellidos"], [[], []], { fields: [], country: "US" });
    expect(found.map(({ guess }) => guess.target)).toEqual(["firstName", "lastName"]);
    expect(recognise("Nombre", ["Luz Marte", "Ana Ríos"])?.guess.target).toBe("fullName");
    expect(recognise("Nombre", ["Luz", "Ana"])?.guess.target).toBe("firstName");
  });
});

test.each([
  [["$240", "310.00", "no sé"], "money"],
  [["12", "14"], "number"],
  [["03/11/2026"], "date"],
  [["sí", "no"], "yes_no"],
  [["rojo"], "text"],
])("the kind of a new field is guessed: %j → %s", (values, kind) => {
  expect(guessFieldKind(values)).toBe(kind);
});

test("headers are told apart from values, and named once each", () => {
  expect(looksLikeHeader(["Name", "Phone"])).toBe(true);
  expect(looksLikeHeader(["Ana", "787-555-0109"])).toBe(false);
  expect(nameColumns(["Phone", "", "Phone"])).toEqual(["Phone", "B", "Phone (2)"]);
  expect(
    findHeaderRow([["Clients of May"], ["", "2026"], ["Name", "Phone", "E-mail"], ["Ana", "1", "2"]]),
  ).toBe(2);
  expect(findHeaderRow([["Clients"], ["Name", "Phone"], ["Ana", "787-555-0109"]])).toBe(1);
  expect(
    findHeaderRow([
      ["Name", "Phone"],
      ["Ana", "787-555-0109"],
    ]),
  ).toBe(0);
  expect(
    findHeaderRow([
      ["Ana", "787-555-0109"],
      ["Eva", "787-555-0110"],
    ]),
  ).toBeUndefined();
  const sampler = createColumnSampler();
  sampler.add(["a", ""]);
  sampler.add(["a", "b"]);
  expect(sampler.columns()).toEqual([
    { filled: 2, samples: ["a"], values: ["a", "a"] },
    { filled: 1, samples: ["b"], values: ["b"] },
  ]);
});
