import type { Language } from "#domain/language.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import type { SmtpSettings } from "#server/connectors/smtp.ts";
import { composeEmail, isPlainAddress } from "./compose-email.ts";
import { runSmtpSession } from "./smtp-session.ts";

/** An e-mail of the workspace to a colleague. */
export type StaffMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  language: Language;
  business: string | null;
};

/**
 * Sends to colleagues, who are no contacts: the gate, which protects people from unwanted messages, does not know them.
 * Returns whether the mail server took it.
 */
export const sendStaffMail = async (
  { settings, resolveMailServer }: VendorContext<SmtpSettings>,
  { id, to, subject, text, language, business }: StaffMail,
): Promise<boolean> => {
  if (!isPlainAddress(to) || !isPlainAddress(settings.fromAddress)) return false;
  const { raw, envelopeFrom } = await composeEmail(settings, {
    actionId: id,
    channel: "email",
    to,
    from: null,
    subject,
    text,
    template: null,
    language,
    callbackUrl: null,
    unsubscribeUrl: null,
    returnAddress: null,
    business,
  });
  const { ok } = await runSmtpSession(settings, resolveMailServer, {
    from: envelopeFrom,
    to,
    actionId: id,
    raw,
  });
  return ok;
};
