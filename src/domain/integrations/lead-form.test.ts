import { expect, test } from "vitest";
import { consentsOfBoxes, type FormLead, leadPayload } from "./lead-form.ts";

test.each<[key: string, consents: object]>([
  ["whatsapp_consent", { whatsapp: true }],
  ["I agree to WhatsApp messages", { whatsapp: true }],
  ["sms_opt_in", { sms: true }],
  ["acepto-mensajes-de-texto", { sms: true }],
  ["text_messages_and_calls", { sms: true, call: true }],
  ["acepto_llamadas", { call: true }],
  ["correo", { email: true }],
  ["e-mail", { email: true }],
  ["context_1", {}],
  ["terms_accepted", {}],
  ["do_not_text_me", {}],
  ["no_llamadas", {}],
  ["sms_opt_out", {}],
])("the box %s gives consent to %o", (key, consents) => {
  expect(consentsOfBoxes([{ key, isChecked: true }])).toEqual(consents);
  // No refusal either: the form did not ask for one.
  expect(consentsOfBoxes([{ key, isChecked: false }])).toEqual({});
});

const lead: FormLead = {
  id: "444",
  createdAt: "2026-11-15T00:00:00+0000",
  formId: "222",
  adId: null,
  campaignId: null,
  platform: "ig",
  isOrganic: false,
  answers: [],
  boxes: [],
};

test.each<[name: string, values: string[], answers: object]>([
  ["email", ["a@b.c"], { email: "a@b.c" }],
  ["Full_Name", ["Ana"], { full_name: "Ana" }],
  ["post_code", ["00731"], { zip_code: "00731" }],
  ["¿qué_le_interesa?", ["Placas", "Batería"], { "¿qué_le_interesa?": "Placas, Batería" }],
  ["phone_number", [""], {}],
  ["phone_number", [], {}],
])("the answer %s %o", (name, values, answers) => {
  expect(leadPayload("facebook.lead", { ...lead, answers: [{ name, values }] })).toMatchObject({
    type: "facebook.lead",
    id: "444",
    form_id: "222",
    answers,
  });
});

test("the first of two questions with one name counts", () => {
  const answers = [
    { name: "email", values: ["first@b.c"] },
    { name: "EMAIL", values: ["second@b.c"] },
  ];
  expect(leadPayload("x", { ...lead, answers }).answers).toEqual({ email: "first@b.c" });
});
