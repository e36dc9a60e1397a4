import { describe, expect, test } from "vitest";
import * as z from "zod";
import { personInput } from "#domain/person.ts";
import { blankable, perSecond } from "#server/connectors/connector.ts";
import { issueMessages } from "./issue-messages.ts";

const messages = (schema: z.ZodType, value: unknown) => {
  const inLanguage = (language: "en" | "es") =>
    schema.safeParse(value, { error: issueMessages[language] }).error?.issues.map(({ message }) => message);
  return [inLanguage("en"), inLanguage("es")];
};

describe("validation messages", () => {
  test.each([
    ["missing", z.string(), undefined, "This field is required", "Este campo es obligatorio"],
    ["null", z.string(), null, "This field is required", "Este campo es obligatorio"],
    ["empty", z.string().min(1), "", "This field is required", "Este campo es obligatorio"],
    ["choice missing", z.enum(["a", "b"]), undefined, "This field is required", "Este campo es obligatorio"],
    ["email empty", z.email(), "", "This field is required", "Este campo es obligatorio"],
    ["too short", z.string().min(8), "seven77", "Use at least 8 characters", "Use al menos 8 caracteres"],
    ["too long", z.string().max(3), "four", "Use at most 3 characters", "Use como máximo 3 caracteres"],
    ["too small", z.number().min(5), 4, "Enter 5 or more", "Ingrese 5 o más"],
    ["too big", z.int().max(5), 6, "Enter 5 or less", "Ingrese 5 o menos"],
    ["not above", z.number().positive(), 0, "Enter more than 0", "Ingrese más de 0"],
    ["not below", z.number().lt(2), 2, "Enter less than 2", "Ingrese menos de 2"],
    ["too few", z.array(z.string()).min(2), ["a"], "Add at least 2", "Agregue al menos 2"],
    ["too many", z.array(z.string()).max(1), ["a", "b"], "Add at most 1", "Agregue como máximo 1"],
    ["email", z.email(), "ana", "Enter a valid email address", "Ingrese un correo electrónico válido"],
    [
      "url",
      z.url(),
      "example",
      "Enter a full address, such as https://example.com",
      "Ingrese una dirección completa, como https://example.com",
    ],
    ["date", z.iso.date(), "31/3", "Enter a date, such as 2026-03-31", "Ingrese una fecha, como 2026-03-31"],
    ["pattern", z.string().regex(/^\d+$/), "x", "This value is not valid", "Este valor no es válido"],
    ["not text", z.string(), 7, "Enter text", "Ingrese un texto"],
    ["not a number", z.number(), "x", "Enter a number", "Ingrese un número"],
    ["text that is not a number", z.coerce.number(), "x", "Enter a number", "Ingrese un número"],
    ["not an integer", z.int(), 1.5, "Enter a whole number", "Ingrese un número entero"],
    ["not a boolean", z.boolean(), "x", "Enter true or false", "Ingrese true o false"],
    ["not a list", z.array(z.string()), {}, "Enter a list", "Ingrese una lista"],
    ["not an object", z.object({}), "x", "Enter an object with fields", "Ingrese un objeto con campos"],
    [
      "unknown option",
      z.enum(["sms", "email"]),
      "fax",
      "Choose one of: sms, email",
      "Elija una opción: sms, email",
    ],
    [
      "wrong literal",
      z.literal("cron"),
      "x",
      "The only valid value is cron",
      "El único valor válido es cron",
    ],
    ["unknown field", z.strictObject({}), { x: 1 }, "Unknown fields: x", "Campos desconocidos: x"],
    [
      "blank allowed",
      blankable(z.string().max(2)),
      "abc",
      "Use at most 2 characters",
      "Use como máximo 2 caracteres",
    ],
    [
      "an email or blank",
      z.union([z.literal(""), z.email(), z.null()]),
      "ana",
      "Enter a valid email address",
      "Ingrese un correo electrónico válido",
    ],
    [
      "a person's phone",
      personInput.shape.phone,
      "12",
      "Enter a phone number, such as +1 787 555 0148",
      "Ingrese un número de teléfono, como +1 787 555 0148",
    ],
    [
      "a person's email",
      personInput.shape.email,
      "ana@",
      "Enter a valid email address",
      "Ingrese un correo electrónico válido",
    ],
    ["a rate", perSecond("Rate"), 0, "Enter 0.1 or more", "Ingrese 0.1 o más"],
    ["own check", z.string().refine(() => false), "x", "This value is not valid", "Este valor no es válido"],
  ] as [string, z.ZodType, unknown, string, string][])("%s", (_kind, schema, value, en, es) => {
    expect(messages(schema, value)).toEqual([[en], [es]]);
  });

  test("an invalid ID shows a valid example", () => {
    const [[en], [es]] = messages(z.uuid(), "7") as [string[], string[]];
    expect(z.uuid().safeParse(en?.split(" ").at(-1)).success).toBe(true);
    expect(es).toMatch(/^Ingrese un identificador/);
  });

  test("a schema's own message takes precedence", () => {
    const own = z.string().min(8, "Eight at least");
    expect(messages(own, "x")).toEqual([["Eight at least"], ["Eight at least"]]);
  });

  test("limits how many field names of the caller are repeated", () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${"x".repeat(900)}`, at]));
    const [en] = messages(z.strictObject({}), many);
    expect(en?.[0]?.length).toBeLessThan(800);
    expect(en?.[0]).toMatch(/, …$/);
  });
});
