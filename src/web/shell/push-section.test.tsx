import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type PushDevice, pushApi } from "#contract/push.ts";
import { defaultNotificationSettings } from "#domain/push/notification-settings.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { answer, type FakeAnswer, refuse } from "../../../test/web/fake-api.ts";
import { renderElement } from "../../../test/web/render.tsx";
import { administrator, instant, sampleId } from "../../../test/web/samples.ts";
import { PushSection } from "./push-section.tsx";

const endpoint = "https://push.example.com/1";
const keys = { p256dh: "BKey", auth: "secret" };
const device = (number: number, change: Partial<PushDevice> = {}): PushDevice => ({
  id: sampleId(number),
  browser: "Firefox",
  system: "Android",
  addedAt: instant,
  lastSuccessAt: null,
  failing: false,
  current: false,
  ...change,
});

/** A browser with a push service; `permission` is what the user answers when they are asked. */
const stubBrowser = ({ permission = "granted", asked = "default", reaches = true } = {}) => {
  const unsubscribe = vi.fn(async () => true);
  const subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) };
  let subscribed: typeof subscription | null = null;
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: vi.fn(async () => {
      if (!reaches) throw new DOMException("Registration failed", "AbortError");
      subscribed = subscription;
      return subscription;
    }),
  };
  const registration = { pushManager };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  const notification = {
    permission: asked,
    requestPermission: async () => (notification.permission = permission),
  };
  vi.stubGlobal("Notification", notification);
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  return { pushManager, unsubscribe };
};
beforeEach(() => void stubBrowser());
const stubbed = ["PushManager", "Notification", "isSecureContext"] as const;
const originals = stubbed.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  // One by one, because other stubs are of all tests.
  for (const [index, name] of stubbed.entries()) {
    const original = originals[index];
    if (original) Object.defineProperty(globalThis, name, original);
    else Reflect.deleteProperty(globalThis, name);
  }
});

const show = (answers: readonly FakeAnswer[] = [], language: "en" | "es" = "en") =>
  renderElement(
    <FormatProvider value={workspaceFormat(language, undefined)}>
      <PushSection />
    </FormatProvider>,
    { answers, language },
  );
const deviceSwitch = (name = "Show notifications on this device") => screen.findByRole("switch", { name });
const toastText = (text: string | RegExp) => screen.findByText(text, { selector: "ol > li *" });

describe("notifications of this device", () => {
  test("are turned on, tested and turned off", async () => {
    const { pushManager, unsubscribe } = stubBrowser();
    let devices: PushDevice[] = [];
    const { api, click } = await show([
      answer(pushApi.devices, () => ({ publicKey: "BServerKey", devices })),
      answer(pushApi.add, () => {
        devices = [device(1, { current: true })];
        return devices[0] as PushDevice;
      }),
      answer(pushApi.test, () => ({ outcome: "sent" })),
      answer(pushApi.remove, () => {
        devices = [];
        return { ok: true };
      }),
    ]);
    const toggle = await deviceSwitch();
    expect(toggle.getAttribute("aria-checked")).toBe("false");
    expect(screen.queryByRole("button", { name: "Send a test" })).toBeNull();
    await click(toggle);
    await toastText("This device shows notifications now");
    expect(api.callsOf(pushApi.add)).toEqual([{ body: { endpoint, keys } }]);
    expect(pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: "BServerKey",
    });
    expect(localStorage.getItem("push-user")).toBe(administrator.id);
    await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("true"));
    await click(await screen.findByRole("button", { name: "Send a test" }));
    await toastText("The test notification was sent");
    await click(toggle);
    await toastText("This device no longer shows notifications");
    expect(api.callsOf(pushApi.remove)).toEqual([{ params: { id: sampleId(1) } }]);
    expect(unsubscribe).toHaveBeenCalledOnce();
    await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("false"));
  });

  test.each([
    [{ permission: "denied" }, /Notifications are blocked. Allow them/],
    [{ reaches: false }, /could not register for notifications/],
  ])("that the browser refuses (%o) stay off and say what to do", async (browser, text) => {
    stubBrowser(browser);
    const { api, click } = await show();
    const toggle = await deviceSwitch();
    await click(toggle);
    await screen.findByText(text);
    expect(api.callsOf(pushApi.add)).toEqual([]);
    expect(toggle.getAttribute("aria-checked")).toBe("false");
  });

  test("whose permission was taken away are off, and can be turned on again", async () => {
    const { api, click } = await show([
      answer(pushApi.devices, () => ({ publicKey: "BServerKey", devices: [device(1, { current: true })] })),
      answer(pushApi.add, () => device(1, { current: true })),
    ]);
    const toggle = await deviceSwitch();
    expect(toggle.getAttribute("aria-checked")).toBe("false");
    await click(toggle);
    await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("true"));
    expect(api.callsOf(pushApi.add)).toHaveLength(1);
  });

  test("that the server refuses are given up by the browser, too", async () => {
    const { unsubscribe } = stubBrowser();
    const { click } = await show([answer(pushApi.add, () => refuse("too_many_devices"))]);
    await click(await deviceSwitch());
    await toastText("Ten devices show your notifications already. Remove one first");
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
  });

  test.each([
    ["blocked", () => stubBrowser({ asked: "denied" }), "Las notificaciones están bloqueadas."],
    ["insecure", () => vi.stubGlobal("isSecureContext", false), "Abra Faro con https."],
    ["unsupported", () => Reflect.deleteProperty(globalThis, "PushManager"), "Este navegador no puede"],
    [
      "only for apps of the home screen",
      () => {
        Reflect.deleteProperty(globalThis, "PushManager");
        vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)");
      },
      "Faro debe estar primero en la pantalla de inicio",
    ],
  ])("that are %s cannot be turned on, and say why", async (_name, stub, text) => {
    stub();
    await show([], "es");
    const toggle = await deviceSwitch("Mostrar notificaciones en este dispositivo");
    expect(toggle.hasAttribute("disabled")).toBe(true);
    await screen.findByText(text, { exact: false });
  });
});

test("lists the devices and removes one", async () => {
  let devices = [device(1, { current: true }), device(2, { browser: null, system: null, failing: true })];
  const { api, click } = await show([
    answer(pushApi.devices, () => ({ publicKey: "BServerKey", devices })),
    answer(pushApi.remove, () => {
      devices = devices.slice(0, 1);
      return { ok: true };
    }),
  ]);
  const list = await screen.findByRole("list", { name: "Devices that show notifications" });
  const [, second] = within(list).getAllByRole("listitem");
  expect(second?.textContent).toMatch(/Unknown device.*Not reached/);
  await click(within(list).getByRole("button", { name: "Remove Unknown device" }));
  await toastText("The device no longer shows notifications");
  expect(api.callsOf(pushApi.remove)).toEqual([{ params: { id: sampleId(2) } }]);
  await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(1));
});

test("says when the devices cannot be loaded, and loads them again", async () => {
  const { api, click } = await show([answer(pushApi.devices, () => refuse("unavailable"))]);
  const retry = await screen.findByRole("button", { name: "Retry" });
  api.on(pushApi.devices, () => ({ publicKey: "BServerKey", devices: [] }));
  await click(retry);
  await deviceSwitch();
});

describe("what devices show", () => {
  test("is chosen with quiet hours in a time zone", async () => {
    const { api, click, fill, choose } = await show([answer(pushApi.saveSettings, ({ body }) => body)]);
    await click(await screen.findByRole("checkbox", { name: "Mentions in notes" }));
    await click(screen.getByRole("checkbox", { name: "No notifications during certain hours" }));
    await fill(screen.getByLabelText("From"), "21:30");
    const zone = screen.getByLabelText("Time zone");
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await choose(zone, timeZone);
    await click(screen.getByRole("checkbox", { name: "Safety alerts are shown during quiet hours" }));
    await click(screen.getByRole("button", { name: "Save notifications" }));
    await toastText("Your notifications were saved");
    expect(api.callsOf(pushApi.saveSettings)).toEqual([
      {
        body: {
          groups: ["replies", "handoffs", "approvals", "safety"],
          quietHours: { from: "21:30", to: "07:00" },
          timezone: timeZone,
          safetyPassesQuietHours: false,
        },
      },
    ]);
  });

  test("is not saved with quiet hours that have no length or no end, and keeps what was chosen after an error", async () => {
    const settings = { ...defaultNotificationSettings, quietHours: { from: "22:00", to: "07:00" } };
    const { api, click, fill } = await show([
      answer(pushApi.settings, () => ({ settings, workspaceTimezone: "America/New_York" })),
      answer(pushApi.saveSettings, () => refuse("unavailable")),
    ]);
    const save = await screen.findByRole("button", { name: "Save notifications" });
    const to = screen.getByLabelText("To");
    await fill(to, "22:00");
    await click(save);
    expect(await screen.findAllByText("Choose two different times")).toHaveLength(2);
    await fill(to, "");
    await click(save);
    await screen.findByText("This field is required");
    expect(api.callsOf(pushApi.saveSettings)).toEqual([]);
    await fill(to, "06:00");
    await click(save);
    await waitFor(() => expect(api.callsOf(pushApi.saveSettings)).toHaveLength(1));
    expect((to as HTMLInputElement).value).toBe("06:00");
  });
});
