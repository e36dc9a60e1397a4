import type { Locator, Page } from "playwright-core";
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
import { startVoiceFaro, type VoiceFaro, welcomeScript } from "../voice-calls.ts";

const office = { kind: "number", label: "Office", number: "+17875550199" };
/** Long enough to be interrupted while it is spoken. */
const priceAnswer =
  "Una batería cuesta entre $9,800 y $11,400 instalada, según el techo y la distancia hasta el panel eléctrico, e incluye los permisos, la instalación, la inspección final y diez años de garantía del fabricante.";

let browser: TestBrowser;
let faro: VoiceFaro;
/** The operator's screen, the customer's phone and the phone of the office. */
let page: Page;
let phone: Page;
let officePhone: Page;
let complaintsOf: () => string[];

beforeAll(async () => {
  [faro, browser] = await Promise.all([startVoiceFaro(), openBrowser()]);
  // Slow enough to interrupt the agent.
  await faro.control({ relay: { speed: 5 } });
  // The agent holds the dialogue from the script and the knowledge.
  for (const { id } of (await faro.send("GET", "/api/ai-providers")).body)
    await faro.send("PUT", `/api/ai-providers/${id}`, { enabled: false });
  await faro.send("PUT", "/api/voice/phone", {
    transferTargets: [office],
    staffedFrom: "00:00",
    staffedTo: "23:59",
    staffedDays: [1, 2, 3, 4, 5, 6, 7],
  });
  await faro.send("POST", "/api/knowledge", {
    kind: "question",
    language: "es",
    title: "¿Cuánto cuesta una batería?",
    body: priceAnswer,
  });
  await faro.script(welcomeScript);
  await faro.script({ ...welcomeScript, name: "Welcome", language: "en", accent: "en-US" });
  const desk = await browser.newContext(desktop);
  // Their own context: the language of the browser is that of the page.
  const phones = await browser.newContext({ ...desktop, locale: "es-PR" });
  const opened = [await openPage(desk), await openPage(phones), await openPage(phones)] as const;
  [page, phone, officePhone] = [opened[0].page, opened[1].page, opened[2].page];
  complaintsOf = () => opened.flatMap(({ complaints }) => complaints);
  await page.goto(`${faro.url}/voice`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("No active calls").waitFor();
  await phones.addCookies(await desk.cookies());
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const openPhone = async (at: Page, number: string): Promise<void> => {
  await at.goto(`${faro.url}/sandbox?with=${encodeURIComponent(number)}`);
  await at.getByRole("button", { name: "Llamar al negocio" }).waitFor();
};

/** Presses "Call now" on the person's page, watches the call and answers it as the customer. */
const callFromPage = async (person: { id: string; phone: string }): Promise<void> => {
  await openPhone(phone, person.phone);
  await page.goto(`${faro.url}/people?person=${person.id}`);
  await page.getByRole("button", { name: "Call now" }).click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel("Script").selectOption({ label: "Bienvenida · Spanish" });
  await dialog.getByText("The call is placed immediately").waitFor();
  await dialog.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByRole("button", { name: "Watch" }).click();
  await page.getByText("The phone is ringing. The transcript appears here as people speak").waitFor();
  await phone.getByRole("alert").getByRole("button", { name: "Contestar" }).click();
};

const say = async (words: string): Promise<void> => {
  await phone.getByLabel("Diga algo").fill(words);
  await phone.getByLabel("Diga algo").press("Enter");
};
const agentListens = () => phone.getByText("Le toca a usted. El agente escucha.").waitFor();
/** A line of the call on the customer's phone. */
const heard = (words: string | RegExp): Locator => phone.locator(".call-line").getByText(words);
/** A line of the call on the operator's screen. */
const live = (words: string | RegExp): Locator =>
  page.getByRole("log", { name: "Conversation" }).getByRole("listitem").filter({ hasText: words });

test("a lead is called, asks the price in Spanish, interrupts, and gets a person", async () => {
  const person = await faro.person(1);
  await openPhone(officePhone, office.number);
  await callFromPage(person);
  await heard(/inteligencia artificial de .+ Esta llamada se graba/).waitFor();
  await heard(/Usted nos preguntó por energía solar, Luz/).waitFor();
  await live(/Usted nos preguntó por energía solar, Luz/).waitFor();
  await agentListens();

  await say("¿Cuánto cuesta una batería?");
  await heard(/Una batería cuesta/).waitFor();
  await phone.getByText("El agente está hablando. Diga algo para interrumpir.").waitFor();
  await say("Perdone, ¿me repite eso?");
  await live(/Una batería.*interrupted/).waitFor();
  await live("Perdone, ¿me repite eso?").waitFor();
  await heard(/Claro que sí.*entre 9,800 dólares y 11,400 dólares.*¿La casa es suya\?/).waitFor();
  await agentListens();
  await page.getByLabel("Whisper to the agent; Luz won't hear").fill("Es clienta desde 2019");
  await page.keyboard.press("Enter");
  await live("Es clienta desde 2019").waitFor();
  await say("Sí, la casa es mía");
  await page.getByLabel("Goals, facts and scores").getByText("1 of 1").first().waitFor();
  await agentListens();
  expect(await heard("Es clienta desde 2019").count()).toBe(0);
  await waitUntilRendered(page);
  await expectAccessible(page);
  await expectAccessible(phone);
  await screenshot(page, "voice-call-live");
  await screenshot(phone, "voice-call-phone");

  await say("Quiero hablar con una persona");
  await page.getByText("Luz Marrero asks for a human agent").first().waitFor();
  await officePhone.getByRole("alert").getByRole("button", { name: "Contestar" }).click();
  await officePhone
    .locator(".call-line")
    .getByText(/Llamada de Luz Marrero.*Oprima el 1/)
    .waitFor();
  await page.getByText("Transferred to the team").first().waitFor();
  await screenshot(page, "voice-call-transferred");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByText("Luz Marrero asked to talk to a human agent").waitFor();
  await page.keyboard.press("Escape");
  await officePhone.getByRole("button", { name: "Oprimir 1" }).click();
  await heard("Conectada con la otra persona").waitFor();
  await phone.getByRole("button", { name: "Colgar" }).click();
  await page.getByText("The call with Luz Marrero has ended").first().waitFor();

  await page.getByRole("button", { name: "Open call" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const transcript = page.getByRole("region", { name: "Transcript" }).getByRole("listitem");
  await transcript.filter({ hasText: /^\d:\d\dLuz¿Cuánto cuesta una batería\?/ }).waitFor();
  await transcript
    .filter({ hasText: /^\d:\d\dAgentClaro que sí.*entre 9,800 dólares y 11,400 dólares/ })
    .waitFor();
  await transcript.filter({ hasText: /^\d:\d\dWhisperEs clienta desde 2019/ }).waitFor();
  expect(await page.getByRole("combobox", { name: "Outcome" }).inputValue()).toBe("follow_up");
  await page.getByText("How it ended: handed off to a human agent").waitFor();
  await page.getByText(/^Handoff: the customer asked for a human agent\. Told: Casa propia/).waitFor();
  await page.getByText("Disclosed the recording before it started").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await waitUntilRendered(page);
  await expectAccessible(page);
  await screenshot(page, "voice-call-page");

  const callUrl = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Open person" }).click();
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Edit person" }).click();
  const profile = page.getByRole("dialog");
  await profile.getByRole("tab", { name: "Timeline" }).click();
  const entry = profile.getByRole("listitem").filter({ hasText: /AI voice agent, \d/ });
  await entry.getByText("Follow-up").waitFor();
  expect(await entry.getByRole("link", { name: "Open call" }).getAttribute("href")).toBe(callUrl);
  await profile.getByRole("tab", { name: "AI Profile" }).click();
  await profile.getByRole("region", { name: "Next best action" }).getByText("Reply personally").waitFor();
  await profile.getByText("Talked on the phone").first().waitFor();
  await page.goto(`${faro.url}/voice`);
  await page.getByText("AI Handoffs").waitFor();
  await waitUntilRendered(page);
  expect(await page.locator("main").textContent()).toMatch(
    /Calls Today1since.*AI Handoffs1handed off.*Success Rate100%of/,
  );
  await screenshot(page, "voice-call-cards");
  expect(complaintsOf()).toEqual([]);
});

test.runIf(isDeep)("an operator takes the call over, speaks, hands it back and hangs up", async () => {
  await callFromPage(await faro.person(2));
  await heard(/¿Tiene un momento\?/).waitFor();
  await page.getByRole("button", { name: /^Take over/ }).click();
  await page.getByText("The agent is silent. Luz hears what you write.").waitFor();
  await page.getByLabel("Say to Luz, word for word").fill("Le habla Marta, de la oficina.");
  await page.keyboard.press("Enter");
  await heard("Le habla Marta, de la oficina.").waitFor();
  await live(/Operator.*Le habla Marta, de la oficina\./).waitFor();
  await waitUntilRendered(page);
  await expectAccessible(page);
  await screenshot(page, "voice-call-taken");
  await page.getByRole("button", { name: "Hand back" }).click();
  await page.getByRole("button", { name: /^Take over/ }).waitFor();
  await say("¿Cuánto cuesta una batería?");
  await heard(/Una batería cuesta/).waitFor();
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hang up" }).click();
  await page.getByText("The call with Luz Marrero has ended").first().waitFor();
  await page.getByRole("button", { name: "Open call" }).click();
  await page.getByText("How it ended: an operator hung up").waitFor();
  expect(complaintsOf()).toEqual([]);
});
