import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReportMail, ReportMailSend } from "#contract/report-mails.ts";
import { noPermissions } from "#domain/access/areas.ts";
import { system } from "#server/audit/entry.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { watchLimits } from "#server/housekeeping/watch-report-limits.ts";
import { countReports } from "#server/store/reports/count-reports.ts";
import { claimSend, endLostSends, readOpenReaders } from "#server/store/reports/report-mails.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import { createWrite, type Write } from "#server/store/write.ts";
import { adminEmail } from "./faro.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let database: Database;
let write: Write;
let adminId: string;
const ids = { reader: newId(), blind: newId(), own: newId() };
const zone = "America/Puerto_Rico";

beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_EGRESS_ALLOW: "127.0.0.1/32" }, "own");
  database = openDatabase(faro.connection, () => {});
  write = createWrite(database.db, { insert: async () => {} });
  await faro.send("POST", "/api/api-keys/smtp", {
    host: "127.0.0.1",
    port: faro.sandboxSmtpPort,
    authentication: "none",
    fromAddress: "hola@company.example",
    postalAddress: "Calle Luna 1, San Juan, PR 00901",
  });
  adminId = (await rows("SELECT id FROM users WHERE email = $1", [adminEmail]))[0]?.id as string;
  await addOwnRole(ids.blind, "Blind", "blind@example.com", {});
  await addOwnRole(ids.own, "Part", "part@example.com", { people: "view", reports: "view" }, "own");
  await rows("INSERT INTO users (id, email, role) VALUES ($1, 'reader@example.com', 'viewer')", [ids.reader]);
  await rows(
    `INSERT INTO people (first_name, sources, assigned_agent_id, created_at)
     SELECT 'Ana', '{Form}', CASE WHEN n <= 2 THEN $1::uuid END, (now() AT TIME ZONE $2)::date::timestamp AT TIME ZONE $2 - interval '3 hours'
       FROM generate_series(1, 30) n`,
    [ids.own, zone],
  );
  await countReports(database.db, zone);
});
afterAll(async () => {
  await database?.close();
  await faro?.stop();
});

const rows = async (text: string, values: unknown[] = []) =>
  (await faro.pool.query<Record<string, unknown>>(text, values)).rows;

const addOwnRole = async (
  userId: string,
  name: string,
  email: string,
  levels: object,
  scope: "all" | "own" = "all",
) => {
  const [role] = await rows("INSERT INTO own_roles (name, levels, scopes) VALUES ($1, $2, $3) RETURNING id", [
    name,
    { ...noPermissions, ...levels },
    { people: scope, inbox: scope },
  ]);
  await rows("INSERT INTO users (id, email, role, role_id) VALUES ($1, $2, 'own', $3)", [
    userId,
    email,
    role?.id,
  ]);
};

const inbox = async (address: string): Promise<string> => {
  const url = `${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}`;
  return JSON.stringify(await (await fetch(url)).json());
};

const mailInput = {
  name: "Each day",
  figures: ["new_leads", "speed_to_lead"],
  rhythm: "daily",
  hour: 0,
  language: "en",
  audience: null,
  enabled: true,
};

const addMail = async (more: object): Promise<ReportMail> => {
  const { status, body } = await faro.send("POST", "/api/report-mails", { ...mailInput, ...more });
  expect(status).toBe(200);
  return body;
};

const sendsOf = async (id: string): Promise<ReportMailSend[]> =>
  (await faro.send("GET", `/api/report-mails/${id}/sends`)).body.sends;

describe("a mailed report", () => {
  test("comes at once to the user who asks for it, with the figures of the screen", async () => {
    const mail = await addMail({ name: "Cada día", language: "es", userIds: [adminId] });
    const { body } = await faro.send("POST", `/api/report-mails/${mail.id}/send`);
    expect(body).toEqual({ state: "sent" });
    const received = await inbox(adminEmail);
    expect(received).toContain("Cada día: ");
    expect(received).toContain("Personas nuevas: 30 (antes: 0)");
    expect(await sendsOf(mail.id)).toMatchObject([{ isTest: true, state: "sent", attempts: 1 }]);
    await faro.send("DELETE", `/api/report-mails/${mail.id}`);
  });

  test("comes on schedule to each reader once, as far as their role sees it", async () => {
    const mail = await addMail({ userIds: [ids.reader, ids.blind, ids.own] });
    // Its hour was at midnight, when the server did not run.
    await rows("UPDATE report_mails SET starts_at = now() - interval '2 days' WHERE id = $1", [mail.id]);
    await expect
      .poll(async () => (await sendsOf(mail.id)).map(({ name, state }) => `${name} ${state}`).toSorted())
      .toEqual(["blind@example.com no_rights", "part@example.com sent", "reader@example.com sent"]);
    expect(await inbox("reader@example.com")).toContain("New people: 30");
    const part = await inbox("part@example.com");
    expect(part).toContain("New people: 2");
    expect(part).toContain("whom your role may see");
    expect(await inbox("blind@example.com")).not.toContain("New people");
    const [send] = await sendsOf(mail.id);
    const period = { from: send?.from ?? "", to: send?.to ?? "" };
    expect(await readOpenReaders(database.db, mail.id, period)).toEqual([]);
    const again = { mailId: mail.id, userId: ids.reader, period, isTest: false };
    expect(await write(system, ({ tx }) => claimSend(tx, again))).toBeUndefined();
    await faro.send("DELETE", `/api/report-mails/${mail.id}`);
  });

  test("is claimed by one process, tried again after a failure, and not after one that was lost", async () => {
    const mail = await addMail({ enabled: false, userIds: [ids.reader] });
    const period = { from: "2026-01-01", to: "2026-01-01" };
    const send = { mailId: mail.id, userId: ids.reader, period, isTest: false };
    const claim = () => write(system, ({ tx }) => claimSend(tx, send));
    const claimed = await Promise.all([claim(), claim(), claim()]);
    expect(claimed.filter((id) => id !== undefined)).toHaveLength(1);
    await rows(
      "UPDATE report_mail_sends SET state = 'failed', at = now() - interval '11 minutes' WHERE mail_id = $1",
      [mail.id],
    );
    expect(await readOpenReaders(database.db, mail.id, period)).toEqual([ids.reader]);
    expect(await claim()).toBeDefined();
    expect(await sendsOf(mail.id)).toMatchObject([{ state: "sending", attempts: 2 }]);
    await rows("UPDATE report_mail_sends SET at = now() - interval '20 minutes' WHERE mail_id = $1", [
      mail.id,
    ]);
    expect(await write(system, ({ tx }) => endLostSends(tx))).toBe(1);
    expect(await claim()).toBeUndefined();
    expect(await readOpenReaders(database.db, mail.id, period)).toEqual([]);
  });

  test("is refused with a figure, an hour or a filter that is none", async () => {
    for (const wrong of [{ figures: ["opens"] }, { hour: 24 }, { userIds: [] }, { audience: { x: 1 } }])
      expect(
        (await faro.send("POST", "/api/report-mails", { ...mailInput, userIds: [adminId], ...wrong })).status,
      ).toBe(400);
  });
});

describe("a limit", () => {
  test("notifies users once when it is crossed, and again only after it recovered", async () => {
    const general = () => readGeneralSettings(database.db);
    const look = async () => {
      await countReports(database.db, zone);
      await watchLimits({ database, write, general }, Date.now());
    };
    const notices = () => rows("SELECT params FROM notifications WHERE kind = 'report_limit'");
    const { body } = await faro.send("POST", "/api/report-limits", {
      ...{ figure: "new_leads", side: "above", value: 32, days: 7 },
    });
    expect(body).toMatchObject({ unit: "count", fewest: 10, crossedAt: null });
    await look();
    expect(await notices()).toEqual([]);
    await rows("INSERT INTO people (first_name) SELECT 'New' FROM generate_series(1, 5)");
    await look();
    await look();
    expect(await notices()).toEqual([
      {
        params: {
          en: "New people",
          es: "Personas nuevas",
          value: "35",
          limit: "32",
          days: 7,
        },
      },
    ]);
    const listed = async () => (await faro.send("GET", "/api/report-limits")).body.limits[0];
    expect(await listed()).toMatchObject({ seen: 35, crossedAt: expect.any(String) });
    await rows("DELETE FROM people WHERE first_name = 'New'");
    await look();
    expect(await listed()).toMatchObject({ seen: 30, crossedAt: null });
    await rows("INSERT INTO people (first_name) SELECT 'New' FROM generate_series(1, 4)");
    await look();
    expect(await notices()).toHaveLength(2);
    expect((await faro.send("DELETE", `/api/report-limits/${body.id}`)).status).toBe(200);
    expect(await listed()).toBeUndefined();
  });
});
