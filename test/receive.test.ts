import { createHmac } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createLog } from "#server/log.ts";
import { storeMessages } from "#server/pipeline/receive/receive-message.ts";
import { createReceiver } from "#server/pipeline/receive/receive-next.ts";
import { openSimulatorSecret } from "#server/store/connections/installation-key.ts";
import { lockHolders } from "#server/store/people/stored-people.ts";
import { createWrite } from "#server/store/write.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let database: Database;
let secret: string;
beforeAll(async () => {
  faro = await startSandboxFaro();
  await allowHolidaySends(faro.send);
  database = openDatabase(faro.connection, () => {});
  secret = await openSimulatorSecret(database.db, await openKeyring(faro.dataDir, undefined));
});
afterAll(async () => {
  await database.close();
  await faro.stop();
});

const soon = { timeout: 180_000 };
const { phone: number, timezone } = findContactableNumbers(Date.now());
const rows = async (query: string, values: unknown[] = []) => (await faro.pool.query(query, values)).rows;

let count = 0;
type Ana = { id: string; phone: string };
const addPerson = async (): Promise<Ana> => {
  const body = { firstName: "Ana", phone: number(++count), timezone, consents: { sms: true } };
  return (await faro.send("POST", "/api/people", body)).body;
};

/** A message as Twilio reports it, signed; the same id is the same message. */
const receive = (from: string, text: string, id = `SM${String(++count).padStart(32, "0")}`) => {
  const url = `${faro.url}/hooks/vendors/twilio-sms`;
  const fields = { Body: text, From: from, MessageSid: id, SmsStatus: "received", To: "+17875550100" };
  const signature = createHmac("sha1", secret)
    .update(url + Object.entries(fields).flat().join(""))
    .digest("base64");
  return fetch(url, {
    method: "POST",
    headers: { "x-twilio-signature": signature },
    body: new URLSearchParams(fields),
  });
};

/** Runs `during` while another transaction holds the row of the person, as an import does. */
const whileLocked = async ({ id }: Ana, during: () => Promise<void>): Promise<void> => {
  const client = new pg.Client(faro.connection);
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM people WHERE id = $1 FOR UPDATE", [id]);
    await during();
  } finally {
    await client.query("ROLLBACK");
    await client.end();
  }
};
const statesOf = (phone: string) =>
  rows(
    "SELECT raw_data ->> 'text' AS text, validation_status AS status FROM events WHERE raw_data ->> 'from' = $1 ORDER BY id",
    [phone],
  );
const untilWorked = (phone: string, texts: string[]) =>
  expect.poll(() => statesOf(phone), soon).toEqual(texts.map((text) => ({ text, status: "valid" })));
const optOutState = async ({ id }: Ana) =>
  (await faro.send("GET", `/api/suppressions?personId=${id}`)).body.records[0]?.state;

describe("a message whose sender is locked by another transaction", () => {
  test("is answered, kept, and worked off once", async () => {
    const ana = await addPerson();
    const text = "¿Cuánto cuesta el plan?";
    const id = "SMlocked000000000000000000000001";
    await whileLocked(ana, async () => {
      // The vendor repeats it.
      expect((await receive(ana.phone, text, id)).status).toBe(200);
      expect((await receive(ana.phone, text, id)).status).toBe(200);
      expect(await statesOf(ana.phone)).toEqual([{ text, status: "received" }]);
      expect(await rows("SELECT 1 FROM messages WHERE person_id = $1", [ana.id])).toEqual([]);
    });
    await untilWorked(ana.phone, [text]);
    expect((await receive(ana.phone, text, id)).status).toBe(200);
    const [event] = await rows(
      "SELECT id, person_id, processed_data FROM events WHERE raw_data ->> 'from' = $1",
      [ana.phone],
    );
    expect(event).toMatchObject({
      person_id: ana.id,
      processed_data: {
        person: { phone: ana.phone },
        event: { type: "sms_received", message: text, channel: "sms" },
      },
    });
    expect(await rows("SELECT text FROM messages WHERE id = $1", [event.id])).toEqual([{ text }]);
    expect(await rows("SELECT channel FROM message_readings WHERE event_id = $1", [event.id])).toEqual([
      { channel: "sms" },
    ]);
    expect(await rows("SELECT source, description FROM timeline WHERE caused_by = $1", [event.id])).toEqual([
      { source: "Inbound SMS", description: text },
    ]);
    expect(
      await rows("SELECT 1 FROM notifications WHERE kind = 'reply_received' AND link = $1", [
        `/inbox/${ana.id}`,
      ]),
    ).toHaveLength(1);
    const { language, sources } = (await faro.send("GET", `/api/people/${ana.id}`)).body;
    expect({ language, sources }).toMatchObject({ language: "es", sources: ["Inbound SMS"] });
    // Scores react to it.
    await expect
      .poll(() => rows("SELECT 1 FROM ai_profiles WHERE person_id = $1", [ana.id]), soon)
      .toHaveLength(1);
  });

  test("leaves the messages of others to the second worker", async () => {
    const [ana, eva] = [await addPerson(), await addPerson()];
    await whileLocked(ana, async () => {
      await receive(ana.phone, "Hola");
      expect((await receive(eva.phone, "Hello there")).status).toBe(200);
      await untilWorked(eva.phone, ["Hello there"]);
      expect(await statesOf(ana.phone)).toEqual([{ text: "Hola", status: "received" }]);
    });
    await untilWorked(ana.phone, ["Hola"]);
  });

  test("keeps its place among the messages of its sender", async () => {
    const ana = await addPerson();
    await whileLocked(ana, async () => {
      for (const text of ["STOP", "START", "STOP", "START"]) await receive(ana.phone, text);
    });
    await untilWorked(ana.phone, ["STOP", "START", "STOP", "START"]);
    expect(await optOutState(ana)).toBe("released");
    const kinds = await rows(
      "SELECT event_type FROM timeline WHERE person_id = $1 AND event_type IN ('opted_out', 'opted_in') ORDER BY id",
      [ana.id],
    );
    expect(kinds.map(({ event_type }) => event_type)).toEqual([
      "opted_out",
      "opted_in",
      "opted_out",
      "opted_in",
    ]);
  });

  test("is not overtaken by a message to its sender", async () => {
    const ana = await addPerson();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const [action] = await rows(
      `INSERT INTO actions (person_id, type, status, config, not_before)
       VALUES ($1, 'sms', 'pending', '{"text": "Hola", "purpose": "service"}', $2) RETURNING id`,
      [ana.id, later],
    );
    const due = "2026-01-01T00:00:00Z";
    const stateOf = async () =>
      (await rows("SELECT status, reasons, not_before FROM actions WHERE id = $1", [action.id]))[0];
    await whileLocked(ana, async () => {
      expect((await receive(ana.phone, "STOP")).status).toBe(200);
      await rows("UPDATE actions SET not_before = $2 WHERE id = $1", [action.id, due]);
      // A claim has looked at it, and leaves it for a moment.
      await expect
        .poll(async () => (await stateOf()).not_before.getTime() !== Date.parse(due), soon)
        .toBe(true);
      expect((await stateOf()).status).toBe("pending");
    });
    await expect
      .poll(stateOf, soon)
      .toMatchObject({ status: "blocked", reasons: [expect.objectContaining({ code: "opted_out" })] });
    const ledger = await (await fetch(`${faro.sandboxUrl}/sandbox/api/ledger?effects=1`)).json();
    const texts = (ledger as { effect: { to: string; text: string } }[]).flatMap(({ effect }) =>
      effect.to === ana.phone ? [effect.text] : [],
    );
    expect(texts).not.toContain("Hola");
  });
});

test("a message to its sender that a claim has locked does not hold it up", async () => {
  const ana = await addPerson();
  const [action] = await rows(
    `INSERT INTO actions (person_id, type, status, config, not_before)
     VALUES ($1, 'sms', 'held', '{"text": "Hola", "purpose": "service"}', 'infinity') RETURNING id`,
    [ana.id],
  );
  const client = new pg.Client(faro.connection);
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM actions WHERE id = $1 FOR UPDATE", [action.id]);
    await receive(ana.phone, "Hello there");
    await untilWorked(ana.phone, ["Hello there"]);
  } finally {
    await client.query("ROLLBACK");
    await client.end();
  }
});

describe("a stored message", () => {
  const store = (from: string, text: string, providerId: string) =>
    storeMessages(
      createWrite(database.db, { insert: async () => {} }),
      [{ kind: "message", providerId, channel: "sms", from, to: "", text, name: null, at: Date.now() }],
      { messenger: "twilio-sms", isTest: false },
    );

  test("is worked off although the process that stored it has died", async () => {
    const phone = number(++count);
    expect(await store(phone, "Hola, soy nueva", "SMkilled")).toHaveLength(1);
    // The same callback, repeated to another process.
    expect(await store(phone, "Hola, soy nueva", "SMkilled")).toEqual([]);
    await untilWorked(phone, ["Hola, soy nueva"]);
    expect(await rows("SELECT sources FROM people WHERE phone = $1", [phone])).toEqual([
      { sources: ["Inbound SMS"] },
    ]);
  });

  test("keeps what of its characters can be stored", async () => {
    const phone = number(++count);
    expect(await store(phone, "Ho\u0000la, soy \ud83d nueva", "SMcharacters")).toHaveLength(1);
    await untilWorked(phone, ["Hola, soy \ufffd nueva"]);
  });

  test("that is no message is an opt-out all the same, and operators are notified of it", async () => {
    const phone = number(++count);
    const [endpoint] = await rows("SELECT id FROM endpoints WHERE channel = 'sms'");
    await rows(
      `INSERT INTO events (endpoint_id, event_type, raw_data, validation_status)
       VALUES ($1, 'sms_received', jsonb_build_object('from', $2::text, 'text', 'STOP'), 'received')`,
      [endpoint.id, phone],
    );
    await expect.poll(() => statesOf(phone), soon).toEqual([{ text: "STOP", status: "dead" }]);
    const ana: Ana = (await faro.send("POST", "/api/people", { firstName: "Ana", phone })).body;
    expect(await optOutState(ana)).toBe("opted_out");
    const link = `/endpoints/${endpoint.id}?tab=dead&status=dead`;
    expect(await rows("SELECT kind FROM notifications WHERE link = $1", [link])).toContainEqual({
      kind: "review_needed",
    });
    await rows("DELETE FROM events WHERE raw_data ->> 'from' = $1", [phone]);
  });

  test("that is no message is set aside, and can be tried again", async () => {
    const phone = number(++count);
    const [endpoint] = await rows("SELECT id FROM endpoints WHERE channel = 'sms'");
    const [{ id }] = await rows(
      `INSERT INTO events (endpoint_id, event_type, raw_data, validation_status)
       VALUES ($1, 'sms_received', jsonb_build_object('from', $2::text, 'text', 'Hola'), 'received') RETURNING id`,
      [endpoint.id, phone],
    );
    await expect.poll(() => statesOf(phone), soon).toEqual([{ text: "Hola", status: "dead" }]);
    const complete = { messenger: "twilio-sms", providerId: "SMagain", sentBy: "sms", to: "", at: 1 };
    await rows(
      `UPDATE events SET raw_data = raw_data || $2 || '{"type": "sms_received", "channel": "sms"}' WHERE id = $1`,
      [id, JSON.stringify(complete)],
    );
    const replayed = await faro.send("POST", `/api/endpoints/${endpoint.id}/replay`, { ids: [id], count: 1 });
    expect([replayed.status, replayed.body]).toEqual([200, { count: 1 }]);
    await untilWorked(phone, ["Hola"]);
  });
});

test("a Mexican number as WhatsApp reports it is that of its person", async () => {
  const phone = "+525512345678";
  const ana: Ana = (await faro.send("POST", "/api/people", { phone, consents: { whatsapp: true } })).body;
  await receive("whatsapp:+5215512345678", "STOP");
  await untilWorked(phone, ["STOP"]);
  expect(await optOutState(ana)).toBe("opted_out");
  expect(await rows("SELECT id FROM people WHERE phone LIKE '+52%'")).toEqual([{ id: ana.id }]);
  const { body } = await faro.send("POST", `/api/people/${ana.id}/messages/check`, {});
  const whatsapp = body.find(({ channel }: { channel: string }) => channel === "whatsapp");
  expect(whatsapp.ruling).toBe("stop");
  expect(whatsapp.reasons).toContainEqual(expect.objectContaining({ code: "opted_out" }));
});

/** A receiver for which the waits between attempts pass at once. */
const createFastReceiver = () => {
  let now = 0;
  return createReceiver(
    {
      write: createWrite(database.db, { insert: async () => {} }),
      hash: (address) => Buffer.from(address),
      general: async () => defaultGeneralSettings,
      asksModels: async () => false,
      log: createLog("silent"),
    },
    () => {
      now += 60_000;
      return now;
    },
  );
};

const replay = async (phone: string) => {
  const [{ id, endpoint_id: endpointId }] = await rows(
    "SELECT id, endpoint_id FROM events WHERE raw_data ->> 'from' = $1 AND validation_status = 'dead'",
    [phone],
  );
  await faro.send("POST", `/api/endpoints/${endpointId}/replay`, { ids: [id], count: 1 });
  await expect.poll(async () => (await statesOf(phone))[0].status, soon).toBe("valid");
};

test("a message that is cut inside an emoji is worked off", async () => {
  const ana = await addPerson();
  await faro.send("POST", "/api/people", { firstName: "Eva", phone: ana.phone });
  const text = `${"a".repeat(199)}😀${"b".repeat(298)}😀 how much?`;
  await receive(ana.phone, text);
  await untilWorked(ana.phone, [text]);
  const [thread] = await rows("SELECT last_text FROM threads WHERE person_id = $1", [ana.id]);
  expect(thread).toEqual({ last_text: "a".repeat(199) });
});

test("a message whose entries fail, too, is set aside with a review, and later ones are worked off", async () => {
  const ana = await addPerson();
  await rows(`
    CREATE FUNCTION broken_message() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER broken_message BEFORE INSERT ON messages FOR EACH ROW
      WHEN (NEW.text = 'Broken words') EXECUTE FUNCTION broken_message()`);
  try {
    const receiver = createFastReceiver();
    await receive(ana.phone, "Broken words");
    await receive(ana.phone, "Hello there");
    await expect
      .poll(async () => {
        await receiver.next();
        return statesOf(ana.phone);
      }, soon)
      .toEqual([
        { text: "Broken words", status: "dead" },
        { text: "Hello there", status: "valid" },
      ]);
    expect(await rows("SELECT words FROM reviews WHERE person_id = $1", [ana.id])).toEqual([
      { words: "Broken words" },
    ]);
    // So that an export of their data and their erasure include it.
    const dead =
      "SELECT raw_data ->> 'text' AS text FROM events WHERE person_id = $1 AND validation_status = 'dead'";
    expect(await rows(dead, [ana.id])).toEqual([{ text: "Broken words" }]);
  } finally {
    await rows("DROP TRIGGER broken_message ON messages; DROP FUNCTION broken_message()");
  }
  await replay(ana.phone);
});

test("a message that keeps failing is set aside for an operator, and nothing is sent meanwhile", async () => {
  const [ana, eva] = [await addPerson(), await addPerson()];
  await rows(`
    CREATE FUNCTION broken_reading() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'as if it took too long' USING ERRCODE = 'query_canceled'; END $$;
    CREATE TRIGGER broken_reading BEFORE INSERT ON message_readings FOR EACH ROW
      WHEN (NEW.local ->> 'intent' = 'complaint') EXECUTE FUNCTION broken_reading()`);
  const receiver = createFastReceiver();
  try {
    const text = "Terrible service, your crew broke my roof and then overcharged me";
    await receive(ana.phone, text);
    await expect
      .poll(async () => {
        await receiver.next();
        return (await statesOf(ana.phone))[0].status;
      }, soon)
      .toBe("dead");
    const reviews = await rows("SELECT words FROM reviews WHERE person_id = $1 AND resolved_at IS NULL", [
      ana.id,
    ]);
    expect(reviews).toEqual([{ words: text }]);
    const { body } = await faro.send("POST", `/api/people/${ana.id}/messages/check`, {});
    const sms = body.find(({ channel }: { channel: string }) => channel === "sms");
    expect(sms).toMatchObject({ ruling: "wait", reasons: [{ code: "opt_out_under_review" }] });
    // Others are not kept waiting.
    await receive(eva.phone, "Hello there");
    await untilWorked(eva.phone, ["Hello there"]);
  } finally {
    await rows("DROP TRIGGER broken_reading ON message_readings; DROP FUNCTION broken_reading()");
  }
  await replay(ana.phone);
  expect(await rows("SELECT 1 FROM messages WHERE person_id = $1", [ana.id])).toHaveLength(1);
});

describe("the endpoint of a channel", () => {
  const open = async () => {
    const { body } = await faro.send("GET", "/api/endpoints");
    return body.find(({ name }: { name: string }) => name === "Inbound SMS");
  };

  test("lists what people wrote, without a mapping", async () => {
    const { id, mappingTemplate, eventsToday } = await open();
    expect(mappingTemplate).toBeNull();
    expect(eventsToday).toBeGreaterThan(0);
    const { events } = (await faro.send("GET", `/api/endpoints/${id}/events`)).body;
    expect(events).toContainEqual(expect.objectContaining({ eventType: "sms_received", status: "valid" }));
  });

  test("is neither changed nor deleted, and no message is worked off twice", async () => {
    const { id } = await open();
    for (const [method, path, body] of [
      ["PUT", "", { name: "Other", type: "webhook" }],
      ["DELETE", "", undefined],
      ["POST", "/test", {}],
    ] as const) {
      const answer = await faro.send(method, `/api/endpoints/${id}${path}`, body);
      expect([method, answer.status, answer.body.code]).toEqual([method, 409, "belongs_to_channel"]);
    }
    expect((await faro.send("POST", `/api/endpoints/${id}/replay/count`, {})).body).toEqual({ count: 0 });
  });
});

test("who has an address is read as the transaction left them that held their lock", async () => {
  const ana = await addPerson();
  const client = new pg.Client(faro.connection);
  await client.connect();
  await client.query("BEGIN");
  await client.query("UPDATE people SET town = 'Ponce' WHERE id = $1", [ana.id]);
  const found = database.db.transaction((tx) => lockHolders(tx, [ana.phone]));
  const waits = async () =>
    (await rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%people%'"))
      .length;
  await expect.poll(waits, soon).toBe(1);
  await client.query("COMMIT");
  await client.end();
  expect(await found).toMatchObject([{ id: ana.id, town: "Ponce", addresses: [ana.phone] }]);
});
