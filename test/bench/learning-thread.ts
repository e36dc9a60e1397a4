import { parentPort } from "node:worker_threads";
import { seedSequence } from "#domain/learning/splits.ts";
import type { NumberColumn } from "#domain/learning/table.ts";
import { train } from "#domain/learning/train.ts";

const rowCount = 1_000_000;
const columnCount = 50;
/** The outcome depends on the first of the columns. */
const informativeColumns = 10;

const random = seedSequence(2026);
const columns = Array.from({ length: columnCount }, (_, index): NumberColumn => {
  const values = new Float32Array(rowCount);
  for (let row = 0; row < rowCount; row += 1) values[row] = random() < 0.3 ? 0 : random();
  return { kind: "number", name: `column${index}`, isDate: false, values };
});
const labels = new Uint8Array(rowCount);
for (let row = 0; row < rowCount; row += 1) {
  let logOdds = -3;
  for (let index = 0; index < informativeColumns; index += 1)
    logOdds += (columns[index]?.values[row] ?? 0) * (index % 3 === 0 ? -1 : 1.5);
  labels[row] = random() < 1 / (1 + Math.exp(-logOdds)) ? 1 : 0;
}
const startedAt = performance.now();
const result = train({ columns, labels });
parentPort?.postMessage({
  seconds: (performance.now() - startedAt) / 1000,
  auc: result.ok ? result.report.chosen.auc : 0,
});
