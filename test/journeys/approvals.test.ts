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
import { isDeep } from "../deep.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let token: string;
let personId: string;

const { phone, timezone } = findContactableNumbers(Date.now());

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro(), openBrowser()]);
  await allowHolidaySends(faro.send);
  const consents = { sms: true };
  const person = { firstName: "Marisol", lastName: "Vega", phone: phone(1), timezone, consents };
  personId = (await faro.send("POST", "/api/people", person)).body.id;
  const template = { name: "table_ready", channel: "sms", language: "en" };
  await faro.send("POST", "/api/templates", {
    ...template,
    body: "Hi {{first_name}}, your table is ready.",
  });
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=api`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "AI assistants (MCP)" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** A call of the assistant, as a client of 2025 makes it. */
const callTool = async (name: string, args: object) => {
  const response = await fetch(`${faro.url}/mcp/key`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }),
  });
  const [, data = "{}"] = /^data: (.+)$/m.exec(await response.text()) ?? [];
  return JSON.parse(JSON.parse(data).result.content[0].text);
};

test("an operator makes a token for an assistant and finds its configuration", async () => {
  await screenshot(page, "mcp-card");
  expect(await page.getByLabel("Address with a token").inputValue()).toBe(`${faro.url}/mcp/key`);
  await page.getByRole("button", { name: "Cursor" }).click();
  await page.getByText('"mcpServers"').waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/).fill("Claude");
  await dialog.getByLabel(/For an AI assistant/).click();
  await dialog.getByLabel(/Request to send templates/).click();
  await dialog.getByLabel(/Submit drafts to operators/).click();
  await dialog.getByLabel(/Propose knowledge/).click();
  await screenshot(page, "mcp-new-token");
  await dialog.getByRole("button", { name: "New token" }).click();
  await dialog.getByText("Copy the token now").waitFor();
  token = await dialog.getByRole("textbox").inputValue();
  await dialog.getByRole("button", { name: "Close" }).first().click();
});

test("the assistant asks to send; the operator sees it at once, approves, and it is sent", async () => {
  await page.getByRole("link", { name: "Approvals" }).first().click();
  await page.getByRole("heading", { name: "All caught up" }).waitFor();
  await screenshot(page, "approvals-empty");
  const reason = "She asked to be told\u202E — and nothing else";
  const request = { personId, channel: "sms", template: "table_ready", reason };
  const asked = await callTool("send_message", request);
  expect(asked).toMatchObject({ state: "waiting" });
  expect(asked.link).toContain(`/approvals#${asked.approvalId}`);
  // Without a reload: the request and its count appear by live updates.
  const card = page.getByRole("article", { name: "SMS to Marisol Vega" });
  await card.waitFor();
  await card.getByText("Hi Marisol, your table is ready.").waitFor();
  await card.getByText("Can be sent").waitFor();
  await card.getByText("U+202E", { exact: true }).waitFor();
  await page.getByText("1 request needs approval").waitFor({ state: "attached" });
  await screenshot(page, "approvals-waiting");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByText("“Claude” needs your approval").waitFor();
  await page.keyboard.press("Escape");
  await card.getByRole("button", { name: /^Approve and send/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All caught up" }).waitFor();
  await expect
    .poll(async () => (await callTool("get_approval", { approvalId: asked.approvalId })).messageStatus, {
      timeout: 180_000,
    })
    .toMatch(/^(sent|delivered)$/);
  await page.getByRole("button", { name: "Decided" }).click();
  await page.getByRole("article").getByText("Approved", { exact: true }).waitFor();
  await screenshot(page, "approvals-decided");
});

test("a draft opens the conversation for the operator, who takes it over, and proposed knowledge is refused", async () => {
  await page.getByRole("button", { name: "Pending", exact: true }).click();
  const draft = { personId, channel: "sms", text: "Shall we keep it for you?", reason: "She is late" };
  await callTool("draft_message", draft);
  const proposal = { question: "Do you keep tables?", answer: "For 15 minutes.", reason: "Asked often" };
  await callTool("propose_knowledge", proposal);
  await page.getByRole("article", { name: "New knowledge" }).waitFor();
  await screenshot(page, "approvals-two");
  await page.getByRole("button", { name: "Reject: New knowledge" }).click();
  await page.getByRole("article", { name: "New knowledge" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Move to inbox/ }).click();
  await page.waitForURL(`${faro.url}/inbox/${personId}`);
  const thread = page.getByRole("region", { name: "Conversation" });
  await thread.getByText("Shall we keep it for you?").first().waitFor();
  await thread.getByText(/^Automation paused until /).waitFor();
  expect(complaints).toEqual([]);
});

test.runIf(isDeep)("the screens fit a phone, in Spanish and in the dark", async () => {
  const proposal = { question: "¿Guardan mesas?", answer: "Sí, 15 minutos.", reason: "Se pregunta a menudo" };
  await callTool("propose_knowledge", proposal);
  await callTool("send_message", { personId, channel: "sms", template: "table_ready", reason: "Otra vez" });
  await page.setViewportSize({ width: 390, height: 844 });
  await faro.send("PUT", "/api/account", { language: "es" });
  await page.goto(`${faro.url}/approvals`);
  await page.getByRole("article").first().waitFor();
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await waitUntilRendered(page);
  await screenshot(page, "approvals-es-390");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
  await page.goto(`${faro.url}/settings?tab=api`);
  await page.getByRole("heading", { name: "Asistentes de IA (MCP)" }).waitFor();
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await waitUntilRendered(page);
  await screenshot(page, "mcp-card-es-390");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
