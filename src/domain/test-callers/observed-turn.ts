import type { AgentAct } from "#domain/agent/act.ts";
import type { PersonRequestKind } from "#domain/agent/request.ts";
import type { SpeechClock } from "#domain/agent/wanted-time.ts";
import type { CallEndReason } from "#domain/voice/call.ts";
import type { ScriptFact, ScriptLanguage } from "#domain/voice/script.ts";

/** What the agent did after one turn of a test caller. */
export type ObservedTurn = {
  /** All words of the answer. */
  said: string;
  /** In which the agent goes on. */
  language: ScriptLanguage;
  acts: readonly AgentAct[];
  /** Null while the call goes on. */
  endReason: CallEndReason | null;
  /** By key, all that is known after the answer. */
  values: Readonly<Record<string, string>>;
  /** Requests of the call that stand after the answer. */
  requests: readonly PersonRequestKind[];
  asksAgain: boolean;
  /** Sentences of a model that neither knowledge, script nor conversation prove. */
  unproved: readonly string[];
  /** The facts of the script, to read expected values as the agent reads spoken ones. */
  facts: readonly ScriptFact[];
  clock: SpeechClock;
};
