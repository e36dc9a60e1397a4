import { screen, within } from "@testing-library/react";
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
const ana = "0198c0de-0000-7000-8000-000000000001";

test("what needs attention stands first, each with a link to act", async () => {
  await renderScreen("/", {
    answers: [
      demo,
      answer(dashboardApi.attention, () => ({
        items: [
          { kind: "handoffs" as const, count: 2, since: "2026-11-18T10:00:00.000Z", personId: ana },
          { kind: "waiting" as const, count: 1, since: null, personId: ana },
          { kind: "endpoints" as const, count: 3, since: null, personId: null },
        ],
      })),
    ],
  });
  const card = within(await screen.findByRole("region", { name: "Needs attention" }));
  const links = (await card.findAllByRole("link")).map((link) => [
    link.getAttribute("href"),
    link.textContent?.replace(/oldest.*/, ""),
  ]);
  expect(links).toEqual([
    [`/inbox/${ana}`, "2handoffs to take"],
    ["/inbox?view=waiting", "1person waiting for an answer"],
    ["/endpoints", "3endpoints with errors"],
  ]);
});

test("says so when nothing needs attention", async () => {
  await renderScreen("/", { language: "es", answers: [demo] });
  expect(await screen.findByText("Todo al día")).toBeTruthy();
});
