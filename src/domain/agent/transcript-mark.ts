import type { AgentAct } from "./act.ts";
import { personRequestKinds } from "./request.ts";

/** What a line of a transcript did besides saying its words. */
export const transcriptMarks = [
  "disclosure",
  "recording_notice",
  /** The customer pressed a key. */
  "key",
  /** Answers the question whether it is a robot. */
  "robot",
  "question",
  "unanswered",
  "opt_out",
  "handoff",
  "end_call",
  "set_language",
  "stop_recording",
  "wait",
  ...personRequestKinds,
] as const;
export type TranscriptMark = (typeof transcriptMarks)[number];

/** A mark, or the key of a fact that the line gave. */
export type LineMark = TranscriptMark | `fact:${string}`;

/** Null for what the line itself shows. */
const markOf = (act: AgentAct): LineMark | null => {
  switch (act.kind) {
    case "alert":
    case "collect_keys":
    case "withdraw_fact":
    case "withdraw_request":
      return null;
    case "fact":
      return `fact:${act.key}`;
    case "request":
      return act.request;
    case "hand_over":
    case "person_asked":
      return "handoff";
    default:
      return act.kind;
  }
};

/** The marks of an agent's line. */
export const marksOfActs = (acts: readonly AgentAct[], policy: string | null): LineMark[] => [
  ...(policy === "robot_question" ? (["robot"] as const) : []),
  ...acts.flatMap((act) => markOf(act) ?? []),
];
