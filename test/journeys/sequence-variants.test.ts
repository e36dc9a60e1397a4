import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const { phone, timezone } = findContactableNumbers(Date.now());

let browser: TestBrowser;
let faro: SandboxFaro;
let page: Page;
let complaints: string[];
let webhookUrl: string;

beforeAll(async () => {
  [faro, browser] = await Promise.all([startSandboxFaro({ FARO_VENDOR_BASE: "" }), openBrowser()]);
  await allowHolidaySends(faro.send);
  webhookUrl = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
  ({ page, complaints } = await openPage(await browser.newContext(desktop)));
  await page.goto(`${faro.url}/rules`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "Rules" }).first().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

/** So many that each group and each wording has some of them. */
const people = 80;

const words = [
  {
    language: "en",
    split: "Compare several texts",
    text: "Template name or custom text",
    addNone: "Add a part without a message",
    none: "33% no message",
    went: "Through the sequence",
    aside: "Kept aside",
    running: /^Running/,
  },
  {
    language: "es",
    split: "Comparar varios textos",
    text: "Nombre de plantilla o texto personalizado",
    addNone: "Agregar una parte sin mensaje",
    none: /33\s?% sin mensaje/,
    went: "Pasan por la secuencia",
    aside: "Apartadas",
    running: /^En curso/,
  },
];

describe.each(words)("several texts and people kept aside ($language)", (word) => {
  const place = words.indexOf(word);
  const type = `quote_asked_${word.language}`;
  let rule: { id: string; actions: { id: string }[] };

  beforeAll(async () => {
    rule = (
      await faro.send("POST", "/api/rules", {
        ...{ name: `Texts ${word.language}`, triggers: [{ type: "event", operator: "=", value: type }] },
        conditions: [{ type: "status", field: "is_not", value: "converted" }],
        actions: [
          { type: "sms", template: "Hola, ¿seguimos?" },
          { type: "add_task", template: "Call by hand", wait: { for: 3, unit: "days" } },
        ],
        options: { goal: { kind: "converted" }, holdoutPercent: 50 },
      })
    ).body;
    await page.evaluate((language) => localStorage.setItem("language", language), word.language);
    await page.goto(`${faro.url}/rules/${rule.id}`);
  });

  test("the texts and the part without one are written in the step", async () => {
    await page.locator(`[data-step="${rule.actions[0]?.id}"]`).click();
    await page.getByRole("button", { name: word.split }).click();
    await page.getByLabel(word.text).nth(0).fill("Text A");
    await page.getByLabel(word.text).nth(1).fill("Text B");
    await page.getByRole("button", { name: word.addNone }).click();
    await page.getByText(word.none).first().waitFor();
    await expectAccessible(page);
    await screenshot(page, `sequence-variants-${word.language}`);
    await page.keyboard.press("Control+s");
    const variants = async () => (await faro.send("GET", `/api/rules/${rule.id}`)).body.actions[0].variants;
    await expect
      .poll(variants, { timeout: 30_000 })
      .toMatchObject([{ template: "Text A" }, { template: "Text B" }, { template: "", share: 33 }]);
  });

  test("each person gets one of them or none, and the groups are compared", async () => {
    const emails = Array.from({ length: people }, (_, n) => `ana${place}.${n}@example.com`);
    for (const [n, email] of emails.entries()) {
      const consents = { sms: true };
      const number = phone(1 + place * people + n);
      await faro.send("POST", "/api/people", { firstName: "Ana", email, phone: number, timezone, consents });
      const body = JSON.stringify({ type, email });
      await fetch(webhookUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    }
    const countRuns = async () => {
      const { rows } = await faro.pool.query(
        `SELECT count(*) FILTER (WHERE r.draw = 'held_out')::int AS aside,
                count(*) FILTER (WHERE r.draw = 'through')::int AS drawn,
                count(s.run_id)::int AS done
           FROM sequence_runs r
           LEFT JOIN sequence_steps s ON s.run_id = r.id AND s.step_id = $2 WHERE r.rule_id = $1`,
        [rule.id, rule.actions[0]?.id],
      );
      return rows[0];
    };
    await expect
      .poll(
        async () => {
          const { aside, drawn, done } = await countRuns();
          return [aside + drawn, drawn - done];
        },
        { timeout: 240_000 },
      )
      .toEqual([people, 0]);
    const { aside } = await countRuns();
    const { rows: results } = await faro.pool.query(
      `SELECT coalesce(a.config ->> 'text', 'none') AS text, s.result, s.why -> 0 ->> 'code' AS why
         FROM sequence_steps s LEFT JOIN actions a ON a.rule_run_id = s.run_id AND a.step_id = s.step_id
        WHERE s.rule_id = $1 AND s.step_id = $2 GROUP BY 1, 2, 3 ORDER BY 1`,
      [rule.id, rule.actions[0]?.id],
    );
    expect(results).toEqual([
      { text: "Text A", result: "done", why: null },
      { text: "Text B", result: "done", why: null },
      { text: "none", result: "left_out", why: "step_holdout" },
    ]);
    await page.getByRole("tab", { name: word.running }).click();
    await page.getByText(word.went).first().waitFor();
    await page.getByText(word.aside, { exact: true }).first().waitFor();
    await page
      .getByText(new RegExp(`0 (of|de) ${aside}`))
      .first()
      .waitFor();
    await screenshot(page, `sequence-holdout-${word.language}`);
    expect(complaints).toEqual([]);
  });
});
