import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { publicDataApi } from "#contract/public-data.ts";
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

test("every message of holidays was seen", () => expect(notSeen(entriesOf("holidays"))).toEqual([]));
