import { randomBytes } from "node:crypto";
import PostalMime, { type Email } from "postal-mime";
import { htmlToText } from "#domain/mail/html-text.ts";
import { actionIdIn, bodyHash } from "#sandbox/ledger.ts";
import { type MagicMailbox, mailboxOf, mailReplies } from "#sandbox/magic.ts";
import type { World } from "#sandbox/world.ts";
import type { KeptMail } from "./kept-mail.ts";
import { reportKinds } from "./report-text.ts";
import { reportOn } from "./reports.ts";

const headerOf = ({ headers }: Email, name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** RFC 8058: only an address that comes with the header for it may be called by one click. */
const oneClickOf = (mail: Email): string | null => {
  const post = headerOf(mail, "list-unsubscribe-post");
  if (!/^\s*List-Unsubscribe=One-Click\s*$/i.test(post ?? "")) return null;
  return /<(https?:[^>]+)>/i.exec(headerOf(mail, "list-unsubscribe") ?? "")?.[1] ?? null;
};

/** What an address that stands for a trouble sends back: a report, or somebody's words. */
const comeBack = async (world: World, trouble: MagicMailbox, mail: KeptMail): Promise<void> => {
  const kind = reportKinds.find((one) => one === (trouble === "complain" ? "complaint" : trouble));
  if (kind) await reportOn(world, kind, mail);
  const reply = mailReplies[trouble];
  if (reply)
    await world.carriers.get("smtp")?.({ customer: mail.recipient, business: mail.replyTo, ...reply });
};

export type Envelope = { from: string; to: string[] };

/** Mail is here: one effect for each recipient. Their ids. */
export const receiveMail = async (world: World, envelope: Envelope, raw: Buffer): Promise<string[]> => {
  // Parsed before anything is written down: whether it came does not depend on what it says.
  const mail = await PostalMime.parse(raw);
  const text = (mail.text ?? (mail.html ? htmlToText(mail.html) : "")).trim();
  const from = mail.from?.address ?? envelope.from;
  const replyTo = mail.replyTo?.[0]?.address ?? from;
  const now = new Date().toISOString();
  return envelope.to.map((recipient) => {
    const id = randomBytes(8).toString("hex");
    const entry = world.ledger.open({ vendor: "smtp", method: "DATA", path: recipient });
    entry.status = 250;
    entry.effect = {
      id,
      channel: "email",
      to: recipient,
      from,
      bodyHash: bodyHash(text),
      at: now,
      actionId: actionIdIn(
        envelope.from,
        mail.messageId,
        ...mail.headers.map(({ key, value }) => (key.startsWith("x-") ? value : null)),
        oneClickOf(mail),
      ),
    };
    const kept = {
      id,
      raw,
      returnPath: envelope.from || null,
      recipient,
      messageId: mail.messageId ?? null,
      subject: mail.subject ?? "",
      replyTo,
    };
    world.mails.keep(kept);
    world.phone.add(
      recipient.toLowerCase(),
      {
        kind: "message",
        id,
        at: now,
        channel: "email",
        arrived: true,
        business: replyTo,
        subject: mail.subject ?? "",
        text,
        status: "delivered",
        code: null,
        segments: null,
        price: null,
        template: null,
        unsubscribe: oneClickOf(mail),
      },
      "smtp",
    );
    const trouble = mailboxOf(recipient);
    if (trouble)
      world.wait(world.pace()).then(
        () => comeBack(world, trouble, kept),
        () => {},
      );
    return id;
  });
};
