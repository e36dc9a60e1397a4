import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pushApi } from "#contract/push.ts";
import { answer, createFakeApi } from "../../../test/web/fake-api.ts";
import { closeReadNotifications, renewSubscription } from "./push.ts";

const endpoint = "https://push.example.com/1";
const unsubscribe = vi.fn(async () => true);
const shown = [
  { data: { link: "/inbox/1" }, close: vi.fn() },
  { data: { link: "/inbox/2" }, close: vi.fn() },
  { data: null, close: vi.fn() },
];

beforeEach(() => {
  const registration = {
    pushManager: { getSubscription: async () => ({ endpoint, unsubscribe }) },
    getNotifications: async () => shown,
  };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => registration },
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.clearAllMocks();
});

describe("when the app opens, the subscription of the browser", () => {
  test.each([
    ["goes on for its user", "ana", true, 1, 0],
    ["ends where the device was removed elsewhere", "ana", false, 1, 1],
    ["ends where another user signed in, whom the server is not asked about", "luz", true, 0, 1],
  ])("%s", async (_name, user, known, calls, ends) => {
    localStorage.setItem("push-user", "ana");
    const api = createFakeApi([answer(pushApi.renew, () => ({ known }))]);
    vi.stubGlobal("fetch", api.fetch);
    await renewSubscription(user);
    expect(api.callsOf(pushApi.renew)).toEqual(Array(calls).fill({ body: { endpoint } }));
    expect(unsubscribe).toHaveBeenCalledTimes(ends);
    expect(localStorage.getItem("push-user")).toBe(ends ? "" : "ana");
  });

  test("stays while the server cannot be asked", async () => {
    localStorage.setItem("push-user", "ana");
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    await expect(renewSubscription("ana")).rejects.toThrow("Failed to fetch");
    expect(unsubscribe).not.toHaveBeenCalled();
  });
});

test.each([
  ["the page that is open", [], "/inbox/1", ["/inbox/1"]],
  ["what was read elsewhere", [{ link: "/inbox/2", read: true }], null, ["/inbox/2"]],
  [
    "nothing of a conversation with something unread",
    [
      { link: "/inbox/1", read: true },
      { link: "/inbox/1", read: false },
    ],
    null,
    [],
  ],
  ["what leads to the first page, while that is open", [], "/", [undefined]],
])("closes %s", async (_name, known, openPath, expected) => {
  await closeReadNotifications(known, openPath);
  const closed = shown.filter(({ close }) => close.mock.calls.length > 0);
  expect(closed.map(({ data }) => data?.link)).toEqual(expected);
});
