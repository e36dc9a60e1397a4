import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { knowledgeApi, type OpenQuestion } from "#contract/knowledge.ts";
import type { Language } from "#domain/language.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { answer, refuse } from "../../../../../test/web/fake-api.ts";
import { renderElement } from "../../../../../test/web/render.tsx";
import { instant, sampleId } from "../../../../../test/web/samples.ts";
import { KnowledgeSection } from "./knowledge-section.tsx";
import { OpenQuestions } from "./open-questions.tsx";

const inFormat = (content: ReactNode, language: Language = "en") => (
  <FormatProvider value={workspaceFormat(language, undefined)}>{content}</FormatProvider>
);

const asked = (number: number, question: string, channel: "sms" | "voice_agent", name: string | null) => ({
  id: sampleId(number),
  person: name === null ? null : { id: sampleId(number + 100), name },
  channel,
  language: "es",
  question,
  at: instant,
});

const heaters: OpenQuestion = {
  id: sampleId(31),
  question: "¿Venden calentadores?",
  language: "es",
  times: 2,
  people: 2,
  lastAskedAt: instant,
  asked: [asked(32, "¿Venden calentadores?", "sms", "Luz"), asked(31, "calentadores?", "voice_agent", null)],
};
const boats: OpenQuestion = {
  id: sampleId(33),
  question: "Any boats?",
  language: "en",
  times: 1,
  people: 1,
  lastAskedAt: instant,
  asked: [asked(33, "Any boats?", "sms", "Ana")],
};

test.each([
  ["en", "asked 2 times, by 2 people", "Unknown caller", "No open questions"],
  ["es", "preguntada 2 veces, por 2 personas", "Llamada desconocida", "No hay preguntas abiertas"],
] as const)(
  "in %s, groups show how often and by whom they were asked",
  async (language, often, unknown, none) => {
    let questions = [heaters, boats];
    const { click } = await renderElement(
      inFormat(<OpenQuestions readOnly={false} onAnswer={() => {}} />, language),
      {
        language,
        answers: [
          answer(knowledgeApi.openQuestions, () => questions),
          answer(knowledgeApi.dismissQuestion, ({ params }) => {
            questions = questions.filter(({ id }) => id !== params.id);
            return { ok: true as const };
          }),
        ],
      },
    );
    await click(await screen.findByRole("button", { name: `${often}: ¿Venden calentadores?` }));
    const link = screen.getAllByRole("link", { name: "Luz" })[0];
    expect(link?.getAttribute("href")).toBe(`/inbox/${sampleId(132)}`);
    await screen.findByText(unknown);
    for (const { question } of [heaters, boats])
      await click(
        await screen.findByRole("button", {
          name: new RegExp(`^(Dismiss|Descartar): .*${question.slice(1, 8)}`),
        }),
      );
    await screen.findByRole("heading", { name: none });
  },
);

test("a dismissal is taken back by its toast", async () => {
  let questions = [boats];
  const { click } = await renderElement(inFormat(<OpenQuestions readOnly={false} onAnswer={() => {}} />), {
    answers: [
      answer(knowledgeApi.openQuestions, () => questions),
      answer(knowledgeApi.dismissQuestion, () => {
        questions = [];
        return { ok: true as const };
      }),
      answer(knowledgeApi.reopenQuestion, ({ params }) => {
        expect(params.id).toBe(boats.id);
        questions = [boats];
        return { ok: true as const };
      }),
    ],
  });
  await click(await screen.findByRole("button", { name: "Dismiss: Any boats?" }));
  await screen.findByRole("heading", { name: "No open questions" });
  await click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("Any boats?");
});

test("“Answer” opens the editor with the question, and saving closes the whole group", async () => {
  let questions = [heaters];
  const saved = vi.fn();
  const { click, fill } = await renderElement(inFormat(<KnowledgeSection />), {
    answers: [
      answer(knowledgeApi.openQuestions, () => questions),
      answer(knowledgeApi.answerQuestion, ({ params, body }) => {
        saved(params.id, body.title, body.language);
        questions = [];
        return { ...body, id: sampleId(40), createdAt: instant, updatedAt: instant };
      }),
    ],
  });
  await click(await screen.findByRole("button", { name: "Answer: ¿Venden calentadores?" }));
  const dialog = await screen.findByRole("dialog");
  within(dialog).getByText("It was asked 2 times; saving closes all of them");
  const title = within(dialog).getByLabelText<HTMLInputElement>(/^Question/);
  expect(title.value).toBe("¿Venden calentadores?");
  await fill(within(dialog).getByLabelText(/^Answer/), "Sí.");
  await click(within(dialog).getByRole("button", { name: "Save" }));
  await screen.findByRole("heading", { name: "No open questions" });
  expect(saved.mock.calls).toEqual([[heaters.id, "¿Venden calentadores?", "es"]]);
});

test("what could not be loaded says so and is tried again; who may only view gets no buttons", async () => {
  let isDown = true;
  const { click } = await renderElement(inFormat(<OpenQuestions readOnly onAnswer={() => {}} />), {
    answers: [answer(knowledgeApi.openQuestions, () => (isDown ? refuse("internal") : [boats]))],
  });
  const alert = await screen.findByRole("alert");
  isDown = false;
  await click(within(alert).getByRole("button"));
  await screen.findByText("Any boats?");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(screen.queryByRole("button", { name: /^Answer:|Dismiss/ })).toBeNull();
});
