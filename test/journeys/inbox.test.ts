import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectAccessible,
  openBrowser,
  screenshot,
  type TestBrowser,
  waitUntilRendered,
} from "../browser.ts";
import { addColleague, type Colleague } from "../colleagues.ts";
import { allowHolidaySends, findContactableNumbers } from "../contactable-people.ts";
import { isDeep } from "../deep.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";
import { openSignedIn } from "./signed-in-page.ts";

const { phone: number, timezone } = findContactableNumbers(Date.now());

let browser: TestBrowser;
let faro: SandboxFaro;
/** Two operators, and the customer's simulated phone. */
let luz: Page;
let omar: Page;
let phone: Page;
let viewer: Colleague;
let allComplaints: () => string[];
const people = { ana: "", berta: "", carmen: "" };

const addPerson = async (firstName: string, n: number): Promise<string> => {
  const { body } = await faro.send("POST", "/api/people", {
    firstName,
    lastName: "Rivera",
    email: `${firstName.toLowerCase()}@example.com`,
    phone: number(n),
    timezone,
    consents: { sms: true },
  });
  return body.id;
};

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  people.ana = await addPerson("Ana", 1);
  people.berta = await addPerson("Berta", 2);
  people.carmen = await addPerson("Carmen", 3);
  viewer = await addColleague(faro, "Vera", "viewer");
  const user = await addColleague(faro, "Luz");
  const windows = [
    await openSignedIn(browser, faro.url, user),
    await openSignedIn(browser, faro.url, await addColleague(faro, "Omar")),
    await openSignedIn(browser, faro.url, user),
  ] as const;
  [luz, omar, phone] = [windows[0].page, windows[1].page, windows[2].page];
  // A refused crossing reply is an error of the console, as every refused request is.
  allComplaints = () =>
    windows.flatMap(({ complaints }) => complaints.filter((text) => !/409 .*\/messages$/.test(text)));
  await phone.goto(`${faro.url}/sandbox`);
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** Shown in English, so the same markup in Spanish needs no second check. */
const looksGood = async (page: Page, name: string) => {
  await waitUntilRendered(page);
  await screenshot(page, name);
  await expectAccessible(page);
};

type Words = typeof english;
const english = {
  language: "en",
  newChat: "New",
  address: "Customer's number or e-mail",
  open: "Open",
  write: "Message",
  send: "Send",
  bell: /^Notifications/,
  replied: (name: string) => `${name} Rivera replied by SMS`,
  messageTo: (name: string) => `Message to ${name} Rivera`,
  leaving: "Sending…",
  undo: "Undo",
  delivered: "Delivered",
  assign: "Assign",
  assigned: (name: string) => `${name} Rivera: assigned`,
  owner: "Owner: Omar. Assign",
  snooze: "Snooze",
  untilReply: "Until they reply",
  snoozed: (name: string) => `${name} Rivera: snoozed until they reply`,
  close: "Close",
  stillWaiting: (name: string) => `${name} Rivera is still waiting`,
  closeAnyway: "Close anyway",
  closed: (name: string) => `${name} Rivera: closed`,
  reopen: "Reopen",
};
const spanish: Words = {
  language: "es",
  newChat: "Nueva",
  address: "Número o correo del cliente",
  open: "Abrir",
  write: "Mensaje",
  send: "Enviar",
  bell: /^Notificaciones/,
  replied: (name) => `${name} Rivera respondió por SMS`,
  messageTo: (name) => `Mensaje a ${name} Rivera`,
  leaving: "Enviando…",
  undo: "Deshacer",
  delivered: "Entregado",
  assign: "Asignar",
  assigned: (name) => `${name} Rivera: asignada`,
  owner: "Responsable: Omar. Asignar",
  snooze: "Posponer",
  untilReply: "Hasta que responda",
  snoozed: (name) => `${name} Rivera: pospuesta hasta que responda`,
  close: "Cerrar",
  stillWaiting: (name) => `${name} Rivera aún espera`,
  closeAnyway: "Cerrar de todos modos",
  closed: (name) => `${name} Rivera: cerrada`,
  reopen: "Reabrir",
};

const thread = (page: Page) => page.locator("[data-thread-items]");
const toasts = (page: Page) => page.locator("[data-sonner-toast], li[data-state=open]");
const undo = (page: Page, words: Words, title: string) =>
  toasts(page).filter({ hasText: title }).getByRole("button", { name: words.undo }).click();
const inList = (page: Page, id: string) => page.locator(`a[data-thread="${id}"]`);

/** The conversation that the phone shows. */
let shownNumber = 0;

/** The customer writes on the phone. */
const writes = async (words: Words, n: number, text: string) => {
  await phone.bringToFront();
  if (shownNumber !== n) {
    shownNumber = n;
    await phone.getByRole("button", { name: words.newChat }).first().click();
    await phone.getByLabel(words.address).fill(number(n));
    await phone.getByRole("button", { name: words.open, exact: true }).click();
    // The form of the conversation before stays until the new one is open.
    await expect
      .poll(async () =>
        (await phone.getByRole("heading", { level: 2 }).allInnerTexts()).map((text) =>
          text.replaceAll(/\D/g, ""),
        ),
      )
      .toContainEqual(expect.stringMatching(`${number(n).slice(-7)}$`));
  }
  await phone.getByRole("textbox", { name: words.write }).fill(text);
  await phone.getByRole("button", { name: words.send, exact: true }).click();
};

/** A customer writes; an operator answers, undoes, assigns, snoozes, closes and reopens. */
const answers = async (words: Words, name: "Ana" | "Berta", n: number) => {
  const id = name === "Ana" ? people.ana : people.berta;
  await luz.goto(`${faro.url}/`);
  await luz.evaluate((language) => localStorage.setItem("language", language), words.language);
  await luz.reload();
  await luz.getByRole("button", { name: words.bell }).waitFor();
  await writes(words, n, "Hello, how much is a roof?");
  await luz.bringToFront();
  await luz.getByRole("button", { name: words.bell }).click();
  await luz.getByRole("link", { name: words.replied(name) }).click();
  await expect.poll(() => new URL(luz.url()).pathname).toBe(`/inbox/${id}`);
  await thread(luz).getByText("Hello, how much is a roof?").waitFor();

  const field = luz.getByRole("textbox", { name: words.messageTo(name) });
  await field.waitFor();
  await thread(luz).focus();
  await luz.keyboard.press("r");
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill("We can come on Friday.");
  await luz.keyboard.press("Control+Enter");
  await undo(luz, words, words.leaving);
  await expect.poll(() => field.inputValue()).toBe("We can come on Friday.");
  // What was taken back is sent again as it is.
  await luz.getByRole("button", { name: words.send, exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe("");

  await luz.getByRole("button", { name: /(Assign|Asignar)$/ }).click();
  await luz.getByRole("menuitemcheckbox", { name: "Omar" }).click();
  await luz.getByText(words.assigned(name)).first().waitFor();
  await luz.getByRole("button", { name: words.owner }).waitFor();

  await phone.bringToFront();
  await phone.locator("li.message.arrived").getByText("We can come on Friday.").waitFor();
  expect(await phone.locator("li.message.arrived").getByText("We can come on Friday.").count()).toBe(1);
  await luz.bringToFront();
  await thread(luz).getByText(words.delivered).first().waitFor();
  if (words === english) await looksGood(luz, "inbox-answered");

  await luz.getByRole("button", { name: words.snooze, exact: true }).click();
  await luz.getByRole("menuitem", { name: words.untilReply }).click();
  await luz.getByText(words.snoozed(name)).first().waitFor();
  await expect.poll(() => inList(luz, id).count()).toBe(0);
  await writes(words, n, "Friday is good.");
  await luz.bringToFront();
  await inList(luz, id).click();
  await thread(luz).getByText("Friday is good.").waitFor();

  await thread(luz).focus();
  await luz.keyboard.press("e");
  await luz
    .getByRole("alertdialog")
    .or(luz.getByRole("dialog"))
    .getByText(words.stillWaiting(name))
    .waitFor();
  if (words === english) await looksGood(luz, "inbox-close-question");
  await luz.getByRole("button", { name: words.closeAnyway }).click();
  await luz.getByText(words.closed(name)).first().waitFor();
  await expect.poll(() => inList(luz, id).count()).toBe(0);
  await luz.goto(`${faro.url}/inbox/${id}?view=closed`);
  await luz.getByRole("button", { name: words.reopen }).click();
  await luz.getByRole("button", { name: words.close, exact: false }).first().waitFor();
  expect(allComplaints()).toEqual([]);
};

test("a customer writes, and an operator answers, undoes, assigns, snoozes and closes", async () => {
  await answers(english, "Ana", 1);
});

test.runIf(isDeep)("the same in Spanish", async () => {
  await phone.getByRole("button", { name: "Español" }).click();
  await answers(spanish, "Berta", 2);
  await phone.getByRole("button", { name: "English" }).click();
});

const reply = (page: Page) => page.getByRole("textbox", { name: "Message to Ana Rivera" });
const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const refusal = (page: Page) => page.getByRole("alert").filter({ hasText: "Your message was not sent." });

test("a note mentions a colleague, who is notified, and a task is added and done", async () => {
  await luz.evaluate(() => localStorage.setItem("language", "en"));
  await luz.goto(`${faro.url}/inbox/${people.ana}`);
  await reply(luz).waitFor();
  await luz.keyboard.press("n");
  const note = luz.getByRole("textbox", { name: "Note", exact: true });
  await note.pressSequentially("Please look at the roof, @Om");
  await luz.getByRole("option", { name: "Omar" }).waitFor();
  await looksGood(luz, "inbox-note");
  await luz.keyboard.press("Enter");
  await luz.getByRole("button", { name: "Add note" }).click();
  await thread(luz).getByText("Please look at the roof,").waitFor();

  await luz.keyboard.press("t");
  await luz.getByRole("textbox", { name: "Task" }).fill("Measure the roof");
  await luz.getByRole("button", { name: "Add", exact: true }).click();
  await luz.getByRole("checkbox", { name: "Done: Measure the roof" }).click();
  await luz.getByText("Done: Measure the roof").first().waitFor();
  await luz.getByRole("button", { name: "Undo" }).click();
  await luz.getByRole("checkbox", { name: "Done: Measure the roof", checked: false }).waitFor();

  await omar.goto(`${faro.url}/`);
  await omar.getByRole("button", { name: english.bell }).click();
  await omar.getByRole("link", { name: "Luz mentioned you in a note about Ana Rivera" }).click();
  await thread(omar).getByText("Please look at the roof,").waitFor();
});

/** Both have read the same and send at the same time. Returns who was refused. */
const sendAtOnce = async (round: number): Promise<{ winner: Page; loser: Page }> => {
  await reply(omar).fill(`Omar ${round}: we can come on Monday.`);
  await reply(luz).fill(`Luz ${round}: we can come on Tuesday.`);
  await Promise.all([sendButton(luz).click(), sendButton(omar).click()]);
  await expect.poll(async () => (await refusal(luz).count()) + (await refusal(omar).count())).toBe(1);
  const luzLost = (await refusal(luz).count()) === 1;
  const [winner, loser] = luzLost ? [omar, luz] : [luz, omar];
  await expect.poll(() => reply(winner).inputValue()).toBe("");
  const other = luzLost ? "Omar" : "Luz";
  await refusal(loser).getByText(`${other} replied while you were writing.`).waitFor();
  await refusal(loser).getByText(`${other} ${round}: we can come`).waitFor();
  return { winner, loser };
};
const sentTexts = async (round: number): Promise<number> =>
  (
    await faro.pool.query("SELECT 1 FROM actions WHERE sent_by IS NOT NULL AND config->>'text' LIKE $1", [
      `% ${round}: we can come%`,
    ])
  ).rows.length;

test("of two replies at once exactly one is refused, and its writer sees the other", async () => {
  const first = await sendAtOnce(1);
  await looksGood(first.loser, "inbox-crossing");
  expect(await sentTexts(1)).toBe(1);
  await first.loser.getByRole("button", { name: "Edit message" }).click();
  await reply(first.loser).press("End");
  await reply(first.loser).pressSequentially(" Or later.");
  await sendButton(first.loser).click();
  await expect.poll(() => reply(first.loser).inputValue()).toBe("");
  expect(await sentTexts(1)).toBe(2);

  const second = await sendAtOnce(2);
  await second.loser.getByRole("button", { name: "Send anyway" }).click();
  await expect.poll(() => reply(second.loser).inputValue()).toBe("");
  expect(await sentTexts(2)).toBe(2);

  const third = await sendAtOnce(3);
  await third.loser.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => reply(third.loser).inputValue()).toBe("");
  expect(await refusal(third.loser).count()).toBe(0);
  expect(await sentTexts(3)).toBe(1);
});

test.runIf(isDeep)("a message for later is dropped when the customer answers first", async () => {
  await reply(luz).fill("Have you decided?");
  await luz.getByRole("button", { name: "Later" }).click();
  await luz.getByRole("menuitemcheckbox", { name: "Unless they reply first" }).click();
  await luz.getByRole("menuitem", { name: /^Tomorrow/ }).click();
  await thread(luz).getByText("Canceled if they reply first.").waitFor();
  await looksGood(luz, "inbox-later");
  await writes(english, 1, "Yes, please come.");
  await thread(luz).getByText("Yes, please come.").waitFor();
  await thread(luz).getByText("SMS canceled · Replied in the meantime · Have you decided?").waitFor();
  await expect.poll(() => thread(luz).getByText("Canceled if they reply first.").count()).toBe(0);
});

test.runIf(isDeep)("keys move through the conversations", async () => {
  await writes(english, 2, "Are you open on Saturday?");
  await luz.goto(`${faro.url}/inbox`);
  await inList(luz, people.ana).waitFor();
  await inList(luz, people.berta).waitFor();
  const opened = () => new URL(luz.url()).pathname;
  // Where there is room for it, the first conversation opens by itself.
  await expect.poll(opened).not.toBe("/inbox");
  const first = opened();
  await luz.keyboard.press("j");
  await expect.poll(opened).not.toBe(first);
  await luz.keyboard.press("k");
  await expect.poll(opened).toBe(first);
});

test.runIf(isDeep)("a viewer reads a conversation and cannot answer", async () => {
  const { page, complaints } = await openSignedIn(browser, faro.url, viewer);
  await page.goto(`${faro.url}/inbox/${people.ana}`);
  await thread(page).getByText("Yes, please come.").waitFor();
  await page.getByText("You can view conversations. Operators and administrators can reply.").waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("e");
  expect(await page.getByRole("textbox", { name: /^Message to/ }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /^(Close|Assign|Snooze)/ }).count()).toBe(0);
  await looksGood(page, "inbox-viewer");
  expect(complaints).toEqual([]);
  await page.close();
});

test.runIf(isDeep)("on a small screen the list leads to the conversation and back", async () => {
  await luz.setViewportSize({ width: 390, height: 844 });
  await luz.goto(`${faro.url}/inbox`);
  await inList(luz, people.ana).waitFor();
  await looksGood(luz, "inbox-390");
  await inList(luz, people.ana).click();
  await reply(luz).waitFor();
  await looksGood(luz, "inbox-390-thread");
  expect(await luz.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await luz.getByRole("button", { name: "Show person" }).click();
  await luz.getByRole("dialog").getByText("Measure the roof").waitFor();
  await luz.keyboard.press("Escape");
  await luz.getByRole("button", { name: "Back to the list" }).click();
  await inList(luz, people.berta).waitFor();
  expect(allComplaints()).toEqual([]);
});
