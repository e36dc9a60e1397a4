import { safetyLabels } from "#domain/safety/safety-kind.ts";
import { buckets, type Features } from "./features.ts";
import {
  readIntents,
  readObjections,
  readOptOuts,
  readSentiments,
  readTopics,
  readUrgencies,
  secondaryIntents,
} from "./labels.ts";

/** Groups of outputs. `one`: exactly one label holds; `any`: each label holds or not. */
const groups = [
  { name: "intent", kind: "one", size: readIntents.length },
  { name: "present", kind: "any", size: secondaryIntents.length },
  { name: "sentiment", kind: "one", size: readSentiments.length },
  { name: "urgency", kind: "one", size: readUrgencies.length },
  { name: "asks", kind: "any", size: readTopics.length },
  { name: "objection", kind: "one", size: readObjections.length + 1 },
  { name: "optOut", kind: "one", size: readOptOuts.length },
  { name: "safety", kind: "one", size: safetyLabels.length },
  { name: "wordLanguage", kind: "any", size: 1 },
] as const;

export type OutputGroup = (typeof groups)[number]["name"];
type Layout = { name: OutputGroup; kind: "one" | "any"; first: number; size: number };

export const layout: readonly Layout[] = groups.map((group, at) => ({
  ...group,
  first: groups.slice(0, at).reduce((sum, { size }) => sum + size, 0),
}));
export const outputs = groups.reduce((sum, { size }) => sum + size, 0);

export const groupOf = (name: OutputGroup): Layout => layout.find((group) => group.name === name) as Layout;

/** One row of weights per bucket; each output has a scale, so that a weight fits into a byte. */
export type ReaderModel = {
  weights: Int8Array;
  scales: Float32Array;
  biases: Float32Array;
  /** Of what the weights were learned from. */
  digest: number;
  /** 1 for the buckets that have a weight; most letter groups of a new message have none. */
  usedBuckets: Uint8Array;
};

export const findUsedBuckets = (weights: Int8Array): Uint8Array => {
  const used = new Uint8Array(buckets);
  for (let bucket = 0; bucket < buckets; bucket++)
    for (let cell = bucket * outputs; cell < (bucket + 1) * outputs; cell++)
      if (weights[cell] !== 0) {
        used[bucket] = 1;
        break;
      }
  return used;
};

/** Scores of all outputs, before they become probabilities. */
export const scoreOutputs = (
  { weights, scales, biases, usedBuckets }: ReaderModel,
  features: Features,
): Float64Array => {
  const scores = new Float64Array(outputs);
  for (let at = 0; at < features.length; at++) {
    const bucket = features.buckets[at] as number;
    if (usedBuckets[bucket] === 0) continue;
    const row = bucket * outputs;
    const value = features.values[at] as number;
    for (let output = 0; output < outputs; output++)
      scores[output] = (scores[output] as number) + (weights[row + output] as number) * value;
  }
  for (let output = 0; output < outputs; output++)
    scores[output] = (scores[output] as number) * (scales[output] as number) + (biases[output] as number);
  return scores;
};

/** Score of a single output. */
export const scoreOutput = (model: ReaderModel, features: Features, output: number): number => {
  let score = 0;
  for (let at = 0; at < features.length; at++)
    score +=
      (model.weights[(features.buckets[at] as number) * outputs + output] as number) *
      (features.values[at] as number);
  return score * (model.scales[output] as number) + (model.biases[output] as number);
};

/** How much each token speaks for an output. */
export const tokenContributions = (
  model: ReaderModel,
  features: Features,
  output: number,
  tokenCount: number,
): Float32Array => {
  const sums = new Float32Array(tokenCount);
  for (let at = 0; at < features.length; at++) {
    const token = features.tokens[at] as number;
    const bucket = features.buckets[at] as number;
    if (token < 0 || token >= tokenCount || model.usedBuckets[bucket] === 0) continue;
    sums[token] =
      (sums[token] as number) +
      (model.weights[bucket * outputs + output] as number) * (features.values[at] as number);
  }
  return sums;
};

export const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score));

/** Probabilities of the labels of a group. */
export const probabilities = (scores: Float64Array, group: OutputGroup): number[] => {
  const { first, size, kind } = groupOf(group);
  const own = [...scores.subarray(first, first + size)];
  if (kind === "any") return own.map(sigmoid);
  const highest = Math.max(...own);
  const powers = own.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
};

/** Bytes at the start of a file of weights, changed with its format. */
const formatMark = 0x46_52_31_00 | 3;
const headerBytes = 12;
const modelBytes = headerBytes + outputs * 8 + buckets * outputs;

export const encodeModel = ({ weights, scales, biases, digest }: ReaderModel): Uint8Array => {
  const bytes = new Uint8Array(modelBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, formatMark, true);
  view.setUint32(4, outputs, true);
  view.setUint32(8, digest, true);
  for (let output = 0; output < outputs; output++) {
    view.setFloat32(headerBytes + output * 8, scales[output] as number, true);
    view.setFloat32(headerBytes + output * 8 + 4, biases[output] as number, true);
  }
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), headerBytes + outputs * 8);
  return bytes;
};

/** Undefined when the bytes are not weights of this version. */
export const decodeModel = (bytes: Uint8Array): ReaderModel | undefined => {
  if (bytes.length !== modelBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== formatMark || view.getUint32(4, true) !== outputs) return undefined;
  const scales = new Float32Array(outputs);
  const biases = new Float32Array(outputs);
  for (let output = 0; output < outputs; output++) {
    scales[output] = view.getFloat32(headerBytes + output * 8, true);
    biases[output] = view.getFloat32(headerBytes + output * 8 + 4, true);
  }
  const start = headerBytes + outputs * 8;
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset + start, buckets * outputs);
  return { weights, scales, biases, digest: view.getUint32(8, true), usedBuckets: findUsedBuckets(weights) };
};
