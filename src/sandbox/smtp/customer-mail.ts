import { randomBytes, randomUUID } from "node:crypto";
import type { SandboxContext } from "#sandbox/context.ts";
import { createPhoneMessage } from "#sandbox/phone/phone.ts";
import { deliverToBusiness } from "./deliver-to-business.ts";

/** RFC 2047, where the text is not ASCII. */
const encodeHeader = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

/** Prevents header injection through line breaks. */
const toSingleLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ").slice(0, 500);

/** A customer's e-mail is a reply to the latest one they received, if any. */
export const registerMailCarrier = (context: SandboxContext): void => {
  context.carriers.set("smtp", async ({ customer, business, text, subject, headers = [] }) => {
    const original = context.mails.latestTo(customer);
    const subjectLine = toSingleLine(
      subject ?? (original ? `Re: ${original.subject.replace(/^Re: /i, "")}` : ""),
    );
    const [from, to] = [toSingleLine(customer), toSingleLine(business)];
    const raw = [
      `From: <${from}>`,
      `To: <${to}>`,
      `Subject: ${encodeHeader(subjectLine)}`,
      `Message-ID: <${randomUUID()}@mail.sandbox.example>`,
      `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
      ...(original?.messageId
        ? [`In-Reply-To: ${original.messageId}`, `References: ${original.messageId}`]
        : []),
      ...headers,
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      ...(Buffer.from(text)
        .toString("base64")
        .match(/.{1,76}/g) ?? []),
      "",
    ].join("\r\n");
    const accepted = await deliverToBusiness(context.settings.webhooks.email, { from, to, raw });
    context.phone.add(
      customer,
      createPhoneMessage({
        id: randomBytes(8).toString("hex"),
        channel: "email",
        arrived: false,
        business,
        subject: subjectLine,
        text,
        status: accepted ? "received" : "failed",
      }),
      "smtp",
    );
  });
};
