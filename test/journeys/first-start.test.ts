import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems, openBrowser, openPage, screenshot } from "../browser.ts";
import { type FaroProcess, startProcess, temporaryDir } from "../process.ts";
import { cloneProject } from "./clone-project.ts";

let browser: Browser;
let faro: FaroProcess;
let dir: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  dir = await temporaryDir();
  // A folder that other users cannot enter, like root's home, and a name with spaces.
  const clone = join(dir.path, "a folder of mine");
  mkdirSync(clone, { mode: 0o700 });
  cloneProject(clone);
  faro = await startProcess({ dataDir: join(clone, "data"), cwd: clone, npm: true });
  browser = await openBrowser();
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
  await dir?.remove();
});

const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("fresh clone → npm start → sign in → Spanish → reload → 404 → sign out", async () => {
  expect(faro.printed()).toContain("Faro is ready at");
  const [, email, password] = /Sign in as (\S+) with the password (\S+)/.exec(faro.printed()) ?? [];
  expect(password).toBeTruthy();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { page, complaints } = await openPage(context);

  await page.goto(faro.url);
  await page.getByText("Secure multi-channel AI orchestration and lead management").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await screenshot(page, "journey-sign-in");

  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Please enter both email and password").first().waitFor();
  await page.getByLabel("Email").fill(email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(password ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();

  await page.getByRole("navigation").first().waitFor();
  expect(await title(page).textContent()).toBe("Dashboard");
  await page.getByText("Last updated:").first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await screenshot(page, "journey-dashboard");

  await page.getByRole("link", { name: "Leads" }).click();
  expect(await title(page).textContent()).toBe("Leads & Customers");
  await page.getByRole("combobox", { name: /language|idioma/i }).click();
  await page
    .getByRole("option", { name: "Español" })
    .or(page.getByRole("option", { name: "Spanish" }))
    .first()
    .click();
  await expect.poll(() => title(page).textContent()).not.toBe("Leads & Customers");
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("es");
  const inSpanish = await title(page).textContent();
  await page.reload();
  await expect.poll(() => title(page).textContent()).toBe(inSpanish);
  expect(await page.locator("html").getAttribute("lang")).toBe("es");
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${faro.url}/no/such/page`);
  await page.getByText("Página no encontrada").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await screenshot(page, "journey-404");

  await page.goto(faro.url);
  await page.getByRole("button", { name: "Cerrar sesión" }).first().click();
  await page.getByRole("button", { name: "Iniciar sesión" }).waitFor();
  const stored = await context.request.get(`${faro.url}/api/auth/user`);
  expect(stored.status()).toBe(401);
  expect(complaints).toEqual([]);
});
