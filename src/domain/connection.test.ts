import { describe, expect, test } from "vitest";
import {
  type ConnectionSavePlan,
  changesAccount,
  planConnectionSave,
  type StoredConnection,
} from "./connection.ts";

const shape = { secrets: ["apiKey", "secretKey"], destinations: ["baseUrl"] };
const storedLive: StoredConnection = { settings: { baseUrl: "https://a" }, secrets: ["apiKey", "secretKey"] };

const cases: [
  string,
  StoredConnection | undefined,
  Record<string, string | null>,
  Partial<ConnectionSavePlan>,
][] = [
  [
    "a first save without secrets stays a sandbox",
    undefined,
    { baseUrl: "https://a" },
    { ok: true, mode: "sandbox" },
  ],
  [
    "a first secret makes it live",
    undefined,
    { baseUrl: "https://a", apiKey: "k" },
    { ok: true, mode: "live", seal: { apiKey: "k" } },
  ],
  [
    "leaving secrets out keeps them",
    storedLive,
    { baseUrl: "https://a" },
    { ok: true, mode: "live", seal: {} },
  ],
  ["an empty secret keeps it", storedLive, { baseUrl: "https://a", apiKey: "" }, { ok: true, seal: {} }],
  [
    "null deletes a secret",
    storedLive,
    { baseUrl: "https://a", apiKey: null },
    { ok: true, mode: "live", forget: ["apiKey"] },
  ],
  [
    "deleting all secrets returns to the sandbox",
    storedLive,
    { baseUrl: "https://a", apiKey: null, secretKey: null },
    { ok: true, mode: "sandbox" },
  ],
  [
    "a changed destination requires every stored secret again",
    storedLive,
    { baseUrl: "https://b", apiKey: "k" },
    { ok: false, reason: { code: "secret_required", fields: ["secretKey"] } },
  ],
  [
    "a changed destination with all secrets is accepted",
    storedLive,
    { baseUrl: "https://b", apiKey: "k", secretKey: "s" },
    { ok: true },
  ],
  ["removing the destination counts as another", storedLive, {}, { ok: false }],
  [
    "a sandbox may change its destination",
    { settings: { baseUrl: "https://a" }, secrets: [] },
    { baseUrl: "https://b" },
    { ok: true },
  ],
];

describe("saving a connection", () => {
  test.each(cases)("%s", (_name, stored, submitted, expected) => {
    expect(planConnectionSave(shape, stored, submitted)).toMatchObject(expected);
  });

  test("secrets never end up among the plain settings", () => {
    const plan = planConnectionSave(shape, undefined, { baseUrl: "https://a", apiKey: "k" });
    expect(plan.ok && plan.settings).toEqual({ baseUrl: "https://a" });
  });
});

describe("what was granted to the stored connection", () => {
  const granted: StoredConnection = {
    settings: { baseUrl: "https://a", clientId: "c", pageSize: 5 },
    secrets: ["apiKey"],
  };
  test.each<[string, Record<string, string | number | null>, boolean]>([
    ["nothing", {}, false],
    ["what is stored", { baseUrl: "https://a", clientId: "c", apiKey: "", secretKey: null }, false],
    ["another field", { pageSize: 9 }, false],
    ["another client", { clientId: "d" }, true],
    ["no client", { clientId: null }, true],
    ["another destination", { baseUrl: "https://b" }, true],
    ["a secret", { apiKey: "k" }, true],
    ["a stored secret to be deleted", { apiKey: null }, true],
  ])("is not for a form with %s: %#", (_name, submitted, isOther) => {
    expect(changesAccount(shape, granted, submitted)).toBe(isOther);
  });
});
