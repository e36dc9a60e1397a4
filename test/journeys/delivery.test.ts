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
import { findContactableNumbers } from "../contactable-people.ts";
import { isDeep } from "../deep.ts";
import { adminEmail as email, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

const { phone: number, timezone } = findContactableNumbers(Date.now());

let browser: TestBrowser;
let faro: SandboxFaro;
/** The operator's screen and the customer's simulated phone. */
let page: Page;
let phone: Page;
let complaintsOf: () => string[];
let hook: string;

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({}, "own"), openBrowser()]);
  const context = await browser.newContext({
    ...desktop,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const own = await openPage(context);
  page = own.page;
  await page.goto(`${faro.url}/endpoints`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("No endpoints yet").waitFor();
  const beside = await openPage(context);
  phone = beside.page;
  complaintsOf = () => [...own.complaints, ...beside.complaints];
  await phone.goto(`${faro.url}/sandbox`);
  await page.bringToFront();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const happens = async (type: string, to: string): Promise<void> => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ type, email: to });
  expect((await fetch(hook, { method: "POST", headers, body })).status).toBe(202);
};

const addRule = async (name: string, event: string | null, text: string): Promise<void> => {
  await page.getByRole("button", { name: "Create rule" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  if (event) {
    await dialog.getByLabel("Type").selectOption("event");
    await dialog.getByLabel("Operator").selectOption("=");
    await dialog.getByLabel("Value").fill(event);
  }
  await dialog.getByRole("tab", { name: "Actions" }).click();
  await dialog.getByLabel("Template or configuration").selectOption("…");
  await dialog.getByLabel("Template name or custom text").fill(text);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name }).waitFor();
};

const addPerson = async (words: Words, name: string, to: string, n: number): Promise<void> => {
  await page.getByRole("button", { name: words.add }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words.firstName, { exact: true }).fill(name);
  await dialog.getByLabel(words.mail, { exact: true }).first().fill(to);
  await dialog.getByLabel(words.phone).fill(number(n));
  await dialog.getByLabel(words.zone).selectOption(timezone ?? "");
  await dialog.getByLabel("SMS").check();
  await dialog.getByRole("button", { name: words.save }).click();
  await page.getByRole("row", { name: new RegExp(name) }).waitFor();
};

/** The texts of the messages on the customer's phone. */
const arrived = (text: string | RegExp) => phone.locator("li.message.arrived").getByText(text);

/** The same markup in another language needs no second check. */
const clean = async (one: Page, words: Words): Promise<void> => {
  if (words === english) await expectAccessible(one);
  expect(complaintsOf()).toEqual([]);
};

type Words = typeof english;
const english = {
  add: "Add Person",
  firstName: "First name",
  mail: "Email",
  phone: "Phone",
  zone: "Timezone",
  save: "Save",
  edit: "Edit",
  silence: "STOP",
  silent: /unsubscribed/i,
  timeline: "Timeline",
  optedOut: "Opted out",
  sent: "SMS simulated",
  delivered: /delivered/i,
  blocked: "SMS blocked",
  reason: /^They opted out of everything on .+ \(.+\)$/,
  send: "Send",
  again: "START",
  back: "Opted in again",
};
const spanish: Words = {
  add: "Agregar persona",
  firstName: "Nombre",
  mail: "Correo electrónico",
  phone: "Teléfono",
  zone: "Zona horaria",
  save: "Guardar",
  edit: "Editar a",
  silence: "ALTO",
  silent: /Le dimos de baja/,
  timeline: "Historial",
  optedOut: "Se dio de baja",
  sent: "SMS: simulado",
  delivered: /entregado/i,
  blocked: "SMS: bloqueado",
  reason: /^Se dio de baja de todo el .+ \(.+\)$/,
  send: "Enviar",
  again: "INICIAR",
  back: "Pidió volver a recibir mensajes",
};

/** A lead becomes hot, gets a message, opts out and gets no more, also after a simulated opt-in. */
const story = async (words: Words, name: string, n: number): Promise<void> => {
  const to = `${name.toLowerCase()}@example.com`;
  await addPerson(words, name, to, n);
  await happens("quote_requested", to);
  await phone.bringToFront();
  await phone.locator(".conversation").filter({ hasText: name }).click();
  await arrived(`Hola ${name}, may we call you today?`).waitFor();
  await phone.getByRole("button", { name: words.silence, exact: true }).click();
  await arrived(words.silent).waitFor();

  await page.bringToFront();
  await page
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("button", { name: new RegExp(`^${words.edit} ${name}`) })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: words.timeline }).click();
  await dialog.getByText(words.optedOut, { exact: true }).waitFor();
  await happens("newsletter", to);
  const blocked = dialog.getByRole("listitem").filter({ hasText: words.blocked });
  await blocked.getByText(words.reason).waitFor();
  await dialog.getByText(words.sent, { exact: true }).first().waitFor();
  // Outside the demo nothing that only the simulator got looks delivered.
  expect(await dialog.getByText(words.delivered).count()).toBe(0);
  await clean(page, words);
  await screenshot(page, `journey-delivery-blocked-${words.silence}`);
  expect(await arrived(`News for ${name}`).count()).toBe(0);

  await phone.bringToFront();
  await phone.locator("textarea").fill(words.again);
  await phone.getByRole("button", { name: words.send, exact: true }).click();
  await arrived(words.again).waitFor();
  await page.bringToFront();
  await happens("newsletter", to);
  // Outside the demo a simulated customer cannot end an opt-out.
  await expect.poll(() => blocked.count()).toBe(2);
  expect(await dialog.getByText(words.back, { exact: true }).count()).toBe(0);
  expect(await arrived(`News for ${name}`).count()).toBe(0);
  await clean(phone, words);
  await screenshot(phone, `journey-delivery-phone-${words.silence}`);
  await page.bringToFront();
  await page.keyboard.press("Escape");
};

test("a webhook and two rules are created on their screens", async () => {
  await page.getByRole("button", { name: "Add Endpoint" }).click();
  await page.getByRole("dialog").getByLabel("Name").first().fill("Website form");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "More actions for Website form" }).click();
  await page.getByRole("menuitem", { name: "Copy URL" }).click();
  await page.getByText("URL copied").first().waitFor();
  hook = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("link", { name: "Rules" }).click();
  await addRule("Hot lead", null, "Hola {{first_name}}, may we call you today?");
  await addRule("News", "newsletter", "News for {{first_name}}");
});

test("an administrator allows marketing on holidays", async () => {
  await page.goto(`${faro.url}/compliance?tab=hours`);
  await page.getByRole("switch", { name: "Send marketing on public holidays" }).click();
  await page.getByText("Contact policy saved").first().waitFor();
  const on = page.getByRole("switch", { name: "Send marketing on public holidays", checked: true });
  await on.waitFor();
  await clean(page, english);
});

test("an administrator allows test sends in the go-live guide", async () => {
  await page.goto(`${faro.url}/settings?tab=go-live`);
  await page.getByRole("heading", { name: "Test sends" }).waitFor();
  await page.getByText("0 of 7 steps").waitFor();
  await page.getByRole("switch", { name: "Allow test sends to the simulator" }).click();
  await page.getByRole("switch", { name: "Allow test sends to the simulator", checked: true }).waitFor();
  await clean(page, english);
  await screenshot(page, "journey-delivery-go-live");
});

test("a lead becomes hot, gets a message, and gets no more after STOP", async () => {
  await page.locator('nav a[href="/people"]').click();
  await story(english, "Yadira", 1);
});

test.runIf(isDeep)("the same in Spanish, with ALTO and INICIAR", async () => {
  await page.locator('nav a[href="/settings"]').click();
  await page.getByRole("tab", { name: "General" }).click();
  await page.getByLabel("Locale").selectOption("es-PR");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByText("saved successfully").first().waitFor();
  await page.getByLabel("Language").selectOption("es");
  await page.locator('nav a[href="/people"]').click();
  await phone.getByRole("button", { name: "Español" }).click();
  await story(spanish, "Ramona", 2);
});
