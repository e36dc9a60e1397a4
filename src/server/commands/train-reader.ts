import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseLabelledLines } from "#domain/reading/labelled-lines.ts";
import { encodeModel } from "#domain/reading/model.ts";
import { trainReader } from "#domain/reading/train.ts";
import { readerWeightsFile } from "#server/ai/local-reader.ts";

const folder = join(import.meta.dirname, "../../domain/reading/training");
const labels = readdirSync(folder)
  .toSorted()
  .flatMap((file) => parseLabelledLines(readFileSync(join(folder, file), "utf8"), file));
mkdirSync(dirname(readerWeightsFile), { recursive: true });
// Renamed into place, so a kill never leaves a partial file.
const partial = `${readerWeightsFile}.${process.pid}`;
writeFileSync(partial, encodeModel(trainReader(labels)));
renameSync(partial, readerWeightsFile);
console.log(`Learned from ${labels.length} labelled messages.`);
