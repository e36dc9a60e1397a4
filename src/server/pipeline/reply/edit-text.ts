import { randomBytes } from "node:crypto";
import type { textEdits } from "#contract/inbox-ai.ts";
import { stripInvisible } from "#domain/agent/plain-speech.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import { type EditRefusal, findEditRefusal } from "#domain/inbox-ai/keeps-facts.ts";
import type { Language } from "#domain/language.ts";
import type { AiAnswer, AiClient } from "#server/ai/ai-client.ts";
import { editTextFeature } from "#server/ai/features/edit-text.ts";

/** `draft` writes a message from what an operator noted. */
type TextEdit = (typeof textEdits)[number] | "draft";

const tasks: Record<TextEdit, string> = {
  rewrite: "Rewrite the message so that it is clear and correct, about as long as it is.",
  shorten: "Shorten the message to what matters.",
  friendlier: "Make the message warmer and friendlier.",
  formal: "Make the message formal and polite.",
  translate: "Translate the message.",
  draft:
    "These are the notes of an operator. Write the message to a customer that they describe, in full sentences, with a greeting, and no longer than it needs.",
};

type EditFailure = Extract<AiAnswer<unknown>, { ok: false }>["reason"];
export type EditResult =
  | { text: string; reason: null; vendor: string; isSimulated: boolean }
  | { text: null; reason: EditRefusal | EditFailure; vendor: string | null; isSimulated: boolean };

/** The edited text, unless it changed a fact. Minimised values must come back, so the facts are compared after them. */
export const editText = async (
  ai: AiClient,
  request: {
    /** Absent for words that are for many people. */
    personId?: string;
    text: string;
    edit: TextEdit;
    language: Language | null;
    knownNames: readonly string[];
    /** Personal data is replaced before the text leaves, these names in any position; null leaves it as it is. */
    replacedNames: readonly string[] | null;
  },
): Promise<EditResult> => {
  const { personId, text, edit, language, knownNames, replacedNames } = request;
  const fence = randomBytes(6).toString("hex");
  // Notes and translations may write other words with a capital.
  const isTranslation = edit === "translate" || edit === "draft";
  const plain = stripInvisible(text);
  const sent =
    replacedNames === null
      ? { text: plain, restore: (edited: string) => edited }
      : minimiseText(plain, replacedNames);
  const answer = await ai.ask(
    editTextFeature,
    { text: sent.text, task: tasks[edit], language: isTranslation ? language : null, fence },
    personId === undefined ? {} : { personId },
  );
  if (!answer.ok) return { text: null, reason: answer.reason, vendor: null, isSimulated: false };
  const { vendor, output, simulation } = answer;
  const isSimulated = simulation !== null;
  const edited = sent.restore(stripInvisible(output.message).trim());
  const refusal = findEditRefusal(text, edited, { isTranslation, knownNames });
  return refusal === null
    ? { text: edited, reason: null, vendor, isSimulated }
    : { text: null, reason: refusal, vendor, isSimulated };
};
