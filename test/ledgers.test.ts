import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ledgerWindow } from "#server/store/compliance/ledger-page.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
let viewer: Visitor;
let ana: string;
let ben: string;

const addPerson = async (firstName: string, lastName: string): Promise<string> => {
  const { rows } = await faro.pool.query<{ id: string }>(
    "INSERT INTO people (first_name, last_name) VALUES ($1, $2) RETURNING id",
    [firstName, lastName],
  );
  return rows[0]?.id ?? "";
};

beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  viewer = await faro.signedIn("viewer");
  ana = await addPerson("Ana", "Colón");
  ben = await addPerson("Ben", "Ortiz");
  // The workspace is in New York: the last two instants are both of 10 March there.
  await faro.pool.query(
    `INSERT INTO actions (person_id, type, status, price, config, created_at) VALUES
       ($1, 'sms', 'delivered', 0.01, '{"text": "=1+1"}', '2026-03-09 12:00Z'),
       ($1, 'email', 'failed', null, null, '2026-03-10 12:00Z'),
       ($2, 'sms', 'failed', null, null, '2026-03-11 03:30Z')`,
    [ana, ben],
  );
  await faro.pool.query(
    `INSERT INTO usage (service, kind, ok, latency_ms, cost, person_id, created_at) VALUES
       ('twilio', 'sms', true, 120, 0.0079, $1, '2026-03-09 12:00Z'),
       ('smtp', 'email', false, 80, 0, $1, '2026-03-10 12:00Z'),
       ('openai', 'test', true, 300, 0, null, '2026-03-11 03:30Z')`,
    [ana],
  );
  await faro.pool.query(
    `INSERT INTO consent_records (person_id, channel, state, method, created_at) VALUES
       ($1, 'sms', 'granted', 'form', '2026-03-09 12:00Z'),
       ($1, 'email', 'denied', 'operator', '2026-03-10 12:00Z'),
       ($2, 'sms', 'denied', 'keyword', '2026-03-11 03:30Z')`,
    [ana, ben],
  );
  await faro.pool.query(
    `INSERT INTO suppressions (address_hash, scope, state, source, reason, created_at) VALUES
       ('a', 'all', 'opted_out', 'keyword', 'STOP', '2026-03-09 12:00Z'),
       ('a', 'all', 'released', 'operator', 'Asked by phone', '2026-03-10 12:00Z'),
       ('b', 'email', 'opted_out', 'complaint', null, '2026-03-11 03:30Z')`,
  );
});
afterAll(() => faro.stop());

const rowsOf = (body: any): any[] => body.records ?? body.actions;
/** The days in UTC of the entries that a query finds, newest first. */
const daysOf = async (path: string): Promise<string[]> => {
  const { status, body } = await viewer.send("GET", path);
  expect([path, status]).toEqual([path, 200]);
  return rowsOf(body).map(({ createdAt }) => createdAt.slice(8, 10));
};

describe.each([
  ["/api/actions", "deliveries"],
  ["/api/usage", "costs"],
  ["/api/consents", "consents"],
  ["/api/suppressions", "opt-outs"],
])("the ledger %s", (path, name) => {
  test("is paged newest first, also after the last entry of a page was deleted", async () => {
    expect(await daysOf(path)).toEqual(["11", "10", "09"]);
    const first = (await viewer.send("GET", `${path}?limit=2`)).body;
    expect(first.nextBefore).toMatch(/^2026-03-10T12:00:00\.000Z_/);
    expect(await daysOf(`${path}?limit=2&before=${first.nextBefore}`)).toEqual(["09"]);
    const ofDeleted = "2026-03-10T11:59:59.000Z_00000000-0000-7000-8000-000000000000";
    expect(await daysOf(`${path}?before=${ofDeleted}`)).toEqual(["09"]);
  });

  test("is filtered by days of the workspace's timezone", async () => {
    expect(await daysOf(`${path}?from=2026-03-10`)).toEqual(["11", "10"]);
    expect(await daysOf(`${path}?to=2026-03-10`)).toEqual(["11", "10", "09"]);
    expect(await daysOf(`${path}?from=2026-03-09&to=2026-03-09`)).toEqual(["09"]);
    expect(await daysOf(`${path}?from=0001-01-01&to=9999-12-31`)).toHaveLength(3);
    expect((await viewer.send("GET", `${path}?from=2026-02-30`)).status).toBe(400);
  });

  test("is exported with its filter by administrators alone, and the export is recorded", async () => {
    expect((await viewer.send("GET", `${path}/export`)).status).toBe(403);
    const { status, headers, body } = await admin.send("GET", `${path}/export?from=2026-03-10&to=2026-03-10`);
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(headers.get("content-disposition")).toContain(`filename="faro-${name}-`);
    const lines = body.trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('"Time (UTC)"');
    expect(lines[1]).toContain('"2026-03-11T03:30:00.000Z"');
    const { rows } = await faro.pool.query(
      "SELECT metadata FROM audit_logs WHERE entity_type = 'workspace' AND entity_id = $1",
      [name],
    );
    expect(rows).toEqual([{ metadata: expect.objectContaining({ from: "2026-03-10", to: "2026-03-10" }) }]);
  });
});

/** The lines of an export as records by their headings. */
const exported = async (path: string, language = "en"): Promise<Record<string, string>[]> => {
  const { body } = await admin.send("GET", path, undefined, { "accept-language": language });
  const [head = [], ...lines] = body
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n")
    .map((line: string) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = ""]) => cell));
  return lines.map((cells: string[]) =>
    Object.fromEntries(head.map((name: string, index: number) => [name, cells[index]])),
  );
};

describe("an export names its columns and values", () => {
  test("in the user's language", async () => {
    expect((await exported("/api/consents/export?channel=sms", "es"))[0]).toMatchObject({
      "Fecha y hora (UTC)": "2026-03-11T03:30:00.000Z",
      Persona: "Ben Ortiz",
      Canal: "SMS",
      Propósito: "Mercadeo",
      Estado: "Rechazó",
      "Por escrito": "no",
      Método: "Palabra clave",
    });
    expect((await exported("/api/suppressions/export?scope=email", "es"))[0]).toMatchObject({
      Alcance: "Correo",
      Estado: "Baja",
      Origen: "por una queja de spam",
      Simulado: "no",
    });
    expect((await exported("/api/actions/export?channel=email", "es"))[0]).toMatchObject({
      Canal: "Correo",
      Estado: "Fallido",
    });
    expect((await exported("/api/usage/export?outcome=failed", "es"))[0]).toMatchObject({
      Clase: "Correo",
      Resultado: "Fallido",
    });
    expect((await exported("/api/consents/export?channel=sms"))[0]).toMatchObject({
      State: "Refused",
      Method: "Keyword",
    });
  });

  test("in the language that is asked for, or as the API does", async () => {
    expect((await exported("/api/consents/export?channel=sms&language=es"))[0]).toMatchObject({
      Estado: "Rechazó",
    });
    expect((await exported("/api/consents/export?channel=sms&names=machine", "es"))[0]).toMatchObject({
      created_at: "2026-03-11T03:30:00.000Z",
      state: "denied",
      method: "keyword",
      written: "no",
    });
  });

  test("of the audit log as well, with the descriptions", async () => {
    const query = "/api/audit-logs/export?type=data_change";
    expect((await exported(query, "es")).at(-1)).toMatchObject({
      "Tipo de evento": "Cambio de datos",
      Estado: "Correcto",
      "Relacionado con": "Registro de auditoría",
      Descripción: "Exportó el registro de auditoría como CSV",
    });
    expect((await exported(`${query}&names=machine`, "es")).at(-1)).toMatchObject({
      event_type: "data_change",
      entity_type: "audit_log",
      description: "Exported the audit log as CSV",
    });
  });
});

test.each([
  ["/api/actions?channel=sms", ["11", "09"]],
  ["/api/actions?channel=sms&status=failed", ["11"]],
  ["/api/actions?search=COLON", ["10", "09"]],
  ["/api/actions?search=nobody", []],
  ["/api/usage?kind=test", ["11"]],
  ["/api/usage?outcome=failed", ["10"]],
  ["/api/usage?search=ana", ["10", "09"]],
  ["/api/consents?channel=sms&state=denied", ["11"]],
  ["/api/consents?search=ana%20colon&state=denied", ["10"]],
  ["/api/suppressions?scope=email", ["11"]],
  ["/api/suppressions?state=released", ["10"]],
  ["/api/suppressions?search=by%20phone", ["10"]],
])("%s finds the entries of %j", async (path, days) => {
  expect(await daysOf(path)).toEqual(days);
});

test("formulas in an export are text to a spreadsheet", async () => {
  const { body } = await admin.send("GET", "/api/actions/export?status=delivered");
  expect(body).toContain(`"'=1+1"`);
});

test("a filter tests a bounded number of entries, and the export goes on to the end", async () => {
  // Newer than the entries above, and not found by the filter.
  await faro.pool.query(
    `INSERT INTO suppressions (address_hash, scope, state, source, created_at)
     SELECT 'c', 'sms', 'opted_out', 'keyword', timestamptz '2026-03-12' + n * interval '1 s'
       FROM generate_series(1, $1::int) n`,
    [ledgerWindow],
  );
  const { body } = await viewer.send("GET", "/api/suppressions?state=released");
  expect(body.records).toEqual([]);
  expect(await daysOf(`/api/suppressions?state=released&before=${body.nextBefore}`)).toEqual(["10"]);
  const exported = await admin.send("GET", "/api/suppressions/export?state=released");
  expect(exported.body.trim().split("\r\n")).toHaveLength(2);
});
