import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type PlannedForPerson, planApi } from "#contract/plan.ts";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { runsApi, type SequenceRun } from "#contract/runs.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { renderElement } from "../../../../../test/web/render.tsx";
import { instant, sampleId, sampleRule } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";
import { PlanCard } from "./plan-card.tsx";

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

const nothing: PlannedForPerson = { messages: [], broadcasts: [] };

const show = (runs: SequenceRun[], rules: Rule[], plan = nothing) =>
  renderElement(
    <FormatProvider value={workspaceFormat("en", undefined)}>
      <PlanCard personId={personId} />
    </FormatProvider>,
    {
      answers: [
        answer(runsApi.list, () => ({ runs, nextCursor: null })),
        answer(planApi.person, () => plan),
        answer(runsApi.get, () => ({ ...run, steps: [], stopWhen: ["answered"], stopOn: [] })),
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
  const list = await screen.findByRole("list", { name: "Plan" });
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

test("messages that wait and broadcasts to come are named with their time and reason", async () => {
  const plan: PlannedForPerson = {
    messages: [
      {
        ...{ actionId: sampleId(61), channel: "sms", at: null, rule: null },
        reasons: [{ code: "broadcast_paused" }],
      },
    ],
    broadcasts: [{ id: sampleId(60), name: "Open house", state: "scheduled", at: instant }],
  };
  await show([], [], plan);
  const messages = within(await screen.findByRole("list", { name: "Messages that wait" }));
  messages.getByText("Message written by hand");
  messages.getByText("SMS · The broadcast is paused");
  messages.getByText("No time yet");
  const broadcasts = within(screen.getByRole("list", { name: "Broadcasts to come" }));
  expect(broadcasts.getByRole("link", { name: "Open house" }).getAttribute("href")).toBe(
    `/campaigns/${sampleId(60)}`,
  );
  broadcasts.getByText("Broadcast · Scheduled");
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
  expect(screen.queryByText("Plan")).toBeNull();
});
