import type { SequenceRun } from "#contract/runs.ts";
import type { ReasonLike, Wording } from "#web/lib/reason-values.ts";
import { reasonText, toneOf } from "#web/lib/reasons.ts";

/** Why a run stands where it does: what holds its message, otherwise what the sequence says. */
const runReasons = ({ state, message, why }: SequenceRun): readonly ReasonLike[] => {
  const held = state === "acting" ? (message?.reasons ?? []) : [];
  const stopping = held.filter(({ code }) => toneOf(code) === "wait" || toneOf(code) === "stop");
  return stopping.length > 0 ? stopping : why;
};

/** The cause in one sentence; empty where none is known. */
export const runWhy = (run: SequenceRun, wording: Wording): string => {
  const [first] = runReasons(run);
  return first ? reasonText(first, wording).text : "";
};

/** When something happens next, or when it ended; null where that is not known. */
export const runTime = ({ state, dueAt, endedAt, message }: SequenceRun): string | null => {
  if (state === "ended") return endedAt;
  if (state === "paused") return null;
  return state === "acting" && message ? message.notBefore : dueAt;
};

const tones = { waiting: "quiet", acting: "sea", paused: "warn", ended: "quiet" } as const;

/** A message that is held is more than one that is being sent. */
export const runTone = (run: SequenceRun): "quiet" | "sea" | "warn" => {
  const name = runStateName(run);
  return name === "held" ? "warn" : tones[name];
};

/** What is said of a run in one word: its state, or that its message is held; without a message it waits for a task. */
export const runStateName = ({
  state,
  message,
}: SequenceRun): "waiting" | "acting" | "held" | "paused" | "ended" =>
  state !== "acting" ? state : message === null ? "waiting" : message.status === "held" ? "held" : state;
