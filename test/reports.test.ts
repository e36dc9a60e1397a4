import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReportBehind, ReportPlot, Reports } from "#contract/reports.ts";
import { noPermissions } from "#domain/access/areas.ts";
import type { Happening } from "#domain/conversations/thread.ts";
import { dateIn } from "#domain/day.ts";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import type { FigureName } from "#domain/figures/figures.ts";
import { addDays } from "#domain/figures/period.ts";
import { columnsOfTable } from "#domain/figures/table-columns.ts";
import type { ReportCell, TableName } from "#domain/figures/tables.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { applyToThreads } from "#server/store/conversations/threads.ts";
import { countReports } from "#server/store/reports/count-reports.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { readZip } from "./read-zip.ts";

const zone = "America/New_York";
const period = { from: "2026-03-07", to: "2026-03-09" };
const asked = new URLSearchParams(period).toString();

let faro: TestFaro;
let database: Database;
let admin: Visitor;
let userId: string;
let ana: string;
let ben: string;
beforeAll(async () => {
  faro = await startTestFaro();
  database = openDatabase(faro.connection, () => {});
  admin = await faro.signedIn("admin");
  await admin.send("POST", "/api/api-keys/general", { timezone: zone, dataRetention: 0 });
  userId = (await faro.pool.query("SELECT id FROM users WHERE email = $1", [admin.email])).rows[0].id;
  await addHistory();
  await countReports(database.db, zone);
});
afterAll(async () => {
  await database.close();
  await faro.stop();
});

const run = async (text: string, values: unknown[] = []) =>
  (await faro.pool.query<Record<string, string>>(text, values)).rows;

const addPerson = async (name: string, sources: string[], at: string): Promise<string> =>
  (
    await run("INSERT INTO people (first_name, sources, created_at) VALUES ($1, $2, $3) RETURNING id", [
      name,
      sources,
      at,
    ])
  )[0]?.id ?? "";

type NewAction = {
  person: string;
  at: string;
  left?: string;
  status: string;
  type?: string;
  by?: string;
  rule?: string;
  reasons?: object[];
  price?: number;
};

const addAction = async ({ person, at, left, status, type = "sms", by, rule, reasons, price }: NewAction) =>
  (
    await run(
      `INSERT INTO actions (person_id, type, status, sent_by, rule_id, executed_at, created_at, reasons, price)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
      [
        person,
        type,
        status,
        by ?? null,
        rule ?? null,
        left ?? null,
        at,
        reasons && JSON.stringify(reasons),
        price,
      ],
    )
  )[0]?.id ?? "";

const write = (person: string, at: string) =>
  run(
    "INSERT INTO messages (id, person_id, at, direction, channel, text) VALUES (uuid_v7(), $1, $2, 'in', 'sms', 'Hola')",
    [person, at],
  );

/** On March 8 clocks in New York go forward from 2:00 to 3:00. */
const addHistory = async () => {
  const [rule] = await run(
    "INSERT INTO rules (name, triggers, conditions, actions) VALUES ('Follow-up', '[]', '[]', '[]') RETURNING id",
  );
  ana = await addPerson("Ana", ["Form", "Fair"], "2026-03-08T06:30:00Z");
  ben = await addPerson("Ben", ["Form"], "2026-03-08T07:30:00Z");
  const eva = await addPerson("Eva", [], "2026-03-10T03:30:00Z");
  await addPerson("Old", ["Form"], "2026-03-05T15:00:00Z");
  await addPerson("Late", ["Form"], "2026-03-10T04:30:00Z");
  await run("UPDATE people SET status = 'converted', converted_at = '2026-03-09T06:30:00Z' WHERE id = $1", [
    ana,
  ]);

  // Sent by a rule after 45 s, by hand after 10 min; Ana wrote an hour after she came, which the second message is credited with.
  await addAction({
    person: ana,
    at: "2026-03-08T06:30:40Z",
    left: "2026-03-08T06:30:45Z",
    status: "delivered",
    rule: rule?.id ?? "",
    price: 0.01,
  });
  await addAction({
    person: ana,
    at: "2026-03-08T06:39:00Z",
    left: "2026-03-08T06:40:00Z",
    status: "read",
    type: "email",
    by: userId,
  });
  await write(ana, "2026-03-08T07:30:00Z");
  // Three days on WhatsApp, seven on other channels.
  await addAction({
    person: ben,
    at: "2026-03-08T07:31:00Z",
    left: "2026-03-08T07:32:00Z",
    status: "sent",
    type: "whatsapp",
    rule: rule?.id ?? "",
  });
  await write(ben, "2026-03-12T07:30:00Z");
  await addAction({
    person: eva,
    at: "2026-03-10T03:31:00Z",
    left: "2026-03-10T03:32:00Z",
    status: "delivered",
    rule: rule?.id ?? "",
  });
  await write(eva, "2026-03-15T07:30:00Z");
  // Failed, unknown, stopped, canceled, a test send, and one that was held for three hours.
  await addAction({
    person: ben,
    at: "2026-03-08T08:00:00Z",
    left: "2026-03-08T08:00:10Z",
    status: "failed",
  });
  await addAction({
    person: ben,
    at: "2026-03-08T08:00:00Z",
    left: "2026-03-08T08:00:10Z",
    status: "unknown",
  });
  await addAction({
    person: ben,
    at: "2026-03-08T08:00:00Z",
    status: "blocked",
    reasons: [{ code: "consent_missing" }],
  });
  await addAction({ person: ben, at: "2026-03-08T08:00:00Z", status: "cancelled" });
  await run(
    "INSERT INTO actions (person_id, type, status, simulation, created_at) VALUES ($1, 'sms', 'simulated', 'test', '2026-03-08T08:00:00Z')",
    [ben],
  );
  const held = await addAction({
    person: ben,
    at: "2026-03-08T09:00:00Z",
    left: "2026-03-08T12:00:00Z",
    status: "failed",
  });
  await run(
    `INSERT INTO timeline (person_id, event_type, title, caused_by, metadata, created_at)
     VALUES ($1, 'message_held', 'held', $2, '{"reasons": [{"code": "quiet_federal"}]}', '2026-03-08T09:00:00Z')`,
    [ben, held],
  );

  await run(
    `INSERT INTO timeline (person_id, event_type, title, description, created_at)
     VALUES ($1, 'status_changed', 'Status changed', 'qualified → contacted', '2026-03-08T10:30:00Z'),
            ($1, 'status_changed', 'Status changed', 'new → qualified', '2026-03-08T08:30:00Z')`,
    [ana],
  );
  await run(
    `UPDATE actions SET messenger = CASE type WHEN 'email' THEN 'smtp' ELSE 'twilio-sms' END,
            config = CASE WHEN rule_id IS NOT NULL THEN '{"template": "for_reports"}'::jsonb END
      WHERE status IN ('sent', 'delivered', 'read', 'failed', 'unknown')`,
  );
  await run(
    `INSERT INTO message_templates (name, title, channel, language, body)
     VALUES ('for_reports', 'Welcome, new friend', 'sms', 'en', 'Hello')`,
  );
  await run(
    `INSERT INTO episodes (person_id, opened_at, opened_channel, first_answer_at, first_answer_by, closed_at, how)
     VALUES ($1, '2026-03-08T07:30:00Z', 'sms', '2026-03-08T07:31:00Z', $2, '2026-03-08T09:30:00Z', 'answered')`,
    [ana, userId],
  );
  await run(
    `INSERT INTO thread_answers (person_id, user_id, channel, waiting_since, answered_at)
     VALUES ($1, $2, 'sms', '2026-03-08T07:30:00Z', '2026-03-08T07:31:00Z')`,
    [ana, userId],
  );
  await run(
    "INSERT INTO threads (person_id, state, waiting_since) VALUES ($1, 'open', now() - interval '5 hours')",
    [ben],
  );
  await run(
    "INSERT INTO tasks (person_id, title, done_at, done_by) VALUES ($1, 'Call', '2026-03-08T10:00:00Z', $2)",
    [ana, userId],
  );
  await run(
    `INSERT INTO usage (service, kind, ok, latency_ms, cost, person_id, created_at)
     VALUES ('twilio', 'sms', true, 5, 1.5, $1, '2026-03-08T06:30:45Z'), ('openai', 'llm', true, 5, 0.25, NULL, '2026-03-08T06:30:45Z')`,
    [ana],
  );
  await run(
    `INSERT INTO timeline (person_id, event_type, title, source, created_at, metadata)
     VALUES ($1, 'opted_out', 'Opted out', 'keyword', '2026-03-08T12:00:00Z', '{}'),
            ($1, 'opted_out', 'Opted out', 'complaint', '2026-03-08T12:00:00Z', '{}'),
            ($1, 'opted_out', 'Opted out', 'keyword', '2026-03-08T12:00:00Z', '{"simulated": true}')`,
    [ben],
  );
};

const read = async (visitor = admin, query = asked): Promise<Reports> => {
  const { status, body } = await visitor.send("GET", `/api/reports?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const tableOf = ({ tables }: Reports, name: TableName) => {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`No table ${name}`);
  return table;
};
const cellOf = (
  reports: Reports,
  table: TableName,
  figure: FigureName,
  key?: string,
): ReportCell | undefined => {
  const found = tableOf(reports, table);
  return key === undefined ? found.total[figure] : found.rows.find((row) => row.key === key)?.cells[figure];
};
const behind = async (figure: FigureName, query = "", visitor = admin): Promise<ReportBehind> =>
  (await visitor.send("GET", `/api/reports/behind?${asked}&figure=${figure}${query}`)).body;
const namesOf = ({ rows }: ReportBehind) => rows.map(({ personName }) => personName);

describe("the figures of a period", () => {
  test("new people by their first source, within days of the workspace's zone", async () => {
    const reports = await read();
    expect(tableOf(reports, "sources").rows.map(({ key }) => key)).toEqual(["Form", ""]);
    // Late came at half past midnight in New York, Eva half an hour before it.
    expect(cellOf(reports, "sources", "new_leads", "Form")).toMatchObject({ value: 2, before: 1 });
    expect(cellOf(reports, "sources", "new_leads", "")).toMatchObject({ value: 1, before: 0 });
    expect(reports).toMatchObject({
      period,
      before: { from: "2026-03-04", to: "2026-03-06" },
      timezone: zone,
    });
    expect(reports.since).toBe("2026-03-05");
  });

  test("say since when all data is kept, where old messages are deleted", async () => {
    const keepFor = (dataRetention: number) => admin.send("POST", "/api/api-keys/general", { dataRetention });
    await keepFor(30);
    expect((await read()).since).toBe(addDays(dateIn(Date.now(), zone), -29));
    await keepFor(0);
    expect((await read()).since).toBe("2026-03-05");
  });

  test("how fast they heard back, by any message and by a user", async () => {
    const reports = await read();
    const speed = cellOf(reports, "speed", "speed_to_lead");
    expect(speed?.count).toBe(2);
    // 45 s and 120 s: the band of the first ends at 60 s.
    expect(speed?.value).toBe(60);
    expect(cellOf(reports, "speed", "speed_to_human")).toMatchObject({ count: 1, mean: 600 });
    expect(
      tableOf(reports, "pace")
        .rows.map(({ key }) => key)
        .toSorted(),
    ).toEqual(["under_1", "under_5"]);
  });

  test("who replied, converted and what it cost", async () => {
    const reports = await read();
    expect(cellOf(reports, "sources", "lead_answered", "Form")).toMatchObject({ count: 2, value: null });
    expect(cellOf(reports, "sources", "conversion", "Form")?.count).toBe(1);
    expect(cellOf(reports, "sources", "cost", "Form")?.value).toBe(1.5);
    expect(cellOf(reports, "sources", "cost")?.value).toBe(1.75);
    expect(cellOf(reports, "sources", "cost_per_conversion", "Form")?.value).toBe(1.5);
  });

  test("who gets the credit of a conversion, first, last and in equal parts", async () => {
    const reports = await read();
    // Ana got an SMS and a mail, and wrote by SMS.
    expect(cellOf(reports, "attribution", "credit_first", "sms")?.value).toBe(1);
    expect(cellOf(reports, "attribution", "credit_last", "sms")?.value).toBe(1);
    expect(cellOf(reports, "attribution", "credit_even", "sms")?.value).toBe(0.7);
    expect(cellOf(reports, "attribution", "credit_even", "email")?.value).toBe(0.3);
    for (const figure of ["credit_first", "credit_last", "credit_even"] as const)
      expect(cellOf(reports, "attribution", figure)?.value).toBe(1);
  });

  test("what was delivered, failed or unknown, and test sends are nowhere", async () => {
    const reports = await read();
    expect(cellOf(reports, "delivery", "messages_planned")?.value).toBe(9);
    expect(cellOf(reports, "delivery", "delivered")?.count).toBe(3);
    expect(cellOf(reports, "delivery", "failed")?.count).toBe(2);
    expect(cellOf(reports, "delivery", "unknown", "sms")?.count).toBe(1);
    expect(cellOf(reports, "delivery", "price", "sms")?.value).toBe(0.01);
  });

  test("the same by provider, by rule and by template, with their names", async () => {
    const reports = await read();
    const seen = (table: TableName) =>
      tableOf(reports, table).rows.map(({ key, label, cells }) => [
        label ?? key,
        ...Object.values(cells).map(({ count }) => count),
      ]);
    expect(seen("delivery_by_vendor")).toEqual([
      [expect.stringContaining("Twilio"), 6, 2, 2],
      ["SMTP", 1, 1, 0],
    ]);
    expect(seen("delivery_by_rule")).toEqual([
      ["", 4, 1, 2],
      ["Follow-up", 3, 2, 0],
    ]);
    expect(seen("delivery_by_template")).toEqual([["Welcome, new friend", 3, 2, 0]]);
  });

  test("how long people took to qualify, from the first change of their stage", async () => {
    const reports = await read();
    expect(cellOf(reports, "sources", "time_to_qualified", "Form")).toMatchObject({ count: 1, mean: 7200 });
    expect(namesOf(await behind("time_to_qualified"))).toEqual(["Ana"]);
  });

  test("only the last message before a reply is credited, within its channel's days", async () => {
    const reports = await read();
    // Ana's reply follows a mail by hand, Ben's came after four days of a message on WhatsApp; Eva's after five of an SMS.
    expect(cellOf(reports, "delivery", "answer_rate", "sms")?.count).toBe(1);
    expect(cellOf(reports, "delivery", "answer_rate", "whatsapp")?.count).toBe(0);
    expect(namesOf(await behind("answer_rate"))).toEqual(["Eva"]);
  });

  test("what was not sent by its first reason, and what waiting cost", async () => {
    const reports = await read();
    expect(cellOf(reports, "not_sent", "not_sent", "consent_missing")?.value).toBe(1);
    expect(cellOf(reports, "not_sent", "not_sent", "cancelled")?.value).toBe(1);
    expect(cellOf(reports, "not_sent", "waited", "quiet_federal")).toMatchObject({ count: 1, mean: 10_800 });
    expect(cellOf(reports, "not_sent", "time_lost")?.value).toBe(10_800);
  });

  test("conversations, users, opt-outs, and who waits now", async () => {
    const reports = await read();
    expect(cellOf(reports, "conversations", "first_answer", "sms")).toMatchObject({ count: 1, mean: 60 });
    expect(cellOf(reports, "conversations", "handled", "sms")).toMatchObject({ count: 1, mean: 7200 });
    const row = tableOf(reports, "agents").rows.find(({ key }) => key === userId);
    expect(row?.cells).toMatchObject({
      written_by: { value: 1 },
      answer_time_by: { count: 1, mean: 60 },
      tasks_done_by: { value: 1 },
    });
    expect(cellOf(reports, "opt_outs", "opt_outs")?.count).toBe(1);
    expect(cellOf(reports, "opt_outs", "complaints")?.count).toBe(1);
    expect(reports.waiting.find(({ fromHours }) => fromHours === 4)).toEqual({ fromHours: 4, count: 1 });
  });

  test("before the first data there is nothing, and a period that ends before it begins is refused", async () => {
    const reports = await read(admin, "from=2019-01-01&to=2019-01-31");
    expect(tableOf(reports, "sources")).toMatchObject({ rows: [], total: { new_leads: { value: 0 } } });
    for (const query of [
      "from=2026-03-09&to=2026-03-07",
      "from=2001-01-01&to=2026-01-01",
      "from=x",
      "from=0000-01-01&to=0000-01-31",
      "from=9999-12-01&to=9999-12-31",
    ])
      expect((await admin.send("GET", `/api/reports?${query}`)).status).toBe(400);
  });
});

describe("a wait for a reply", () => {
  const item = { itemId: "01890000-0000-7000-8000-000000000001", channel: "sms", text: "Hola" };

  test("is kept when a user ends it, and not when a machine writes or the conversation is closed", async () => {
    const cleo = await addPerson("Cleo", [], "2026-02-02T10:00:00Z");
    const at = (minute: number) => Date.parse("2026-02-03T10:00:00Z") + minute * 60_000;
    const happen = (happening: Happening) =>
      database.db.transaction((tx) => applyToThreads(tx, [{ ...happening, personId: cleo }], Date.now()));
    const kept = () =>
      run(
        `SELECT user_id, channel, extract(epoch FROM answered_at - waiting_since)::int AS seconds
           FROM thread_answers WHERE person_id = $1 ORDER BY answered_at`,
        [cleo],
      );
    await happen({ kind: "inbound_human", at: at(0), ...item });
    await happen({ kind: "inbound_human", at: at(3), ...item });
    await happen({ kind: "sent_by_machine", at: at(4), ...item });
    expect(await kept()).toEqual([]);
    await happen({ kind: "sent_by_hand", by: userId, writtenAt: at(5), at: at(6), ...item });
    const answered = [{ user_id: userId, channel: "sms", seconds: 360 }];
    expect(await kept()).toEqual(answered);
    await happen({ kind: "sent_by_hand", by: userId, writtenAt: at(7), at: at(8), ...item });
    await happen({ kind: "inbound_human", at: at(9), ...item });
    await happen({ kind: "close", by: userId, how: "no_need" });
    expect(await kept()).toEqual(answered);
    await run("DELETE FROM people WHERE id = $1", [cleo]);
    await countReports(database.db, zone);
  });
});

describe("a plot", () => {
  const plot = async (query: string): Promise<ReportPlot> =>
    (await admin.send("GET", `/api/reports/plot?${asked}&${query}`)).body;

  test("by day has every day of the period", async () => {
    const { points } = await plot("figure=new_leads");
    expect(points.map(({ day, value }) => [day, value])).toEqual([
      ["2026-03-07", 0],
      ["2026-03-08", 2],
      ["2026-03-09", 1],
    ]);
  });

  test("by hour follows the clock on the day that it goes forward", async () => {
    const { points } = await plot("figure=new_leads&by=hour");
    // 1:30 and 3:30 on Sunday: an hour lies between them.
    expect(points.map(({ weekday, hour, value }) => [weekday, hour, value])).toEqual([
      [1, 23, 1],
      [7, 1, 1],
      [7, 3, 1],
    ]);
  });
});

describe("for some people", () => {
  const where = (name: string) =>
    `${asked}&where=${encodeURIComponent(JSON.stringify({ field: "first_name", op: "is", value: name }))}`;

  test("the same figures are counted from their rows", async () => {
    const everybody = await read();
    const all = await read(
      admin,
      `${asked}&where=${encodeURIComponent(JSON.stringify({ everybody: true }))}`,
    );
    for (const table of [
      "sources",
      "speed",
      "pace",
      "conversations",
      "agents",
      "delivery",
      "not_sent",
    ] as const) {
      if (table !== "sources") expect(tableOf(all, table), table).toEqual(tableOf(everybody, table));
    }
    // Costs without a person are in no audience.
    expect(cellOf(all, "sources", "cost")?.value).toBe(1.5);
    const ofAna = await read(admin, where("Ana"));
    expect(cellOf(ofAna, "sources", "new_leads")?.value).toBe(1);
    expect(cellOf(ofAna, "delivery", "delivered")?.count).toBe(2);
    expect(ofAna.waiting.every(({ count }) => count === 0)).toBe(true);
  });

  test("plots and lists are theirs, too", async () => {
    const { body } = await admin.send("GET", `/api/reports/plot?${where("Ben")}&figure=new_leads&by=hour`);
    expect(body.points).toMatchObject([{ weekday: 7, hour: 3, value: 1 }]);
    const list = await admin.send("GET", `/api/reports/behind?${where("Ben")}&figure=new_leads`);
    expect(namesOf(list.body)).toEqual(["Ben"]);
  });
});

test("for some people of very many rows, neither figures nor lists are read", async () => {
  const refused = async (path: string) => {
    const where = encodeURIComponent(JSON.stringify({ field: "first_name", op: "is", value: "Nobody" }));
    const { status, body } = await admin.send("GET", `/api/reports${path}${asked}&where=${where}`);
    return [status, body.code];
  };
  await run(
    "INSERT INTO report_days (day, kind, metric, dimension, count, amount) VALUES ('2026-03-08', 'messages', 'message', 'many', 500000, 0)",
  );
  for (const path of ["?", "/plot?figure=delivered&", "/behind?figure=delivered&", "/export?table=delivery&"])
    expect(await refused(path), path).toEqual([422, "report_too_large"]);
  await run("DELETE FROM report_days WHERE dimension = 'many'");
});

describe("what a number opens", () => {
  test("is exactly what it counts, the newest first, page by page", async () => {
    const rows = await behind("new_leads");
    expect(rows.kind).toBe("people");
    expect(namesOf(rows)).toEqual(["Eva", "Ben", "Ana"]);
    expect(namesOf(await behind("new_leads", "&row=Form"))).toEqual(["Ben", "Ana"]);
    expect(namesOf(await behind("new_leads", "&unnamed=true"))).toEqual(["Eva"]);
    const first = await behind("new_leads", "&limit=2");
    const second = await behind("new_leads", `&limit=2&cursor=${first.nextCursor}`);
    expect([...namesOf(first), ...namesOf(second)]).toEqual(["Eva", "Ben", "Ana"]);
    expect(second.nextCursor).toBeNull();
  });

  test("says how long each took, and what it cost", async () => {
    const { rows } = await behind("speed_to_lead", "&row=Form");
    expect(rows.map(({ seconds }) => seconds)).toEqual([120, 45]);
    expect((await behind("cost")).rows.map(({ dollars }) => dollars).toSorted()).toEqual([0.25, 1.5]);
  });

  test("lists as many rows as every number of every table counts", async () => {
    const { tables } = await read();
    for (const { rows } of tables)
      for (const { key, cells } of rows)
        for (const [figure, cell] of Object.entries(cells)) {
          // A cost for each is counted by those whom it bought.
          if (figure.startsWith("cost_per")) continue;
          const row = key === "" ? "&unnamed=true" : `&row=${encodeURIComponent(key)}`;
          const list = await behind(figure as FigureName, row);
          expect(list.rows.length, `${key} ${figure}`).toBe(cell.count);
        }
  });

  test("names who shares a credit once, and parts of a credit are no dollars", async () => {
    const { rows } = await behind("credit_even");
    expect(rows.map(({ personName, dollars }) => [personName, dollars])).toEqual([["Ana", null]]);
    const first = await behind("credit_even", "&limit=1");
    expect([namesOf(first), first.nextCursor]).toEqual([["Ana"], null]);
  });

  test("refuses a cursor that is none", async () => {
    const { status } = await admin.send("GET", `/api/reports/behind?${asked}&figure=new_leads&cursor=x`);
    expect(status).toBe(400);
  });
});

describe("a file", () => {
  const address = (query: string) => `/api/reports/export?${asked}&${query}`;

  test("has the rows and numbers of the table, in the reader's language", async () => {
    const { body, headers } = await admin.send("GET", address("table=delivery&language=es&names=words"));
    expect(headers.get("content-disposition")).toContain("faro-delivery-2026-03-07-2026-03-09.csv");
    const lines = (body as string).replace("\uFEFF", "").trim().split("\r\n");
    const table = tableOf(await read(), "delivery");
    expect(lines).toHaveLength(table.rows.length + 2);
    expect(lines[0]).toContain(`"${figureTexts.delivered.name.es} cantidad"`);
    const columns = columnsOfTable("delivery");
    for (const [index, { cells }] of [...table.rows, { cells: table.total }].entries()) {
      const values = columns.map(({ figure, read: readPart }) => {
        const cell = cells[figure];
        return cell ? readPart(cell) : null;
      });
      const shown = lines[index + 1]?.split(",").slice(1);
      expect(shown).toEqual(values.map((value) => (value === null ? '""' : String(value))));
    }
    expect(lines.at(-1)).toMatch(/^"Todo",9,/);
  });

  test("opens in a spreadsheet, and a source is no formula", async () => {
    await run("UPDATE people SET sources = '{\"=1+1\"}' WHERE first_name = 'Ben'");
    await countReports(database.db, zone);
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(
      `${faro.url}${address("table=sources&format=xlsx&language=en&names=words")}`,
      {
        headers: { cookie },
      },
    );
    const files = await readZip(Buffer.from(await response.arrayBuffer()));
    expect(files.get("xl/worksheets/sheet1.xml")).toContain("Source");
    const { body } = await admin.send("GET", address("table=sources"));
    expect(body).toContain('"\'=1+1"');
    const [entry] = await run("SELECT details ->> 'what' AS what FROM audit_logs ORDER BY seq DESC LIMIT 1");
    expect(entry?.what).toBe("report");
    await run("UPDATE people SET sources = '{Form}' WHERE first_name = 'Ben'");
    await countReports(database.db, zone);
  });
});

describe("who may see them", () => {
  const withRole = async (permissions: object, scopes = { people: "all", inbox: "all" }) => {
    const visitor = await faro.signedIn("viewer");
    const { body } = await admin.send("POST", "/api/roles", {
      name: `Role ${visitor.email}`,
      permissions: { ...noPermissions, ...permissions },
      scopes,
    });
    await run("UPDATE users SET role = 'own', role_id = $1 WHERE email = $2", [body.id, visitor.email]);
    return visitor;
  };

  test("without the area neither figures nor rows", async () => {
    const visitor = await withRole({ people: "view", inbox: "view" });
    for (const path of ["", "/plot?figure=new_leads", "/behind?figure=new_leads", "/export?table=sources"])
      expect((await visitor.send("GET", `/api/reports${path}`)).status).toBe(403);
  });

  test("without people the figures, but no names and no filter", async () => {
    const visitor = await withRole({ reports: "view" });
    expect(cellOf(await read(visitor), "sources", "new_leads")?.value).toBe(3);
    expect((await visitor.send("GET", `/api/reports/behind?${asked}&figure=new_leads`)).status).toBe(403);
    const where = encodeURIComponent(JSON.stringify({ everybody: true }));
    expect((await visitor.send("GET", `/api/reports?${asked}&where=${where}`)).status).toBe(403);
  });

  test("a role with its own records sees what concerns them", async () => {
    const visitor = await withRole(
      { reports: "view", people: "view", inbox: "view" },
      { people: "own", inbox: "own" },
    );
    expect(cellOf(await read(visitor), "sources", "new_leads")?.value).toBe(0);
    await run("UPDATE people SET assigned_agent_id = (SELECT id FROM users WHERE email = $2) WHERE id = $1", [
      ana,
      visitor.email,
    ]);
    const reports = await read(visitor);
    expect(cellOf(reports, "sources", "new_leads")?.value).toBe(1);
    expect(cellOf(reports, "delivery", "failed")?.count).toBe(0);
    expect(reports.waiting.every(({ count }) => count === 0)).toBe(true);
    expect(namesOf(await behind("new_leads", "", visitor))).toEqual(["Ana"]);
    const { body } = await visitor.send("GET", `/api/reports/export?${asked}&table=delivery`);
    expect((body as string).trim().split("\r\n").at(-1)).toMatch(/^"(?:All|Todo)",2,/);
  });
});
