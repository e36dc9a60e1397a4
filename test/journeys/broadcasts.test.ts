import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Broadcast, BroadcastActual } from "#contract/broadcasts.ts";
import {
  desktop,
  expectAccessible,
  openBrowser,
  openPage,
  screenshot,
  type TestBrowser,
  waitUntilRendered,
} from "../browser.ts";
import { allowHolidaySends, findContactableNumbers, findForeignZone } from "../contactable-people.ts";
import { adminEmail, password } from "../faro.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";
import { findLayoutProblems } from "./layout-problems.ts";

const now = Date.now();
const { phone, timezone } = findContactableNumbers(now);
const sleepingZone = findForeignZone(now, false);
const phoneSize = { width: 390, height: 844 };

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let numbers = 0;

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/campaigns`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Campaigns" }).first().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const addPerson = async (person: object): Promise<string> => {
  const { status, body } = await faro.send("POST", "/api/people", {
    ...{ phone: phone(++numbers), timezone, consents: { sms: true } },
    ...person,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};

/** The page fits a phone, too; then the window is as wide as before. */
const looksGood = async (name: string) => {
  await waitUntilRendered(page);
  await screenshot(page, name);
  await expectAccessible(page);
  await page.setViewportSize(phoneSize);
  await waitUntilRendered(page);
  expect(await findLayoutProblems(page), name).toEqual([]);
  await screenshot(page, `${name}-390`);
  await page.setViewportSize(desktop.viewport ?? phoneSize);
};

const english = {
  language: "en",
  town: "Ponce",
  newBroadcast: /^New broadcast/,
  empty: "No broadcasts yet",
  name: /^Name of the broadcast/,
  addCondition: "Add condition",
  searchFields: "Search fields",
  tags: "tags",
  townField: "town",
  value: "Value",
  text: "Template name or custom text",
  pace: "People per minute",
  preview: (people: string) => `Preview ${people}`,
  people: (count: number) => `${count} people`,
  rulings: { send: "Go now", wait: "Held", stop: "Stopped" },
  optedOut: /^Opted out/,
  find: (count: number) => `Find one of ${count} people`,
  found: "People found",
  stops: /: Stopped\. .*opted out/,
  waits: /: Held until /,
  emptyVariable: "“first_name” is empty for 1 person",
  send: (count: number) => `Send to ${count} people`,
  typed: /^Enter .* to send$/,
  progress: (count: number) => `of ${count} people so far`,
  held: "1 held",
  close: "Close",
  paused: "The broadcast is paused",
  resume: /^Resume/,
  pause: /^Pause/,
  results: (count: number) => `of ${count} people were sent a message`,
  planned: "Expected and actual",
  broadcasts: "Broadcasts",
  open: "Open",
  done: "Done",
};
const words = [
  english,
  {
    language: "es",
    town: "Caguas",
    newBroadcast: /^Nuevo envío masivo/,
    empty: undefined,
    name: /^Nombre del envío masivo/,
    addCondition: "Agregar condición",
    searchFields: "Buscar campos",
    tags: "etiquetas",
    townField: "municipio",
    value: "Valor",
    text: "Nombre de plantilla o texto personalizado",
    pace: "Personas por minuto",
    preview: (people: string) => `Ver ${people}`,
    people: (count: number) => `${count} personas`,
    rulings: { send: "Se envían ya", wait: "En espera", stop: "Detenidas" },
    optedOut: /^Pidió la baja/,
    find: (count: number) => `Buscar entre ${count} personas`,
    found: "Personas encontradas",
    stops: /: Detenida\. /,
    waits: /: En espera hasta /,
    emptyVariable: "«first_name» está vacía para 1 persona",
    send: (count: number) => `Enviar a ${count} personas`,
    typed: /^Ingrese .* para enviar$/,
    progress: (count: number) => `de ${count} personas hasta ahora`,
    held: "1 en espera",
    close: "Cerrar",
    paused: "El envío masivo está en pausa",
    resume: /^Reanudar/,
    pause: /^Pausar/,
    results: (count: number) => `de ${count} personas con mensaje enviado`,
    planned: "Previsto y real",
    broadcasts: "Envíos masivos",
    open: "Abiertos",
    done: "Terminados",
  },
];

describe.each(words)("a broadcast ($language)", (word) => {
  const { language, town } = word;
  const tag = `solar-${language}`;
  const people = { go: ["Ana", "Berta", "Carla"], sleeping: "Delia", optedOut: "Elba" };

  type Found = Broadcast & { actual: BroadcastActual | null };
  const stored = async (): Promise<Found> =>
    (await faro.send("GET", `/api/broadcasts/${new URL(page.url()).pathname.split("/").at(-1)}`)).body;

  /** Adds a condition by the keyboard: the field is searched and chosen by Enter. */
  const addCondition = async (field: string) => {
    await page.getByRole("button", { name: word.addCondition }).first().click();
    await page.getByRole("combobox", { name: word.searchFields }).fill(field);
    await page.keyboard.press("Enter");
  };
  const writeNew = async (name: string) => {
    await page.goto(`${faro.url}/campaigns`);
    await page.getByRole("link", { name: word.newBroadcast }).first().waitFor();
    await page.keyboard.press("n");
    await page.getByLabel(word.name).fill(name);
  };
  const section = (ruling: keyof typeof word.rulings) =>
    page.getByRole("region", { name: word.rulings[ruling], exact: true });

  beforeAll(async () => {
    const lastName = `Rivera ${language}`;
    for (const firstName of people.go) await addPerson({ firstName, lastName, tags: [tag] });
    await addPerson({ firstName: people.sleeping, lastName, tags: [tag], timezone: sleepingZone });
    const optedOut = await addPerson({ firstName: people.optedOut, lastName, tags: [tag] });
    await faro.send("POST", `/api/people/${optedOut}/opt-out`, {});
    await addPerson({ firstName: "", lastName: "", tags: [tag] });
    for (const firstName of ["Flor", "Gloria", "Hilda"]) await addPerson({ firstName, lastName, town });
    await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
  });

  test("is written and shows in the preview what happens to each person, and why", async () => {
    await page.goto(`${faro.url}/campaigns`);
    if (word.empty) {
      await page.getByText(word.empty).waitFor();
      await looksGood("broadcasts-empty");
    }
    await writeNew(`Price list ${language}`);
    await addCondition(word.tags);
    await page.getByRole("combobox", { name: word.value }).fill(tag);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.getByLabel(word.text).fill("Hola {{first_name}}, la lista de precios cambia el viernes.");
    const preview = page.getByRole("button", { name: word.preview(word.people(6)) });
    await preview.waitFor();
    await looksGood(`broadcast-write-${language}`);
    await preview.click();

    await page.getByRole("button", { name: word.send(4) }).waitFor();
    for (const [ruling, count] of [
      ["send", 3],
      ["wait", 1],
      ["stop", 2],
    ] as const)
      await section(ruling)
        .getByRole("button", { name: String(count), exact: true })
        .waitFor();
    await page.getByText(word.emptyVariable).waitFor();
    const group = section("stop").getByRole("button", { name: word.optedOut });
    await group.press("Enter");
    await section("stop").getByRole("link", { name: people.optedOut }).waitFor();
    const search = page.getByRole("searchbox", { name: word.find(6) });
    const found = page.getByRole("list", { name: word.found });
    await search.fill(people.optedOut);
    await found.getByText(word.stops).waitFor();
    await search.fill(people.sleeping);
    await found.getByText(word.waits).waitFor();
    await looksGood(`broadcast-preview-${language}`);
    expect((await stored()).actual).toBeNull();
    expect(complaints).toEqual([]);
  });

  test("of a few people is sent without a typed number, and every figure opens its people", async () => {
    expect(await page.getByLabel(word.typed).count()).toBe(0);
    await page.getByRole("button", { name: word.send(4) }).click();
    await page.getByText(word.progress(4)).waitFor();
    await page.getByRole("button", { name: word.held, exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("link", { name: people.sleeping }).waitFor();
    expect(await sheet.getByRole("listitem").count()).toBe(1);
    await waitUntilRendered(page);
    await screenshot(page, `broadcast-held-${language}`);
    await page.keyboard.press("Escape");
    await expect
      .poll(async () => {
        const { actual } = await stored();
        return actual && [actual.begun, actual.delivered + actual.sent, actual.waiting];
      })
      .toEqual([4, 3, 1]);
    await looksGood(`broadcast-running-${language}`);
    expect(complaints).toEqual([]);
  });

  test("with a pace is paused by the space bar, goes on, and ends with its results", async () => {
    await writeNew(`Notice ${language}`);
    await addCondition(word.townField);
    await page.getByRole("textbox", { name: word.value }).fill(town);
    await page.getByLabel(word.text).fill("Hola {{first_name}}, el viernes cerramos.");
    // So slow that it cannot end before it is paused.
    await page.getByLabel(word.pace).fill("1");
    await page.getByRole("button", { name: word.preview(word.people(3)) }).click();
    await page.getByRole("button", { name: word.send(3) }).click();
    await page.getByText(word.progress(3)).waitFor();
    await page.keyboard.press(" ");
    await page.getByText(word.paused).waitFor();
    expect(await stored()).toMatchObject({ state: "paused", perMinute: 1 });
    await looksGood(`broadcast-paused-${language}`);
    // The rest need not wait for minutes.
    await faro.pool.query(
      `UPDATE broadcasts SET definition = definition || '{"perMinute": null}' WHERE state = 'paused'`,
    );
    await page.getByRole("button", { name: word.resume }).click();
    await page.getByText(word.results(3)).waitFor();
    const table = page.getByRole("table", { name: word.planned });
    await table.waitFor();
    expect(await page.getByRole("button", { name: word.pause }).count()).toBe(0);
    const { state, actual } = await stored();
    expect(state).toBe("done");
    expect(actual).toMatchObject({ people: 3, begun: 3, waiting: 0, failed: 0, notSent: 0 });
    await looksGood(`broadcast-results-${language}`);
    expect(complaints).toEqual([]);
  });

  test("is found in the list by its state, and opened by the keyboard", async () => {
    await page.goto(`${faro.url}/campaigns`);
    const list = page.getByRole("table", { name: word.broadcasts });
    const sending = list.getByRole("link", { name: `Price list ${language}` });
    const done = list.getByRole("link", { name: `Notice ${language}` });
    await sending.waitFor();
    await done.waitFor();
    await looksGood(`broadcasts-${language}`);
    await page.getByRole("button", { name: word.open, exact: true }).click();
    await done.waitFor({ state: "detached" });
    await sending.waitFor();
    await page.getByRole("button", { name: word.done, exact: true }).click();
    await sending.waitFor({ state: "detached" });
    await done.waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: `Notice ${language}` }).waitFor();
    expect(complaints).toEqual([]);
  });
});
