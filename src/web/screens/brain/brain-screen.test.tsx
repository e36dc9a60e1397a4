import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aiProvidersApi } from "#contract/ai-providers.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../test/web/records.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { sampleProvider } from "../../../../test/web/samples.ts";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { notSeen, seesToast } from "../../../../test/web/toasts.ts";

test("a provider is switched off, and stays off when it cannot be switched on", async () => {
  const providers = keepRecords(sampleProvider("OpenAI", 0));
  const { api, click } = await renderScreen("/brain", {
    answers: [
      answer(aiProvidersApi.list, () => providers.list()),
      answer(aiProvidersApi.update, ({ params, body: { enabled = true } }) =>
        providers.update(params.id, { enabled }),
      ),
    ],
  });
  const isOn = () => screen.getByRole("switch", { name: "Use OpenAI" }).getAttribute("aria-checked");
  await click(await screen.findByRole("switch", { name: "Use OpenAI" }));
  await seesToast("AI provider updated");
  expect(isOn()).toBe("false");
  await api.offline(async () => {
    await click(screen.getByRole("switch", { name: "Use OpenAI" }));
    await seesToast("AI provider not updated");
  });
  expect(isOn()).toBe("false");
});

test("every message of the Brain screen was seen", () => expect(notSeen(entriesOf("brain"))).toEqual([]));
