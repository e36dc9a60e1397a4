import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LabelledLine, parseLabelledLines } from "#domain/reading/labelled-lines.ts";
import { type LabelledSafety, parseLabelledSafety } from "#domain/safety/labelled-safety.ts";

const readFolder = <Line>(path: string, parse: (text: string, file: string) => Line[]): Line[] => {
  const folder = join(import.meta.dirname, "../../domain", path);
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => parse(readFileSync(join(folder, file), "utf8"), file));
};

/** What the local reader learns from. */
export const readTraining = (): { messages: LabelledLine[]; safetyTexts: LabelledSafety[] } => ({
  messages: readFolder("reading/training", parseLabelledLines),
  safetyTexts: readFolder("safety/training", parseLabelledSafety),
});
