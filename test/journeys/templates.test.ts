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

const addPerson = async (email: string): Promise<string> => {
  const { id } = await send("POST", "/api/people", {
    ...{ firstName: "Ana", lastName: "Rosario", email, timezone, consents: { email: true } },
  });
  await faro.pool.query("UPDATE people SET language = 'en' WHERE id = $1", [id]);
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

test("an e-mail with a picture and columns is built, and arrives as it is drawn", async () => {
  await page.getByRole("button", { name: "Add template" }).first().click();
  await page.getByLabel("Name of the template").fill("Battery rebate");
  await page.getByRole("button", { name: "Write it" }).click();
  await page.getByRole("list", { name: "Blocks" }).waitFor();
  const blocks = page.getByRole("list", { name: "Blocks" }).first();
  await page.getByRole("textbox", { name: "Subject", exact: true }).fill("{{first_name|Hello}}, $1,800 less");
  await page.getByRole("textbox", { name: "Line after the subject" }).fill("Until November 30");
  await blocks
    .getByRole("textbox", { name: "Heading" })
    .fill("{{first_name}}, your battery with $1,800 less");
  await blocks
    .getByRole("textbox", { name: "Text", exact: true })
    .fill("The rebate is **$1,800** this month.");
  await blocks.getByRole("textbox", { name: "Label" }).fill("Book the visit");
  await blocks.getByRole("textbox", { name: "Link" }).fill("https://sol.example/visit");
  const add = page.getByRole("group", { name: "Add a block", exact: true });
  await add.getByRole("button", { name: "Picture" }).click();
  // A photo of a phone is larger than what is stored.
  const photo = Buffer.from(await drawPicture(3000, 1200, "image/jpeg"), "base64");
  await blocks
    .getByLabel("Picture file")
    .setInputFiles({ name: "roof.jpg", mimeType: "image/jpeg", buffer: photo });
  await blocks.getByRole("button", { name: "Replace" }).waitFor();
  await blocks.getByRole("textbox", { name: "Description" }).fill("A battery on a wall");
  await page.getByRole("button", { name: "Move Picture, place 4", exact: true }).focus();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Move Picture, place 1", exact: true }).waitFor();
  await add.getByRole("button", { name: "Columns" }).click();
  const columns = blocks.getByRole("list", { name: /^Column / });
  await columns.nth(0).getByRole("textbox", { name: "Text" }).fill("Today: **$240**");
  await columns.nth(1).getByRole("textbox", { name: "Text" }).fill("With a battery: **$61**");
  await add.getByRole("button", { name: "Line" }).click();
  // The button is dragged above the text; a drag is seen from the second move on.
  const target = page.getByRole("button", { name: "Move Text, place 3", exact: true });
  await page.getByRole("button", { name: "Move Button, place 4", exact: true }).hover();
  await page.mouse.down();
  for (const y of [6, 2]) await target.hover({ position: { x: 8, y } });
  await page.mouse.up();
  await page.getByRole("button", { name: "Move Button, place 3", exact: true }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page
    .getByText(/^Version 1 is saved/)
    .first()
    .waitFor();
  await looksGood("templates-email");

  await page.getByRole("button", { name: "Dark" }).click();
  await waitUntilRendered(page);
  await screenshot(page, "templates-email-dark");
  await page.getByRole("button", { name: "Desktop" }).click();

  const personId = await addPerson("ana@example.com");
  const { body: stored } = await faro.send("GET", "/api/templates");
  const template = stored.find(({ name }: { name: string }) => name === "battery_rebate");
  const image = template.design.blocks[0];
  expect([image.width, image.height]).toEqual([1200, 480]);
  await send("POST", `/api/people/${personId}/messages`, {
    ...{ channel: "email", template: "battery_rebate", purpose: "marketing" },
  });
  const mail = await mailOf("ana@example.com");
  expect(mail.subject).toBe("Ana, $1,800 less");
  const { page: mailbox } = await openPage(page.context());
  await mailbox.goto(`${faro.url}/sandbox`);
  await mailbox.getByText("ana@example.com").first().click();
  await mailbox.getByRole("button", { name: "As drawn" }).click();
  const drawn = mailbox.frameLocator("iframe.drawn");
  await drawn.getByRole("heading", { name: "Ana, your battery with $1,800 less" }).waitFor();
  await drawn.getByText("$61").waitFor();
  const picture = drawn.getByRole("img", { name: "A battery on a wall" });
  await expect
    .poll(() => picture.evaluate((node: HTMLImageElement) => node.naturalWidth), patience)
    .toBe(1200);
  await screenshot(mailbox, "templates-mailbox");
  await mailbox.close();
  expect(complaints).toEqual([]);
});

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
