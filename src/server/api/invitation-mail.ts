import type { InvitationMail } from "#domain/access/invitation.ts";
import { invitationLifeDays } from "#domain/access/invitation.ts";
import type { Language } from "#domain/language.ts";
import { sendStaffMail } from "#server/connectors/messaging/staff-mail.ts";
import { newId } from "#server/db/id.ts";
import type { ApiServices } from "./handler.ts";

type MailTexts = { inviter: string; business: string; link: string };

const texts: Record<Language, (values: MailTexts) => { subject: string; text: string }> = {
  en: ({ inviter, business, link }) => ({
    subject: `${inviter} invites you to ${business} on Faro`,
    text: [
      `${inviter} invites you to work with the team of ${business} in Faro.`,
      `Open this link to choose your password and begin:\n${link}`,
      `The link is valid for ${invitationLifeDays} days and works once. If you did not expect this invitation, ignore it: no account is opened.`,
    ].join("\n\n"),
  }),
  es: ({ inviter, business, link }) => ({
    subject: `${inviter} le invita a ${business} en Faro`,
    text: [
      `${inviter} le invita a trabajar con el equipo de ${business} en Faro.`,
      `Abra este enlace para elegir su contraseña y comenzar:\n${link}`,
      `El enlace vale por ${invitationLifeDays} días y funciona una sola vez. Si no esperaba esta invitación, ignórela: no se abre ninguna cuenta.`,
    ].join("\n\n"),
  }),
};

/** What names of users and businesses may bring into a subject line. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

type InvitationMessage = { to: string; inviter: string; link: string; language: Language };

/** Sends the link through the connected mail account. Its outcome is known at once, because nothing that opens the account is queued. */
export const mailInvitation = async (
  { messaging, business, log }: ApiServices,
  { to, inviter, link, language }: InvitationMessage,
): Promise<InvitationMail> => {
  const [carrier] = await messaging.messengersFor("email");
  const account = carrier && (await messaging.open(carrier.messenger.id));
  if (!account) return "none";
  const { values } = await business();
  const name = values.company_name ? oneLine(values.company_name) : null;
  const message = texts[language]({ inviter: oneLine(inviter), business: name ?? "Faro", link });
  const mail = { id: newId(), to, ...message, language, business: name };
  try {
    const isTaken = await sendStaffMail(account.messenger, account.context, mail);
    if (!isTaken) return "failed";
    return account.isSimulated ? "simulated" : "sent";
  } catch (error) {
    log.warn({ error }, "An invitation could not be mailed");
    return "failed";
  }
};
