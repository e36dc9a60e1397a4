import type { MessageReading } from "#domain/reading/read-message.ts";
import type { SafetyFinding } from "#domain/safety/assess-safety.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { VoiceConfig } from "#domain/voice/voice-config.ts";
import type { AgentAct, AgentReply } from "./act.ts";
import { agentPhrases } from "./phrases.ts";
import { stripInvisible } from "./plain-speech.ts";

/** What the fixed answers of calls rest on. */
export type PolicyInput = {
  text: string;
  digit: string | null;
  language: ScriptLanguage;
  /** Of the agent's last words; another one when this utterance changed it. */
  languageBefore: ScriptLanguage;
  business: string | null;
  /** The local reader's result. */
  reading: MessageReading | null;
  /** What endangers people, or must be answered in one certain way. */
  safety: SafetyFinding | null;
  /** Somebody of the business can take the call now. */
  isStaffed: boolean;
  /** A number or extension is set to which the call can be transferred. */
  hasTargets: boolean;
  /** Abusive utterances before this one. */
  abuseCount: number;
  isRecording: boolean;
  /** What the call is about, in the script's words. */
  purpose: string;
  /** The person called the business. */
  isInbound: boolean;
  /** When calls go to a person; null where nothing is transferred. */
  handoffTrigger: VoiceConfig["handoffTrigger"] | null;
};

const maxQuoteLength = 200;

export const toQuote = (text: string): string => stripInvisible(text).trim().slice(0, maxQuoteLength);

export const optOut = (quote: string, language: ScriptLanguage): AgentReply => ({
  text: agentPhrases[language].optedOut,
  acts: [
    { kind: "opt_out", quote },
    { kind: "end_call", reason: "opted_out", outcome: "not_interested" },
  ],
});

/** What is said and done when the customer opts out. */
export const optOutReply = (text: string, language: ScriptLanguage): AgentReply =>
  optOut(toQuote(text), language);

export const toPerson = ({ isStaffed, hasTargets, language, text }: PolicyInput): AgentReply => {
  const phrases = agentPhrases[language];
  const quote = toQuote(text);
  if (isStaffed && hasTargets)
    return { text: phrases.toPerson, acts: [{ kind: "hand_over", reason: "asked", note: quote }] };
  return {
    text: phrases.toPersonClosed,
    acts: [{ kind: "request", request: "callback", topic: "person", wanted: "", quote }],
  };
};

/**
 * The opt-out is done whatever else was said. A complaint beside it goes to a person: at once where the person called
 * the business, otherwise without another word, because the call itself is unwanted.
 */
export const optOutWithComplaint = ({
  text,
  language,
  isInbound,
  isStaffed,
  hasTargets,
}: PolicyInput): AgentReply => {
  const quote = toQuote(text);
  const reply = optOut(quote, language);
  if (isInbound && isStaffed && hasTargets)
    return {
      text: agentPhrases[language].optedOutToPerson,
      // The first act decides how the call ends.
      acts: [
        { kind: "hand_over", reason: "complaint", note: quote },
        { kind: "opt_out", quote },
      ],
    };
  return { ...reply, acts: [{ kind: "person_asked", reason: "complaint" }, ...reply.acts] };
};

export const dataRequest = ({ text }: PolicyInput): AgentAct => ({
  kind: "request",
  request: "erasure",
  topic: "",
  wanted: "",
  quote: toQuote(text),
});
