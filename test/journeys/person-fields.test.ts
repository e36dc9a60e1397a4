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
import { isDeep } from "../deep.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let personId: string;

const definitions = [
  { en: "Budget", es: "Presupuesto", kind: "money" },
  { en: "Owns the house", es: "Es dueño de la casa", kind: "yes_no" },
  { en: "Renewal", es: "Renovación", kind: "date" },
  { en: "Interests", es: "Intereses", kind: "choices", choices: ["Solar panels", "Battery", "Water heater"] },
  { en: "Proposal", es: "Propuesta", kind: "link" },
];

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro(), openBrowser()]);
  for (const { en, es, ...field } of definitions)
    await faro.send("POST", "/api/person-fields", { label: { en, es }, pii: en === "Renewal", ...field });
  const { body } = await faro.send("POST", "/api/people", {
    firstName: "Yadira",
    lastName: "Colón",
    email: "yadira@example.com",
    phone: "+17875550148",
    fields: { budget: 12_400, owns_the_house: true, interests: ["Battery"] },
  });
  personId = body.id;
  await faro.send("POST", `/api/people/${personId}/addresses`, { value: "+17875550199", label: "Work" });
  await faro.pool.query("UPDATE person_addresses SET state = 'landline' WHERE value = '+17875550199'");
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=person-fields`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Custom fields" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** Pictures in both themes and at both widths. */
const pictures = async (name: string) => {
  if (!isDeep) return;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const theme of ["light", "dark"]) {
      await page.setViewportSize({ width, height });
      await page.evaluate((value) => document.documentElement.setAttribute("data-theme", value), theme);
      await waitUntilRendered(page);
      await screenshot(page, `${name}-${width}-${theme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
};

test("an administrator adds, orders and archives fields", async () => {
  await page.getByRole("button", { name: "Add field" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add field" }).click();
  await dialog.getByRole("alert").first().waitFor();
  await dialog.getByLabel("Name in English").fill("Roof");
  await dialog.getByLabel("Name in Spanish").fill("Techo");
  await dialog.getByLabel("Type").selectOption("choice");
  await dialog.getByLabel("Choices").fill("Flat\nTile");
  await waitUntilRendered(page);
  await screenshot(page, "person-field-dialog");
  await dialog.getByRole("button", { name: "Add field" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("roof", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Move Roof up" }).click();
  const keys = () => page.locator("li .font-mono").allTextContents();
  await expect.poll(keys).toEqual(["budget", "owns_the_house", "renewal", "interests", "roof", "proposal"]);
  await page.getByRole("button", { name: "Edit Budget" }).click();
  await dialog.getByLabel("Type").selectOption("date");
  await dialog.getByText("1 of 1 values are invalid for this type").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Archive Proposal" }).click();
  await dialog.getByText("0 people have a value.").waitFor();
  await dialog.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("heading", { name: "Archived" }).waitFor();
  await pictures("person-fields");
  await expectAccessible(page);
});

test("an operator fills fields and manages addresses in the person's form", async () => {
  await page.goto(`${faro.url}/people?person=${personId}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Budget").fill("lots");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("Enter a sum, such as 1,240.50").waitFor();
  await dialog.getByLabel("Budget").fill("$15,000");
  await dialog.getByLabel("Roof").selectOption("Tile");
  await dialog.getByLabel("Solar panels").click();
  await dialog.getByLabel("Budget").scrollIntoViewIfNeeded();
  await pictures("person-form");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const saved = (await faro.send("GET", `/api/people/${personId}`)).body;
  expect(saved.fields).toMatchObject({
    budget: 15_000,
    roof: "Tile",
    interests: ["Solar panels", "Battery"],
  });

  await page.goto(`${faro.url}/people?person=${personId}`);
  const addresses = dialog.getByRole("region", { name: "Phones and emails" });
  await addresses.getByLabel("Add a phone number or email").fill("yadira@work.example");
  await addresses.getByRole("button", { name: "Add", exact: true }).click();
  await addresses.getByText("yadira@work.example").waitFor();
  await addresses.scrollIntoViewIfNeeded();
  await pictures("person-addresses");
  await expectAccessible(page);
  await addresses.getByRole("button", { name: "Actions for yadira@work.example" }).click();
  await page.getByRole("menuitem", { name: "Make primary" }).click();
  await expect
    .poll(async () => (await faro.send("GET", `/api/people/${personId}`)).body.email)
    .toBe("yadira@work.example");
  // Its menu gives the focus back, which closes one that was opened in the meantime.
  await page.getByRole("menu").waitFor({ state: "detached" });
  const row = addresses.getByRole("listitem").filter({ hasText: "yadira@work.example" });
  await row.getByText("Primary").waitFor();
  await addresses.getByRole("button", { name: "Actions for yadira@example.com" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => (await faro.send("GET", `/api/people/${personId}/addresses`)).body.addresses.length)
    .toBe(4);
});

test.runIf(isDeep)("speaks Spanish", async () => {
  await page.goto(`${faro.url}/settings?tab=person-fields`);
  await page.getByRole("combobox", { name: "Language", exact: true }).selectOption("es");
  await page.getByRole("heading", { name: "Campos personalizados" }).waitFor();
  await page.getByText("Presupuesto").waitFor();
  await pictures("person-fields-es");
  await page.goto(`${faro.url}/people?person=${personId}`);
  await page.getByRole("dialog").getByText("Teléfonos y correos").scrollIntoViewIfNeeded();
  await pictures("person-form-es");
  expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});
