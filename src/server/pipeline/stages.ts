import { mostAtOnce, type Recording, recordNext } from "./ingest/record.ts";
import type { Press } from "./ingest/webhook/load-level.ts";
import { type Reacting, reactNext } from "./react/react.ts";
import { nothingDone, startWorker, type Worker } from "./worker.ts";

export type Stages = { recorder: Worker; reactor: Worker; stop: () => Promise<void> };

/**
 * The stages behind the door, each with a queue that is a table: what is accepted is stored as received, what
 * happened waits to be reacted to. What a killed process held is free again when its connection ends. The door goes
 * before the recorder, and the recorder before the reactor: under a flood, what is accepted is read first.
 */
export const startStages = (
  parts: Recording & Omit<Reacting, "write"> & { press: () => Press; isAnythingNew: () => Promise<boolean> },
): Stages => {
  const { write, mapping, log, book, day, press, isAnythingNew } = parts;
  let recording = false;
  const recorder = startWorker({
    name: "record",
    press,
    log,
    next: async () => {
      const done = await recordNext({ write, mapping, log });
      recording = done >= mostAtOnce;
      if (done > 0) reactor.wake();
      return { done, more: recording };
    },
  });
  const reactor = startWorker({
    name: "react",
    // Who comes in single file was let pass by the recorder; what it read by then waits no longer.
    press: () => (recording ? "flood" : press() === "file" ? "flow" : press()),
    log,
    next: async () => ((await isAnythingNew()) ? reactNext({ write, book, day }) : nothingDone),
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
