import { type FlowState, pendingQuestions } from "#domain/agent/flow.ts";
import { findNumbers } from "#domain/agent/number-words.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import { foldSpeech } from "#domain/agent/plain-speech.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";

const asksToRepeat =
  /\b(?:did you say|you said|say (?:that|it) again|(?:can|could) you repeat|repeat (?:that|it)|is (?:that|this) (?:right|correct)|did i (?:get|understand)|dijo|me dijo|(?:puede|podria) repetir|repit[ae]|es correcto|es asi|entendi bien|avez vous dit|pouvez vous repeter|c est (?:bien )?ca|haben sie gesagt|konnen sie .{0,20}wiederholen|ist das richtig|stimmt das)\b/;

const questionsOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.includes("?"));

type AskedTurn = {
  /** Of the dialogue, before and after the answer. */
  before: FlowState;
  after: FlowState;
  said: string;
  heard: string;
  language: ScriptLanguage;
};

/** Whether an answer asks for the same once more, or reads back what it understood. */
export const asksAgain = ({ before, after, said, heard, language }: AskedTurn): boolean => {
  const isAskedTwice = Object.entries(after.asked).some(
    ([key, times]) => times > 1 && times > (before.asked[key] ?? 0),
  );
  const isReadBack = after.pending === pendingQuestions.contact;
  const { sayAgain, sayAgainOnceMore, sayPhoneAgain, sayEmailAgain, sayTimeAgain } = agentPhrases[language];
  const isFixed = [sayAgain, sayAgainOnceMore, sayPhoneAgain, sayEmailAgain, sayTimeAgain].some((line) =>
    said.includes(line),
  );
  const heardNumbers = new Set(findNumbers(heard).map(({ value }) => value));
  const isAsked = questionsOf(said).some(
    (question) =>
      asksToRepeat.test(foldSpeech(question)) ||
      findNumbers(question).some(({ value }) => heardNumbers.has(value)),
  );
  return isAskedTwice || isReadBack || isFixed || isAsked;
};
