import type { Language } from "#domain/language.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import type { SendgridContext } from "#server/connectors/sendgrid.ts";
import type { SmtpSettings } from "#server/connectors/smtp.ts";
import { composeEmail, isPlainAddress } from "./compose-email.ts";
import type { DrawnEmail, Messenger, OutgoingMessage } from "./messenger.ts";
import { sendgridEmail, sendThroughSendgrid } from "./sendgrid-email.ts";
import { runSmtpSession } from "./smtp-session.ts";

/** An e-mail of the workspace to a colleague. */
export type StaffMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  language: Language;
  business: string | null;
  /** Postal address of the business; absent means the connection's own. */
  businessAddress?: string | null;
  drawn?: DrawnEmail | null;
};

const toOutgoing = ({ id, ...mail }: StaffMail): OutgoingMessage => ({
  ...mail,
  actionId: id,
  channel: "email",
  from: null,
  template: null,
  callbackUrl: null,
  unsubscribeUrl: null,
  returnAddress: null,
});

const sendBySmtp = async (
  { settings, resolveMailServer }: VendorContext<SmtpSettings>,
  outgoing: OutgoingMessage,
): Promise<boolean> => {
  const { to, actionId } = outgoing;
  if (!isPlainAddress(to) || !isPlainAddress(settings.fromAddress)) return false;
  const { raw, envelopeFrom } = await composeEmail(settings, outgoing);
  const message = { from: envelopeFrom, to, actionId, raw };
  return (await runSmtpSession(settings, resolveMailServer, message)).ok;
};

/**
 * Sends to colleagues, who are no contacts: the gate, which protects people from unwanted messages, does not know them.
 * Returns whether the messenger of e-mail took it.
 */
export const sendStaffMail = async (
  { id }: Pick<Messenger, "id">,
  context: VendorContext<never>,
  mail: StaffMail,
): Promise<boolean> => {
  const outgoing = toOutgoing(mail);
  return id === sendgridEmail.id
    ? (await sendThroughSendgrid(context as SendgridContext, outgoing)).kind === "accepted"
    : sendBySmtp(context as VendorContext<SmtpSettings>, outgoing);
};

/** What became of an e-mail to a colleague; `none` without an account for e-mail. */
export type StaffMailOutcome = "none" | "failed" | "simulated" | "sent";
export type StaffMailer = (mail: Omit<StaffMail, "business" | "id">) => Promise<StaffMailOutcome>;
