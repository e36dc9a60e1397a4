import type { MessageReading } from "#domain/reading/read-message.ts";
import type { AskReason } from "#domain/values/value-reading.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { AgentAct } from "./act.ts";
import type { AgentPhrases } from "./agent-phrases.ts";
import type { AgentScript, FlowState } from "./flow.ts";
import type { Passage } from "./knowledge.ts";
import type { SpeechClock, WantedTime } from "./wanted-time.ts";

export type ScriptedInput = {
  script: AgentScript;
  flow: FlowState;
  text: string;
  reading: MessageReading | null;
  /** Found for this utterance. */
  passages: Passage[];
  language: ScriptLanguage;
  business: string | null;
  isStaffed: boolean;
  /** Notes of operators. One that begins with "say:" or "diga:" is spoken; the others need a model. */
  whispers: string[];
  /** Turns of the customer before this one. */
  turn: number;
  /** Questions in a row that could not be answered. */
  unknownInARow: number;
  clock: SpeechClock;
};

/** What is known when a branch of the dialogue decides. */
export type ScriptedTurn = {
  input: ScriptedInput;
  phrases: AgentPhrases;
  /** With the facts of this utterance. */
  flow: FlowState;
  wanted: WantedTime | null;
  /** Why no time was read. */
  timeDoubt: AskReason | null;
};

/** What a branch of the dialogue decides. */
export type ReplyDraft = {
  text: string;
  acts: AgentAct[];
  flow: FlowState;
  usedPassages: string[];
  isUnknown: boolean;
  /** The next step of the script follows in the same turn. */
  goesOn: boolean;
};

export const draftReply = (flow: FlowState, text: string, more: Partial<ReplyDraft> = {}): ReplyDraft => ({
  text,
  acts: [],
  flow,
  usedPassages: [],
  isUnknown: false,
  goesOn: false,
  ...more,
});

export const joinTexts = (...texts: string[]): string => texts.filter(Boolean).join(" ");

/** Another line of a list than the one that began the last words. */
export const pickOther = (lines: readonly string[], turn: number, lastText: string): string => {
  const rotated = lines.map((_, index) => lines[(turn + index) % lines.length] ?? "");
  return rotated.find((line) => !lastText.startsWith(line)) ?? rotated[0] ?? "";
};
