import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { audiencesApi } from "#contract/audiences.ts";
import { type Broadcast, broadcastsApi } from "#contract/broadcasts.ts";
import { placesApi } from "#contract/places.ts";
import { type Outages, publicDataApi } from "#contract/public-data.ts";
import { templatesApi } from "#contract/templates.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { administrator, instant, sampleId, templatePreview } from "../../../../test/web/samples.ts";
import { entriesOf } from "../../../../test/web/toast-shares.ts";
import { notSeen, seesText } from "../../../../test/web/toasts.ts";

const outline = answer(placesApi.outline, () => ({ width: 100, height: 50, world: null, areas: [] }));
const path = "/informational/luma";
const noOutages: Outages = {
  timestamp: instant,
  fetchedAt: instant,
  stale: false,
  mode: "live",
  totals: {
    totalClients: 1_468_223,
    totalClientsWithoutService: 0,
    totalPercentageWithService: 100,
    totalClientsAffectedByPlannedOutage: 0,
  },
  regions: [],
};

test("says that outages are loading, then shows the totals without any region", async () => {
  const { promise, resolve } = Promise.withResolvers<Outages>();
  await renderScreen(path, { answers: [outline, answer(publicDataApi.outages, () => promise)] });
  await seesText("LUMA loading");
  resolve(noOutages);
  await screen.findByText("1,468,223");
  expect(screen.queryByText("Stale data")).toBeNull();
});

test("says that outages could not be loaded, with the server's reason, and tries again", async () => {
  const { api, click } = await renderScreen(path, {
    answers: [outline, answer(publicDataApi.outages, () => refuse("vendor_failed"))],
  });
  await seesText("LUMA failed");
  await screen.findByText("The other service answered with an error");
  api.on(publicDataApi.outages, () => noOutages);
  await click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("1,468,223");
});

test("the legend of the map has the ranges of the regions, and none twice", async () => {
  const region = (name: string, percentageClientsWithoutService: number) => ({
    name,
    totalClients: 1000,
    totalClientsWithoutService: Math.round(percentageClientsWithoutService * 10),
    totalClientsWithService: 1000 - Math.round(percentageClientsWithoutService * 10),
    percentageClientsWithoutService,
    percentageClientsWithService: 100 - percentageClientsWithoutService,
    totalClientsAffectedByPlannedOutage: 0,
  });
  const shares = {
    Arecibo: 0,
    Bayamon: 0.1,
    Caguas: 0.104,
    Carolina: 0.3,
    Ponce: 0.5,
    Mayaguez: 4,
    "San Juan": 9,
  };
  const regions = Object.entries(shares).map(([name, share]) => region(name, share));
  await renderScreen(path, {
    answers: [outline, answer(publicDataApi.outages, () => ({ ...noOutages, regions }))],
  });
  const legend = (await screen.findByText("Without service", { selector: "span" })).parentElement;
  const items = [...(legend?.children ?? [])].slice(1).map(({ textContent }) => textContent);
  expect(items).toEqual(["0.00%", "0.10%", "0.30%", "0.50% to 4.00%", "9.00%"]);
});

const withoutService = (name: string, percentageClientsWithoutService: number) => ({
  name,
  totalClients: 200_000,
  totalClientsWithoutService: percentageClientsWithoutService * 2000,
  totalClientsWithService: 200_000 - percentageClientsWithoutService * 2000,
  percentageClientsWithoutService,
  percentageClientsWithService: 100 - percentageClientsWithoutService,
  totalClientsAffectedByPlannedOutage: 0,
});
const regions = [
  withoutService("Mayaguez", 8),
  withoutService("Ponce", 1.9),
  withoutService("Elsewhere", 40),
];
const draft: Broadcast = {
  ...{ id: sampleId(70), name: "Outage in Mayagüez", audience: { everybody: true }, except: null },
  ...{ purpose: "service", actions: [{ type: "sms", template: "outage_notice" }], when: { kind: "now" } },
  ...{
    perMinute: null,
    spreadHours: null,
    approval: null,
    draft: null,
    holdoutPercent: 0,
    leaveOut: [],
    guard: true,
    state: "draft",
    why: [],
    check: null,
  },
  ...{ createdBy: null, startedAt: null, doneAt: null, createdAt: instant, updatedAt: instant },
};

test("a region with many clients without service can be told: the words are shown before anything is stored", async () => {
  const asked: unknown[] = [];
  const { click } = await renderScreen(path, {
    answers: [
      outline,
      answer(publicDataApi.outages, () => ({ ...noOutages, regions })),
      answer(publicDataApi.prepareNotice, ({ body }) => {
        asked.push(body);
        return asked.length === 1 ? refuse("outage_not_current") : draft;
      }),
      // The editor that opens.
      answer(broadcastsApi.get, () => ({ ...draft, actual: null })),
      answer(audiencesApi.count, () => ({ total: 90, totalIs: "exact", isReadable: true })),
      answer(templatesApi.preview, () => templatePreview("Hi")),
    ],
  });
  const buttons = await screen.findAllByRole("button", { name: /^Prepare a notice for/ });
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Prepare a notice for Mayagüez",
  ]);
  await click(buttons[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("region", { name: "English text" }).textContent).toContain("16,000 clients");
  expect(dialog.getByRole("region", { name: "Spanish text" }).textContent).toContain("16,000 clientes");
  expect(asked).toEqual([]);
  await click(dialog.getByRole("button", { name: "Create draft" }));
  await dialog.findByText(/LUMA reports no large outage/);
  fireEvent.change(dialog.getByRole("combobox"), { target: { value: "Rincón" } });
  await click(dialog.getByRole("button", { name: "Create draft" }));
  await waitFor(() => expect(window.location.pathname).toBe(`/campaigns/${draft.id}`));
  expect(asked).toEqual([
    { region: "Mayagüez", municipality: null },
    { region: "Mayagüez", municipality: "Rincón" },
  ]);
});

test("the dashboard leads to the prepared notice of the largest outage, or the page says that service was restored", async () => {
  await renderScreen(`${path}?notice=largest`, {
    answers: [outline, answer(publicDataApi.outages, () => ({ ...noOutages, regions }))],
  });
  await screen.findByRole("dialog", { name: "Notice for the Mayagüez region" });
  screen.getByRole("button", { name: "Create draft" });
  cleanup();
  await renderScreen(`${path}?notice=Ponce`, {
    answers: [outline, answer(publicDataApi.outages, () => ({ ...noOutages, regions }))],
  });
  await screen.findByText(/LUMA reports no large outage/);
  expect(screen.queryByRole("button", { name: "Create draft" })).toBeNull();
});

test("a viewer is offered no notice", async () => {
  const viewer = { ...administrator, permissions: builtInPermissions.viewer };
  await renderScreen(`${path}?notice=Mayag%C3%BCez`, {
    answers: [outline, answer(publicDataApi.outages, () => ({ ...noOutages, regions }))],
    user: viewer,
  });
  await screen.findAllByText("8.00% without service");
  expect(screen.queryByRole("button", { name: /Prepare a notice/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("every message of LUMA was seen", () => expect(notSeen(entriesOf("luma"))).toEqual([]));
