import type { Language } from "#domain/language.ts";
import type { OutgoingMessage } from "./messenger.ts";

export type EmailSender = { fromAddress: string; fromName?: string | undefined; postalAddress: string };
export type ComposedEmail = { raw: Buffer; messageId: string; envelopeFrom: string };

const unsubscribe: Record<Language, string> = {
  en: "To stop receiving these emails",
  es: "Si no desea recibir más estos correos",
};
const noSubject: Record<Language, string> = { en: "A message for you", es: "Un mensaje para usted" };

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f]+/g, " ").trim();

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? "");

/** Plain addresses become links; everything else stays text. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/)
    .map((piece, place) =>
      place % 2 === 0 ? escapeHtml(piece) : `<a href="${escapeHtml(piece)}">${escapeHtml(piece)}</a>`,
    )
    .join("");

const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => `<p>${linked(one).replaceAll("\n", "<br>")}</p>`)
    .join("\n");

/** Who writes and from where, and the way out; what the text already says is not said twice. */
const footerOf = (sender: EmailSender, outgoing: OutgoingMessage): string[] => {
  const { text, language, unsubscribeUrl, business, businessAddress } = outgoing;
  const name = sender.fromName ?? business ?? "";
  const address = oneLine(businessAddress ?? sender.postalAddress);
  return [
    text.includes(address) ? "" : [name, address].filter(Boolean).join(", "),
    unsubscribeUrl && !text.includes(unsubscribeUrl) ? `${unsubscribe[language]}: ${unsubscribeUrl}` : "",
  ].filter(Boolean);
};

const htmlOf = (text: string, footer: string[], language: Language, subject: string): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">',
    paragraphs(text),
    '<div style="margin-top:32px;font-size:13px;color:#5a5a5a">',
    ...footer.map((line) => `<p>${linked(line)}</p>`),
    "</div></body></html>",
  ].join("\n");

/** Both headers, each once, as RFC 8058 has it. */
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

/**
 * The letter as it goes over the wire. What comes back comes to an address that names the action, where one is
 * listened at; else to the sender's own, whose mailbox may be read.
 */
export const composeEmail = async (
  sender: EmailSender,
  outgoing: OutgoingMessage,
): Promise<ComposedEmail> => {
  const { actionId, to, text, language, from, returnAddress } = outgoing;
  const domain = domainOf(sender.fromAddress);
  const messageId = `<${actionId}@${domain}>`;
  const envelopeFrom = returnAddress ?? sender.fromAddress;
  const subject = oneLine(outgoing.subject ?? "") || outgoing.business || noSubject[language];
  const footer = footerOf(sender, outgoing);
  // Loaded with the first letter.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const composed = new MailComposer({
    from: { name: oneLine(sender.fromName ?? outgoing.business ?? ""), address: from ?? sender.fromAddress },
    to: { name: "", address: to },
    ...(returnAddress
      ? { replyTo: { name: oneLine(sender.fromName ?? outgoing.business ?? ""), address: returnAddress } }
      : {}),
    subject,
    messageId,
    text: [text.trim(), ...(footer.length > 0 ? ["—", ...footer] : [])].join("\n\n"),
    html: htmlOf(text, footer, language, subject),
    headers: unsubscribeHeaders(sender.fromAddress, outgoing),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { raw: await composed.compile().build(), messageId, envelopeFrom };
};
