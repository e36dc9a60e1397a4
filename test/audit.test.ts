import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anchorHead, readHeads, type SignedHead, signHead } from "#server/audit/anchor.ts";
import { createAuditRow, system } from "#server/audit/entry.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { type Keyring, openKeyring } from "#server/vault/keyring.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { sentenceAuditRow } from "./sentence-audit-row.ts";

let faro: TestFaro;
let admin: Visitor;
let keyring: Keyring;
let heads: SignedHead[];

beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  keyring = await openKeyring(faro.config.dataDir, undefined);
  const nasty = {
    text: "nul \u0000, half a pair \ud800, ünïcode",
    n: 1.5e300,
    zero: -0,
    deep: { b: [1, null], a: true },
  };
  const rows = [1, 2, 3, 4, 5].map((n) =>
    createAuditRow(
      {
        eventType: "data_change",
        entityType: "settings",
        entityId: String(n),
        details: { kind: "thing", verb: "changed", thing: "rule", name: `entry ${n}\u0000 \ud800` },
        metadata: nasty,
      },
      system,
      new Date(),
    ),
  );
  rows.push(
    sentenceAuditRow(
      { eventType: "data_change", entityType: "settings", entityId: "6" },
      "A sentence of an older version",
      system,
      new Date(),
    ),
  );
  await faro.pool.query("SELECT audit_append($1)", [JSON.stringify(rows)]);
  await anchorHead(faro.pool, keyring, faro.config.dataDir);
  heads = await readHeads(faro.config.dataDir);
  await faro.pool.query("CREATE TABLE audit_copy AS SELECT * FROM audit_logs");
});
afterAll(() => faro.stop());

/** Changes that a database superuser could make. */
const tamper = async (sql: string): Promise<void> => {
  await faro.pool.query(
    `ALTER TABLE audit_logs DISABLE TRIGGER USER; ${sql}; ALTER TABLE audit_logs ENABLE TRIGGER USER`,
  );
};
beforeEach(() => tamper("DELETE FROM audit_logs; INSERT INTO audit_logs SELECT * FROM audit_copy"));

const verdict = () => verifyAudit(faro.pool, keyring, heads);

describe("the audit chain", () => {
  test("verifies for entries of any content", async () => {
    expect(await verdict()).toMatchObject({ ok: true });
  });

  test.each(["UPDATE audit_logs SET description = 'x'", "DELETE FROM audit_logs", "TRUNCATE audit_logs"])(
    "the database refuses: %s",
    async (sql) => {
      await expect(faro.pool.query(sql)).rejects.toThrow("insert-only");
    },
  );

  test.each([
    [
      "an edited description",
      "UPDATE audit_logs SET description = 'nothing happened' WHERE seq = 3",
      3,
      "changed",
    ],
    ["an edited status", "UPDATE audit_logs SET status = 'failure' WHERE seq = 4", 4, "changed"],
    [
      "an edited detail",
      "UPDATE audit_logs SET metadata = metadata || '{\"n\": 1}' WHERE entity_type = 'settings' AND entity_id = '2'",
      undefined,
      "changed",
    ],
    [
      "edited details",
      `UPDATE audit_logs SET details = jsonb_set(details, '{verb}', '"deleted"') WHERE entity_type = 'settings' AND entity_id = '2'`,
      undefined,
      "changed",
    ],
    [
      "removed details",
      "UPDATE audit_logs SET details = NULL WHERE entity_type = 'settings' AND entity_id = '2'",
      undefined,
      "changed",
    ],
    [
      "details added to a sentence of an older version",
      `UPDATE audit_logs SET details = '{"kind": "opted_in"}' WHERE entity_type = 'settings' AND entity_id = '6'`,
      undefined,
      "changed",
    ],
    ["a deleted row", "DELETE FROM audit_logs WHERE seq = 3", 3, "missing"],
    [
      "a deleted row with the gap closed",
      "DELETE FROM audit_logs WHERE seq = 3; UPDATE audit_logs SET seq = 1 - seq WHERE seq > 3; UPDATE audit_logs SET seq = -seq WHERE seq < 0",
      3,
      "out of order",
    ],
    [
      "two rows swapped",
      "UPDATE audit_logs SET seq = -1 WHERE seq = 2; UPDATE audit_logs SET seq = 2 WHERE seq = 3; UPDATE audit_logs SET seq = 3 WHERE seq = -1",
      2,
      "out of order",
    ],
    [
      "a cut tail",
      "DELETE FROM audit_logs WHERE seq > (SELECT max(seq) - 2 FROM audit_logs)",
      undefined,
      "cut",
    ],
    ["all of it gone", "DELETE FROM audit_logs", 1, "cut"],
  ])("finds %s", async (_what, sql, seq, reason) => {
    await tamper(sql);
    expect(await verdict()).toMatchObject({ ok: false, reason, ...(seq === undefined ? {} : { seq }) });
  });

  test("detects a chain rewritten from its first row, because the signed heads do not match", async () => {
    const { rows } = await faro.pool.query("SELECT * FROM audit_copy ORDER BY seq");
    await tamper("DELETE FROM audit_logs");
    const forged = rows.map((row, index) =>
      createAuditRow(
        {
          eventType: row.event_type,
          entityType: row.entity_type,
          entityId: row.entity_id,
          details: { kind: "tool_called", tool: `forged ${index}` },
        },
        system,
        row.created_at,
      ),
    );
    await faro.pool.query("SELECT audit_append($1)", [JSON.stringify(forged)]);
    expect(await verifyAudit(faro.pool, keyring, [])).toMatchObject({ ok: true });
    expect(await verdict()).toMatchObject({ ok: false, reason: "rewritten" });
  });

  test("finds a head that the key did not sign", async () => {
    const [head] = heads as [SignedHead];
    const other = signHead(
      { ...keyring.current(), bytes: Buffer.alloc(32) },
      head.seq,
      head.hash,
      new Date(),
    );
    expect(await verifyAudit(faro.pool, keyring, [other])).toMatchObject({
      ok: false,
      reason: "forged head",
    });
  });
});

describe("a change and its audit row", () => {
  test("commit together; a rejected change leaves neither", async () => {
    const count = async () => (await faro.pool.query("SELECT count(*)::int AS n FROM audit_logs")).rows[0].n;
    const before = await count();
    await admin.send("POST", "/api/api-keys/general", { locale: "es-ES" });
    expect(await count()).toBe(before + 1);
    await admin.send("POST", "/api/users", { email: admin.email, password: "long enough" });
    expect(await count()).toBe(before + 1);
    const { rows } = await faro.pool.query("SELECT * FROM audit_logs ORDER BY seq DESC LIMIT 1");
    expect(rows[0]).toMatchObject({
      event_type: "settings_update",
      entity_id: "general",
      ip_address: "127.0.0.1",
    });
  });

  test("concurrent changes form one unbroken chain", async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => admin.send("PUT", "/api/account", { firstName: `Name ${n}` })),
    );
    expect(await verdict()).toMatchObject({ ok: true });
  });
});
