import { costOfTokens } from "#domain/ai/models.ts";
import { system } from "#server/audit/entry.ts";
import { createBatcher } from "#server/batch.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { type AiCall, insertAiCalls, notifyOfFailure } from "#server/store/ai/ai-calls.ts";
import type { Write } from "#server/store/write.ts";
import type { Provider } from "./providers.ts";

export type CallSettings = Pick<AiCall, "model" | "purpose" | "promptVersion" | "prices" | "personId">;
export type EndedModelCall = CallSettings &
  Pick<AiCall, "outcome" | "tokens" | "simulation"> & { startedAt: number };
type ProviderRow = Provider["row"];
type RecordedCall = { row: ProviderRow; call: EndedModelCall; latencyMs: number };

/** A test call to the simulator was never paid. */
export const dollarsOf = ({
  prices,
  tokens,
  simulation,
}: Pick<EndedModelCall, "prices" | "tokens" | "simulation">): number =>
  prices && simulation !== "test" ? costOfTokens(prices, tokens) : 0;

/** Stores each call of a model with its cost, and notifies of failures. */
export const createCallRecords = (write: Write) => {
  const storeCalls = (calls: readonly RecordedCall[]): Promise<void> =>
    write(system, async ({ tx, touch }) => {
      await insertAiCalls(
        tx,
        calls.map(({ row, call: { startedAt: _, ...call }, latencyMs }) => ({
          ...call,
          vendor: row.vendor,
          cost: dollarsOf(call),
          latencyMs,
        })),
      );
      for (const { row, call } of calls) await notifyOfFailure(tx, row.vendor, row.name, call.outcome);
      touch("ai-providers", "notifications");
    });
  const batcher = createBatcher<RecordedCall, undefined>({
    maxItems: 100,
    gather: { ms: 250, untilItems: 100 },
    isTransient: isConnectionLost,
    run: async (calls) => {
      await storeCalls(calls);
      return calls.map(() => undefined);
    },
  });
  const toRecorded = (row: ProviderRow, call: EndedModelCall): RecordedCall => ({
    row,
    call,
    latencyMs: Math.round(performance.now() - call.startedAt),
  });
  return {
    store: (row: ProviderRow, call: EndedModelCall) => storeCalls([toRecorded(row, call)]),
    /** Stores calls that end at about the same time in one transaction. */
    storeTogether: (row: ProviderRow, call: EndedModelCall) => batcher.add(toRecorded(row, call)),
    settled: batcher.drained,
  };
};
