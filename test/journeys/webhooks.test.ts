import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
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
import { type Receiver, startReceiver } from "../webhook-receiver.ts";

let browser: TestBrowser;
let faro: SandboxFaro;
let receiver: Receiver;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  receiver = await startReceiver();
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_EGRESS_ALLOW: "127.0.0.1" }), openBrowser()]);
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=webhooks`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("No webhooks yet").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
  await receiver?.stop();
});

test("a webhook is added, tried, followed in its log, paused by its receiver, and resumed", async () => {
  await screenshot(page, "webhooks-empty");
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill("CRM");
  await dialog.getByLabel(/^Address/).fill("http://example.com/hook");
  await dialog.getByLabel("All of Messages").click();
  await dialog.getByRole("button", { name: "New webhook" }).click();
  await dialog.getByText("Enter a public https address").waitFor();
  await screenshot(page, "webhooks-new");
  await expectAccessible(page);
  await dialog.getByLabel(/^Address/).fill(receiver.url("/crm"));
  await dialog.getByRole("button", { name: "New webhook" }).click();
  await dialog.getByText("Copy the signing secret now").waitFor();
  const secret = await dialog.getByRole("textbox").inputValue();
  await screenshot(page, "webhooks-secret");
  await dialog.getByRole("button", { name: "Close" }).first().click();

  receiver.answer("/crm", () => ({ status: 200, body: '{"ok":true}' }));
  await page.getByRole("button", { name: "Send test" }).click();
  await dialog.getByRole("button", { name: "Send now" }).click();
  await dialog.getByText(/Accepted: 200/).waitFor();
  await screenshot(page, "webhooks-test");
  await expectAccessible(page);
  const [tried] = receiver.at("/crm");
  expect(
    tried && new Webhook(secret).verify(tried.text, tried.headers as Record<string, string>),
  ).toMatchObject({
    test: true,
  });
  await dialog.getByRole("button", { name: "Close" }).first().click();

  await faro.send("POST", "/api/people", { firstName: "Ana", lastName: "Rivera" });
  await expect.poll(() => receiver.accepted("/crm").length).toBe(2);
  await page.getByRole("button", { name: "Log of CRM" }).click();
  await dialog.getByText("Person added").nth(1).waitFor();
  await screenshot(page, "webhooks-log");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /Person added.*Ana Rivera/ }).click();
  await dialog.getByText('"firstName": "Ana"').waitFor();
  await screenshot(page, "webhooks-delivery");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => receiver.accepted("/crm").length).toBe(3);
  const [, first, again] = receiver.accepted("/crm");
  expect(again?.id).toBe(first?.id);
  await dialog.getByRole("button", { name: "Close" }).click();

  receiver.answer("/crm", () => ({ status: 410 }));
  await faro.send("POST", "/api/people", { firstName: "Eva" });
  await page.getByText(/the receiver responded with 410/).waitFor();
  await screenshot(page, "webhooks-paused");
  await expectAccessible(page);
  receiver.answer("/crm", () => ({}));
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => receiver.accepted("/crm").at(-1)?.body.data.firstName).toBe("Eva");
  await page.getByText("Active", { exact: true }).waitFor();
  // The wrong address was refused on purpose.
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
});

test.runIf(isDeep)("the tab fits a phone, in Spanish and in the dark", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await faro.send("PUT", "/api/account", { language: "es" });
  await page.reload();
  await page.getByRole("button", { name: "Nuevo webhook" }).waitFor();
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await page.getByText("CRM", { exact: true }).waitFor();
  await waitUntilRendered(page);
  await screenshot(page, "webhooks-es-390");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Registro de CRM" }).click();
  await page.getByText("Persona agregada").first().waitFor();
  await screenshot(page, "webhooks-log-es-390");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Más acciones para CRM" }).click();
  await page.getByRole("menuitem", { name: "Editar" }).click();
  await page.getByRole("dialog").getByText("Solo estas personas").waitFor();
  await screenshot(page, "webhooks-edit-es-390");
  await expectAccessible(page);
});
