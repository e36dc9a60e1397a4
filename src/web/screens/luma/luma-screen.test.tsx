import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { placesApi } from "#contract/places.ts";
import { type Outages, publicDataApi } from "#contract/public-data.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { instant } from "../../../../test/web/samples.ts";
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

test("every message of LUMA was seen", () => expect(notSeen(entriesOf("luma"))).toEqual([]));
