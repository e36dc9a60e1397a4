import * as z from "zod";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { type SendgridContext, type SendgridSettings, sendgrid } from "#server/connectors/sendgrid.ts";
import { isSignedBySendgrid } from "#server/connectors/sendgrid-signature.ts";
import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import { describeFailure, type VendorResponse } from "#server/connectors/vendor-response.ts";
import { composeEmailParts, type EmailParts, isPlainAddress } from "./compose-email.ts";
import type { Messenger, OutgoingMessage, SendOutcome, VendorCallback } from "./messenger.ts";
import { toSendOutcome } from "./outcome.ts";
import { configuredRate } from "./rates.ts";
import { actionArgument, parseSendgridEvents } from "./sendgrid-events.ts";

/** SendGrid allows 10,000 requests a second; mailbox providers rarely accept more than this from one sender. */
const defaultPerSecond = 50;
/** SendGrid takes 30 MB and reads all of it before it answers. */
const uploadTimeoutMs = 60_000;

/** Neither links nor texts are changed for tracking: the mail is the one that SMTP would send. */
const trackingSettings = {
  click_tracking: { enable: false, enable_text: false },
  open_tracking: { enable: false },
  subscription_tracking: { enable: false },
};

const named = ({ name, address }: { name: string; address: string }) => ({
  email: address,
  ...(name ? { name } : {}),
});

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
export const sendgridMail = (parts: EmailParts, actionId: string): object => ({
  personalizations: [{ to: [{ email: parts.to }], custom_args: { [actionArgument]: actionId } }],
  from: named(parts.from),
  ...(parts.replyTo ? { reply_to: named(parts.replyTo) } : {}),
  subject: parts.subject,
  content: [
    { type: "text/plain", value: parts.text },
    { type: "text/html", value: parts.html },
  ],
  headers: { "Message-ID": parts.messageId, ...parts.headers },
  ...(parts.files.length > 0
    ? {
        attachments: parts.files.map(({ filename, contentType, content }) => ({
          content: content.toString("base64"),
          filename,
          type: contentType,
          disposition: "attachment",
        })),
      }
    : {}),
  tracking_settings: trackingSettings,
});

const errorsSchema = z.object({
  errors: z.array(z.object({ message: z.string(), field: z.string().nullish().catch(null) })).min(1),
});
const recipientField = /^personalizations\.\d+\.to\b/;

/** Each refusal names the field; one of the recipient concerns this person, one of the sender the account. */
const refusalOutcome = (response: VendorResponse): SendOutcome => {
  const { status } = response;
  const { message } = describeFailure(sendgrid.label, response);
  const field = errorsSchema.safeParse(response.json).data?.errors[0]?.field ?? "";
  if (status === 429) return { kind: "later", code: "http_429", message, afterMs: null, tooFast: true };
  if (status === 413) return { kind: "refused", code: "too_large", message };
  if (status === 401 || status === 403)
    return { kind: "refused", code: `http_${status}`, message, account: true };
  if (recipientField.test(field)) return { kind: "refused", code: "recipient", message, badAddress: true };
  if (/^from\b/.test(field)) return { kind: "refused", code: "sender", message, account: true };
  return { kind: "refused", code: field ? `field_${field}`.slice(0, 100) : `http_${status}`, message };
};

/** The id in a header is all that a success says. */
const sentOutcome =
  (id: string | undefined) =>
  (response: VendorResponse): SendOutcome => {
    if (response.status >= 400) return refusalOutcome(response);
    if (response.status === 202 && id)
      return { kind: "accepted", providerId: id.slice(0, 200), status: "sent", price: null };
    const { message } = describeFailure(sendgrid.label, response);
    return { kind: "unknown", code: `http_${response.status}`, message };
  };

const notAnAddress = { en: "This is not an e-mail address", es: "Esto no es una dirección de correo" };

/** Sends one e-mail to a person or a colleague. */
export const sendThroughSendgrid = async (
  { settings, send }: SendgridContext,
  outgoing: OutgoingMessage,
): Promise<SendOutcome> => {
  const { fromAddress, fromName, postalAddress, apiKey } = settings;
  const refused = { kind: "refused", code: "address", message: notAnAddress } as const;
  if (!isPlainAddress(outgoing.to)) return { ...refused, badAddress: true };
  if (!fromAddress || !postalAddress || !isPlainAddress(outgoing.from ?? fromAddress))
    return { ...refused, account: true };
  const parts = await composeEmailParts({ fromAddress, fromName, postalAddress }, outgoing);
  const request: VendorRequest = {
    path: "/v3/mail/send",
    ...jsonPost(sendgridMail(parts, outgoing.actionId)),
    ...(parts.files.length > 0 ? { timeoutMs: uploadTimeoutMs } : {}),
  };
  const result = await send({ ...request, headers: { ...request.headers, ...bearerAuth(apiKey) } });
  const id = result.ok ? result.headers["x-message-id"] : undefined;
  return toSendOutcome(sendgrid.label, result, sentOutcome(id), [apiKey]);
};

const header = ({ headers }: VendorCallback, name: string): string => {
  const value = headers[`x-twilio-email-event-webhook-${name}`];
  return typeof value === "string" ? value : "";
};

/** E-mail through SendGrid, where an administrator chose it instead of SMTP. */
export const sendgridEmail: Messenger = {
  id: "sendgrid",
  connector: sendgrid,
  channels: ["email"],
  isChosen: ({ sendsEmail }) => sendsEmail === true,
  files: "upload",
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultPerSecond),
  // Its search of messages is an extra that few accounts have; the events name the action, so they decide.
  idempotency: "none",
  send: (context: SendgridContext, { message }) => sendThroughSendgrid(context, message),
  verifyCallback: (settings, callback) => {
    const { verificationKey } = settings as Partial<SendgridSettings>;
    return (
      typeof verificationKey === "string" &&
      isSignedBySendgrid(
        {
          verificationKey,
          signature: header(callback, "signature"),
          timestamp: header(callback, "timestamp"),
          rawBody: callback.rawBody,
        },
        Date.now(),
      )
    );
  },
  parseCallback: parseSendgridEvents,
};
