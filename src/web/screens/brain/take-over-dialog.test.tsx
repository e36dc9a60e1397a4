import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  type LearnedScore,
  type LimitEffectsView,
  learningApi,
  type ScoreModelSummary,
} from "#contract/learning.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { instant, sampleId } from "../../../../test/web/samples.ts";

const model: ScoreModelSummary = {
  id: sampleId(7),
  score: "intent",
  version: 3,
  trainedAt: instant,
  state: "waiting",
  inUseSince: null,
  kind: "logistic",
  hash: "0123456789abcdef",
  people: 200,
  outcomes: 40,
  metrics: null,
  refusal: null,
};
const score = (name: ScoreName): LearnedScore => ({
  name,
  model: null,
  isPinned: false,
  outcomeDays: 7,
  history: { people: 200, outcomes: 40, others: 160, needed: 10, basis: "complete" },
  ...{ lastRefusal: null, metrics: null, baseLogLoss: null, startingLogLoss: null },
  ...{ calibration: [], bands: [], effects: [], warnings: [] },
  drift: null,
  average: 20,
  distribution: Array.from({ length: 10 }, () => 12),
  quartiles: null,
});
const ruleWith = (
  number: number,
  name: string,
  proposed: number | null,
): LimitEffectsView["rules"][number] => ({
  id: sampleId(number),
  name,
  ...{ before: 30, after: 4, newly: 1, noLonger: 27 },
  limits: [{ part: "triggers", row: 0, score: "intent", operator: ">=", value: 75, proposed }],
});

test("a model that waits shows what rules would match, and takes over with the limits that are accepted", async () => {
  const sent: unknown[] = [];
  const { click } = await renderScreen("/brain", {
    answers: [
      answer(learningApi.state, () => ({
        people: 120,
        training: null,
        nextTrainingAt: instant,
        rescoring: null,
        scores: scoreNames.map(score),
      })),
      answer(learningApi.models, () => [model]),
      answer(learningApi.effects, () => ({
        people: 120,
        total: 400,
        rules: [ruleWith(1, "Hot leads", 41), ruleWith(2, "Warm leads", 38), ruleWith(3, "Same leads", null)],
      })),
      answer(learningApi.takeOver, ({ body }) => {
        sent.push(body);
        return sent.length === 1 ? refuse("conflict") : { ...model, state: "in_use" };
      }),
    ],
  });
  await click((await screen.findAllByRole("button", { name: "Review" }))[0] as HTMLElement);
  await screen.findByText("Hot leads");
  expect(screen.getAllByText("Matches 30 people now; 1 would be new, 27 would no longer match")).toHaveLength(
    3,
  );
  screen.getByText("Limit ≥ 75 best keeps the share of people");
  screen.getByText("Counted on 120 of 400 people");

  await click(screen.getByRole("checkbox", { name: /Warm leads: Limit ≥ 75 → ≥ 38/ }));
  await click(screen.getByRole("button", { name: "Use it with 1 new limit" }));
  await screen.findByText("The model could not be put into use");
  await click(screen.getByRole("button", { name: "Keep all limits" }));
  screen.getByRole("button", { name: "Use it without new limits" });
  await click(screen.getByRole("button", { name: "Accept all limits" }));
  await click(screen.getByRole("button", { name: "Use it with 2 new limits" }));
  const limit = (number: number, value: number) => ({
    ruleId: sampleId(number),
    part: "triggers",
    row: 0,
    value,
  });
  expect(sent).toEqual([{ limits: [limit(1, 41)] }, { limits: [limit(1, 41), limit(2, 38)] }]);
});
