import { renderEmail } from "#domain/email/render-email.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import type { Language } from "#domain/language.ts";
import type { DrawnEmail, OutgoingMessage } from "./messenger.ts";

export type EmailSender = { fromAddress: string; fromName?: string | undefined; postalAddress: string };
export type ComposedEmail = { raw: Buffer; messageId: string; envelopeFrom: string };

type NamedAddress = { name: string; address: string };
/** An e-mail before it is encoded, for mail servers and for vendors that take its parts. */
export type EmailParts = {
  from: NamedAddress;
  to: string;
  replyTo: NamedAddress | null;
  subject: string;
  messageId: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  files: { filename: string; contentType: string; content: Buffer }[];
};

const unsubscribeLabels: Record<Language, string> = {
  en: "To stop receiving these emails",
  es: "Si no desea recibir más estos correos",
};
const defaultSubjects: Record<Language, string> = { en: "A message for you", es: "Un mensaje para usted" };

/** A single plain address: no list, no display name, no quoted local part. */
export const isPlainAddress = (text: string): boolean =>
  /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]{1,255}$/.test(text);

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
const singleLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f]+/g, " ").trim();

/** URLs become links; everything else is escaped. */
const linkify = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/)
    .map((piece, index) =>
      index % 2 === 0 ? escapeHtml(piece) : `<a href="${escapeHtml(piece)}">${escapeHtml(piece)}</a>`,
    )
    .join("");

const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${linkify(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("\n");

/** Name, postal address and unsubscribe link, unless the text already contains them. */
const footerLines = (sender: EmailSender, outgoing: OutgoingMessage): string[] => {
  const { text, language, unsubscribeUrl, business, businessAddress } = outgoing;
  const name = sender.fromName ?? business ?? "";
  const address = singleLine(businessAddress ?? sender.postalAddress);
  return [
    text.includes(address) ? "" : [name, address].filter(Boolean).join(", "),
    unsubscribeUrl && !text.includes(unsubscribeUrl)
      ? `${unsubscribeLabels[language]}: ${unsubscribeUrl}`
      : "",
  ].filter(Boolean);
};

const renderHtml = (text: string, footer: string[], language: Language, subject: string): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">',
    paragraphs(text),
    '<div style="margin-top:32px;font-size:13px;color:#5a5a5a">',
    ...footer.map((line) => `<p>${linkify(line)}</p>`),
    "</div></body></html>",
  ].join("\n");

const unsubscribeWords: Record<Language, string> = { en: "Unsubscribe", es: "Darse de baja" };

/** An e-mail of blocks: its footer stands in its own layout. */
const renderDrawn = (
  sender: EmailSender,
  { language, unsubscribeUrl, business, businessAddress }: OutgoingMessage,
  { design, values, imageUrl }: DrawnEmail,
  subject: string,
): string =>
  renderEmail(design, {
    values,
    language,
    subject,
    imageUrl,
    footer: {
      sender: [sender.fromName ?? business ?? "", singleLine(businessAddress ?? sender.postalAddress)]
        .filter(Boolean)
        .join(", "),
      unsubscribe: unsubscribeUrl ? { label: unsubscribeWords[language], url: unsubscribeUrl } : null,
    },
  });

/** RFC 8058 requires both headers. */
const unsubscribeHeaders = (
  address: string,
  { unsubscribeUrl, returnAddress, actionId }: OutgoingMessage,
): Record<string, string> =>
  unsubscribeUrl
    ? {
        "List-Unsubscribe": `<${unsubscribeUrl}>, <mailto:${returnAddress ?? address}?subject=unsubscribe%20${actionId}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }
    : {};

/** RFC 3834: other machines do not answer it. */
const automaticHeaders = ({ isAutoReply }: OutgoingMessage): Record<string, string> =>
  isAutoReply ? { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" } : {};

/** Sender, texts with their footer, headers and files of an e-mail. */
export const composeEmailParts = async (
  sender: EmailSender,
  outgoing: OutgoingMessage,
): Promise<EmailParts> => {
  const { actionId, to, text, language, from, returnAddress } = outgoing;
  const subject = singleLine(outgoing.subject ?? "") || outgoing.business || defaultSubjects[language];
  const name = singleLine(sender.fromName ?? outgoing.business ?? "");
  const footer = footerLines(sender, outgoing);
  return {
    from: { name, address: from ?? sender.fromAddress },
    to,
    replyTo: returnAddress ? { name, address: returnAddress } : null,
    subject,
    messageId: `<${actionId}@${domainOf(sender.fromAddress)}>`,
    text: [text.trim(), ...(footer.length > 0 ? ["—", ...footer] : [])].join("\n\n"),
    html: outgoing.drawn
      ? renderDrawn(sender, outgoing, outgoing.drawn, subject)
      : renderHtml(text, footer, language, subject),
    headers: { ...unsubscribeHeaders(sender.fromAddress, outgoing), ...automaticHeaders(outgoing) },
    files: await Promise.all(
      (outgoing.files ?? []).map(async ({ filename, contentType, read }) => ({
        filename,
        contentType,
        content: await read(),
      })),
    ),
  };
};

/**
 * The raw message. Bounces go to the return address, which identifies the action; without one they go to the sender's
 * own address, whose mailbox may be read by mail ingestion.
 */
export const composeEmail = async (
  sender: EmailSender,
  outgoing: OutgoingMessage,
): Promise<ComposedEmail> => {
  const { to, replyTo, files, ...parts } = await composeEmailParts(sender, outgoing);
  // Loaded with the first e-mail.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const composed = new MailComposer({
    ...parts,
    to: { name: "", address: to },
    ...(replyTo ? { replyTo } : {}),
    attachments: files,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    raw: await composed.compile().build(),
    messageId: parts.messageId,
    envelopeFrom: outgoing.returnAddress ?? sender.fromAddress,
  };
};
