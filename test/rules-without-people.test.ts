import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noPermissions } from "#domain/access/areas.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
/** Works on rules, and may not view people. */
let author: Visitor;
let personId: string;

const audience = (field: string, op: string, value: unknown) => ({ audience: { field, op, value } });
const rule = {
  name: "Welcome",
  triggers: [{ type: "event", operator: "=", value: "form_submitted" }],
  conditions: [{ type: "tag", field: "solar", value: "true" }],
  actions: [{ type: "sms", template: "Hola, {{first_name}}" }],
};

beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  author = await faro.signedIn("viewer");
  await faro.pool.query(
    `WITH added AS (INSERT INTO own_roles (name, levels) VALUES ('Author', $1) RETURNING id)
     UPDATE users SET role = 'own', role_id = added.id FROM added WHERE email = $2`,
    [{ ...noPermissions, rules: "work" }, author.email],
  );
  const { rows } = await faro.pool.query(
    `INSERT INTO people (first_name, last_name, phone, email, tags)
     SELECT 'Secretname' || n, 'Rivera', '+178755501' || lpad(n::text, 2, '0'), 'secret' || n || '@example.com', '{solar}'
       FROM generate_series(1, 13) AS n RETURNING id`,
  );
  personId = rows[0].id;
});
afterAll(() => faro.stop());

describe("a role with rules and without people", () => {
  test.each([
    ["phone", "starts_with", "+1787"],
    ["email", "starts_with", "secret1"],
    ["any_address", "contains", "secret"],
    ["first_name", "is", "Secretname1"],
    ["name", "starts_with", "Secret"],
    ["field.account", "starts_with", "A"],
  ])("may not ask how many people have %s that %s %s", async (field, op, value) => {
    const { audience: row } = audience(field, op, value);
    for (const asked of [
      row,
      { all: [{ not: row }] },
      { any: [{ field: "tags", op: "has_any", value: ["solar"] }, row] },
    ])
      expect((await author.send("POST", "/api/audiences/count", { audience: asked })).status).toBe(403);
  });

  test("gets counts in tens, and is not offered fields that identify a person", async () => {
    const body = audience("tags", "has_any", ["solar"]);
    const exact = await admin.send("POST", "/api/audiences/count", body);
    expect(exact.body).toMatchObject({ total: 13, totalIs: "exact" });
    const rounded = await author.send("POST", "/api/audiences/count", { ...body, exact: true });
    expect(rounded.body).toEqual({ total: 10, totalIs: "rounded", isReadable: true });
    const { fields } = (await author.send("GET", "/api/audiences/fields")).body;
    const ids = fields.map(({ id }: { id: string }) => id);
    expect(ids).toContain("tags");
    for (const id of ["phone", "email", "any_address", "name"]) expect(ids).not.toContain(id);
  });

  test("gets a dry run in tens, without people", async () => {
    const body = { rule: { ...rule, conditions: [{ type: "tag", field: "solar", value: "true" }] } };
    const full = await admin.send("POST", "/api/rules/dry-run", body);
    expect([full.status, full.body]).toMatchObject([200, { fires: 13, isRounded: false }]);
    expect(JSON.stringify(full.body)).toContain("Secretname");
    const report = await author.send("POST", "/api/rules/dry-run", body);
    expect(report.body).toMatchObject({ fires: 10, sample: [], isRounded: true });
    expect(JSON.stringify(report.body)).not.toContain("Secretname");
    for (const { count } of report.body.reasons) expect(count % 10).toBe(0);
  });

  test("may ask nothing about a single person", async () => {
    const { body } = await admin.send("POST", "/api/rules", rule);
    expect((await author.send("GET", `/api/rules/${body.id}/people/${personId}`)).status).toBe(403);
    const preview = { channel: "sms", body: "{{first_name}} {{phone}}" };
    expect((await author.send("POST", "/api/templates/preview", preview)).status).toBe(200);
    expect((await author.send("POST", "/api/templates/preview", { ...preview, personId })).status).toBe(403);
    expect(
      (await admin.send("POST", "/api/templates/preview", { ...preview, personId })).body.text,
    ).toContain("Secret");
  });

  test("is shown segments, and no views with their filters", async () => {
    const view = { name: "One phone", shared: true, ...audience("phone", "is", "+17875550101") };
    expect((await admin.send("POST", "/api/views", view)).status).toBe(200);
    const segment = { name: "Solar", kind: "segment", ...audience("tags", "has_any", ["solar"]) };
    expect((await admin.send("POST", "/api/views", segment)).status).toBe(200);
    const { views } = (await author.send("GET", "/api/views")).body;
    expect(views.map(({ name }: { name: string }) => name)).toEqual(["Solar"]);
  });
});
