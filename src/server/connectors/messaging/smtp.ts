import type { VendorContext } from "#server/connectors/connector.ts";
import { type SmtpSettings, smtp as smtpConnector } from "#server/connectors/smtp.ts";
import { composeEmail } from "./compose-email.ts";
import type { Messenger, OutgoingMessage, SendOutcome } from "./messenger.ts";
import { redactOutcome } from "./outcome.ts";
import { configuredRate, defaultEmailsPerSecond } from "./rates.ts";
import { smtpOutcome } from "./smtp-outcome.ts";
import { runSmtpSession } from "./smtp-session.ts";

/** One address and nothing else: no list, no name, no quoted oddities. */
const oneAddress = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]{1,255}$/;

const send = async (
  { settings, resolveMailServer }: VendorContext<SmtpSettings>,
  outgoing: OutgoingMessage,
): Promise<SendOutcome> => {
  const sender = outgoing.from ?? settings.fromAddress;
  if (!oneAddress.test(outgoing.to) || !oneAddress.test(sender)) {
    const message = { en: "This is not an e-mail address", es: "Esto no es una dirección de correo" };
    const isTheirs = !oneAddress.test(outgoing.to);
    return {
      kind: "refused",
      code: "address",
      message,
      ...(isTheirs ? { badAddress: true } : { account: true }),
    };
  }
  const { raw, messageId, envelopeFrom } = await composeEmail(settings, outgoing);
  const letter = { from: envelopeFrom, to: outgoing.to, actionId: outgoing.actionId, raw };
  const result = await runSmtpSession(settings, resolveMailServer, letter);
  if (result.ok)
    return { kind: "accepted", providerId: result.messageId ?? messageId, status: "sent", price: null };
  return redactOutcome(smtpOutcome(result), [settings.password]);
};

/** What becomes of a letter is told by other letters: those are read where mail comes in. */
export const smtpEmail: Messenger = {
  id: "smtp",
  connector: smtpConnector,
  channels: ["email"],
  perSecond: ({ messagesPerSecond }) => configuredRate(messagesPerSecond, defaultEmailsPerSecond),
  idempotency: "none",
  send,
  verifyCallback: () => false,
  parseCallback: () => [],
};
