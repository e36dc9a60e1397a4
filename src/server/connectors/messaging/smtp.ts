import type { Approved } from "#domain/compliance/evaluate-gate.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import { type SmtpSettings, smtp as smtpConnector } from "#server/connectors/smtp.ts";
import { composeEmail, isPlainAddress } from "./compose-email.ts";
import type { Messenger, OutgoingMessage, SendOutcome } from "./messenger.ts";
import { redactOutcome } from "./outcome.ts";
import { configuredRate, defaultEmailsPerSecond } from "./rates.ts";
import { smtpOutcome } from "./smtp-outcome.ts";
import { runSmtpSession } from "./smtp-session.ts";

const send = async (
  { settings, resolveMailServer }: VendorContext<SmtpSettings>,
  { message: outgoing }: Approved<OutgoingMessage>,
): Promise<SendOutcome> => {
  const sender = outgoing.from ?? settings.fromAddress;
  const isBadRecipient = !isPlainAddress(outgoing.to);
  if (isBadRecipient || !isPlainAddress(sender)) {
    const message = { en: "This is not an e-mail address", es: "Esto no es una dirección de correo" };
    return {
      kind: "refused",
      code: "address",
      message,
      ...(isBadRecipient ? { badAddress: true } : { account: true }),
    };
  }
  const { raw, messageId, envelopeFrom } = await composeEmail(settings, outgoing);
  const message = { from: envelopeFrom, to: outgoing.to, actionId: outgoing.actionId, raw };
  const result = await runSmtpSession(settings, resolveMailServer, message);
  if (result.ok)
    return { kind: "accepted", providerId: result.messageId ?? messageId, status: "sent", price: null };
  return redactOutcome(smtpOutcome(result), [settings.password]);
};

/** Has no callbacks: bounces and replies arrive as e-mail and are read by mail ingestion. */
export const smtpEmail: Messenger = {
  id: "smtp",
  connector: smtpConnector,
  channels: ["email"],
  files: "upload",
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultEmailsPerSecond),
  idempotency: "none",
  send,
  verifyCallback: () => false,
  parseCallback: () => [],
};
