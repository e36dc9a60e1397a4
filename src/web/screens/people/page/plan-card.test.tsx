import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { runsApi, type SequenceRun } from "#contract/runs.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { renderElement } from "../../../../../test/web/render.tsx";
import { instant, sampleId, sampleRule } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";
import { SequencesCard } from "./sequences-card.tsx";

const personId = sampleId(2);
const rule: Rule = {
  ...sampleRule,
  actions: [
    { id: "a", type: "sms", template: "welcome" },
    { id: "b", type: "add_task", template: "Call", wait: { for: 2, unit: "days" } },
  ],
};
const run: SequenceRun = {
  id: sampleId(50),
  rule: { id: rule.id, name: rule.name, isBroadcast: false },
  person: { id: personId, name: "Yadira" },
  entry: "hand",
  state: "waiting",
  stepId: "b",
  startedAt: instant,
  dueAt: instant,
  endedAt: null,
  why: [{ code: "run_waits", until: instant }],
  message: null,
};

const show = (runs: SequenceRun[], rules: Rule[]) =>
  renderElement(
    <FormatProvider value={workspaceFormat("en", undefined)}>
      <SequencesCard personId={personId} />
    </FormatProvider>,
    {
      answers: [
        answer(runsApi.list, () => ({ runs, nextCursor: null })),
        answer(runsApi.get, () => ({ ...run, steps: [], stopWhen: ["answered"] })),
        answer(rulesApi.list, () => rules),
        answer(rulesApi.get, () => rule),
        answer(runsApi.change, ({ body: { ids } }) => ({ changed: ids.length, refused: [] })),
        answer(runsApi.start, ({ body: { personIds } }) => ({
          started: 0,
          refused: personIds.map((id) => ({ id, code: "already_running" as const })),
        })),
      ],
    },
  );

test("the card says at which step the person is and what would end it, and skips the step", async () => {
  const { api, click } = await show([run], [rule]);
  const list = await screen.findByRole("list", { name: "Sequences" });
  await within(list).findByText("Step 2: task “Call”");
  await within(list).findByText("Ends once they have answered or they have opted out");
  await click(within(list).getByRole("button", { name: "Skip step" }));
  await screen.findByText("Step skipped for 1 person");
  expect(api.callsOf(runsApi.change).map(({ body }) => body)).toEqual([
    { ids: [run.id], change: { kind: "skip" } },
  ]);
});

test("a broadcast is named as one and leads to its page; it is no rule", async () => {
  const broadcast = { id: sampleId(60), name: "Notice", isBroadcast: true };
  const { api } = await show([{ ...run, rule: broadcast, entry: "broadcast" }], []);
  const link = await screen.findByRole("link", { name: "Notice" });
  expect(link.getAttribute("href")).toBe(`/campaigns/${broadcast.id}`);
  screen.getByText("Broadcast");
  await screen.findByText(/^Ends once/);
  expect(api.callsOf(rulesApi.get)).toEqual([]);
});

test("a start that is refused says why", async () => {
  const { click } = await show([run], [rule]);
  await click(await screen.findByRole("button", { name: "Start a sequence" }));
  await screen.findByRole("dialog");
  await click(within(dialog()).getByRole("button", { name: "Start" }));
  await within(dialog()).findByText("Already in this sequence.");
});

test("without a run and without a sequence to start, there is no card", async () => {
  const { api } = await show([], []);
  await expect.poll(() => api.callsOf(runsApi.list).length + api.callsOf(rulesApi.list).length).toBe(2);
  expect(screen.queryByText("Sequences")).toBeNull();
});
