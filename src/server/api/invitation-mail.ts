import type { InvitationMail } from "#domain/access/invitation.ts";
import { invitationLifeDays } from "#domain/access/invitation.ts";
import type { Language } from "#domain/language.ts";
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

/** Mails the link; nothing that opens the account is queued. */
export const mailInvitation = async (
  { mailStaff, business }: ApiServices,
  { to, inviter, link, language }: InvitationMessage,
): Promise<InvitationMail> => {
  const { values } = await business();
  const name = values.company_name ? oneLine(values.company_name) : "Faro";
  const message = texts[language]({ inviter: oneLine(inviter), business: name, link });
  return mailStaff({ to, ...message, language });
};
