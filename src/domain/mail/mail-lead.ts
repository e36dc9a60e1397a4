import { fieldMeaning } from "#domain/ingestion/field-meaning.ts";
import { findAddresses } from "#domain/ingestion/find-addresses.ts";
import { splitFullName } from "#domain/ingestion/full-name.ts";
import { guessMapping } from "#domain/ingestion/guess-mapping.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { emailConfidence } from "#domain/ingestion/value-shapes.ts";
import { haveDifferentNames } from "#domain/possible-duplicate.ts";
import { readAdfLead } from "./adf-lead.ts";
import { readLabelledLines } from "./labelled-lines.ts";
import { findNamedLead } from "./named-lead.ts";

/** What is known of a message before it is mapped; a payload may lack any of it. */
type PortalMail = {
  from?: unknown;
  replyTo?: unknown;
  text?: unknown;
  /** The text without quotations. */
  reply?: unknown;
  subject?: unknown;
  date?: unknown;
  inReplyTo?: unknown;
  automatic?: unknown;
};

export type MailLead = { template: MappingTemplate; payload: Record<string, unknown> };

type Mailbox = { name: string; address: string };

const mailboxOf = (value: unknown): Mailbox | undefined => {
  const { name, address } =
    value !== null && typeof value === "object" ? (value as Partial<Mailbox>) : { name: "", address: value };
  return typeof address === "string"
    ? { name: typeof name === "string" ? name : "", address: address.toLowerCase() }
    : undefined;
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** Mailboxes that websites and portals send leads from. */
const formMailbox =
  /^(?:wordpress|wp|www-data|apache|nobody|forms?|form-?submissions?|webforms?|web-?leads?|leads?|contact-?forms?|formularios?|submissions?|messages?)([+.@_-]|$)/i;
const isFormSender = (address: string): boolean => emailConfidence(address) < 0 || formMailbox.test(address);

/** Lines that programs write above a forwarded message. */
const headerLabel = /^(?:to|para|cc|sent|enviado(?: el)?|date|fecha)$/i;
const senderLabel = /^(?:from|de|sender|remitente)$/i;

/** Lines of a mail's own header, which reports quote. */
const transportLabel =
  /^(?:return-path|delivered-to|received|message-id|reply-to|mime-version|dkim-.*|arc-.*|x-.*|content-.*)$/i;

/** "From: Ana Ríos <ana@example.com>" of a form names the visitor; above a forwarded message it does not. */
const withSender = (all: Record<string, string>): Record<string, string> => {
  const lines = Object.fromEntries(Object.entries(all).filter(([label]) => !transportLabel.test(label)));
  const labels = Object.keys(lines);
  const label = labels.find((name) => senderLabel.test(name));
  if (label === undefined) return lines;
  const { [label]: sender = "", ...rest } = lines;
  if (labels.some((name) => headerLabel.test(name))) return rest;
  const [, name = "", address = ""] = /^(.*?)[\s<"(]*([^\s<>()"]+@[^\s<>()"]+)[>)"]*$/.exec(sender) ?? [];
  return {
    ...(address === ""
      ? { Name: sender }
      : { Email: address, ...(name.trim() === "" ? {} : { Name: name.trim() }) }),
    ...rest,
  };
};

/** Addresses that stand alone on a line, where a portal does not label them. */
const findLoneAddresses = (text: string, sender: string): { email?: string; phone?: string } => {
  const lines = text
    .split("\n")
    .filter((line) => /^[^\p{L}\d+(]*(?:[^\s=&/?]+@[^\s=&/?]+|[+(]?\d[\d\s().-]{6,})$/u.test(line.trim()));
  const found = [...new Set(lines.flatMap((line) => findAddresses(line)))];
  const emails = found.filter(
    (address) => emailConfidence(address) === 1 && domainOf(address) !== domainOf(sender),
  );
  const phones = found.filter((address) => address.startsWith("+"));
  return {
    ...(emails.length === 1 && emails[0] ? { email: emails[0] } : {}),
    ...(phones.length === 1 && phones[0] ? { phone: phones[0] } : {}),
  };
};

const hasName = ({ firstName, lastName, fullName }: MappingTemplate["person"]): boolean =>
  firstName !== undefined || lastName !== undefined || fullName !== undefined;
const hasAddress = ({ email, phone }: MappingTemplate["person"]): boolean =>
  email !== undefined || phone !== undefined;

/** A value of the lead by what its label means. */
const labelled = (
  lead: Record<string, string>,
  kind: "email" | "firstName" | "fullName",
): string | undefined => Object.entries(lead).find(([label]) => fieldMeaning(label)[kind] > 0)?.[1];

/** Whether a mail whose sender may be a person was written by a form, and whom it names. */
const isWrittenByForm = (
  lead: Record<string, string>,
  person: MappingTemplate["person"],
  sender: Mailbox,
): boolean => {
  const hasMessage = Object.keys(lead).some((label) => fieldMeaning(label).message > 0);
  if (!hasAddress(person) || !(hasName(person) || hasMessage)) return false;
  // The lines of a signature name the sender; those of a form also what the visitor wrote.
  const isOwn = labelled(lead, "email")?.toLowerCase().includes(sender.address) === true;
  return !isOwn || (hasName(person) && hasMessage);
};

/** Whether answers go to another address than the sender's. */
const hasOtherReplyTo = (sender: Mailbox, answerTo: Mailbox | undefined): answerTo is Mailbox =>
  answerTo !== undefined &&
  emailConfidence(answerTo.address) === 1 &&
  domainOf(answerTo.address) !== domainOf(sender.address) &&
  !(answerTo.name !== "" && !haveDifferentNames(splitFullName(answerTo.name), splitFullName(sender.name)));

const adfTargets = [
  "firstName",
  "lastName",
  "fullName",
  "email",
  "phone",
  "town",
  "region",
  "zip",
  "country",
] as const;

/** Completes what the lines say: an address that stands alone, Reply-To, and the name in the subject. */
const completePerson = (
  person: MappingTemplate["person"],
  found: { lone: { email?: string; phone?: string }; named: string | undefined },
  sender: Mailbox,
  answerTo: Mailbox | undefined,
): MappingTemplate["person"] => {
  const complete = { ...person };
  if (found.lone.email !== undefined) complete.email = "lone.email";
  if (found.lone.phone !== undefined) complete.phone = "lone.phone";
  // Beside a phone number, the portal's own relay is no address of the lead.
  const mayAnswer = hasAddress(complete)
    ? hasOtherReplyTo(sender, answerTo)
    : emailConfidence(answerTo?.address) > 0;
  if (complete.email === undefined && mayAnswer) complete.email = "replyTo";
  if (!hasAddress(complete)) return {};
  if (hasName(complete)) return complete;
  if (found.named !== undefined) complete.fullName = "named";
  else if (complete.email === "replyTo" && answerTo?.name) complete.fullName = "replyToName";
  return complete;
};

/**
 * The lead that a form or portal reports by mail: the mail of an automated sender, or one with labelled lines or
 * another Reply-To, is not from the lead. The person is in the body, else in Reply-To. Undefined for mail that a person
 * wrote.
 */
export const readMailLead = (mail: PortalMail): MailLead | undefined => {
  const sender = mailboxOf(mail.from);
  if (sender === undefined) return undefined;
  const { subject, date, text } = mail;
  const answerTo = mailboxOf(mail.replyTo);
  const isForm = isFormSender(sender.address);
  const adf = readAdfLead(textOf(text));
  // A person's answer may quote a form.
  if (!isForm && !adf && typeof mail.inReplyTo === "string") return undefined;
  const lead: Record<string, string> =
    adf ?? withSender(readLabelledLines(textOf(isForm ? text : (mail.reply ?? text))));
  const guessed = guessMapping({ lead });
  const person: MappingTemplate["person"] = adf
    ? Object.fromEntries(adfTargets.filter((name) => adf[name]).map((name) => [name, `lead.${name}`]))
    : guessed.person;
  const isAutomatic = (mail.automatic as { is?: unknown } | undefined)?.is === true;
  const isReplyToOther = !isAutomatic && hasOtherReplyTo(sender, answerTo);
  if (!isForm && !adf && !isReplyToOther && !isWrittenByForm(lead, person, sender)) return undefined;
  const lone = hasAddress(person) ? {} : findLoneAddresses(textOf(text), sender.address);
  const named = hasName(person) ? undefined : findNamedLead(textOf(subject), textOf(text));
  return {
    template: {
      person: completePerson(person, { lone, named }, sender, answerTo),
      event: {
        subject: "subject",
        message: adf?.message ? "lead.message" : (guessed.event.message ?? "text"),
        date: "date",
      },
    },
    payload: {
      lead,
      subject,
      date,
      text,
      replyTo: answerTo?.address,
      replyToName: answerTo?.name,
      named,
      lone,
    },
  };
};
