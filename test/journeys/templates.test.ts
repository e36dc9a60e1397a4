import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { findLayoutProblems } from "./layout-problems.ts";

const { timezone } = findContactableNumbers(Date.now());
const phoneSize = { width: 390, height: 844 };
const patience = { timeout: 60_000 };

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];

type Row = Record<string, unknown>;
const send = async (method: string, path: string, body?: Row) => {
  const answer = await faro.send(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  await send("PUT", "/api/settings/business", {
    ...{ name: "Sol del Este", address: "Calle Comercio 12, Ponce PR 00731" },
    ...{ email: null, phone: null, website: null },
  });
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/campaigns?tab=templates`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Campaigns" }).first().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

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

/** A picture of a real size, drawn by the browser. */
const drawPicture = (width: number, height: number, type = "image/png"): Promise<string> =>
  page.evaluate(
    ([w, h, as]) => {
      const canvas = document.createElement("canvas");
      canvas.width = Number(w);
      canvas.height = Number(h);
      const context = canvas.getContext("2d");
      if (!context) return "";
      const shade = context.createLinearGradient(0, 0, canvas.width, canvas.height);
      shade.addColorStop(0, "#0a4a5c");
      shade.addColorStop(1, "#f0b440");
      context.fillStyle = shade;
      context.fillRect(0, 0, canvas.width, canvas.height);
      return canvas.toDataURL(String(as)).split(",")[1] ?? "";
    },
    [width, height, type] as const,
  );

const addPerson = async (email: string, language = "en"): Promise<string> => {
  const { id } = await send("POST", "/api/people", {
    ...{ firstName: "Ana", lastName: "Rosario", email, timezone, consents: { email: true } },
  });
  await faro.pool.query("UPDATE people SET language = $2 WHERE id = $1", [id, language]);
  return id;
};

type Mail = { id: string; subject: string; text: string };
const mailOf = async (email: string): Promise<Mail> => {
  const entries = async (): Promise<Mail[]> =>
    (
      await (
        await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(email)}`)
      ).json()
    ).entries;
  await expect.poll(async () => (await entries()).length, patience).toBe(1);
  const [mail] = await entries();
  if (!mail) throw new Error("No mail has arrived");
  return mail;
};

const english = {
  language: "en",
  other: "es",
  add: "Add template",
  name: "Name of the template",
  title: "Battery rebate",
  template: "battery_rebate",
  write: "Write it",
  blocks: "Blocks",
  subject: "Subject",
  preheader: "Line after the subject",
  heading: "Heading",
  text: "Text",
  label: "Label",
  link: "Link",
  addBlock: "Add a block",
  picture: "Picture",
  file: "Picture file",
  replace: "Replace",
  alt: "Description",
  columns: "Columns",
  column: /^Column /,
  line: "Line",
  move: (block: string, place: number) => `Move ${block}, place ${place}`,
  button: "Button",
  save: "Save",
  saved: /^Version 1 is saved/,
  dark: "Dark",
  desktop: "Desktop",
  otherLanguage: /^Spanish/,
  copy: "Start with the words in English",
  saveDraft: "Save draft",
  use: "Use this version",
  draftSaved: /^The draft is saved/,
  used: /^Version 2 is saved/,
};
type Words = typeof english;
const spanish: Words = {
  language: "es",
  other: "en",
  add: "Agregar plantilla",
  name: "Nombre de la plantilla",
  title: "Rebaja de la batería",
  template: "rebaja_de_la_bateria",
  write: "Escribirla",
  blocks: "Bloques",
  subject: "Asunto",
  preheader: "Línea después del asunto",
  heading: "Título",
  text: "Texto",
  label: "Texto del botón",
  link: "Enlace",
  addBlock: "Agregar un bloque",
  picture: "Imagen",
  file: "Archivo de imagen",
  replace: "Cambiar",
  alt: "Descripción",
  columns: "Columnas",
  column: /^Columna /,
  line: "Línea",
  move: (block, place) => `Mover ${block}, lugar ${place}`,
  button: "Botón",
  save: "Guardar",
  saved: /^La versión 1 está guardada/,
  dark: "Oscuro",
  desktop: "Escritorio",
  otherLanguage: /^Inglés/,
  copy: "Comenzar con el texto en Español",
  saveDraft: "Guardar borrador",
  use: "Usar esta versión",
  draftSaved: /^El borrador está guardado/,
  used: /^La versión 2 está guardada/,
};
/** What the mails say, in the language of the template and in the other one. */
const said = {
  en: {
    subject: "{{first_name|Hello}}, $1,800 less",
    arrived: "Ana, $1,800 less",
    preheader: "Until November 30",
    heading: "{{first_name}}, your battery with $1,800 less",
    shown: "Ana, your battery with $1,800 less",
    text: "The rebate is **$1,800** this month.",
    label: "Book the visit",
    alt: "A battery on a wall",
    left: "Today: **$240**",
    right: "With a battery: **$61**",
  },
  es: {
    subject: "{{first_name|Hola}}, $1,800 menos",
    arrived: "Ana, $1,800 menos",
    preheader: "Hasta el 30 de noviembre",
    heading: "{{first_name}}, su batería con $1,800 menos",
    shown: "Ana, su batería con $1,800 menos",
    text: "La rebaja es de **$1,800** este mes.",
    label: "Reservar la visita",
    alt: "Una batería en una pared",
    left: "Hoy: **$240**",
    right: "Con batería: **$61**",
  },
};

/** The mailbox of the sandbox shows the mail as it is drawn, with its picture. */
const arrivesAsDrawn = async (email: string, words: (typeof said)["en"], picture: string): Promise<void> => {
  const { page: mailbox } = await openPage(page.context());
  await mailbox.goto(`${faro.url}/sandbox`);
  await mailbox.getByText(email).first().click();
  await mailbox.getByRole("button", { name: /^(As drawn|Como se diseñó)$/ }).click();
  const drawn = mailbox.frameLocator("iframe.drawn");
  await drawn.getByRole("heading", { name: words.shown }).waitFor();
  await drawn.getByText("$61").waitFor();
  const shown = drawn.getByRole("img", { name: words.alt });
  await expect.poll(() => shown.evaluate((node: HTMLImageElement) => node.naturalWidth), patience).toBe(1200);
  await screenshot(mailbox, picture);
  await mailbox.close();
};

test.each([english, spanish])(
  "an e-mail with a picture and columns is built, arrives as it is drawn, is translated and used, in $language",
  async (words) => {
    const { language, template: name } = words;
    const own = said[language as "en" | "es"];
    const translated = said[words.other as "en" | "es"];
    await send("PUT", "/api/account", { language });
    await page.goto(`${faro.url}/campaigns?tab=templates`);
    await page.getByRole("button", { name: words.add }).first().click();
    await page.getByLabel(words.name).fill(words.title);
    await page.getByRole("button", { name: words.write }).click();
    await page.getByRole("list", { name: words.blocks }).waitFor();
    const blocks = page.getByRole("list", { name: words.blocks }).first();
    const fillTexts = async (texts: (typeof said)["en"]) => {
      await page.getByRole("textbox", { name: words.subject, exact: true }).fill(texts.subject);
      await page.getByRole("textbox", { name: words.preheader }).fill(texts.preheader);
      await blocks.getByRole("textbox", { name: words.heading }).fill(texts.heading);
      await blocks.getByRole("textbox", { name: words.label }).fill(texts.label);
    };
    await fillTexts(own);
    await blocks.getByRole("textbox", { name: words.text, exact: true }).fill(own.text);
    await blocks.getByRole("textbox", { name: words.link }).fill("https://sol.example/visit");
    const add = page.getByRole("group", { name: words.addBlock, exact: true });
    await add.getByRole("button", { name: words.picture }).click();
    // A photo of a phone is larger than what is stored.
    const photo = Buffer.from(await drawPicture(3000, 1200, "image/jpeg"), "base64");
    await blocks
      .getByLabel(words.file)
      .setInputFiles({ name: "roof.jpg", mimeType: "image/jpeg", buffer: photo });
    await blocks.getByRole("button", { name: words.replace }).waitFor();
    await blocks.getByRole("textbox", { name: words.alt }).fill(own.alt);
    const handle = (block: string, place: number) =>
      page.getByRole("button", { name: words.move(block, place), exact: true });
    await handle(words.picture, 4).focus();
    await page.keyboard.press("Home");
    await handle(words.picture, 1).waitFor();
    await add.getByRole("button", { name: words.columns }).click();
    const columns = blocks.getByRole("list", { name: words.column });
    const fillColumns = async ({ left, right }: (typeof said)["en"]) => {
      await columns.nth(0).getByRole("textbox", { name: words.text }).fill(left);
      await columns.nth(1).getByRole("textbox", { name: words.text }).fill(right);
    };
    await fillColumns(own);
    await add.getByRole("button", { name: words.line }).click();
    // The button is dragged above the text; a drag is seen from the second move on.
    const target = handle(words.text, 3);
    await handle(words.button, 4).hover();
    await page.mouse.down();
    for (const y of [6, 2]) await target.hover({ position: { x: 8, y } });
    await page.mouse.up();
    await handle(words.button, 3).waitFor();
    await page.getByRole("button", { name: words.save, exact: true }).click();
    await page.getByText(words.saved).first().waitFor();
    await looksGood(`templates-email-${language}`);
    await page.getByRole("button", { name: words.dark }).click();
    await waitUntilRendered(page);
    await screenshot(page, `templates-email-dark-${language}`);
    await page.getByRole("button", { name: words.desktop }).click();

    const email = `ana-${language}@example.com`;
    const personId = await addPerson(email, language);
    const { body: stored } = await faro.send("GET", "/api/templates");
    const template = stored.find((one: { name: string }) => one.name === name);
    const image = template.design.blocks[0];
    expect([image.width, image.height]).toEqual([1200, 480]);
    const message = { channel: "email", template: name, purpose: "marketing" };
    await send("POST", `/api/people/${personId}/messages`, message);
    expect((await mailOf(email)).subject).toBe(own.arrived);
    await arrivesAsDrawn(email, own, `templates-mailbox-${language}`);

    // The other language begins with these words; its texts are translated and saved.
    await page.getByRole("button", { name: words.otherLanguage }).first().click();
    await page.getByRole("button", { name: words.copy }).click();
    await fillTexts(translated);
    await blocks.getByRole("textbox", { name: words.text, exact: true }).first().fill(translated.text);
    await blocks.getByRole("textbox", { name: words.alt }).fill(translated.alt);
    await fillColumns(translated);
    await page.getByRole("button", { name: words.save, exact: true }).click();
    await page.getByText(words.saved).first().waitFor();
    // A change stays a draft until it is used.
    const better = `${translated.label} (2)`;
    await blocks.getByRole("textbox", { name: words.label }).fill(better);
    await page.getByRole("button", { name: words.saveDraft }).click();
    await page.getByText(words.draftSaved).first().waitFor();
    await looksGood(`templates-draft-${language}`);
    const otherEmail = `eva-${language}@example.com`;
    const otherId = await addPerson(otherEmail, words.other);
    const rule = await send("POST", "/api/rules", {
      name: `Rebate ${language}`,
      triggers: [{ type: "event", operator: "=", value: "rebate" }],
      conditions: [{ type: "status", field: "is_not", value: "converted" }],
      actions: [{ type: "email", template: name }],
    });
    await send("POST", `/api/rules/${rule.id}/start`, { personIds: [otherId] });
    const mail = await mailOf(otherEmail);
    expect(mail.subject).toBe(translated.arrived);
    expect(mail.text).not.toContain(better);
    await arrivesAsDrawn(otherEmail, translated, `templates-translated-${language}`);
    await page.getByRole("button", { name: words.use }).click();
    await page.getByText(words.used).first().waitFor();
    await page.getByRole("link", { name: `Rebate ${language}` }).waitFor();
    expect(complaints).toEqual([]);
    await send("PUT", "/api/account", { language: "en" });
  },
);

test.runIf(isDeep)(
  "the page fits all widths, in Spanish and in the dark, for SMS and WhatsApp too",
  async () => {
    const words = { name: "cita", title: "Recordatorio de la cita", language: "es" };
    const body =
      "{{company_name}}: su cita está confirmada para mañana. ALTO para no recibir más avisos por aquí.";
    await send("POST", "/api/templates", { ...words, channel: "sms", body });
    const { id } = await send("POST", "/api/templates", {
      ...{ ...words, channel: "whatsapp", body: `Hola. Gane dinero: ${body}` },
    });
    await send("POST", `/api/templates/${id}/submit`);
    await send("PUT", "/api/account", { language: "es" });
    for (const channel of ["sms", "whatsapp"]) {
      await page.goto(`${faro.url}/campaigns/templates/cita?channel=${channel}&language=es`);
      await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
      if (channel === "sms") await page.getByRole("button", { name: "Escribirlo sin tildes" }).waitFor();
      else await page.getByText("Razón de WhatsApp: SCAM", { exact: false }).waitFor();
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await waitUntilRendered(page);
        await screenshot(page, `templates-${channel}-es-${width}`);
        expect(await findLayoutProblems(page), `${channel} at ${width} px`).toEqual([]);
      }
      await expectAccessible(page);
    }
    await send("PUT", "/api/account", { language: "en" });
  },
);

/** Every block alone, and all of them with one another. */
const shared = { id: "a", onlyIf: null };
const single = (imageId: string): Record<string, Row> => ({
  text: {
    ...shared,
    kind: "text",
    text: "Hello {{first_name}}, **bold** and [a link](https://sol.example).\n\nSecond.",
  },
  heading: {
    ...shared,
    kind: "heading",
    text: "A heading for {{first_name}} that takes two lines on a phone",
    level: 1,
  },
  "small heading": { ...shared, kind: "heading", text: "Small", level: 2 },
  button: { ...shared, kind: "button", label: "Book", href: "https://sol.example", align: "left" },
  "wide button": { ...shared, kind: "button", label: "Book", href: "https://sol.example", align: "wide" },
  "centered button": {
    ...shared,
    kind: "button",
    label: "Book",
    href: "https://sol.example",
    align: "center",
  },
  image: { ...shared, kind: "image", imageId, width: 800, height: 300, alt: "A roof", href: "" },
  divider: { ...shared, kind: "divider" },
  list: { ...shared, kind: "list", items: ["One", "Two {{first_name}}"], isNumbered: true },
  social: {
    ...shared,
    kind: "social",
    links: [
      { network: "facebook", href: "https://facebook.example" },
      { network: "youtube", href: "https://youtube.example" },
    ],
  },
  "two columns": {
    ...{ ...shared, kind: "columns" },
    columns: [
      [{ ...shared, id: "b", kind: "text", text: "Today **$240**" }],
      [{ ...shared, id: "c", kind: "image", imageId, width: 800, height: 300, alt: "A roof", href: "" }],
    ],
  },
  "three columns": {
    ...{ ...shared, kind: "columns" },
    columns: ["b", "c", "d"].map((id) => [{ ...shared, id, kind: "text", text: `Column ${id}` }]),
  },
});

describe.runIf(isDeep)("what the editor shows is what is sent, pixel by pixel", () => {
  const widths = [600, 360];
  let imageId = "";
  let pixels: Page;
  beforeAll(async () => {
    const contentBase64 = await drawPicture(800, 300);
    imageId = (await send("POST", "/api/templates/images", { contentBase64 })).id;
    ({ page: pixels } = await openPage(page.context()));
  });

  const pictureAt = async (width: number): Promise<Buffer> => {
    await pixels.setViewportSize({ width, height: 500 });
    await pixels.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    expect(await pixels.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    return pixels.screenshot({ fullPage: true });
  };

  test.each(Object.keys(single("")))("%s", async (kind) => {
    const block = single(imageId)[kind] as Row;
    const design = { preheader: "", footerNote: "Because you asked", blocks: [block] };
    const name = `pixels_${kind.replaceAll(" ", "_")}`;
    const email = `${name}@example.com`;
    await send("POST", "/api/templates", {
      ...{ name, channel: "email", language: "en", subject: "Pixels", design },
    });
    const personId = await addPerson(email);
    const preview = async (blocks: Row[]) =>
      (
        await send("POST", "/api/templates/preview", {
          ...{ channel: "email", language: "en", subject: "Pixels", scheme: "light", personId },
          design: { ...design, blocks },
        })
      ).html as string;
    await send("POST", `/api/people/${personId}/messages`, {
      ...{ channel: "email", template: name, purpose: "marketing" },
    });
    const mail = await mailOf(email);
    const shown = await preview([block]);
    const other = await preview([{ ...shared, kind: "text", text: "Something else" }]);
    for (const width of widths) {
      await pixels.goto(`${faro.url}/sandbox/api/phone/mails/${mail.id}/html`);
      const sent = await pictureAt(width);
      // The editor's frame is as wide, and loads pictures from the same place.
      await pixels.goto(`${faro.url}/healthz`);
      await pixels.setContent(shown);
      expect(sent.equals(await pictureAt(width)), `${kind} at ${width} px`).toBe(true);
      await pixels.setContent(other);
      expect(sent.equals(await pictureAt(width))).toBe(false);
    }
  });
});
