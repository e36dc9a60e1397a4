import type { MailHeader } from "./headers.ts";

export type ReportSource = {
  headers: readonly MailHeader[];
  from: { name: string; address: string } | null;
  to: readonly { address: string }[];
  subject: string;
  text: string;
  envelopeFrom: string | null;
  /** Report parts and enclosed messages, as text. */
  parts: readonly { type: string; text: string }[];
};

const addressPattern = /[^\s<>()[\]:;,"'|=]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?/gi;

export const findAddresses = (text: string): string[] =>
  [...text.matchAll(addressPattern)].map(([address]) => address.toLowerCase());

/** The address behind `rfc822; <a@b>`. */
export const parseReportedAddress = (value: string | undefined): string | null =>
  value === undefined ? null : (findAddresses(value.replace(/^[^;]{0,40};/, ""))[0] ?? null);

/** The first Message-ID, with its angle brackets. */
export const findMessageId = (value: string | undefined): string | null =>
  /<[^<>\s]{1,900}>/.exec(value ?? "")?.[0] ?? null;
