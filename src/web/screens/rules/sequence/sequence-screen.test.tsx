import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { inboxApi } from "#contract/inbox.ts";
import { type PersonField, personFieldsApi } from "#contract/person-fields.ts";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { runsApi, type SequenceProgress, type SequenceRun } from "#contract/runs.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer, refuse } from "../../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../../test/web/records.ts";
import { type Page, renderScreen } from "../../../../../test/web/render.tsx";
import { administrator, instant, sampleId, sampleRule } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";

const sequence: Rule = {
  ...sampleRule,
  actions: [
    { id: "a", type: "sms", template: "welcome" },
    { id: "q", type: "ask", template: "", onlyIf: { is: "answered" }, wait: { for: 2, unit: "days" } },
    { id: "y", type: "add_tag", template: "hot", within: { step: "q", answer: "yes" } },
    { id: "n", type: "whatsapp", template: "again", within: { step: "q", answer: "no" } },
    { id: "z", type: "add_task", template: "Call" },
  ],
};

const progress: SequenceProgress = {
  steps: [
    { stepId: "a", here: 3, wentOn: 20, left: 1, toGoal: null },
    { stepId: "q", here: 0, wentOn: 20, left: 0, toGoal: null },
  ],
  running: 3,
  paused: 0,
  ended: [{ code: "run_answered", count: 1 }],
  goal: null,
};

const run: SequenceRun = {
  id: sampleId(50),
  rule: { id: sequence.id, name: sequence.name, isBroadcast: false },
  person: { id: sampleId(2), name: "Yadira" },
  entry: "trigger",
  state: "waiting",
  stepId: "q",
  startedAt: instant,
  dueAt: instant,
  endedAt: null,
  why: [{ code: "run_waits", until: instant }],
  message: null,
};

const roofAge: PersonField = {
  ...{ key: "roof_age", label: { en: "Roof age", es: "Edad del techo" }, kind: "number", choices: [] },
  ...{ position: 0, pii: false, archivedAt: null, updatedAt: instant },
};

const path = `/rules/${sequence.id}`;

const answersOf = (rules: ReturnType<typeof keepRecords<Rule>>) => [
  answer(rulesApi.list, () => rules.list()),
  answer(rulesApi.get, ({ params }) => rules.find(params.id)),
  answer(rulesApi.update, ({ params, body: { actions, updatedAt } }) =>
    rules.update(params.id, { ...(actions ? { actions } : {}), updatedAt }),
  ),
  answer(runsApi.progress, () => progress),
  answer(runsApi.previewEdit, () => ({
    ...{ unchanged: 1, newWords: 0, otherWaits: 2, otherSteps: 0, moved: 0, ended: 0 },
  })),
  answer(runsApi.list, () => ({ runs: [run], nextCursor: null })),
];

const stepList = () => screen.findByRole("list", { name: "Steps" });
const stepButtons = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>("[data-step]")];
const words = (list: HTMLElement) => stepButtons(list).map(({ textContent }) => textContent);

const openStep = async ({ click }: Page, id: string) => {
  const list = await stepList();
  const button = stepButtons(list).find(({ dataset }) => dataset.step === id);
  if (!button) throw new Error(`There is no step ${id}`);
  await click(button);
  await screen.findByRole("dialog");
};

const save = async ({ click }: Page) => {
  const [button] = screen.getAllByRole("button", { name: "Save" });
  await click(button as HTMLElement);
};

test("the steps are listed with their numbers, waits, answers and figures", async () => {
  await renderScreen(path, { answers: answersOf(keepRecords(sequence)) });
  const list = await stepList();
  expect(words(list)).toEqual([
    "1SMS “welcome”",
    "2Have they answered?",
    "2.1Add tag “hot”",
    "2.2WhatsApp “again”",
    "3Task “Call”",
  ]);
  within(list).getByText("Wait for an answer, at most 2 days");
  within(list).getByText("they have answered");
  within(list).getByText("they have not answered");
  await within(list).findByRole("button", { name: "Show 3 people at step 1" });
  within(list).getByRole("button", { name: "Show 1 person who left at step 1" });
});

test("a changed wait is saved with the version that it is based on", async () => {
  const page = await renderScreen(path, { answers: answersOf(keepRecords(sequence)) });
  await openStep(page, "z");
  await page.choose(within(dialog()).getByLabelText("Wait before this step"), "for");
  await page.fill(within(dialog()).getByLabelText("Length of the wait"), "3");
  await page.choose(within(dialog()).getByLabelText("Unit"), "workdays");
  await page.click(within(dialog()).getByRole("button", { name: "Done" }));
  await within(await stepList()).findByText("Wait 3 workdays");
  await save(page);
  await waitFor(() => expect(page.api.callsOf(rulesApi.update)).toHaveLength(1));
  const [call] = page.api.callsOf(rulesApi.update);
  expect(call?.body.updatedAt).toBe(sequence.updatedAt);
  expect(call?.body.actions).toEqual([
    ...sequence.actions.slice(0, 4),
    { ...sequence.actions[4], wait: { for: 3, unit: "workdays" } },
  ]);
  expect(call?.body.options?.stopWhen).toEqual(["answered", "converted", "colleague_wrote"]);
  await screen.findByText("Rule updated successfully");
});

test("a step can set a field, an owner or another rule, each named in words", async () => {
  const other = { ...sequence, id: sampleId(41), name: "Welcome series" };
  const page = await renderScreen(path, {
    answers: [
      ...answersOf(keepRecords(sequence)),
      answer(rulesApi.list, () => [other]),
      answer(inboxApi.colleagues, () => ({
        users: [
          {
            id: administrator.id,
            name: "Ana Rivera",
            email: "ana@example.com",
            isAway: false,
            mayAnswer: true,
          },
        ],
      })),
      answer(personFieldsApi.list, () => ({ fields: [roofAge] })),
    ],
  });
  await openStep(page, "z");
  const kind = () => within(dialog()).getByLabelText("Kind");
  await page.choose(kind(), "set_field");
  const offered = (name: string) => within(dialog()).findByRole("option", { name });
  await offered("Roof age");
  await page.choose(within(dialog()).getByLabelText("Field"), "roof_age");
  await page.fill(within(dialog()).getByLabelText("New value"), "12");
  await within(await stepList()).findByText(/set field Roof age: 12/i);
  await page.choose(kind(), "assign");
  await offered("Ana Rivera");
  await page.choose(within(dialog()).getByLabelText("Owner"), administrator.id);
  await within(await stepList()).findByText(/owner Ana Rivera/i);
  await page.choose(kind(), "start_rule");
  await offered("Welcome series");
  await page.choose(within(dialog()).getByLabelText("Rule to start"), other.id);
  await within(await stepList()).findByText(/start the rule “Welcome series”/i);
});

test("a step can wait for a day before or after a date of the person", async () => {
  const renewal = {
    ...roofAge,
    key: "renewal",
    label: { en: "Renewal", es: "Renovación" },
    kind: "date" as const,
  };
  const page = await renderScreen(path, {
    answers: [
      ...answersOf(keepRecords(sequence)),
      answer(personFieldsApi.list, () => ({ fields: [roofAge, renewal] })),
    ],
  });
  await openStep(page, "z");
  await page.choose(within(dialog()).getByLabelText("Wait before this step"), "around");
  await within(dialog()).findByRole("option", { name: "Renewal" });
  expect(within(dialog()).queryByRole("option", { name: "Roof age" })).toBeNull();
  await page.choose(within(dialog()).getByLabelText("Date"), "renewal");
  await page.fill(within(dialog()).getByLabelText("Days"), "3");
  await within(await stepList()).findByText("3 days before Renewal, 10:00 AM their time");
  await page.choose(within(dialog()).getByLabelText("Before or after"), "after");
  await page.click(within(dialog()).getByRole("button", { name: "Done" }));
  await save(page);
  await waitFor(() => expect(page.api.callsOf(rulesApi.update)).toHaveLength(1));
  expect(page.api.callsOf(rulesApi.update)[0]?.body.actions?.at(-1)?.wait).toEqual({
    ...{ around: "renewal", offsetDays: 3, until: "10:00" },
  });
});

test("what the server refuses is shown at its step", async () => {
  const message = "Use at most 1600 characters";
  const page = await renderScreen(path, {
    answers: [
      ...answersOf(keepRecords(sequence)),
      answer(rulesApi.update, () => refuse("invalid", { issues: [{ path: "actions.0.template", message }] })),
    ],
  });
  const list = await stepList();
  await page.click(screen.getByRole("checkbox", { name: "They converted" }));
  await save(page);
  const refused = await within(list).findByText(message);
  expect(refused.closest("[data-step]")?.getAttribute("data-step")).toBe("a");
  // The step opens by itself, with the message at its field.
  await within(await screen.findByRole("dialog")).findByText(message);
});

test("steps move with the keyboard and keep the focus", async () => {
  const page = await renderScreen(path, { answers: answersOf(keepRecords(sequence)) });
  const list = await stepList();
  stepButtons(list).at(-1)?.focus();
  await page.press("{Alt>}{ArrowUp}{/Alt}");
  await waitFor(() => expect(words(list)[1]).toBe("2Task “Call”"));
  expect(document.activeElement?.getAttribute("data-step")).toBe("z");
  await page.press("{ArrowUp}");
  expect(document.activeElement?.getAttribute("data-step")).toBe("a");
});

test("a running person is paused, which can be undone", async () => {
  const page = await renderScreen(`${path}?tab=running`, {
    answers: [
      ...answersOf(keepRecords(sequence)),
      answer(runsApi.change, ({ body: { ids } }) => ({ changed: ids.length, refused: [] })),
    ],
  });
  const list = await screen.findByRole("list", { name: "Running" });
  within(list).getByText("2 Have they answered?");
  within(list).getByText(/^Waiting until/);
  await screen.findByText("They answered");
  await page.click(within(list).getByRole("checkbox", { name: "Select Yadira" }));
  const bar = screen.getByRole("region", { name: "Selected people" });
  await page.click(within(bar).getByRole("button", { name: "Pause" }));
  await screen.findByText("Paused for 1 person");
  await page.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Resumed for 1 person");
  expect(page.api.callsOf(runsApi.change).map(({ body }) => body)).toEqual([
    { ids: [run.id], change: { kind: "pause" } },
    { ids: [run.id], change: { kind: "resume" } },
  ]);
});

test("a new sequence is created disabled", async () => {
  const rules = keepRecords<Rule>();
  const page = await renderScreen("/rules/new", {
    answers: [
      ...answersOf(rules),
      answer(rulesApi.create, ({ body: { options, ...rule } }) =>
        rules.add({ ...sequence, ...rule, options: { ...sequence.options, ...options } }),
      ),
    ],
  });
  await page.fill(await screen.findByLabelText("Name of the sequence"), "Follow-up");
  await page.click(screen.getByRole("button", { name: "Add a step at the beginning" }));
  await page.click(await screen.findByRole("menuitem", { name: "Task" }));
  await screen.findByRole("dialog");
  await page.fill(within(dialog()).getByLabelText("Title of the task"), "Call them");
  await page.click(within(dialog()).getByRole("button", { name: "Done" }));
  await save(page);
  await waitFor(() => expect(location.pathname).toBe(path));
  const [call] = page.api.callsOf(rulesApi.create);
  expect(call?.body).toMatchObject({
    name: "Follow-up",
    enabled: false,
    actions: [{ type: "add_task", template: "Call them" }],
  });
  await screen.findByRole("heading", { name: "Follow-up" });
});

test("without the right to change rules, the steps are only shown", async () => {
  await renderScreen(path, {
    answers: answersOf(keepRecords(sequence)),
    user: { ...administrator, role: "viewer", permissions: builtInPermissions.viewer },
  });
  const list = await stepList();
  expect(words(list)).toHaveLength(5);
  expect(within(list).queryAllByRole("button", { name: /^Add a step/ })).toEqual([]);
  expect(screen.queryAllByRole("button", { name: "Save" })).toEqual([]);
});

test("a rule without steps opens in its dialog", async () => {
  await renderScreen(`/rules/${sampleRule.id}`, { answers: answersOf(keepRecords(sampleRule)) });
  await screen.findByRole("dialog");
  expect(location.search).toBe(`?open=edit&rule=${sampleRule.id}`);
});
