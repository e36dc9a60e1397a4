import { describe, expect, test } from "vitest";
import type { LookupResult } from "#server/connectors/messaging/messenger.ts";
import type { UnknownAction } from "#server/store/delivery/actions.ts";
import { reconcile } from "./outcomes.ts";

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
  simulation: null,
  rendered: null,
  confirms: null,
  ...more,
});

describe("a send of unknown outcome", () => {
  test("takes the status from the vendor's list", () => {
    const found: LookupResult = { kind: "found", providerId: "SM1", status: "delivered", price: 0.01 };
    expect(reconcile(unknown(), found, now)).toMatchObject({
      fence: 3,
      status: "delivered",
      providerId: "SM1",
      price: 0.01,
    });
  });

  test.each([
    ["the vendor cannot be asked", { kind: "unknown" } as const, minutes(60)],
    ["the vendor may not list it yet", { kind: "absent" } as const, minutes(2)],
  ])("stays unknown while %s", (_why, found, executedAt) => {
    expect(reconcile(unknown({ executedAt }), found, now)).toBeUndefined();
  });

  test.each([
    [1, "pending"],
    [5, "pending"],
    [6, "failed"],
  ])("that the vendor never got is, after %i attempts, %s", (attempts, status) => {
    const settled = reconcile(unknown({ attempts }), { kind: "absent" }, now);
    expect(settled?.status).toBe(status);
    expect(settled?.notBefore === null).toBe(status === "failed");
  });

  test("waits longer before each new attempt", () => {
    const waits = [1, 2, 3].map((attempts) =>
      Date.parse(reconcile(unknown({ attempts }), { kind: "absent" }, now)?.notBefore ?? ""),
    );
    expect(waits).toEqual([now + 5000, now + 15_000, now + 45_000]);
  });
});
