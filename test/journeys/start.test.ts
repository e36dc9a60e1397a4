import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  desktop,
  expectAccessible,
  openBrowser,
  openPage,
  screenshot,
  type TestBrowser,
  waitUntilRendered,
} from "../browser.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";

let faro: SandboxFaro;
let browser: TestBrowser;

beforeAll(async () => {
  // In the demo workspace, with what the page needs of its data.
  [faro, browser] = await Promise.all([
    startSandboxFaro({ FARO_EGRESS_ALLOW: "127.0.0.1/32" }),
    openBrowser(),
  ]);
  await addDemoForm();
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** The website form of the demo, and a rule that answers it. */
const addDemoForm = async (): Promise<void> => {
  const fields = { firstName: "first_name", lastName: "last_name", email: "email", phone: "phone" };
  const { body } = await faro.send("POST", "/api/endpoints", {
    name: "Website form",
    mappingTemplate: {
      person: { ...fields, language: "language", "consents.sms": "consents.sms" },
      event: { type: "type", message: "message" },
    },
  });
  await faro.pool.query("INSERT INTO demo_rows (kind, id) VALUES ('endpoints', $1)", [body.id]);
  await faro.send("POST", "/api/rules", {
    name: "Website form → SMS",
    triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "high_intent" }],
  });
  // The gate refuses it, because nobody consented.
  const refused = await faro.send("POST", "/api/people", { firstName: "Rafael", phone: "+17875550177" });
  await faro.send("POST", `/api/people/${refused.body.id}/messages`, {
    channel: "sms",
    text: "Our autumn offer",
    purpose: "marketing",
  });
  const blocked = "SELECT count(*)::int AS count FROM actions WHERE status = 'blocked'";
  await vi.waitFor(
    async () => {
      const { rows } = await faro.pool.query(blocked);
      if (rows[0].count !== 1) throw new Error("The gate has not refused it yet");
    },
    { timeout: 180_000 },
  );
};

/** As before the first sign-in of the first administrator. */
const startAnew = async (): Promise<void> => {
  await faro.pool.query("DELETE FROM first_steps");
  await faro.pool.query("UPDATE users SET first_name = NULL, last_name = NULL, language = NULL");
  await faro.pool.query("DELETE FROM go_live_records");
  await faro.pool.query("DELETE FROM api_keys WHERE service = 'twilio'");
};

const english = {
  language: "en",
  email: "Email",
  password: "Password",
  signIn: "Sign In",
  names: "Name the business and yourself",
  business: "Name of the business",
  firstName: "First name",
  lastName: "Last name",
  save: "Save and continue",
  greeting: /^Good (morning|afternoon|evening), Marisol$/,
  sendForm: "Send the form",
  see: "See her",
  held: /held/i,
  write: "Write a message",
  addMe: "Add me as a customer",
  gate: "Compliance check: can be sent now",
  evening: "Ask for 10 PM",
  eveningAnswer: /At .+ the check would say: held until/,
  send: "Send",
  phone: "Reply from the phone",
  sendReply: "Send the reply",
  inInbox: "You replied “Great, thank you”. It is in the inbox.",
  openInbox: "Open it in the inbox",
  askWhy: "Ask why",
  whyNothing: "Why did Rafael get nothing?",
  forward: "What would a rule do now?",
  forwardText: "Nothing is sent.",
  connect: "Connect a channel",
  account: "Account",
  next: "Connection test",
  test: "Test Twilio",
  accountSid: "Account SID",
  authToken: "Auth token",
  fromNumber: "From number",
  saveTwilio: "Save Twilio",
  connected: /^SMS is connected: \d of 7 steps/,
  allDone: "4 of 4 done",
  start: "Start",
  hide: "Hide this page",
} as const;
type Words = { [K in keyof typeof english]: string | RegExp };

const spanish: Words = {
  language: "es",
  email: "Correo electrónico",
  password: "Contraseña",
  signIn: "Iniciar sesión",
  names: "Nombre del negocio y el suyo",
  business: "Nombre del negocio",
  firstName: "Nombre",
  lastName: "Apellidos",
  save: "Guardar y continuar",
  greeting: /^Buen[oa]s (días|tardes|noches), Marisol$/,
  sendForm: "Enviar el formulario",
  see: "Verla",
  held: /espera/i,
  write: "Escribir un mensaje",
  addMe: "Agregarme como cliente",
  gate: "Verificación: puede enviarse ahora",
  evening: "Preguntar por las 10 PM",
  eveningAnswer: /A las .+ la verificación diría: en espera hasta/,
  send: "Enviar",
  phone: "Responder desde el teléfono",
  sendReply: "Enviar la respuesta",
  inInbox: "Usted respondió «Great, thank you». Está en la bandeja.",
  openInbox: "Abrirla en la bandeja",
  askWhy: "Preguntar por qué",
  whyNothing: "¿Por qué Rafael no recibió nada?",
  forward: "¿Qué haría una regla ahora?",
  forwardText: "No se envía nada.",
  connect: "Conectar un canal",
  account: "Cuenta",
  next: "Prueba de conexión",
  test: "Probar Twilio",
  accountSid: "SID de la cuenta",
  authToken: "Token de autenticación",
  fromNumber: "Número de origen",
  saveTwilio: "Guardar Twilio",
  connected: /^SMS está conectado: \d de 7 pasos/,
  allDone: "4 de 4 hechas",
  start: "Inicio",
  hide: "Ocultar esta página",
};

const signIn = async (words: Words): Promise<{ page: Page; complaints: string[] }> => {
  const opened = await openPage(await browser.newContext(desktop));
  const { page } = opened;
  await page.addInitScript((language) => localStorage.setItem("language", language), String(words.language));
  await page.goto(faro.url);
  await page.getByLabel(words.email).fill(adminEmail);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: words.signIn }).click();
  return opened;
};

describe.each([
  ["English", english],
  ["Spanish", spanish],
] as const)("the first three minutes in %s", (_, words: Words) => {
  let page: Page;
  let complaints: string[];
  const thing = (index: number) => page.getByRole("main").locator("ol > li").nth(index);
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

  beforeAll(async () => {
    await startAnew();
    ({ page, complaints } = await signIn(words));
  });

  test("the first sign-in asks for the names once, and opens the page Start", async () => {
    await page.getByRole("heading", { name: words.names }).waitFor();
    await expectAccessible(page);
    await page.getByLabel(words.business, { exact: true }).fill("Sol del Este");
    await page.getByLabel(words.firstName, { exact: true }).fill("Marisol");
    await page.getByLabel(words.lastName, { exact: true }).fill("Vega");
    await button(words.save).click();
    await page.getByText(words.greeting).waitFor();
    expect(new URL(page.url()).pathname).toBe("/start");
    await waitUntilRendered(page);
    await expectAccessible(page);
    await screenshot(page, `journey-start-${words.language}`);
  });

  test("a lead arrives, is scored and answered, and leads to her page", async () => {
    await button(words.sendForm).click();
    await page.getByRole("link", { name: words.see }).waitFor();
    // For an hour and a quarter before eight in Puerto Rico it is night everywhere that a form's number can be from.
    await thing(0).getByText("Website form → SMS").or(thing(0).getByText(words.held)).first().waitFor();
    expect(await thing(0).getByRole("listitem").count()).toBeGreaterThanOrEqual(4);
  });

  test("a message is ruled on, sent, answered from the phone and seen in the inbox", async () => {
    await button(words.write).click();
    await button(words.addMe).click();
    await page.getByText(words.gate).waitFor();
    await button(words.evening).click();
    await page.getByText(words.eveningAnswer).waitFor();
    await thing(1).getByRole("button", { name: words.send, exact: true }).click();
    await page.getByRole("log").getByText("Sol del Este").waitFor();
    await page.getByLabel(words.phone).fill("Great, thank you");
    await button(words.sendReply).click();
    await page.getByText(words.inInbox).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: words.openInbox }).first().click();
    await page.getByRole("main").getByText("Great, thank you").first().waitFor();
    await page.goBack();
  });

  test("a refusal explains itself, and a rule is played forward on the person", async () => {
    // Not its exact name, which says "done" from the moment on at which the answer was seen.
    const question = page.getByRole("button", { name: words.whyNothing });
    await button(words.askWhy).or(question).first().click();
    if ((await question.getAttribute("aria-expanded")) === "false") await question.click();
    await thing(2).getByText("Our autumn offer").waitFor();
    await button(words.forward).click();
    await thing(2).getByText(words.forwardText).waitFor();
    await thing(2).getByRole("status").waitFor();
    const { rows } = await faro.pool.query("SELECT asked, done FROM first_steps");
    expect(Object.keys(rows[0].asked)).toContain("refused");
    expect(Object.keys(rows[0].done)).toContain("why");
    await expectAccessible(page);
  });

  test("a channel is connected in the guide, one step after the other", async () => {
    const connect = button(words.connect);
    if (await connect.isVisible()) await connect.click();
    await page.getByRole("link", { name: /^SMS/ }).click();
    const account = page.getByRole("button", { name: words.account });
    await account.and(page.locator("[aria-expanded=true]")).waitFor();
    await page.getByLabel(words.accountSid, { exact: true }).fill("AC00000000000000000000000000000007");
    await page.getByLabel(words.authToken, { exact: true }).fill("token");
    await page.getByLabel(words.fromNumber, { exact: true }).selectOption({ index: 1 });
    await button(words.saveTwilio).click();
    const next = page.getByRole("button", { name: words.next });
    await next.and(page.locator("[aria-expanded=true]")).waitFor();
    await waitUntilRendered(page);
    await expectAccessible(page);
    await screenshot(page, `journey-start-guide-${words.language}`);
    await button(words.test).click();
    await next.and(page.locator("[aria-expanded=false]")).waitFor();
    await page.goto(`${faro.url}/start`);
    await page.getByText(words.connected).waitFor();
    await page.getByText(words.allDone).waitFor();
    expect(complaints).toEqual([]);
    await screenshot(page, `journey-start-done-${words.language}`);
  });

  test("one press hides the page for ever", async () => {
    await button(words.hide).click();
    await page.waitForURL(`${faro.url}/`);
    await page.reload();
    await page.getByRole("banner").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    expect(await page.getByRole("option", { name: words.start }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
