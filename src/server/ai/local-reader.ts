import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InboundText } from "#domain/reading/labels.ts";
import { decodeModel } from "#domain/reading/model.ts";
import { createMessageReader, type MessageReading, type ReadingClock } from "#domain/reading/read-message.ts";
import { createRiskReader, type RiskScores } from "#domain/reading/risk-scores.ts";
import { StartError } from "#server/start-error.ts";

/** Written by `npm run reader:train`. */
export const readerWeightsFile = join(import.meta.dirname, "reader-weights.bin");

type Reader = {
  readMessage: ReturnType<typeof createMessageReader>;
  readRisk: ReturnType<typeof createRiskReader>;
};

let reader: Reader | undefined;

/** The weights are loaded with the first message, so that they do not slow down the start. */
const loadReader = (): Reader => {
  const model = decodeModel(readFileSync(readerWeightsFile));
  if (!model)
    throw new Error(`${readerWeightsFile} is of another version; npm run reader:train makes it again.`);
  return { readMessage: createMessageReader(model), readRisk: createRiskReader(model) };
};

/** Fails the start instead of the first message. */
export const checkReader = (): void => {
  if (!existsSync(readerWeightsFile))
    throw new StartError(`${readerWeightsFile} is missing; npm run reader:train makes it.`);
};

/** Reads a message on this machine, without any vendor. */
export const readMessage = (message: InboundText, clock: ReadingClock): MessageReading => {
  reader ??= loadReader();
  return reader.readMessage(message, clock);
};

/** How probably a message is a wish to stop or tells of danger, as this machine learned it. */
export const readRisk = (message: InboundText): RiskScores => {
  reader ??= loadReader();
  return reader.readRisk(message);
};
