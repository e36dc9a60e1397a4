import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Backup, type BackupOverview, type BackupSettingsInput, backupsApi } from "#contract/backups.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer, refuse } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { administrator } from "../../../../../test/web/samples.ts";

const made = (more: Partial<Backup>): Backup => ({
  id: crypto.randomUUID(),
  trigger: "schedule",
  target: "folder",
  name: "faro-2026-11-19T0600Z-0badcafe.backup",
  state: "verified",
  stage: "verifying",
  problem: null,
  bytes: 4_200_000_000,
  rows: 1_234_567,
  startedAt: "2026-11-19T06:00:00.000Z",
  endedAt: "2026-11-19T06:05:00.000Z",
  isDeleted: false,
  ...more,
});
const overview = (more: Partial<BackupOverview> = {}): BackupOverview => ({
  settings: null,
  folder: "/data/backups",
  timezone: "America/Puerto_Rico",
  backups: [],
  ...more,
});
const settings: NonNullable<BackupOverview["settings"]> = {
  enabled: true,
  hour: 3,
  keep: 14,
  target: "s3",
  endpoint: "https://s3.example.com",
  region: "us-east-1",
  bucket: "faro",
  prefix: "",
  accessKeyId: "KEY",
  secretKey: "••••1234",
};
const reads = (shown: BackupOverview) => answer(backupsApi.get, () => shown);
const history = () => screen.findByRole("list", { name: /^(Backups|Copias de seguridad)$/ });

test("shows each backup with its size, rows and duration, and what to do about a problem", async () => {
  await renderScreen("/settings?tab=backups", {
    answers: [
      reads(
        overview({
          settings,
          backups: [
            made({}),
            made({ state: "failed", problem: "store_refused", bytes: 0 }),
            made({ state: "unverified", problem: "no_right_to_verify", isDeleted: true }),
          ],
        }),
      ),
    ],
  });
  const rows = within(await history()).getAllByRole("listitem");
  expect(rows[0]?.textContent).toContain("4.2 GB, 1,234,567 rows, 5 minutes");
  expect(rows[0]?.textContent).toContain("Verified");
  expect(rows[1]?.textContent).toContain("The store refused the keys");
  expect(rows[1]?.textContent).not.toContain("GB");
  expect(rows[2]?.textContent).toContain("ALTER ROLE faro CREATEDB");
  expect(rows[2]?.textContent).toContain("Deleted");
});

test("is in Spanish, too, with the progress of one that runs", async () => {
  const running = made({ state: "running", stage: "writing", bytes: 12_000_000, endedAt: null });
  await renderScreen("/settings?tab=backups", {
    answers: [reads(overview({ settings, backups: [running] }))],
    language: "es",
  });
  expect(within(await history()).getByRole("status").textContent).toContain("Guardando: 12 MB hasta ahora");
  expect(screen.getByRole("button", { name: "Hacer una copia ahora" })).toHaveProperty("disabled", true);
});

test("a backup starts only once there is a schedule", async () => {
  let started = 0;
  let shown = overview();
  const { click } = await renderScreen("/settings?tab=backups", {
    answers: [
      answer(backupsApi.get, () => shown),
      answer(backupsApi.save, ({ body }) => {
        const { secretKey: _secretKey, ...values } = body;
        shown = overview({ settings: { ...values, secretKey: "" } });
        return shown;
      }),
      answer(backupsApi.start, () => {
        started++;
        return shown;
      }),
    ],
  });
  const now = await screen.findByRole("button", { name: "Back up now" });
  expect(now).toHaveProperty("disabled", true);
  await click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(now).toHaveProperty("disabled", false));
  await click(now);
  await waitFor(() => expect(started).toBe(1));
});

test("a store keeps its secret, and what the server refuses stands at its field", async () => {
  const saved: BackupSettingsInput[] = [];
  const { click } = await renderScreen("/settings?tab=backups", {
    answers: [
      reads(overview({ settings })),
      answer(backupsApi.save, ({ body }) => {
        saved.push(body);
        return refuse("invalid", { issues: [{ path: "bucket", message: "No such name" }] });
      }),
    ],
  });
  await screen.findByText(/Saved: .*1234/);
  await click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("No such name");
  expect(saved).toHaveLength(1);
  expect(saved[0]).not.toHaveProperty("secretKey");
  expect(saved[0]).toMatchObject({ hour: 3, keep: 14, endpoint: "https://s3.example.com" });
});

test("is for administrators only", async () => {
  const user = { ...administrator, role: "operator" as const, permissions: builtInPermissions.operator };
  await renderScreen("/settings?tab=backups", { user });
  await screen.findByRole("tab", { name: "General" });
  expect(screen.queryByRole("tab", { name: "Backups" })).toBeNull();
});
