import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deletePeople } from "./delete-people.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());
beforeEach(async () => {
  await deletePeople(faro.pool);
  for (const { key, archivedAt } of await fields())
    if (archivedAt === null) await admin.send("PUT", `/api/person-fields/${key}`, { archived: true });
});

type FieldRow = { key: string; archivedAt: string | null; updatedAt: string; position: number };
const fields = async (): Promise<FieldRow[]> =>
  (await operator.send("GET", "/api/person-fields")).body.fields;
const active = async () =>
  (await fields()).filter(({ archivedAt }) => archivedAt === null).map(({ key }) => key);
const addField = (en: string, kind: string, more: object = {}) =>
  admin.send("POST", "/api/person-fields", { label: { en, es: `${en} (es)` }, kind, ...more });
const newField = async (en: string, kind: string, more: object = {}) => {
  const { status, body } = await addField(en, kind, more);
  expect(status).toBe(200);
  return body as FieldRow;
};
const addPerson = (values: object, more: object = {}) =>
  operator.send("POST", "/api/people", { firstName: "Ana", fields: values, ...more });
const stored = async (id: string) =>
  (await faro.pool.query("SELECT fields FROM people WHERE id = $1", [id])).rows[0].fields;

describe("definitions", () => {
  test("get a key from the English label that never changes and is never a built-in word", async () => {
    const { key } = await newField("Tax email", "text");
    expect(key).toMatch(/^tax_email/);
    expect((await newField("Email", "text")).key).toMatch(/^custom_email/);
    const renamed = await admin.send("PUT", `/api/person-fields/${key}`, {
      label: { en: "Other", es: "Otro" },
    });
    expect(renamed.body).toMatchObject({ key, label: { en: "Other", es: "Otro" } });
  });

  test("cannot share a label, and a field of choices needs one", async () => {
    await newField("Roof", "text");
    expect(await addField("roof", "text")).toMatchObject({ status: 409, body: { code: "already_exists" } });
    expect(await addField("Kind of roof", "choice")).toMatchObject({
      status: 400,
      body: { issues: [{ path: "choices" }] },
    });
  });

  test("are changed by administrators only, and not with an outdated version", async () => {
    const { key, updatedAt } = await newField("Owner since", "date");
    expect(await operator.send("PUT", `/api/person-fields/${key}`, { pii: true })).toMatchObject({
      status: 403,
    });
    await admin.send("PUT", `/api/person-fields/${key}`, { pii: true, updatedAt });
    const late = await admin.send("PUT", `/api/person-fields/${key}`, { pii: false, updatedAt });
    expect(late).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  test("keep their order, and an archived one keeps its values", async () => {
    const first = await newField("First one", "text");
    const second = await newField("Second one", "text");
    const third = await newField("Third one", "text");
    const place = (await fields()).findIndex(({ key }) => key === first.key);
    await admin.send("PUT", `/api/person-fields/${third.key}`, { position: place });
    expect(await active()).toEqual([third.key, first.key, second.key]);
    const { body } = await addPerson({ [first.key]: "kept" });
    await admin.send("PUT", `/api/person-fields/${first.key}`, { archived: true });
    expect(await stored(body.id)).toEqual({ [first.key]: "kept" });
    expect(await addPerson({ [first.key]: "x" })).toMatchObject({ status: 400 });
    const again = await operator.send("PUT", `/api/people/${body.id}`, {
      firstName: "Eva",
      fields: { [first.key]: "kept" },
    });
    expect(again.status).toBe(200);
  });
});

describe("values", () => {
  test("are stored in the form of their kind, and a partial change leaves the others", async () => {
    const money = await newField("Budget", "money");
    const owns = await newField("Owns the house", "yes_no");
    const { body } = await addPerson({ [money.key]: "$1,240.50", [owns.key]: "sí" });
    expect(body.fields).toEqual({ [money.key]: 1240.5, [owns.key]: true });
    const changed = await operator.send("PUT", `/api/people/${body.id}`, { fields: { [money.key]: null } });
    expect(changed.body.fields).toEqual({ [owns.key]: true });
    expect((await operator.send("GET", "/api/people")).body.people[0].fields).toEqual({ [owns.key]: true });
  });

  test.each([
    ["en", "Enter a date, such as 2026-03-31"],
    ["es", "Ingrese una fecha, como 2026-03-31"],
  ])("that do not read are rejected with the field's name, in %s", async (language, message) => {
    const { key } = await newField(`Renewal ${language}`, "date");
    await faro.pool.query("UPDATE users SET language = $1 WHERE role = 'operator'", [language]);
    const visitor = await faro.signedIn("operator");
    const answer = await visitor.send(
      "POST",
      "/api/people",
      { fields: { [key]: "soon" } },
      { "accept-language": language },
    );
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: `fields.${key}`, message }] } });
  });

  test("of an unknown field are rejected", async () => {
    expect(await addPerson({ nothing: 1 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "fields.nothing" }] },
    });
  });

  test("that do not read after a change of kind stay stored, and the others get the new form", async () => {
    const { key } = await newField("Roof size", "text");
    const good = (await addPerson({ [key]: "1,240" })).body.id;
    const bad = (await addPerson({ [key]: "about ten" })).body.id;
    const usage = await operator.send("GET", `/api/person-fields/${key}/usage?kind=number`);
    expect(usage.body).toMatchObject({ people: 2, unreadable: 1 });
    const changed = await admin.send("PUT", `/api/person-fields/${key}`, { kind: "number" });
    expect(changed.body).toMatchObject({ kind: "number", unreadable: 1 });
    await expect.poll(() => stored(good), { timeout: 180_000 }).toEqual({ [key]: 1240 });
    expect(await stored(bad)).toEqual({ [key]: "about ten" });
  });
});

describe("elsewhere", () => {
  test("a template renders a field in the language of the person, and its use is listed", async () => {
    const { key } = await newField("Renewal day", "date");
    const { body } = await addPerson({ [key]: "2026-03-31" }, { language: "es" });
    const preview = await operator.send("POST", "/api/templates/preview", {
      channel: "sms",
      subject: null,
      body: `Vence el {{field.${key}}}. {{field.none}}`,
      personId: body.id,
    });
    expect(preview.body).toMatchObject({ missing: ["field.none"], problems: [] });
    expect(preview.body.text).toContain("Vence el 31 de marzo de 2026.");
    const sample = await operator.send("POST", "/api/templates/preview", {
      ...{ channel: "sms", subject: null, body: "Hola {{first_name}}, {{renewal}}" },
    });
    expect(sample.body).toMatchObject({ missing: ["renewal"] });
    expect(sample.body.text).toMatch(/^Hola \w+ \w+, $/);
    const made = await admin.send("POST", "/api/templates", {
      name: "renewal",
      channel: "sms",
      language: "es",
      body: `Vence el {{field.${key}}}.`,
    });
    expect(made.status).toBe(200);
    const usage = await operator.send("GET", `/api/person-fields/${key}/usage`);
    expect(usage.body).toMatchObject({ people: 1, unreadable: 0, usedIn: ["template:renewal"] });
  });

  test("an endpoint fills a field that is empty, and reports a value that does not read", async () => {
    const size = await newField("House size", "number");
    const { body: endpoint } = await operator.send("POST", "/api/endpoints", {
      name: "Form",
      mappingTemplate: { person: { email: "mail", [`field.${size.key}`]: "size" }, event: {} },
    });
    const submit = async (payload: object) => {
      const answer = await fetch(endpoint.webhookUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(payload),
      });
      const { id } = (await answer.json()) as { id: string };
      await expect
        .poll(async () => (await operator.send("GET", `/api/events/${id}`)).body.status, { timeout: 180_000 })
        .not.toBe("received");
      return (await operator.send("GET", `/api/events/${id}`)).body;
    };
    const first = await submit({ mail: "ana@example.com", size: "1,240" });
    expect(first).toMatchObject({ status: "valid" });
    expect(await stored(first.personId)).toEqual({ [size.key]: 1240 });
    await submit({ mail: "ana@example.com", size: 99 });
    expect(await stored(first.personId)).toEqual({ [size.key]: 1240 });
    expect(await submit({ mail: "eva@example.com", size: "big" })).toMatchObject({
      problems: [{ code: "bad_value", target: `person.field.${size.key}` }],
    });
  });

  test("a person is assigned to active users only", async () => {
    const { rows } = await faro.pool.query(
      `INSERT INTO users (email, password, role, active)
       VALUES ('here@example.com', 'x', 'operator', true), ('gone@example.com', 'x', 'operator', false)
       RETURNING id, active`,
    );
    const idOf = (isActive: boolean) => rows.find(({ active: is }) => is === isActive).id;
    const { body } = await addPerson({}, { assignedAgentId: idOf(true) });
    expect(body.assignedAgentId).toBe(idOf(true));
    expect(
      await operator.send("PUT", `/api/people/${body.id}`, { assignedAgentId: idOf(false) }),
    ).toMatchObject({
      status: 400,
      body: { issues: [{ path: "assignedAgentId" }] },
    });
    const freed = await operator.send("PUT", `/api/people/${body.id}`, { assignedAgentId: null });
    expect(freed.body.assignedAgentId).toBeNull();
  });
});
