import { afterAll, beforeAll, expect, test } from "vitest";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());
let count = 0;
const person = async () =>
  (
    await faro.send("POST", "/api/people", {
      firstName: "Ana",
      phone: number(++count),
      timezone,
      consents: { sms: true },
    })
  ).body as { id: string; phone: string };
const writes = (address: string, text: string) =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text }),
  });
const query = async (sql: string, ...values: unknown[]) => (await faro.pool.query(sql, values)).rows;

test("who tells of danger is told where help is, and a person of the business with the words", async () => {
  const ana = await person();
  await writes(ana.phone, "There is smoke coming out of the inverter and it throws sparks, is that covered?");
  await expect
    .poll(() => query("SELECT FROM tasks WHERE person_id = $1", ana.id), { timeout: 180_000 })
    .toHaveLength(1);
  const [task] = await query("SELECT title, made_by FROM tasks WHERE person_id = $1", ana.id);
  expect(task).toMatchObject({
    made_by: "handoff",
    title: expect.stringMatching(/^Urgent: emergency: .*smoke/),
  });
  const alerts = await query("SELECT params FROM notifications WHERE kind = 'safety_alert'");
  expect(alerts).toContainEqual({
    params: expect.objectContaining({ words: expect.stringMatching(/smoke/) }),
  });
  const answers = await query(
    "SELECT config ->> 'text' AS text FROM actions WHERE person_id = $1 AND config ? 'answersAutomatically'",
    ana.id,
  );
  expect(answers).toEqual([{ text: expect.stringContaining("911") }]);
});

test("a possible wish to stop is reviewed without a confirmation, and service answers go on", async () => {
  const ana = await person();
  await writes(ana.phone, "You keep texting me every single day, enough");
  await expect
    .poll(() => query("SELECT FROM reviews WHERE person_id = $1", ana.id), { timeout: 180_000 })
    .toHaveLength(1);
  expect(await query("SELECT FROM actions WHERE person_id = $1", ana.id)).toEqual([]);
  const say = async (purpose: string) =>
    (
      await faro.send("POST", `/api/people/${ana.id}/messages`, {
        channel: "sms",
        text: "Your technician is on the way.",
        purpose,
      })
    ).body.id as string;
  const stateOf = async (id: string) =>
    (await query("SELECT status FROM actions WHERE id = $1", id))[0]?.status;
  const [service, marketing] = [await say("service"), await say("marketing")];
  await expect.poll(() => stateOf(service), { timeout: 180_000 }).toMatch(/^(?:sent|delivered)$/);
  await expect.poll(() => stateOf(marketing), { timeout: 180_000 }).toBe("held");
});
