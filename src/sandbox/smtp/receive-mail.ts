import { randomBytes } from "node:crypto";
import PostalMime, { type Email } from "postal-mime";
import { htmlToText } from "#domain/mail/html-text.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { findActionId, hashBody, type LedgerEntry } from "#sandbox/ledger.ts";
import { findMagicMailbox, type MagicMailbox, magicMailReplies } from "#sandbox/magic-recipients.ts";
import { createPhoneMessage } from "#sandbox/phone/phone.ts";
import type { ReceivedMail } from "./mail-store.ts";
import { reportKinds, sendReport } from "./reports.ts";

const mailHeader = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** RFC 8058: one-click unsubscription requires both headers. */
const oneClickUnsubscribeUrl = (mail: Email): string | null => {
  const post = mailHeader(mail, "list-unsubscribe-post");
  if (!/^\s*List-Unsubscribe=One-Click\s*$/i.test(post ?? "")) return null;
  return /<(https?:[^>]+)>/i.exec(mailHeader(mail, "list-unsubscribe") ?? "")?.[1] ?? null;
};

/** A magic address answers with a report to the return path, if there is one, or with a reply of its owner. */
const sendMagicResponse = async (
  context: SandboxContext,
  mailbox: MagicMailbox,
  mail: ReceivedMail,
): Promise<void> => {
  const kind = reportKinds.find(
    (reportKind) => reportKind === (mailbox === "complain" ? "complaint" : mailbox),
  );
  if (kind) await sendReport(context, kind, mail);
  const reply = magicMailReplies[mailbox];
  if (reply)
    await context.carriers.get("smtp")?.({ customer: mail.recipient, business: mail.replyTo, ...reply });
};

export type Envelope = { from: string; to: string[] };

/** Creates one effect per recipient and returns their ids. */
export const receiveMail = async (
  context: SandboxContext,
  envelope: Envelope,
  raw: Buffer,
): Promise<string[]> => {
  // Parsing comes first: a message that cannot be parsed has no effect.
  const mail = await PostalMime.parse(raw);
  return storeMail(context, envelope, { raw, mail }, (recipient) => {
    const entry = context.ledger.open({ vendor: "smtp", method: "DATA", path: recipient });
    entry.status = 250;
    return entry;
  });
};

/** The ledger entry of a recipient is that of a session, or of the request of a vendor that sends mail. */
export const storeMail = (
  context: SandboxContext,
  envelope: Envelope,
  { raw, mail }: { raw: Buffer; mail: Email },
  entryFor: (recipient: string) => LedgerEntry | undefined,
): string[] => {
  const text = (mail.text ?? (mail.html ? htmlToText(mail.html) : "")).trim();
  const from = mail.from?.address ?? envelope.from;
  const replyTo = mail.replyTo?.[0]?.address ?? from;
  const now = new Date().toISOString();
  const files = mail.attachments.map(({ filename, mimeType, content }) =>
    context.files.add({
      filename: filename ?? "attachment",
      contentType: mimeType,
      content: typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    }),
  );
  return envelope.to.map((recipient) => {
    const id = randomBytes(8).toString("hex");
    const effect = {
      id,
      channel: "email" as const,
      to: recipient,
      from,
      bodyHash: hashBody(text),
      at: now,
      actionId: findActionId(
        envelope.from,
        mail.messageId,
        ...mail.headers.map(({ key, value }) => (key.startsWith("x-") ? value : null)),
        oneClickUnsubscribeUrl(mail),
      ),
    };
    const entry = entryFor(recipient);
    if (entry) entry.effect = effect;
    const received = {
      id,
      raw,
      html: mail.html ?? null,
      returnPath: envelope.from || null,
      recipient,
      messageId: mail.messageId ?? null,
      subject: mail.subject ?? "",
      replyTo,
    };
    context.mails.add(received);
    context.phone.add(
      recipient.toLowerCase(),
      createPhoneMessage({
        id,
        at: now,
        channel: "email",
        arrived: true,
        business: replyTo,
        subject: mail.subject ?? "",
        text,
        status: "delivered",
        unsubscribe: oneClickUnsubscribeUrl(mail),
        autoSubmitted: mailHeader(mail, "auto-submitted") ?? null,
        hasHtml: mail.html !== undefined,
        files,
      }),
      "smtp",
    );
    const mailbox = findMagicMailbox(recipient);
    if (mailbox)
      context.wait(context.stepDelayMs()).then(
        () => sendMagicResponse(context, mailbox, received),
        () => {},
      );
    return id;
  });
};
