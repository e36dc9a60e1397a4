import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createZip } from "#server/api/zip.ts";
import {
  expectAccessible,
  openBrowser,
  screenshot,
  type TestBrowser,
  waitUntilRendered,
} from "../browser.ts";
import { addColleague } from "../colleagues.ts";
import { isDeep } from "../deep.ts";
import { type SandboxFaro, startSandboxFaro } from "../sandbox-faro.ts";
import { openSignedIn } from "./signed-in-page.ts";

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  ({ page, complaints } = await openSignedIn(browser, faro.url, await addColleague(faro, "Luz")));
});
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const looksGood = async (name: string) => {
  await waitUntilRendered(page);
  await screenshot(page, name);
  await expectAccessible(page);
};

type Words = typeof english;
const english = {
  language: "en",
  choose: "Choose a file",
  check: /^Check \d/,
  run: /^Import \d/,
  problems: "Problems",
  scientific: "Shortened by a spreadsheet (1.78E+10)",
  total: "Not a person",
  notPerson: "The row is not a person: TOTAL",
  twice: "Twice in this file",
  samePeople: "Same people",
  mended: "Corrected",
  imported: "Import complete",
  added: "3 people added",
  download: "Download skipped rows",
  wouldUndo: "removes 3 people, restores 0 people",
  undo: "Undo import",
  undone: "Import undone",
};
const spanish: Words = {
  language: "es",
  choose: "Elegir archivo",
  check: /^Revisar \d/,
  run: /^Importar \d/,
  problems: "Problemas",
  scientific: "Acortado por una hoja de cálculo (1.78E+10)",
  total: "No es una persona",
  notPerson: "La fila no es una persona: TOTAL",
  twice: "Dos veces en este archivo",
  samePeople: "Son las mismas",
  mended: "Corregido",
  imported: "Importación completa",
  added: "3 personas agregadas",
  download: "Descargar filas omitidas",
  wouldUndo: "elimina 3 personas, restaura 0 personas",
  undo: "Deshacer importación",
  undone: "Importación deshecha",
};

const fairFile = `Nombre y Apellido;Tel. Móvil;E-Mail Address;Pueblo
María Núñez Rivera;787-555-0109;maria@gmial.com;MAYAGUEZ
José Luis Rivera;1.78755E+10;jose@example.com;Bayamón
TOTAL;;;
Wanda Irizarry;(787) 555-0160;;Ponce
Wanda Irizarry;787.555.0160;wanda@example.com;Ponce
Héctor Feliciano;787-555;none;Caguas
`;

const choose = async (words: Words, name: string, content: string | Buffer) => {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: words.choose }).click();
  await (await chooser).setFiles({
    name,
    mimeType: name.endsWith(".csv") ? "text/csv" : "application/octet-stream",
    buffer: Buffer.from(content as string),
  });
};
const emails = async (): Promise<string[]> =>
  (
    await faro.pool.query<{ email: string }>("SELECT email FROM people WHERE email IS NOT NULL ORDER BY 1")
  ).rows.map(({ email }) => email);

/** A file with errors, from the upload to the report and back. */
const importsAndUndoes = async (words: Words) => {
  await page.goto(`${faro.url}/people/import`);
  await page.evaluate((language) => localStorage.setItem("language", language), words.language);
  await page.reload();
  await choose(words, "feria.csv", fairFile);
  await page.getByRole("button", { name: words.check }).click();
  const problems = page.getByRole("list", { name: words.problems });
  for (const problem of [words.scientific, words.total, words.twice, words.mended])
    await problems.getByText(problem, { exact: true }).first().waitFor();
  await problems.getByText("maria@gmial.com", { exact: false }).waitFor();
  expect(await emails()).toEqual([]);
  if (words === english) await looksGood("import-check");
  // One of the five rows names the same person as another one.
  await page.getByRole("alert").getByRole("button", { name: words.samePeople }).click();
  await page.getByRole("button", { name: words.run }).click();

  await page.getByRole("heading", { name: words.imported, exact: true }).waitFor();
  await page.getByText(words.added).first().waitFor();
  expect(await emails()).toEqual(["jose@example.com", "maria@gmail.com", "wanda@example.com"]);
  // The row that was joined belongs to a person whom the undo removes.
  await page.getByText(words.wouldUndo).waitFor();
  if (words === english) await looksGood("import-report");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: words.download }).click();
  const refused = await readFile(await (await downloading).path(), "utf8");
  const [heading = "", ...rows] = refused.trim().split(/\r?\n/);
  expect(heading).toMatch(/Nombre y Apellido/);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain(words.notPerson);

  await page.getByRole("button", { name: words.undo }).click();
  await page.getByRole("dialog").getByRole("button", { name: words.undo }).click();
  await page.getByRole("heading", { name: words.undone }).waitFor();
  expect(await emails()).toEqual([]);
  expect(complaints).toEqual([]);
};

test("a file with errors is checked, imported, reported and undone", async () => {
  await importsAndUndoes(english);
});

test.runIf(isDeep)("the same in Spanish", async () => {
  await importsAndUndoes(spanish);
});

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const sheet = (rows: string[][]) =>
  `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`;
const workbook = (rows: string[][]): Promise<Buffer> =>
  createZip(
    Object.entries({
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Gente" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
      "xl/worksheets/sheet1.xml": sheet(rows),
    }).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    new Date("2026-11-16T12:00:00Z"),
  );

test("a workbook is imported, and the link of its report shows the people", async () => {
  await page.goto(`${faro.url}/people/import`);
  await page.evaluate(() => localStorage.setItem("language", "en"));
  await page.reload();
  await choose(
    english,
    "gente.xlsx",
    await workbook([
      ["First name", "Last name", "Email", "Phone"],
      ["Luisa", "Vega", "luisa@example.com", "787-555-0172"],
      ["Pedro", "Cruz", "pedro@example.com", "787-555-0171"],
    ]),
  );
  await page.getByText("sheet “Gente”").waitFor();
  await looksGood("import-match");
  await page.getByRole("button", { name: english.check }).click();
  await page.getByRole("button", { name: english.run }).click();
  await page.getByRole("link", { name: "Show people" }).click();
  await page.getByRole("row", { name: /Pedro Cruz/ }).waitFor();
});

test.runIf(isDeep)("a long import is paused, and goes on", async () => {
  const lines = Array.from({ length: 6000 }, (_, n) => `Person,Nr${n},person${n}@example.com`);
  await page.goto(`${faro.url}/people/import`);
  await choose(english, "long.csv", `First name,Last name,Email\n${lines.join("\n")}\n`);
  await page.getByRole("button", { name: english.check }).click();
  await page.getByRole("button", { name: english.run }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("heading", { name: "Import paused" }).waitFor();
  await looksGood("import-paused");
  const count = async () => Number((await faro.pool.query("SELECT count(*) FROM people")).rows[0].count);
  expect(await count()).toBeLessThan(6000);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("heading", { name: "Import complete", exact: true }).waitFor({ timeout: 180_000 });
  expect(await count()).toBeGreaterThanOrEqual(6000);
});

test("two people who are alike are compared, merged and separated again", async () => {
  const label = { en: "Kind of roof", es: "Tipo de techo" };
  const { body: field } = await faro.send("POST", "/api/person-fields", { label, kind: "text" });
  for (const [email, roof] of [
    ["marta@example.com", "flat"],
    ["marta.rosado@example.com", "gable"],
  ])
    await faro.send("POST", "/api/people", {
      firstName: "Marta",
      lastName: "Rosado",
      phone: "+17875550170",
      email,
      fields: { [field.key]: roof },
      isSeparatePerson: true,
    });
  await page.goto(`${faro.url}/people/duplicates`);
  const pair = page.getByRole("listitem").filter({ hasText: "marta.rosado@example.com" });
  await pair.first().getByText("Same phone").waitFor();
  await looksGood("duplicates");
  await pair.first().getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "marta.rosado@example.com" }).click();
  await dialog.getByRole("button", { name: "marta.rosado@example.com", pressed: true }).waitFor();
  await dialog.getByText("Kind of roof", { exact: true }).waitFor();
  await looksGood("duplicates-compare");
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByText("The two people were merged").first().waitFor();
  const martas = async () =>
    (await faro.pool.query("SELECT email FROM people WHERE first_name = 'Marta' ORDER BY 1")).rows;
  await expect.poll(martas).toEqual([{ email: "marta.rosado@example.com" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The merge was undone").first().waitFor();
  await expect.poll(martas).toEqual([{ email: "marta.rosado@example.com" }, { email: "marta@example.com" }]);
});

test("what an undo has kept is listed with its reason", async () => {
  const { body: person } = await faro.send("POST", "/api/people", { firstName: "Nora", lastName: "Pagán" });
  const { body: batch } = await faro.send("POST", "/api/batches", {
    selection: { ids: [person.id, "00000000-0000-7000-8000-000000000000"] },
    change: { kind: "add_tag", tag: "vip" },
  });
  const becomes = (state: string) =>
    expect.poll(async () => (await faro.send("GET", `/api/batches/${batch.id}`)).body.state).toBe(state);
  await becomes("done");
  await faro.send("PUT", `/api/people/${person.id}`, { tags: ["vip", "solar"] });
  await faro.send("POST", `/api/batches/${batch.id}/undo`);
  await becomes("undone");
  await page.goto(`${faro.url}/people`);
  await page.getByRole("button", { name: "Recent changes" }).click();
  const entry = page.getByRole("listitem").filter({ hasText: "Tag added: vip" });
  await entry.getByRole("button", { name: "Show 1 skipped" }).click();
  await page.getByText("The person no longer exists").waitFor();
  await page.keyboard.press("Escape");
  await entry.getByRole("button", { name: "Show 1 kept" }).click();
  const kept = page.getByRole("listitem").filter({ hasText: "Nora Pagán" });
  await kept.getByText(/changed since then: tags, by /).waitFor();
  await looksGood("undo-kept");
});

test("a person who is already here is named while another is entered", async () => {
  await page.goto(`${faro.url}/people`);
  await page.getByRole("button", { name: "Add Person" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First name").fill("Pedro");
  await dialog.getByLabel("Phone").fill("787 555 0171");
  await dialog.getByText("Duplicate?").waitFor();
  await dialog.getByRole("link", { name: "Pedro Cruz" }).waitFor();
  await looksGood("duplicates-already-here");
  expect(complaints).toEqual([]);
});
