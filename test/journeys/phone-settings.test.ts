import type { Locator, Page } from "playwright-core";
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
import { adminEmail, password, startTestFaro, type TestFaro } from "../faro.ts";
import { type Registrar, startSipRegistrar } from "../sip-registrar.ts";

let faro: TestFaro;
let registrar: Registrar;
let browser: TestBrowser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [faro, browser, registrar] = await Promise.all([
    startTestFaro({ FARO_EGRESS_ALLOW: "127.0.0.1" }),
    openBrowser(),
    startSipRegistrar({ password: "right" }),
  ]);
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=phone`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Incoming calls" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
  await registrar?.stop();
});

const card = (heading: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: heading, exact: true }) });

test("an extension is added, and its test shows what the server answered", async () => {
  const extensions = card("SIP extensions");
  await extensions.getByText("No SIP extensions yet").waitFor();
  await extensions.getByRole("button", { name: "Add extension" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: false }).first().fill("Front desk");
  await dialog.getByLabel("Domain or address").fill("127.0.0.1");
  await dialog.getByLabel("User name").fill("1001");
  await dialog.getByLabel("Password", { exact: true }).fill("wrong");
  await dialog.getByLabel("Port", { exact: true }).fill(String(registrar.port));
  await dialog.getByRole("button", { name: "Save" }).click();
  await extensions.getByRole("button", { name: "Test Front desk" }).click();
  await extensions.getByText("The user name or the password is wrong").waitFor();
  await extensions.getByText("401 Unauthorized → 401 Unauthorized").waitFor();
  await extensions.getByRole("button", { name: "Edit Front desk" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill("right");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await extensions.getByRole("button", { name: "Test Front desk" }).click();
  await extensions.getByText("User name and password are correct").waitFor();
  await extensions.getByText("401 Unauthorized → 200 OK").waitFor();
  await screenshot(page, "journey-phone-settings");
});

test("calls go to the extension first, then to a number", async () => {
  const transfers = card("Transfers to human agents");
  await transfers.getByRole("button", { name: "Add number" }).click();
  await transfers.getByLabel("Name of target 1").fill("Ana's mobile");
  await transfers.getByLabel("Phone number of target 1").fill("12");
  await transfers.getByRole("button", { name: "Add SIP extension" }).click();
  await transfers.getByRole("button", { name: "Save Transfers to human agents" }).click();
  await transfers.getByText("Enter a phone number, such as +1 787 555 0148").waitFor();
  await transfers.getByLabel("Phone number of target 1").fill("+1 (787) 555-0148");
  await transfers.getByRole("button", { name: "Move Front desk up" }).click();
  await transfers.getByRole("button", { name: "Save Transfers to human agents" }).click();
  const stored = async () => {
    const admin = await page.request.get(`${faro.url}/api/voice/phone`);
    return ((await admin.json()) as { transferTargets: object[] }).transferTargets;
  };
  await expect.poll(stored).toMatchObject([
    { kind: "sip", label: "Front desk" },
    { kind: "number", label: "Ana's mobile", number: "+17875550148" },
  ]);
  await card("SIP extensions").getByRole("button", { name: "Edit Front desk" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Delete" }).click();
  await page.getByText("Remove it from the transfer targets first").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
});

test("a number of its own gets its own route, and the page has no accessibility problems", async () => {
  const inbound = card("Incoming calls");
  await inbound.getByRole("button", { name: "Add number" }).click();
  await inbound.getByLabel("Number 1").fill("+17875550199");
  await inbound.getByLabel("Who answers +17875550199").selectOption("message");
  await inbound.getByRole("button", { name: "Save Incoming calls" }).click();
  await page.getByText("Incoming calls configuration saved successfully").first().waitFor();
  await waitUntilRendered(page);
  await expectAccessible(page);
  expect(complaints.filter((complaint) => !/ (400|409) /.test(complaint))).toEqual([]);
});
