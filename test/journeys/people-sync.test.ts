import { Client } from "@hubspot/api-client";
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
let hubspot: Client;

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro(), openBrowser()]);
  hubspot = new Client({ accessToken: "pat-na1-colleague", basePath: `${faro.sandboxUrl}/hubspot` });
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=integrations`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: /^HubSpot/ }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

test("the directory finds an integration by a word", async () => {
  await screenshot(page, "integrations-directory");
  await expectAccessible(page);
  await page.keyboard.press("/");
  await page.keyboard.type("hub");
  await page.getByRole("button", { name: /^Salesforce/ }).waitFor({ state: "detached" });
  await page.getByLabel("Find an integration").fill("nothing like this");
  await page.getByText("No integrations found").waitFor();
  await page.getByLabel("Find an integration").fill("");
});

test("an administrator connects people with HubSpot, and both sides follow each other", async () => {
  const { body: iris } = await faro.send("POST", "/api/people", {
    firstName: "Iris",
    lastName: "Vega",
    email: "iris@example.com",
    town: "Lares",
  });
  await page.getByRole("button", { name: /^HubSpot/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Match the fields").waitFor();
  await screenshot(page, "sync-setup");
  await sheet.getByRole("button", { name: "Set up fields" }).click();
  await sheet.getByText("No fields yet").waitFor();
  await sheet.getByRole("button", { name: "Suggest fields" }).click();
  await sheet.getByRole("group", { name: "Direction of Email", exact: true }).waitFor();
  await sheet
    .getByRole("group", { name: "Direction of ZIP code" })
    .getByRole("button", { name: "Write changes there" })
    .click();
  // The stage has other words in HubSpot, and consents need proof.
  await sheet.getByRole("button", { name: "Field", exact: true }).click();
  await sheet.getByLabel("Field in Faro").last().selectOption("status");
  await sheet.getByLabel("Field of the contact").last().selectOption("lifecyclestage");
  await sheet.getByRole("button", { name: "Match values" }).last().click();
  await sheet.getByRole("button", { name: "Value", exact: true }).click();
  await sheet.getByLabel("Value in Faro").selectOption("new");
  await sheet.getByLabel("Value in HubSpot").selectOption("lead");
  await sheet.getByText("1 value matched").waitFor();
  await sheet.getByRole("button", { name: "Field", exact: true }).click();
  await sheet.getByLabel("Field in Faro").last().selectOption("consent.sms");
  await sheet.getByText("Where do people agree in HubSpot?").waitFor();
  await screenshot(page, "sync-fields");
  await sheet.getByRole("button", { name: "Remove Consent to SMS" }).click();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Save field map" }).click();
  await sheet.getByRole("tab", { name: "Overview" }).click();
  await sheet.getByRole("button", { name: "Preview" }).click();
  await sheet.getByText("The preview is ready").waitFor();
  await sheet.getByText("new contacts in HubSpot").waitFor();
  await screenshot(page, "sync-preview");
  await sheet.getByRole("button", { name: "Start sync" }).click();
  await sheet.getByText("3 people linked").waitFor();
  await sheet.getByText("Changes sync both ways").waitFor();
  await screenshot(page, "sync-live");
  await expectAccessible(page);

  // The colleague in HubSpot finds Iris there and moves her; the webhook carries it.
  const found = await hubspot.crm.contacts.basicApi.getById(
    "iris@example.com",
    ["city"],
    undefined,
    undefined,
    false,
    "email",
  );
  expect(found.properties.city).toBe("Lares");
  await hubspot.crm.contacts.basicApi.update(found.id, { properties: { city: "Caguas" } });
  await sheet.getByRole("tab", { name: /^Log/ }).click();
  await sheet.getByText("changed in HubSpot").waitFor();
  expect((await faro.send("GET", `/api/people/${iris.id}`)).body.town).toBe("Caguas");
  await screenshot(page, "sync-log");
  await expectAccessible(page);

  // The administrator takes it back, here and there.
  await sheet.getByRole("button", { name: "Undo the change of Iris Vega" }).click();
  await page.getByText("The change was undone").first().waitFor();
  await sheet.getByRole("button", { name: "Sync now" }).click();
  await expect
    .poll(async () => (await hubspot.crm.contacts.basicApi.getById(found.id, ["city"])).properties.city, {
      timeout: 180_000,
    })
    .toBe("Lares");
  await sheet.getByText("changed here, sent to HubSpot").first().waitFor();

  // Another account behind the connection stops it, with a question.
  const connectAccount = (hubspot: string | null) =>
    fetch(`${faro.sandboxUrl}/_control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ accounts: { hubspot } }),
    });
  await connectAccount("777");
  await sheet.getByRole("tab", { name: "Overview" }).click();
  const syncNow = sheet.getByRole("button", { name: "Sync now" });
  const startAnew = sheet.getByRole("button", { name: "Restart sync" });
  await syncNow.or(startAnew).first().waitFor();
  // The sync may have noticed the other account by itself.
  if (!(await startAnew.isVisible()))
    await Promise.race([syncNow.click().catch(() => {}), startAnew.waitFor()]);
  await startAnew.click();
  await page.getByText("Restart the sync with HubSpot?").waitFor();
  await screenshot(page, "sync-other-account");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await connectAccount(null);
  await sheet.getByRole("button", { name: "I connected the previous account" }).click();
  await sheet.getByText("Changes sync both ways").waitFor();
  // A sync that noticed the other account while the button was pressed refuses to run.
  expect(complaints.filter((text) => !/409 .*\/api\/syncs\/hubspot\/run$/.test(text))).toEqual([]);
});

test.runIf(isDeep)("the sheet fits a phone, in Spanish and in the dark", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await faro.send("PUT", "/api/account", { language: "es" });
  await page.reload();
  await screenshot(page, "integrations-directory-es-390");
  await page.getByRole("button", { name: /^HubSpot/ }).click();
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Los cambios se sincronizan en ambos sentidos").waitFor();
  for (const tab of ["Resumen", "Mapa de campos", "Registro", "Conexión"]) {
    await sheet.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    if (tab === "Mapa de campos") await sheet.getByRole("button", { name: "1 valor relacionado" }).click();
    await waitUntilRendered(page);
    await screenshot(page, `sync-es-390-${tab.slice(0, 4).toLowerCase()}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
  }
});
