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
  await page.goto(`${faro.url}/settings?tab=integrations`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: /^Slack/ }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

test("an administrator sends notices to Slack, switches Asana on, and makes a task of a person", async () => {
  await page.goto(`${faro.url}/settings?tab=integrations`);
  await screenshot(page, "work-cards");
  await page.getByRole("button", { name: /^Slack/ }).click();
  await page.getByRole("tab", { name: "Features" }).click();
  const sheet = page.getByRole("dialog");
  await waitUntilRendered(page);
  await sheet.getByLabel("Channel for “A person wrote”").fill("#sales");
  await sheet.getByText("Not linked").first().waitFor();
  await screenshot(page, "work-slack");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Save channels" }).click();
  await page.getByText("Channels of Slack saved").first().waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: /Open your account$/ }).click();
  const account = page.getByRole("dialog");
  await account.getByRole("button", { name: "Link your Slack account" }).click();
  const text = await account.getByLabel("Code for Slack").inputValue();
  await screenshot(page, "account-chats");
  await expectAccessible(page);
  await fetch(`${faro.sandboxUrl}/slack/api/chat.postMessage`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer xoxc-U0ADMIN001" },
    body: JSON.stringify({ channel: "#sales", text }),
  });
  await account.getByText("Linked to the account U0ADMIN001").waitFor();
  await account.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: /^Asana/ }).click();
  await page.getByRole("tab", { name: "Features" }).click();
  await sheet.getByRole("button", { name: "Enable updates" }).click();
  await sheet.getByText("On", { exact: true }).waitFor();
  await screenshot(page, "work-asana");
  await expectAccessible(page);

  const { body: iris } = await faro.send("POST", "/api/people", { firstName: "Iris", lastName: "Vega" });
  await page.goto(`${faro.url}/people/${iris.id}`);
  await page.getByRole("button", { name: "Task in Asana" }).click();
  await page.getByLabel("Task title in Asana").fill("Measure the roof");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByText("Task added in Asana").waitFor();
  await page.getByRole("button", { name: "Send to…" }).click();
  await page.getByRole("menuitem", { name: "n8n" }).waitFor();
  await screenshot(page, "work-person");
  await page.getByRole("menuitem", { name: "Zapier" }).click();
  await page.getByText("Sending this person to Zapier").first().waitFor();
  await expectAccessible(page);

  await page.goto(`${faro.url}/rules`);
  await page.getByRole("button", { name: "Create rule" }).first().click();
  await page.getByRole("tab", { name: /^Actions/ }).click();
  await page.getByRole("dialog").getByLabel("Type").last().selectOption({ label: "Slack message" });
  await page.getByText("Sent to the rules channel").waitFor();
  await screenshot(page, "work-rule");
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("an administrator lets SendGrid send e-mail, and both accounts say so", async () => {
  await page.goto(`${faro.url}/settings?tab=integrations`);
  await page.getByRole("button", { name: /^SMTP.*Sends email/s }).waitFor();
  await page.getByRole("button", { name: /^SendGrid/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("tab", { name: "Connection" }).click();
  await sheet.getByText("Emails to people are currently sent through SMTP.").waitFor();
  await sheet.getByLabel("Send email through SendGrid").check();
  await sheet.getByLabel("From address").fill("hello@company.example");
  await sheet.getByLabel("Postal address").fill("123 Calle San Francisco, San Juan, PR 00901");
  await screenshot(page, "work-sendgrid");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Save SendGrid" }).click();
  await sheet.getByText("Emails to people are sent through this account.").waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /^SendGrid.*Sends email/s }).waitFor();
  await page.getByRole("button", { name: /^SMTP/ }).click();
  await sheet.getByText("Emails to people are currently sent through SendGrid.").waitFor();
  await screenshot(page, "work-smtp");
  await sheet.getByRole("button", { name: "Close" }).click();
  await screenshot(page, "work-directory");
  await page.getByRole("button", { name: /^LinkedIn/ }).click();
  await page.getByRole("tab", { name: "Features" }).click();
  await sheet.getByRole("button", { name: "Enable updates" }).waitFor();
  await screenshot(page, "work-linkedin");
  await expectAccessible(page);
});

test("an operator answers a direct message of X in the conversation", async () => {
  await faro.send("POST", "/api/integrations/x", { accessToken: "user-token" });
  await fetch(`${faro.sandboxUrl}/x/members/write`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer member" },
    body: JSON.stringify({
      id: "944480690",
      name: "Nora Vega",
      username: "noravega",
      text: "¿Tienen baterías?",
    }),
  });
  await faro.pool.query(
    "INSERT INTO integration_work (service, kind, payload) VALUES ('x', 'message_poll', '{}')",
  );
  await page.goto(`${faro.url}/inbox`);
  await page.getByText("Nora Vega").first().click();
  await page.getByRole("radio", { name: /^X/, checked: true }).waitFor();
  await page.getByText("Reply on X").waitFor();
  await page.getByLabel("Message to Nora Vega").fill("Sí, desde $4,900");
  await screenshot(page, "work-x-answer");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Sí, desde $4,900").first().waitFor();
  const { rows } = await faro.pool.query("SELECT person_id FROM person_addresses WHERE kind = 'x'");
  await page.goto(`${faro.url}/people/${rows[0].person_id}`);
  await page.getByText("X: Now").waitFor({ state: "attached" });
  await waitUntilRendered(page);
  await screenshot(page, "work-x-person");
  await expectAccessible(page);
});

test.runIf(isDeep)("the panels fit a phone, in Spanish and in the dark", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await faro.send("PUT", "/api/account", { language: "es" });
  await page.goto(`${faro.url}/settings?tab=integrations`);
  for (const label of ["Slack", "Facebook", "LinkedIn", "Telegram"]) {
    await page.getByRole("button", { name: new RegExp(`^${label}`) }).click();
    await page.getByRole("tab", { name: "Funciones" }).click();
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    const sheet = page.getByRole("dialog");
    await sheet.getByText("Dirección de notificaciones (callback)").waitFor();
    await waitUntilRendered(page);
    await screenshot(page, `work-es-390-${label.toLowerCase()}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Cerrar" }).click();
  }
  await page.getByRole("button", { name: /^n8n/ }).click();
  await page.getByRole("tab", { name: "Funciones" }).click();
  await page.getByRole("dialog").getByText("Iniciar flujos").waitFor();
  await waitUntilRendered(page);
  await screenshot(page, "work-es-390-n8n");
  await expectAccessible(page);
});
