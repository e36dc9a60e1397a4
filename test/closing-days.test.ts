import { afterAll, beforeAll, expect, test } from "vitest";
import { dateIn } from "#domain/day.ts";
import { findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
});
afterAll(() => faro.stop());

const path = "/api/closing-days";
const patience = { timeout: 60_000 };
const { phone, timezone } = findContactableNumbers(Date.now());
const dayMs = 86_400_000;
const day = (daysAhead: number): string => dateIn(Date.now() + daysAhead * dayMs, "UTC");

const add = (body: object) => faro.send("POST", path, body);
const list = async () => (await faro.send("GET", path)).body.closings;

let count = 0;
const write = async (purpose: string): Promise<string> => {
  const to = { phone: phone(++count), timezone, consents: { sms: true } };
  const { body: person } = await faro.send("POST", "/api/people", { firstName: "Ana", ...to });
  const message = { channel: "sms", text: "Hola", purpose };
  return (await faro.send("POST", `/api/people/${person.id}/messages`, message)).body.id;
};
const read = async (id: string) =>
  (await faro.pool.query("SELECT status, reasons, not_before AS due FROM actions WHERE id = $1", [id]))
    .rows[0];
const becomes = async (id: string, statuses: string[]) => {
  await expect.poll(async () => (await read(id)).status, patience).toBeOneOf(statuses);
  return read(id);
};
const gone = ["sent", "delivered"];

test("closing days are kept by date, with an audit entry each", async () => {
  const party = { name: "Anniversary", from: "2031-05-02", to: "2031-05-02" };
  const span = { name: "Inventory", from: "2030-12-28", to: "2031-01-03" };
  for (const body of [party, span]) expect((await add(body)).status).toBe(200);
  expect(await list()).toMatchObject([span, party]);
  for (const body of [
    { ...party, name: " " },
    { ...party, to: "2031-05-01" },
    { ...party, to: "2031-09-01" },
    { ...party, from: "tomorrow" },
  ])
    expect((await add(body)).status, JSON.stringify(body)).toBe(400);
  for (const { id } of await list()) expect((await faro.send("DELETE", `${path}/${id}`)).status).toBe(200);
  expect(await list()).toEqual([]);
  const { rows } = await faro.pool.query("SELECT metadata FROM audit_logs WHERE entity_id = 'closing_days'");
  expect(rows.flatMap(({ metadata }) => Object.keys(metadata))).toEqual([
    "after",
    "after",
    "before",
    "before",
  ]);
  const [entry] = (await faro.send("GET", "/api/audit-logs?search=closing+days")).body;
  expect(entry).toMatchObject({ eventType: "settings_update", description: expect.stringContaining("“") });
  expect((await faro.send("DELETE", `${path}/${crypto.randomUUID()}`)).status).toBe(404);
});

test("marketing waits for the end of a closing day, and is sent once the day is removed; service is not held", async () => {
  await faro.send("PUT", "/api/compliance/policy", { answerInQuietHours: false, sendOnHolidays: false });
  // Wide enough for every time zone, so that it does not matter when and where the people are.
  const { body: closing } = await add({ name: "Inventory", from: day(-1), to: day(2) });
  const [marketing, service] = [await write("marketing"), await write("service")];
  const held = await becomes(marketing, ["held"]);
  expect(held.reasons).toContainEqual(
    expect.objectContaining({ code: "marketing_holiday", holiday: "Inventory" }),
  );
  expect(held.due.getTime()).toBeGreaterThan(Date.now() + dayMs);
  await becomes(service, gone);
  expect((await faro.send("DELETE", `${path}/${closing.id}`)).status).toBe(200);
  await expect
    .poll(async () => {
      const { status, reasons } = await read(marketing);
      // A public holiday of the day on which this runs may hold it further.
      return gone.includes(status) || !JSON.stringify(reasons).includes("Inventory");
    }, patience)
    .toBe(true);
});

test("the policy that sends on holidays sends on closing days, too", async () => {
  await faro.send("PUT", "/api/compliance/policy", { answerInQuietHours: false, sendOnHolidays: true });
  const { body: closing } = await add({ name: "Inventory", from: day(-1), to: day(2) });
  await becomes(await write("marketing"), gone);
  await faro.send("DELETE", `${path}/${closing.id}`);
});
