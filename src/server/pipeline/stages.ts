import { mostAtOnce as mostReactions, type Reacting, reactNext } from "./react.ts";
import { mostAtOnce as mostRecords, type Recording, recordNext } from "./record.ts";
import { startWorker, type Worker } from "./worker.ts";

export type Stages = { recorder: Worker; reactor: Worker; stop: () => Promise<void> };

/**
 * The stages behind the door, each with a queue that is a table: what is accepted is stored as received, what
 * happened waits to be reacted to. What a killed process held is free again when its connection ends. The door goes
 * before the recorder, and the recorder before the reactor: under a flood, what is accepted is read first.
 */
export const startStages = (
  parts: Recording &
    Omit<Reacting, "write"> & { isBusy: () => boolean; isAnythingNew: () => Promise<boolean> },
): Stages => {
  const { write, mapping, log, book, day, isBusy, isAnythingNew } = parts;
  let recording = false;
  const recorder = startWorker({
    name: "record",
    full: mostRecords,
    yields: isBusy,
    log,
    next: async () => {
      const read = await recordNext({ write, mapping, log });
      recording = read >= mostRecords;
      if (read > 0) reactor.wake();
      return read;
    },
  });
  const reactor = startWorker({
    name: "react",
    full: mostReactions,
    yields: () => recording || isBusy(),
    log,
    next: async () => ((await isAnythingNew()) ? reactNext({ write, book, day }) : 0),
  });
  return {
    recorder,
    reactor,
    stop: async () => {
      await recorder.stop();
      await reactor.stop();
    },
  };
};
