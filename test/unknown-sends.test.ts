import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { createLog } from "#server/log.ts";
import { resolveUnknown } from "#server/pipeline/deliver/unknown-sends.ts";
import {
  type ActionOutcome,
  applyLateReceipts,
  claimUnknown,
  expireLeases,
  renewLeases,
  saveOutcomes,
} from "#server/store/delivery/actions.ts";
import { createWrite } from "#server/store/write.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
const person = newId();
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(), () => {});
  await database.pool.query("INSERT INTO people (id, email) VALUES ($1, 'ana@example.com')", [person]);
});
afterAll(() => database.close());
beforeEach(() => database.pool.query("DELETE FROM actions"));

const action = async (status: string, more: Record<string, string> = {}): Promise<string> => {
  const id = newId();
  const row = {
    messenger: "whatsapp-meta",
    executed_at: "now()",
    not_before: "now() - interval '1 second'",
    ...more,
  };
  await database.pool.query(
    `INSERT INTO actions (id, person_id, type, status, fence, ${Object.keys(row).join(", ")})
     VALUES ($1, $2, 'whatsapp', $3, 1, ${Object.values(row)
       .map((value) => (value.includes("(") ? value : `'${value}'`))
       .join(", ")})`,
    [id, person, status],
  );
  return id;
};
const reportStatus = (id: string, status: string) =>
  database.pool.query(
    "INSERT INTO delivery_receipts (messenger, provider_id, status, action_id) VALUES ('whatsapp-meta', $2, $3, $1)",
    [id, `wamid.${id}`, status],
  );
const stateOf = async (id: string) =>
  (await database.pool.query("SELECT status, provider_id AS vendor FROM actions WHERE id = $1", [id]))
    .rows[0];
const createOutcome = (id: string, more: Partial<ActionOutcome>): ActionOutcome => ({
  id,
  messenger: "whatsapp-meta",
  fence: 1,
  status: "unknown",
  providerId: null,
  price: null,
  reasons: null,
  notBefore: null,
  error: null,
  ...more,
});

test.each([
  ["unknown", "delivered", "delivered"],
  ["pending", "sent", "sent"],
  ["sent", "failed", "failed"],
  ["sent", "sent", "sent"],
] as const)("an outcome %s of which the vendor reported %s before is %s", async (status, reported, after) => {
  const id = await action("dispatching", { lease_until: "now()" });
  await reportStatus(id, reported);
  await database.db.transaction((tx) => saveOutcomes(tx, [createOutcome(id, { status })]));
  expect(await stateOf(id)).toMatchObject({ status: after, vendor: `wamid.${id}` });
});

test("a message of a killed process becomes unknown when its lease expires, unless the vendor reported on it", async () => {
  const [lost, reported, alive] = [
    await action("dispatching", { lease_until: "now() - interval '1 second'" }),
    await action("dispatching", { lease_until: "now() - interval '1 second'" }),
    await action("dispatching", { lease_until: "now() - interval '1 second'" }),
  ];
  await reportStatus(reported, "read");
  await database.db.transaction(async (tx) => {
    await renewLeases(tx, [{ id: alive, fence: 1 }], 20);
    await renewLeases(tx, [{ id: lost, fence: 0 }], 20);
  });
  const changed = await database.db.transaction(async (tx) => [
    (await expireLeases(tx)).map(({ id }) => id).toSorted(),
    (await applyLateReceipts(tx)).map(({ id }) => id),
  ]);
  expect(changed).toEqual([[lost, reported].toSorted(), [reported]]);
  expect(await stateOf(lost)).toMatchObject({ status: "unknown" });
  expect(await stateOf(reported)).toMatchObject({ status: "read", vendor: `wamid.${reported}` });
  expect(await stateOf(alive)).toMatchObject({ status: "dispatching" });
});

test("messages that cannot be looked up do not block the look-up of others", async () => {
  await action("unknown", { executed_at: "now() - interval '1 hour'" });
  await action("unknown", { executed_at: "now() - interval '1 hour'" });
  const look = () => database.db.transaction((tx) => claimUnknown(tx, 2));
  expect(await look()).toHaveLength(2);
  const late = await action("unknown", { not_before: "now() - interval '1 minute'" });
  await database.pool.query("UPDATE actions SET not_before = now() - interval '1 second' WHERE id <> $1", [
    late,
  ]);
  expect((await look()).map(({ id }) => id)).toContain(late);
});

const resolve = () =>
  resolveUnknown(
    {
      write: createWrite(database.db, { insert: async () => {} }),
      log: createLog("silent"),
      confirmUrl: () => null,
      lookUp: async () => ({ kind: "unknown" }),
    },
    () => false,
  );
const expired = (text: string) =>
  action("dispatching", {
    lease_until: "now() - interval '1 second'",
    config: JSON.stringify({ rendered: { to: "+17875550123", text } }),
  });
const entriesOf = async (id: string) =>
  (await database.pool.query("SELECT description FROM timeline WHERE caused_by = $1", [id])).rows;

test("a lost send whose text is cut inside an emoji is announced", async () => {
  const id = await expired(`${"a".repeat(499)}😀 hello`);
  await resolve();
  expect(await stateOf(id)).toMatchObject({ status: "unknown" });
  expect(await entriesOf(id)).toEqual([{ description: "a".repeat(499) }]);
});

test("a lost send that cannot be announced does not hold up the others", async () => {
  const [one, broken, other] = [await expired("One"), await expired("Broken"), await expired("Other")];
  await database.pool.query(`
    CREATE FUNCTION broken_entry() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER broken_entry BEFORE INSERT ON timeline FOR EACH ROW
      WHEN (NEW.description = 'Broken') EXECUTE FUNCTION broken_entry()`);
  try {
    await resolve();
  } finally {
    await database.pool.query("DROP TRIGGER broken_entry ON timeline; DROP FUNCTION broken_entry()");
  }
  for (const id of [one, broken, other]) expect(await stateOf(id)).toMatchObject({ status: "unknown" });
  expect(await Promise.all([one, broken, other].map(entriesOf))).toEqual([
    [{ description: "One" }],
    [],
    [{ description: "Other" }],
  ]);
});
