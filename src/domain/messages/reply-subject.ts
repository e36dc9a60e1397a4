import { cutText } from "#domain/storable-text.ts";

const maxLength = 200;
/** What mail programs put before the subject of an answer or of a forwarded e-mail. */
const prefixes = /^(?:\s*(?:re|rv|aw|fwd?)\s*:\s*)+/i;

/** The subject of an answer. Braces are removed, because the subject is composed as a template. */
export const replySubject = (subject: string): string | null => {
  const plain = subject.replace(prefixes, "").replaceAll(/[{}]/g, "").trim();
  return plain === "" ? null : cutText(`Re: ${plain}`, maxLength);
};
