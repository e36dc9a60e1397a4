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
  /** Null except for e-mail. */
  subject: string | null;
  body: string;
};

const expand = (channel: Channel, texts: SeedTexts): TemplateSeed[] =>
  Object.entries(texts).flatMap(([name, { en, es }]) => [
    { name, channel, language: "en" as const, ...splitSubject(en) },
    { name, channel, language: "es" as const, ...splitSubject(es) },
  ]);

const splitSubject = (text: string | { subject: string; body: string }) =>
  typeof text === "string" ? { subject: null, body: text } : text;

/** The templates of a new workspace. Each names the business and how to opt out. */
export const templateSeeds: readonly TemplateSeed[] = [
  ...expand("sms", smsTemplates),
  ...expand("whatsapp", whatsappTemplates),
  ...expand("email", emailTemplates),
  ...expand("call", callTemplates),
];

/** Answers to the keywords for opt-out, opt-in and help. */
export const answerSeeds: readonly TemplateSeed[] = (["sms", "whatsapp", "email"] as const).flatMap(
  (channel) =>
    Object.entries(serviceTemplates).flatMap(([name, texts]) =>
      (["en", "es"] as const).map((language) => ({
        name,
        channel,
        language,
        subject: channel === "email" ? "{{company_name}}" : null,
        body: texts[language],
      })),
    ),
);
