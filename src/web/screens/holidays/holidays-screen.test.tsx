import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { publicDataApi } from "#contract/public-data.ts";
import { replyWithText } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { seesText } from "../../../../test/web/toasts.ts";

const path = "/informational/holidays";

test("shows that it is loading, then that there are no holidays", async () => {
  const { api } = await renderScreen(path);
  await api.slowly(publicDataApi.holidays, async () => {
    await seesText("holidays loading");
  });
  await screen.findByText("No holidays found");
  expect(api.callsOf(publicDataApi.holidays)).toHaveLength(1);
});
