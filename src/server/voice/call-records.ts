import { system } from "#server/audit/entry.ts";
import { createBatcher } from "#server/batch.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { type CallProgress, saveCallProgress } from "#server/store/voice/agent-calls.ts";
import {
  type AgentTurn,
  insertAgentTurns,
  saveCallLines,
  type TranscriptLine,
} from "#server/store/voice/agent-turns.ts";
import type { Write, WriteContext } from "#server/store/write.ts";

export type CallChange = (context: WriteContext) => Promise<void>;

/** What has happened in a call since it was last stored. */
export type CallRecord = {
  callId: string;
  lines: readonly TranscriptLine[];
  turns: readonly AgentTurn[];
  progress: CallProgress | undefined;
  /** Everything else, in order. */
  changes: readonly CallChange[];
};

export type CallRecords = {
  /** Resolves when it is stored. An urgent record does not wait for those of other calls. */
  save: (record: CallRecord, options: { isUrgent: boolean }) => Promise<void>;
};

/** How long a record waits for those of other calls, which share its transaction. */
const gather = { ms: 100, untilItems: 100 };

const storeRecords = (write: Write, records: readonly CallRecord[]): Promise<void> =>
  write(system, async (context) => {
    await inOneRoundTrip([
      saveCallLines(
        context.tx,
        records.flatMap(({ callId, lines }) => lines.map((line) => ({ ...line, callId }))),
      ),
      insertAgentTurns(
        context.tx,
        records.flatMap(({ turns }) => turns),
      ),
      saveCallProgress(
        context.tx,
        records.flatMap(({ progress }) => progress ?? []),
      ),
    ]);
    for (const { changes } of records) for (const change of changes) await change(context);
    context.touch("live-calls");
  });

/** Stores what happens in the calls of this process, many calls in one transaction. */
export const createCallRecords = (write: Write): CallRecords => {
  const batcher = createBatcher<CallRecord, undefined>({
    maxItems: 200,
    gather,
    isTransient: isConnectionLost,
    run: async (records) => {
      await storeRecords(write, records);
      return records.map(() => undefined);
    },
  });
  return {
    save: (record, { isUrgent }) =>
      // Alone, because such changes lock rows besides those of the call.
      record.changes.length > 0 ? storeRecords(write, [record]) : batcher.add(record, { isUrgent }),
  };
};
