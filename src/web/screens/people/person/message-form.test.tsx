import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { deliveriesApi } from "#contract/deliveries.ts";
import { type TextForPerson, templatesApi } from "#contract/templates.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { loadOtherTexts } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { sampleId } from "../../../../../test/web/samples.ts";
import { MessageForm } from "./message-form.tsx";
import { emptyDraft, type MessageDraft } from "./send-message.ts";

const text = (number: number, more: Partial<TextForPerson>): TextForPerson => ({
  id: sampleId(number),
  kind: "template",
  name: "welcome",
  title: "Welcome",
  language: "es",
  subject: null,
  text: "Hola Yadira",
  missing: [],
  isApproved: false,
  ...more,
});

const texts: Partial<Record<string, TextForPerson[]>> = {
  sms: [text(41, {}), text(42, { kind: "saved_reply", name: "Hours" })],
  email: [text(43, { name: "offer", title: "Offer", subject: "Su oferta", text: "Aquí está" })],
};

const Form = () => {
  const [draft, setDraft] = useState<MessageDraft | undefined>(emptyDraft);
  return draft ? <MessageForm personId={sampleId(2)} draft={draft} onDraftChange={setDraft} /> : null;
};

test("templates are those of the channel, in the person's language, and the chosen one is shown filled in", async () => {
  const { choose, click } = await renderScreen("/no/such/page", {
    answers: [
      answer(deliveriesApi.check, () =>
        (["sms", "email"] as const).map((channel) => ({
          channel,
          ruling: "send" as const,
          until: null,
          reasons: [],
        })),
      ),
      answer(templatesApi.forPerson, ({ query }) => ({ texts: texts[query.channel] ?? [] })),
    ],
  });
  await loadOtherTexts();
  render(
    <QueryClientProvider client={queryClient}>
      <FormatProvider value={workspaceFormat("en", undefined)}>
        <Form />
      </FormatProvider>
    </QueryClientProvider>,
  );
  const picker = await screen.findByLabelText<HTMLSelectElement>("Template");
  await screen.findByRole("option", { name: "Welcome (es)" });
  expect([...picker.options].map(({ value }) => value)).toEqual(["", "welcome"]);
  await choose(picker, "welcome");
  screen.getByText("Hola Yadira");
  await click(screen.getByRole("radio", { name: /email/i }));
  await screen.findByRole("option", { name: "Offer (es)" });
  await choose(screen.getByLabelText("Template"), "offer");
  screen.getByText(/Su oferta/);
  screen.getByText(/Aquí está/);
});
