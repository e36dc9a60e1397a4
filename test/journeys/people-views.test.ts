import type { BrowserContext, Page } from "playwright-core";
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
import { addColleague } from "../colleagues.ts";
import { isDeep } from "../deep.ts";
import { enqueueJob } from "../enqueue-job.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";
import { openSignedIn } from "./signed-in-page.ts";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];

const signIn = async (context: BrowserContext) => {
  const opened = await openPage(context);
  await opened.page.goto(`${faro.url}/people`);
  await opened.page.getByLabel("Email").fill(adminEmail);
  await opened.page.getByLabel("Password", { exact: true }).fill(password);
  await opened.page.getByRole("button", { name: "Sign In" }).click();
  await opened.page.getByRole("table").waitFor();
  return opened;
};

const towns = ["Ponce", "Caguas", null] as const;
const statuses = ["new", "qualified", "contacted", "converted"] as const;
const names = ["Ana", "Berta", "Carla", "Delia", "Elba", "Flor", "Gloria", "Hilda"];

beforeAll(async () => {
  [faro, browser] = await Promise.all([
    startSandboxFaro({ FARO_VENDOR_BASE: "", FARO_EGRESS_ALLOW: "127.0.0.1" }),
    openBrowser(),
  ]);
  for (const [index, firstName] of names.entries())
    await faro.send("POST", "/api/people", {
      firstName,
      lastName: "Rivera",
      email: `${firstName.toLowerCase()}@example.com`,
      town: towns[index % 3],
      status: statuses[index % 4],
      tags: index % 2 === 0 ? ["solar", "vip"] : [],
    });
  await faro.send("POST", "/api/person-fields", { label: { en: "Roof", es: "Techo" }, kind: "text" });
  const context = await browser.newContext(desktop);
  ({ page, complaints } = await signIn(context));
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const builder = () => page.getByRole("dialog", { name: "Filter" });
const rows = () => page.getByRole("table").locator("tbody tr[data-index]");
const looksGood = async (name: string) => {
  await waitUntilRendered(page);
  await screenshot(page, name);
  await expectAccessible(page);
};

const addRow = async (field: string) => {
  await builder().getByRole("button", { name: "Add condition" }).first().click();
  await page.getByRole("combobox", { name: "Search fields" }).fill(field);
  await page.keyboard.press("Enter");
};

test("a filter is built by clicking, is shown as chips and is kept in the URL", async () => {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await addRow("stage");
  await builder().getByRole("combobox", { name: "Value" }).fill("new");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await builder().getByText("2 people").waitFor();
  await addRow("town");
  await builder().getByRole("textbox", { name: "Value" }).fill("pon");
  await builder().getByText("1 person", { exact: true }).waitFor();
  await looksGood("people-filter");
  await builder().getByRole("button", { name: "Done" }).click();
  await expect.poll(() => rows().count()).toBe(1);
  await page.getByText("Town contains “pon”").waitFor();
  await page.reload();
  await page.getByText("Stage is New").waitFor();
  await expect.poll(() => rows().count()).toBe(1);

  await page.getByRole("button", { name: "Remove Town contains “pon”" }).click();
  await expect.poll(() => rows().count()).toBe(2);
});

test("a person's row says why the person is in the list", async () => {
  await page.getByRole("button", { name: "Why is Ana Rivera in this list?" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Ana Rivera matches the filter").waitFor();
  await dialog.getByText("Found: New").waitFor();
  await looksGood("people-why");
  await page.keyboard.press("Escape");
});

test("a view is saved, changed and shared, and its deletion is undone", async () => {
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("menuitem", { name: "Save as new view…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: false }).first().fill("New leads");
  await dialog.getByRole("checkbox", { name: "Share with all users" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  const tab = page.getByRole("navigation", { name: "Views" }).getByRole("button", { name: /^New leads/ });
  await tab.waitFor();
  expect(new URL(page.url()).searchParams.has("where")).toBe(false);

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Tags", exact: true }).click();
  await page.getByRole("checkbox", { name: "Owner", exact: true }).click();
  await looksGood("people-columns");
  await page.keyboard.press("Escape");
  await tab.getByText("unsaved changes").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Changed" }).click();
  await page.getByRole("menuitem", { name: "Save for all users" }).click();
  await page.getByText("“New leads” was saved").first().waitFor();
  await expect.poll(() => tab.getByText("unsaved changes").count()).toBe(0);

  const { page: other } = await openSignedIn(browser, faro.url, await addColleague(faro, "Omar"));
  await other.goto(`${faro.url}/people`);
  await other.getByRole("button", { name: /^New leads/ }).click();
  await other.getByRole("columnheader", { name: "Tags" }).waitFor();
  await expect.poll(() => other.locator("tbody tr[data-index]").count()).toBe(2);
  await other.close();

  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("“New leads” was restored").first().waitFor();
  await tab.waitFor();
});

test("tabs of views are moved by keys and by pointer, and stay where they were put", async () => {
  for (const name of ["Second tab", "Third tab"])
    await faro.send("POST", "/api/views", {
      name,
      shared: true,
      pinned: true,
      audience: { field: "status", op: "is_any_of", value: ["new"] },
    });
  const bar = page.getByRole("navigation", { name: "Views" });
  const order = async () =>
    (await bar.getByRole("button").allTextContents()).filter((text) => / tab/.test(text));
  await page.goto(`${faro.url}/people`);
  await expect.poll(order).toEqual(["Second tab", "Third tab"]);
  await bar.getByRole("button", { name: "Second tab" }).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.getByText("Second tab is now tab", { exact: false }).waitFor({ state: "attached" });
  await expect.poll(order).toEqual(["Third tab", "Second tab"]);
  await page.reload();
  await expect.poll(order).toEqual(["Third tab", "Second tab"]);
  await bar
    .getByRole("button", { name: "Second tab" })
    .dragTo(bar.getByRole("button", { name: "Third tab" }));
  await expect.poll(order).toEqual(["Second tab", "Third tab"]);
});

test("a cell is edited by keys, and the change is undone", async () => {
  await page.goto(`${faro.url}/people?columns=name,stage,tags,town,owner,field.roof`);
  const row = page.getByRole("row", { name: /Berta Rivera/ });
  await row.focus();
  await page.keyboard.press("F2");
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Town" }).fill("Yauco");
  await page.keyboard.press("Enter");
  await row.getByText("Yauco").waitFor();
  await page.getByText("Berta Rivera was changed").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByText("Caguas").waitFor();

  await row.locator('[data-cell="field.roof"]').dblclick();
  await page.getByRole("textbox", { name: "Roof" }).fill("Tile");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await faro.send("GET", "/api/people?search=berta")).body.people[0].fields)
    .toEqual({ roof: "Tile" });

  await row.getByText("Qualified").dblclick();
  await row.getByRole("combobox", { name: "Stage" }).selectOption("converted");
  await row.getByText("Converted").waitFor();
  await looksGood("people-edited");
});

test("the board moves people between stages by keys and by pointer", async () => {
  await page.goto(`${faro.url}/people?shape=board`);
  const column = (stage: string) => page.locator(`[data-stage=${stage}]`);
  const card = (name: string) => page.locator("[data-card]", { hasText: name });
  await card("Ana").waitFor();
  await looksGood("people-board");
  await card("Ana").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await column("qualified").getByText("Ana Rivera").waitFor();
  await page.getByText("Ana Rivera moved to Qualified").waitFor({ state: "attached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Ana Rivera");

  const from = await card("Carla").boundingBox();
  const to = await column("new").boundingBox();
  if (!from || !to) throw new Error("The board is not shown");
  await page.mouse.move(from.x + 40, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x - 60, from.y + 40, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + 80, { steps: 4 });
  await screenshot(page, "people-board-drag");
  await page.mouse.up();
  await column("new").getByText("Carla Rivera").waitFor();
  await expect
    .poll(async () => (await faro.send("GET", "/api/people?search=carla")).body.people[0].status)
    .toBe("new");
});

test("a view that is gone and a filter that cannot be read show nobody", async () => {
  await page.goto(`${faro.url}/people?view=0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90`);
  await page.getByText("This view no longer exists").waitFor();
  await page.goto(`${faro.url}/people?where=%7B`);
  await page.getByText("The filter in this link is invalid").waitFor();
  await page.getByRole("button", { name: "Show all people" }).click();
  await expect.poll(() => rows().count()).toBe(names.length);
});

test("a map shows where people live, and its numbers lead to them", async () => {
  await enqueueJob(faro.pool, "locate-people");
  const located = "SELECT count(area_code)::int AS count FROM person_locations";
  await expect.poll(async () => (await faro.pool.query(located)).rows[0].count, { timeout: 180_000 }).toBe(6);
  await page.goto(`${faro.url}/people?shape=map`);
  const ponce = page.getByRole("button", { name: "Ponce: 3 people" });
  await ponce.waitFor();
  await page.getByText("2 people are not on the map").waitFor();
  await looksGood("people-map");
  // The map is one stop of the Tab key; arrows lead from one municipality to the next.
  await ponce.focus();
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toMatch(/: 0 people$/);
  await page.getByRole("button", { name: "United States" }).click();
  await page.getByRole("button", { name: "Puerto Rico: 6 people" }).press("Enter");
  await ponce.press("Enter");
  await expect.poll(() => rows().count()).toBe(3);
  await page.getByText("Area (county or municipality) is Ponce, PR").waitFor();

  await page.getByRole("button", { name: /^Filter/ }).click();
  await addRow("location");
  await builder().getByRole("button", { name: "Place: Choose a place" }).click();
  await page.getByRole("combobox", { name: "Municipality, ZIP code or address" }).fill("juana di");
  await page.getByRole("option", { name: /Juana Díaz, PR/ }).click();
  await builder().getByText("3 people").waitFor();
  await looksGood("people-filter-distance");
  await builder().getByRole("button", { name: "Done" }).click();
  await page.getByText("Location within 10 miles of Juana Díaz, PR").waitFor();
});

test("an own server of OpenStreetMap gives the maps a background", async () => {
  const own = `${faro.sandboxUrl}/osm`;
  const settings = { provider: "osm", apiKey: null, tileUrl: own, geocoderUrl: own };
  expect((await faro.send("POST", "/api/api-keys/maps", settings)).status).toBe(200);
  const tiles = page.locator("svg image");
  const whole = "svg[role=group]";
  await page.goto(`${faro.url}/people?shape=map`);
  await page.getByRole("link", { name: "© OpenStreetMap contributors" }).waitFor();
  await expect.poll(() => tiles.count()).toBeGreaterThan(3);
  await expect.poll(() => page.locator("svg image.opacity-0").count()).toBe(0);
  await looksGood("people-map-tiles");
  const before = await page.locator(whole).getAttribute("viewBox");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("button", { name: "Move left" }).click();
  await page.getByRole("button", { name: "Ponce: 3 people" }).press("+");
  await expect.poll(() => page.locator("svg image.opacity-0").count()).toBe(0);
  await looksGood("people-map-tiles-zoomed");
  await page.getByRole("button", { name: "Show the whole map" }).click();
  expect(await page.locator(whole).getAttribute("viewBox")).toBe(before);

  const [ana] = (await faro.send("GET", "/api/people?search=ana")).body.people;
  await page.goto(`${faro.url}/people/${ana.id}`);
  await page.getByRole("button", { name: "Show map" }).click();
  await page.getByRole("img", { name: "Map: Ponce, PR (Municipality)" }).scrollIntoViewIfNeeded();
  await expect.poll(() => tiles.count()).toBeGreaterThan(1);
  await expect.poll(() => page.locator("svg image.opacity-0").count()).toBe(0);
  await looksGood("person-map-tiles");
  await page.goto(`${faro.url}/settings?tab=maps`);
  await page.getByText("Show a background map").waitFor();
  await looksGood("settings-maps-tiles");
});

test.runIf(isDeep)("the same on a small screen in Spanish and in the dark", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    localStorage.setItem("language", "es");
    localStorage.setItem("theme", "dark");
  });
  const where = JSON.stringify({
    all: [
      { field: "town", op: "contains", value: "Ponce" },
      {
        any: [
          { not: { field: "status", op: "is_any_of", value: ["new"] } },
          { field: "tags", op: "has_any", value: ["vip"] },
        ],
      },
    ],
  });
  await page.goto(`${faro.url}/people?where=${encodeURIComponent(where)}`);
  await page.getByText("Municipio contiene «Ponce»").waitFor();
  await looksGood("people-390-es");
  await page.getByRole("button", { name: /^Filtro/ }).click();
  await page.getByRole("dialog").getByText("(o sin dato)").first().waitFor({ state: "attached" });
  await looksGood("people-filter-390-es");
  await page.keyboard.press("Escape");
  await page.goto(`${faro.url}/people?shape=board`);
  await page.locator("[data-card]").first().waitFor();
  await looksGood("people-board-390-es");
  await page.goto(`${faro.url}/people?shape=map`);
  await page.getByRole("button", { name: "Ponce: 3 personas" }).waitFor();
  await looksGood("people-map-390-es");
  expect(complaints).toEqual([]);
});
