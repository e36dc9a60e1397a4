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
import { adminEmail, password, startTestFaro, type TestFaro } from "../faro.ts";
import { findLayoutProblems } from "./layout-problems.ts";

let faro: TestFaro;
let browser: TestBrowser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [faro, browser] = await Promise.all([startTestFaro(), openBrowser()]);
  await faro.pool.query(`
    INSERT INTO sync_connections (service, phase, state, last_sync_at) VALUES ('hubspot', 'live', 'failed', now());
    INSERT INTO endpoints (id, name, type) VALUES ('00000000-0000-4000-8000-000000000001', 'a', 'webhook');
    INSERT INTO events (endpoint_id, raw_data, validation_status)
      VALUES ('00000000-0000-4000-8000-000000000001', '{}', 'dead')`);
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=health`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("list", { name: "Checks" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

test("an administrator sees what to do, and comes to where it is done", async () => {
  const sync = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "People sync" }) });
  await sync.getByText("Stopped by an error: hubspot").waitFor();
  await page.getByText("Failed events: 1").waitFor();
  for (const theme of ["light", "dark"]) {
    await page.evaluate((value) => document.documentElement.setAttribute("data-theme", value), theme);
    await expectAccessible(page);
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await waitUntilRendered(page);
      expect(await findLayoutProblems(page)).toEqual([]);
      await screenshot(page, `health-${theme}-${width}`);
    }
  }
  await sync.getByRole("link", { name: "Open: People sync" }).click();
  await page.getByRole("tab", { name: "Integrations", selected: true }).waitFor();
  expect(complaints).toEqual([]);
});
