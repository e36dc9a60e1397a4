import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type View, viewsApi } from "#contract/audiences.ts";
import { type PersonField, personFieldsApi } from "#contract/person-fields.ts";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { runsApi, type SequenceRun } from "#contract/runs.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../../test/web/records.ts";
import { type Page, renderScreen } from "../../../../../test/web/render.tsx";
import { instant, sampleId, sampleRule } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";

const segmentId = sampleId(60);
const segment: View = {
  ...{ id: segmentId, kind: "segment", screen: "people", name: "Hot leads", ownerId: null, isReadable: true },
  ...{ audience: { field: "tags", op: "has_any", value: ["hot"] }, columns: [], sort: null, direction: null },
  ...{ shape: "list", pinned: false, position: 0, createdAt: instant, updatedAt: instant },
};
const birthday: PersonField = {
  ...{ key: "birthday", label: { en: "Birthday", es: "Cumpleaños" }, kind: "date", choices: [] },
  ...{ position: 0, pii: false, archivedAt: null, updatedAt: instant },
};
const other: Rule = {
  ...{ ...sampleRule, id: sampleId(41), name: "Welcome series" },
  actions: [{ id: "t", type: "add_task", template: "Call" }],
};
const sequence: Rule = {
  ...sampleRule,
  actions: [
    { id: "a", type: "sms", template: "welcome" },
    { id: "z", type: "add_task", template: "Call" },
  ],
};
const run: SequenceRun = {
  ...{ id: sampleId(50), rule: { id: sequence.id, name: sequence.name, isBroadcast: false } },
  ...{ person: { id: sampleId(2), name: "Yadira" }, entry: "trigger", state: "acting", stepId: "z" },
  ...{ startedAt: instant, dueAt: instant, endedAt: null, message: null },
  why: [{ code: "run_waits_for_task", until: instant }],
};
const path = `/rules/${sequence.id}`;

const open = (rule: Rule = sequence, language: "en" | "es" = "en", at = path) => {
  const rules = keepRecords(rule);
  return renderScreen(at, {
    ...(language === "es" ? { language } : {}),
    answers: [
      answer(rulesApi.list, () => [...rules.list(), other]),
      answer(rulesApi.get, ({ params }) => rules.find(params.id)),
      answer(rulesApi.update, ({ params, body: { actions, triggers, options } }) =>
        rules.update(params.id, {
          ...(actions ? { actions } : {}),
          ...(triggers ? { triggers } : {}),
          ...(options ? { options } : {}),
        }),
      ),
      answer(runsApi.progress, () => ({ steps: [], running: 1, paused: 0, ended: [], goal: null })),
      answer(runsApi.previewEdit, () => ({
        ...{ unchanged: 1, newWords: 0, otherWaits: 0, otherSteps: 0, moved: 0, ended: 0 },
      })),
      answer(runsApi.list, () => ({ runs: [run], nextCursor: null })),
      answer(viewsApi.list, () => ({ views: [segment] })),
      answer(personFieldsApi.list, () => ({ fields: [birthday] })),
    ],
  });
};
const openSettings = async ({ click }: Page) => {
  await screen.findByRole("list", { name: "Steps" });
  await click(await screen.findByRole("button", { name: "Edit" }));
  await screen.findByRole("dialog");
};
const apply = ({ click }: Page) => click(within(dialog()).getByRole("button", { name: "Apply" }));
const saved = async (page: Page) => {
  await page.click(screen.getAllByRole("button", { name: "Save" })[0] as HTMLElement);
  await waitFor(() => expect(page.api.callsOf(rulesApi.update)).toHaveLength(1));
  return page.api.callsOf(rulesApi.update)[0]?.body;
};
const chooseTrigger = (page: Page, type: string) =>
  page.choose(within(dialog()).getAllByLabelText("Type")[0] as HTMLElement, type);

test("a sequence can start before a date of the person, every year", async () => {
  const page = await open();
  await openSettings(page);
  await chooseTrigger(page, "person_date");
  const form = within(dialog());
  await page.choose(await form.findByLabelText("Date"), "birthday");
  await page.fill(form.getByLabelText("Days"), "3");
  await page.fill(form.getByLabelText(/Time of day/), "08:30");
  await page.click(form.getByLabelText("Every year, such as a birthday"));
  await apply(page);
  await screen.findByText("3 days before Birthday, 8:30 AM their time, every year");
  expect((await saved(page))?.triggers).toEqual([
    {
      ...{ type: "person_date", operator: "=", value: "birthday" },
      ...{ offsetDays: -3, at: "08:30", yearly: true },
    },
  ]);
});

test("a sequence can start when a person enters a segment, or another sequence ends", async () => {
  const page = await open();
  await openSettings(page);
  await chooseTrigger(page, "segment_entered");
  await page.choose(await within(dialog()).findByLabelText("Segment"), segmentId);
  within(dialog()).getByText(/People who are in it already do not start it/);
  await apply(page);
  await screen.findByText("They enter the segment “Hot leads”");
  await openSettings(page);
  await chooseTrigger(page, "sequence_ended");
  await page.choose(await within(dialog()).findByLabelText("Sequence"), other.id);
  await page.choose(within(dialog()).getByLabelText("How it ended"), "answered");
  await apply(page);
  await screen.findByText("The sequence “Welcome series” ends: they answered");
  expect((await saved(page))?.triggers).toEqual([
    { type: "sequence_ended", operator: "=", value: other.id, end: "answered" },
  ]);
});

test("a sequence can end at an event or a segment, and says so", async () => {
  const page = await open();
  await openSettings(page);
  await page.click(within(dialog()).getByRole("tab", { name: "Options" }));
  const add = () => within(dialog()).getByRole("button", { name: "Add another way to leave" });
  await page.click(add());
  await page.fill(within(dialog()).getByLabelText("Type of the event"), "appointment_booked");
  await page.click(add());
  const [, second] = within(dialog()).getAllByLabelText("What happens");
  await page.choose(second as HTMLElement, "left");
  await page.choose(within(dialog()).getByLabelText("Segment"), segmentId);
  await apply(page);
  await screen.findByText("“appointment_booked” has arrived");
  await screen.findByText("They have left the segment “Hot leads”");
  expect((await saved(page))?.options?.stopOn).toEqual([
    { kind: "event", type: "appointment_booked" },
    { kind: "segment", segmentId, is: "left" },
  ]);
});

const openStep = async (page: Page, id: string) => {
  const list = await screen.findByRole("list", { name: "Steps" });
  const button = list.querySelector<HTMLElement>(`[data-step="${id}"]`);
  if (!button) throw new Error(`There is no step ${id}`);
  await page.click(button);
  await screen.findByRole("dialog");
};

test("a step can wait for an event, and a task can hold the sequence", async () => {
  const page = await open();
  await openStep(page, "z");
  await page.choose(within(dialog()).getByLabelText("Wait before this step"), "event");
  await page.fill(within(dialog()).getByLabelText("Event to wait for"), "quote_sent");
  await page.fill(within(dialog()).getByLabelText("Length of the wait"), "4");
  await page.choose(within(dialog()).getByLabelText("Only if"), "not_happened");
  await page.fill(within(dialog()).getByLabelText(/^Type of the event/), "paid");
  await page.click(within(dialog()).getByLabelText("Wait until the task is done"));
  await page.fill(within(dialog()).getByLabelText(/At most, in hours/), "48");
  within(dialog()).getByText("Without it after 48 hours, the sequence goes on");
  await page.click(within(dialog()).getByRole("button", { name: "Done" }));
  await within(await screen.findByRole("list", { name: "Steps" })).findByText(
    "Wait for “quote_sent”, at most 4 days",
  );
  expect((await saved(page))?.actions?.[1]).toEqual({
    ...{ id: "z", type: "add_task", template: "Call", holds: true, goodForHours: 48 },
    wait: { event: "quote_sent", for: 4, unit: "days" },
    onlyIf: { is: "not_happened", event: "paid" },
  });
});

test("who waits for a task is shown as waiting, with the reason", async () => {
  await open(sequence, "en", `${path}?tab=running`);
  const row = await screen.findByText(/Waiting until the task is done, at most until/);
  const item = row.closest("li, tr") as HTMLElement;
  within(item).getByText("Waiting");
});

test("a message goes on the preferred channel, with another text where one is wanted", async () => {
  const page = await open();
  await openStep(page, "a");
  await page.choose(within(dialog()).getByLabelText("Kind"), "preferred_channel");
  await page.fill(within(dialog()).getByLabelText("Text for all channels"), "Hi there, shall we talk?");
  await page.click(within(dialog()).getByLabelText("Another text for Email"));
  await page.fill(
    within(dialog()).getByLabelText("Template name or custom text"),
    "A longer text, for email.",
  );
  await page.click(within(dialog()).getByRole("button", { name: "Done" }));
  await within(await screen.findByRole("list", { name: "Steps" })).findByText(
    "Preferred channel “Hi there, shall we talk?”",
  );
  expect((await saved(page))?.actions?.[0]).toMatchObject({
    ...{ id: "a", type: "preferred_channel", template: "Hi there, shall we talk?" },
    words: { email: "A longer text, for email." },
  });
});

test("a step can tell webhooks, in Spanish, too", async () => {
  const page = await open(
    { ...sequence, actions: [{ id: "w", type: "webhook", template: "Contrato" }, ...sequence.actions] },
    "es",
  );
  await screen.findByText("Webhook «Contrato»");
  const list = await screen.findByRole("list", { name: "Pasos" });
  await page.click(list.querySelector('[data-step="w"]') as HTMLElement);
  await within(dialog()).findByLabelText("Nota para quien lo recibe (opcional)");
  within(dialog()).getByText(/La secuencia llegó a un paso de webhook/);
});

test("a step can wait around a date of the event that started the sequence", async () => {
  const page = await open();
  await openStep(page, "z");
  await page.choose(within(dialog()).getByLabelText("Wait before this step"), "around");
  await page.choose(within(dialog()).getByLabelText("Date"), "event.");
  await page.fill(within(dialog()).getByLabelText(/^Field of the event/), "appointment_date");
  await page.fill(within(dialog()).getByLabelText("Days"), "2");
  await page.click(within(dialog()).getByRole("button", { name: "Done" }));
  expect((await saved(page))?.actions?.[1]?.wait).toEqual({
    ...{ around: "event.appointment_date", offsetDays: -2, until: "10:00" },
  });
});
