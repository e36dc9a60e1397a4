import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { dashboardApi } from "#contract/dashboard.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { instant } from "../../../../test/web/samples.ts";

/** A demo, which shows no guide to the first channel. */
const demo = answer(workspaceApi.status, () => ({
  lastChangeAt: null,
  version: "0.0.0",
  now: instant,
  demo: true,
  demoProgress: null,
  emptyingProgress: null,
  sandbox: true,
}));

const trends = answer(dashboardApi.trends, () => ({
  by: "day",
  starts: ["2026-11-15T04:00:00.000Z", "2026-11-16T04:00:00.000Z"],
  figures: [
    { name: "events", total: 420, before: 6, points: [200, 220] },
    { name: "leads", total: 120, before: 100, points: [110, 120] },
    { name: "actions", total: 0, before: 0, points: [0, 0] },
    { name: "cost", total: 1.5, before: null, points: [0.5, 1] },
  ],
}));

test("the dashboard shows its figures over a period, and asks for another one", async () => {
  const { api, click } = await renderScreen("/", { answers: [demo, trends] });
  const events = within(await screen.findByRole("region", { name: "Events Ingested" }));
  // Of a base of six a percentage says nothing.
  events.getByText("+414 · before: 6");
  expect(events.getByRole("table", { name: "Events Ingested over time" }).textContent).toContain("220");
  within(screen.getByRole("region", { name: "Active Leads" })).getByText("+20% · before: 100");
  within(screen.getByRole("region", { name: "Provider Cost" })).getByText("$1.50");
  const asked = () => api.callsOf(dashboardApi.trends).map(({ query }) => query);
  const daysOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
    (Date.parse(to ?? "") - Date.parse(from ?? "")) / 86_400_000 + 1;
  expect(asked().map(daysOf)).toEqual([7]);
  await click(screen.getByRole("button", { name: "90 days" }));
  await screen.findByRole("region", { name: "Events Ingested" });
  expect(daysOf(asked().at(-1) ?? {})).toBe(90);
  await click(screen.getByRole("button", { name: "Own range" }));
  // The range begins with the one that was shown.
  const first = (await screen.findByLabelText("First day")) as HTMLInputElement;
  expect(first.value).toBe(asked().at(-1)?.from);
  fireEvent.change(screen.getByLabelText("Last day"), { target: { value: "2026-12-31" } });
  fireEvent.change(first, { target: { value: "2026-12-01" } });
  await waitFor(() => expect(asked().at(-1)).toEqual({ from: "2026-12-01", to: "2026-12-31" }));
});
