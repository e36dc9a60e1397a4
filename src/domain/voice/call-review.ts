import type { CallEndReason, HandoffReason } from "./call.ts";

/** The two sides of a call: the agent or an operator, and the other party. */
export type CallSide = "business" | "customer";

type ReviewedTurn = {
  id: string;
  speaker: string;
  text: string;
  atMs: number;
  durationMs: number | null;
  marks: readonly string[];
  latency: { thinkMs: number; sendMs: number } | null;
};

/** Undefined for lines that were not spoken. */
export const callSide = (speaker: string): CallSide | undefined => {
  if (speaker === "agent" || speaker === "operator") return "business";
  return speaker === "customer" ? "customer" : undefined;
};

export type SpeechSpan = { turnId: string; side: CallSide; fromMs: number; toMs: number };

/** How fast people and synthetic voices speak, for lines whose length was not measured. */
const charactersPerSecond = 14;
const minSpokenMs = 500;

/** When each side spoke. A length that was not measured is estimated, and ends where the next line begins. */
export const findSpeechSpans = (turns: readonly ReviewedTurn[], endMs: number | null): SpeechSpan[] => {
  const spoken = turns.flatMap((turn) => {
    const side = callSide(turn.speaker);
    return side ? [{ turn, side }] : [];
  });
  return spoken.map(({ turn, side }, index) => {
    const estimatedMs = Math.max(minSpokenMs, Math.round((turn.text.length / charactersPerSecond) * 1000));
    const nextAtMs = spoken[index + 1]?.turn.atMs ?? Number.POSITIVE_INFINITY;
    const toMs =
      turn.durationMs === null ? Math.min(turn.atMs + estimatedMs, nextAtMs) : turn.atMs + turn.durationMs;
    return {
      turnId: turn.id,
      side,
      fromMs: turn.atMs,
      toMs: Math.max(turn.atMs, Math.min(toMs, endMs ?? toMs)),
    };
  });
};

/** The share of each side in the time spoken, in percent; undefined where nobody spoke. */
export const talkShare = (spans: readonly SpeechSpan[]): Record<CallSide, number> | undefined => {
  const spokenMs = (side: CallSide) =>
    spans.filter((span) => span.side === side).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const total = spokenMs("business") + spokenMs("customer");
  if (total === 0) return undefined;
  const business = Math.round((spokenMs("business") / total) * 100);
  return { business, customer: 100 - business };
};

export type LatencySummary = { medianMs: number; worstMs: number };

export const summariseLatency = (turns: readonly ReviewedTurn[]): LatencySummary | undefined => {
  const sums = turns
    .flatMap(({ latency }) => (latency ? [latency.thinkMs + latency.sendMs] : []))
    .sort((a, b) => a - b);
  const [median, worst] = [sums[Math.floor((sums.length - 1) / 2)], sums.at(-1)];
  return median === undefined || worst === undefined ? undefined : { medianMs: median, worstMs: worst };
};

/** What the law and the voice rules demand of a call of the agent. */
export const callChecks = ["ai_disclosed", "recording_disclosed", "opt_out_honoured", "handed_over"] as const;
export type CallCheck = (typeof callChecks)[number];
export type CallCheckResult = { check: CallCheck; passed: boolean; atMs: number | null };

type ReviewedCall = {
  turns: readonly ReviewedTurn[];
  hasRecording: boolean;
  recordingNoticeAt: string | null;
  recordingStartedAt: string | null;
  handoffReason: HandoffReason | null;
  endReason: CallEndReason | null;
};

/** The checks that apply to a call, from what was stored of it. None where the agent's steps were not stored. */
export const checkCall = (call: ReviewedCall): CallCheckResult[] => {
  const { turns, recordingNoticeAt, recordingStartedAt } = call;
  const markedAt = (mark: string) => turns.find(({ marks }) => marks.includes(mark))?.atMs;
  const wasTraced = turns.some(({ marks, latency }) => marks.length > 0 || latency !== null);
  if (!wasTraced) return [];
  const results: CallCheckResult[] = [];
  const add = (check: CallCheck, passed: boolean, atMs: number | undefined) =>
    results.push({ check, passed, atMs: atMs ?? null });

  const disclosedAt = markedAt("disclosure");
  add("ai_disclosed", disclosedAt !== undefined, disclosedAt);

  const noticeAt = markedAt("recording_notice");
  const isRecorded = call.hasRecording || recordingStartedAt !== null;
  const startedTooEarly =
    recordingStartedAt !== null && (recordingNoticeAt === null || recordingStartedAt < recordingNoticeAt);
  if (isRecorded) {
    const wasTold = noticeAt !== undefined || recordingNoticeAt !== null;
    add("recording_disclosed", wasTold && !startedTooEarly, noticeAt ?? disclosedAt);
  }

  const optedOutAt = markedAt("opt_out");
  if (optedOutAt !== undefined || call.endReason === "opted_out")
    add("opt_out_honoured", call.endReason === "opted_out", optedOutAt);

  if (call.handoffReason === "asked") {
    const operatorSpoke = turns.some(({ speaker }) => speaker === "operator");
    add("handed_over", call.endReason === "handed_over" || operatorSpoke, markedAt("handoff"));
  }
  return results;
};
