import { evaluateGate } from "./evaluate-gate.ts";
import type { GateFacts } from "./facts.ts";
import { buildSendIntent } from "./send-intent.ts";

export type HandQuestion = Omit<Parameters<typeof buildSendIntent>[0], "ruleId" | "isByHand" | "repeatLimit">;

/** What the gate decides of an operator's message. */
export const evaluateByHand = (question: HandQuestion, facts: GateFacts) =>
  evaluateGate(buildSendIntent({ ...question, ruleId: null, isByHand: true, repeatLimit: null }), facts);
