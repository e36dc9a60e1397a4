import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anchorHead, readHeads } from "#server/audit/anchor.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { openDatabase } from "#server/db/database.ts";
import { loadDemo } from "#server/demo/load-demo.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { startTestFaro, type TestFaro } from "./faro.ts";

describe("leaving the demo", () => {
  let faro: TestFaro;
  let dataDir: string;
  beforeAll(async () => {
    faro = await startTestFaro();
    dataDir = await mkdtemp(join(tmpdir(), "faro-heads-"));
    const database = openDatabase(faro.connection, () => {});
    const hash = await openAddressHash(
      database.db,
      await openKeyring(faro.config.dataDir, faro.config.secretKey),
    );
    expect(await loadDemo(database, hash, new Date(), () => {})).toBe(true);
    await database.close();
  });
  afterAll(async () => {
    await faro.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const count = async (text: string, values: unknown[] = []): Promise<number> =>
    (await faro.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`, values)).rows[0]?.n ?? -1;

  test("removes what the demo made, keeps what people added, and continues the audit in a new chain", async () => {
    const [admin, operator] = [await faro.signedIn("admin"), await faro.signedIn("operator")];
    const keyring = await openKeyring(faro.config.dataDir, faro.config.secretKey);
    const person = await admin.send("POST", "/api/people", {
      firstName: "Ana",
      lastName: "Own",
      email: "ana.own@example.org",
      phone: "+17875551234",
      type: "lead",
      status: "qualified",
      consents: { sms: true },
    });
    expect(person.status).toBe(200);
    const endpoint = await admin.send("POST", "/api/endpoints", { name: "Own form", type: "webhook" });
    const rule = await admin.send("POST", "/api/rules", {
      name: "Own rule",
      triggers: [{ type: "event", operator: "=", value: "own" }],
      conditions: [{ type: "consent", field: "sms", value: "true" }],
      actions: [{ type: "sms", template: "welcome" }],
    });
    await admin.send("POST", "/api/api-keys/general", { locale: "es-PR" });
    await anchorHead(faro.pool, keyring, dataDir);
    const before = await faro.pool.query(
      "SELECT seq::int AS seq, encode(hash, 'hex') AS hash FROM audit_logs ORDER BY seq DESC LIMIT 1",
    );
    const ownEntries = await count("audit_logs WHERE metadata -> 'demo' IS DISTINCT FROM 'true'");
    expect(ownEntries).toBeLessThan(before.rows[0].seq);

    expect((await operator.send("GET", "/api/status")).body).toMatchObject({ demo: true });
    expect((await operator.send("POST", "/api/workspace/empty", { confirm: true })).status).toBe(403);
    expect((await admin.send("POST", "/api/workspace/empty", {})).status).toBe(400);
    expect((await admin.send("GET", "/api/people?limit=1")).body).toMatchObject({ total: 2248 });
    expect(await admin.send("POST", "/api/workspace/empty", { confirm: true })).toMatchObject({
      status: 200,
    });

    expect((await admin.send("GET", "/api/status")).body).toMatchObject({ demo: false });
    const people = (await admin.send("GET", "/api/people")).body;
    expect(people).toMatchObject({ total: 1, people: [{ id: person.body.id, lastName: "Own" }] });
    const list = async (path: string) =>
      (await admin.send("GET", path)).body.map(({ id }: { id: string }) => id);
    expect(await list("/api/endpoints")).toEqual([endpoint.body.id]);
    expect(await list("/api/rules")).toEqual([rule.body.id]);
    expect((await admin.send("GET", "/api/users")).body.length).toBeGreaterThanOrEqual(3);
    expect((await admin.send("GET", "/api/consents")).body.records).toMatchObject([
      { personId: person.body.id },
    ]);
    expect((await admin.send("GET", "/api/suppressions")).body.records).toEqual([]);
    expect((await admin.send("GET", "/api/notifications")).body).toMatchObject({ unread: 0 });
    expect((await admin.send("GET", "/api/dashboard/stats")).body).toMatchObject({
      eventsToday: 0,
      activeLeads: 1,
      actionsToday: 0,
      totalCost: 0,
    });
    for (const table of ["events", "actions", "calls", "usage", "rule_runs", "demo_rows", "scripts"])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect(await count("timeline WHERE person_id <> $1", [person.body.id])).toBe(0);
    expect(await count("settings WHERE category IN ('business', 'compliance')")).toBe(0);

    const { rows: first } = await faro.pool.query(
      "SELECT description, user_id IS NOT NULL AS by_someone, metadata FROM audit_logs WHERE seq = 1",
    );
    expect(first).toMatchObject([
      {
        description: "Deleted the sample data of the demo workspace",
        by_someone: true,
        metadata: { previousChain: before.rows[0] },
      },
    ]);
    expect(await count("audit_logs WHERE seq BETWEEN 2 AND $1 + 1", [ownEntries])).toBe(ownEntries);
    expect(await count("audit_logs WHERE metadata -> 'demo' = 'true'")).toBe(0);
    const heads = await readHeads(dataDir);
    expect(heads).toHaveLength(1);
    expect(await verifyAudit(faro.pool, keyring, heads)).toMatchObject({ ok: true, heads: 1 });
    await anchorHead(faro.pool, keyring, dataDir);
    expect(await readHeads(dataDir)).toHaveLength(2);
    expect(await verifyAudit(faro.pool, keyring, await readHeads(dataDir))).toMatchObject({
      ok: true,
      heads: 2,
    });

    const again = await admin.send("POST", "/api/workspace/empty", { confirm: true });
    expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("a chain that only claims to follow another one is not believed", async () => {
    const keyring = await openKeyring(faro.config.dataDir, faro.config.secretKey);
    const other = await openKeyring("/nowhere", "cd".repeat(32));
    const heads = await readHeads(dataDir);
    expect(await verifyAudit(faro.pool, other, heads)).toMatchObject({ ok: true, heads: 0 });
    const forged = heads.map((head) => ({ ...head, seq: head.seq + 1 }));
    expect(await verifyAudit(faro.pool, keyring, forged)).toMatchObject({ ok: false, reason: "forged head" });
    await faro.pool.query("ALTER TABLE audit_logs DISABLE TRIGGER audit_logs_no_update");
    await faro.pool.query(
      "UPDATE audit_logs SET metadata = jsonb_set(metadata, '{previousChain,signature}', '\"AAAA\"') WHERE seq = 1",
    );
    expect(await verifyAudit(faro.pool, keyring, heads)).toMatchObject({ ok: false });
  });
});
