import type { AlertingSafetyKind } from "#domain/safety/safety-answers.ts";
import type { CallEndReason, CallOutcome, HandoffReason } from "#domain/voice/call.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { PersonRequestKind } from "./request.ts";

/** What an answer does besides its words. The server carries it out after the words were sent. */
export type AgentAct =
  | { kind: "opt_out"; quote: string }
  | { kind: "hand_over"; reason: HandoffReason; note: string }
  /** A person was asked for, and none can take the call now. */
  | { kind: "person_asked"; reason: HandoffReason }
  | { kind: "end_call"; reason: CallEndReason; outcome: CallOutcome | null }
  | { kind: "set_language"; language: ScriptLanguage }
  | { kind: "stop_recording" }
  /** A task, and for what is urgent a notification with the words, whatever else was handed over before. */
  | { kind: "alert"; danger: AlertingSafetyKind; quote: string }
  /** The customer asked for a moment: nothing is said, and the silence may last three times as long. */
  | { kind: "wait" }
  | { kind: "fact"; key: string; value: string; quote: string }
  /** The customer took back a fact, and no other value is known. */
  | { kind: "withdraw_fact"; key: string }
  /** The customer corrected a time: the request with the old one does not stand. */
  | { kind: "withdraw_request"; request: PersonRequestKind; wanted: string }
  /** A number was asked for: keys are collected until there are enough, "#" or a pause. */
  | { kind: "collect_keys" }
  | { kind: "unanswered"; question: string }
  /** `wanted` is a local date and time, or empty when the customer named none. */
  | { kind: "request"; request: PersonRequestKind; topic: string; wanted: string; quote: string };

/** An empty text is allowed only beside an act that ends, waits or hands over. */
export type AgentReply = { text: string; acts: AgentAct[] };
