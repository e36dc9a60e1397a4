import { type ConsentChannel, contactAddressKindOf } from "#domain/channels/channel.ts";
import type { Language } from "#domain/language.ts";
import type { LeadFormInput } from "./lead-form.ts";

/** What proves a consent: the wording that was shown, where, when, and to whom. */
export type SubmissionEvidence = {
  form: string;
  language: Language;
  version: number;
  consents: { channel: ConsentChannel; text: string }[];
  /** When it was sent, as an ISO instant. */
  at: string;
  ip: string;
  userAgent: string | null;
};

export const addressKinds = ["email", "phone"] as const;
export type ConfirmedKind = (typeof addressKinds)[number];

/** The consents that one confirmed address proves. */
export const consentsOf = ({ consents }: SubmissionEvidence, kind: ConfirmedKind) =>
  consents.filter(({ channel }) => contactAddressKindOf(channel) === kind);

/** The texts of the ticked boxes in the language of the page. */
export const shownConsents = (
  consents: LeadFormInput["consents"],
  channels: readonly ConsentChannel[],
  language: Language,
): SubmissionEvidence["consents"] =>
  consents
    .filter(({ channel }) => channels.includes(channel))
    .map(({ channel, text }) => ({ channel, text: text[language] }));

export const confirmationDays = 7;

/** A link that is older has to be asked for again. */
export const isConfirmable = (sentAt: number, now: number): boolean =>
  now - sentAt < confirmationDays * 86_400_000;
