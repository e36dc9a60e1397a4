import { type AdvanceContext, advanceNext } from "./advance/advance-runs.ts";
import { type BroadcastContext, workOnBroadcasts } from "./broadcast/work-broadcasts.ts";
import { type RecordContext, recordBatchSize, recordNext } from "./ingest/record.ts";
import type { LoadLevel } from "./ingest/webhook/load-level.ts";
import { emptyBatch, type QueueWorker, startQueueWorker } from "./queue-worker.ts";
import { createProfiler, type ProfileContext } from "./react/profile-people.ts";
import { type ReactContext, reactNext } from "./react/react.ts";
import { createReceiver } from "./receive/receive-next.ts";

export type Stages = {
  /** Messages were stored. */
  wakeReceivers: () => void;
  recorder: QueueWorker;
  reactor: QueueWorker;
  /** Runs of sequences may be due. */
  advancer: QueueWorker;
  /** A broadcast may have something to do. */
  broadcaster: QueueWorker;
  profiler: QueueWorker;
  stop: () => Promise<void>;
};

type StagesOptions = RecordContext &
  Omit<ReactContext, "write" | "log"> &
  AdvanceContext &
  BroadcastContext &
  ProfileContext & {
    loadLevel: () => LoadLevel;
    hasWaitingMessages: () => Promise<boolean>;
    hasReactions: () => Promise<boolean>;
  };

/** A message that waits for the lock of its sender leaves the others to a second worker. */
const receiverCount = 2;

/**
 * The queue workers behind ingestion. Those that receive, record and react claim in the transaction that does the work,
 * so what a killed process had claimed is free again when its connection ends. Under load, recording goes before
 * reacting.
 */
export const startStages = (options: StagesOptions): Stages => {
  const { write, clock, log, rules, askingRules, audienceReferences, scorer, day, loadLevel } = options;
  const { hasWaitingMessages, hasReactions, tracing } = options;
  let isRecorderBehind = false;
  const recorder = startQueueWorker({
    name: "record",
    loadLevel,
    log,
    next: async () => {
      const done = await recordNext(options);
      isRecorderBehind = done >= recordBatchSize;
      if (done > 0) reactor.wake();
      return { done, hasMore: isRecorderBehind };
    },
  });
  const reactor = startQueueWorker({
    name: "react",
    loadLevel: () => (isRecorderBehind ? "saturated" : loadLevel()),
    log,
    next: async () => {
      const result = (await hasReactions())
        ? await reactNext({ write, clock, rules, askingRules, audienceReferences, scorer, day, log, tracing })
        : emptyBatch;
      if (result.done > 0) {
        profiler.wake();
        advancer.wake();
      }
      return result;
    },
  });
  const advancer = startQueueWorker({
    name: "advance",
    loadLevel,
    log,
    next: () => advanceNext(options),
  });
  const broadcaster = startQueueWorker({
    name: "broadcast",
    loadLevel,
    log,
    next: async () => {
      const result = await workOnBroadcasts(options);
      if (result.done > 0) advancer.wake();
      return result;
    },
  });
  const profiler = startQueueWorker({
    name: "profile",
    // Advice is never urgent, so that it takes a small part of the time whatever else there is to do.
    loadLevel: () => "saturated",
    log,
    next: createProfiler(options),
  });
  const receiver = createReceiver(options);
  const receivers = Array.from({ length: receiverCount }, () =>
    startQueueWorker({
      name: "receive",
      // A message may be an opt-out, so that it never waits for events.
      loadLevel: () => "normal",
      log,
      next: async () => {
        const hasWorked = (await hasWaitingMessages()) && (await receiver.next());
        if (hasWorked) reactor.wake();
        return { done: Number(hasWorked), hasMore: hasWorked };
      },
    }),
  );
  return {
    wakeReceivers: () => {
      for (const worker of receivers) worker.wake();
    },
    recorder,
    reactor,
    advancer,
    broadcaster,
    profiler,
    stop: async () => {
      await Promise.all(receivers.map((worker) => worker.stop()));
      await recorder.stop();
      await reactor.stop();
      await broadcaster.stop();
      await advancer.stop();
      await profiler.stop();
    },
  };
};
