import type { CallEndReason, CallOutcome, HandoffReason } from "#domain/voice/call.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { PersonRequestKind } from "./request.ts";

/** What an answer does besides its words. The server carries it out after the words were sent. */
export type AgentAct =
  | { kind: "opt_out"; quote: string }
  | { kind: "hand_over"; reason: HandoffReason; note: string }
  | { kind: "end_call"; reason: CallEndReason; outcome: CallOutcome | null }
  | { kind: "set_language"; language: ScriptLanguage }
  | { kind: "stop_recording" }
  /** The customer asked for a moment: nothing is said, and the silence may last three times as long. */
  | { kind: "wait" }
  | { kind: "fact"; key: string; value: string; quote: string }
  | { kind: "unanswered"; question: string }
  /** `wanted` is a local date and time, or empty when the customer named none. */
  | { kind: "request"; request: PersonRequestKind; topic: string; wanted: string; quote: string };

/** An empty text is allowed only beside an act that ends, waits or hands over. */
export type AgentReply = { text: string; acts: AgentAct[] };
