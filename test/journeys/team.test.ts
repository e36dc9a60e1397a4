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
import { adminEmail, password, startTestFaro, type TestFaro } from "../faro.ts";

let browser: TestBrowser;
let faro: TestFaro;
let page: Page;
let guest: Page;
let complaints: string[];
let guestComplaints: string[];
let link: string;

beforeAll(async () => {
  [faro, browser] = await Promise.all([startTestFaro(), openBrowser()]);
  const open = async () => openPage(await browser.newContext(desktop));
  ({ page, complaints } = await open());
  ({ page: guest, complaints: guestComplaints } = await open());
  await page.goto(`${faro.url}/settings?tab=team`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Invite" }).waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** Pictures of a page, light and wide, dark and narrow; nothing is wider than the screen. */
const look = async (of: Page, name: string): Promise<void> => {
  await waitUntilRendered(of);
  if (!isDeep) return;
  await expectAccessible(of);
  await screenshot(of, `${name}-light-1440`);
  await of.setViewportSize({ width: 390, height: 844 });
  await of.emulateMedia({ colorScheme: "dark" });
  await waitUntilRendered(of);
  expect(
    await of.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  expect(await of.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await screenshot(of, `${name}-dark-390`);
  await of.setViewportSize({ width: 1440, height: 900 });
  await of.emulateMedia({ colorScheme: "light" });
};

test("an administrator adds a role and a team", async () => {
  await page.getByRole("button", { name: "Add role" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role name").fill("Front desk");
  await dialog.getByRole("group", { name: "Leads" }).getByLabel("View").check();
  await dialog.getByRole("group", { name: "Inbox" }).getByLabel("Work").check();
  await look(page, "team-role");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The role Front desk was saved").first().waitFor();
  await page.getByRole("button", { name: "Add team" }).click();
  await dialog.getByLabel("Team name").fill("Sales");
  await dialog.getByRole("checkbox").first().click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The team Sales was saved").first().waitFor();
});

test("and invites a person, whose link is shown where no mail account is connected", async () => {
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("luz@example.com");
  await dialog.getByLabel("Role").selectOption({ label: "Front desk" });
  await dialog.getByLabel("Sales").click();
  await look(page, "team-invite");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await dialog.getByText("No email account is connected").waitFor();
  link = await dialog.getByLabel("Link").inputValue();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("Open invitations").waitFor();
  await look(page, "team-tab");
});

test("who opens an account with the link, and sees what the role opens", async () => {
  await guest.goto(link);
  await guest.getByRole("heading", { name: "Join Faro" }).waitFor();
  await look(guest, "invitation");
  await guest.getByLabel("First name").fill("Luz");
  await guest.getByLabel("Choose a password").fill("12345678");
  await guest.getByRole("button", { name: "Create my account" }).click();
  await guest.getByText("one of the most common ones").waitFor();
  await guest.getByLabel("Choose a password").fill(password);
  await guest.getByRole("button", { name: "Create my account" }).click();
  // The start page is not part of the role, so the first screen that is opens.
  await guest.waitForURL(/\/inbox$/);
  const entries = guest.getByRole("navigation", { name: "Main" }).getByRole("listitem");
  await expect.poll(() => entries.count()).toBe(4);
  await look(guest, "team-limited");
  await guest.goto(`${faro.url}/people`);
  await waitUntilRendered(guest);
  expect(await guest.getByRole("button", { name: "Add lead" }).count()).toBe(0);
  await guest.goto(`${faro.url}/rules`);
  await guest.getByText("Your role has no access").waitFor();
  await guest.goto(`${faro.url}/settings`);
  await guest.getByRole("tab", { name: "API" }).waitFor();
  expect(await guest.getByRole("tab", { name: "Team" }).count()).toBe(0);
  // The refused password is part of the journey.
  expect(guestComplaints.filter((text) => !text.includes("Failed to load resource"))).toEqual([]);
  expect(guestComplaints.filter((text) => text.includes("403"))).toEqual([]);
});

test("a used link says so, in the language of the visitor", async () => {
  await guest.goto("about:blank");
  await guest.goto(link);
  await guest.getByText("This invitation was already accepted").waitFor();
  await guest.getByLabel("Language").selectOption("es");
  await guest.getByText("Esta invitación ya se aceptó").waitFor();
  await look(guest, "invitation-used-es");
});

test("the new user's activity is shown, and ends with the deactivation", async () => {
  await page.getByRole("row", { name: /Luz/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("accepted the invitation to the team").waitFor();
  await look(page, "team-member");
  await sheet.getByRole("button", { name: "Deactivate" }).click();
  const dialog = page.getByRole("dialog", { name: "Deactivate Luz" });
  await dialog.getByText("No open conversations or tasks").waitFor();
  await look(page, "team-deactivate");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await page.getByText("Luz was deactivated").first().waitFor();
  await guest.goto(`${faro.url}/people`);
  await guest.getByRole("button", { name: /Sign In|Iniciar/ }).waitFor();
  await page.getByLabel("Language").selectOption("es");
  await page.getByRole("button", { name: "Invitar" }).waitFor();
  await look(page, "team-tab-es");
  expect(complaints).toEqual([]);
});
