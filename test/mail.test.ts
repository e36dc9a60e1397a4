import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { type Listener, startListener } from "#server/db/listener.ts";
import { type Jobs, startJobs } from "#server/jobs/runner.ts";
import { createLog } from "#server/log.ts";
import { type MailListener, startMailListener } from "#server/mail/listener.ts";
import { createTrustedRelays } from "#server/mail/relays.ts";
import { acceptMail } from "#server/pipeline/ingest/mail/process-mail.ts";
import { createWrite } from "#server/store/write.ts";
import { createTestDatabase } from "./database.ts";

let database: Database;
let listener: Listener;
let queue: Jobs;
let mail: MailListener;
let dataDir: string;
const endpoints = { sales: "", support: "" };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "faro-mail-"));
  const connection = await createTestDatabase();
  database = openDatabase(connection, () => {});
  listener = await startListener(connection, () => {});
  queue = await startJobs([], database, listener, createLog("silent"), true);
  for (const name of ["sales", "support"] as const) {
    const { rows } = await database.pool.query(
      "INSERT INTO endpoints (name, type, hook_token) VALUES ($1, 'email', $1) RETURNING id",
      [name],
    );
    endpoints[name] = rows[0].id;
  }
  mail = await startMailListener({
    port: 0,
    host: "127.0.0.1",
    domain: "in.example.com",
    find: async (token) =>
      token in endpoints ? { endpointId: endpoints[token as keyof typeof endpoints] } : undefined,
    accept: acceptMail(
      {
        write: createWrite(database.db, queue),
        hash: (address) => Buffer.from(address),
        general: async () => defaultGeneralSettings,
        asksModels: async () => false,
        returnAddresses: { address: () => null, read: () => undefined },
      },
      createTrustedRelays(["relay.example"], ["loopback"]),
    ),
    log: createLog("silent"),
    limits: { messageBytes: 1_000_000, unknownRecipients: 3, recipients: 3 },
  });
});
afterAll(async () => {
  await mail.close();
  await queue.stop();
  await listener.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const transport = () => createTransport({ host: "127.0.0.1", port: mail.port, ignoreTLS: true });
const message = {
  from: "Ana <ana@example.org>",
  to: "sales@in.example.com",
  subject: "Hola",
  text: "Me interesa",
};
const events = async (where: string, ...values: unknown[]) =>
  (await database.pool.query(`SELECT * FROM events WHERE ${where} ORDER BY created_at, id`, values)).rows;
const refusalOf = (sent: Promise<unknown>) =>
  sent.then(
    () => undefined,
    (error: { responseCode?: number }) => error.responseCode,
  );

describe("mail for an endpoint", () => {
  test("is stored as an unprocessed event with envelope and peer before the sender gets 250", async () => {
    const sent = await transport().sendMail({ ...message, messageId: "<one@example.org>" });
    const [id] = /[0-9a-f-]{36}/.exec(sent.response) ?? [];
    const [event] = await events("id = $1", id);
    expect(event).toMatchObject({
      endpoint_id: endpoints.sales,
      event_type: "email",
      deduplication_key: expect.stringMatching(/^<one@example\.org> [0-9a-f]{16}$/),
      validation_status: "received",
      raw_data: {
        from: { name: "Ana", address: "ana@example.org" },
        subject: "Hola",
        text: "Me interesa",
        reply: "Me interesa",
        automatic: { is: false, why: null },
        envelope: { from: "ana@example.org", to: ["sales@in.example.com"], peer: "127.0.0.1" },
      },
    });
  });

  test("that arrives twice is accepted twice and stored once", async () => {
    const twice = { ...message, messageId: "<twice@example.org>" };
    const [first, second] = [await transport().sendMail(twice), await transport().sendMail(twice)];
    expect(second.response).toBe(first.response);
    expect(await events("deduplication_key LIKE '<twice@example.org> %'")).toHaveLength(1);
  });

  test("with a Message-ID that was used before and another text is another message", async () => {
    const reused = { ...message, messageId: "<reused@example.org>" };
    await transport().sendMail(reused);
    await transport().sendMail({ ...reused, text: "¿Siguen ahí?" });
    await transport().sendMail({ ...reused, headers: { "X-Route": "another" } });
    expect(await events("deduplication_key LIKE '<reused@example.org> %'")).toHaveLength(2);
  });

  test("for several endpoints is stored for each or for none", async () => {
    await transport().sendMail({
      ...message,
      to: ["sales@in.example.com", "SALES+note@other.example", "support@in.example.com"],
      messageId: "<several@example.org>",
    });
    const stored = await events("deduplication_key LIKE '<several@example.org> %'");
    expect(stored.map((event) => event.endpoint_id).sort()).toEqual(Object.values(endpoints).sort());
  });

  test("stores each attachment once", async () => {
    const attachments = [{ filename: "plan.pdf", content: "the very same plan" }];
    await transport().sendMail({ ...message, attachments, messageId: "<file1@example.org>" });
    await transport().sendMail({ ...message, attachments, messageId: "<file2@example.org>" });
    const sha256 = createHash("sha256").update("the very same plan").digest("hex");
    const [event] = await events("deduplication_key LIKE '<file1@example.org> %'");
    expect(event.raw_data.attachments).toEqual([
      { filename: "plan.pdf", contentType: "application/pdf", size: 18, sha256 },
    ]);
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS files, count(DISTINCT sha256)::int AS blobs FROM event_files WHERE filename = 'plan.pdf'",
    );
    expect(rows).toEqual([{ files: 2, blobs: 1 }]);
  });

  test("that is a bounce or an automatic reply is stored as such", async () => {
    const report =
      "From: MAILER-DAEMON@mx.example\r\nSubject: Returned\r\nMessage-ID: <b@mx.example>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nSorry\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; gone@x.example\r\nAction: failed\r\nStatus: 5.1.1\r\n--b--\r\n";
    await transport().sendMail({ envelope: { from: "", to: "sales@x" }, raw: report });
    await transport().sendMail({
      ...message,
      messageId: "<away@example.org>",
      headers: { "Auto-Submitted": "auto-replied" },
    });
    expect(await events("event_type = 'email_bounce'")).toMatchObject([
      {
        raw_data: {
          bounce: { recipient: "gone@x.example", class: "hard", suppress: true },
          envelope: { from: "" },
        },
      },
    ]);
    expect(await events("event_type = 'email_auto_reply'")).toMatchObject([
      { raw_data: { automatic: { why: "auto_submitted" } } },
    ]);
  });

  test("that cannot be parsed is stored as a dead letter", async () => {
    const envelope = { from: "a@b.example", to: "sales@x" };
    const nested = Array.from(
      { length: 30 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    await transport().sendMail({ envelope, raw: "no headers, only words\r\n\r\n\u0000 here" });
    await transport().sendMail({ envelope, raw: `From: a@b.example\r\n${nested.join("")}` });
    const dead = await events("validation_status = 'dead'");
    expect(dead.map((event) => event.problems)).toEqual([
      [{ code: "failed", detail: "It has no headers, so it is not an e-mail message." }],
      [{ code: "failed", detail: "The message has parts within parts more than 20 deep." }],
    ]);
    expect(dead[0].raw_data.raw).toContain("only words");
  });

  test("keeps the authentication results of a trusted relay", async () => {
    const headers = { "Authentication-Results": "mx.relay.example; spf=pass; dkim=fail" };
    await transport().sendMail({ ...message, headers, messageId: "<auth@example.org>" });
    const [event] = await events("deduplication_key LIKE '<auth@example.org> %'");
    expect(event.raw_data.authentication).toEqual({ spf: "pass", dkim: "fail", dmarc: null, sender: null });
  });
});

describe("rejected mail", () => {
  test("has an unknown recipient or is too large", async () => {
    expect(await refusalOf(transport().sendMail({ ...message, to: "nobody@in.example.com" }))).toBe(550);
    expect(await refusalOf(transport().sendMail({ ...message, text: "x".repeat(1_500_000) }))).toBe(552);
    const undeclared = await speak(
      ["EHLO me", "MAIL FROM:<a@b.example>", "RCPT TO:<sales@x>", "DATA"],
      `Subject: x\r\n\r\n${`${"y".repeat(70)}\r\n`.repeat(20_000)}.\r\n`,
    );
    expect(undeclared.at(-1)).toMatch(/^552 /);
  });

  test("uses AUTH, has too many recipients, or follows too many unknown recipients", async () => {
    const begin = ["EHLO me", "MAIL FROM:<a@b.example>"];
    expect((await speak(["EHLO me", "AUTH PLAIN AGEAYg=="])).at(-1)).toMatch(/^5/);
    expect((await speak(["EHLO me"])).join()).not.toMatch(/STARTTLS|AUTH/);
    const many = ["a", "b", "c", "d"].map((tag) => `RCPT TO:<sales+${tag}@x>`);
    expect((await speak([...begin, ...many])).at(-1)).toMatch(/^452 /);
    const guesses = ["w", "x", "y", "z"].map((name) => `RCPT TO:<${name}@x>`);
    expect((await speak([...begin, ...guesses])).at(-1)).toMatch(/^421 /);
  });

  test("gets a temporary error while the database is away, so that the sender retries", async () => {
    const admin = new pg.Client(inject("postgres"));
    await admin.connect();
    const name = String(database.connection.database);
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    const late = { ...message, messageId: "<late@example.org>" };
    expect(await refusalOf(transport().sendMail(late))).toBe(451);
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
    expect((await transport().sendMail(late)).response).toMatch(/^250 /);
    expect(await events("deduplication_key LIKE '<late@example.org> %'")).toHaveLength(1);
  });
});

/** Sends raw SMTP lines; returns the last line of each answer, in order. */
const speak = (lines: string[], body?: string): Promise<string[]> =>
  new Promise((resolve) => {
    const answers: string[] = [];
    const waiting = [...lines, ...(body === undefined ? [] : [body])];
    const socket = connect(mail.port, "127.0.0.1");
    let received = "";
    socket.on("data", (data) => {
      received += data;
      if (!/^\d{3} .*\r\n$/m.test(received) || !received.endsWith("\r\n")) return;
      answers.push(received.trim());
      received = "";
      const next = waiting.shift();
      if (next === undefined) return void socket.end("QUIT\r\n");
      socket.write(next.endsWith("\r\n") ? next : `${next}\r\n`);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answers.filter((answer) => !answer.startsWith("221"))));
  });
