import { readFileSync } from "node:fs";
import { describeFigures, measureReadings } from "#domain/reading/figures.ts";
import { parseLabelledLines } from "#domain/reading/labelled-lines.ts";
import { readMessage } from "#server/ai/local-reader.ts";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Name a file of labelled messages, one JSON object a line.");
  process.exit(1);
}
/** Labels of callbacks are relative to this moment, Monday 2026-11-16 at 10:00. */
const clock = { now: Date.UTC(2026, 10, 16, 14), timezone: "America/Puerto_Rico", locale: "en-US" };
const labels = parseLabelledLines(readFileSync(file, "utf8"), file);
const pairs = labels.map((label) => ({ label, reading: readMessage(label, clock) }));
for (const line of describeFigures(measureReadings(pairs))) console.log(line);

/** The best of some passes: the first ones include the compilation of the code. */
const passes = Array.from({ length: 8 }, () => {
  const start = performance.now();
  for (const label of labels) readMessage(label, clock);
  return labels.length / ((performance.now() - start) / 1000);
});
console.log(`\nmessages/s          ${Math.round(Math.max(...passes))}`);
