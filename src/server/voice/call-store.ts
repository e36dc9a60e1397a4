import { setTimeout as sleep } from "node:timers/promises";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import type { Log } from "#server/log.ts";
import type { AgentMemory, CallProgress } from "#server/store/voice/agent-calls.ts";
import type { AgentTurn, AnswerTrace, TranscriptLine } from "#server/store/voice/agent-turns.ts";
import type { CallChange, CallRecord, CallRecords } from "./call-records.ts";

/** How long a call gathers changes, so that none is written before its request to the model. */
const gatherMs = 250;

/** Stores what happens in a call in order, without the call waiting for it. */
export const createCallStore = (
  records: CallRecords,
  log: Log,
  { id: callId, personId }: { id: string; personId: string | null },
) => {
  const pendingLines = new Map<string, TranscriptLine>();
  let pendingTurns: AgentTurn[] = [];
  let pendingChanges: CallChange[] = [];
  let progress: CallProgress | undefined;
  let hasPartial = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;

  const hasWork = (): boolean =>
    pendingChanges.length > 0 || pendingTurns.length > 0 || pendingLines.size > 0 || progress !== undefined;

  const take = (): CallRecord => {
    const record: CallRecord = {
      callId,
      lines: [...pendingLines.values()],
      turns: pendingTurns,
      progress,
      changes: pendingChanges,
    };
    pendingLines.clear();
    pendingTurns = [];
    pendingChanges = [];
    progress = undefined;
    return record;
  };

  /** After a failure: what came meanwhile is newer. */
  const putBack = ({ lines, turns, progress: earlier, changes }: CallRecord): void => {
    pendingChanges = [...changes, ...pendingChanges];
    pendingTurns = [...turns, ...pendingTurns];
    for (const line of lines) if (!pendingLines.has(line.key)) pendingLines.set(line.key, line);
    progress = earlier && mergeProgress(earlier, progress);
  };

  const run = async (isUrgent: boolean): Promise<void> => {
    const record = take();
    try {
      await records.save(record, { isUrgent });
      failures = 0;
    } catch (error) {
      failures++;
      log.error({ error, callId, failures }, "a part of a call could not be stored yet");
      if (mayRetry(retryPolicies.callRecord, failures)) {
        putBack(record);
        await sleep(retryDelayMs(retryPolicies.callRecord, failures));
      }
    }
    running = undefined;
    if (hasWork()) wake();
  };
  const start = (isUrgent: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    running = run(isUrgent);
  };
  const wake = (): void => {
    if (!running) timer ??= setTimeout(() => start(false), gatherMs);
  };
  const change = (changed: Partial<CallProgress>): void => {
    const none: CallProgress = { callId, memory: undefined, facts: {}, partial: undefined };
    progress = mergeProgress(progress ?? none, { ...none, ...changed });
    wake();
  };
  return {
    /** What the person is saying, for the operators who watch. */
    setPartial: (words: string | null): void => {
      if (words === null && !hasPartial) return;
      hasPartial = words !== null;
      change({ partial: words });
    },
    saveLine: (line: TranscriptLine): void => {
      pendingLines.set(line.key, line);
      wake();
    },
    saveTurn: (trace: AnswerTrace): void => {
      pendingTurns.push({ ...trace, callId, personId });
      wake();
    },
    saveMemory: (memory: AgentMemory, facts: CallProgress["facts"]): void => change({ memory, facts }),
    add: (one: CallChange): void => {
      pendingChanges.push(one);
      wake();
    },
    settled: async (): Promise<void> => {
      while (timer || running) {
        if (!running) start(true);
        await running;
      }
    },
  };
};

const mergeProgress = (earlier: CallProgress, later: CallProgress | undefined): CallProgress => ({
  callId: earlier.callId,
  memory: later?.memory ?? earlier.memory,
  facts: { ...earlier.facts, ...later?.facts },
  partial: later?.partial === undefined ? earlier.partial : later.partial,
});
