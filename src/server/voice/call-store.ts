import type { AgentServices } from "#server/agent/tools.ts";
import { system } from "#server/audit/entry.ts";
import { type Batcher, createBatcher } from "#server/batch.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { saveCallLines, type TranscriptLine } from "#server/store/voice/agent-turns.ts";
import type { Write, WriteContext } from "#server/store/write.ts";

type CallChange = (context: WriteContext) => Promise<void>;
type CallChanges = { callId: string; lines: TranscriptLine[]; changes: CallChange[] };

/** Writes the changes of all calls, those of many calls in one transaction. */
export type CallWriter = Batcher<CallChanges, void>;

const maxCalls = 100;
/** How long a call gathers changes, so that none is written before its request to the model. */
const gatherMs = 500;

export const createCallWriter = (write: Write): CallWriter =>
  createBatcher({
    run: (calls) =>
      write(system, async (context) => {
        for (const { callId, lines, changes } of calls) {
          await saveCallLines(context.tx, callId, lines);
          for (const change of changes) await change(context);
        }
        context.touch("live-calls");
        return calls.map(() => undefined);
      }),
    isTransient: isConnectionLost,
    maxItems: maxCalls,
  });

/** Stores what happens in a call in order, without the call waiting for it. */
export const createCallStore = (writer: CallWriter, { log }: Pick<AgentServices, "log">, callId: string) => {
  const pendingLines = new Map<string, TranscriptLine>();
  let changes: CallChange[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    const added = writer.add({ callId, lines: [...pendingLines.values()], changes });
    changes = [];
    pendingLines.clear();
    await added.catch((error: unknown) =>
      log.error({ error, callId }, "a part of a call could not be stored"),
    );
    running = undefined;
    if (changes.length > 0 || pendingLines.size > 0) wake();
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
    saveLine: (line: TranscriptLine): void => {
      pendingLines.set(line.key, line);
      wake();
    },
    add: (change: CallChange): void => {
      changes.push(change);
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
