import type { Page } from "playwright-core";
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
import { allowHolidaySends, findContactableNumbers } from "../contactable-people.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";
import { findLayoutProblems } from "./layout-problems.ts";

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 120_000 };
const phoneSize = { width: 390, height: 844 };
const phoneAgent =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];

const send = async (method: string, path: string, body?: unknown) => {
  const answer = await faro.send(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/campaigns?tab=templates`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Campaigns" }).first().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const english = {
  language: "en",
  locale: "en-US",
  message: /^Message/,
  words: "{{company_name|Sol}}: your quote is ready:",
  stop: "Reply STOP to opt out.",
  shorten: "Use short links",
  save: "Save",
  saved: /^Version 1 is saved/,
  preview: "Preview",
  opens: /^This link opens 127\.0\.0\.1$/,
  button: "Continue",
  event: /Link clicked/,
  figures: /clicked in 1 of 1 messages \(100%\)/,
};
const spanish: typeof english = {
  language: "es",
  locale: "es-PR",
  message: /^Mensaje/,
  words: "{{company_name|Sol}}: su oferta está lista:",
  stop: "Responda ALTO para no recibir mensajes.",
  shorten: "Usar enlaces cortos",
  save: "Guardar",
  saved: /^La versión 1 está guardada/,
  preview: "Vista previa",
  opens: /^Este enlace abre 127\.0\.0\.1$/,
  button: "Continuar",
  event: /Clic en un enlace/,
  figures: /clic en 1 de 1 mensajes \(100 %\)/,
};

test.each([english, spanish])(
  "a text message has a short link whose click becomes an event, in $language",
  async (words) => {
    const { language } = words;
    const target = `${faro.url}/healthz?quote=a-long-name-of-an-offer-in-${language}`;
    const name = `offer_${language}`;
    await send("PUT", "/api/account", { language });
    await page.goto(`${faro.url}/campaigns/templates/${name}?channel=sms&language=${language}&title=${name}`);
    const field = page.getByRole("textbox", { name: words.message });
    await field.fill(`${words.words} ${target} ${words.stop}`);
    await page.getByRole("button", { name: words.shorten }).click();
    expect(await field.inputValue()).toBe(`${words.words} {{short_link|${target}}} ${words.stop}`);
    await page.getByText(/\/l\/[\w-]{16}/).waitFor();
    await page.getByRole("button", { name: words.save, exact: true }).click();
    await page.getByText(words.saved).first().waitFor();
    await waitUntilRendered(page);
    await screenshot(page, `short-link-template-${language}`);

    const person = await send("POST", "/api/people", {
      ...{ firstName: "Ana", phone: phone(language === "en" ? 1 : 2), timezone, consents: { sms: true } },
    });
    await faro.pool.query("UPDATE people SET language = $2 WHERE id = $1", [person.id, language]);
    await send("POST", `/api/people/${person.id}/messages`, {
      ...{ channel: "sms", template: name, purpose: "marketing" },
    });
    const { page: mobile, complaints: mobileComplaints } = await openPage(
      await browser.newContext({ viewport: phoneSize, userAgent: phoneAgent, locale: words.locale }),
    );
    const conversation = `${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(person.phone)}`;
    const texts = async (): Promise<string[]> =>
      (await (await fetch(conversation)).json()).entries.map(({ text }: { text: string }) => text);
    await expect.poll(async () => (await texts()).length, patience).toBe(1);
    const url = /http:\S+\/l\/[\w-]{16}/.exec((await texts())[0] ?? "")?.[0] ?? "";
    // The person reads for a while.
    await faro.pool.query(
      "UPDATE actions SET executed_at = executed_at - interval '1 minute' WHERE person_id = $1",
      [person.id],
    );

    await mobile.goto(url);
    await mobile.getByRole("heading", { name: words.opens }).waitFor();
    expect(mobile.url()).toBe(url);
    const counted = async () =>
      (await faro.pool.query("SELECT clicks FROM short_links WHERE target = $1", [target])).rows;
    // Seen, and not counted: the browser of a test is driven by a program, for which only the button counts.
    expect(await counted()).toEqual([{ clicks: 0 }]);
    await expectAccessible(mobile);
    expect(await findLayoutProblems(mobile)).toEqual([]);
    await screenshot(mobile, `short-link-page-${language}`);
    await mobile.getByRole("button", { name: words.button }).click();
    await mobile.waitForURL(target);
    expect(await counted()).toEqual([{ clicks: 1 }]);
    expect(mobileComplaints).toEqual([]);

    await page.goto(`${faro.url}/people/${person.id}`);
    await page.getByText(words.event).first().waitFor();
    await waitUntilRendered(page);
    await screenshot(page, `short-link-person-${language}`);
    await page.goto(`${faro.url}/campaigns/templates/${name}?channel=sms&language=${language}`);
    await page.getByText(words.figures).waitFor();
    await expectAccessible(page);
    await page.setViewportSize(phoneSize);
    await waitUntilRendered(page);
    expect(await findLayoutProblems(page)).toEqual([]);
    await page.setViewportSize(desktop.viewport ?? phoneSize);
    expect(complaints).toEqual([]);
  },
);

test("a browser without a program opens the link by itself, and once", async () => {
  const target = `${faro.url}/healthz?by-itself`;
  const person = await send("POST", "/api/people", {
    ...{ firstName: "Eva", phone: phone(3), timezone, consents: { sms: true } },
  });
  await send("POST", `/api/people/${person.id}/messages`, {
    ...{ channel: "sms", text: `Sol: {{short_link|${target}}}`, purpose: "marketing" },
  });
  const link = async (): Promise<{ code: string; clicks: number }[]> =>
    (
      await faro.pool.query(
        "SELECT k.code, k.clicks FROM short_links k JOIN actions a ON a.id = k.action_id WHERE a.person_id = $1",
        [person.id],
      )
    ).rows;
  const outcome = async () => {
    const { rows } = await faro.pool.query("SELECT status, reasons FROM actions WHERE person_id = $1", [
      person.id,
    ]);
    return rows.map(({ status, reasons }) => (["sent", "delivered"].includes(status) ? "sent" : reasons));
  };
  await expect.poll(outcome, patience).toEqual(["sent"]);
  await faro.pool.query(
    "UPDATE actions SET executed_at = executed_at - interval '1 minute' WHERE person_id = $1",
    [person.id],
  );
  const context = await browser.newContext({ viewport: phoneSize, userAgent: phoneAgent });
  await context.addInitScript("Object.defineProperty(navigator, 'webdriver', { get: () => false })");
  const { page: mobile } = await openPage(context);
  await mobile.goto(`${faro.url}/readyz`);
  const code = (await link())[0]?.code ?? "";
  await mobile.goto(`${faro.url}/l/${code}`, { waitUntil: "commit" });
  await mobile.waitForURL(target);
  expect(await link()).toEqual([{ code, clicks: 1 }]);
  // The page of the link is not in the history: going back does not open it again.
  await mobile.goBack();
  await mobile.waitForURL(`${faro.url}/readyz`);
  expect(await link()).toEqual([{ code, clicks: 1 }]);
});
