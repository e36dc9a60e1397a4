import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import { openDatabase } from "#server/db/database.ts";
import { readContactRules } from "#server/store/compliance/contact-rules.ts";
import { findRecipients, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import { findContactableNumbers, findForeignZone } from "./contactable-people.ts";
import { everyChannelLive } from "./fixtures/connected-channels.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
});
afterAll(() => faro?.stop());

const path = "/api/compliance/policy";
const policy = async () => (await faro.send("GET", path)).body;
const person = async (input: object) =>
  (await faro.send("POST", "/api/people", { firstName: "Ana", consents: { sms: true }, ...input })).body;
const say = async (id: string, purpose: string) =>
  (await faro.send("POST", `/api/people/${id}/messages`, { channel: "sms", text: "Hola", purpose })).body
    .id as string;
const row = async (id: string) =>
  (await faro.pool.query("SELECT status, reasons, not_before FROM actions WHERE id = $1", [id])).rows[0];
const becomes = async (id: string, statuses: string[]) => {
  await expect.poll(async () => (await row(id)).status, { timeout: 180_000 }).toBeOneOf(statuses);
  return row(id);
};
const gone = ["sent", "delivered"];

describe("the contact policy", () => {
  test("is strict by default, rejects a save over a newer version, and is audited", async () => {
    expect(await policy()).toEqual({ answerInQuietHours: false, sendOnHolidays: false, updatedAt: null });
    const body = { answerInQuietHours: false, sendOnHolidays: false, updatedAt: null };
    const saved = (await faro.send("PUT", path, body)).body;
    expect((await faro.send("PUT", path, { ...body, sendOnHolidays: true })).body.code).toBe("conflict");
    expect((await faro.send("PUT", path, { sendOnHolidays: "yes" })).status).toBe(400);
    expect(await policy()).toEqual(saved);
    const entries = (await faro.send("GET", "/api/audit-logs?search=contact+policy")).body;
    expect(entries).toMatchObject([
      { eventType: "settings_update", description: "Changed the contact policy" },
    ]);
  });

  test("can allow marketing on holidays, and messages that waited for the end of one are sent", async () => {
    const { phone, timezone } = findContactableNumbers(Date.now());
    const ana = await person({ phone: phone(1), timezone });
    const { options } = faro.pool as unknown as { options: never };
    const database = openDatabase(options, () => {});
    const christmas = Date.parse("2026-12-25T18:00:00Z");
    const ruled = async () => {
      const rules = {
        ...(await readContactRules(database.db, new Date(christmas).getUTCFullYear())),
        connections: everyChannelLive,
      };
      const to = await findRecipients(database.db, [ana.id]);
      const facts = await database.db.transaction((tx) =>
        readGateFacts(tx, to, rules, () => Buffer.alloc(32), christmas),
      );
      const known = facts.get(ana.id);
      if (!known) throw new Error("Nobody there");
      const content = { content: "freeform", template: null, ruleId: null, repeatLimit: null } as const;
      const ruling = evaluateGate(
        { personId: ana.id, channel: "email", purpose: "marketing", ...content },
        {
          ...known,
          phone: "+17875550148",
          where: { zip: null, region: null, zone: null },
          email: "ana@example.com",
          consents: [
            { channel: "email", purpose: "marketing", state: "granted", written: true, at: 0, proof: "1" },
          ],
        },
      );
      return [ruling.kind, ...ruling.reasons.map(({ code }) => code)];
    };
    expect(await ruled()).toEqual(expect.arrayContaining(["wait", "marketing_holiday"]));
    const { rows } = await faro.pool.query(
      `INSERT INTO actions (person_id, type, status, config, reasons, not_before)
       VALUES ($1, 'sms', 'held', '{"text": "Hola", "purpose": "marketing"}', '[{"code": "marketing_holiday"}]', 'infinity')
       RETURNING id`,
      [ana.id],
    );
    await faro.send("PUT", path, { answerInQuietHours: false, sendOnHolidays: true });
    expect((await ruled())[0]).toBe("send");
    await becomes(rows[0].id, gone);
    await database.close();
  });

  test("can allow a reply in quiet hours to a person who has just written", async () => {
    const eva = await person({ phone: "+34615550777", timezone: findForeignZone(Date.now(), false) });
    await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(eva.phone)}/reply`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: "sms", text: "¿A qué hora abren?" }),
    });
    const wrote = async () =>
      (await faro.pool.query("SELECT 1 FROM conversations WHERE person_id = $1", [eva.id])).rowCount;
    await expect.poll(wrote, { timeout: 180_000 }).toBe(1);
    const [answer, news] = [await say(eva.id, "service"), await say(eva.id, "marketing")];
    expect((await becomes(answer, ["held"])).reasons).toContainEqual(
      expect.objectContaining({ code: "quiet_hours" }),
    );
    await becomes(news, ["held"]);
    await faro.send("PUT", path, { answerInQuietHours: true, sendOnHolidays: true });
    expect((await becomes(answer, gone)).reasons).toContainEqual(
      expect.objectContaining({ code: "quiet_hours_answered" }),
    );
    expect((await row(news)).status).toBe("held");
  });
});

describe("a person's time zone", () => {
  test("releases a message to a foreign number that waited for it, and is audited", async () => {
    const luz = await person({ phone: "+34911234567" });
    expect(luz.timezone).toBeNull();
    const id = await say(luz.id, "marketing");
    expect((await becomes(id, ["held"])).reasons).toMatchObject([{ code: "place_abroad" }]);
    const zone = findForeignZone(Date.now(), true);
    const moved = await faro.send("PUT", `/api/people/${luz.id}`, { timezone: zone.toLowerCase() });
    expect(moved.body.timezone).toBe(zone);
    await becomes(id, gone);
    const { rows } = await faro.pool.query(
      "SELECT metadata FROM audit_logs WHERE entity_id = $1 ORDER BY seq DESC LIMIT 1",
      [luz.id],
    );
    expect(rows[0].metadata).toEqual({ before: { timezone: null }, after: { timezone: zone } });
    expect((await faro.send("GET", `/api/people/${luz.id}`)).body.timezone).toBe(zone);
    const cleared = await faro.send("PUT", `/api/people/${luz.id}`, { timezone: null });
    expect(cleared.body.timezone).toBeNull();
  });

  test("looks again at a message that waited for a place, when an endpoint tells it", async () => {
    const phone = "+34911234568";
    const eva = await person({ phone });
    const id = await say(eva.id, "marketing");
    expect((await becomes(id, ["held"])).reasons).toMatchObject([{ code: "place_abroad" }]);
    const endpoint = (await faro.send("POST", "/api/endpoints", { name: "Form", type: "webhook" })).body;
    const sent = await fetch(endpoint.webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ phone, zip: "00907", country: "PR" }),
    });
    expect(sent.ok).toBe(true);
    // Whether it is sent now, or waits for the hours of that place, depends on the time of day.
    await expect
      .poll(async () => (await row(id)).reasons, { timeout: 180_000 })
      .not.toContainEqual(expect.objectContaining({ code: "place_abroad" }));
  });

  test.each(["Europe/Nowhere", "+05:00", "x'; DROP TABLE people; --", 7])("rejects %s", async (timezone) => {
    expect((await faro.send("POST", "/api/people", { firstName: "Ana", timezone })).status).toBe(400);
  });
});
