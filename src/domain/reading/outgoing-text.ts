import { minimiseText } from "#domain/ai/minimise.ts";
import { findOwnText } from "./own-text.ts";

/** What leaves this machine when a model is asked to read a message. */
export type OutgoingText = {
  text: string;
  previous: string | null;
  /** The part of the message that its sender wrote. */
  own: string;
  /** Puts replaced addresses and numbers back into an answer. */
  restore: (answer: string) => string;
};

const keepText = (text: string) => ({ text, restore: (answer: string) => answer });

export const prepareOutgoing = (
  { text, previous }: { text: string; previous: string | null },
  isMinimised: boolean,
): OutgoingText => {
  const minimise = isMinimised ? minimiseText : keepText;
  const own = findOwnText(text).text;
  const sent = minimise(own);
  return {
    text: sent.text,
    previous: previous === null ? null : minimise(previous).text,
    own,
    restore: sent.restore,
  };
};
