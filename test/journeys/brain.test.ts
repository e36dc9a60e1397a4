import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  desktop,
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
const buying = "I am ready, I want to buy it today";
const email = "yadira@example.com";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let hook: string;
let personId: string;

/** Resolves when the events have been read and reacted to. */
const receive = async (...events: object[]): Promise<void> => {
  for (const event of events) {
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(hook, { method: "POST", headers, body: JSON.stringify(event) });
    if (status !== 202) throw new Error(`The webhook answered ${status}`);
  }
  await vi.waitUntil(
    async () => {
      const { rows } = await faro.pool.query(
        `SELECT (SELECT count(*) FROM unread_events)::int + (SELECT count(*) FROM reaction_queue)::int AS waiting`,
      );
      return rows[0].waiting === 0;
    },
    { timeout: 180_000, interval: 50 },
  );
};
const write = (message: string) => receive({ type: "message_received", email, message });

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  hook = (await faro.send("POST", "/api/endpoints", { name: "Website form" })).body.webhookUrl;
  for (const { id } of (await faro.send("GET", "/api/ai-providers")).body)
    await faro.send("PUT", `/api/ai-providers/${id}`, { enabled: false });
  await faro.send("POST", "/api/rules", {
    name: "Call buyers",
    triggers: [{ type: "signal", operator: "=", value: "intent.ready_to_buy" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "We call you today" }],
  });
  const person = { firstName: "Yadira", lastName: "Colón", email, phone: phone(1), timezone };
  personId = (await faro.send("POST", "/api/people", { ...person, consents: { sms: true } })).body.id;
  await receive({ type: "form_submitted", email });
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/brain`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("No provider is in use").waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const textOf = async (element: Locator): Promise<string> => (await element.textContent()) ?? "";
const dialog = () => page.getByRole("dialog");
const openTab = (name: string) => dialog().getByRole("tab", { name }).click();
/** The card of a score in the dialog of a person. */
const scoreButton = (name: string) => dialog().getByRole("button", { name });
const shownScore = async (name: string): Promise<number> =>
  Number(/\d+/.exec(await textOf(scoreButton(name)))?.[0]);

/** The scores that the playground promised. */
const tried = { before: 0, after: 0 };

test("the playground marks the words and says what they would change for a person", async () => {
  await page.getByLabel("Customer message").fill(buying);
  await page.getByLabel("Channel").selectOption("web_form");
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.getByText("Analyzed on this server, without an AI provider").waitFor();
  expect(await page.locator("mark").allTextContents()).toContain("I want to buy it today");
  await page
    .getByRole("listitem")
    .filter({ hasText: "IntentReady to buy" })
    .getByText("I want to buy it today")
    .waitFor();
  await page.getByRole("combobox", { name: "Try as" }).fill("Yadira");
  await page.getByRole("option", { name: "Yadira Colón" }).click();
  await page.getByRole("heading", { name: "Scores of Yadira Colón" }).waitFor();
  const change = await textOf(page.getByText(/^Intent: \d+ before, \d+ after$/));
  [tried.before = 0, tried.after = 0] = change.match(/\d+/g)?.map(Number) ?? [];
  expect(tried.after).toBeGreaterThan(tried.before + 20);
  await page
    .getByRole("list", { name: "What changes Intent" })
    .getByText("Wrote that they want to buy")
    .waitFor();
  await page.getByRole("listitem").filter({ hasText: "Call buyers" }).getByText("Would trigger").waitFor();
  await waitUntilRendered(page);
  await screenshot(page, "journey-brain-playground");
});

test("the message arrives, the score rises as promised, and the timeline names the intent", async () => {
  await page.goto(`${faro.url}/people?person=${personId}`);
  await openTab("AI Profile");
  await dialog().getByText("Filled in a form").waitFor();
  expect(await shownScore("Intent score")).toBe(tried.before);
  expect(await dialog().getByText("Wrote that they want to buy").count()).toBe(0);
  await write(buying);
  await dialog().getByText("Wrote that they want to buy").waitFor();
  await expect.poll(() => shownScore("Intent score")).toBe(tried.after);
  await screenshot(page, "journey-brain-score");
  await openTab("Timeline");
  await dialog().getByRole("listitem").filter({ hasText: buying }).getByText("Ready to buy").waitFor();
  await screenshot(page, "journey-brain-timeline");
});

test("the rule that waits for buyers fired, and its reason quotes the message", async () => {
  await openTab("Messages");
  await dialog().getByRole("button", { name: "Why was this" }).click();
  await dialog().getByText("They wrote “I want to buy it today”: Intent: ready to buy").waitFor();
  await screenshot(page, "journey-brain-why");
});

/** The card of a provider. */
const provider = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
/** A figure of a provider and its note. */
const figure = (name: string, label: string): Promise<string[]> =>
  provider(name).locator("dl > div").filter({ hasText: label }).locator("dd").allTextContents();
const switchOn = async (name: string): Promise<void> => {
  await provider(name).getByRole("switch").click();
  await provider(name).getByText("Not used: switched off").waitFor({ state: "detached" });
};

test("a provider that is switched on reads the next message, and its card shows the cost", async () => {
  await page.goto(`${faro.url}/brain`);
  await switchOn("OpenAI");
  await provider("OpenAI").getByText("Simulated").waitFor();
  expect(await figure("OpenAI", "Cost today")).toEqual(["$0.00"]);
  await write("Please send me a quote for my roof");
  await expect.poll(() => figure("OpenAI", "Requests today")).toEqual(["1"]);
  expect(await figure("OpenAI", "Errors today")).toEqual(["0%", "none failed"]);
  expect(await figure("OpenAI", "Cost today")).toEqual([expect.stringMatching(/^\$0\.\d*[1-9]/)]);
  await screenshot(page, "journey-brain-provider");
});

test("the next provider answers when the first one cuts its answer off", async () => {
  await switchOn("Google Gemini");
  const control = { vendor: "openai", brain: "cut", times: 1 };
  const headers = { "content-type": "application/json" };
  await fetch(`${faro.sandboxUrl}/_control`, { method: "POST", headers, body: JSON.stringify(control) });
  await write("How much is the battery?");
  await expect.poll(() => figure("Google Gemini", "Requests today")).toEqual(["1"]);
  expect(await figure("Google Gemini", "Errors today")).toEqual(["0%", "none failed"]);
  expect(await figure("OpenAI", "Requests today")).toEqual(["2"]);
  expect(await figure("OpenAI", "Errors today")).toEqual(["50%", "1 request failed"]);
  await screenshot(page, "journey-brain-failover");
});

/** Every third person uses the calculator and is qualified afterwards. Returns the id of one of them. */
const addPopulation = async (): Promise<string> => {
  const people = Array.from({ length: 120 }, (_, n) => ({
    email: `${n % 3 === 0 ? "yes" : "no"}${n}@example.com`,
    type: n % 3 === 0 ? "savings_calculated" : "page_viewed",
  }));
  await receive(...people.map((person) => ({ type: "form_submitted", email: person.email })));
  await receive(...people);
  const { rows } = await faro.pool.query("SELECT id FROM people WHERE email LIKE 'yes%' ORDER BY email");
  expect(rows).toHaveLength(40);
  for (const { id } of rows) await faro.send("PUT", `/api/people/${id}`, { status: "qualified" });
  return rows[0].id;
};
const history = () => page.getByRole("table", { name: "Training history" });
const progressBar = () => page.getByRole("progressbar").first();
const learnedEffect = () =>
  page.getByRole("listitem").filter({ hasText: "Event: Savings calculated" }).filter({ hasText: "×" });
/** Opens the breakdown of a propensity and returns what it says of the current data, which the next event stores. */
const explainedPropensity = async (): Promise<number> => {
  await openTab("AI Profile");
  await scoreButton("Propensity to buy").click();
  const text = await textOf(dialog().getByText(/^Every person starts at \d+/));
  return Number(/leads to (\d+)/.exec(text)?.[1]);
};

test("a training finds what buyers have in common, and a roll-back takes it back", async () => {
  const id = await addPopulation();
  await page.goto(`${faro.url}/people?person=${id}`);
  const starting = await explainedPropensity();
  await page.goto(`${faro.url}/brain?score=propensity`);
  const startingRow = history().getByRole("row", { name: /^Starting weights/ });
  await startingRow.getByText("In use", { exact: true }).waitFor();
  expect(await learnedEffect().count()).toBe(0);
  await page.getByRole("button", { name: "Train now" }).click();
  await progressBar().waitFor();
  await screenshot(page, "journey-brain-progress");
  const modelRow = history().getByRole("row", { name: /^Model 1/ });
  await modelRow.getByText("In use", { exact: true }).waitFor();
  await progressBar().waitFor({ state: "detached" });
  await learnedEffect().waitFor();
  expect(await textOf(startingRow)).not.toContain("In use");
  await screenshot(page, "journey-brain-learned");

  // The browser's history holds the person's dialog before the Brain screen.
  await page.goBack();
  await explainedPropensity();
  await dialog().getByText("Event: Savings calculated").waitFor();
  await expect.poll(() => shownScore("Propensity to buy")).toBeGreaterThan(starting);
  await screenshot(page, "journey-brain-learned-person");

  await page.goForward();
  await page.getByRole("button", { name: "Roll back: Starting weights" }).click();
  await dialog().getByText("Roll back to Starting weights?").waitFor();
  await waitUntilRendered(page);
  await screenshot(page, "journey-brain-roll-back");
  await dialog().getByRole("button", { name: "Roll back" }).click();
  await startingRow.getByText("selected manually").waitFor();
  expect(await textOf(modelRow)).toContain("Replaced");
  await progressBar().waitFor({ state: "detached" });
  await page.goBack();
  await explainedPropensity();
  await expect.poll(() => shownScore("Propensity to buy")).toBe(starting);
  expect(await dialog().getByText("Event: Savings calculated").count()).toBe(0);
  expect(complaints).toEqual([]);
});
