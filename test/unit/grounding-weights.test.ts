import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { learnedWeights } from "#domain/grounding/learned-weights.ts";
import { digestPairs, judgePair, type SupportPair } from "#domain/grounding/train-weights.ts";

test("the weights of the checker belong to its pairs and features; npm run grounding:train learns them anew", () => {
  const folder = join(import.meta.dirname, "../../src/domain/grounding/training");
  const pairs = readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => JSON.parse(line) as SupportPair),
    )
    .map((pair) => ({ pair, judged: judgePair(pair) }));
  expect(digestPairs(pairs)).toBe(learnedWeights.digest);
});
