import type { LabelledSafety } from "#domain/safety/labelled-safety.ts";
import { safetyLabels } from "#domain/safety/safety-kind.ts";
import {
  buckets,
  extractFeatures,
  extractWordFeatures,
  type Features,
  maxFeatures,
  prepareText,
  previousToken,
} from "./features.ts";
import {
  type InboundText,
  type LabelledText,
  type ReadIntent,
  readIntents,
  readObjections,
  readOptOuts,
  readSentiments,
  readTopics,
  readUrgencies,
  secondaryIntents,
} from "./labels.ts";
import { wordsForLanguage } from "./language.ts";
import { findUsedBuckets, groupOf, layout, type OutputGroup, outputs, type ReaderModel } from "./model.ts";

/** More rounds learn the messages by heart and read unseen ones no better. */
const rounds = 4;
/** Share of the features left out at random each time, so that no statement rests on one word alone. */
const leftOut = 0.3;
/** Words are short samples of one output, which need more. */
const wordRepeats = 4;
/** Texts about safety are fewer, and what they say must not be missed. */
const safetyRepeats = 3;
const learningRate = 0.1;
const decay = 2e-3;
/** Gradients below this change nothing that a byte could hold. */
const minGradient = 0.02;
/** Accumulated squares start here, so that the first steps are not too long. */
const firstSquare = 0.3;

type Sample = { features: Features; targets: Float32Array; groups: readonly OutputGroup[] };

/** Numbers between 0 and 1 from a seed, so that the same data always gives the same weights. */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const shuffle = <T>(items: T[], random: () => number): void => {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
};

const toTargets = (label: LabelledText): Float32Array => {
  const targets = toSafetyTargets("none");
  const set = (group: OutputGroup, index: number): void => {
    if (index >= 0) targets[groupOf(group).first + index] = 1;
  };
  set("intent", readIntents.indexOf(label.intent));
  for (const intent of [label.intent, ...label.also]) set("present", secondaryIntents.indexOf(intent));
  set("sentiment", readSentiments.indexOf(label.sentiment));
  set("urgency", readUrgencies.indexOf(label.urgency));
  for (const topic of label.asks) set("asks", readTopics.indexOf(topic));
  // The first output of the group means no objection.
  set("objection", label.objection === null ? 0 : readObjections.indexOf(label.objection) + 1);
  set("optOut", readOptOuts.indexOf(label.optOut));
  return targets;
};

const messageGroups: readonly OutputGroup[] = [
  "intent",
  "present",
  "sentiment",
  "urgency",
  "asks",
  "objection",
  "optOut",
];
const harmlessGroups: readonly OutputGroup[] = [...messageGroups, "safety"];
const safetyGroups: readonly OutputGroup[] = ["safety"];
const wordGroups: readonly OutputGroup[] = ["wordLanguage"];

/** Messages of these intents may tell of a death, a child or the like, or be a complaint that a person must see. */
const maybeGrave: readonly ReadIntent[] = ["wrong_person", "other", "complaint"];
/** Without urgency, ordinary messages hold nothing of danger. */
const isHarmless = ({ intent, also, urgency }: LabelledText): boolean =>
  ![intent, ...also].some((one) => maybeGrave.includes(one)) && urgency < 2;

const toSafetyTargets = (label: (typeof safetyLabels)[number]): Float32Array => {
  const targets = new Float32Array(outputs);
  targets[groupOf("safety").first + safetyLabels.indexOf(label)] = 1;
  return targets;
};

/** Each word of the messages that are in one language, as a sample of that language. */
const toWordSamples = (labels: readonly LabelledText[]): Sample[] => {
  const counts = new Map<string, { en: number; es: number }>();
  for (const { text, language } of labels) {
    if (language === "mixed") continue;
    for (const word of new Set(wordsForLanguage(text))) {
      const count = counts.get(word) ?? { en: 0, es: 0 };
      count[language]++;
      counts.set(word, count);
    }
  }
  return [...counts].flatMap(([word, { en, es }]) => {
    if (en > 0 && es > 0 && Math.max(en, es) < 4 * Math.min(en, es)) return [];
    const targets = new Float32Array(outputs);
    targets[groupOf("wordLanguage").first] = es > en ? 1 : 0;
    return [{ features: extractWordFeatures(word), targets, groups: wordGroups }];
  });
};

/** Gradient of each output of a group: probability minus target. */
const groupGradients = (
  { first, size, kind }: (typeof layout)[number],
  scores: Float32Array,
  targets: Float32Array,
  gradients: Float32Array,
): void => {
  if (kind === "any") {
    for (let output = first; output < first + size; output++)
      gradients[output] = 1 / (1 + Math.exp(-(scores[output] as number))) - (targets[output] as number);
    return;
  }
  let highest = Number.NEGATIVE_INFINITY;
  for (let output = first; output < first + size; output++)
    highest = Math.max(highest, scores[output] as number);
  let sum = 0;
  for (let output = first; output < first + size; output++) {
    const power = Math.exp((scores[output] as number) - highest);
    gradients[output] = power;
    sum += power;
  }
  for (let output = first; output < first + size; output++)
    gradients[output] = (gradients[output] as number) / sum - (targets[output] as number);
};

/** Stochastic gradient descent with a rate of its own for each weight (AdaGrad). */
const descend = (samples: Sample[], seed: number): { weights: Float32Array; biases: Float32Array } => {
  const weights = new Float32Array(buckets * outputs);
  const squares = new Float32Array(buckets * outputs).fill(firstSquare);
  const biases = new Float32Array(outputs);
  const biasSquares = new Float32Array(outputs).fill(firstSquare);
  const scores = new Float32Array(outputs);
  const gradients = new Float32Array(outputs);
  const active = new Int32Array(outputs);
  const random = createRandom(seed);
  const kept = new Int32Array(maxFeatures);
  const asked = groupOf("asks");
  for (let round = 0; round < rounds; round++) {
    shuffle(samples, random);
    for (const { features, targets, groups } of samples) {
      const used = layout.filter(({ name }) => groups.includes(name));
      const from = used[0]?.first ?? 0;
      const to = (used.at(-1)?.first ?? 0) + (used.at(-1)?.size ?? 0);
      scores.set(biases);
      let keptCount = 0;
      for (let at = 0; at < features.length; at++)
        if (groups === wordGroups || random() >= leftOut) kept[keptCount++] = at;
      // What is left weighs as much as all would.
      const weight = groups === wordGroups ? 1 : 1 / (1 - leftOut);
      for (let index = 0; index < keptCount; index++) {
        const at = kept[index] as number;
        const row = (features.buckets[at] as number) * outputs;
        const value = (features.values[at] as number) * weight;
        for (let output = from; output < to; output++)
          scores[output] = (scores[output] as number) + (weights[row + output] as number) * value;
      }
      for (const group of used) groupGradients(group, scores, targets, gradients);
      let activeCount = 0;
      for (let output = from; output < to; output++) {
        const gradient = gradients[output] as number;
        if (Math.abs(gradient) < minGradient) continue;
        active[activeCount++] = output;
        biasSquares[output] = (biasSquares[output] as number) + gradient * gradient;
        biases[output] =
          (biases[output] as number) - (learningRate * gradient) / Math.sqrt(biasSquares[output] as number);
      }
      for (let index = 0; index < keptCount; index++) {
        const at = kept[index] as number;
        const row = (features.buckets[at] as number) * outputs;
        const value = (features.values[at] as number) * weight;
        const isPrevious = features.tokens[at] === previousToken;
        for (let other = 0; other < activeCount; other++) {
          const output = active[other] as number;
          // What a message asks for stands in its own words.
          if (isPrevious && output >= asked.first && output < asked.first + asked.size) continue;
          const cell = row + output;
          const slope = (gradients[output] as number) * value + decay * (weights[cell] as number);
          const square = (squares[cell] as number) + slope * slope;
          squares[cell] = square;
          weights[cell] = (weights[cell] as number) - (learningRate * slope) / Math.sqrt(square);
        }
      }
    }
  }
  return { weights, biases };
};

/** One descent depends on the order of its samples: the mean of several reads unseen messages better than any of them. */
const seeds = [20_261_116, 20_261_117, 20_261_118, 20_261_119, 20_261_120];

const descendOften = (samples: Sample[]): { weights: Float32Array; biases: Float32Array } => {
  const weights = new Float32Array(buckets * outputs);
  const biases = new Float32Array(outputs);
  for (const seed of seeds) {
    const one = descend(samples, seed);
    for (let cell = 0; cell < weights.length; cell++)
      weights[cell] = (weights[cell] as number) + (one.weights[cell] as number) / seeds.length;
    for (let output = 0; output < outputs; output++)
      biases[output] = (biases[output] as number) + (one.biases[output] as number) / seeds.length;
  }
  return { weights, biases };
};

/** Rounds weights to bytes, each output by its own scale. */
const toBytes = (weights: Float32Array, biases: Float32Array): Omit<ReaderModel, "digest"> => {
  const scales = new Float32Array(outputs);
  for (let cell = 0; cell < weights.length; cell++) {
    const output = cell % outputs;
    scales[output] = Math.max(scales[output] as number, Math.abs(weights[cell] as number) / 127);
  }
  const bytes = new Int8Array(weights.length);
  for (let cell = 0; cell < weights.length; cell++) {
    const scale = scales[cell % outputs] as number;
    bytes[cell] = scale === 0 ? 0 : Math.round((weights[cell] as number) / scale);
  }
  return { weights: bytes, scales, biases, usedBuckets: findUsedBuckets(bytes) };
};

/** Features of a single message cannot be learned from, only memorised. */
const withoutRare = (samples: Sample[]): Sample[] => {
  const counts = new Uint16Array(buckets);
  for (const { features } of samples)
    for (const bucket of new Set(features.buckets))
      counts[bucket] = Math.min(65_535, (counts[bucket] as number) + 1);
  return samples.map(({ features, ...sample }) => {
    const kept = [...features.buckets.keys()].filter(
      (at) => (counts[features.buckets[at] as number] as number) > 1,
    );
    return {
      ...sample,
      features: {
        buckets: Int32Array.from(kept, (at) => features.buckets[at] as number),
        values: Float32Array.from(kept, (at) => features.values[at] as number),
        tokens: Int32Array.from(kept, (at) => features.tokens[at] as number),
        length: kept.length,
      },
    };
  });
};

/** A sample is enough to notice that features have changed. */
const digestedEach = 40;

/** Changes with the labelled texts and with the features that code takes from them, and with nothing else. */
export const digestTraining = (
  labels: readonly LabelledText[],
  safetyTexts: readonly LabelledSafety[],
): number => {
  let hash = 0x811c9dc5;
  const add = (value: number): void => {
    hash = Math.imul(hash ^ value, 0x01000193);
  };
  const texts: readonly InboundText[] = [...labels, ...safetyTexts];
  texts.forEach((text, index) => {
    for (const letter of JSON.stringify(text)) add(letter.codePointAt(0) ?? 0);
    if (index % digestedEach > 0) return;
    const { buckets: numbers, values } = toFeatures(text);
    numbers.forEach(add);
    for (const value of values) add(Math.round(value * 1000));
  });
  return hash >>> 0;
};

const toFeatures = (message: InboundText): Features =>
  extractFeatures(prepareText(message), message.channel ?? "sms");

/**
 * Learns the weights of the local reader from labelled messages, and from texts labelled by what endangers people. The
 * same texts always give the same weights.
 */
export const trainReader = (
  labels: readonly LabelledText[],
  safetyTexts: readonly LabelledSafety[],
): ReaderModel => {
  const samples: Sample[] = [
    ...labels.map((label) => ({
      features: toFeatures(label),
      targets: toTargets(label),
      groups: isHarmless(label) ? harmlessGroups : messageGroups,
    })),
  ];
  const dangers = safetyTexts.map((text) => ({
    features: toFeatures(text),
    targets: toSafetyTargets(text.label),
    groups: safetyGroups,
  }));
  for (let repeat = 0; repeat < safetyRepeats; repeat++) samples.push(...dangers);
  const words = Array.from({ length: wordRepeats }, () => toWordSamples(labels)).flat();
  const { weights, biases } = descendOften([...withoutRare(samples), ...words]);
  return { ...toBytes(weights, biases), digest: digestTraining(labels, safetyTexts) };
};
