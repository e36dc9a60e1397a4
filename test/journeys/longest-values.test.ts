import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type PlainColumnName, personColumns, plainColumns } from "#domain/people/person-columns.ts";
import { openBrowser, screenshot, type TestBrowser, waitUntilRendered } from "../browser.ts";
import { addColleague, type Colleague } from "../colleagues.ts";
import { allowHolidaySends, findContactableNumbers } from "../contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";
import { findLayoutProblems } from "./layout-problems.ts";
import { openSignedIn } from "./signed-in-page.ts";

const { phone, timezone } = findContactableNumbers(Date.now());
const widths = [390, 1024, 1440];

/** One word without a place to break it. */
const word = (length: number, first = "W"): string => first + "wm".repeat(length).slice(0, length - 1);
/** Words as people write them. */
const words = (length: number): string =>
  "Wilhelmina Montgomery-Westmoreland ".repeat(length).slice(0, length).trim();

const longestEmail = `${word(64)}@${word(63)}.${word(63)}.${word(57)}.com`.toLowerCase();
const fields = {
  text: word(2000),
  link: `https://example.com/${word(1900)}`,
  choice: word(200),
};

let browser: TestBrowser;
let faro: SandboxFaro;
let operator: Colleague;
const people = { word: "", words: "" };

const add = async (name: (length: number) => string, n: number, more: object): Promise<string> => {
  const plain = plainColumns.map((column: PlainColumnName): [string, string] => [
    column,
    name(personColumns[column].maxLength),
  ]);
  const { status, body } = await faro.send("POST", "/api/people", {
    ...Object.fromEntries(plain),
    firstName: name(200),
    lastName: name(200),
    phone: phone(n),
    timezone,
    consents: { sms: true },
    tags: Array.from({ length: 50 }, (_, index) => name(57) + String(index).padStart(2, "0")),
    isSeparatePerson: true,
    ...more,
  });
  expect([status, body.problem ?? body.issues]).toEqual([200, undefined]);
  return body.id;
};

const waitUntil = (condition: () => Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 180_000, interval: 100 });

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  const keys: Record<string, string> = {};
  for (const kind of ["text", "link", "choice"] as const) {
    const choices = kind === "choice" ? [fields.choice] : [];
    const label = { en: `${kind}${word(194)}`, es: `${kind}${word(194)}` };
    const { body } = await faro.send("POST", "/api/person-fields", { label, kind, choices });
    keys[kind] = body.key;
  }
  const values = Object.fromEntries(Object.entries(fields).map(([kind, value]) => [keys[kind], value]));
  people.word = await add(word, 1, { email: longestEmail, fields: values });
  people.words = await add(words, 2, { email: "w@example.com" });
  // A pair to compare.
  await add(words, 1, { lastName: word(200), email: longestEmail, fields: values });
  for (const [n, text] of [
    [1, `${word(400)} ${words(800)} I want to buy it today, where do I sign?`],
    [2, `${words(900)} How much is it?`],
  ] as const)
    await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(phone(n))}/reply`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: "sms", text }),
    });
  const read = async (path: string) => (await faro.send("GET", path)).body;
  await waitUntil(async () => (await read("/api/duplicates")).total > 0);
  for (const id of Object.values(people))
    await waitUntil(async () => (await read(`/api/inbox/${id}/items`)).items?.length > 0);
  await waitUntil(async () => (await read(`/api/people/${people.word}`)).aiProfile !== null);
  operator = await addColleague(faro, "Luz");
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

type Place = {
  name: string;
  path: () => string;
  /** Is shown once the place is. */
  seen: (page: Page) => Locator;
  open?: (page: Page, width: number) => Promise<unknown>;
};

const openDialog = async (page: Page, tab: string) => {
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Edit person" }).click();
  await page.getByRole("dialog").getByRole("tab", { name: tab }).click();
};
const onPage = (name: string, id: () => string, tab: string, seen: Place["seen"]): Place => ({
  name,
  path: () => `/people/${id()}${tab && `?tab=${tab}`}`,
  seen,
});
const inDialog = (name: string, tab: string, seen: Place["seen"]): Place => ({
  name,
  path: () => `/people/${people.word}`,
  open: (page) => openDialog(page, tab),
  seen,
});
const dialog = (page: Page) => page.getByRole("dialog");
const facts = (page: Page) => page.getByRole("button", { name: /^Change: Email/ });
const conversation = (page: Page) => page.getByRole("region", { name: /^Messages with/ });

const places: Place[] = [
  { name: "list", path: () => "/people", seen: (page) => page.getByRole("row").nth(2) },
  { name: "board", path: () => "/people?shape=board", seen: (page) => page.locator("main li").nth(2) },
  onPage("page", () => people.word, "", facts),
  onPage("page-words", () => people.words, "", facts),
  onPage("conversation", () => people.word, "conversation", conversation),
  onPage(
    "consents",
    () => people.word,
    "consents",
    (page) => page.getByText("Phones and emails"),
  ),
  onPage(
    "rules",
    () => people.word,
    "rules",
    (page) => page.getByRole("tabpanel"),
  ),
  inDialog("dialog", "Basic Info", (page) => dialog(page).getByLabel("First name")),
  inDialog("dialog-profile", "AI Profile", (page) => dialog(page).getByText("Next best action").first()),
  inDialog("dialog-timeline", "Timeline", (page) => dialog(page).getByRole("listitem").first()),
  inDialog("dialog-messages", "Messages", (page) => conversation(page)),
  { name: "inbox", path: () => "/inbox", seen: (page) => page.locator("a[data-thread]").first() },
  {
    name: "thread",
    path: () => `/inbox/${people.word}`,
    seen: (page) => page.locator("[data-thread-items]"),
  },
  {
    name: "panel",
    path: () => `/inbox/${people.word}`,
    // From 1280 px on the panel stands beside the conversation.
    open: async (page, width) => {
      await page.locator("[data-thread-items]").waitFor();
      if (width < 1280) await page.getByRole("button", { name: "Show person" }).click();
    },
    seen: facts,
  },
  { name: "duplicates", path: () => "/people/duplicates", seen: (page) => compare(page) },
  {
    name: "merge",
    path: () => "/people/duplicates",
    open: (page) => compare(page).click(),
    seen: (page) => dialog(page).getByRole("button", { name: "Keep the other" }),
  },
];
const compare = (page: Page) => page.getByRole("button", { name: "Compare", exact: true });

describe.each(widths)("at %i px the longest values break nothing:", (width) => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await openSignedIn(browser, faro.url, operator));
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
  });

  test.each(places)("$name", async ({ name, path, open, seen }) => {
    await page.goto(faro.url + path());
    await open?.(page, width);
    await seen(page).waitFor();
    await waitUntilRendered(page);
    await screenshot(page, `longest-${name}-${width}`);
    expect(await findLayoutProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
