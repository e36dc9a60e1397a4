import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems, openBrowser, openPage, screenshot, waitUntilRendered } from "../browser.ts";
import { adminEmail, password, startTestFaro, type TestFaro } from "../faro.ts";
import { project } from "../process.ts";

let browser: Browser;
let faro: TestFaro;
let page: Page;
let complaints: string[];
let personId: string;
let liveId: string;
let endedId: string;

/** What another process would report after it changed a call. */
const announce = (...topics: string[]) =>
  faro.pool.query("SELECT pg_notify('faro_live', $1)", [JSON.stringify(topics)]);

const addCall = async (call: Record<string, unknown>): Promise<string> => {
  const names = Object.keys(call);
  const { rows } = await faro.pool.query(
    `INSERT INTO calls (person_id, type, phone_number, language, ${names.join(", ")})
     VALUES ($1, 'ai_agent', '+17875550102', 'es', ${names.map((_, index) => `$${index + 2}`).join(", ")}) RETURNING id`,
    [personId, ...Object.values(call)],
  );
  return rows[0].id;
};
const addTurn = (call: string, key: string, text: string, atMs: number, marks: string[] = []) =>
  faro.pool.query(
    "INSERT INTO call_turns (call_id, key, speaker, text, at_ms, marks) VALUES ($1, $2, $3, $4, $5, $6)",
    [call, key, key.split(" ")[0], text, atMs, marks],
  );

beforeAll(async () => {
  [faro, browser] = await Promise.all([startTestFaro(), openBrowser()]);
  const { rows } = await faro.pool.query(
    `INSERT INTO people (type, first_name, last_name, phone, language)
     VALUES ('customer', 'Ramón', 'Rosario', '+17875550102', 'es') RETURNING id`,
  );
  personId = rows[0].id;
  const recording = await readFile(join(project, "src/server/demo/recording.mp3"), "base64");
  endedId = await addCall({
    status: "completed",
    outcome: "follow_up",
    duration: 7,
    end_reason: "goodbye",
    metadata: JSON.stringify({ audioBase64: recording }),
    created_at: new Date(Date.now() - 3_600_000),
  });
  await addTurn(endedId, "agent 1", "Hola, soy un asistente automatizado.", 0, ["disclosure"]);
  await addTurn(endedId, "customer 1", "Llámeme mañana, por favor.", 3000);
  liveId = await addCall({
    status: "in_progress",
    owner: "agent",
    answered_at: new Date(Date.now() - 30_000),
  });
  await addTurn(liveId, "agent 1", "¿La casa es suya?", 2000);
  const context = await browser.newContext({ viewport: { width: 1440, height: 960 } });
  ({ page, complaints } = await openPage(context));
  await page.goto(`${faro.url}/voice`);
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("navigation").first().waitFor();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await faro?.stop();
});

const commands = async () =>
  (
    await faro.pool.query("SELECT command FROM call_commands WHERE call_id = $1 ORDER BY id", [liveId])
  ).rows.map(({ command }) => command);

test("an operator follows a running call, whispers, takes it over, speaks and hangs up", async () => {
  const panel = page.getByRole("region", { name: "Live now" });
  await panel.getByText("¿La casa es suya?").waitFor();
  await addTurn(liveId, "customer 1", "Sí, es mía.", 6000);
  await announce("live-calls");
  await panel.getByText("Sí, es mía.").waitFor();

  await page.keyboard.press("w");
  await page.keyboard.type("Offer Tuesday");
  await page.keyboard.press("Enter");
  await expect.poll(commands).toEqual([{ kind: "whisper", text: "Offer Tuesday" }]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await panel.getByRole("button", { name: "Taking over…" }).waitFor();
  await faro.pool.query("UPDATE calls SET owner = 'operator' WHERE id = $1", [liveId]);
  await announce("live-calls");
  await panel.getByLabel("Say to Ramón, word for word").fill("Buenas, le habla Marisol.");
  await panel.getByRole("button", { name: "Send", exact: true }).click();
  await panel.getByRole("button", { name: "Hang up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hang up" }).click();
  await expect
    .poll(async () => (await commands()).slice(1))
    .toEqual([
      { kind: "take_over" },
      { kind: "say", text: "Buenas, le habla Marisol." },
      { kind: "hang_up" },
    ]);
  await waitUntilRendered(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await screenshot(page, "live-calls");
});

test("a request for a person is announced, and its link opens the page of a call that has ended since", async () => {
  await faro.pool.query("UPDATE calls SET status = 'completed', ended_at = now() WHERE id = $1", [liveId]);
  await faro.pool.query("INSERT INTO notifications (kind, params, link) VALUES ('handoff_asked', $1, $2)", [
    { person: "Ramón Rosario" },
    `/voice?call=${endedId}`,
  ]);
  await announce("live-calls", "calls", "notifications");
  await page.getByText("No call is running").waitFor();
  await page.getByText("Ramón Rosario asks for a person").first().waitFor();
  await page.getByRole("button", { name: "Open call" }).click();
  await page.waitForURL(`**/voice/calls/${endedId}`);
});

test("the page of a call plays its recording, finds words, and its outcome can be corrected", async () => {
  await page.getByRole("button", { name: "Listen from 0:03" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await expect.poll(() => page.locator("li[aria-current=true]").textContent()).toContain("Llámeme mañana");
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Play" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("manana");
  await expect.poll(() => page.locator("mark").allTextContents()).toEqual(["mañana"]);
  await page.keyboard.press("Escape");
  await page.getByText("Said it is an AI").waitFor();
  await page.getByRole("combobox", { name: "Outcome" }).selectOption("interested");
  await page.getByText("The outcome was saved").first().waitFor();
  await waitUntilRendered(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await screenshot(page, "call");
  await page.keyboard.press("[");
  await page.waitForURL(`**/voice/calls/${liveId}`);
  await page.getByText("This call was not recorded").waitFor();
  expect(complaints).toEqual([]);
});
