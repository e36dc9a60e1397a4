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
import { allowHolidaySends, findContactableNumbers } from "../contactable-people.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

const { phone, timezone } = findContactableNumbers(Date.now());

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let asks: { id: string };
let isSilent: { id: string };

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  const { webhookUrl } = (await faro.send("POST", "/api/endpoints", { name: "Website form" })).body;
  const ana = {
    firstName: "Ana",
    email: "ana@example.com",
    phone: phone(1),
    timezone,
    consents: { sms: true },
  };
  asks = (await faro.send("POST", "/api/people", ana)).body;
  isSilent = (await faro.send("POST", "/api/people", { firstName: "Berta" })).body;
  const body = JSON.stringify({
    type: "sms_received",
    email: ana.email,
    message: "How much does the battery cost?",
  });
  await fetch(webhookUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  const context = await browser.newContext(desktop);
  ({ page, complaints } = await openPage(context));
  await page.goto(`${faro.url}/people`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("navigation").first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const openProfile = async (person: { id: string }): Promise<void> => {
  await page.goto(`${faro.url}/people?person=${person.id}`);
  await page.getByRole("dialog").getByRole("tab", { name: "AI Profile" }).click();
};

test("the next best action leads from its evidence to a message through the gate, and then waits", async () => {
  await expect
    .poll(async () => {
      const { aiProfile } = (await faro.send("GET", `/api/people/${asks.id}`)).body;
      return aiProfile?.intentScore;
    })
    .toBeGreaterThan(0);
  await openProfile(asks);
  const dialog = page.getByRole("dialog");
  const action = dialog.getByRole("region", { name: "Next best action" });
  await action.getByText("Send an SMS").waitFor();
  await action.getByText("Can be sent now").waitFor();
  await dialog.getByText("Intent score").first().waitFor();
  await dialog
    .getByRole("region", { name: "Summary" })
    .getByText("How much does the battery cost?")
    .waitFor();
  await waitUntilRendered(page);
  await expectAccessible(page);
  await screenshot(page, "person-profile");

  await action.getByRole("button", { name: "Wrote via SMS" }).click();
  const marked = dialog.locator("li[aria-current=true]");
  await marked.getByText("How much does the battery cost?").waitFor();

  await dialog.getByRole("tab", { name: "AI Profile" }).click();
  await action.getByRole("button", { name: "Write the SMS" }).click();
  await expect.poll(() => dialog.getByRole("radio", { name: /SMS/ }).isChecked()).toBe(true);
  await dialog.getByLabel("Message", { exact: true }).fill("From 4,900 dollars, installed.");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await dialog.getByRole("tab", { name: "AI Profile" }).click();
  await action.getByText("Wait", { exact: true }).waitFor();
  await action.getByText(/^You wrote on/).waitFor();
  expect(complaints).toEqual([]);
});

test("a person of whom nothing is known has no profile", async () => {
  await openProfile(isSilent);
  await page.getByRole("dialog").getByText("No AI profile available").waitFor();
});
