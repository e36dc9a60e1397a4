import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { csvCell } from "#server/api/audit-export.ts";
import { isHeadSigned } from "#server/audit/anchor.ts";
import { computeChainHash, computeCommitment, computeDigest } from "#server/audit/entry.ts";
import { auditWindow, listAudit } from "#server/store/compliance/audit-log.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { sentenceAuditRow } from "./sentence-audit-row.ts";

let faro: TestFaro;
let admin: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  viewer = await faro.signedIn("viewer");
});
afterAll(() => faro.stop());

type Written = { eventType: "data_change" | "settings_update" | "failed_action" | "sign_in"; text: string };

const audit = async (entries: Written[], at = new Date(), userId: string | null = null) => {
  const rows = entries.map(({ eventType, text }) =>
    sentenceAuditRow(
      { eventType, entityType: "settings", entityId: "1", metadata: { n: 1 } },
      text,
      { userId, ip: "127.0.0.1", userAgent: "test" },
      at,
    ),
  );
  await faro.pool.query("SELECT audit_append($1::jsonb)", [JSON.stringify(rows)]);
};
const many = (count: number, eventType: Written["eventType"], text: (n: number) => string): Written[] =>
  Array.from({ length: count }, (_, n) => ({ eventType, text: text(n) }));
/** The exported file's raw bytes. */
const download = (path: string): Promise<Response> =>
  fetch(faro.url + path, {
    headers: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
const list = async (query = "") => {
  const { body, headers } = await viewer.send("GET", `/api/audit-logs${query}`);
  return { entries: body, nextBefore: headers.get("x-next-cursor") };
};

describe("the summary", () => {
  test("counts consents, quiet hours and today's audit, without sign-ins", async () => {
    const before = (await viewer.send("GET", "/api/compliance/summary")).body;
    expect(before).toMatchObject({
      consents: { sms: 0, email: 0, call: 0, dnc: 0 },
      quietHours: { activeRules: hoursTable.length, blockedToday: 0 },
    });
    await faro.pool.query(
      `INSERT INTO people (consents) VALUES ('{"sms": true, "email": true}'), ('{"sms": true, "email": false}'), ('{"call": true, "dnc": true}')`,
    );
    await faro.pool.query(
      `INSERT INTO timeline (person_id, event_type, title, metadata, caused_by, created_at)
       SELECT id, 'message_held', 'Held', metadata::jsonb, gen_random_uuid(), at FROM (SELECT id FROM people LIMIT 1) p,
         (VALUES ('{"reasons": [{"code": "quiet_hours"}]}', now()), ('{"reasons": [{"code": "frequency_cap"}]}', now()),
                 ('{"reasons": [{"code": "quiet_hours"}]}', now() - interval '3 days')) held (metadata, at)`,
    );
    await audit([
      { eventType: "data_change", text: "one" },
      { eventType: "data_change", text: "two" },
      { eventType: "settings_update", text: "three" },
      { eventType: "failed_action", text: "four" },
      { eventType: "sign_in", text: "five" },
    ]);
    await audit([{ eventType: "data_change", text: "long ago" }], new Date(Date.now() - 3 * 86_400_000));
    const after = (await viewer.send("GET", "/api/compliance/summary")).body;
    expect(after).toEqual({
      consents: { sms: 2, email: 1, call: 1, dnc: 1 },
      quietHours: {
        activeRules: hoursTable.length,
        blockedToday: 1,
        timezones: before.quietHours.timezones,
      },
      audit: {
        eventsToday: before.audit.eventsToday + 4,
        dataChanges: before.audit.dataChanges + 2,
        failedActions: before.audit.failedActions + 1,
      },
    });
  });
});

describe("the audit log", () => {
  test("is paged newest first without repeats or gaps, with the user's e-mail", async () => {
    const { rows } = await faro.pool.query("SELECT id FROM users WHERE email = $1", [admin.email]);
    await audit(
      many(25, "data_change", (n) => `paged ${n}`),
      new Date(),
      rows[0].id,
    );
    const seen: number[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await list(`?limit=10${before ? `&before=${before}` : ""}`);
      seen.push(...page.entries.map((entry: { seq: number }) => entry.seq));
      before = page.nextBefore;
    }
    const all = await faro.pool.query("SELECT seq::int AS seq FROM audit_logs ORDER BY seq DESC");
    expect(seen).toEqual(all.rows.map((row) => row.seq));
    const { entries } = await list("?limit=1");
    expect(entries[0]).toMatchObject({
      description: "paged 24",
      userEmail: admin.email,
      status: "success",
    });
  });

  test("is filtered by kind", async () => {
    const { entries } = await list("?type=failed_action");
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every((entry: { eventType: string }) => entry.eventType === "failed_action")).toBe(true);
    const signIns = await list("?type=sign_in");
    expect(signIns.entries.length).toBeGreaterThan(0);
    expect(signIns.entries.every((entry: { eventType: string }) => entry.eventType === "sign_in")).toBe(true);
  });

  test("is not filtered by an empty kind or by all", async () => {
    const { entries } = await list("?limit=50");
    for (const query of ["?type=&limit=50", "?type=all&limit=50"])
      expect((await list(query)).entries.map(({ seq }: { seq: number }) => seq)).toEqual(
        entries.map(({ seq }: { seq: number }) => seq),
      );
    const everyone = (await viewer.send("GET", "/api/people")).body.total;
    for (const query of ["type=all&status=all", "type=&status="])
      expect(await viewer.send("GET", `/api/people?${query}`)).toMatchObject({
        status: 200,
        body: { total: everyone },
      });
    expect((await viewer.send("GET", "/api/people?type=supplier")).status).toBe(400);
  });

  test("is searched literally: pattern characters have no meaning", async () => {
    await audit([
      { eventType: "data_change", text: "Raised the price by 100% for A_B" },
      { eventType: "data_change", text: "Raised the price by 1000 for AxB" },
      { eventType: "data_change", text: String.raw`A path C:\temp` },
    ]);
    const found = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).entries.map(
        (entry: { description: string }) => entry.description,
      );
    expect(await found("PRICE BY 100%")).toEqual(["Raised the price by 100% for A_B"]);
    expect(await found("A_B")).toEqual(["Raised the price by 100% for A_B"]);
    expect(await found(String.raw`C:\t`)).toEqual([String.raw`A path C:\temp`]);
    expect(await found("no such thing")).toEqual([]);
    expect((await viewer.send("GET", "/api/audit-logs?search=%00")).status).toBeLessThan(500);
    expect((await listAudit(faro.pool, { search: "\0" }, undefined, 1)).entries).toHaveLength(1);
  });

  test("a search scans a bounded range and returns where to continue", async () => {
    await faro.pool.query("CREATE TABLE audit_kept AS SELECT * FROM audit_logs");
    const far = 10 * auditWindow;
    const gap = await listAudit(faro.pool, { search: "no such thing" }, far, 10);
    expect(gap).toEqual({ entries: [], nextBefore: null });
    await faro.pool.query(
      `INSERT INTO audit_logs SELECT uuid_v7(), $1, user_id, event_type, entity_type, entity_id, description, metadata, status,
              ip_address, user_agent, created_at, salt, commitment, digest, hash FROM audit_kept LIMIT 1`,
      [far],
    );
    expect(await listAudit(faro.pool, { search: "no such thing" }, undefined, 10)).toEqual({
      entries: [],
      nextBefore: far + 1 - auditWindow,
    });
    await faro.pool.query("ALTER TABLE audit_logs DISABLE TRIGGER USER");
    await faro.pool.query("DELETE FROM audit_logs WHERE seq = $1", [far]);
    await faro.pool.query("ALTER TABLE audit_logs ENABLE TRIGGER USER");
    await faro.pool.query("DROP TABLE audit_kept");
  });
});

describe("an export", () => {
  test.each(["viewer", "operator"] as const)("is denied to a %s and leaves no trace", async (role) => {
    const visitor = await faro.signedIn(role);
    const before = (await list("?limit=1")).entries[0].seq;
    expect((await visitor.send("GET", "/api/audit-logs/export")).status).toBe(403);
    expect((await list("?limit=1")).entries[0].seq).toBe(before);
  });

  test("as CSV cannot contain formulas for a spreadsheet, and is itself recorded in the log", async () => {
    await audit([
      { eventType: "data_change", text: '=HYPERLINK("http://evil.example","x")' },
      { eventType: "data_change", text: "＝1+1" },
      { eventType: "data_change", text: "José, “dijo”\nque sí" },
    ]);
    const answer = await admin.send("GET", "/api/audit-logs/export?format=csv");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="faro-audit-[\d-]+\.csv"$/,
    );
    const bytes = new Uint8Array(await (await download("/api/audit-logs/export")).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.body).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
    expect(answer.body).toContain(`"'＝1+1"`);
    expect(answer.body).toContain(`"José, “dijo”\nque sí"`);
    expect(answer.body).toContain('"Exported the audit log as CSV"');
    expect((await list("?limit=1")).entries[0]).toMatchObject({
      description: "Exported the audit log as CSV",
      userEmail: admin.email,
    });
  });

  test("as JSON lines contains the whole chain, which can be verified up to its signed head", async () => {
    await audit(many(2_500, "data_change", (n) => `long ${n}`));
    const answer = await download("/api/audit-logs/export?format=jsonl");
    expect(answer.headers.get("content-type")).toContain("application/x-ndjson");
    const text = await answer.text();
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const head = lines.pop();
    let hash: Buffer = Buffer.alloc(0);
    for (const [index, row] of lines.entries()) {
      expect(row.seq).toBe(index + 1);
      const digest = computeDigest(row, computeCommitment(Buffer.from(row.salt, "hex"), row));
      hash = computeChainHash(hash, digest);
      expect(row.hash).toBe(hash.toString("hex"));
    }
    expect(head).toMatchObject({ seq: lines.length, hash: hash.toString("hex") });
    const keyring = await openKeyring(faro.config.dataDir, faro.config.secretKey);
    expect(isHeadSigned(keyring, head)).toBe(true);
    expect(isHeadSigned(keyring, { ...head, seq: head.seq - 1 })).toBe(false);
  });

  test("applies the requested filter", async () => {
    const answer = await admin.send(
      "GET",
      "/api/audit-logs/export?format=csv&search=paged%201&type=data_change",
    );
    const rows = answer.body.trimEnd().split("\r\n").slice(1);
    expect(rows).toHaveLength(11);
    expect(rows.every((row: string) => row.includes("paged 1"))).toBe(true);
  });
});

test.each(["=1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "\0x", "＝1", "＋1", "－1", "＠x"])(
  "a cell that begins with %j is text to a spreadsheet",
  (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  },
);
