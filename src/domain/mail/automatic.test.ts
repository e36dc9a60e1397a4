import { describe, expect, test } from "vitest";
import { detectAutomatic } from "./automatic.ts";

const reasonFor = (
  headers: Record<string, string>,
  facts: Partial<Parameters<typeof detectAutomatic>[1]> = {},
) =>
  detectAutomatic(
    Object.entries(headers).map(([key, value]) => ({ key, value })),
    { from: "ana@example.com", subject: "Hello", envelopeFrom: null, ...facts },
  ).why;

describe("detecting automatic mail", () => {
  test.each([
    ["auto_submitted", { "auto-submitted": "auto-replied" }, {}],
    ["auto_submitted", { "auto-submitted": "auto-generated (failure)" }, {}],
    ["precedence", { precedence: "Bulk" }, {}],
    ["precedence", { precedence: "list" }, {}],
    ["mailing_list", { "list-id": "Solar news <news.example.com>" }, {}],
    ["suppress", { "x-auto-response-suppress": "All" }, {}],
    ["auto_reply_header", { "x-autoreply": "yes" }, {}],
    ["empty_return_path", { "return-path": "<>" }, {}],
    ["empty_return_path", {}, { envelopeFrom: "" }],
    ["daemon", {}, { from: "MAILER-DAEMON@example.com" }],
    ["subject", {}, { subject: "Automatic reply: Your offer" }],
    ["subject", {}, { subject: "RE: Out of Office: back on Monday" }],
    ["subject", {}, { subject: "Respuesta automática: su oferta" }],
    ["subject", {}, { subject: "RV: Fuera de la oficina" }],
  ])("recognises %s", (why, headers, facts) => {
    expect(reasonFor(headers as Record<string, string>, facts)).toBe(why);
  });

  test.each([
    [{ "auto-submitted": "no" }, {}],
    [{ "x-auto-response-suppress": "None" }, {}],
    [{ precedence: "first-class" }, {}],
    [{ "return-path": "<ana@example.com>" }, { envelopeFrom: "ana@example.com" }],
    [{}, { subject: "Question about out of office hours" }],
    [{}, { subject: "Automóvil: respuesta" }],
    [{}, { subject: "Autorización de descuento" }],
  ])("does not report %j %j", (headers, facts) => {
    expect(reasonFor(headers as Record<string, string>, facts)).toBeNull();
  });
});
