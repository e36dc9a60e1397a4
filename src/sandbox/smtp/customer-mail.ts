import { randomBytes, randomUUID } from "node:crypto";
import type { SandboxContext } from "#sandbox/context.ts";
import { deliverToBusiness } from "./deliver-to-business.ts";

/** Text of any language, as a header may hold it. */
const encodeHeader = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;

/** A header is one line, whatever somebody typed. */
const toSingleLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ").slice(0, 500);

/** Somebody answers an e-mail, or writes one first. */
export const registerMailCarrier = (context: SandboxContext): void => {
  context.carriers.set("smtp", async ({ customer, business, text, subject, headers = [] }) => {
    const answered = context.mails.latestTo(customer);
    const line = toSingleLine(subject ?? (answered ? `Re: ${answered.subject.replace(/^Re: /i, "")}` : ""));
    const [from, to] = [toSingleLine(customer), toSingleLine(business)];
    const raw = [
      `From: <${from}>`,
      `To: <${to}>`,
      `Subject: ${encodeHeader(line)}`,
      `Message-ID: <${randomUUID()}@mail.sandbox.example>`,
      `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
      ...(answered?.messageId
        ? [`In-Reply-To: ${answered.messageId}`, `References: ${answered.messageId}`]
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
    const taken = await deliverToBusiness(context.settings.webhooks.email, { from, to, raw });
    context.phone.add(
      customer,
      {
        kind: "message",
        id: randomBytes(8).toString("hex"),
        at: new Date().toISOString(),
        channel: "email",
        arrived: false,
        business,
        subject: line,
        text,
        status: taken ? "received" : "failed",
        code: null,
        segments: null,
        price: null,
        template: null,
        unsubscribe: null,
      },
      "smtp",
    );
  });
};
