import { afterAll, beforeAll, expect, test } from "vitest";
import { minuteOfWeek, minutesPerDay, weekdays } from "#domain/rules/local-time.ts";
import { findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let hook: string;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  hook = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
});
afterAll(() => faro.stop());

const { phone } = findContactableNumbers(Date.now());
const timezone = "America/Puerto_Rico";
/** An hour of the day after tomorrow. */
const today = Math.floor(minuteOfWeek(Date.now(), timezone) / minutesPerDay);
const closedHours = `${weekdays[(today + 2) % 7]} 11:00-12:00`;

const rule = (otherwise: string) => ({
  name: `Office hours ${otherwise}`,
  triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
  conditions: [
    { type: "consent", field: "sms", value: "true" },
    { type: "time_window", field: timezone, value: closedHours, otherwise },
  ],
  actions: [{ type: "sms", template: "Hola, {{first_name}}" }],
});

test("a rule that waits for its hours schedules the action, and one that does not drops it", async () => {
  const ids: string[] = [];
  for (const otherwise of ["drop", "wait"])
    ids.push((await faro.send("POST", "/api/rules", rule(otherwise))).body.id);
  const person = { firstName: "Ana", email: "ana@example.com", phone: phone(1), consents: { sms: true } };
  const { body } = await faro.send("POST", "/api/people", person);
  const answer = await fetch(hook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "form_submitted", email: person.email }),
  });
  expect(answer.status).toBe(202);
  const runs = async () =>
    (
      await faro.pool.query("SELECT rule_id, fired, why FROM rule_runs WHERE person_id = $1 ORDER BY fired", [
        body.id,
      ])
    ).rows;
  await expect.poll(async () => (await runs()).length, { timeout: 180_000 }).toBe(2);
  expect(await runs()).toMatchObject([
    { rule_id: ids[0], fired: false },
    { rule_id: ids[1], fired: true },
  ]);
  const { rows } = await faro.pool.query("SELECT rule_id, status, not_before FROM actions");
  expect(rows).toMatchObject([{ rule_id: ids[1], status: "pending" }]);
  const due = minuteOfWeek(rows[0].not_before.getTime(), timezone);
  expect([weekdays[Math.floor(due / minutesPerDay)], due % minutesPerDay]).toEqual([
    weekdays[(today + 2) % 7],
    11 * 60,
  ]);

  const dryRun = async (otherwise: string) =>
    (await faro.send("POST", "/api/rules/dry-run", { rule: rule(otherwise) })).body;
  expect(await dryRun("drop")).toMatchObject({ fires: 0 });
  const waiting = await dryRun("wait");
  expect(waiting).toMatchObject({ fires: 1, sent: 0, held: 1 });
  expect(waiting.sample[0].reasons[0]).toMatchObject({ code: "time_window_wait" });
});
