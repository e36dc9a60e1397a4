import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  desktop,
  expectAccessible,
  openBrowser,
  openPage,
  screenshot,
  type TestBrowser,
} from "../browser.ts";
import { adminEmail as email, password, startTestFaro, type TestFaro } from "../faro.ts";

const viewerEmail = "vera@example.com";

let browser: TestBrowser;
let faro: TestFaro;
let page: Page;
let complaints: string[];

const signIn = async (target: Page, address: string) => {
  await target.goto(`${faro.url}/endpoints`);
  await target.getByLabel("Email").fill(address);
  await target.getByLabel("Password", { exact: true }).fill(password);
  await target.getByRole("button", { name: "Sign In" }).click();
};
const call = (method: string, path: string, body: object) =>
  page.evaluate(
    async ([verb, url, data]) => {
      const headers = { "content-type": "application/json", "x-requested-with": "faro" };
      const response = await fetch(url ?? "", { method: verb ?? "", headers, body: data ?? "" });
      return response.json();
    },
    [method, path, JSON.stringify(body)],
  );

beforeAll(async () => {
  [faro, browser] = await Promise.all([startTestFaro(), openBrowser()]);
  const context = await browser.newContext(desktop);
  ({ page, complaints } = await openPage(context));
  await signIn(page, email);
  await page.getByText("No endpoints yet").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

test("a Pull API is created in pull mode, pages by offset, and is pulled from its card", async () => {
  await page.getByRole("button", { name: "Add Endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").first().fill("Partner API");
  await dialog.getByLabel("Type").selectOption("pull_api");
  expect(await dialog.getByLabel("Ingestion mode").inputValue()).toBe("pull");
  await dialog.getByLabel("Authentication").selectOption("api_key");
  await dialog.getByLabel("Endpoint URL").fill("https://partner.example.com/leads");
  await dialog.getByRole("textbox", { name: "API key", exact: true }).fill("partner-key-123456");
  await dialog.getByText("Advanced", { exact: true }).click();
  await dialog.getByLabel("Pagination").selectOption("offset");
  await screenshot(page, "endpoint-offset");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Endpoint created successfully").first().waitFor();
  await page.getByRole("button", { name: "Pull now: Partner API" }).click();
  await page.getByText("Pull requested").first().waitFor();
  await screenshot(page, "endpoint-pull-card");
});

test("a changed destination asks for the secret at its field", async () => {
  await page.getByRole("button", { name: "Configure: Partner API" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Endpoint URL").fill("https://other.example.org/leads");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByText(
      "Enter it again: with this change it would be sent to other.example.org instead of partner.example.com",
    )
    .waitFor();
  await screenshot(page, "endpoint-secret-required");
  await dialog.getByRole("textbox", { name: "API key", exact: true }).fill("partner-key-123456");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Endpoint updated successfully").first().waitFor();
});

test("the preview of a mapping steps through the items of a list", async () => {
  const { id, webhookUrl } = await call("POST", "/api/endpoints", { name: "Website" });
  const leads = [1, 2, 3].map((n) => ({ email: `lead${n}@example.com`, name: `Lead ${n}` }));
  const hook = new URL(new URL(webhookUrl).pathname, faro.url);
  const headers = { "content-type": "application/json" };
  expect((await fetch(hook, { method: "POST", headers, body: JSON.stringify({ leads }) })).status).toBe(202);
  await page.goto(`${faro.url}/endpoints/${id}?tab=mapping`);
  await page.getByText("Item 1 of 3").waitFor();
  await page.getByText("lead1@example.com").first().waitFor();
  await page.getByRole("button", { name: "Next item" }).click();
  await page.getByText("Item 2 of 3").waitFor();
  await page.getByText("lead2@example.com").first().waitFor();
  await page.getByRole("button", { name: "Use detected fields" }).click();
  await page.getByLabel("List of items").fill("leads");
  await page.getByRole("button", { name: "Save mapping" }).click();
  await page.getByText("Endpoint updated successfully").first().waitFor();
  await screenshot(page, "endpoint-list-preview");
  await expectAccessible(page);
  // The refused destination of the test above is one.
  expect(complaints.filter((text) => !text.includes("status of 422"))).toEqual([]);
});

test("the edit shortcut does nothing for a viewer", async () => {
  await call("POST", "/api/users", { email: viewerEmail, password, role: "viewer" });
  const context = await browser.newContext(desktop);
  const { page: viewer } = await openPage(context);
  await signIn(viewer, viewerEmail);
  await viewer.getByText("Partner API").first().waitFor();
  await viewer.keyboard.press("j");
  await viewer.keyboard.press("e");
  await viewer.getByRole("link", { name: "Website" }).click();
  await viewer.getByRole("tab", { name: "Events", exact: true }).waitFor();
  await viewer.keyboard.press("e");
  await viewer.keyboard.press("?");
  await viewer.getByRole("dialog").waitFor();
  expect(await viewer.getByRole("dialog").getByLabel("Name").count()).toBe(0);
  expect(await viewer.getByRole("button", { name: /Pull now/ }).count()).toBe(0);
  await context.close();
});
