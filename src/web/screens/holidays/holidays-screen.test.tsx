import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { publicDataApi } from "#contract/public-data.ts";
import { settingsApi } from "#contract/settings.ts";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { answer, replyWithText } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { notSeen, seesText } from "../../../../test/web/toasts.ts";

const path = "/informational/holidays";

test("says that holidays are loading, then that there are none", async () => {
  const { promise, resolve } = Promise.withResolvers<{ holidays: [] }>();
  await renderScreen(path, { answers: [answer(publicDataApi.holidays, () => promise)] });
  await seesText("holidays loading");
  resolve({ holidays: [] });
  await screen.findByText("No holidays found for this period");
});

test("says that holidays could not be loaded, with the reason where the server answered, and tries again", async () => {
  const { api, click } = await renderScreen(path, {
    answers: [answer(publicDataApi.holidays, () => replyWithText(502, "Bad Gateway"))],
  });
  await seesText("holidays failed");
  await seesText("holidays refused");
  await api.offline(async () => {
    await click(screen.getByRole("button", { name: "Retry" }));
    await seesText("holidays refused", document.body, 0);
    await seesText("holidays failed");
  });
  api.on(publicDataApi.holidays, () => ({ holidays: [] }));
  await click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("No holidays found for this period");
});

test("a holiday has a badge for its type and one for each category, also where they are the same", async () => {
  const holiday = {
    id: "1",
    name: [{ language: "EN", text: "Labor Day" }],
    type: "public" as const,
    nationwide: true,
    startDate: "2026-09-07",
    endDate: "2026-09-07",
    categories: ["public", "Federal"],
    subdivisions: [],
  };
  await renderScreen(path, {
    answers: [
      answer(publicDataApi.holidays, () => ({ holidays: [holiday] })),
      answer(settingsApi.general, () => ({ ...defaultGeneralSettings, locale: "en-GB" as const })),
    ],
  });
  const row = (await screen.findByText("Labor Day")).closest("li") as HTMLElement;
  expect(within(row).getAllByText("Public")).toHaveLength(2);
  within(row).getByText("Federal");
  within(row).getByText("Nationwide");
  within(row).getByText("Mon, 7 September 2026");
});

test("every message of holidays was seen", () => expect(notSeen(entriesOf("holidays"))).toEqual([]));
