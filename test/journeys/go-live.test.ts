import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  desktop,
  expectAccessible,
  openBrowser,
  openPage,
  screenshot,
  type TestBrowser,
} from "../browser.ts";
import { allowHolidaySends, findContactableNumbers } from "../contactable-people.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

/** The zone of the sender's domain. */
const zone = new Map<string, string[][]>();
const { phone: number, timezone } = findContactableNumbers(Date.now());
const own = number(1);

let faro: SandboxFaro;
let browser: TestBrowser;
let page: Page;
let complaints: string[];

/** The public address must be known before the start, so the port is chosen first. */
const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

beforeAll(async () => {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), FARO_PUBLIC_URL: publicUrl, FARO_EGRESS_ALLOW: "127.0.0.1/32" };
  const resolveTxt = async (name: string) => {
    const records = zone.get(name);
    if (!records) throw Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" });
    return records;
  };
  [faro, browser] = await Promise.all([startSandboxFaro(env, "own", { resolveTxt }), openBrowser()]);
  await allowHolidaySends(faro.send);
  await faro.send("POST", "/api/people", { firstName: "Marisol", phone: own, timezone });
  await faro.send("POST", "/api/api-keys/twilio", {
    accountSid: "AC00000000000000000000000000000007",
    authToken: "token",
    fromNumber: "+17875550100",
  });
  // With this request the simulator learns the account, which signs its callbacks.
  await faro.send("POST", "/api/test-connection/twilio", {});
  await faro.send("POST", "/api/api-keys/smtp", {
    host: "127.0.0.1",
    port: faro.sandboxSmtpPort,
    authentication: "none",
    fromAddress: "hola@company.example",
    postalAddress: "Calle Luna 1, San Juan, PR 00901",
  });
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/settings?tab=go-live`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Test sends" }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** Opens the guide of a channel, and a step of it. */
const openStep = async (channel: string, step: string): Promise<Locator> => {
  await page.getByRole("navigation", { name: "Channels" }).getByRole("link", { name: channel }).click();
  const guide = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: channel, exact: true }) });
  const button = guide.getByRole("button", { name: new RegExp(`^${step} \\(`) });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
  return guide;
};

test("the check of DNS records says what is missing, and is done when all are right", async () => {
  const email = await openStep("Email", "SPF, DKIM and DMARC");
  await email.getByLabel("DKIM selector").fill("s1");
  await email.getByRole("button", { name: "Check DNS" }).click();
  await email.getByText("This record does not exist").first().waitFor();
  expect(await email.getByText("This record does not exist").count()).toBe(3);
  zone.set("company.example", [["v=spf1 a:127.0.0.1 ~all"]]);
  zone.set("s1._domainkey.company.example", [["v=DKIM1; k=rsa; p=MIGfMA0GCSqG"]]);
  zone.set("_dmarc.company.example", [["v=DMARC1; p=quarantine"]]);
  await email.getByRole("button", { name: "Check DNS" }).click();
  // Done, it gives way to the next step.
  await email.getByText("SPF, DKIM and DMARC (done)").waitFor();
  await openStep("Email", "SPF, DKIM and DMARC");
  await email.getByText("Found and correct").nth(2).waitFor();
  expect(await email.getByText("This record does not exist").count()).toBe(0);
});

test("the guide waits for the first callback and notices it by itself", async () => {
  const sms = await openStep("SMS", "Callbacks");
  await sms.getByText("Waiting for the first callback…").waitFor();
  expect(await sms.getByLabel("Callback URL").inputValue()).toBe(`${faro.url}/hooks/vendors/twilio-sms`);
  await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(own)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text: "Hola" }),
  });
  await sms.getByText("Waiting for the first callback…").waitFor({ state: "detached" });
});

test("a test to oneself shows that it was delivered", async () => {
  const sms = await openStep("SMS", "Test to yourself");
  await sms.getByLabel("Your mobile number").fill(own);
  await sms.getByRole("button", { name: "Send a test" }).click();
  await sms.getByText("Test to yourself (done)").waitFor();
  await openStep("SMS", "Test to yourself");
  await sms.getByRole("status").getByText("Delivered").waitFor();
  expect(await sms.getByText("Simulated").count()).toBe(0);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
  await screenshot(page, "journey-go-live");
});
