import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { viewsApi } from "#contract/audiences.ts";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { runsApi, type SequenceProgress, type SequenceRun } from "#contract/runs.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../../test/web/records.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { instant, sampleId, sampleRule } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";

type Goal = NonNullable<SequenceProgress["goal"]>;

const sequence: Rule = {
  ...sampleRule,
  actions: [{ id: "z", type: "add_task", template: "Call" }],
};
const withGoal: Rule = {
  ...sequence,
  options: { ...sequence.options, goal: { kind: "converted" }, holdoutPercent: 20 },
};
const path = `/rules/${sequence.id}`;

const answersOf = (rule: Rule, goal: Goal | null) => {
  const rules = keepRecords(rule);
  return [
    answer(rulesApi.list, () => rules.list()),
    answer(rulesApi.get, ({ params }) => rules.find(params.id)),
    answer(rulesApi.update, ({ params, body: { options, updatedAt } }) =>
      rules.update(params.id, { ...(options ? { options } : {}), updatedAt }),
    ),
    answer(runsApi.progress, () => ({ steps: [], running: 0, paused: 0, ended: [], goal })),
    answer(runsApi.previewEdit, () => ({
      ...{ unchanged: 0, newWords: 0, otherWaits: 0, otherSteps: 0, moved: 0, ended: 0 },
    })),
    answer(runsApi.list, () => ({ runs: [], nextCursor: null })),
    answer(viewsApi.list, () => ({ views: [], hidden: 0 }) as never),
  ];
};

const undrawn: Goal = { reached: 30, of: 200, heldOutReached: 0, heldOutOf: 0, difference: null };
const drawn: Goal = {
  ...{ reached: 120, of: 1000, heldOutReached: 30, heldOutOf: 500 },
  difference: { points: 6, low: 2.9, high: 8.8 },
};

const showCard = async (goal: Goal | null, rule = withGoal) => {
  await renderScreen(`${path}?tab=running`, { answers: answersOf(rule, goal) });
  // The figures are there.
  await screen.findByText("No one has left yet");
  return screen.queryByRole("region", { name: "Goal" });
};

describe("the card of the goal", () => {
  test("shows both groups with their rates and intervals", async () => {
    const card = await showCard(drawn);
    if (!card) throw new Error("There is no card");
    within(card).getByText("They convert within 30 days · 20% kept aside");
    const groups = within(card).getAllByRole("term");
    expect(groups.map(({ textContent }) => textContent)).toEqual(["Through the sequence", "Kept aside"]);
    within(card).getByText("12%");
    within(card).getByText("120 of 1,000");
    within(card).getByText("30 of 500");
    within(card).getByText("Between 10.1% and 14.2% with 95% certainty");
    within(card).getByText("With the sequence, between 3 and 9 more of 100 people reach the goal.");
  });

  test.each<[string, Goal, string]>([
    [
      "fewer",
      { ...drawn, difference: { points: -6, low: -8.8, high: -2.9 } },
      "With the sequence, between 3 and 9 fewer of 100 people reach the goal.",
    ],
    [
      "less than one",
      { ...drawn, difference: { points: 1, low: 0.4, high: 1.6 } },
      "With the sequence, between 0.4 and 2 more of 100 people reach the goal.",
    ],
    [
      "nothing certain",
      { ...drawn, difference: { points: 1, low: -2.2, high: 4.1 } },
      "No difference that is certain: between 2 fewer and 4 more of 100 people.",
    ],
    [
      "too few",
      { ...drawn, heldOutOf: 9, heldOutReached: 1, difference: null },
      "Too few to compare: each group needs at least 10 people.",
    ],
    ["no holdout", undrawn, "No one is kept aside, so there is nothing to compare with."],
    ["no people", { ...undrawn, reached: 0, of: 0 }, "No one has begun with this goal yet."],
  ])("says %s in words", async (_name, goal, words) => {
    const card = await showCard(goal);
    if (!card) throw new Error("There is no card");
    within(card).getByText(words);
    expect(within(card).queryAllByRole("term")).toHaveLength(
      [goal.of, goal.heldOutOf].filter((of) => of > 0).length,
    );
  });

  test("is not there without a goal", async () => {
    expect(await showCard(null, sequence)).toBeNull();
  });
});

test("who was kept aside is listed with no step and the reason", async () => {
  const aside: SequenceRun = {
    ...{ id: sampleId(50), rule: { id: sequence.id, name: sequence.name, isBroadcast: false } },
    ...{ person: { id: sampleId(2), name: "Yadira" }, entry: "trigger", state: "ended", stepId: null },
    ...{ startedAt: instant, dueAt: null, endedAt: instant, why: [{ code: "run_held_out" }], message: null },
  };
  const page = await renderScreen(`${path}?tab=running`, {
    answers: [
      ...answersOf(withGoal, drawn),
      answer(runsApi.list, ({ query }) => ({
        ...{ runs: query.state === "ended" ? [aside] : [], nextCursor: null },
      })),
    ],
  });
  await page.click(await screen.findByRole("button", { name: "Ended" }));
  const list = await screen.findByRole("list", { name: "Running" });
  within(list).getByText("No step");
  within(list).getByText("Kept aside, to compare with those who go through the sequence");
});

describe("the settings", () => {
  const openGoal = async (rule: Rule) => {
    const page = await renderScreen(path, { answers: answersOf(rule, null) });
    await page.click(await screen.findByRole("button", { name: "Edit" }));
    await page.click(await screen.findByRole("tab", { name: "Goal" }));
    return page;
  };

  test("choose a goal, its days and the percentage, which are saved with the steps", async () => {
    const page = await openGoal(sequence);
    await page.choose(within(dialog()).getByLabelText(/^What counts as the goal/), "event");
    await page.click(within(dialog()).getByRole("button", { name: "Apply" }));
    // An event without a type is refused where it is entered.
    await within(dialog()).findByRole("alert");
    await page.fill(within(dialog()).getByLabelText(/^Type of the event/), "booked");
    await page.fill(within(dialog()).getByLabelText("Days after the start"), "14");
    await page.fill(within(dialog()).getByLabelText("Kept aside, in percent"), "10");
    await page.click(within(dialog()).getByRole("button", { name: "Apply" }));
    await screen.findByText("Goal: the event “booked” arrives within 14 days · 10% kept aside");
    const [save] = screen.getAllByRole("button", { name: "Save" });
    await page.click(save as HTMLElement);
    await waitFor(() => expect(page.api.callsOf(rulesApi.update)).toHaveLength(1));
    expect(page.api.callsOf(rulesApi.update)[0]?.body.options).toMatchObject({
      ...{ goal: { kind: "event", type: "booked" }, goalDays: 14, holdoutPercent: 10 },
    });
  });

  test("keep no one aside once the goal is gone", async () => {
    const page = await openGoal(withGoal);
    await screen.findByText("Goal: they convert within 30 days · 20% kept aside");
    await page.choose(within(dialog()).getByLabelText(/^What counts as the goal/), "");
    await page.click(within(dialog()).getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(screen.queryByText(/^Goal: /)).toBeNull());
    const [save] = screen.getAllByRole("button", { name: "Save" });
    await page.click(save as HTMLElement);
    await waitFor(() => expect(page.api.callsOf(rulesApi.update)).toHaveLength(1));
    expect(page.api.callsOf(rulesApi.update)[0]?.body.options).toMatchObject({
      ...{ goal: null, holdoutPercent: 0 },
    });
  });
});
