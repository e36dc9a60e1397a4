import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrowser, openPage, screenshot, waitUntilRendered } from "../browser.ts";
import { allowHolidaySends, findContactableNumbers } from "../contactable-people.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

const { phone, timezone } = findContactableNumbers(Date.now());
const buying = "I want to buy it today, where do I sign?";
const email = "yadira@example.com";

let browser: Browser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let hook: string;

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
    { timeout: 60_000, interval: 50 },
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
  const { body } = await faro.send("POST", "/api/people", { ...person, consents: { sms: true } });
  await receive({ type: "form_submitted", email });
  ({ page, complaints } = await openPage(
    await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" }),
  ));
  await page.goto(`${faro.url}/people?person=${body.id}`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await dialog().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const dialog = () => page.getByRole("dialog");
const openTab = (name: string) => dialog().getByRole("tab", { name }).click();
const openBrain = async (search = ""): Promise<void> => {
  await page.goto(`${faro.url}/brain${search}`);
  await waitUntilRendered(page);
};
/** The card of a score in the dialog of a person. */
const scoreButton = (name: string) => dialog().getByRole("button", { name: `${name} ` });
const shownScore = async (name: string): Promise<number> => {
  const text = await scoreButton(name).innerText();
  return Number(/\d+/.exec(text)?.[0]);
};

test("a message of a buyer raises the score, and both name the reason", async () => {
  await openTab("AI Profile");
  const before = await shownScore("Intent");
  await dialog().getByText("Filled in a form").waitFor();
  expect(await dialog().getByText("Wrote that they want to buy").count()).toBe(0);
  await write(buying);
  await dialog().getByText("Wrote that they want to buy").waitFor();
  expect(await shownScore("Intent")).toBeGreaterThan(before + 20);
  await screenshot(page, "journey-brain-score");
  await openTab("Timeline");
  const entry = dialog().getByRole("listitem").filter({ hasText: buying });
  expect(await entry.innerText()).toContain("Ready to buy");
  await screenshot(page, "journey-brain-timeline");
});

test("the rule that waits for buyers fired, and its reason quotes the message", async () => {
  await openTab("Messages");
  await dialog().getByRole("button", { name: "Why was this" }).click();
  await dialog().getByText("They wrote “I want to buy it today”: Intent: ready to buy").waitFor();
  await screenshot(page, "journey-brain-why");
});

test("the playground marks the words and says what they would change for a person", async () => {
  await openBrain();
  await page.getByLabel("What a person wrote or said").fill(buying);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.getByText("Read on this machine, without any AI vendor").waitFor();
  expect(await page.locator("mark").allInnerTexts()).toContain("I want to buy it today");
  const said = page.getByRole("listitem").filter({ has: page.locator("q") });
  expect(await said.first().innerText()).toMatch(/Intent\s+Ready to buy/);
  await page.getByRole("combobox", { name: "Try as" }).fill("Yadira");
  await page.getByRole("option", { name: "Yadira Colón" }).click();
  await page.getByRole("heading", { name: "Scores of Yadira Colón" }).waitFor();
  const [, before = "", after = ""] =
    /Intent: (\d+), then (\d+)/.exec(await page.getByText(/^Intent: \d+, then \d+$/).innerText()) ?? [];
  expect(Number(after)).toBeGreaterThan(Number(before));
  expect(await page.getByRole("listitem").filter({ hasText: "Call buyers" }).innerText()).toContain(
    "Would fire",
  );
  await screenshot(page, "journey-brain-playground");
});

/** The card of a provider. */
const provider = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const figure = (name: string, label: string): Locator =>
  provider(name).locator("dl > div").filter({ hasText: label });
const switchOn = async (name: string): Promise<void> => {
  await provider(name).getByRole("switch").click();
  await provider(name).getByText("Not asked: it is switched off").waitFor({ state: "detached" });
};
const dollars = async (name: string): Promise<number> =>
  Number((await figure(name, "Cost today").locator("dd").innerText()).replace("$", ""));

test("a provider that is switched on reads the next message, and its card shows the cost", async () => {
  await page.getByText("No provider is asked now").waitFor();
  await switchOn("OpenAI");
  expect(await provider("OpenAI").innerText()).toContain("Simulated");
  await write("Please send me a quote for my roof");
  await expect.poll(() => figure("OpenAI", "Requests today").locator("dd").innerText()).toBe("1");
  expect(await figure("OpenAI", "Errors today").innerText()).toContain("none failed");
  expect(await dollars("OpenAI")).toBeGreaterThan(0);
  await screenshot(page, "journey-brain-provider");
});

test("the next provider answers when the first one cuts its answer off", async () => {
  await switchOn("Google Gemini");
  const control = { vendor: "openai", brain: "cut", times: 1 };
  const headers = { "content-type": "application/json" };
  await fetch(`${faro.sandboxUrl}/_control`, { method: "POST", headers, body: JSON.stringify(control) });
  await write("How much is the battery?");
  await expect.poll(() => figure("Google Gemini", "Requests today").locator("dd").innerText()).toBe("1");
  expect(await figure("Google Gemini", "Errors today").innerText()).toContain("none failed");
  expect(await figure("OpenAI", "Requests today").locator("dd").innerText()).toBe("2");
  expect(await figure("OpenAI", "Errors today").innerText()).toContain("1 request failed");
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
const learnedEffect = () =>
  page.getByRole("listitem").filter({ hasText: "Event: Savings calculated" }).filter({ hasText: "×" });
/** The propensity of the person whose dialog the browser's history holds before the Brain screen. */
const propensityShown = async (): Promise<number> => {
  await openTab("AI Profile");
  await scoreButton("Propensity").click();
  await dialog().getByText("Breakdown of the propensity to buy").waitFor();
  return shownScore("Propensity");
};

test("a training finds what buyers have in common, and a roll-back takes it back", async () => {
  const id = await addPopulation();
  await page.goto(`${faro.url}/people?person=${id}`);
  const before = await propensityShown();
  await openBrain("?score=propensity");
  expect(await learnedEffect().count()).toBe(0);
  expect(
    await history()
      .getByRole("row", { name: /Starting weights/ })
      .innerText(),
  ).toContain("In use");
  await page.getByRole("button", { name: "Train now" }).click();
  await page.getByRole("progressbar").first().waitFor();
  await screenshot(page, "journey-brain-progress");
  const model = history().getByRole("row", { name: /Model 1/ });
  await model.getByText("In use", { exact: true }).waitFor();
  await page.getByRole("progressbar").first().waitFor({ state: "detached" });
  await learnedEffect().waitFor();
  await screenshot(page, "journey-brain-learned");
  await page.goBack();
  const learned = await propensityShown();
  await dialog().getByText("Event: Savings calculated").waitFor();
  expect(learned).toBeGreaterThan(before);
  await screenshot(page, "journey-brain-learned-person");

  await page.goForward();
  await page.getByRole("button", { name: "Roll back to this: Starting weights" }).click();
  await dialog().getByText("Roll back to Starting weights?").waitFor();
  await screenshot(page, "journey-brain-roll-back");
  await dialog().getByRole("button", { name: "Roll back" }).click();
  await history()
    .getByRole("row", { name: /Starting weights/ })
    .getByText("chosen by hand")
    .waitFor();
  expect(await model.innerText()).toContain("Replaced");
  await page.getByRole("progressbar").first().waitFor({ state: "detached" });
  await page.goBack();
  expect(await propensityShown()).toBe(before);
  expect(await dialog().getByText("Event: Savings calculated").count()).toBe(0);
  expect(complaints).toEqual([]);
});
