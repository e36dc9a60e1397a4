import { createHash } from "node:crypto";
import type { MessageTemplateRecord } from "#contract/templates.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { buildSendIntent, type SendIntent } from "#domain/compliance/send-intent.ts";
import { designText, shownDesign } from "#domain/email/design-text.ts";
import type { EmailDesign } from "#domain/email/email-design.ts";
import type { Language } from "#domain/language.ts";
import { comparableWords } from "#domain/messages/comparable-words.ts";
import { shortLinkName } from "#domain/messages/short-link.ts";
import { checkLength, renderTemplate, shortLinksIn } from "#domain/messages/template.ts";
import { isVariable } from "#domain/messages/variables.ts";
import type { Reason } from "#domain/reason.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import type { Recipient } from "#server/store/compliance/gate-facts.ts";
import type { DueAction } from "#server/store/delivery/actions.ts";

export type ComposedMessage = {
  subject: string | null;
  text: string;
  template: { name: string; language: string; values: string[] } | null;
  language: Language;
  /** E-mail only: how it is drawn, with the values of the person; null for a plain text. */
  drawn: { design: EmailDesign; values: Record<string, unknown> } | null;
};

/** The business's details, by the names of their template variables. */
export type BusinessValues = Record<string, string>;

export const recipientLanguage = (person: Pick<Recipient, "language">, workspace: Language): Language =>
  person.language === "en" || person.language === "es" ? person.language : workspace;

/** The values of all template variables. */
export const templateValues = (
  person: Recipient,
  business: BusinessValues,
  event: Record<string, unknown>,
  unsubscribeUrl: string | null = null,
  /** Of custom fields, in the language of the message. */
  customValues: Record<string, string> = {},
): Record<string, unknown> => {
  const fullName = [person.firstName, person.lastName].filter(Boolean).join(" ");
  return {
    ...customValues,
    ...business,
    unsubscribe_link: unsubscribeUrl,
    appointment_date: event.appointment_date,
    appointment_time: event.appointment_time,
    first_name: person.firstName,
    last_name: person.lastName,
    customer_name: fullName,
    full_name: fullName,
    email: person.email,
    phone: person.phone,
    status: person.status,
    ...Object.fromEntries(Object.entries(event).map(([name, value]) => [`event.${name}`, value])),
  };
};

/** Channels without templates of their own use the wording of another one. */
const wordingOf: Partial<Record<Channel, Channel>> = { voice_agent: "call", x: "sms" };

export const templatesOfChannel = (
  templates: readonly MessageTemplateRecord[],
  channel: Channel,
): MessageTemplateRecord[] =>
  templates.filter(({ channel: of }) => of === channel || of === wordingOf[channel]);

/** The named template in that language, else in the other one. */
export const findTemplate = (
  templates: readonly MessageTemplateRecord[],
  { channel, config }: Pick<DueAction, "channel" | "config">,
  language: Language,
): MessageTemplateRecord | undefined => {
  const named = templatesOfChannel(templates, channel).filter(({ name }) => name === config.template);
  return named.find((template) => template.language === language) ?? named[0];
};

/** The config of a rule's message. */
const plannedConfig = ({ template, is }: PlannedMessage): Pick<DueAction["config"], "template" | "text"> =>
  is === "name" ? { template } : { text: template };

type PlannedFor = Pick<SendIntent, "personId" | "ruleId" | "repeatLimit"> & {
  language: Language;
  /** Marketing where it is left out. */
  purpose?: SendIntent["purpose"];
};

/** What a rule's action would ask the gate for. */
export const plannedIntent = (
  { channel, template: name, is }: PlannedMessage,
  { personId, language, ruleId, repeatLimit, purpose }: PlannedFor,
  templates: readonly MessageTemplateRecord[],
): SendIntent => {
  const template =
    is === "name" ? findTemplate(templates, { channel, config: { template: name } }, language) : undefined;
  return buildSendIntent({
    personId,
    channel,
    purpose,
    ruleId,
    approvedTemplateName: template?.approvedName ?? null,
    templateCategory: template?.category,
    repeatLimit,
  });
};

/** Equal for messages that say the same. A call says nothing until it is answered, so it has none. */
export const digestWords = (
  channel: Channel,
  { subject, text }: Pick<ComposedMessage, "subject" | "text">,
): string | null =>
  channel === "call" || channel === "voice_agent"
    ? null
    : createHash("sha256")
        .update(comparableWords(`${subject ?? ""}\n${text}`))
        .digest("base64url");

/** A rule's message as it would be now, or why it cannot be composed. */
export const composePlanned = (
  action: PlannedMessage,
  values: Record<string, unknown>,
  language: Language,
  templates: readonly MessageTemplateRecord[],
): ComposedMessage | Reason => {
  const message = { channel: action.channel, config: plannedConfig(action) };
  const template = action.is === "name" ? findTemplate(templates, message, language) : undefined;
  return composeMessage(message, template, values, language, false);
};

/** Where the short links of a rule's message lead. */
export const plannedLinks = (
  action: PlannedMessage,
  language: Language,
  templates: readonly MessageTemplateRecord[],
): string[] => {
  const message = { channel: action.channel, config: plannedConfig(action) };
  const template = action.is === "name" ? findTemplate(templates, message, language) : undefined;
  const body = template?.body ?? message.config.text ?? "";
  return body.includes(shortLinkName) ? shortLinksIn(body) : [];
};

/** A digest of a rule's message as it would be now; null for a call and for what cannot be composed without its event. */
export const plannedWords = (...planned: Parameters<typeof composePlanned>): string | null => {
  const composed = composePlanned(...planned);
  return "code" in composed ? null : digestWords(planned[0].channel, composed);
};

/** The text of a rule's message as it would be now; null for what cannot be composed without its event. */
export const plannedText = (...planned: Parameters<typeof composePlanned>): string | null => {
  const composed = composePlanned(...planned);
  return "code" in composed ? null : composed.text;
};

/** Variables that may be empty in the text, because every e-mail has them in its footer. */
const footerVariables = new Set(["company_address", "unsubscribe_link"]);

/** The message as it is sent, or the reason why it cannot be composed. */
export const composeMessage = (
  action: Pick<DueAction, "channel" | "config">,
  template: MessageTemplateRecord | undefined,
  values: Record<string, unknown>,
  language: Language,
  useApprovedTemplate: boolean,
): ComposedMessage | Reason => {
  const hasFiles = (action.config.files ?? []).length > 0;
  const design = (action.channel === "email" && template?.design) || null;
  const body = design
    ? designText(shownDesign(design, values))
    : (writtenBody(template, useApprovedTemplate) ?? action.config.text ?? (hasFiles ? "" : undefined));
  if (body === undefined)
    return { code: "template_missing", template: action.config.template ?? "", channel: action.channel };
  const { text, missing } = renderTemplate(body, values);
  const subjectTemplate = template?.subject ?? action.config.subject ?? null;
  const subject = subjectTemplate === null ? null : renderTemplate(subjectTemplate, values);
  const preheader = renderTemplate(design?.preheader ?? "", values);
  const [empty] = [...missing, ...(subject?.missing ?? []), ...preheader.missing].filter(
    (name) => !footerVariables.has(name),
  );
  // A sentence with a gap in it is never sent.
  if (empty !== undefined)
    return { code: isVariable(empty) ? "variable_missing" : "unknown_variable", name: empty };
  const lengthProblem = checkLength(text, action.channel);
  if (lengthProblem) return { ...lengthProblem };
  if (text.trim() === "" && !hasFiles) return { code: "template_blank" };
  return {
    subject: subject?.text ?? null,
    text,
    template:
      useApprovedTemplate && template?.approvedName
        ? {
            name: template.approvedName,
            language: template.language,
            values: placeholderValues(body, values),
          }
        : null,
    language: template?.language ?? language,
    drawn: design && { design, values },
  };
};

/** What WhatsApp has approved is sent with those words, whatever was changed since. */
const writtenBody = (
  template: MessageTemplateRecord | undefined,
  useApprovedTemplate: boolean,
): string | undefined => (useApprovedTemplate ? template?.approval?.body : undefined) ?? template?.body;

/** The values of a template's placeholders, in the order of the text. */
const placeholderValues = (body: string, values: Record<string, unknown>): string[] =>
  [...body.matchAll(/\{\{[^{}]*\}\}/g)].map(([placeholder]) => renderTemplate(placeholder, values).text);
