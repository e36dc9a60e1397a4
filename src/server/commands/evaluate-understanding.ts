import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { EvaluationContext, LabelledRow } from "#domain/evaluation/evaluation-kind.ts";
import { evaluationKinds } from "#domain/evaluation/evaluation-kinds.ts";
import { readMessage, readRisk } from "#server/ai/local-reader.ts";

/** The labels of times refer to this moment, Monday 2026-11-16 at 10:00. */
const clock = { now: Date.UTC(2026, 10, 16, 14), timezone: "America/Puerto_Rico", locale: "en-US" };
const context: EvaluationContext = {
  ...clock,
  readMessage: (message) => readMessage(message, clock),
  readRisk,
};

const usage = "npm run understanding:evaluate -- FOLDER [--predictions FILE]";

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const readRows = (path: string, file: string): { line: number; row: LabelledRow }[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((source, index) => {
      if (source.trim() === "") return [];
      try {
        return [{ line: index + 1, row: JSON.parse(source) as LabelledRow }];
      } catch {
        return fail(`${file}, line ${index + 1}: not a JSON object`);
      }
    });

const parse = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { predictions: { type: "string" } } });
  } catch {
    return fail(usage);
  }
};

const { positionals, values } = parse();
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) fail(usage);

const kindOf = (file: string) =>
  evaluationKinds.find(({ name }) => new RegExp(`^${name}(?:-[\\w-]+)?\\.jsonl$`).test(file));
const listFiles = (path: string): string[] => {
  try {
    return readdirSync(path).filter(kindOf).toSorted();
  } catch {
    return fail(`${path} is not a folder that can be read.`);
  }
};

const files = listFiles(folder as string);
if (files.length === 0)
  fail(`${folder} has no files of the kinds ${evaluationKinds.map(({ name }) => name).join(", ")}.`);

const predictions: string[] = [];
for (const file of files) {
  const kind = kindOf(file);
  if (!kind) continue;
  const outcomes = readRows(join(folder as string, file), file).map(({ line, row }) => {
    try {
      const prediction = kind.predict(row, context);
      predictions.push(JSON.stringify({ file, line, prediction }));
      return { row, prediction };
    } catch (error) {
      return fail(`${file}, line ${line}: ${error instanceof Error ? error.message : error}`);
    }
  });
  console.log(`${file}, ${outcomes.length} lines`);
  for (const text of kind.describe(outcomes)) console.log(text);
  console.log();
}
if (values.predictions !== undefined) writeFileSync(values.predictions, `${predictions.join("\n")}\n`);
