import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { runsApi } from "#contract/runs.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../../test/web/records.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { sampleRule } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";

const paused: Rule = {
  ...{ ...sampleRule, enabled: false },
  actions: [{ id: "t", type: "add_task", template: "Call", wait: { for: 2, unit: "days" } }],
};

const open = (overdue: number, tooLate: number) => {
  const rules = keepRecords(paused);
  /** Two calls end them. */
  let left = tooLate;
  return renderScreen(`/rules/${paused.id}`, {
    answers: [
      answer(rulesApi.list, () => rules.list()),
      answer(rulesApi.get, ({ params }) => rules.find(params.id)),
      answer(rulesApi.update, ({ params, body: { enabled } }) =>
        rules.update(params.id, enabled === undefined ? {} : { enabled }),
      ),
      answer(runsApi.progress, () => ({ steps: [], running: overdue, paused: 0, ended: [], goal: null })),
      answer(runsApi.list, () => ({ runs: [], nextCursor: null })),
      answer(runsApi.overdue, () => ({ overdue, tooLate })),
      answer(runsApi.endOverdue, () => {
        const ended = Math.ceil(tooLate / 2);
        left -= ended;
        return { ended, left: Math.max(0, left) };
      }),
    ],
  });
};

test("a sequence without overdue people is switched on at once", async () => {
  const { api, click } = await open(0, 0);
  await click(await screen.findByRole("button", { name: "Enable" }));
  await waitFor(() => expect(api.callsOf(rulesApi.update)).toMatchObject([{ body: { enabled: true } }]));
  expect(api.callsOf(runsApi.endOverdue)).toEqual([]);
});

test("overdue people are named before, and all go on where that is chosen", async () => {
  const { api, click } = await open(1200, 2);
  await click(await screen.findByRole("button", { name: "Enable" }));
  await screen.findByRole("heading", { name: "1,200 people are overdue" });
  expect(api.callsOf(rulesApi.update)).toEqual([]);
  await click(within(dialog()).getByRole("button", { name: "Go on with all" }));
  await waitFor(() => expect(api.callsOf(rulesApi.update)).toHaveLength(1));
  expect(api.callsOf(runsApi.endOverdue)).toEqual([]);
});

test("those who are too late are ended before the others go on", async () => {
  const { api, click } = await open(5, 2);
  await click(await screen.findByRole("button", { name: "Enable" }));
  await screen.findByText(/the step is overdue by more than its valid hours/);
  await click(within(dialog()).getByRole("button", { name: "End 2, go on with the others" }));
  await waitFor(() => expect(api.callsOf(rulesApi.update)).toMatchObject([{ body: { enabled: true } }]));
  expect(api.callsOf(runsApi.endOverdue)).toHaveLength(2);
});

test("a question that is closed changes nothing", async () => {
  const { api, click } = await open(1, 0);
  await click(await screen.findByRole("button", { name: "Enable" }));
  await screen.findByRole("heading", { name: "1 person is overdue" });
  await click(within(dialog()).getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(api.callsOf(rulesApi.update)).toEqual([]);
});
