import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import type { ReadyMessenger } from "#server/pipeline/deliver/messengers.ts";
import { openSendRates } from "#server/pipeline/deliver/send-rates.ts";
import type { DueAction } from "#server/store/delivery/actions.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
  await allowHolidaySends(faro.send);
  // With secrets the product treats the simulators as live accounts.
  await faro.send("POST", "/api/api-keys/twilio", {
    accountSid: "AC00000000000000000000000000000007",
    authToken: "token",
    fromNumber: "+17875550100",
  });
  await faro.send("POST", "/api/api-keys/whatsapp", {
    apiKey: "key",
    appSecret: "sandbox",
    businessNumber: "106540352242922",
    baseUrl: "https://graph.facebook.com/v23.0",
  });
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());
let count = 0;
const person = async () => {
  const phone = number(++count);
  const consents = { sms: true, whatsapp: true };
  const made = (await faro.send("POST", "/api/people", { firstName: "Ana", phone, timezone, consents })).body;
  await faro.pool.query(
    "INSERT INTO conversations (person_id, channel, last_inbound_at) VALUES ($1, 'whatsapp', now())",
    [made.id],
  );
  for (const business of ["106540352242922", "+17875550100"])
    await control({ heard: { business, customer: phone, hoursAgo: 1 } });
  return made as { id: string; phone: string };
};
const say = async ({ id }: { id: string }, body: object) =>
  (await faro.send("POST", `/api/people/${id}/messages`, { text: "Hola", purpose: "marketing", ...body }))
    .body.id as string;
const control = (order: object) =>
  fetch(`${faro.sandboxUrl}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
const row = async (id: string) =>
  (await faro.pool.query("SELECT * FROM actions WHERE id = $1", [id])).rows[0];
const becomes = (id: string, statuses: string[]) =>
  expect
    .poll(async () => (await row(id)).status, { timeout: 180_000 })
    .toSatisfy((status: string) => statuses.includes(status));
const effects = async (phone: string) => {
  const ledger = await fetch(`${faro.sandboxUrl}/sandbox/api/ledger?effects=1`);
  const entries = (await ledger.json()) as { vendor: string; effect: { to: string } }[];
  return entries
    .filter(({ effect }) => effect.to.replace(/\D/g, "") === phone.replace(/\D/g, ""))
    .map(({ vendor }) => vendor);
};
const gone = ["sent", "delivered", "read"];

describe("a live account", () => {
  test("keeps its number's rate limit, but sends a reply before a campaign", async () => {
    const people = await Promise.all([person(), person(), person(), person()]);
    const ids = await Promise.all(people.map((one) => say(one, { channel: "sms" })));
    await expect
      .poll(async () => (await row(ids[3] ?? "")).status, { timeout: 180_000 })
      .not.toBe("dispatching");
    const answer = await say(await person(), { channel: "sms", purpose: "service" });
    await becomes(answer, [...gone, "blocked"]);
    for (const id of ids) await becomes(id, gone);
    const times = await Promise.all(ids.map(async (id) => (await row(id)).executed_at.getTime() as number));
    // At one per second the fourth message is sent at least three seconds after the first.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(2000);
  });

  test("with a higher rate limit sends faster", async () => {
    await faro.send("POST", "/api/api-keys/twilio", {
      accountSid: "AC00000000000000000000000000000007",
      fromNumber: "+17875550100",
      messagesPerSecond: 200,
    });
    const ids = await Promise.all(
      [person(), person(), person()].map(async (one) => say(await one, { channel: "sms" })),
    );
    for (const id of ids) {
      await becomes(id, gone);
      expect((await row(id)).attempts).toBe(1);
    }
  });

  test("that asks to retry later pauses all of its messages until then", async () => {
    await control({ vendor: "twilio", mode: "refuse-429", times: 1 });
    const [ana, eva] = [await person(), await person()];
    const first = await say(ana, { channel: "sms" });
    await expect
      .poll(async () => (await row(first)).reasons?.[0]?.vendorCode, { timeout: 180_000 })
      .toBe("20429");
    await faro.pool.query(
      "UPDATE send_rates SET paused_until = now() + interval '1 hour' WHERE id = 'twilio-sms'",
    );
    const second = await say(eva, { channel: "sms" });
    await expect
      .poll(async () => (await row(second)).reasons, { timeout: 180_000 })
      .toEqual([{ code: "waits_its_turn" }]);
    expect(await effects(eva.phone)).toEqual([]);
    await faro.pool.query("UPDATE send_rates SET paused_until = now()");
    await faro.pool.query("UPDATE actions SET not_before = now() WHERE status = 'pending'");
    await becomes(first, gone);
    await becomes(second, gone);
    expect(await effects(eva.phone)).toEqual(["twilio"]);
  });
});

describe("of two accounts for a channel", () => {
  test("the second sends what the first certainly did not accept", async () => {
    await control({ vendor: "whatsapp", mode: "refuse-429", times: 1 });
    const ana = await person();
    const id = await say(ana, { channel: "whatsapp" });
    await becomes(id, gone);
    expect(await row(id)).toMatchObject({ messenger: "twilio-whatsapp" });
    expect(await effects(ana.phone)).toEqual(["twilio"]);
    await faro.pool.query("UPDATE send_rates SET paused_until = NULL");
  });

  test("the second sends what an account with rejected credentials cannot", async () => {
    await control({ vendor: "whatsapp", mode: "ok" });
    const settings = { businessNumber: "106540352242922", baseUrl: "https://graph.facebook.com/v23.0" };
    await faro.send("POST", "/api/api-keys/whatsapp", { ...settings, apiKey: "bad", appSecret: "sandbox" });
    const ana = await person();
    const id = await say(ana, { channel: "whatsapp" });
    await becomes(id, gone);
    expect((await row(id)).messenger).toBe("twilio-whatsapp");
    await faro.send("POST", "/api/api-keys/whatsapp", { ...settings, apiKey: "key", appSecret: "sandbox" });
  });

  test.each(["accept-500", "refuse-500"])(
    "the second stays out of it after %s, for nobody knows",
    async (mode) => {
      await control({ vendor: "whatsapp", mode, times: 1 });
      const ana = await person();
      const id = await say(ana, { channel: "whatsapp" });
      await becomes(id, ["unknown", ...gone]);
      expect((await row(id)).messenger).toBe("whatsapp-meta");
      expect(await effects(ana.phone)).not.toContain("twilio");
    },
  );

  test("a rejected recipient is not retried on the other account", async () => {
    const phone = number(9001 - 100);
    const made = (await faro.send("POST", "/api/people", { phone, timezone, consents: { whatsapp: true } }))
      .body;
    await faro.pool.query(
      "INSERT INTO conversations (person_id, channel, last_inbound_at) VALUES ($1, 'whatsapp', now())",
      [made.id],
    );
    const id = await say(made, { channel: "whatsapp" });
    await becomes(id, ["failed"]);
    expect(await row(id)).toMatchObject({ messenger: "whatsapp-meta", reasons: [{ vendorCode: "131009" }] });
    expect(await effects(phone)).toEqual([]);
  });
});

test("concurrent processes never reserve the same send slot", async () => {
  const { options } = faro.pool as unknown as { options: object };
  const processes = [1, 2, 3].map(() => openDatabase(options as never, () => {}));
  const messenger = {
    messenger: { id: "shared" },
    isSimulated: false,
    perSecond: 5,
  } as unknown as ReadyMessenger;
  const now = Date.now();
  const { rows } = await faro.pool.query("SELECT person_id FROM actions LIMIT 1");
  const ids = (
    await faro.pool.query(
      `INSERT INTO actions (person_id, type, status, not_before)
       SELECT $1, 'sms', 'pending', 'infinity' FROM generate_series(1, 12) RETURNING id`,
      [rows[0].person_id],
    )
  ).rows.map(({ id }) => id as string);
  const reservations = ids.map((id, at) =>
    processes[at % 3]?.db.transaction(async (tx) => {
      const rates = await openSendRates(tx, [messenger], now);
      const action = { id, config: { purpose: "marketing" } } as unknown as DueAction;
      const choice = rates.choose(action, [messenger]);
      await rates.save();
      return choice.kind === "messenger";
    }),
  );
  expect((await Promise.all(reservations)).filter(Boolean)).toHaveLength(1);
  const slots = await faro.pool.query(
    "SELECT (config -> 'slot' ->> 'at')::float8 AS at FROM actions WHERE config -> 'slot' ->> 'messenger' = 'shared' ORDER BY 1",
  );
  expect(slots.rows.map(({ at }) => Math.round(at - now))).toEqual(
    Array.from({ length: 11 }, (_, index) => 200 * (index + 1)),
  );
  await faro.pool.query("DELETE FROM actions WHERE id = ANY($1)", [ids]);
  await Promise.all(processes.map((one) => one.close()));
});
