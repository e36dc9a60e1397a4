import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InboundText } from "#domain/reading/labels.ts";
import { decodeModel } from "#domain/reading/model.ts";
import { createMessageReader, type MessageReading, type ReadingClock } from "#domain/reading/read-message.ts";
import { StartError } from "#server/start-error.ts";

/** Written by `src/server/commands/train-reader.ts` before the product starts. */
export const readerWeightsFile = join(import.meta.dirname, "../../../dist/reader/weights.bin");

let reader: ReturnType<typeof createMessageReader> | undefined;

/** The weights are loaded with the first message, so that they do not slow down the start. */
const loadReader = (): ReturnType<typeof createMessageReader> => {
  const model = decodeModel(readFileSync(readerWeightsFile));
  if (!model)
    throw new Error(`${readerWeightsFile} is of another version; run node bin/prepare.mjs to make it again.`);
  return createMessageReader(model);
};

/** Fails the start instead of the first message. */
export const checkReader = (): void => {
  if (!existsSync(readerWeightsFile))
    throw new StartError(`${readerWeightsFile} is missing; run node bin/prepare.mjs to make it.`);
};

/** Reads a message on this machine, without any vendor. */
export const readMessage = (message: InboundText, clock: ReadingClock): MessageReading => {
  reader ??= loadReader();
  return reader(message, clock);
};
