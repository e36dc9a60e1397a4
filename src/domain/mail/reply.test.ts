import { describe, expect, test } from "vitest";
import { extractReply } from "./reply.ts";

const cases: [string, string, string][] = [
  [
    "an English mail program",
    "Yes, call me.\n\nOn Tue, 5 Mar 2024 at 10:00, Faro <a@b.co> wrote:\n> Hello",
    "Yes, call me.",
  ],
  [
    "a Spanish mail program",
    "Sí, llámeme.\n\nEl mar, 5 mar 2024 a las 10:00, Faro (<a@b.co>) escribió:\n\n> Hola\n> ¿Qué tal?",
    "Sí, llámeme.",
  ],
  [
    "an attribution wrapped over lines",
    "De acuerdo\n\nEl 12 de marzo de 2024, a las 9:15, Equipo de Ventas de Ejemplo\n<ventas@ejemplo.com>\nescribió:\n\n> Hola",
    "De acuerdo",
  ],
  [
    "a quotation without marks",
    "Ok\n\nOn Mon, May 6, 2024 Faro <a@b.co> wrote:\n\nold words\nmore old words",
    "Ok",
  ],
  ["the mark of an original message", "Fine.\n\n-----Original Message-----\nFrom: x\nold", "Fine."],
  ["the same mark in Spanish", "Bien.\n\n-----Mensaje original-----\nDe: x\nviejo", "Bien."],
  [
    "Outlook's headers",
    "Thanks\n\n________________________________\nFrom: Faro <a@b.co>\nSent: Monday\nTo: me\nSubject: Re: x\n\nold",
    "Thanks",
  ],
  [
    "Outlook's headers in Spanish",
    "Gracias\n\nDe: Faro <a@b.co>\nEnviado el: lunes\nPara: mí\nAsunto: RE: x\n\nviejo",
    "Gracias",
  ],
  ["a signature", "Call me.\n\n-- \nAna\n787-555-0100", "Call me."],
  ["a device signature", "Llámeme.\n\nEnviado desde mi iPhone", "Llámeme."],
  ["a device signature with a link", "Yes\n\nGet Outlook for iOS<https://aka.ms/o0ukef>", "Yes"],
  ["answers between the lines", "> Name?\n\nAna\n\n> Telephone?\n\n787", "Ana\n\n787"],
  [
    "an attribution directly below the text",
    "Write to bob@x.co\nOn Dec 8, 2013 2:10 PM, Al <al@x.co> wrote:\n\n> old",
    "Write to bob@x.co",
  ],
];

describe("extracting a reply", () => {
  test.each(cases)("removes what follows in %s", (_name, text, reply) => {
    expect(extractReply(text)).toBe(reply);
    expect(extractReply(text.replaceAll("\n", "\r\n"))).toBe(reply);
  });

  test.each([
    "On your way home you can call, as Ana wrote:\nit is open.",
    "From: the garden\nI would like two trees.",
    "Prices:\n- small\n- large",
    "Sent from my desk, it is much easier.",
    "See below\n\n---------- Forwarded message ----------\nFrom: Ana <a@b.co>\nDate: Monday\nSubject: Quote\nTo: us\n\nI want a quote",
    "Inicio del mensaje reenviado:\n\nDe: Ana <a@b.co>\nAsunto: Cotización\nPara: nosotros\n\nQuiero una cotización",
  ])("keeps the whole text when nothing is quoted: %j", (text) => {
    expect(extractReply(text)).toBe(text);
  });

  test("keeps the whole text when all of it looks quoted", () => {
    expect(extractReply("From: Ana\nTo: you\nSubject: Lead\n\nPlease call")).toContain("Please call");
  });
});
