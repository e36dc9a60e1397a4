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
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro(), openBrowser()]);
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=api`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "API tokens" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** What an assistant puts into the address with which it opens the page of consent. */
const authorizationQuery = () =>
  new URLSearchParams({
    client_id: `${faro.sandboxUrl}/assistant/client.json`,
    redirect_uri: `http://127.0.0.1:${new URL(faro.url).port}/callback`,
    response_type: "code",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
    resource: `${faro.url}/mcp`,
    scope: "people:read people:write messages:send",
  });

test("a token is made, shown once, used by a program, and revoked", async () => {
  await screenshot(page, "api-empty");
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill("Website sync");
  await dialog.getByLabel(/Add and change people/).click();
  await dialog.getByLabel("Only from these addresses").fill("127.0.0.1, nowhere");
  await screenshot(page, "api-new-token");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "New token" }).click();
  await dialog.getByText("Enter an IP address or a range").waitFor();
  await dialog.getByLabel("Only from these addresses").fill("127.0.0.0/8");
  await dialog.getByRole("button", { name: "New token" }).click();
  await dialog.getByText("Copy the token now").waitFor();
  const token = await dialog.getByRole("textbox").inputValue();
  expect(token).toMatch(/^faro_/);
  await screenshot(page, "api-token-shown");
  await dialog.getByRole("button", { name: "Close" }).first().click();
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${faro.url}/api/people`, { headers })).status).toBe(200);
  await page.reload();
  await page.getByText("Website sync").waitFor();
  await page.getByText(/last used .* from 127\.0\.0\.1/).waitFor();
  await expectAccessible(page);
  await screenshot(page, "api-tokens");
  await page.getByRole("button", { name: "Revoke Website sync" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Revoked", { exact: true }).waitFor();
  expect((await fetch(`${faro.url}/api/people`, { headers })).status).toBe(401);
  // The wrong address was refused on purpose.
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
});

test("an assistant asks for access, the user allows a part of it and sees it among the tokens", async () => {
  await page.getByLabel("Allow assistants to sign in").click();
  await page.getByLabel("Sign-in address").waitFor();
  await screenshot(page, "api-sign-in");
  const query = authorizationQuery();
  await page.goto(`${faro.url}/oauth/authorize?${query}`);
  await page.getByRole("heading", { name: "Allow Simulated assistant to act on your behalf?" }).waitFor();
  expect(await page.getByLabel(/^Read people/).isChecked()).toBe(true);
  expect(await page.getByLabel(/^Add and change people/).isChecked()).toBe(false);
  await waitUntilRendered(page);
  await screenshot(page, "authorize");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await page.getByText("Allow more").click();
  await waitUntilRendered(page);
  await screenshot(page, "authorize-dark-390");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel(/^Add and change people/).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL(/\/callback\?code=faro_code_[^&]+&iss=/);
  await page.goto(`${faro.url}/oauth/authorize?${query}&client_id=unknown`);
  await page.getByRole("heading", { name: "Access cannot be granted" }).waitFor();
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
  await page.goto(`${faro.url}/settings?tab=api`);
});

test.runIf(isDeep)("the tab fits a phone, in Spanish and in the dark", async () => {
  await faro.send("POST", "/api/tokens", {
    name: "Sincronización del sitio web con el CRM",
    scopes: ["people:read", "people:write", "messages:send"],
    addresses: ["203.0.113.0/24"],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await faro.send("PUT", "/api/account", { language: "es" });
  await page.reload();
  await page.getByRole("heading", { name: "Tokens de API" }).waitFor();
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await waitUntilRendered(page);
  await screenshot(page, "api-tokens-es-390");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
  await page.goto(`${faro.url}/oauth/authorize?${authorizationQuery()}`);
  await page.getByRole("button", { name: "Permitir", exact: true }).waitFor();
  await waitUntilRendered(page);
  await screenshot(page, "authorize-es-390");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
