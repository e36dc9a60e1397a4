import type { MessageReading } from "#domain/reading/read-message.ts";
import type { CallEndReason, CallOutcome } from "#domain/voice/call.ts";
import type { AgentAct } from "./act.ts";

export type CallVerdict = { outcome: CallOutcome | null; because: string };

const sureReading = 0.6;
/** No conversation with the right person took place. */
const withoutOutcome: readonly CallEndReason[] = [
  "voicemail",
  "machine",
  "wrong_number",
  "not_allowed",
  "failed",
];

const byIntent: Partial<Record<MessageReading["intent"], CallOutcome>> = {
  not_interested: "not_interested",
  already_bought: "not_interested",
  callback_later: "follow_up",
  complaint: "follow_up",
  wants_human: "follow_up",
  reschedule: "follow_up",
  schedule: "interested",
  interested: "interested",
  ready_to_buy: "interested",
};

/**
 * The outcome of a call. What was done counts more than what was understood, and what was said last more than what was
 * said first. Nothing that the agent sees makes a call `converted`: a sale is recorded by a person.
 */
export const decideCallOutcome = ({
  acts,
  readings,
  endReason,
}: {
  acts: AgentAct[];
  readings: MessageReading[];
  endReason: CallEndReason;
}): CallVerdict => {
  if (endReason === "opted_out" || acts.some(({ kind }) => kind === "opt_out"))
    return { outcome: "not_interested", because: "opted_out" };
  if (withoutOutcome.includes(endReason)) return { outcome: null, because: endReason };
  const decided = acts.findLast((act) => act.kind === "end_call" && act.outcome !== null);
  const request = acts.findLast((act) => act.kind === "request");
  const handOver = acts.findLast((act) => act.kind === "hand_over");
  const isRefused = decided?.kind === "end_call" && decided.outcome === "not_interested";
  if (isRefused) return { outcome: "not_interested", because: "said_not_interested" };
  if (request?.kind === "request" && request.request === "appointment")
    return { outcome: "interested", because: "appointment_requested" };
  if (handOver?.kind === "hand_over" && handOver.reason === "high_intent")
    return { outcome: "interested", because: "handed_over_high_intent" };
  if (request) return { outcome: "follow_up", because: "callback_requested" };
  if (handOver?.kind === "hand_over")
    return { outcome: "follow_up", because: `handed_over_${handOver.reason}` };
  if (decided?.kind === "end_call" && decided.outcome !== null)
    return { outcome: decided.outcome, because: "decided_in_call" };
  // "No, thank you" after "anything else?" takes back nothing.
  const hasFacts = acts.some(({ kind }) => kind === "fact");
  const isLastNo = readings.at(-1)?.intent === "not_interested";
  const read = (hasFacts && isLastNo ? readings.slice(0, -1) : readings).findLast(
    ({ intent, confidence }) => confidence >= sureReading && byIntent[intent] !== undefined,
  );
  if (read) return { outcome: byIntent[read.intent] ?? null, because: `said_${read.intent}` };
  if (acts.some(({ kind }) => kind === "unanswered"))
    return { outcome: "follow_up", because: "open_question" };
  if (hasFacts) return { outcome: "interested", because: "gave_answers" };
  return { outcome: null, because: readings.length === 0 ? "nothing_said" : "nothing_decided" };
};
