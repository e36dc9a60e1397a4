import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
import { adminEmail, password } from "../faro.ts";
import { untilOldEnough } from "../form-pages.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
const site = createServer((_request, response) =>
  response
    .setHeader("content-type", "text/html")
    .end(
      `<!doctype html><html lang="es"><title>Sitio</title><h1>Sitio</h1><script src="${faro.url}/embed.js" data-form="solar-quote" data-language="es"></script></html>`,
    ),
);

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro(), openBrowser()]);
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/endpoints/forms`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "No forms yet" }).waitFor();
}, 120_000);
afterAll(async () => {
  site.close();
  await browser?.close();
  await faro?.stop();
});

test("a form is made, shown inside another site, sent by a visitor, and counted", async () => {
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await page.getByRole("button", { name: "New form" }).click();
  await page.getByLabel(/^Name/).fill("Solar quote");
  await page.getByLabel("Title").fill("How much sun is on your roof?");
  await page.getByRole("button", { name: "Español" }).click();
  await page.getByLabel("Title").fill("¿Cuánto sol tiene su techo?");
  await page.frameLocator("iframe").getByRole("heading", { name: "¿Cuánto sol tiene su techo?" }).waitFor();
  await page.getByLabel("Sites that may show the form").fill(origin);
  await expectAccessible(page);
  await screenshot(page, "form-editor");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("/f/solar-quote", { exact: true }).waitFor();
  await screenshot(page, "forms");

  const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await visitor.goto(origin);
  const frame = visitor.frameLocator("iframe");
  await frame.getByLabel("Nombre").fill("Ana");
  await frame.getByLabel("Correo electrónico", { exact: true }).fill("ana.sol@example.com");
  await frame.getByRole("checkbox").check();
  const height = () => visitor.locator("iframe").evaluate((element) => element.clientHeight);
  await expect.poll(height).not.toBe(480);
  await screenshot(visitor, "form-embedded");
  await untilOldEnough(await frame.locator("input[name=page]").inputValue());
  await frame.getByRole("button", { name: "Enviar" }).click();
  await frame.getByText("Le enviamos un mensaje con un enlace").waitFor();
  await visitor.close();
  await page.getByText(/1 submission · 0 confirmed · 1 to be confirmed/).waitFor();
  expect(complaints).toEqual([]);
});

test("the API reference lists the calls, and one is tried with a token", async () => {
  await page.goto(`${faro.url}/settings?tab=api`);
  await page.getByRole("link", { name: "Open reference" }).click();
  await page.getByRole("heading", { name: "API reference" }).waitFor();
  const made = await faro.send("POST", "/api/tokens", { name: "Trial", scopes: ["people:read"] });
  await page.getByLabel("Your token").fill(made.body.token);
  await page.getByLabel("Find a call").fill("/api/people");
  const call = page.locator('[data-call="people.list"]');
  await call.locator("summary").click();
  await screenshot(page, "api-reference");
  await call.getByRole("button", { name: "Try it" }).click();
  await call.getByLabel("fields").fill("email");
  await call.getByRole("button", { name: "Send" }).click();
  await call.getByText("ana.sol@example.com").waitFor();
  await expectAccessible(page);
  await screenshot(page, "api-reference-tried");
  expect(complaints).toEqual([]);
});
