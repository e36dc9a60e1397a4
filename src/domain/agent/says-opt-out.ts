import { findOtherLanguageOptOut } from "#domain/compliance/opt-out/other-languages.ts";
import { type ReplyMeaning, readReply } from "#domain/compliance/read-reply.ts";
import { foldSpeech } from "./plain-speech.ts";
import { asksAboutRecording, doNotRecord } from "./policy-patterns.ts";

/** The words about recording with their object: what is left of "do not record or call me" is "do not call me". */
const recordingWords =
  /\b(?:(?:to be|being|be|que|me|nos|lo|la|this|the|my|our|esta|una?)\s+)*(?:record\w*|tap(?:e|ed|ing)|grab\w+|enregistr\w+|aufzeichn\w+|aufnehm\w+)(?:\s+(?:me|us|this|the|my|our|it|esta|la|mi|lo|a))*(?:\s+(?:calls?|conversations?|llamadas?|conversaci[oó]n(?:es)?))?(?:\s+(?:and|or|nor|y|o|ni)(?=\s))?/giu;
const contact =
  /\b(?:call|calls|calling|text|texts|texting|messag\w*|contact\w*|email\w*|number|list|bother\w*|llam\w+|escrib\w+|mand\w+|mensaj\w+|numero|lista|molest\w+|contact\w+|appel\w+|anruf\w*)\b/;

/** "Do not record me" is no wish to be left alone; what is said beside it may be one. */
const withoutRecording = (text: string): string => {
  const plain = foldSpeech(text).replaceAll("?", "").trim();
  if (!doNotRecord.test(plain) && !asksAboutRecording.test(plain)) return text;
  const rest = text
    .replaceAll(recordingWords, (words) => (/\s(?:and|or|nor|y|o|ni)$/i.test(words) ? " " : ". "))
    .replaceAll(/\s+/g, " ")
    .trim();
  return contact.test(foldSpeech(rest)) ? rest : "";
};

/** What the words say about contact, apart from those about recording. */
export const replyMeaning = (text: string): ReplyMeaning["kind"] => {
  const rest = withoutRecording(text);
  return rest.trim() === "" ? "none" : readReply(rest).kind;
};

/** By the tested grammar of opt-outs, and by a list for languages that it does not read. */
export const saysOptOut = (text: string): boolean =>
  replyMeaning(text) === "opt_out" || findOtherLanguageOptOut(text) !== undefined;
