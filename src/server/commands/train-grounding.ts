import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  digestPairs,
  judgePair,
  learnWeights,
  type SupportPair,
  scorePair,
  toExamples,
} from "#domain/grounding/train-weights.ts";

/** Learns the weights of the checker of statements and writes them as a file of the repository. */
const grounding = join(import.meta.dirname, "../../domain/grounding");
const folder = join(grounding, "training");
const folds = 5;
/** Words of strangers are harder than these pairs, so that a larger share of theirs passes. */
const maxPassedShare = 0.03;

const pairs = readdirSync(folder)
  .filter((file) => file.endsWith(".jsonl"))
  .toSorted()
  .flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const pair = JSON.parse(line) as SupportPair;
        return { ...pair, block: `${file} ${pair.block}` };
      }),
  )
  .map((pair) => ({ pair, judged: judgePair(pair) }));

const blocks = [...new Set(pairs.map(({ pair }) => pair.block))];
const foldOf = new Map(blocks.map((block, index) => [block, index % folds]));

/** Each pair is scored by weights that were learned without its block. */
const scored = Array.from({ length: folds }, (_, fold) => {
  const weights = learnWeights(toExamples(pairs.filter(({ pair }) => foldOf.get(pair.block) !== fold)));
  return pairs
    .filter(({ pair }) => foldOf.get(pair.block) === fold)
    .map(({ pair, judged }) => ({ isSupported: pair.supported, score: scorePair(judged, weights) }));
}).flat();

const shareOf = (isSupported: boolean, holds: (score: number) => boolean): number => {
  const ones = scored.filter((one) => one.isSupported === isSupported);
  return ones.filter(({ score }) => holds(score)).length / ones.length;
};
const thresholds = Array.from({ length: 100 }, (_, index) => index / 100);
const threshold = thresholds.find((at) => shareOf(false, (score) => score >= at) <= maxPassedShare) ?? 1;

const learned = learnWeights(toExamples(pairs));
const rounded = Object.fromEntries(
  Object.entries(learned.weights).map(([name, value]) => [name, Math.round(value * 1000) / 1000]),
);
const source = `import type { FeatureName } from "./statement-features.ts";

/** Written by \`npm run grounding:train\` from ${pairs.length} pairs of ${blocks.length} blocks; not edited by hand. */
export const learnedWeights: {
  /** Of the pairs and their features. */
  digest: number;
  bias: number;
  threshold: number;
  weights: Record<FeatureName, number>;
} = {
  digest: ${digestPairs(pairs)},
  bias: ${Math.round(learned.bias * 1000) / 1000},
  threshold: ${threshold},
  weights: {
${Object.entries(rounded)
  .map(([name, value]) => `    ${name}: ${value},`)
  .join("\n")}
  },
};
`;
writeFileSync(join(grounding, "learned-weights.ts"), source);

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
console.log(`${pairs.length} pairs of ${blocks.length} blocks; by weights learned without their block:`);
for (const at of [...new Set([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, threshold])].toSorted())
  console.log(
    `  threshold ${at.toFixed(2)}: false let through ${percent(shareOf(false, (score) => score >= at))}, true refused ${percent(shareOf(true, (score) => score < at))}`,
  );
