import type { AgentServices } from "#server/agent/tools.ts";
import { system } from "#server/audit/entry.ts";
import { saveCallLines, type TranscriptLine } from "#server/store/voice/agent-turns.ts";
import type { WriteContext } from "#server/store/write.ts";

/** How long changes are gathered, so that a turn costs few transactions and none before its request to the model. */
const gatherMs = 500;

/** Stores what happens in a call in order, without the call waiting for it. */
export const createCallStore = ({ write, log }: Pick<AgentServices, "write" | "log">, callId: string) => {
  const pendingLines = new Map<string, TranscriptLine>();
  let pending: ((context: WriteContext) => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    const changes = pending;
    const newLines = [...pendingLines.values()];
    pending = [];
    pendingLines.clear();
    await write(system, async (context) => {
      await saveCallLines(context.tx, callId, newLines);
      for (const change of changes) await change(context);
      context.touch("live-calls");
    }).catch((error: unknown) => log.error({ error, callId }, "a part of a call could not be stored"));
    running = undefined;
    if (pending.length > 0 || pendingLines.size > 0) wake();
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
    add: (change: (context: WriteContext) => Promise<void>): void => {
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
