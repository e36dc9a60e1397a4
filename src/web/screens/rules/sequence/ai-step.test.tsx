import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type View, viewsApi } from "#contract/audiences.ts";
import { peopleApi } from "#contract/people.ts";
import { type PersonField, personFieldsApi } from "#contract/person-fields.ts";
import { type Rule, rulesApi } from "#contract/rules.ts";
import { runsApi } from "#contract/runs.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../../test/web/records.ts";
import { type Page, renderScreen } from "../../../../../test/web/render.tsx";
import { instant, sampleId, samplePerson, sampleRule } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";

const bill: PersonField = {
  ...{ key: "bill", label: { en: "Monthly bill", es: "Factura mensual" }, kind: "number", choices: [] },
  ...{ position: 0, pii: false, archivedAt: null, updatedAt: instant },
};
const segment: View = {
  ...{ id: sampleId(60), kind: "segment", screen: "people", name: "Hot leads", ownerId: null },
  ...{ isReadable: true, audience: { field: "tags", op: "has_any", value: ["hot"] }, columns: [] },
  ...{ sort: null, direction: null, shape: "list", pinned: false, position: 0 },
  ...{ createdAt: instant, updatedAt: instant },
};
const scores = { intentScore: null, propensityToBuy: null, churnRisk: null, lastInboundAt: null };
const yadira = { ...samplePerson, ...scores };
const onePage = { total: 1, totalIs: "exact", nextCursor: null, isReadable: true } as const;
const sequence: Rule = {
  ...sampleRule,
  actions: [
    { id: "t", type: "add_tag", template: "asked" },
    { id: "z", type: "add_task", template: "Call" },
  ],
};
const sorted: Rule = {
  ...sampleRule,
  actions: [
    { id: "c", type: "ai", template: "", ai: { task: "classify", labels: ["repair", "purchase"] } },
    {
      ...{ id: "t", type: "add_tag", template: "buyer" },
      onlyIf: { is: "labelled", step: "c", label: "purchase" },
    },
    { id: "d", type: "ai", template: "", ai: { task: "draft" }, ifStopped: "end" },
  ],
};

const open = (rule: Rule = sequence, language: "en" | "es" = "en") => {
  const rules = keepRecords(rule);
  return renderScreen(`/rules/${rule.id}`, {
    ...(language === "es" ? { language } : {}),
    answers: [
      answer(rulesApi.list, () => rules.list()),
      answer(rulesApi.get, ({ params }) => rules.find(params.id)),
      answer(rulesApi.update, ({ params, body: { actions } }) =>
        rules.update(params.id, actions ? { actions } : {}),
      ),
      answer(runsApi.progress, () => ({ steps: [], running: 0, paused: 0, ended: [], goal: null })),
      answer(runsApi.previewEdit, () => ({
        ...{ unchanged: 0, newWords: 0, otherWaits: 0, otherSteps: 0, moved: 0, ended: 0 },
      })),
      answer(runsApi.list, () => ({ runs: [], nextCursor: null })),
      answer(viewsApi.list, () => ({ views: [segment] })),
      answer(personFieldsApi.list, () => ({ fields: [bill] })),
      answer(peopleApi.list, () => ({ ...onePage, people: [yadira] })),
      answer(rulesApi.forecast, ({ body: { labels } }) => ({
        entries: [
          {
            ...{ stepId: "c", kind: "do", at: instant, answer: null, variant: null, channel: null },
            ...{ text: null, waits: [] },
            reasons: [labels?.c ? { code: "ai_label", label: labels.c } : { code: "ai_not_asked" }],
          },
        ],
      })),
    ],
  });
};
const openStep = async (page: Page, id: string, name = "Steps") => {
  const list = await screen.findByRole("list", { name });
  const button = list.querySelector<HTMLElement>(`[data-step="${id}"]`);
  if (!button) throw new Error(`There is no step ${id}`);
  await page.click(button);
  await screen.findByRole("dialog");
};
const done = (page: Page) => page.click(within(dialog()).getByRole("button", { name: "Done" }));
const saved = async (page: Page) => {
  await page.click(screen.getAllByRole("button", { name: "Save" })[0] as HTMLElement);
  await waitFor(() => expect(page.api.callsOf(rulesApi.update)).toHaveLength(1));
  return page.api.callsOf(rulesApi.update)[0]?.body.actions;
};

test("a step lets the AI sort people, and a later one asks for the category", async () => {
  const page = await open();
  await openStep(page, "t");
  await page.choose(within(dialog()).getByLabelText("Kind"), "ai");
  await page.fill(within(dialog()).getByLabelText(/^Categories, one per line/), "repair\n\npurchase");
  await page.fill(within(dialog()).getByLabelText("What to look for (optional)"), "What do they want?");
  await done(page);
  await openStep(page, "z");
  await page.choose(within(dialog()).getByLabelText("Only if"), "labelled");
  await page.choose(within(dialog()).getByLabelText("Category"), "purchase");
  await done(page);
  const list = within(await screen.findByRole("list", { name: "Steps" }));
  list.getByText("AI sorts into repair or purchase");
  list.getByText("only if the AI chose “purchase”");
  expect(await saved(page)).toEqual([
    {
      ...{ id: "t", type: "ai", template: "What do they want?" },
      ai: { task: "classify", labels: ["repair", "purchase"] },
    },
    {
      ...{ id: "z", type: "add_task", template: "Call" },
      onlyIf: { is: "labelled", step: "t", label: "purchase" },
    },
  ]);
});

test("a step reads a value into a field, and says what follows without an answer", async () => {
  const page = await open();
  await openStep(page, "t");
  const form = within(dialog());
  await page.choose(form.getByLabelText("Kind"), "ai");
  await page.choose(form.getByLabelText(/^What the AI does/), "extract");
  await page.choose(form.getByLabelText("Field"), "bill");
  await page.click(form.getByLabelText("Replace an existing value"));
  await page.choose(form.getByLabelText("If the AI gives no answer"), "end");
  await page.fill(form.getByLabelText("Try for, in hours"), "5");
  form.getByText("Without an answer after 5 hours, the step is skipped");
  await done(page);
  const list = within(await screen.findByRole("list", { name: "Steps" }));
  list.getByText("AI reads “Monthly bill”");
  list.getByText(/ends if the AI gives no answer/);
  expect((await saved(page))?.[0]).toEqual({
    ...{ id: "t", type: "ai", template: "", ifStopped: "end", goodForHours: 5 },
    ai: { task: "extract", field: "bill", overwrites: true },
  });
});

test("without a step that sorts, no condition asks for a category", async () => {
  const page = await open();
  await openStep(page, "z");
  const options = within(within(dialog()).getByLabelText("Only if")).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).not.toContain("The AI chose a category");
});

test("the steps are told in Spanish, too", async () => {
  const page = await open(sorted, "es");
  const list = within(await screen.findByRole("list", { name: "Pasos" }));
  list.getByText("La IA clasifica en repair o purchase");
  list.getByText("solo si la IA eligió «purchase»");
  list.getByText("La IA redacta una respuesta");
  await openStep(page, "d", "Pasos");
  within(dialog()).getByText(/Nunca se envía por sí sola/);
});

test("played forward, no AI is asked: the category is supposed", async () => {
  const page = await open(sorted);
  await page.click(await screen.findByRole("button", { name: "Play forward" }));
  await page.fill(await screen.findByRole("combobox", { name: "Find a person" }), "Yadira");
  await page.click(await screen.findByRole("option", { name: /Yadira/ }));
  await screen.findByText("Decided by the AI, which is not asked in a preview");
  await page.choose(await screen.findByLabelText("Suppose the AI chooses (Step 1)"), "purchase");
  await screen.findByText("The AI chose the category “purchase”");
  expect(page.api.callsOf(rulesApi.forecast).at(-1)?.body.labels).toEqual({ c: "purchase" });
});

test("a draft is played forward for some people of a segment, too", async () => {
  const page = await open(sorted);
  await page.click(await screen.findByRole("button", { name: "Play forward" }));
  await page.choose(await screen.findByLabelText("Or 5 people of a segment"), segment.id);
  const one = await screen.findByRole("region", { name: "Yadira" });
  await within(one).findByText("Decided by the AI, which is not asked in a preview");
  const asked = page.api.callsOf(peopleApi.list).at(-1);
  expect(asked?.query).toMatchObject({ view: segment.id, limit: 5 });
});
