import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/rules`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Rules" }).first().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

test("a sequence is made step by step, saved disabled, and enabled", async () => {
  await page.getByRole("link", { name: "New sequence" }).click();
  await page.getByLabel("Name of the sequence").fill("Cold quotes");
  await page
    .getByRole("button", { name: /^Add a step/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Add tag" }).click();
  await page.getByRole("textbox", { name: "Tag" }).fill("quote-cold");
  await page.getByRole("button", { name: "Add a step after step 1" }).click();
  await page.getByRole("menuitem", { name: "Task", exact: true }).click();
  await page.getByLabel("Title of the task").fill("Call by hand");
  await page.getByLabel("Wait before this step").selectOption("for");
  await page.getByLabel("Length of the wait").fill("3");
  await expectAccessible(page);
  await screenshot(page, "sequence-new");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.waitForURL(/\/rules\/[0-9a-f-]{36}$/);
  await page.getByText("Inactive", { exact: true }).waitFor();
  const [rule] = (await faro.send("GET", "/api/rules")).body;
  expect(rule).toMatchObject({
    name: "Cold quotes",
    enabled: false,
    actions: [
      { type: "add_tag", template: "quote-cold" },
      { type: "add_task", template: "Call by hand", wait: { for: 3, unit: "days" } },
    ],
  });
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByText("Active", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

const words = [
  {
    language: "en",
    start: "Start for a person",
    find: "Find a person",
    go: "Start",
    running: /^Running/,
    answered: /They answered on/,
    ended: "Ended",
    onTimeline: "Sequence “Quote follow-up 1” ended",
    forward: "Play forward",
    ends: "The sequence ends",
    effects: "If you save now",
    waits: "wait longer or shorter",
    length: "Length of the wait",
    steps: "Steps",
  },
  {
    language: "es",
    start: "Iniciar para una persona",
    find: "Buscar una persona",
    go: "Iniciar",
    running: /^En curso/,
    answered: /Respondió el/,
    ended: "Terminadas",
    onTimeline: "Terminó la secuencia «Quote follow-up 2»",
    forward: "Ver por adelantado",
    ends: "La secuencia termina",
    effects: "Si guarda ahora",
    waits: "esperan más o menos",
    length: "Duración de la espera",
    steps: "Pasos",
  },
];

describe.each(words)("a follow-up of five steps ($language)", (word) => {
  const place = words.indexOf(word) + 1;
  const name = `Yadira ${["Colón", "Vega"][place - 1]}`;
  let person: { id: string; phone: string };
  let rule: { id: string; actions: { id: string }[] };

  beforeAll(async () => {
    const [firstName, lastName] = name.split(" ");
    const consents = { sms: true, email: true };
    const email = `yadira${place}@example.com`;
    person = (
      await faro.send("POST", "/api/people", {
        ...{ firstName, lastName, email, phone: phone(place), timezone, consents },
      })
    ).body;
    const days = (length: number) => ({ wait: { for: length, unit: "days" } });
    rule = (
      await faro.send("POST", "/api/rules", {
        name: `Quote follow-up ${place}`,
        triggers: [{ type: "event", operator: "=", value: "quote_requested" }],
        conditions: [{ type: "status", field: "is_not", value: "converted" }],
        actions: [
          { type: "sms", template: "Hola {{first_name}}, ¿seguimos?" },
          { type: "email", template: "Su cotización sigue lista.", ...days(2) },
          { type: "sms", template: "¿Tiene alguna pregunta?", ...days(2) },
          { type: "add_tag", template: "quote-cold", ...days(3) },
          { type: "add_task", template: "Call by hand" },
        ],
      })
    ).body;
    await page.evaluate((language) => localStorage.setItem("language", language), word.language);
    await page.goto(`${faro.url}/rules/${rule.id}`);
    await page.getByRole("list", { name: word.steps }).waitFor();
  });

  test("is played forward for a person before anything leaves", async () => {
    await page.getByRole("button", { name: word.forward }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("combobox", { name: word.find }).fill(name.split(" ")[1] ?? "");
    await sheet.getByRole("option", { name }).click();
    await sheet.getByText(word.ends).waitFor();
    expect(await sheet.locator("ol > li").count()).toBe(6);
    await expectAccessible(page);
    await screenshot(page, `sequence-forward-${word.language}`);
    await page.keyboard.press("Escape");
    expect((await faro.send("GET", `/api/actions?personId=${person.id}`)).body.actions).toEqual([]);
  });

  test("is started by hand, edited while it runs, and ends with an answer at the second step", async () => {
    await page.getByRole("button", { name: word.start }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: word.find }).fill(name.split(" ")[1] ?? "");
    await dialog.getByRole("option", { name }).click();
    await dialog.getByRole("button", { name: word.go, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const run = async () => (await faro.send("GET", `/api/runs?personId=${person.id}`)).body.runs[0];
    await expect
      .poll(run, { timeout: 60_000 })
      .toMatchObject({ state: "waiting", stepId: rule.actions[1]?.id });

    await page.locator(`[data-step="${rule.actions[2]?.id}"]`).click();
    await page.getByLabel(word.length).fill("5");
    const effects = page.getByRole("region", { name: word.effects });
    await effects.getByText(word.waits).waitFor();
    await screenshot(page, `sequence-edit-${word.language}`);
    await page.keyboard.press("Control+s");
    await effects.waitFor({ state: "detached" });
    expect((await faro.send("GET", `/api/rules/${rule.id}`)).body.actions[2].wait.for).toBe(5);

    await page.getByRole("tab", { name: word.running }).click();
    await page.getByRole("link", { name }).waitFor();
    await waitUntilRendered(page);
    await expectAccessible(page);
    await screenshot(page, `sequence-running-${word.language}`);
    await fetch(
      `${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(person.phone)}/reply`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ channel: "sms", text: "Sí, ¿cuándo pueden venir?" }),
      },
    );
    await page.getByRole("link", { name }).waitFor({ state: "detached" });
    await page
      .getByRole("radio", { name: word.ended })
      .or(page.getByRole("button", { name: word.ended }))
      .first()
      .click();
    await page.getByText(word.answered).first().waitFor();
    await screenshot(page, `sequence-ended-${word.language}`);
    await page.goto(`${faro.url}/people/${person.id}`);
    await page.getByText(word.onTimeline).first().waitFor();
    await screenshot(page, `sequence-person-${word.language}`);
    expect(complaints).toEqual([]);
  });
});
