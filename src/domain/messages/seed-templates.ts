import type { Channel } from "#domain/channels/channel.ts";
import type { Language } from "#domain/language.ts";
import { callTemplates } from "./seed-templates/call.ts";
import { emailTemplates } from "./seed-templates/email.ts";
import { serviceTemplates } from "./seed-templates/service.ts";
import { smsTemplates } from "./seed-templates/sms.ts";
import type { SeedTexts } from "./seed-templates/texts.ts";
import { whatsappTemplates } from "./seed-templates/whatsapp.ts";

export type TemplateSeed = {
  name: string;
  channel: Channel;
  language: Language;
  /** Of an e-mail. */
  subject: string | null;
  body: string;
};

const spread = (channel: Channel, worded: SeedTexts): TemplateSeed[] =>
  Object.entries(worded).flatMap(([name, { en, es }]) => [
    { name, channel, language: "en" as const, ...read(en) },
    { name, channel, language: "es" as const, ...read(es) },
  ]);

const read = (text: string | { subject: string; body: string }) =>
  typeof text === "string" ? { subject: null, body: text } : text;

/** What a new workspace can send at once. Each names the business, and says how to hear no more. */
export const templateSeeds: readonly TemplateSeed[] = [
  ...spread("sms", smsTemplates),
  ...spread("whatsapp", whatsappTemplates),
  ...spread("email", emailTemplates),
  ...spread("call", callTemplates),
];

/** Answers to the words that end, begin or explain messages. */
export const answerSeeds: readonly TemplateSeed[] = (["sms", "whatsapp", "email"] as const).flatMap(
  (channel) =>
    Object.entries(serviceTemplates).flatMap(([name, worded]) =>
      (["en", "es"] as const).map((language) => ({
        name,
        channel,
        language,
        subject: channel === "email" ? "{{company_name}}" : null,
        body: worded[language],
      })),
    ),
);
