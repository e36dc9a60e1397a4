import { describe, expect, test } from "vitest";
import { evaluatePlainExpression, parsePlainExpression } from "#domain/ingestion/plain-expression.ts";
import { readMailLead } from "./mail-lead.ts";

const read = (mail: object) => {
  const lead = readMailLead(mail);
  if (!lead) return undefined;
  return Object.fromEntries(
    Object.entries(lead.template.person).map(([target, expression]) => {
      const plain = parsePlainExpression(expression);
      return [target, plain && evaluatePlainExpression(plain, lead.payload)];
    }),
  );
};

const portal = { name: "Portal", address: "noreply@portal.example" };

describe("the lead in the body of a mail", () => {
  test("is read from labelled lines", () => {
    const text = `New inquiry\n\nName: Ana Ríos\nEmail: ana@example.com\nPhone: 787-555-0123\nMessage: Is it free?`;
    expect(read({ from: portal, text })).toEqual({
      fullName: "Ana Ríos",
      email: "ana@example.com",
      phone: "787-555-0123",
    });
  });

  test("may be in Spanish, with values on the next line", () => {
    const text = `Nombre:\nAna\nApellidos:\nRíos\nCorreo electrónico:\nana@example.com\nAgente: Bob Stone`;
    expect(read({ from: portal, text })).toMatchObject({
      firstName: "Ana",
      lastName: "Ríos",
      email: "ana@example.com",
    });
  });

  test("is the address of Reply-To where the body has none", () => {
    const replyTo = { name: "", address: "ana@example.com" };
    expect(read({ from: portal, replyTo, text: "You have a new message" })).toEqual({
      email: "ana@example.com",
    });
  });

  test("is nobody where only the portal is named", () => {
    expect(read({ from: portal, text: "Visit https://portal.example" })).toEqual({});
  });

  test("is not looked for in the mail of a person", () => {
    const text = "Hi, my wife is at\nEmail: eva@example.com";
    expect(read({ from: { name: "Ana", address: "ana@example.com" }, text })).toBeUndefined();
  });
});
