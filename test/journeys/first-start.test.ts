import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  expectAccessible,
  openBrowser,
  openPage,
  screenshot,
  type TestBrowser,
  waitUntilRendered,
} from "../browser.ts";
import { type FaroProcess, startProcess, temporaryDir } from "../process.ts";
import { cloneProject } from "./clone-project.ts";

let browser: TestBrowser;
let faro: FaroProcess;
let dir: Awaited<ReturnType<typeof temporaryDir>>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  dir = await temporaryDir();
  // A folder that other users cannot enter, like root's home, and a name with spaces.
  const clone = join(dir.path, "a folder of mine");
  mkdirSync(clone, { mode: 0o700 });
  cloneProject(clone);
  faro = await startProcess({ dataDir: join(clone, "data"), cwd: clone, npm: true, env: { FARO_DEMO: "1" } });
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  ({ page, complaints } = await openPage(context));
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
  await dir?.remove();
});

const title = () => page.getByRole("heading", { level: 1 });

/** With the account that the first start made. */
const signIn = async (): Promise<void> => {
  const [, email, password] = /Sign in as (\S+) with the password (\S+)/.exec(faro.printed()) ?? [];
  await page.getByLabel("Email").fill(email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(password ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
};

test("fresh clone → npm start → sign in → Spanish → reload → 404 → sign out", async () => {
  expect(faro.printed()).toContain("Faro is ready at");
  await page.goto(faro.url);
  await page.getByText("Secure multi-channel AI orchestration and lead management").waitFor();
  await expectAccessible(page);
  await screenshot(page, "journey-sign-in");

  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Please enter both email and password").first().waitFor();
  await signIn();
  await page.getByRole("heading", { name: "Name the business and yourself" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Skip for now" }).click();
  await page.getByText("Four things to try, about three minutes.").waitFor();
  expect(await title().textContent()).toBe("Start");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("link", { name: "Open Start" }).waitFor();
  expect(await title().textContent()).toBe("Dashboard");
  await page.getByText("Last updated:").first().waitFor();
  await expectAccessible(page);
  await screenshot(page, "journey-dashboard");

  await page.getByRole("link", { name: "Leads" }).click();
  expect(await title().textContent()).toBe("Leads & Customers");
  await page.getByRole("combobox", { name: /language|idioma/i }).click();
  await page
    .getByRole("option", { name: "Español" })
    .or(page.getByRole("option", { name: "Spanish" }))
    .first()
    .click();
  await expect.poll(() => title().textContent()).not.toBe("Leads & Customers");
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("es");
  const inSpanish = await title().textContent();
  await page.reload();
  await expect.poll(() => title().textContent()).toBe(inSpanish);
  expect(await page.locator("html").getAttribute("lang")).toBe("es");
  await expectAccessible(page);

  await page.goto(`${faro.url}/no/such/page`);
  await page.getByText("Página no encontrada").waitFor();
  await expectAccessible(page);
  await screenshot(page, "journey-404");

  await page.goto(faro.url);
  await page.getByRole("button", { name: "Cerrar sesión" }).first().click();
  await page.getByRole("button", { name: "Iniciar sesión" }).waitFor();
  const stored = await page.request.get(`${faro.url}/api/auth/user`);
  expect(stored.status()).toBe(401);
  expect(complaints).toEqual([]);
});

test("the bell shows three, and the header the age of the data", async () => {
  await page.evaluate(() => localStorage.setItem("language", "en"));
  await page.reload();
  await signIn();
  await page.getByRole("navigation").first().waitFor();
  await expect
    .poll(() => page.getByRole("banner").textContent())
    // A message that waited for the end of the quiet hours may have become due since.
    .toMatch(/Last updated: (\d+ seconds?|[1-9] minutes?) ago/);
  await expect.poll(() => page.getByRole("banner").textContent()).toContain("3");
});

/** What each screen of the demo workspace shows in English, and does not change while the demo goes on. */
const figures: Record<string, string[]> = {
  "/": ["1,720", "+8.2%", "1,847", "892", "127"],
  "/people": ["2,247"],
  "/brain": ["Intent", "Model quality", "Training history"],
  "/voice": ["Calls Today", "AI Handoffs", "Success Rate"],
  "/compliance": ["1,247", "1,892", "856", "23"],
  "/informational/luma": ["1,468,223", "San Juan", "Auto-refreshes every 5 minutes"],
  "/informational/holidays": ["Public Holidays", "Nationwide"],
};

const paths = [
  "/",
  "/people",
  "/endpoints",
  "/brain",
  "/rules",
  "/voice",
  "/compliance",
  "/informational/luma",
  "/informational/holidays",
  "/settings?tab=ai-providers",
  "/settings?tab=api-keys",
  "/settings?tab=integrations",
  "/settings?tab=general",
  "/settings?tab=maps",
  "/settings?tab=scripts",
];
/** In the other language, theme and width, each layout is checked once. */
const layouts = paths.filter((path) => !/tab=(api-keys|maps|general)/.test(path));

describe.each([
  ["en", "light", 1440, paths],
  ["es", "dark", 390, layouts],
] as const)("in %s, %s, %i px wide", (language, theme, width, shown) => {
  beforeAll(async () => {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(
      ([l, t]) => {
        localStorage.setItem("language", l ?? "");
        localStorage.setItem("theme", t ?? "");
      },
      [language, theme],
    );
  });

  test.each(shown)("%s shows its figures, is accessible and fits its window", async (path) => {
    complaints.length = 0;
    await page.goto(faro.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const text of language === "en" ? (figures[path] ?? []) : [])
      await expect.poll(() => page.getByRole("main").textContent()).toContain(text);
    await waitUntilRendered(page);
    if (path === "/" && language === "en") {
      const [, events = ""] =
        /Events Ingested([\d,]+)/.exec((await page.getByRole("main").textContent()) ?? "") ?? [];
      // Those of the design, and what has happened since somebody looks.
      expect(Number(events.replace(",", ""))).toBeGreaterThanOrEqual(2847);
    }
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(complaints).toEqual([]);
    await screenshot(page, `${path.replaceAll(/\W+/g, "-")}-${language}-${theme}-${width}`);
  });
});
