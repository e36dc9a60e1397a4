import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { readZip } from "./read-zip.ts";

let faro: TestFaro;
let operator: Visitor;
let ana: string;
let ben: string;

beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
  await faro.pool.query(
    `INSERT INTO person_fields (key, label_en, label_es, kind, position, archived_at) VALUES
       ('plan', 'Plan', 'Plan', 'text', 2, null), ('budget', 'Budget', 'Presupuesto', 'number', 1, null),
       ('former', 'Former', 'Anterior', 'text', 3, now())`,
  );
  const { rows } = await faro.pool.query<{ id: string }>(
    `INSERT INTO people (first_name, last_name, email, phone, tags, sources, language, consents, fields, assigned_agent_id, created_at)
     VALUES ('=HYPERLINK("x")', 'Peña "La Jefa"', 'ana@example.com', '+17875550101', '{feria 2026,vip}', '{web}', 'es',
             '{"sms": true, "email": false, "dnc": false}', '{"plan": "-basic", "budget": -12.5, "former": "x"}',
             (SELECT id FROM users WHERE email = $1), '2026-03-01T12:00:00Z'),
            ('Ben', null, null, null, '{}', '{}', null, '{}', '{}', null, '2026-03-02T12:00:00Z')
     RETURNING id`,
    [operator.email],
  );
  [ana = "", ben = ""] = rows.map(({ id }) => id);
  await faro.pool.query(
    `INSERT INTO person_addresses (person_id, kind, value) VALUES
       ($1, 'email', 'ana.pena@example.org'), ($1, 'phone', '+17875550102')`,
    [ana],
  );
  await faro.pool.query(
    `INSERT INTO consent_records (person_id, channel, state, method, proof, created_at) VALUES
       ($1, 'whatsapp', 'denied', 'form', null, '2026-03-01Z'), ($1, 'whatsapp', 'granted', 'form', '{}', '2026-03-02Z'),
       ($1, 'call', 'granted', 'import', null, '2026-03-02Z')`,
    [ana],
  );
  await faro.pool.query(
    "INSERT INTO ai_profiles (person_id, intent_score, propensity_to_buy, churn_risk) VALUES ($1, 81, 60, 12)",
    [ana],
  );
});
afterAll(() => faro.stop());

const cookieOf = (visitor: Visitor): string =>
  [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

const download = async (query: string): Promise<Buffer> => {
  const response = await fetch(`${faro.url}/api/exports/people?${query}`, {
    headers: { cookie: cookieOf(operator) },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

/** Cells of a CSV in which each cell is quoted. */
const readCsv = (csv: string): string[][] =>
  csv
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = ""]) => cell.replaceAll('""', '"')),
    );

const readPeopleCsv = async (query: string, names = "machine"): Promise<Record<string, string>[]> => {
  const [header = [], ...rows] = readCsv((await download(`${query}&names=${names}`)).toString());
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""])));
};

test("CSV contains every column of every person, custom fields by their key", async () => {
  const [first, second, ...others] = await readPeopleCsv("format=csv");
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    id: ana,
    lastName: 'Peña "La Jefa"',
    email: "ana@example.com",
    furtherEmails: "ana.pena@example.org",
    furtherPhones: "+17875550102",
    type: "lead",
    status: "new",
    tags: "feria 2026; vip",
    source: "web",
    language: "es",
    owner: operator.email,
    "consent.sms": "unproven",
    "consent.whatsapp": "granted",
    "consent.call": "unproven",
    "consent.email": "denied",
    dnc: "false",
    intentScore: "81",
    propensityToBuy: "60",
    churnRisk: "12",
    createdAt: "2026-03-01T12:00:00.000Z",
    budget: "-12.5",
  });
  expect(second).toMatchObject({ id: ben, firstName: "Ben", phone: "", "consent.sms": "", plan: "" });
  expect(Object.keys(first ?? {})).not.toContain("former");
});

test("CSV for users has headings and values in their language, custom fields by their label", async () => {
  const [first] = await readPeopleCsv("format=csv&language=es", "words");
  expect(first).toMatchObject({
    "Id de Faro": ana,
    Apellido: 'Peña "La Jefa"',
    "Otros correos": "ana.pena@example.org",
    Tipo: "Prospecto",
    Etapa: "Nuevo",
    Idioma: "Español",
    "Consentimiento: SMS": "Sin prueba",
    "Consentimiento: WhatsApp": "Aceptó",
    "Consentimiento: correo": "Rechazó",
    "No contactar": "no",
    "Primera vez": "2026-03-01T12:00:00.000Z",
  });
  expect(Object.keys(first ?? {})).not.toContain("budget");
  const [english] = await readPeopleCsv("format=csv&language=en", "words");
  expect(english).toMatchObject({ Stage: "New", "Consent: WhatsApp": "Agreed", "Do not contact": "no" });
});

test("CSV escapes what a spreadsheet would run, but neither phone numbers nor figures", async () => {
  const [person] = await readPeopleCsv("columns=firstName,phone,field.plan,field.budget");
  expect(person).toEqual({
    firstName: `'=HYPERLINK("x")`,
    phone: "+17875550101",
    plan: "'-basic",
    budget: "-12.5",
  });
});

test("JSONL has a person on each line, with lists as lists", async () => {
  const lines = (await download("format=jsonl&columns=firstName,tags,intentScore,field.budget"))
    .toString()
    .trim();
  expect(lines.split("\n").map((line) => JSON.parse(line))).toEqual([
    { firstName: '=HYPERLINK("x")', tags: ["feria 2026", "vip"], intentScore: 81, budget: -12.5 },
    { firstName: "Ben", tags: [], intentScore: null, budget: null },
  ]);
});

const readFirstSheet = async (zip: Buffer): Promise<string> =>
  (await readZip(zip)).get("xl/worksheets/sheet1.xml") ?? "";

test("XLSX has a typed cell for each value, without escapes", async () => {
  const sheet = await readFirstSheet(await download("format=xlsx&columns=firstName,phone,intentScore"));
  expect(sheet).toContain(`>=HYPERLINK("x")</t>`);
  expect(sheet).toContain('<c r="B2" t="inlineStr"><is><t xml:space="preserve">+17875550101</t></is></c>');
  expect(sheet).toContain('<c r="C2"><v>81</v></c>');
  expect(sheet).toContain('<row r="3"><c r="A3"');
});

test("a search and chosen ids narrow the export", async () => {
  expect((await readPeopleCsv("search=pena&columns=id")).map(({ id }) => id)).toEqual([ana]);
  expect((await readPeopleCsv(`ids=${ben}&columns=id`)).map(({ id }) => id)).toEqual([ben]);
  const posted = await operator.send("POST", "/api/exports/people", { ids: [ben], columns: ["id"] });
  expect(readCsv(posted.body)).toEqual([["Faro id"], [ben]]);
});

test("a filter and a saved view narrow the export, and the audit entry has the filter", async () => {
  const where = { field: "tags", op: "has_any", value: ["vip"] };
  const query = `where=${encodeURIComponent(JSON.stringify(where))}&columns=id`;
  expect((await readPeopleCsv(query)).map(({ id }) => id)).toEqual([ana]);
  const { rows } = await faro.pool.query(
    "SELECT metadata -> 'audience' AS audience FROM audit_logs WHERE entity_id = 'people' ORDER BY seq DESC LIMIT 1",
  );
  expect(rows[0].audience).toEqual(where);
  const { body: view } = await operator.send("POST", "/api/views", { name: "VIP", audience: { not: where } });
  expect((await readPeopleCsv(`view=${view.id}&columns=id`)).map(({ id }) => id)).toEqual([ben]);
});

test("an unknown column or a malformed id is refused", async () => {
  expect((await operator.send("GET", "/api/exports/people?columns=id,shoe")).body.issues[0].path).toBe(
    "columns",
  );
  expect((await operator.send("GET", "/api/exports/people?ids=1")).body.issues[0].path).toBe("ids");
});

test("one audit entry says who was exported, with which columns and how many", async () => {
  await download("format=jsonl&search=ben&columns=id,email");
  const { rows } = await faro.pool.query(
    "SELECT description, metadata FROM audit_logs WHERE entity_id = 'people' ORDER BY seq DESC LIMIT 1",
  );
  expect(rows[0]).toEqual({
    description: "Exported people as JSONL",
    metadata: { format: "jsonl", columns: ["id", "email"], count: 1, searched: true },
  });
});

test("viewers are refused", async () => {
  const viewer = await faro.signedIn("viewer");
  expect((await viewer.send("GET", "/api/exports/people")).status).toBe(403);
  expect((await viewer.send("POST", "/api/exports/people", { ids: [ana] })).status).toBe(403);
});

test("20,000 people are exported completely", async () => {
  await faro.pool.query(
    `INSERT INTO people (first_name, last_name, fields)
     SELECT 'Person', n::text, jsonb_build_object('plan', repeat(md5(n::text), 20)) FROM generate_series(1, 20000) n`,
  );
  const csv = await download("format=csv&columns=lastName,field.plan");
  expect(csv.toString().trimEnd().split("\r\n").length).toBe(1 + 20_002);
  const sheet = await readFirstSheet(await download("format=xlsx&columns=lastName"));
  expect(sheet.match(/<row /g)?.length).toBe(1 + 20_002);
});

test("a client that leaves ends the export, and the next one is served", async () => {
  const abort = new AbortController();
  const response = await fetch(`${faro.url}/api/exports/people`, {
    headers: { cookie: cookieOf(operator) },
    signal: abort.signal,
  });
  await response.body?.getReader().read();
  abort.abort();
  expect((await readPeopleCsv("search=pena&columns=id")).length).toBe(1);
});

test("people are read no faster than the client takes them, so that memory stays bounded", async () => {
  const response = await fetch(`${faro.url}/api/exports/people?columns=lastName,field.plan`, {
    headers: { cookie: cookieOf(operator) },
  });
  const reader = response.body?.getReader();
  let length = 0;
  const readChunk = async (): Promise<boolean> => {
    const chunk = await reader?.read();
    length += chunk?.value?.length ?? 0;
    return chunk?.done === false;
  };
  while (length < 100_000) await readChunk();
  // What the server has not read by now is gone; an export that did not wait would contain all 13 MB.
  await faro.pool.query("TRUNCATE people CASCADE");
  while (await readChunk());
  expect(length).toBeLessThan(10_000_000);
});
