import type { MessageTemplate } from "#contract/templates.ts";
import { renderTemplate, tooLong } from "#domain/messages/template.ts";
import type { Reason } from "#domain/reason.ts";
import type { DueAction } from "#server/store/deliveries.ts";
import type { Recipient } from "#server/store/gate-facts.ts";

export type Language = "en" | "es";
export type Composed = {
  subject: string | null;
  text: string;
  template: { name: string; language: string; values: string[] } | null;
  language: Language;
};

/** Who speaks: fills the places of a template that are not about the person. */
export type Business = Record<string, string>;

export const languageOf = (person: Pick<Recipient, "language">, workspace: Language): Language =>
  person.language === "en" || person.language === "es" ? person.language : workspace;

export const valuesOf = (
  person: Recipient,
  business: Business,
  event: Record<string, unknown>,
): Record<string, unknown> => ({
  ...business,
  first_name: person.firstName,
  last_name: person.lastName,
  full_name: [person.firstName, person.lastName].filter(Boolean).join(" "),
  email: person.email,
  phone: person.phone,
  status: person.status,
  ...Object.fromEntries(Object.entries(event).map(([name, value]) => [`event.${name}`, value])),
});

/** The template of that name in the person's language, else in the other one. */
export const templateFor = (
  templates: readonly MessageTemplate[],
  { channel, config }: Pick<DueAction, "channel" | "config">,
  language: Language,
): MessageTemplate | undefined => {
  // An agent that calls begins with the words of a call.
  const spoken = channel === "voice_agent" ? "call" : channel;
  const named = templates.filter(
    (one) => one.name === config.template && (one.channel === channel || one.channel === spoken),
  );
  return named.find((one) => one.language === language) ?? named[0];
};

/** The message as it leaves, or why there is none. */
export const compose = (
  action: Pick<DueAction, "channel" | "config">,
  template: MessageTemplate | undefined,
  values: Record<string, unknown>,
  language: Language,
  useApproved: boolean,
): Composed | Reason => {
  const body = template?.body ?? action.config.text;
  if (body === undefined)
    return { code: "template_missing", template: action.config.template ?? "", channel: action.channel };
  const { text } = renderTemplate(body, values);
  const subject = template?.subject ?? action.config.subject ?? null;
  const long = tooLong(text, action.channel);
  if (long) return { ...long };
  if (text.trim() === "") return { code: "template_blank" };
  return {
    subject: subject === null ? null : renderTemplate(subject, values).text,
    text,
    template:
      useApproved && template?.approvedName
        ? { name: template.approvedName, language: template.language, values: placesOf(body, values) }
        : null,
    language: (template?.language as Language | undefined) ?? language,
  };
};

/** The values of a template's places, in the order in which they stand. */
const placesOf = (body: string, values: Record<string, unknown>): string[] =>
  [...body.matchAll(/\{\{[^{}]*\}\}/g)].map(([place]) => renderTemplate(place, values).text);
