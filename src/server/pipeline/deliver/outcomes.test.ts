import { describe, expect, test } from "vitest";
import type { LookupResult } from "#server/connectors/messaging/messenger.ts";
import type { UnknownAction } from "#server/store/delivery/actions.ts";
import { reconciledOf } from "./outcomes.ts";

const now = Date.UTC(2026, 10, 15, 12);
const minutes = (count: number): number => now - count * 60_000;
const unknown = (more: Partial<UnknownAction> = {}): UnknownAction => ({
  id: "0199a8c0-0000-7000-8000-000000000001",
  fence: 3,
  personId: "0199a8c0-0000-7000-8000-000000000002",
  messenger: "twilio-sms",
  providerId: null,
  attempts: 1,
  executedAt: minutes(3),
  rendered: null,
  ...more,
});

describe("a send of unknown outcome", () => {
  test("that the vendor shows is what the vendor says", () => {
    const found: LookupResult = { kind: "found", providerId: "SM1", status: "delivered", price: 0.01 };
    expect(reconciledOf(unknown(), found, now)).toMatchObject({
      fence: 3,
      status: "delivered",
      providerId: "SM1",
      price: 0.01,
    });
  });

  test.each([
    ["the vendor cannot tell", { kind: "unknown" } as const, minutes(60)],
    ["the vendor may not show it yet", { kind: "absent" } as const, minutes(2)],
  ])("stays as it is while %s", (_why, found, executedAt) => {
    expect(reconciledOf(unknown({ executedAt }), found, now)).toBeUndefined();
  });

  test.each([
    [1, "pending"],
    [5, "pending"],
    [6, "failed"],
  ])("that the vendor never took is after %i tries %s", (attempts, status) => {
    const settled = reconciledOf(unknown({ attempts }), { kind: "absent" }, now);
    expect(settled?.status).toBe(status);
    expect(settled?.notBefore === null).toBe(status === "failed");
  });

  test("waits longer before each new try", () => {
    const waits = [1, 2, 3].map((attempts) =>
      Date.parse(reconciledOf(unknown({ attempts }), { kind: "absent" }, now)?.notBefore ?? ""),
    );
    expect(waits).toEqual([now + 5000, now + 15_000, now + 45_000]);
  });
});
