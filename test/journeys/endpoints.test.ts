import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
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
let hook: string;

beforeAll(async () => {
  [faro, browser] = await Promise.all([startTestFaro(), openBrowser()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  ({ page, complaints } = await openPage(context));
  await page.goto(`${faro.url}/endpoints`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("No endpoints yet").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const post = async (body: object): Promise<number> => {
  const headers = { "content-type": "application/json" };
  return (await fetch(hook, { method: "POST", headers, body: JSON.stringify(body) })).status;
};
const clean = async (): Promise<void> => {
  await expectAccessible(page);
  expect(complaints).toEqual([]);
};

test("a webhook is added and its address copied", async () => {
  await page.getByRole("button", { name: "Add Endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("This field is required").waitFor();
  await dialog.getByLabel("Authentication").selectOption("api_key_secret_key");
  for (const label of ["Endpoint URL", "API key", "Secret key"])
    expect(await dialog.getByLabel(label, { exact: false }).first().isVisible()).toBe(true);
  await dialog.getByLabel("Authentication").selectOption("none");
  await dialog.getByLabel("Name").first().fill("Website form");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Endpoint created successfully").first().waitFor();
  await page.getByRole("button", { name: "More actions for Website form" }).click();
  await page.getByRole("menuitem", { name: "Copy URL" }).click();
  await page.getByText("URL copied").first().waitFor();
  hook = await page.evaluate(() => navigator.clipboard.readText());
  expect(hook).toMatch(new RegExp(`^${faro.url}/hooks/[\\w-]{22,}$`));
  await clean();
});

test("a sent event appears at once with its person", async () => {
  await page.getByRole("link", { name: "Website form" }).click();
  await page.getByText("No events yet").waitFor();
  expect(
    await post({
      type: "lead.created",
      first_name: "Yadira",
      last_name: "Colón",
      email: "yadira@example.com",
    }),
  ).toBe(202);
  const row = page.getByRole("row", { name: /Lead created.*Valid.*Yadira Colón/ });
  await row.waitFor();
  await page.keyboard.press("j");
  // The row gets the focus in the next frame.
  await page.locator("tr:focus").waitFor();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Resulting activity").waitFor();
  await clean();
  await screenshot(page, "journey-endpoint-event");
  expect(await sheet.getByRole("link", { name: "Yadira Colón" }).getAttribute("href")).toMatch(
    /^\/people\/[0-9a-f-]{36}$/,
  );
  await page.keyboard.press("Escape");
});

test("the JavaScript snippet works unchanged", async () => {
  await page.getByRole("tab", { name: "Setup" }).click();
  await page.getByRole("tab", { name: "JavaScript" }).click();
  await page.getByRole("button", { name: "Copy the JavaScript snippet" }).click();
  const script = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  expect(stdout).toMatch(/^202 /);
  await page.getByRole("tab", { name: "Events", exact: true }).click();
  await page.getByRole("row", { name: /Ana/ }).waitFor();
});

test("a changed mapping is saved, and a replay applies it to past events", async () => {
  await page.getByRole("tab", { name: "Mapping" }).click();
  await page.getByRole("button", { name: "Use detected fields" }).click();
  await page.getByRole("button", { name: "Add an event field" }).click();
  await page.getByLabel("Field name", { exact: true }).last().fill("called");
  const expression = page.getByLabel("Expression for called");
  await expression.fill("$nope(");
  await page.getByText(/called: the expression failed/).waitFor();
  await expression.fill("");
  await page.getByRole("button", { name: /^first_name/ }).click();
  expect(await expression.inputValue()).toBe("first_name");
  await page.getByText("Ana", { exact: true }).first().waitFor();
  await clean();
  await screenshot(page, "journey-endpoint-mapping");
  await page.getByRole("tab", { name: "Events", exact: true }).click();
  await page.getByText("Discard your changes?").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save mapping" }).click();
  await page.getByRole("button", { name: "Go to Replay" }).click();
  const countRequest = page.waitForRequest(/\/replay\/count$/);
  await page.getByRole("button", { name: "Count events" }).click();
  await page.getByText("2 events will be replayed").waitFor();
  expect(await post({ type: "lead.created", first_name: "Luis", email: "luis@example.com" })).toBe(202);
  // An event counts once it has been processed.
  const recount = (await countRequest).url();
  const selection = (await countRequest).postDataJSON();
  await expect
    .poll(async () => (await page.request.post(recount, { data: selection })).json())
    .toEqual({ count: 3 });
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByText("The number of events has changed to 3").waitFor();
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByText("3 events are being replayed").first().waitFor();
  // The refusal is meant, and the browser notes it.
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !line.includes("409")));
  await page.getByRole("button", { name: "View events" }).click();
  await page.getByRole("button", { name: "Lead created" }).last().click();
  await page
    .getByRole("dialog")
    .getByText(/called/)
    .waitFor();
  await page.keyboard.press("Escape");
  await clean();
});

test.runIf(isDeep)("the same in Spanish, dark and narrow", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    localStorage.setItem("language", "es");
    localStorage.setItem("theme", "dark");
  });
  const address = page.url().split("?")[0];
  for (const [tab, text] of [
    ["events", "En vivo"],
    ["mapping", "Mapeo"],
    ["setup", "URL del webhook"],
  ]) {
    await page.goto(`${address}?tab=${tab}`);
    await page
      .getByText(text ?? "")
      .first()
      .waitFor();
    await waitUntilRendered(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await clean();
    await screenshot(page, `journey-endpoint-${tab}-es`);
  }
});
