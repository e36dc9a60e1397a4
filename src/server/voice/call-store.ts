import { setTimeout as sleep } from "node:timers/promises";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { type Batcher, createBatcher } from "#server/batch.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";
import { savePartialWords } from "#server/store/voice/agent-calls.ts";
import { saveCallLines, type TranscriptLine } from "#server/store/voice/agent-turns.ts";
import type { Write, WriteContext } from "#server/store/write.ts";

type CallChange = (context: WriteContext) => Promise<void>;
type CallChanges = {
  callId: string;
  lines: TranscriptLine[];
  changes: CallChange[];
  /** Words that are not final; undefined when the stored ones are up to date. */
  partial: string | null | undefined;
};

/** Writes the changes of all calls, those of many calls in one transaction. */
export type CallWriter = Batcher<CallChanges, void>;

const maxCalls = 100;
/** How long a call gathers changes, so that none is written before its request to the model. */
const gatherMs = 250;

export const createCallWriter = (write: Write): CallWriter =>
  createBatcher({
    run: (calls) =>
      write(system, async (context) => {
        for (const { callId, lines, changes, partial } of calls) {
          await saveCallLines(context.tx, callId, lines);
          if (partial !== undefined) await savePartialWords(context.tx, callId, partial);
          for (const change of changes) await change(context);
        }
        context.touch("live-calls");
        return calls.map(() => undefined);
      }),
    isTransient: isConnectionLost,
    maxItems: maxCalls,
  });

/** Stores what happens in a call in order, without the call waiting for it. */
export const createCallStore = (writer: CallWriter, log: Log, callId: string) => {
  const pendingLines = new Map<string, TranscriptLine>();
  let pending: CallChange[] = [];
  let partial: string | null | undefined;
  let hasPartial = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;

  const hasWork = (): boolean => pending.length > 0 || pendingLines.size > 0 || partial !== undefined;

  const run = async (): Promise<void> => {
    const given: CallChanges = { callId, lines: [...pendingLines.values()], changes: pending, partial };
    pendingLines.clear();
    pending = [];
    partial = undefined;
    try {
      await writer.add(given);
      failures = 0;
    } catch (error) {
      failures++;
      log.error({ error, callId, failures }, "a part of a call could not be stored yet");
      if (mayRetry(retryPolicies.callRecord, failures)) {
        pending = [...given.changes, ...pending];
        // Newer lines replace those of the same key.
        for (const line of given.lines) if (!pendingLines.has(line.key)) pendingLines.set(line.key, line);
        await sleep(retryDelayMs(retryPolicies.callRecord, failures));
      }
    }
    running = undefined;
    if (hasWork()) wake();
  };
  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    running = run();
  };
  const wake = (): void => {
    if (!running) timer ??= setTimeout(start, gatherMs);
  };
  return {
    /** What the person is saying, for the operators who watch. */
    setPartial: (words: string | null): void => {
      if (words === null && !hasPartial) return;
      hasPartial = words !== null;
      partial = words;
      wake();
    },
    saveLine: (line: TranscriptLine): void => {
      pendingLines.set(line.key, line);
      wake();
    },
    add: (change: CallChange): void => {
      pending.push(change);
      wake();
    },
    settled: async (): Promise<void> => {
      while (timer || running) {
        if (!running) start();
        await running;
      }
    },
  };
};
