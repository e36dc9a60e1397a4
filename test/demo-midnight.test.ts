import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startOfDay } from "#domain/day.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

const zone = "America/New_York";
const dayMs = 86_400_000;
/** Twenty seconds after the next midnight of the demo's timezone. */
const justAfterMidnight = startOfDay(Date.now(), zone, -1) + 20_000;
const setClock = (now: number) => vi.useFakeTimers({ toFake: ["Date"], now, shouldAdvanceTime: true });

let faro: TestFaro;
beforeAll(async () => {
  setClock(justAfterMidnight);
  faro = await startTestFaro({ FARO_DEMO: "1" });
  const admin = await faro.signedIn("admin");
  const isLoaded = async () => (await admin.send("GET", "/api/status")).body.demoProgress === null;
  await vi.waitUntil(isLoaded, { timeout: 200_000, interval: 200 });
});
afterAll(async () => {
  await faro.stop();
  vi.useRealTimers();
});

/** All figures of a day. A figure that is no number would be no valid answer, and refused. */
const readToday = async (admin: Visitor) => {
  const read = async (path: string) => {
    const { status, body } = await admin.send("GET", path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  return {
    stats: await read("/api/dashboard/stats"),
    costs: await read("/api/dashboard/costs"),
    channels: await read("/api/dashboard/channels?range=today"),
    voice: await read("/api/voice/stats"),
    compliance: await read("/api/compliance/summary"),
  };
};

describe("right after midnight", () => {
  test("the demo loads, and its figures are those of a day that has just begun", async () => {
    const admin = await faro.signedIn("admin");
    const { stats, voice } = await readToday(admin);
    expect(stats.activeLeads).toBeGreaterThan(0);
    expect(stats.eventsToday).toBeGreaterThanOrEqual(0);
    const hasCalls = voice.callsToday > 0;
    expect([voice.averageSeconds !== null, voice.successPercent !== null]).toEqual([hasCalls, hasCalls]);
  });

  test("of a day without any happening the figures are empty", async () => {
    setClock(justAfterMidnight + dayMs);
    const admin = await faro.signedIn("admin");
    const { stats, costs, channels, voice, compliance } = await readToday(admin);
    expect(stats).toMatchObject({
      eventsToday: 0,
      actionsToday: 0,
      actionsSucceeded: null,
      totalCost: 0,
    });
    expect(costs).toMatchObject({ total: 0, people: 0, parts: [] });
    expect(channels).toEqual([
      { channel: "sms", count: 0 },
      { channel: "whatsapp", count: 0 },
      { channel: "voice", count: 0 },
    ]);
    expect(voice).toMatchObject({ callsToday: 0, averageSeconds: null, handoffs: 0, successPercent: null });
    expect(compliance.quietHours.blockedToday).toBe(0);
  });
});
