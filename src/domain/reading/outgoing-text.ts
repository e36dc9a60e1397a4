import { createMinimiser, type TextMinimiser } from "#domain/ai/minimise.ts";
import { findOwnText } from "./own-text.ts";

/** What leaves this machine when a model is asked to read a message. */
export type OutgoingText = {
  text: string;
  previous: string | null;
  /** The part of the message that its sender wrote. */
  own: string;
  /** Puts replaced names, addresses and numbers back into an answer. */
  restore: (answer: string) => string;
};

const unchanged: TextMinimiser = { minimise: (text) => text, restore: (answer) => answer };

export const prepareOutgoing = (
  { text, previous }: { text: string; previous: string | null },
  { isMinimised, knownNames }: { isMinimised: boolean; knownNames: readonly string[] },
): OutgoingText => {
  const { minimise, restore } = isMinimised ? createMinimiser(knownNames) : unchanged;
  const own = findOwnText(text).text;
  return {
    text: minimise(own),
    previous: previous === null ? null : minimise(previous),
    own,
    restore,
  };
};
