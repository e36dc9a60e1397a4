import type { CallEndReason } from "#domain/voice/call.ts";
import type { AnswerTrace } from "#server/store/voice/agent-turns.ts";
import type { CallRecords } from "./call-records.ts";
import type { CallControl, CallSession, RelaySocket } from "./call-session.ts";

/** What the agent did since the line was asked last. */
export type HeardAnswer = { said: string; traces: AnswerTrace[] };

/**
 * A telephone line without a vendor: words are heard as soon as they are sent, nothing is stored, and nobody is called,
 * alerted or recorded.
 */
export const createTestLine = () => {
  let session: CallSession | undefined;
  let said: string[] = [];
  let traces: AnswerTrace[] = [];
  let endReason: CallEndReason | null = null;
  let wake: () => void = () => {};
  let isSettled = false;

  const settle = (): void => {
    isSettled = true;
    wake();
  };

  /** As the vendor reports it, after the answer that is being sent. */
  const reportPlayed = (text: string, isLast: boolean): void =>
    queueMicrotask(() => {
      if (text !== "") session?.receive({ type: "info", name: "tokensPlayed", value: text });
      if (!isLast) return;
      session?.receive({ type: "info", name: "agentSpeaking", value: "off" });
      settle();
    });

  const socket: RelaySocket = {
    send: (frame) => {
      // Words that fill a pause are no part of an answer.
      if (frame.type !== "text" || frame.preemptible) return;
      const text = frame.token.trim();
      if (text !== "") said.push(text);
      reportPlayed(text, frame.last);
    },
    close: () => {},
  };

  const records: CallRecords = {
    save: async ({ turns }) => {
      traces.push(...turns);
      // An answer without words sends nothing.
      if (turns.some(({ planned, result }) => planned === "" && result !== "dropped")) settle();
    },
  };

  const control: CallControl = {
    startRecording: async () => {},
    stopRecording: async () => {},
    leaveMessage: async () => {},
    handOver: async () => {},
    alert: async () => {},
    finish: async (reason) => {
      endReason = reason;
      settle();
    },
  };

  return {
    socket,
    records,
    control,
    connect: (opened: CallSession): void => {
      session = opened;
    },
    /** The agent says nothing now. */
    skip: settle,
    /** Null while the call goes on. */
    endReason: () => endReason,
    /** Resolves with the whole answer to what `act` does. */
    answerTo: async (act: () => void, maxMs: number): Promise<HeardAnswer> => {
      isSettled = false;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      wake = resolve;
      const limit = setTimeout(() => reject(new Error("The agent did not answer")), maxMs);
      try {
        act();
        if (!isSettled) await promise;
      } finally {
        clearTimeout(limit);
        wake = () => {};
      }
      await session?.settled();
      const answer = { said: said.join(" "), traces };
      said = [];
      traces = [];
      return answer;
    },
  };
};
