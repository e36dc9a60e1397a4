import { renameSync, writeFileSync } from "node:fs";
import { encodeModel } from "#domain/reading/model.ts";
import { trainReader } from "#domain/reading/train.ts";
import { readerWeightsFile } from "#server/ai/local-reader.ts";
import { readTraining } from "#server/ai/reader-training.ts";

const { messages, safetyTexts } = readTraining();
// Renamed into place, so a kill never leaves a partial file.
const partial = `${readerWeightsFile}.${process.pid}`;
writeFileSync(partial, encodeModel(trainReader(messages, safetyTexts)));
renameSync(partial, readerWeightsFile);
console.log(`Learned from ${messages.length} messages and ${safetyTexts.length} texts about safety.`);
