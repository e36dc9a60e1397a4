import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { system } from "#server/audit/entry.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { recordUsage } from "#server/store/delivery/usage.ts";
import { mergePair } from "#server/store/people/merge.ts";
import { undoMerge } from "#server/store/people/undo-merge.ts";
import { createWrite, type Write } from "#server/store/write.ts";
import { createAddressHash } from "./address-hash.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
let write: Write;
const hash = createAddressHash();

beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
  write = createWrite(database.db, { insert: async () => {} });
});
afterAll(() => database.close());

const execute = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
  (await database.db.execute(query)).rows;

const addPerson = async (row: Record<string, unknown>): Promise<string> => {
  const id = newId();
  await execute(sql`
    INSERT INTO people (id, first_name, last_name, email, phone, status, tags, consents, fields)
    SELECT ${id}, first_name, last_name, email, phone, coalesce(status, 'new'), coalesce(tags, '{}'),
           coalesce(consents, '{}'), coalesce(fields, '{}')
      FROM jsonb_populate_record(NULL::people, ${JSON.stringify(row)}::jsonb)`);
  return id;
};

const tryMerge = (survivorId: string, otherId: string, picks: Record<string, "survivor" | "other"> = {}) =>
  write(system, (context) =>
    mergePair(context, { survivorId, otherId, picks, batchId: newId(), userId: null }, hash),
  );
const merge = async (...pair: Parameters<typeof tryMerge>): Promise<boolean> => (await tryMerge(...pair)).ok;
const undo = (id: string) => write(system, (context) => undoMerge(context, id, hash));

/** Everything that belongs to people, without what a merge and its undo add themselves. */
const snapshot = async (ids: string[]) => {
  const those = sql`ANY(${sql.param(ids)}::uuid[])`;
  const [row] = await execute(sql`SELECT
    (SELECT jsonb_agg(to_jsonb(p) - 'updated_at' ORDER BY id) FROM people p WHERE id = ${those}) AS people,
    (SELECT jsonb_agg(to_jsonb(a) ORDER BY id) FROM person_addresses a WHERE person_id = ${those}) AS addresses,
    (SELECT jsonb_agg(to_jsonb(t) ORDER BY id) FROM timeline t
      WHERE person_id = ${those} AND event_type NOT IN ('people_merged', 'merge_undone')) AS timeline,
    (SELECT jsonb_agg(to_jsonb(m) ORDER BY id) FROM messages m WHERE person_id = ${those}) AS messages,
    (SELECT jsonb_agg(to_jsonb(m) ORDER BY id) FROM notes m WHERE person_id = ${those}) AS notes,
    (SELECT jsonb_agg(to_jsonb(t) ORDER BY person_id) FROM threads t WHERE person_id = ${those}) AS threads,
    (SELECT jsonb_agg(to_jsonb(e) ORDER BY id) FROM episodes e WHERE person_id = ${those}) AS episodes,
    (SELECT jsonb_agg(to_jsonb(c) ORDER BY id) FROM conversations c WHERE person_id = ${those}) AS conversations`);
  return row;
};

const addHistory = async (personId: string, text: string): Promise<void> => {
  await execute(sql`
    INSERT INTO timeline (person_id, event_type, title) VALUES (${personId}, 'event_received', ${text})`);
  await execute(sql`
    INSERT INTO messages (id, person_id, at, direction, channel, text)
    VALUES (${newId()}, ${personId}, now() - interval '1 hour', 'in', 'sms', ${text})`);
  await execute(sql`INSERT INTO notes (person_id, text) VALUES (${personId}, ${text})`);
  await execute(sql`
    INSERT INTO threads (person_id, waiting_since, last_item_at, last_text)
    VALUES (${personId}, now() - interval '1 hour', now(), ${text})`);
  await execute(
    sql`INSERT INTO episodes (person_id, opened_at) VALUES (${personId}, now() - interval '1 hour')`,
  );
  await execute(sql`
    INSERT INTO conversations (person_id, channel, last_inbound_at) VALUES (${personId}, 'sms', now() - interval '1 hour')`);
};

describe("a merge", () => {
  test("fills blanks, joins sets, keeps both addresses, and leads the former id to the survivor", async () => {
    const survivor = await addPerson({
      first_name: "Ana",
      phone: "+17875550101",
      tags: ["solar"],
      status: "new",
    });
    const other = await addPerson({
      ...{ first_name: "Anita", last_name: "Colón", email: "Ana@example.com", phone: "+17875550102" },
      ...{ tags: ["battery"], status: "qualified", fields: { roof: "flat" } },
    });
    await addHistory(other, "¿Cuánto cuesta?");
    expect(await merge(survivor, other)).toBe(true);
    const [person] = await execute(sql`SELECT * FROM people WHERE id = ${survivor}`);
    expect(person).toMatchObject({
      ...{ first_name: "Ana", last_name: "Colón", email: "Ana@example.com", phone: "+17875550101" },
      ...{ status: "qualified", tags: ["solar", "battery"], fields: { roof: "flat" } },
    });
    const addresses = await execute(sql`
      SELECT kind, value, is_primary AS "isPrimary" FROM person_addresses WHERE person_id = ${survivor} ORDER BY kind, value`);
    expect(addresses).toEqual([
      { kind: "email", value: "ana@example.com", isPrimary: true },
      { kind: "phone", value: "+17875550101", isPrimary: true },
      { kind: "phone", value: "+17875550102", isPrimary: false },
    ]);
    const [counts] = await execute(sql`
      SELECT (SELECT count(*)::int FROM messages WHERE person_id = ${survivor}) AS messages,
             (SELECT count(*)::int FROM threads WHERE person_id = ${survivor} AND waiting_since IS NOT NULL) AS threads,
             (SELECT survivor_id FROM merged_people WHERE id = ${other}) AS "leadsTo"`);
    expect(counts).toEqual({ messages: 1, threads: 1, leadsTo: survivor });
  });

  test("of a person with themselves, or with one who is gone, changes nothing", async () => {
    const one = await addPerson({ email: "one@example.com" });
    expect(await merge(one, one)).toBe(false);
    expect(await merge(one, newId())).toBe(false);
    expect(await merge(newId(), one)).toBe(false);
    expect(await execute(sql`SELECT id FROM people WHERE id = ${one}`)).toHaveLength(1);
  });

  test("counts a refusal of either, and no consent of an address that is not written to", async () => {
    const survivor = await addPerson({ phone: "+17875550111", consents: { sms: true, email: true } });
    const other = await addPerson({
      phone: "+17875550112",
      consents: { sms: false, whatsapp: true, dnc: true },
    });
    await execute(sql`
      INSERT INTO consent_records (person_id, channel, state, method) VALUES
        (${survivor}, 'sms', 'granted', 'form'), (${other}, 'sms', 'denied', 'form'), (${other}, 'call', 'granted', 'form')`);
    await merge(survivor, other);
    const [person] = await execute(sql`SELECT consents FROM people WHERE id = ${survivor}`);
    expect(person?.consents).toEqual({ sms: false, email: true, dnc: true });
    const records = await execute(sql`
      SELECT channel, state, method FROM consent_records WHERE person_id = ${survivor} ORDER BY id`);
    expect(records).toEqual([
      { channel: "sms", state: "granted", method: "form" },
      { channel: "sms", state: "denied", method: "merge" },
    ]);
  });
});

describe("a merge of people with something under way", () => {
  test("records the request of a message that was being sent with the survivor", async () => {
    const survivor = await addPerson({ phone: "+17875550161" });
    const other = await addPerson({ phone: "+17875550162" });
    await merge(survivor, other);
    const erased = newId();
    const entry = { service: "twilio", kind: "sms" as const, ok: true };
    await database.db.transaction((tx) =>
      recordUsage(tx, [
        { ...entry, latencyMs: 1, personId: other },
        { ...entry, latencyMs: 2, personId: erased },
        { ...entry, latencyMs: 3, personId: survivor },
      ]),
    );
    const rows = await execute(sql`SELECT person_id AS id FROM usage ORDER BY latency_ms`);
    expect(rows).toEqual([{ id: survivor }, { id: null }, { id: survivor }]);
  });

  test("lets held messages of both be decided again, and so does its undo", async () => {
    const survivor = await addPerson({ phone: "+17875550171" });
    const other = await addPerson({ phone: "+17875550172" });
    const held = async (personId: string) => {
      const id = newId();
      await execute(sql`
        INSERT INTO actions (id, person_id, type, status, not_before)
        VALUES (${id}, ${personId}, 'sms', 'held', now() + interval '1 day')`);
      return id;
    };
    const ids = [await held(survivor), await held(other)];
    const waiting = async () =>
      await execute(sql`
        SELECT person_id AS "personId", not_before > now() AS waits FROM actions
         WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY array_position(${sql.param(ids)}::uuid[], id)`);
    await merge(survivor, other);
    expect(await waiting()).toEqual([
      { personId: survivor, waits: false },
      { personId: survivor, waits: false },
    ]);
    await execute(sql`UPDATE actions SET not_before = now() + interval '1 day' WHERE status = 'held'`);
    await undo(other);
    expect(await waiting()).toEqual([
      { personId: survivor, waits: false },
      { personId: other, waits: false },
    ]);
  });

  test("waits until a call has ended", async () => {
    const survivor = await addPerson({ phone: "+17875550163" });
    const other = await addPerson({ phone: "+17875550164" });
    await execute(sql`
      INSERT INTO calls (person_id, type, phone_number, status) VALUES (${other}, 'inbound', '+17875550164', 'in_progress')`);
    expect(await tryMerge(survivor, other)).toEqual({ ok: false, reason: { code: "in_call" } });
    await execute(sql`UPDATE calls SET status = 'completed' WHERE person_id = ${other}`);
    expect(await tryMerge(survivor, other)).toEqual({ ok: true });
  });

  test("keeps the stricter state of an address that both have, and all tags of the survivor", async () => {
    const tags = Array.from({ length: 60 }, (_, index) => `tag ${index}`);
    const survivor = await addPerson({ phone: "+17875550165", tags });
    const other = await addPerson({ phone: "+17875550165", tags: ["one more"] });
    await execute(sql`UPDATE person_addresses SET state = 'landline' WHERE person_id = ${other}`);
    await merge(survivor, other);
    const [row] = await execute(sql`
      SELECT state, cardinality(tags) AS tags FROM person_addresses a JOIN people p ON p.id = a.person_id
       WHERE p.id = ${survivor}`);
    expect(row).toEqual({ state: "landline", tags: 60 });
  });
});

describe("the undo of a merge", () => {
  test("does not leave the other person's consent with the survivor's own address", async () => {
    const survivor = await addPerson({ phone: "+17875550171", email: "s@example.com" });
    const other = await addPerson({ phone: "+17875550172", email: "o@example.com" });
    await execute(sql`
      INSERT INTO consent_records (person_id, channel, state, written, method, proof) VALUES
        (${other}, 'sms', 'granted', true, 'form', '{}'), (${other}, 'call', 'granted', true, 'form', NULL),
        (${survivor}, 'call', 'granted', false, 'form', NULL)`);
    await merge(survivor, other, { phone: "other" });
    const merged = await execute(sql`
      SELECT channel, proof IS NOT NULL AS "isProven" FROM consent_records
       WHERE person_id = ${survivor} AND method = 'merge' ORDER BY channel`);
    expect(merged).toEqual([
      { channel: "call", isProven: false },
      { channel: "sms", isProven: true },
    ]);
    await execute(sql`
      INSERT INTO consent_records (person_id, channel, state, method) VALUES
        (${survivor}, 'whatsapp', 'granted', 'form'), (${survivor}, 'email', 'granted', 'form')`);
    await undo(other);
    const newest = await execute(sql`
      SELECT DISTINCT ON (channel) channel, state, written, proof IS NOT NULL AS "isProven"
        FROM consent_records WHERE person_id = ${survivor}
       ORDER BY channel, created_at DESC, id DESC`);
    expect(newest).toEqual([
      // Their own, as it was before.
      { channel: "call", state: "granted", written: false, isProven: false },
      // The address stayed the same, so what was recorded since is theirs.
      { channel: "email", state: "granted", written: false, isProven: false },
      { channel: "sms", state: "denied", written: false, isProven: true },
      { channel: "whatsapp", state: "denied", written: false, isProven: true },
    ]);
  });

  test("is possible after a third person of a pair was erased", async () => {
    const survivor = await addPerson({ phone: "+17875550173" });
    const other = await addPerson({ phone: "+17875550174" });
    const third = await addPerson({ phone: "+17875550175" });
    await execute(sql`
      INSERT INTO possible_duplicates (person_id, other_id, reason)
      VALUES (greatest(${third}::uuid, ${other}::uuid), least(${third}::uuid, ${other}::uuid), 'similar')`);
    await merge(survivor, other);
    await execute(sql`DELETE FROM people WHERE id = ${third}`);
    expect(await undo(other)).toMatchObject({ ok: true });
  });

  test("is possible after an upgrade has added a column", async () => {
    const survivor = await addPerson({ phone: "+17875550176" });
    const other = await addPerson({ phone: "+17875550177" });
    await addHistory(other, "antes");
    await merge(survivor, other);
    // As if these columns were not there yet when the people were merged.
    await execute(sql`
      UPDATE merged_people SET "row" = "row" #- '{other,person,stage_reached}' #- '{other,thread,muted}'
        #- '{other,addresses,0,state}' WHERE id = ${other}`);
    expect(await undo(other)).toMatchObject({ ok: true });
    const [row] = await execute(sql`
      SELECT p.stage_reached AS stage, t.muted FROM people p JOIN threads t ON t.person_id = p.id WHERE p.id = ${other}`);
    expect(row).toEqual({ stage: 0, muted: false });
  });

  test("leaves both people as they were", async () => {
    const survivor = await addPerson({ first_name: "Luis", phone: "+17875550121", tags: ["a"] });
    const other = await addPerson({
      first_name: "Luis",
      email: "luis@example.com",
      phone: "+17875550122",
      tags: ["b"],
    });
    await addHistory(survivor, "hola");
    await addHistory(other, "buenas");
    const before = await snapshot([survivor, other]);
    await merge(survivor, other);
    expect(await undo(other)).toMatchObject({ ok: true, kept: [], later: 0 });
    expect(await snapshot([survivor, other])).toEqual(before);
    expect(await undo(other)).toEqual({ ok: false, reason: { code: "merge_gone" } });
  });

  test("keeps what was edited since, and gives later messages to the person of their address", async () => {
    const survivor = await addPerson({ first_name: "Rosa", phone: "+17875550131" });
    const other = await addPerson({ last_name: "Vega", phone: "+17875550132", email: "rosa@example.com" });
    await merge(survivor, other);
    await execute(sql`UPDATE people SET last_name = 'Vega Cruz' WHERE id = ${survivor}`);
    await execute(sql`
      INSERT INTO actions (person_id, type, status, config)
      VALUES (${survivor}, 'sms', 'sent', '{"rendered": {"to": "+17875550132", "text": "Hi"}}'),
             (${survivor}, 'sms', 'sent', '{"rendered": {"to": "+17875550131", "text": "Hi"}}')`);
    expect(await undo(other)).toMatchObject({ ok: true, kept: ["last_name"], later: 1 });
    const people = await execute(sql`
      SELECT p.last_name AS "lastName", p.email, (SELECT count(*)::int FROM actions WHERE person_id = p.id) AS actions
        FROM people p WHERE id IN (${survivor}, ${other}) ORDER BY id`);
    expect(people).toEqual([
      { lastName: "Vega Cruz", email: null, actions: 1 },
      { lastName: "Vega", email: "rosa@example.com", actions: 1 },
    ]);
  });

  test("never lifts a refusal, whether it was joined or came since", async () => {
    const survivor = await addPerson({ phone: "+17875550141", consents: { sms: true, email: true } });
    const other = await addPerson({ phone: "+17875550142", consents: { dnc: true } });
    await merge(survivor, other);
    await execute(sql`UPDATE people SET consents = consents || '{"email": false}' WHERE id = ${survivor}`);
    await undo(other);
    const people = await execute(
      sql`SELECT consents FROM people WHERE id IN (${survivor}, ${other}) ORDER BY id`,
    );
    expect(people).toEqual([
      { consents: { sms: true, email: false, dnc: true } },
      { consents: { dnc: true, email: false } },
    ]);
  });

  test("of a chain goes from the newest to the oldest", async () => {
    const [a, b, c] = [
      await addPerson({ phone: "+17875550151" }),
      await addPerson({ phone: "+17875550152" }),
      await addPerson({ phone: "+17875550153" }),
    ];
    await merge(b, c);
    await merge(a, b);
    expect(await undo(c)).toEqual({ ok: false, reason: { code: "merged_again" } });
    expect(await undo(b)).toMatchObject({ ok: true });
    expect(await undo(c)).toMatchObject({ ok: true });
    expect(await execute(sql`SELECT id FROM people WHERE id IN (${a}, ${b}, ${c})`)).toHaveLength(3);
  });
});
