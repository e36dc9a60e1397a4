import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { saveOutcomes } from "#server/store/delivery/actions.ts";
import { allowHolidaySends } from "./contactable-people.ts";
import { freePort } from "./process.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let mailPort: number;
beforeAll(async () => {
  mailPort = await freePort();
  faro = await startSandboxFaro({
    FARO_VENDOR_BASE: "",
    FARO_SMTP_PORT: String(mailPort),
    FARO_MAIL_DOMAIN: "in.example.com",
  });
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

let count = 0;
const person = async (mailbox: string) =>
  (
    await faro.send("POST", "/api/people", {
      firstName: "Eva",
      email: `${mailbox}+${++count}@example.com`,
      consents: { email: true },
    })
  ).body as { id: string; email: string };
const write = async ({ id }: { id: string }, text = "Noticias") =>
  (
    await faro.send("POST", `/api/people/${id}/messages`, {
      channel: "email",
      subject: "Hola",
      text,
      purpose: "marketing",
    })
  ).body.id as string;
const action = async (id: string) =>
  (await faro.send("GET", "/api/actions?limit=200")).body.actions.find(
    (one: { id: string }) => one.id === id,
  );
const becomes = (id: string, status: string) =>
  expect.poll(async () => (await action(id)).status, { timeout: 180_000 }).toBe(status);
const ledger = async (id: string) =>
  (await faro.send("GET", `/api/suppressions?personId=${id}`)).body.records;
const types = async (id: string): Promise<string[]> =>
  (await faro.pool.query("SELECT event_type FROM events WHERE person_id = $1 ORDER BY id", [id])).rows.map(
    (row) => row.event_type,
  );
/** The return address of the message that was sent to this recipient. */
const returnAddress = async (to: string): Promise<string> => {
  const url = `${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(to)}`;
  const { entries } = (await (await fetch(url)).json()) as { entries: { business: string }[] };
  return entries[0]?.business ?? "";
};
const post = (mail: { from: string; to: string; text: string }) =>
  createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true }).sendMail(mail);

const deliveryReport = (recipient: string): string =>
  [
    "From: Mail Delivery System <mailer-daemon@mx.example.net>",
    "Subject: Undelivered Mail",
    `Message-ID: <${randomUUID()}@mx.example.net>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    "",
    "--part",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.net",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    "Action: failed",
    "Status: 5.2.2",
    "Diagnostic-Code: smtp; 552 5.2.2 Mailbox full",
    "--part--",
    "",
  ].join("\r\n");

describe("a bounced message", () => {
  test("fails when the mailbox does not exist, and suppresses the address", async () => {
    const eva = await person("bounce");
    const first = await write(eva);
    await becomes(first, "failed");
    expect((await action(first)).reasons).toMatchObject([
      { code: "mail_bounced", kind: "hard", status: "5.1.1" },
    ]);
    expect(await ledger(eva.id)).toMatchObject([
      { state: "opted_out", source: "bounce", scope: "email", reason: "5.1.1" },
    ]);
    const second = await write(eva);
    await becomes(second, "blocked");
    expect((await action(second)).reasons).toMatchObject([{ code: "address_bounced" }]);
    await expect.poll(() => types(eva.id), { timeout: 180_000 }).toEqual(["email_bounce"]);
  });

  test("suppresses the address of a full mailbox only after three bounces", async () => {
    const eva = await person("full");
    for (const entries of [0, 0, 1]) {
      const id = await write(eva);
      await becomes(id, "failed");
      expect((await action(id)).reasons).toMatchObject([{ kind: "soft", status: "5.2.2" }]);
      expect(await ledger(eva.id)).toHaveLength(entries);
    }
  });

  test("only notes a delay on the timeline, and fails at once when the server rejects the recipient", async () => {
    const eva = await person("delay");
    const id = await write(eva);
    await expect
      .poll(
        async () =>
          (await faro.send("GET", `/api/people/${eva.id}`)).body.timelineEvents.map(
            (one: { eventType: string }) => one.eventType,
          ),
        { timeout: 180_000 },
      )
      .toContain("message_delayed");
    expect((await action(id)).status).toBe("sent");
    const ida = await person("reject");
    await becomes(await write(ida), "failed");
    expect(await ledger(ida.id)).toMatchObject([{ source: "bounce", scope: "email" }]);
  });

  test("raises a notification and suppresses nobody when the sender was rejected", async () => {
    const eva = await person("refuse");
    await becomes(await write(eva), "failed");
    expect(await ledger(eva.id)).toEqual([]);
    const { rows } = await faro.pool.query("SELECT params FROM notifications WHERE kind = 'mail_refused'");
    expect(rows).toMatchObject([{ params: { detail: expect.stringContaining("5.7.1") } }]);
  });

  test.each([
    ["before its outcome is saved", false],
    ["while its outcome is being saved", true],
  ])("that is reported %s fails with the reason", async (_, isSaving) => {
    const eva = await person("ana");
    const id = await write(eva);
    await becomes(id, "sent");
    const address = await returnAddress(eva.email);
    await faro.pool.query(
      "UPDATE actions SET status = 'dispatching', lease_until = now() + interval '1 minute' WHERE id = $1",
      [id],
    );
    const { rows } = await faro.pool.query("SELECT fence, messenger FROM actions WHERE id = $1", [id]);
    const outcome = {
      ...rows[0],
      id,
      status: "sent" as const,
      providerId: null,
      price: null,
      reasons: null,
      notBefore: null,
      error: null,
    };
    const report = () =>
      createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true }).sendMail({
        envelope: { from: "", to: address },
        raw: deliveryReport(eva.email),
      });
    const database = openDatabase(faro.connection, () => {});
    if (!isSaving) await report();
    await database.db.transaction(async (tx) => {
      const saved = await saveOutcomes(tx, [outcome]);
      expect(saved).toMatchObject([isSaving ? { status: "sent" } : { status: "failed" }]);
      if (!isSaving) return;
      void report();
      const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%actions%'";
      await expect.poll(async () => (await faro.pool.query(waits)).rowCount, { timeout: 60_000 }).toBe(1);
    });
    await database.close();
    await becomes(id, "failed");
    expect((await action(id)).reasons).toMatchObject([{ code: "mail_bounced", kind: "soft" }]);
  });

  test("is rejected when the return address has a forged signature", async () => {
    const eva = await person("ana");
    await becomes(await write(eva), "sent");
    const address = await returnAddress(eva.email);
    expect(address).toMatch(/^r-[0-9a-f-]{36}-[0-9a-f]{20}@in\.example\.com$/);
    const forged = address.replace(/[0-9a-f]{20}@/, `${"0".repeat(20)}@`);
    await expect(post({ from: "x@example.net", to: forged, text: "STOP" })).rejects.toMatchObject({
      responseCode: 550,
    });
    expect(await ledger(eva.id)).toEqual([]);
  });
});

describe("a reply", () => {
  test("that is a spam complaint opts the person out", async () => {
    const eva = await person("complain");
    await write(eva);
    await expect
      .poll(() => ledger(eva.id), { timeout: 180_000 })
      .toMatchObject([{ source: "complaint", scope: "all" }]);
    await becomes(await write(eva), "blocked");
  });

  test("with text is stored as an event of the person and is searched for an opt-out", async () => {
    const eva = await person("reply");
    await write(eva);
    await expect.poll(() => types(eva.id), { timeout: 180_000 }).toEqual(["email_received"]);
    const inboundQuery =
      "SELECT last_inbound_at FROM conversations WHERE person_id = $1 AND channel = 'email' AND last_inbound_at IS NOT NULL";
    expect((await faro.pool.query(inboundQuery, [eva.id])).rowCount).toBe(1);
    expect(await ledger(eva.id)).toEqual([]);
    const ida = await person("stop");
    await write(ida);
    await expect
      .poll(() => ledger(ida.id), { timeout: 180_000 })
      .toMatchObject([{ source: "reply", scope: "all" }]);
    // One confirmation is sent and nothing after it.
    await expect
      .poll(
        async () =>
          (
            await faro.pool.query(
              "SELECT status FROM actions WHERE person_id = $1 AND config ->> 'purpose' = 'confirmation'",
              [ida.id],
            )
          ).rows,
        { timeout: 180_000 },
      )
      .toEqual([{ status: "sent" }]);
  });

  test("of somebody who is away moves the next step to the first workday after their return", async () => {
    const eva = await person("rosa");
    const { body: rule } = await faro.send("POST", "/api/rules", {
      name: "Follow-up of the absent",
      triggers: [{ type: "event", operator: "=", value: "asked" }],
      conditions: [{ type: "status", field: "is_not", value: "converted" }],
      actions: [
        { type: "email", template: "Hola {{first_name}}" },
        { type: "add_tag", template: "late", wait: { for: 1, unit: "days" } },
      ],
    });
    await faro.send("POST", `/api/rules/${rule.id}/start`, { personIds: [eva.id] });
    const run = async () =>
      (await faro.send("GET", `/api/runs?personId=${eva.id}&state=all`)).body.runs[0] ?? {};
    await expect.poll(() => returnAddress(eva.email), { timeout: 60_000 }).toMatch(/@/);
    await expect.poll(run, { timeout: 60_000 }).toMatchObject({ state: "waiting" });
    const back = new Date(Date.now() + 10 * 86_400_000);
    const day = new Intl.DateTimeFormat("en", {
      timeZone: "America/Puerto_Rico",
      month: "long",
      day: "numeric",
      year: "numeric",
    }).format(back);
    await createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true }).sendMail({
      ...{ from: eva.email, to: await returnAddress(eva.email), subject: "Automatic reply" },
      headers: { "Auto-Submitted": "auto-replied" },
      text: `I am out of the office and will be back on ${day}.`,
    });
    await expect
      .poll(async () => (Date.parse((await run()).dueAt ?? "") - Date.now()) / 86_400_000, {
        timeout: 60_000,
      })
      .toBeGreaterThan(8);
    expect(await run()).toMatchObject({ state: "waiting" });
  });

  test("that is automatic is stored and does not count as a reply", async () => {
    const eva = await person("away");
    await write(eva);
    await expect.poll(() => types(eva.id), { timeout: 180_000 }).toEqual(["email_auto_reply"]);
    const inboundQuery = "SELECT 1 FROM conversations WHERE person_id = $1 AND last_inbound_at IS NOT NULL";
    expect((await faro.pool.query(inboundQuery, [eva.id])).rowCount).toBe(0);
  });

  test("from another address belongs to the same person, and quoted text is not read as an opt-out", async () => {
    const eva = await person("rosa");
    await becomes(await write(eva, "To hear no more, answer STOP"), "sent");
    await post({
      from: "rosa.work@example.net",
      to: await returnAddress(eva.email),
      text: "> To hear no more, answer STOP\n",
    });
    await expect.poll(() => types(eva.id), { timeout: 180_000 }).toEqual(["email_received"]);
    expect(await ledger(eva.id)).toEqual([]);
    await post({ from: "rosa.work@example.net", to: await returnAddress(eva.email), text: "unsubscribe" });
    await expect.poll(() => ledger(eva.id), { timeout: 180_000 }).toMatchObject([{ source: "reply" }]);
  });
});
