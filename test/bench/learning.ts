import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { seedSequence } from "#domain/learning/splits.ts";
import { behaviours } from "#domain/scoring/behaviours.ts";
import { createExampleTable } from "#domain/scoring/example-table.ts";
import { collectFeatures, type ScoringSubject } from "#domain/scoring/features.ts";
import { buildHistory } from "#domain/scoring/history.ts";
import { createScorer } from "#domain/scoring/scorer.ts";
import { trainScore } from "#domain/scoring/train-score.ts";
import type { Bench, Figure } from "./measure.ts";

const now = Date.UTC(2026, 10, 11, 14, 37);
const dayMs = 86_400_000;
const peopleCount = 20_000;

/** Trains a million rows in a thread, as the product does, and watches the event loop of this one. */
const measureTraining = async (): Promise<Figure[]> => {
  const thread = new Worker(new URL("./learning-thread.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [{ seconds, auc }] = (await once(thread, "message")) as [{ seconds: number; auc: number }];
  delay.disable();
  await thread.terminate();
  return [
    {
      what: "train 1,000,000 rows x 50 columns",
      value: seconds,
      unit: "s",
      limit: { at: "most", value: 60 },
    },
    { what: "AUC of that model", value: auc, unit: "" },
    {
      what: "event-loop delay p99 beside the training",
      value: delay.percentile(99) / 1e6,
      unit: "ms",
      limit: { at: "most", value: 50 },
    },
  ];
};

const makePeople = (): ScoringSubject[] => {
  const random = seedSequence(7);
  const types = behaviours.flatMap((behaviour) => behaviour.types[0] ?? []);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: peopleCount }, (): ScoringSubject => {
    const activities = Array.from({ length: Math.floor(random() * 8) }, () => ({
      type: pick(types),
      at: now - random() * 60 * dayMs,
    }));
    return {
      facts: {
        type: "lead",
        status: pick(["new", "qualified", "contacted"] as const),
        sources: [pick(["Website form", "Facebook Lead Ads", "Partner referral"])],
        optedOut: false,
        consented: random() < 0.7,
        createdAt: now - random() * 90 * dayMs,
        tags: random() < 0.3 ? ["solar"] : [],
        choices: {},
        language: pick(["en", "es"]),
        region: null,
      },
      history: buildHistory(activities, now),
      now,
    };
  });
};

/** Scores people from their stored history with three learned models. */
const measureScoring = (): Figure[] => {
  const people = makePeople();
  const random = seedSequence(9);
  const table = createExampleTable();
  const labels = people.map((person) => {
    const features = collectFeatures(person);
    table.add(features);
    const happened = random() < ("asked" in features ? 0.8 : 0.2);
    return { happened, isCertain: true, isComplete: true, afterMs: dayMs };
  });
  const examples = {
    columns: table.finish(),
    times: Float64Array.from(people, (_, row) => now - (row * 60 * dayMs) / peopleCount),
    people: Uint32Array.from(people, (_, row) => row),
    labels,
  };
  const { model } = trainScore("propensity", examples);
  if (!model) throw new Error("The benchmark's people gave no model");
  const learned = { version: "bench", model };
  const scorer = createScorer({ intent: learned, propensity: learned, churn: learned });
  for (const person of people) scorer.score(person);
  const startedAt = performance.now();
  for (const person of people) scorer.score(person);
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    {
      what: "score people with three learned models",
      value: peopleCount / seconds,
      unit: "people/s",
      limit: { at: "least", value: 50_000 },
    },
  ];
};

export const learning: Bench = {
  name: "learning",
  run: async () => [...measureScoring(), ...(await measureTraining())],
};
