import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoKnowledge } from "#server/demo/knowledge.ts";
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
  for (const { id } of (await faro.send("GET", "/api/ai-providers")).body)
    await faro.send("PUT", `/api/ai-providers/${id}`, { enabled: false });
  for (const entry of demoKnowledge) await faro.send("POST", "/api/knowledge", entry);
  await faro.pool.query(
    "INSERT INTO unanswered_questions (question, language) VALUES ('¿Venden calentadores de agua?', 'es')",
  );
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=scripts`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Try a question").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const ask = async (question: string) => {
  await page.getByLabel("Caller's question").fill(question);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
};

test("an operator answers an open question, and the agent knows it from then on", async () => {
  await ask("¿Venden calentadores?");
  await page.getByText("The agent would say that it does not know").waitFor();
  await page.getByRole("button", { name: /^Answer: ¿Venden calentadores/ }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Question").inputValue()).toBe("¿Venden calentadores de agua?");
  expect(await dialog.getByLabel("Language").inputValue()).toBe("es");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").first().waitFor();
  await dialog.getByLabel("Answer").fill("Sí, calentadores solares desde $1,200 instalados.");
  await waitUntilRendered(page);
  await screenshot(page, "knowledge-answer");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "No open questions" }).waitFor();
  await ask("¿Venden calentadores?");
  await page.getByText("The agent would answer from this").waitFor();
  await waitUntilRendered(page);
  await screenshot(page, "knowledge-1440");
  await expectAccessible(page);
});

test("like questions of callers and texters are one entry, whose dismissal is undone", async () => {
  const { id } = (await faro.send("POST", "/api/people", { firstName: "Marisol", lastName: "Vega" })).body;
  await faro.pool.query(
    `INSERT INTO unanswered_questions (question, language, channel, person_id) VALUES
       ('Do you sell heated swimming pools for small gardens?', 'en', 'voice_agent', NULL),
       ('Sell heated swimming pools for a small garden?', 'en', 'sms', $1),
       ('¿Tienen becas para estudiantes?', 'es', 'whatsapp', $1)`,
    [id],
  );
  await page.reload();
  const card = page.getByRole("region", { name: "Unanswered questions" });
  await card.getByRole("button", { name: /^asked 2 times, by 2 people: .*swimming pools/ }).click();
  await card.getByText("Unknown caller").first().waitFor();
  const link = card.getByRole("link", { name: "Marisol Vega" }).first();
  expect(await link.getAttribute("href")).toBe(`/inbox/${id}`);
  await waitUntilRendered(page);
  await screenshot(page, "knowledge-questions-1440");
  await expectAccessible(page);
  const dismissals = card.getByRole("button", { name: /^Dismiss: .*swimming pools/ });
  await dismissals.click();
  await dismissals.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await dismissals.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await card.scrollIntoViewIfNeeded();
  await waitUntilRendered(page);
  await screenshot(page, "knowledge-questions-390");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("a file becomes a draft, which is approved in its dialog and found by its headings", async () => {
  await page.locator("input[type=file]").setInputFiles({
    name: "lista-de-precios.md",
    mimeType: "text/markdown",
    buffer: Buffer.from(
      "# Lista de precios\n\n## Baterías\n\n| Modelo | Precio |\n|---|---|\n| Litio 10 | $8,900 |\n",
    ),
  });
  await page.getByText("1 document added as a draft").first().waitFor();
  await page.getByRole("button", { name: "Lista de precios", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Status").selectOption("approved");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await ask("precio de la batería de litio");
  await page.getByRole("button", { name: "Lista de precios › Baterías" }).waitFor();
  await page.getByLabel("Search knowledge").fill("zzz");
  await page.getByText("No entries match.").waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("button", { name: "Delete Lista de precios" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Entry deleted").first().waitFor();
  await expect
    .poll(() => page.getByRole("button", { name: "Lista de precios", exact: true }).count())
    .toBe(0);
});

test.runIf(isDeep)("speaks Spanish, and fits a phone in the dark theme", async () => {
  await page.getByRole("combobox", { name: "Language", exact: true }).selectOption("es");
  await page.getByText("Probar una pregunta").waitFor();
  await page.getByRole("button", { name: "Agregar entrada" }).scrollIntoViewIfNeeded();
  await waitUntilRendered(page);
  await screenshot(page, "knowledge-es");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await page.getByText("Probar una pregunta").scrollIntoViewIfNeeded();
  await waitUntilRendered(page);
  await screenshot(page, "knowledge-390-dark");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});
