import { expect, test } from "vitest";
import { notificationKinds } from "#domain/notification.ts";
import { noticeText, type ReplyVerdict, verdictText } from "./chat-texts.ts";
import { personOfLink } from "./integration-work.ts";
import { readSlackText, toSlackText } from "./slack-text.ts";

test.each([
  ["Hola & adiós", "Hola &amp; adiós"],
  ["<!channel> <@U1>", "&lt;!channel&gt; &lt;@U1&gt;"],
])("Slack shows %s unchanged", (text, sent) => {
  expect(toSlackText(text)).toBe(sent);
  expect(readSlackText(sent)).toBe(text);
});

test.each([
  ["<@U0BOT> sí", "sí"],
  ["vea <https://a.example/x?b=1&amp;c=2|a.example>", "vea https://a.example/x?b=1&c=2"],
  ["<mailto:a@b.c|a@b.c> o <tel:+1787|787-555>", "a@b.c o 787-555"],
  ["<#C1|sales> ya", "ya"],
])("what was typed in %s", (text, typed) => {
  expect(readSlackText(text)).toBe(typed);
});

test.each([
  ["/inbox/0190a1b2-0000-7000-8000-000000000001", "0190a1b2-0000-7000-8000-000000000001"],
  ["/people/0190a1b2-0000-7000-8000-000000000001?tab=1", "0190a1b2-0000-7000-8000-000000000001"],
  ["/voice?call=0190a1b2-0000-7000-8000-000000000001", null],
  ["/inbox/0190a1b2-0000-7000-8000-000000000001x", null],
  [undefined, null],
])("the person of %s", (link, person) => {
  expect(personOfLink(link)).toBe(person);
});

const params = {
  ...{ job: "j", seq: 1, person: "Ana", channel: "sms", endpoint: "e", rule: "r", detail: "d", name: "n" },
  ...{
    team: "Ventas",
    limit: 50,
    count: 2,
    user: "Luz",
    title: "t",
    text: "x",
    reason: "because",
    words: "w",
    ...{ en: "New people", es: "Personas nuevas", value: "35", days: 7 },
  },
};

test.each(notificationKinds)("%s has a text in both languages", (kind) => {
  for (const language of ["en", "es"] as const) {
    expect(noticeText(kind, params, language)).not.toMatch(/undefined|^$/);
    expect(noticeText(kind, { ...params, simulated: 1 }, language)).toMatch(/\((test|prueba)\)$/);
  }
});

test.each<[ReplyVerdict, string, string]>([
  [
    { kind: "too_late" },
    "Not sent: the reply reached Faro more than an hour ago and could not be handled until now. Reply again to send it.",
    "No se envió: la respuesta llegó a Faro hace más de una hora y no se pudo atender hasta ahora. Contesta otra vez para enviarla.",
  ],
  [{ kind: "sent", channel: "email" }, "Sent by e-mail.", "Enviado por correo."],
  [
    { kind: "refused", reasons: [{ code: "opted_out" }, { code: "opted_out" }] },
    "Not sent: Opted out.",
    "No se envió: Pidió la baja.",
  ],
  [
    { kind: "waiting", channel: "sms", reasons: [{ code: "quiet_hours" }] },
    "Waiting to be sent by SMS: Quiet hours.",
    "Espera para salir por SMS: Horas de silencio.",
  ],
])("%o", (verdict, english, spanish) => {
  expect([verdictText(verdict, "en"), verdictText(verdict, "es")]).toEqual([english, spanish]);
});
