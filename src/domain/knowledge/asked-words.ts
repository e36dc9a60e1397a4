import { cutText } from "#domain/storable-text.ts";

const maxQuestionLength = 500;

/** The sentences of a message that ask something; the whole message where none is marked as a question. */
export const askedWords = (text: string): string => {
  const plain = text.replaceAll("\0", "").replaceAll(/\s+/g, " ").trim();
  const asking = plain.split(/(?<=[.!?…])\s+/).filter((sentence) => /[?¿]/.test(sentence));
  const words = asking.map((sentence) => sentence.slice(Math.max(0, sentence.indexOf("¿")))).join(" ");
  return cutText(words === "" ? plain : words, maxQuestionLength).trim();
};
