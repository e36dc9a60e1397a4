import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  expectAccessible,
  openBrowser,
  screenshot,
  type TestBrowser,
  waitUntilRendered,
} from "../browser.ts";
import { addColleague } from "../colleagues.ts";
import { isDeep } from "../deep.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";
import { openSignedIn } from "./signed-in-page.ts";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let ana: { id: string };

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await faro.send("POST", "/api/person-fields", { label: { en: "Roof", es: "Techo" }, kind: "text" });
  await faro.send("POST", "/api/people", { firstName: "Berta", lastName: "Cruz" });
  const person = { firstName: "Ana", lastName: "Rivera", email: "ana@example.com", tags: ["solar"] };
  ana = (await faro.send("POST", "/api/people", person)).body;
  await faro.send("POST", "/api/views", {
    kind: "segment",
    name: "Tile roofs",
    audience: { field: "field.roof", op: "is", value: "Tile" },
  });
  const { webhookUrl } = (await faro.send("POST", "/api/endpoints", { name: "Website form" })).body;
  const message = "I want to buy it today, where do I sign?";
  await fetch(webhookUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "sms_received", email: person.email, message }),
  });
  await vi.waitUntil(async () => (await current()).aiProfile !== null, { timeout: 180_000, interval: 100 });
  ({ page, complaints } = await openSignedIn(browser, faro.url, await addColleague(faro, "Marisol")));
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const current = async () => (await faro.send("GET", `/api/people/${ana.id}`)).body;
const toasts = (): Locator => page.getByRole("region", { name: /^Messages/ });
const looksGood = async (name: string) => {
  await waitUntilRendered(page);
  await screenshot(page, name);
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
};

/** Edits a fact where it stands and waits until it is stored. */
const edit = async (label: string, value: string, stored: (person: any) => unknown, expected: unknown) => {
  await page.getByRole("button", { name: `Change: ${label} ` }).click();
  await page.getByRole("textbox", { name: label }).fill(value);
  await page.keyboard.press("Enter");
  await expect.poll(async () => stored(await current())).toEqual(expected);
};

test("a person's page is opened from the list, and its neighbours by keys", async () => {
  await page.goto(`${faro.url}/people?sort=name&direction=asc`);
  await page.getByRole("row", { name: /Ana Rivera/ }).hover();
  await page.getByRole("button", { name: "View Ana Rivera" }).click();
  await page.getByRole("heading", { name: "Ana Rivera" }).waitFor();
  await page.getByText("1 of 2").waitFor();
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: "Berta Cruz" }).waitFor();
  await page.getByText("No AI profile available").first().waitFor();
  await page.getByText("2 of 2").waitFor();
  await page.keyboard.press("k");
  await page.getByRole("heading", { name: "Ana Rivera" }).waitFor();
});

test("facts, the stage and tags are edited in place, and an edit is undone", async () => {
  await edit("First name", "Anabel", (person) => person.firstName, "Anabel");
  await page.getByRole("heading", { name: "Anabel Rivera" }).waitFor();
  await toasts().getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Ana Rivera" }).waitFor();
  expect((await current()).firstName).toBe("Ana");

  await edit("Email", "not an address", (person) => person.email, "ana@example.com");
  await page.getByRole("alert").first().waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Email");
  await page.keyboard.press("Escape");
  // The refusal is in the console of the browser.
  complaints.length = 0;
  await edit("Roof", "Tile", (person) => person.fields, { roof: "Tile" });
  await edit("Tags", "solar, battery", (person) => person.tags, ["solar", "battery"]);
  await page.getByRole("button", { name: "Qualified" }).click();
  await expect.poll(async () => (await current()).status).toBe("qualified");
});

test("a task is made and done by keys", async () => {
  await page.keyboard.press("f");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Change: First name Ana");
  await page.keyboard.press("t");
  await page.getByRole("textbox", { name: "Task", exact: true }).fill("Send the rates");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: /Send the rates/ }).click();
  await toasts().getByText("Send the rates").first().waitFor();
  const { rows } = await faro.pool.query("SELECT done_at FROM tasks WHERE person_id = $1", [ana.id]);
  expect(rows).toEqual([{ done_at: expect.any(Date) }]);
});

test("a signal that was read wrongly is corrected, which moves the scores, and is taken back", async () => {
  const { intentScore: before } = (await current()).aiProfile;
  await page.locator("[data-spark=intent]").waitFor({ state: "attached" });
  await page.getByRole("table", { name: "What changed the scores, newest first" }).waitFor();
  await looksGood("person-page");
  await page.getByRole("button", { name: "Incorrect? Ready to buy" }).click();
  const dialog = page.getByRole("dialog");
  const says = dialog.getByRole("combobox", { name: "Signals in the message" });
  await says.press("Backspace");
  await says.fill("complaint");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await looksGood("person-page-correct");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page
    .getByText(/corrected by Marisol/)
    .first()
    .waitFor();
  const corrected = (await current()).aiProfile.intentScore;
  expect(corrected).toBeLessThan(before);
  await toasts().getByText(`Intent ${before} → ${corrected}`).waitFor();
  await toasts().getByRole("button", { name: "Undo" }).first().click();
  await page.getByRole("button", { name: "Incorrect? Ready to buy" }).waitFor();
});

test("the tabs hold the conversation, calls, rules and segments, consents and files", async () => {
  const open = (name: RegExp) => page.getByRole("tab", { name }).click();
  await open(/^Conversation/);
  await page.getByText("I want to buy it today").waitFor();
  await open(/^Calls/);
  await page.getByText("No calls yet").waitFor();
  await open(/^Files/);
  await page.getByText("No files yet").waitFor();
  await open(/^Rules/);
  await page.getByLabel("Segment or view").selectOption({ label: "Tile roofs" });
  await page.getByText("Ana Rivera matches the filter").waitFor();
  await page.getByText("Found: Tile").waitFor();
  await looksGood("person-page-rules");
  await open(/^Consents/);
  await page.getByRole("button", { name: "Record consent with proof" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Signed the form at the fair");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Signed the form at the fair").waitFor();
  expect((await current()).consents.sms).toBe(true);
  expect(complaints).toEqual([]);
});

test.runIf(isDeep)("the same on a small screen in Spanish and in the dark", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    localStorage.setItem("language", "es");
    localStorage.setItem("theme", "dark");
  });
  await page.goto(`${faro.url}/people/${ana.id}`);
  await page.getByRole("button", { name: "Cambiar: Nombre Ana" }).waitFor();
  await page.getByRole("button", { name: "Contactado" }).click();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect.poll(async () => (await current()).status).toBe("qualified");
  await looksGood("person-page-390-es");
  for (const tab of [/^Conversación/, /^Reglas/, /^Consentimientos/]) {
    await page.getByRole("tab", { name: tab }).click();
    await looksGood(`person-page-390-es-${tab.source.slice(1, 6)}`);
  }
  expect(complaints).toEqual([]);
});
