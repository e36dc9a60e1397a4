import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { countReports } from "#server/store/reports/count-reports.ts";
import {
  desktop,
  expectAccessible,
  openBrowser,
  openPage,
  screenshot,
  type TestBrowser,
  waitUntilRendered,
} from "../browser.ts";
import { adminEmail, password, startTestFaro, type TestFaro } from "../faro.ts";
import { findLayoutProblems } from "./layout-problems.ts";

const phoneSize = { width: 390, height: 844 };

let browser: TestBrowser;
let faro: TestFaro;
let database: Database;
let page: Page;
let complaints: string[];

/** A month of a small business: people of three sources, messages to them, and their replies. */
const history = `
  WITH numbered AS (
    INSERT INTO people (first_name, last_name, sources, status, created_at)
    SELECT (ARRAY['Ana','Joel','Sofía','Karen','Tomás'])[1 + n % 5], 'Rivera ' || n,
           CASE WHEN n % 10 < 5 THEN '{Website form}' WHEN n % 10 < 8 THEN '{WhatsApp link}' WHEN n % 10 = 8 THEN '{Facebook lead ad}' ELSE '{}' END::text[],
           CASE WHEN n % 7 = 0 THEN 'converted' WHEN n % 3 = 0 THEN 'qualified' ELSE 'new' END,
           now() - make_interval(hours => n * 2)
      FROM generate_series(1, 340) n RETURNING id, created_at, substr(last_name, 8)::int AS n),
  sent AS (
    INSERT INTO actions (person_id, type, status, sent_by, rule_id, executed_at, created_at, reasons, price)
    SELECT p.id, CASE WHEN p.n % 2 = 0 THEN 'sms' ELSE 'email' END,
           CASE WHEN p.n % 11 = 0 THEN 'blocked' WHEN p.n % 17 = 0 THEN 'failed' WHEN p.n % 5 = 0 THEN 'sent' ELSE 'delivered' END,
           CASE WHEN p.n % 4 = 0 THEN u.id END, CASE WHEN p.n % 4 <> 0 THEN r.id END,
           p.created_at + make_interval(secs => 20 * (1 + p.n % 90)), p.created_at,
           CASE WHEN p.n % 11 = 0 THEN '[{"code": "consent_missing"}]'::jsonb END, 0.0079
      FROM numbered p, (SELECT id FROM users LIMIT 1) u, (SELECT id FROM rules LIMIT 1) r RETURNING person_id, executed_at),
  wrote AS (
    INSERT INTO messages (id, person_id, at, direction, channel, text)
    SELECT uuid_v7(), p.id, p.created_at + interval '3 hours', 'in', 'sms', 'Hola' FROM numbered p WHERE p.n % 3 = 0),
  opened AS (
    INSERT INTO episodes (person_id, opened_at, opened_channel, first_answer_at, first_answer_by)
    SELECT p.id, p.created_at + interval '3 hours', 'sms', p.created_at + interval '3 hours' + make_interval(mins => p.n % 50), u.id
      FROM numbered p, (SELECT id FROM users LIMIT 1) u WHERE p.n % 3 = 0),
  spent AS (
    INSERT INTO usage (service, kind, ok, latency_ms, cost, person_id, created_at)
    SELECT 'twilio', 'sms', true, 9, 0.05, p.id, p.created_at FROM numbered p)
  INSERT INTO threads (person_id, state, waiting_since, last_text)
  SELECT p.id, 'open', now() - make_interval(hours => p.n % 30), 'Hola' FROM numbered p WHERE p.n % 9 = 0`;

beforeAll(async () => {
  [faro, browser] = await Promise.all([startTestFaro(), openBrowser()]);
  database = openDatabase(faro.connection, () => {});
  await faro.pool.query(
    "INSERT INTO rules (name, triggers, conditions, actions) VALUES ('Follow-up', '[]', '[]', '[]')",
  );
  await faro.pool.query(history);
  await countReports(database.db, "America/Puerto_Rico");
  ({ page, complaints } = await openPage(await browser.newContext({ ...desktop, acceptDownloads: true })));
  await page.goto(faro.url);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Dashboard" }).first().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await database?.close();
  await faro?.stop();
});

const english = {
  language: "en",
  screen: "Reports",
  sources: "From lead to sale",
  noSource: "Without a source",
  form: /^Website form, New people: \d+, open the list$/,
  sheet: "Website form: New people",
  people: "People",
  close: "Close",
  more: "Load more",
  csv: "From lead to sale: download as CSV",
  hours: "By hour and weekday",
  grid: "New people, By hour and weekday",
  week: "7 days",
};
const spanish: typeof english = {
  language: "es",
  screen: "Informes",
  sources: "Del prospecto a la venta",
  noSource: "Sin fuente",
  form: /^Website form, Personas nuevas: \d+, abrir la lista$/,
  sheet: "Website form: Personas nuevas",
  people: "Personas",
  close: "Cerrar",
  more: "Cargar más",
  csv: "Del prospecto a la venta: descargar como CSV",
  hours: "Por hora y día de la semana",
  grid: "Personas nuevas, Por hora y día de la semana",
  week: "7 días",
};

const looksGood = async (name: string) => {
  await waitUntilRendered(page);
  await screenshot(page, name);
  await expectAccessible(page);
  for (const width of [390, 768, 1024]) {
    await page.setViewportSize({ ...phoneSize, width });
    await waitUntilRendered(page);
    expect(await findLayoutProblems(page), `${name} at ${width}`).toEqual([]);
    await screenshot(page, `${name}-${width}`);
  }
  await page.setViewportSize(desktop.viewport ?? phoneSize);
};

describe.each([english, spanish])("reports in $language", (word) => {
  test("show the month, and open the people behind a number", async () => {
    await page.evaluate((language) => localStorage.setItem("language", language), word.language);
    await page.goto(faro.url);
    await page.getByRole("banner").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    const table = page.getByRole("table", { name: word.sources });
    await table.getByRole("rowheader", { name: word.noSource }).waitFor();
    await looksGood(`reports-${word.language}`);

    const number = table.getByRole("button", { name: word.form });
    const count = Number(/: (\d+),/.exec((await number.getAttribute("aria-label")) ?? "")?.[1]);
    expect(count).toBeGreaterThan(50);
    await number.click();
    const sheet = page.getByRole("dialog", { name: word.sheet });
    const rows = sheet.getByRole("list", { name: word.people }).getByRole("listitem");
    await rows.first().waitFor();
    await looksGood(`reports-people-${word.language}`);
    while (await sheet.getByRole("button", { name: word.more }).isVisible()) {
      const before = await rows.count();
      await sheet.getByRole("button", { name: word.more }).click();
      await expect.poll(() => rows.count()).toBeGreaterThan(before);
    }
    expect(await rows.count()).toBe(count);
    await sheet.getByRole("button", { name: word.close }).click();
    expect(complaints).toEqual([]);
  });

  test("give the table as a file with the same numbers", async () => {
    const table = page.getByRole("table", { name: word.sources });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: word.csv }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).replace("\uFEFF", "").trim().split("\r\n");
    const rows = await table.getByRole("row").all();
    expect(lines).toHaveLength(rows.length);
    for (const [index, row] of rows.entries()) {
      if (index === 0) continue;
      const name = await row.getByRole("rowheader").textContent();
      const first = (await row.getByRole("cell").first().locator("span").first().textContent()) ?? "";
      expect(lines[index]).toMatch(new RegExp(`^"${name}",${first.replaceAll(",", "")},`));
    }
  });

  test("show any figure by the hour of the week, for another period", async () => {
    await page.getByRole("button", { name: word.week }).click();
    await page.waitForURL(/range=7d/);
    await page.getByRole("button", { name: word.hours }).click();
    const grid = page.getByRole("table", { name: word.grid });
    await grid.waitFor();
    expect(await grid.getByRole("row").count()).toBe(8);
    await grid.scrollIntoViewIfNeeded();
    await looksGood(`reports-hours-${word.language}`);
    expect(complaints).toEqual([]);
  });
});

test("the dark theme is as readable", async () => {
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.goto(`${faro.url}/reports`);
  await page.getByRole("table").first().waitFor();
  await looksGood("reports-dark");
});
