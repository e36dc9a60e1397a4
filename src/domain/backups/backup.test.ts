import { describe, expect, test } from "vitest";
import { backupName, backupsToDelete, isBackupDue, type LastScheduled } from "./backup.ts";

const zone = "America/New_York";
const at = (text: string): number => Date.parse(text);
const saved = at("2026-11-18T12:00:00Z");
const daily = { enabled: true, hour: 2, since: saved };
const last = (startedAt: string, state: "verified" | "failed" | "running" | "unverified"): LastScheduled => ({
  startedAt: at(startedAt),
  state,
});

describe("a daily backup at 2 in New York", () => {
  test.each<[string, string, LastScheduled, boolean]>([
    ["is not due before its hour", "2026-11-19T06:59:00Z", undefined, false],
    ["is due at its hour", "2026-11-19T07:00:00Z", undefined, true],
    ["is due later where no worker ran", "2026-11-19T20:00:00Z", undefined, true],
    ["is made once a day", "2026-11-19T20:00:00Z", last("2026-11-19T07:00:10Z", "verified"), false],
    [
      "counts as made when unverified",
      "2026-11-19T20:00:00Z",
      last("2026-11-19T07:00:10Z", "unverified"),
      false,
    ],
    ["is due the next day", "2026-11-20T07:00:00Z", last("2026-11-19T07:00:10Z", "verified"), true],
    ["waits for one that runs", "2026-11-20T07:00:00Z", last("2026-11-19T07:00:10Z", "running"), false],
    ["is not repeated at once", "2026-11-19T08:00:00Z", last("2026-11-19T07:00:10Z", "failed"), false],
    ["is repeated after an hour", "2026-11-19T08:00:10Z", last("2026-11-19T07:00:10Z", "failed"), true],
  ])("%s", (_, now, previous, due) => expect(isBackupDue(at(now), daily, zone, previous)).toBe(due));

  test("is not started by saving the schedule", () => {
    expect(isBackupDue(saved + 1000, daily, zone, undefined)).toBe(false);
  });

  test("is made once on the days on which the clock changes", () => {
    const schedule = { ...daily, since: at("2026-03-01T00:00:00Z") };
    const made = last("2026-03-08T07:30:00Z", "verified");
    expect(
      isBackupDue(at("2026-03-08T07:00:00Z"), schedule, zone, last("2026-03-07T07:00:00Z", "verified")),
    ).toBe(true);
    expect(isBackupDue(at("2026-03-08T23:00:00Z"), schedule, zone, made)).toBe(false);
    const autumn = last("2026-11-01T06:00:00Z", "verified");
    expect(isBackupDue(at("2026-11-01T07:00:00Z"), { ...daily, hour: 1, since: 0 }, zone, autumn)).toBe(
      false,
    );
  });

  test("is not made when it is switched off", () => {
    expect(isBackupDue(at("2026-11-19T07:00:00Z"), { ...daily, enabled: false }, zone, undefined)).toBe(
      false,
    );
  });
});

test("the newest backups are kept, and always the newest verified one", () => {
  const stored = [
    { id: "d", state: "unverified" as const },
    { id: "c", state: "unverified" as const },
    { id: "b", state: "verified" as const },
    { id: "a", state: "verified" as const },
  ];
  expect(backupsToDelete(stored, 2).map(({ id }) => id)).toEqual(["a"]);
  expect(backupsToDelete(stored, 3).map(({ id }) => id)).toEqual(["a"]);
  expect(backupsToDelete(stored, 4)).toEqual([]);
});

test("names sort by time", () => {
  expect(backupName("2026-11-19T07:05:09.123Z", "0193e0c4-0000-7000-8000-00000badcafe")).toBe(
    "faro-2026-11-19T0705Z-0badcafe.backup",
  );
});
