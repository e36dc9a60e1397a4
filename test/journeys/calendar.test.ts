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
import { allowHolidaySends, findContactableNumbers, findForeignZone } from "../contactable-people.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";
import { findLayoutProblems } from "./layout-problems.ts";

const now = Date.now();
const { phone, timezone } = findContactableNumbers(now);
const phoneSize = { width: 390, height: 844 };
const hourMs = 3_600_000;
const patience = { timeout: 60_000 };

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let numbers = 0;

type Row = Record<string, unknown>;
const send = async (method: string, path: string, body: Row) => {
  const answer = await faro.send(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const addPerson = async (firstName: string, more: Row = {}): Promise<string> =>
  (
    await send("POST", "/api/people", {
      ...{ firstName, phone: phone(++numbers), timezone, consents: { sms: true } },
      ...more,
    })
  ).id;

/** A sequence, a message by hand, one that waits for the morning, one that is held, and a broadcast. */
const planSomething = async () => {
  const rule = await send("POST", "/api/rules", {
    name: "Quote follow-up",
    triggers: [{ type: "event", operator: "=", value: "quote" }],
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions: [
      { type: "sms", template: "Hola {{first_name}}, ¿seguimos?", wait: { for: 1, unit: "days" } },
      { type: "add_task", template: "Call them", wait: { for: 2, unit: "days" } },
    ],
  });
  const ids = [await addPerson("Ana"), await addPerson("Luis"), await addPerson("Eva")];
  await send("POST", `/api/rules/${rule.id}/start`, { personIds: ids });
  const waiting = async () => (await faro.send("GET", `/api/runs?ruleId=${rule.id}`)).body.runs;
  const isAhead = ({ dueAt }: { dueAt: string | null }) => Date.parse(dueAt ?? "") > Date.now() + 12 * hourMs;
  await expect.poll(async () => (await waiting()).filter(isAhead).length, patience).toBe(3);
  const paused = (await waiting()).find(({ person }: { person: { id: string } }) => person.id === ids[2]);
  await send("POST", "/api/runs/change", { ids: [paused.id], change: { kind: "pause" } });
  await send("POST", `/api/inbox/${ids[0]}/messages`, {
    ...{ channel: "sms", text: "Nos vemos.", seenUpTo: null },
    sendAt: new Date(Date.now() + 44 * hourMs).toISOString(),
  });
  const sleeper = await addPerson("Yuki", { timezone: findForeignZone(now, false) });
  await send("POST", `/api/people/${sleeper}/messages`, {
    ...{ channel: "sms", text: "Oferta", purpose: "marketing" },
  });
  for (let n = 0; n < 4; n++) await addPerson(`Socio ${n}`, { tags: ["member"] });
  const broadcast = await send("POST", "/api/broadcasts", {
    name: "Battery rebate",
    audience: { field: "tags", op: "has_any", value: ["member"] },
    actions: [{ type: "sms", template: "Hola {{first_name}}" }],
    when: { kind: "at", at: new Date(Date.now() + 68 * hourMs).toISOString() },
  });
  const get = async () => (await faro.send("GET", `/api/broadcasts/${broadcast.id}`)).body;
  await send("POST", `/api/broadcasts/${broadcast.id}/check`, {});
  await expect.poll(async () => (await get()).state, patience).toBe("checked");
  const { check } = await get();
  await send("POST", `/api/broadcasts/${broadcast.id}/start`, { confirm: check.send + check.wait });
};

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/campaigns?tab=calendar`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Campaigns" }).first().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const looksGood = async (name: string) => {
  await waitUntilRendered(page);
  await screenshot(page, name);
  await expectAccessible(page);
  await page.setViewportSize(phoneSize);
  await waitUntilRendered(page);
  expect(await findLayoutProblems(page), name).toEqual([]);
  await screenshot(page, `${name}-390`);
  await page.setViewportSize(desktop.viewport ?? phoneSize);
};

const english = {
  language: "en",
  label: "The plan by day and hour",
  held: "Held",
  byHand: /Messages written by hand|Ana/,
  menu: /^What can be done/,
  now: "Send now, if allowed",
  move: "Move…",
  confirm: "Move",
  moved: /^Moved to/,
  list: "14 days",
  close: "Close",
};
const spanish: typeof english = {
  language: "es",
  label: "El plan por día y hora",
  held: "En espera",
  byHand: /Mensajes escritos a mano|Ana/,
  menu: /^Qué se puede hacer/,
  now: "Enviar ahora, si se permite",
  move: "Mover…",
  confirm: "Mover",
  moved: /^Movido a/,
  list: "14 días",
  close: "Cerrar",
};

test("something is planned", planSomething);

describe.each([english, spanish])("the calendar in $language", (word) => {
  test("shows what will be sent, when, and what is held", async () => {
    await page.evaluate((language) => localStorage.setItem("language", language), word.language);
    await page.goto(`${faro.url}/campaigns?tab=calendar`);
    const plan = page.getByRole("table", { name: word.label });
    await plan
      .getByRole("button", { name: /^Quote follow-up/ })
      .first()
      .waitFor();
    await plan.getByRole("button", { name: /^Battery rebate/ }).waitFor();
    await plan.getByRole("button", { name: /^Yuki/ }).waitFor();
    const held = plan.getByRole("row", { name: new RegExp(`^${word.held}`) });
    await held.getByRole("button", { name: /^Eva/ }).waitFor();
    await looksGood(`calendar-${word.language}`);
    await page.getByRole("button", { name: word.list }).click();
    await page.getByRole("list", { name: word.held }).waitFor();
    await looksGood(`calendar-list-${word.language}`);
    expect(complaints).toEqual([]);
  });

  test("moves the message of a person", async () => {
    await page.goto(`${faro.url}/campaigns?tab=calendar`);
    const plan = page.getByRole("table", { name: word.label });
    await plan.getByRole("button", { name: /^Ana/ }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("link", { name: "Ana" }).waitFor();
    await sheet.getByRole("button", { name: /Ana/ }).click();
    await looksGood(`calendar-people-${word.language}`);
    await page.getByRole("menuitem", { name: word.move }).click();
    const later = new Date(Date.now() + 90 * hourMs).toISOString().slice(0, 16);
    const dialog = page.getByRole("dialog").last();
    await dialog.locator("input[type=datetime-local]").fill(later);
    await dialog.getByRole("button", { name: word.confirm, exact: true }).click();
    await page.getByText(word.moved).first().waitFor();
    const { rows } = await faro.pool.query(
      "SELECT not_before > now() + interval '80 hours' AS moved FROM actions WHERE sent_by IS NOT NULL AND status = 'pending'",
    );
    expect(rows).toEqual([{ moved: true }]);
    expect(complaints).toEqual([]);
  });
});
