import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type HealthReport, settingsApi } from "#contract/settings.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer, refuse } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { administrator, instant } from "../../../../../test/web/samples.ts";

const checks: HealthReport["checks"] = [
  { id: "events", level: "green", code: "nothing_waits", values: {} },
  { id: "messages", level: "amber", code: "waiting", values: { count: 1200, seconds: 400 } },
  { id: "syncs", level: "red", code: "syncs_stopped", values: { names: ["hubspot", "zoho"] } },
  { id: "voice", level: "unused", code: "not_used", values: {} },
  { id: "audit", level: "red", code: "audit_broken", values: { seconds: 7300 } },
  { id: "disk", level: "amber", code: "disk", values: { percent: 9, bytes: 4_200_000_000 } },
];
const reported = (found: HealthReport["checks"]) =>
  answer(settingsApi.health, () => ({ readAt: instant, checks: found }));
const list = () => screen.findByRole("list", { name: /^(Checks|Comprobaciones)$/ });

test("shows what was found with what to do, the most urgent first", async () => {
  await renderScreen("/settings?tab=health", { answers: [reported(checks)] });
  const rows = within(await list()).getAllByRole("listitem");
  expect(rows.map((row) => within(row).getByRole("heading").textContent)).toEqual([
    "People sync",
    "Audit log",
    "Messages and calls",
    "Disk",
    "Incoming events",
    "Voice agent",
  ]);
  const [sync, audit, messages, disk, events, voice] = rows.map((row) => row.textContent);
  expect(sync).toContain("Stopped by an error: hubspot and zoho");
  expect(sync).toContain("Act now");
  expect(audit).toContain("npm run audit:verify");
  expect(messages).toContain("Waiting: 1,200, the oldest for 6 minutes");
  expect(messages).toContain("Needs attention");
  expect(disk).toContain("9% free (4.2 GB)");
  expect(events).toBe("Incoming eventsOKAll caught up");
  expect(voice).toBe("Voice agentNot in use");
  screen.getByText("Act now: 2");
  expect(screen.getByRole("link", { name: "Open: People sync" }).getAttribute("href")).toBe(
    "/settings?tab=integrations",
  );
});

test("is in Spanish, too", async () => {
  await renderScreen("/settings?tab=health", { answers: [reported(checks)], language: "es" });
  const text = (await list()).textContent;
  expect(text).toContain("Detenida por un error: hubspot y zoho");
  expect(text).toContain("desde hace 6 minutos");
  screen.getByText("Actúe ahora: 2");
});

test("says that everything works", async () => {
  await renderScreen("/settings?tab=health", { answers: [reported(checks.slice(0, 1))] });
  await screen.findByText("Everything is working");
});

test("says that there are no figures yet", async () => {
  await renderScreen("/settings?tab=health");
  await screen.findByText("No data yet");
});

test("says why the figures cannot be read, and reads them again", async () => {
  let isAway = true;
  const { click } = await renderScreen("/settings?tab=health", {
    answers: [
      answer(settingsApi.health, () =>
        isAway ? refuse("unavailable") : { readAt: instant, checks: checks.slice(0, 1) },
      ),
    ],
  });
  const alert = await screen.findByRole("alert");
  within(alert).getByText("The checks could not be read");
  isAway = false;
  await click(within(alert).getByRole("button"));
  await list();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("is for administrators only", async () => {
  const user = { ...administrator, role: "operator" as const, permissions: builtInPermissions.operator };
  await renderScreen("/settings?tab=health", { user });
  await screen.findByRole("tab", { name: "General" });
  expect(screen.queryByRole("tab", { name: "Health" })).toBeNull();
});
