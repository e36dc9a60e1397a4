import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  desktop,
  expectAccessible,
  openBrowser,
  openPage,
  screenshot,
  type TestBrowser,
  waitUntilRendered,
} from "../browser.ts";
import { isDeep } from "../deep.ts";
import { adminEmail as email, password, startTestFaro, type TestFaro } from "../faro.ts";

let browser: TestBrowser;
let faro: TestFaro;
let page: Page;
let complaints: string[];
let secret: string;

const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

const signIn = async () => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
};

beforeAll(async () => {
  [faro, browser] = await Promise.all([startTestFaro(), openBrowser()]);
  const context = await browser.newContext(desktop);
  ({ page, complaints } = await openPage(context));
  await page.goto(`${faro.url}/settings?tab=general`);
  await signIn();
  await page.getByRole("heading", { name: "Sign-in security" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** Pictures in both languages, light and dark, wide and narrow. */
const look = async (name: string): Promise<void> => {
  await waitUntilRendered(page);
  // Refused requests are part of these journeys.
  expect(complaints.filter((text) => !text.includes("Failed to load resource"))).toEqual([]);
  if (!isDeep) return;
  await expectAccessible(page);
  await screenshot(page, `${name}-light-1440`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await waitUntilRendered(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await screenshot(page, `${name}-dark-390`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
};

test("an administrator who must have a second factor sees only its set-up", async () => {
  await page.getByLabel("Require two-factor authentication for administrators").click();
  await page.getByRole("heading", { name: "Set up two-factor authentication" }).waitFor();
  await page.getByLabel("Current password").fill("wrong");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("The current password is wrong").waitFor();
  await look("second-factor-password");
});

test("the set-up ends with recovery codes, and then the product opens", async () => {
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  secret = await page.getByLabel("Key", { exact: true }).inputValue();
  await look("second-factor-scan");
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("The code is wrong or was already used").waitFor();
  await page.getByLabel("Code").fill(codeAt(Date.now()));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Keep these recovery codes in a safe place").waitFor();
  expect(await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").count()).toBe(10);
  await look("second-factor-codes");
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("heading", { name: "Sign-in security" }).waitFor();
});

test("the account shows the second factor and the sessions", async () => {
  await page.getByRole("button", { name: "Open your account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("10 recovery codes left").waitFor();
  await dialog.getByText("This device", { exact: true }).waitFor();
  await look("account");
  await page.keyboard.press("Escape");
});

test("the sign-in asks for a code as its second step", async () => {
  await page.context().clearCookies();
  await page.reload();
  await signIn();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("The code is wrong or was already used").waitFor();
  await page.getByLabel("Language").selectOption("es");
  await page.getByText("Los seis dígitos de su aplicación").waitFor();
  await look("sign-in-code-es");
  await page.getByLabel("Código").fill(codeAt(Date.now() + 30_000));
  await page.getByRole("button", { name: "Iniciar" }).click();
  await page.getByRole("heading", { name: "Seguridad de acceso" }).waitFor();
  await look("security-card-es");
  await page.getByRole("button", { name: "Abrir su cuenta" }).click();
  await page.getByText("Quedan 10 códigos de recuperación").waitFor();
  await look("account-es");
  await page.getByRole("dialog").getByText("Este dispositivo", { exact: true }).scrollIntoViewIfNeeded();
  await screenshot(page, "account-end-es");
});
