import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  desktop,
  expectAccessible,
  openBrowser,
  openPage,
  screenshot,
  type TestBrowser,
} from "../browser.ts";
import { startTestFaro, type TestFaro, type Visitor } from "../faro.ts";
import { createBrowserKeys, type PushService, startPushService } from "../push-receiver.ts";

let service: PushService;
let env: Record<string, string>;
let faro: TestFaro;
let browser: TestBrowser;
let user: Visitor;
let colleague: Visitor;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let cdp: CDPSession;
let personId: string;

/** The product starts again at the same address, so its port is chosen first. */
const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

beforeAll(async () => {
  service = await startPushService();
  env = {
    PORT: String(await findFreePort()),
    FARO_SECRET_KEY: randomBytes(32).toString("base64"),
    FARO_VENDOR_BASE: service.origin,
  };
  [faro, browser] = await Promise.all([startTestFaro(env), openBrowser()]);
  user = await faro.signedIn("operator");
  colleague = await faro.signedIn("admin");
  personId = (await colleague.send("POST", "/api/people", { firstName: "Luz" })).body.id;
  context = await browser.newContext({ ...desktop, serviceWorkers: "allow" });
  await context.grantPermissions(["notifications"], { origin: faro.url });
  await context.addCookies([...user.cookies].map(([name, value]) => ({ name, value, url: faro.url })));
  ({ page, complaints } = await openPage(context));
  await page.goto(`${faro.url}/people`);
  await page.getByRole("heading", { name: "Leads & Customers", level: 1 }).waitFor();
  cdp = await context.newCDPSession(page);
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
  await service?.stop();
});

const mention = async (text: string): Promise<void> => {
  const [{ id }] = (await faro.pool.query("SELECT id FROM users WHERE email = $1", [user.email])).rows;
  const note = { text, mentions: [id] };
  expect((await colleague.send("POST", `/api/inbox/${personId}/notes`, note)).status).toBe(200);
};
test("the app has a manifest that the browser accepts, with icons of the sizes that it names", async () => {
  const { url, data, errors } = await cdp.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url).toBe(`${faro.url}/manifest.webmanifest`);
  const manifest = JSON.parse(data ?? "");
  expect(manifest).toMatchObject({ name: "Faro", short_name: "Faro", start_url: "/", display: "standalone" });
  const served = await fetch(url);
  expect(served.headers.get("content-type")).toBe("application/manifest+json");
  const touchIcon = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  const icons: { src: string; sizes: string }[] = [...manifest.icons, { src: touchIcon, sizes: "180x180" }];
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const response = await fetch(src);
          const { width, height } = await createImageBitmap(await response.blob());
          return `${response.headers.get("content-type")} ${width}x${height}`;
        }),
      ),
    icons.map(({ src }) => src),
  );
  expect(sizes).toEqual(icons.map((icon) => `image/png ${icon.sizes}`));
  expect(icons).toHaveLength(4);
});

test("under the service worker changes still come live, and nothing but the offline page is stored", async () => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${faro.url}/sw.js`);
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await mention("@you please call her");
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const caches_ = await Promise.all(names.map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.toSorted()).toEqual(["/offline.html", "/offline.js"]);
  expect(complaints).toEqual([]);
});

test("without the server a page in the user's language says so, and opens the wanted page when it is back", async () => {
  await page.evaluate(() => {
    localStorage.setItem("language", "es");
    localStorage.setItem("theme", "dark");
  });
  const { connection } = faro;
  await faro.stop();
  await page.goto(`${faro.url}/rules`);
  await page.getByRole("heading", { name: "No se puede acceder a Faro" }).waitFor();
  expect(await page.getByRole("heading").count()).toBe(1);
  expect(await page.locator("html").getAttribute("lang")).toBe("es");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await page.getByText("Todavía no se puede acceder").waitFor();
  await screenshot(page, "offline-es");
  await page.evaluate(() => {
    localStorage.setItem("language", "en");
    localStorage.setItem("theme", "light");
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole("heading", { name: "Faro cannot be reached" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await screenshot(page, "offline-390");
  await page.setViewportSize(desktop.viewport ?? { width: 1440, height: 900 });
  faro = await startTestFaro(env, connection);
  await page.getByRole("heading", { name: "Rule Builder", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/rules");
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  // The requests that found no server are what the test is about.
  const others = complaints
    .splice(0)
    .filter((text) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/.test(text));
  expect(others).toEqual([]);
});

test("what the server encrypts for this browser reaches the worker, and a click shows its page without loading", async () => {
  // Headless Chromium neither subscribes nor shows notifications: the device is registered by the API, and what the
  // worker asks the browser to show is recorded.
  const { keys, decrypt } = createBrowserKeys();
  const endpoint = `${service.origin}/journey`;
  expect((await user.send("POST", "/api/account/devices", { endpoint, keys })).status).toBe(200);
  await mention("@you she called back");
  await expect.poll(() => service.at("/journey").length).toBe(1);
  const data = JSON.stringify(decrypt(service.at("/journey")[0]?.body ?? Buffer.alloc(0)));
  const worker = context.serviceWorkers().find((one) => one.url() === `${faro.url}/sw.js`);
  await worker?.evaluate(() => {
    const scope = globalThis as any;
    scope.shown = [];
    scope.registration.showNotification = async (...shown: unknown[]) => void scope.shown.push(shown);
  });
  const registrationId = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const delivery = { origin: faro.url, registrationId: await registrationId, data };
  await cdp.send("ServiceWorker.deliverPushMessage", delivery);
  const link = `/inbox/${personId}`;
  await expect
    .poll(() => worker?.evaluate(() => (globalThis as any).shown))
    .toMatchObject([
      [`${colleague.email} mentioned you`, { body: "In a note about Luz", tag: link, data: { link } }],
    ]);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await worker?.evaluate((shownLink) => {
    const click = Object.assign(new Event("notificationclick"), {
      notification: { close: () => {}, data: { link: shownLink } },
      // Only a real click lets the worker bring the window to the front.
      waitUntil: (work: Promise<unknown>) => work.catch(() => {}),
    });
    globalThis.dispatchEvent(click);
  }, link);
  await page.waitForURL(`${faro.url}${link}`);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("the account dialog shows the device, keeps to the width of a phone, and removes it", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${faro.url}/people`);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: /Open your account/ }).click();
  const dialog = page.getByRole("dialog", { name: "Your account" });
  const devices = dialog.getByRole("list", { name: "Devices that show notifications" });
  await devices.scrollIntoViewIfNeeded();
  await screenshot(page, "notifications-390");
  await dialog.getByRole("checkbox", { name: "No notifications during certain hours" }).press("Space");
  await dialog.getByLabel("From").fill("21:00");
  await dialog.getByRole("button", { name: "Save notifications" }).click();
  await page.locator("ol > li").getByText("Your notifications were saved").waitFor();
  expect((await user.send("GET", "/api/account/notification-settings")).body.settings.quietHours).toEqual({
    from: "21:00",
    to: "07:00",
  });
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save notifications" }).scrollIntoViewIfNeeded();
  await screenshot(page, "notification-settings-390");
  await devices.getByRole("button", { name: /^Remove / }).click();
  await devices.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
