import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/db/database.ts";
import { type Listener, startListener } from "#server/db/listener.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { type Jobs, startJobs } from "#server/jobs/runner.ts";
import { createLog } from "#server/log.ts";
import { readMailbox, scheduleMailboxes } from "#server/pipeline/ingest/mail/read-mailbox.ts";
import { startMailboxWatcher } from "#server/pipeline/ingest/mail/watch-mailboxes.ts";
import { createWrite } from "#server/store/write.ts";
import { type Keyring, openKeyring } from "#server/vault/keyring.ts";
import { seal } from "#server/vault/vault.ts";
import { createTestDatabase } from "./database.ts";
import { startSimulatedMailbox } from "./sandbox/imap-server.ts";

type Context = JobContext & { mayConnect?: () => boolean };

let database: Database;
let listener: Listener;
let queue: Jobs;
let keyring: Keyring;
let dataDir: string;
let context: Context;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "faro-mailbox-"));
  const connection = await createTestDatabase();
  database = openDatabase(connection, () => {});
  listener = await startListener(connection, () => {});
  const log = createLog("silent");
  queue = await startJobs([readMailbox, scheduleMailboxes], database, listener, log, true);
  keyring = await openKeyring(dataDir, undefined);
  const write = createWrite(database.db, queue);
  const none = undefined as never;
  context = {
    database,
    write,
    keyring,
    dataDir,
    log,
    egress: none,
    ai: none,
    general: none,
    business: none,
    knowledgeVectors: none,
    addressHash: none,
    mapping: none,
    vendors: none,
    simulation: none,
    push: none,
    mailStaff: none,
    mayConnect: () => true,
  };
});
afterAll(async () => {
  await queue.stop();
  await listener.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const password = 'a "hard" contraseña';

/** An endpoint and the mailbox it reads. */
const connected = async (given: { password?: string; folder?: string; idle?: boolean } = {}) => {
  const server = await startSimulatedMailbox("ana@example.com", password, { idle: given.idle ?? false });
  const mailbox = {
    host: "127.0.0.1",
    port: server.port,
    secure: false,
    user: "ana@example.com",
    folder: given.folder ?? "INBOX",
    minutes: 5,
  };
  const { rows } = await database.pool.query(
    "INSERT INTO endpoints (name, type, settings) VALUES ('Inbox', 'email', $1) RETURNING id",
    [{ mailbox }],
  );
  const id: string = rows[0].id;
  const { rows: keys } = await database.pool.query("SELECT gen_random_uuid() AS id");
  const keyValue = seal(keyring, given.password ?? password, {
    table: "api_keys",
    row: keys[0].id,
    field: "key_value",
  });
  await database.pool.query(
    "INSERT INTO api_keys (id, service, key_name, key_value) VALUES ($1, $2, 'secretKey', $3)",
    [keys[0].id, `endpoint:${id}`, keyValue],
  );
  const one = async (text: string) => (await database.pool.query(text, [id])).rows;
  return {
    id,
    server,
    read: (with_: Partial<Context> = {}) => readMailbox.run([{ id }], { ...context, ...with_ }),
    subjects: async () =>
      (await one("SELECT raw_data->>'subject' AS s FROM events WHERE endpoint_id = $1 ORDER BY id")).map(
        ({ s }) => s,
      ),
    events: () => one("SELECT * FROM events WHERE endpoint_id = $1 ORDER BY id"),
    endpoint: async () => (await one("SELECT * FROM endpoints WHERE id = $1"))[0],
    due: () => one("UPDATE endpoints SET next_pull_at = now() WHERE id = $1"),
  };
};

const message = (subject: string, more = "") =>
  `From: Bob <bob@example.org>\r\nTo: ana@example.com\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(" ", "-")}@example.org>\r\n${more}\r\nHello\r\n`;

describe("a mailbox", () => {
  test("with a bounce report fails the message whose Message-ID the report names", async () => {
    const { server, read } = await connected();
    const { pool } = database;
    const { rows: people } = await pool.query(
      "INSERT INTO people (email) VALUES ('gone@example.net') RETURNING id",
    );
    const { rows } = await pool.query(
      `INSERT INTO actions (person_id, type, status, messenger, config, not_before)
       VALUES ($1, 'email', 'sent', 'smtp', '{"rendered": {"to": "gone@example.net"}}', 'infinity') RETURNING id`,
      [people[0].id],
    );
    const report = (recipient: string) =>
      [
        "From: Mail Delivery System <mailer-daemon@mx.example.net>",
        "To: ana@example.com",
        "Subject: Undelivered Mail Returned to Sender",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        "",
        "--b\r\nContent-Type: message/delivery-status\r\n",
        "Reporting-MTA: dns; mx.example.net\r\n",
        `Final-Recipient: rfc822; ${recipient}\r\nAction: failed\r\nStatus: 5.1.1`,
        "\r\n--b\r\nContent-Type: text/rfc822-headers\r\n",
        `Message-ID: <${rows[0].id}@company.example>\r\n\r\n--b--\r\n`,
      ].join("\r\n");
    const status = async () =>
      (await pool.query("SELECT status FROM actions WHERE id = $1", [rows[0].id])).rows[0].status;
    server.append(report("somebody-else@example.net"));
    await read();
    expect(await status()).toBe("sent");
    server.append(report("gone@example.net"));
    await read();
    expect(await status()).toBe("failed");
    const { rows: given } = await pool.query("SELECT scope, source, reason FROM suppressions");
    expect(given).toEqual([{ scope: "email", source: "bounce", reason: "5.1.1" }]);
  });

  test("is read message by message, each new message once", async () => {
    const { server, read, subjects, endpoint, events } = await connected();
    server.append(message("long ago"), new Date(Date.now() - 30 * 86_400_000));
    server.append(message("one"));
    server.append(message("two"));
    await read();
    expect(await subjects()).toEqual(["one", "two"]);
    await read();
    server.append(message("three"));
    await read();
    expect(await subjects()).toEqual(["one", "two", "three"]);
    expect(server.seen.fetched).toEqual([2, 3, 4]);
    expect((await events())[0]).toMatchObject({
      event_type: "email",
      validation_status: "received",
      raw_data: { from: { address: "bob@example.org" }, envelope: { from: null, to: ["ana@example.com"] } },
    });
    const after = await endpoint();
    expect(after).toMatchObject({
      status: "active",
      last_error: null,
      pull_state: { mailbox: { lastUid: 4 } },
    });
    expect(after.pull_state.lease).toBeUndefined();
    expect(after.next_pull_at.getTime()).toBeGreaterThan(Date.now());
    await server.stop();
  });

  test("whose server renumbers its messages gives each message once", async () => {
    const { server, read, subjects, endpoint } = await connected();
    server.append(message("one"));
    const gone = server.append(message("two"));
    server.append(message("three"));
    await read();
    server.remove(gone);
    server.renumber();
    server.append(message("four"));
    await read();
    expect(await subjects()).toEqual(["one", "two", "three", "four"]);
    expect(await endpoint()).toMatchObject({ pull_state: { mailbox: { uidValidity: "2", lastUid: 3 } } });
    await server.stop();
  });

  test("whose server disconnects in the middle of a message is resumed there", async () => {
    const { server, read, subjects, endpoint } = await connected();
    for (const name of ["one", "two", "three"]) server.append(message(name));
    server.breakNextFetch();
    await read();
    expect(await subjects()).toEqual([]);
    expect(await endpoint()).toMatchObject({ last_error: "The connection to the mail server broke." });
    await read();
    expect(await subjects()).toEqual(["one", "two", "three"]);
    expect(await endpoint()).toMatchObject({ last_error: null });
    await server.stop();
    await read();
    expect(await endpoint()).toMatchObject({ last_error: "The mail server cannot be reached." });
  });

  test("that rejects the password is in error at once, backs off, and raises one notification", async () => {
    const { server, id, read, endpoint } = await connected({ password: "wrong" });
    await read();
    expect(await endpoint()).toMatchObject({
      status: "error",
      last_error: "The mail server refuses the user name or the password.",
    });
    const waits: number[] = [];
    for (let count = 1; count < 6; count++) {
      await read();
      const { next_pull_at, last_error } = await endpoint();
      expect(last_error).toBe("The mail server refuses the user name or the password.");
      waits.push(next_pull_at.getTime() - Date.now());
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(await endpoint()).toMatchObject({ status: "error", pull_state: { failures: 6 } });
    const { rows } = await database.pool.query(
      "SELECT params FROM notifications WHERE kind = 'endpoint_failing'",
    );
    expect(rows).toEqual([{ params: { endpoint: "Inbox" } }]);
    const { rows: audited } = await database.pool.query(
      "SELECT status FROM audit_logs WHERE entity_id = $1",
      [id],
    );
    expect(audited).toEqual([{ status: "failure" }]);
    await server.stop();
  });

  test("at a private address is not read unless it is allowed", async () => {
    const { server, read, endpoint } = await connected();
    const { mayConnect: _none, ...strict } = context;
    await readMailbox.run([{ id: (await endpoint()).id }], strict);
    expect(await endpoint()).toMatchObject({
      last_error: "The mail server is at a private address, which is not allowed.",
    });
    expect(server.seen.signIns).toBe(0);
    await read();
    expect(await endpoint()).toMatchObject({ last_error: null });
    await server.stop();
  });

  test("is read by one reader at a time", async () => {
    const { server, read, subjects, endpoint } = await connected();
    for (let count = 1; count <= 5; count++) server.append(message(`m${count}`));
    await Promise.all([read(), read(), read()]);
    expect(server.seen.signIns).toBe(1);
    expect(await subjects()).toHaveLength(5);
    await database.pool.query(
      `UPDATE endpoints SET pull_state = pull_state || '{"lease": {"fence": "other", "until": "2999-01-01T00:00:00Z"}}' WHERE id = $1`,
      [(await endpoint()).id],
    );
    await read();
    expect(server.seen.signIns).toBe(1);
    await server.stop();
  });

  test("without the folder reports it, and a message that cannot be parsed becomes a dead letter", async () => {
    const wrong = await connected({ folder: "Leads" });
    await wrong.read();
    expect(await wrong.endpoint()).toMatchObject({ last_error: "The mailbox has no such folder." });
    const { server, read, events } = await connected();
    server.append("no headers here\r\n\r\nat all");
    server.append(Buffer.concat([Buffer.from(message("huge")), Buffer.alloc(26 * 1024 * 1024, "x")]));
    server.append(message("after it"));
    await read();
    const stored = await events();
    expect(stored.map((event) => event.validation_status)).toEqual(["dead", "dead", "received"]);
    expect(stored[1]).toMatchObject({
      problems: [{ code: "failed", detail: "The message is larger than 25 MB." }],
      raw_data: { raw: expect.stringContaining("Subject: huge") },
    });
    expect(server.seen.fetched).toEqual([1, 3]);
    await wrong.server.stop();
    await server.stop();
  });

  test("is read as soon as a message arrives, where the server offers IDLE", async () => {
    const { server, id, read, subjects } = await connected({ idle: true });
    await read();
    const watcher = startMailboxWatcher(context);
    const jobs = async () =>
      (
        await database.pool.query(
          "SELECT 1 FROM pgboss.job WHERE name = 'read-mailbox' AND data ->> 'id' = $1",
          [id],
        )
      ).rowCount;
    await expect.poll(() => server.seen.idles, { timeout: 180_000 }).toBe(1);
    expect(await jobs()).toBe(0);
    server.append(message("just now"));
    await expect.poll(jobs, { timeout: 180_000 }).toBe(1);
    await read();
    expect(await subjects()).toContain("just now");
    // A changed endpoint is watched with its new settings.
    await database.pool.query("UPDATE endpoints SET updated_at = now() WHERE id = $1", [id]);
    watcher.refresh();
    await expect.poll(() => server.seen.idles, { timeout: 180_000 }).toBe(2);
    await watcher.stop();
    await server.stop();
  });

  test("is enqueued when it is due, and not while a job for it is waiting", async () => {
    const { server, id, due } = await connected();
    const waiting = async () =>
      (
        await database.pool.query(
          "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'read-mailbox' AND data->>'id' = $1",
          [id],
        )
      ).rows[0].n;
    await due();
    await scheduleMailboxes.run([{}], context);
    await scheduleMailboxes.run([{}], context);
    expect(await waiting()).toBe(1);
    await server.stop();
  });
});
