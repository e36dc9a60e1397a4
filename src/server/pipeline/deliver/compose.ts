import type { MessageTemplate } from "#contract/templates.ts";
import { buildSendIntent, type SendIntent } from "#domain/compliance/send-intent.ts";
import { checkLength, renderTemplate } from "#domain/messages/template.ts";
import { isVariable } from "#domain/messages/variables.ts";
import type { Reason } from "#domain/reason.ts";
import type { PlannedAction } from "#domain/rules/kinds.ts";
import type { Recipient } from "#server/store/compliance/gate-facts.ts";
import type { DueAction } from "#server/store/delivery/actions.ts";

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
  unsubscribeUrl: string | null = null,
): Record<string, unknown> => ({
  ...business,
  unsubscribe_link: unsubscribeUrl,
  appointment_date: event.appointment_date,
  appointment_time: event.appointment_time,
  first_name: person.firstName,
  last_name: person.lastName,
  customer_name: [person.firstName, person.lastName].filter(Boolean).join(" "),
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

/** What a rule's action asks the gate: the template it names may be one that WhatsApp approved. */
export const intentOf = (
  planned: PlannedAction,
  to: { personId: string; language: Language; ruleId: string | null },
  wordings: readonly MessageTemplate[],
): SendIntent => {
  const { channel, template: name, is } = planned;
  const template =
    is === "name" ? templateFor(wordings, { channel, config: { template: name } }, to.language) : undefined;
  return buildSendIntent({
    personId: to.personId,
    channel,
    ruleId: to.ruleId,
    approvedTemplateName: template?.approvedName ?? null,
  });
};

/** What a letter says at its foot anyway. */
const atTheFoot = new Set(["company_address", "unsubscribe_link"]);

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
  const { text, missing } = renderTemplate(body, values);
  const subject = template?.subject ?? action.config.subject ?? null;
  const title = subject === null ? null : renderTemplate(subject, values);
  const [hole] = [...missing, ...(title?.missing ?? [])].filter((name) => !atTheFoot.has(name));
  // Nobody is sent a sentence with a hole in it.
  if (hole !== undefined)
    return { code: isVariable(hole) ? "variable_missing" : "unknown_variable", name: hole };
  const long = checkLength(text, action.channel);
  if (long) return { ...long };
  if (text.trim() === "") return { code: "template_blank" };
  return {
    subject: title?.text ?? null,
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
