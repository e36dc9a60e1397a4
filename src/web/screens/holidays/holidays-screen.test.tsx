import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { closingDaysApi } from "#contract/closing-days.ts";
import { publicDataApi } from "#contract/public-data.ts";
import { settingsApi } from "#contract/settings.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { answer, refuse, replyWithText } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { administrator, sampleId } from "../../../../test/web/samples.ts";
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

test("closing days of the business are listed, added and removed", async () => {
  let closings = [{ id: sampleId(1), name: "Inventory", from: "2026-12-28", to: "2026-12-30" }];
  const added: unknown[] = [];
  const { click } = await renderScreen(path, {
    answers: [
      answer(closingDaysApi.list, () => ({ closings })),
      answer(closingDaysApi.add, ({ body }) => {
        added.push(body);
        const one = { id: sampleId(2), ...body };
        closings = [...closings, one];
        return one;
      }),
      answer(closingDaysApi.remove, ({ params }) => {
        closings = closings.filter(({ id }) => id !== params.id);
        return { ok: true };
      }),
    ],
  });
  const list = within(await screen.findByRole("list", { name: "Closing days of the business" }));
  list.getByText("Inventory");
  list.getByText("Mon, December 28, 2026");
  list.getByText("Wed, December 30, 2026");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Anniversary" } });
  fireEvent.change(screen.getByLabelText("First day"), { target: { value: "2026-12-04" } });
  await click(screen.getByRole("button", { name: "Add" }));
  await list.findByText("Anniversary");
  expect(added).toEqual([{ name: "Anniversary", from: "2026-12-04", to: "2026-12-04" }]);
  await click(screen.getByRole("button", { name: "Remove Inventory" }));
  await waitFor(() => expect(list.queryByText("Inventory")).toBeNull());
});

const party = { id: sampleId(1), name: "Party", from: "2026-12-28", to: "2026-12-28" };
const withParty = answer(closingDaysApi.list, () => ({ closings: [party] }));

test("a viewer sees closing days and changes none", async () => {
  const viewer = { ...administrator, permissions: builtInPermissions.viewer };
  await renderScreen(path, { answers: [withParty], user: viewer });
  await screen.findByText("Party");
  expect(screen.queryByRole("button", { name: /Remove|^Add$/ })).toBeNull();
});

test("a refusal is shown, and what was entered stays", async () => {
  const { click } = await renderScreen(path, {
    answers: [withParty, answer(closingDaysApi.add, () => refuse("too_many_closing_days"))],
  });
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Party 2" } });
  fireEvent.change(screen.getByLabelText("First day"), { target: { value: "2026-12-04" } });
  await click(screen.getByRole("button", { name: "Add" }));
  await screen.findByText(/There are at most 100 closing days/);
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "Party 2");
});

test("says that closing days could not be removed", async () => {
  const { click } = await renderScreen(path, {
    answers: [withParty, answer(closingDaysApi.remove, () => refuse("not_found"))],
  });
  await click(await screen.findByRole("button", { name: "Remove Party" }));
  await screen.findByText("The closing days could not be saved");
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
