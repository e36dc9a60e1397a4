import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { findScriptForCall } from "#server/store/workspace/scripts.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
  viewer = await faro.signedIn("viewer");
});
afterAll(() => faro.stop());

const unknownId = "01890000-0000-7000-8000-000000000000";
const owner = {
  key: "owner",
  label: "Owns the house",
  kind: "yes_no",
  question: "{{first_name}}, is the house yours?",
  isRequired: true,
  choices: [],
};
const goal = { title: "House", say: "It is about your house.", facts: ["owner"] };
const greeting = { name: "Greeting", content: "Hello {{customer_name}}" };

const add = async (change: Record<string, unknown> = {}) => {
  const { status, body } = await operator.send("POST", "/api/scripts", { ...greeting, ...change });
  expect(status).toBe(200);
  return body;
};
const save = (id: string, change: Record<string, unknown>, headers?: Record<string, string>) =>
  operator.send("PUT", `/api/scripts/${id}`, change, headers);
const versionsOf = async (id: string) => (await viewer.send("GET", `/api/scripts/${id}/versions`)).body;

describe("versions of a script", () => {
  test("every save is one, with who saved it, when, and the whole script", async () => {
    const { id, version } = await add();
    expect(version).toBe(1);
    expect((await save(id, { goals: [goal], facts: [owner] })).body).toMatchObject({
      version: 2,
      goals: [goal],
    });
    expect((await save(id, { enabled: false })).body.version).toBe(3);
    const versions = await versionsOf(id);
    expect(versions.map((each: { version: number }) => each.version)).toEqual([3, 2, 1]);
    expect(versions[0]).toMatchObject({
      changedBy: operator.email,
      definition: { ...greeting, goals: [goal], facts: [owner], enabled: false },
    });
    expect(versions[2].definition).toMatchObject({ ...greeting, goals: [], facts: [], enabled: true });
    expect(Date.parse(versions[0].createdAt)).toBeGreaterThanOrEqual(Date.parse(versions[2].createdAt));
  });

  test("a save without changes is none", async () => {
    const { id, updatedAt } = await add();
    expect((await save(id, { updatedAt })).body).toMatchObject({ version: 1, updatedAt });
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test("a script from before versions keeps the state that its first save replaces", async () => {
    const { rows } = await faro.pool.query(
      "INSERT INTO scripts (name, use_case, content) VALUES ('Old', 'support', 'Before') RETURNING id",
    );
    await save(rows[0].id, { content: "After" });
    expect(
      (await versionsOf(rows[0].id)).map(
        ({
          version,
          changedBy,
          definition,
        }: {
          version: number;
          changedBy: string;
          definition: { content: string };
        }) => [version, changedBy, definition.content],
      ),
    ).toEqual([
      [2, operator.email, "After"],
      [1, null, "Before"],
    ]);
  });

  test("a restored one becomes the newest, and the audit log names it", async () => {
    const { id } = await add({ goals: [goal], facts: [owner] });
    await save(id, { name: "Renamed", content: "Changed", goals: [], facts: [] });
    const restored = await operator.send("POST", `/api/scripts/${id}/versions/1`);
    expect(restored).toMatchObject({
      status: 200,
      body: { ...greeting, goals: [goal], facts: [owner], version: 3 },
    });
    expect(await versionsOf(id)).toHaveLength(3);
    const { rows } = await faro.pool.query(
      "SELECT description FROM audit_logs WHERE entity_id = $1 ORDER BY seq DESC LIMIT 1",
      [id],
    );
    expect(rows[0].description).toBe("Restored version 1 of the script “Renamed”");
  });

  test("are removed with the script; an unknown one is not found; a viewer restores none", async () => {
    const { id } = await add();
    expect((await operator.send("POST", `/api/scripts/${id}/versions/9`)).status).toBe(404);
    expect((await operator.send("POST", `/api/scripts/${unknownId}/versions/1`)).status).toBe(404);
    expect((await viewer.send("POST", `/api/scripts/${id}/versions/1`)).status).toBe(403);
    await operator.send("DELETE", `/api/scripts/${id}`);
    expect(await versionsOf(id)).toEqual([]);
  });

  test("a save over a newer one is a conflict and adds none", async () => {
    const { id, updatedAt } = await add();
    expect((await save(id, { name: "First", updatedAt })).status).toBe(200);
    expect(await save(id, { goals: [goal], facts: [owner], updatedAt })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect(await versionsOf(id)).toHaveLength(2);
  });
});

describe("a script with a mistake", () => {
  const spanish = { "accept-language": "es" };
  test.each<[string, Record<string, unknown>, string, string, string]>([
    [
      "an unknown variable",
      { content: "Hi {{custmer_name}}" },
      "content",
      "There is no variable “custmer_name”. Did you mean “customer_name”?",
      "No existe la variable «custmer_name». ¿Quiso decir «customer_name»?",
    ],
    [
      "an unknown variable in a question",
      { facts: [{ ...owner, question: "In {{village}}?" }] },
      "facts.0.question",
      "There is no variable “village”",
      "No existe la variable «village»",
    ],
    [
      "an incomplete variable",
      { content: "Hi {{first_name" },
      "content",
      "“{{” is not a complete variable",
      "«{{» no es una variable completa",
    ],
    [
      "a goal with an unknown fact",
      { goals: [goal] },
      "goals.0.facts",
      "The goal “House” names the fact “owner”, which does not exist",
      "El objetivo «House» nombra el dato «owner», que no existe",
    ],
    [
      "a choice without choices",
      { facts: [{ ...owner, kind: "choice" }] },
      "facts.0.choices",
      "The fact “Owns the house” has no choices",
      "El dato «Owns the house» no tiene opciones",
    ],
  ])("%s is refused in the language of the user", async (_, change, path, english, inSpanish) => {
    const body = { ...greeting, ...change };
    const refused = (message: string) => ({
      status: 400,
      body: { code: "invalid", issues: [{ path, message }] },
    });
    expect(await operator.send("POST", "/api/scripts", body)).toMatchObject(refused(english));
    const { id } = await add();
    expect(await save(id, change, spanish)).toMatchObject(refused(inSpanish));
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test("removing a fact that a goal still names is refused", async () => {
    const { id } = await add({ goals: [goal], facts: [owner] });
    expect((await save(id, { facts: [] })).body.issues).toMatchObject([{ path: "goals.0.facts" }]);
  });

  test("an older mistake elsewhere does not prevent switching the script off", async () => {
    const { rows } = await faro.pool.query(
      "INSERT INTO scripts (name, use_case, content) VALUES ('Old', 'support', 'Hi {{nope}}') RETURNING id",
    );
    expect((await save(rows[0].id, { enabled: false })).status).toBe(200);
    expect((await save(rows[0].id, { content: "Hi {{nope}}!" })).status).toBe(400);
  });
});

describe("the preview of a script", () => {
  const script = {
    language: "es",
    content: "Hola, {{first_name}}. Le habla {{agent_name}}.\n\nSegundo paso.",
    goals: [goal],
    facts: [owner, { ...owner, key: "bill", question: "¿Cuánto paga?" }],
  };
  const preview = (body: unknown) => operator.send("POST", "/api/scripts/preview", body);

  test("fills in a person's values, names the missing ones and speaks the disclosure first", async () => {
    const { rows } = await faro.pool.query(
      "INSERT INTO people (type, first_name) VALUES ('lead', 'Yadira') RETURNING id",
    );
    const { status, body } = await preview({ script, personId: rows[0].id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      steps: ["Segundo paso."],
      goals: [{ title: "House", say: goal.say, questions: ["Yadira, is the house yours?"] }],
      questions: ["¿Cuánto paga?"],
      missing: ["agent_name"],
    });
    expect(body.disclosure).toMatch(/asistente de inteligencia artificial.*se graba/);
    expect(body.opening.startsWith(`${body.disclosure} `)).toBe(true);
    expect(body.opening).toMatch(/oprima el 9.*Yadira\. Le habla/);
  });

  test("without a person, samples are used and nothing is missing", async () => {
    const { body } = await preview({ script });
    expect(body.missing).toEqual([]);
    expect(body.opening).toContain("Maria Isabel. Le habla Carlos Rivera.");
  });

  test("an unfinished draft is shown, an unknown person is not found, a viewer has none", async () => {
    expect((await preview({ script: { ...script, content: "" } })).status).toBe(200);
    expect((await preview({ script: { content: "Hi {{nope}}" } })).body.missing).toEqual(["nope"]);
    expect((await preview({ script, personId: unknownId })).status).toBe(404);
    expect((await viewer.send("POST", "/api/scripts/preview", { script })).status).toBe(403);
  });
});

test("a call finds its script by id, or the enabled one by name or use case, in its language", async () => {
  const [english, spanish] = [
    await add({ name: "Encuesta", useCase: "survey" }),
    await add({ name: "encuesta", useCase: "survey", language: "es", accent: "es-LA" }),
  ];
  const off = await add({ name: "Silent", useCase: "appointment", enabled: false });
  const database = openDatabase(faro.connection, () => {});
  const find = async (wanted: Parameters<typeof findScriptForCall>[1]) =>
    (await findScriptForCall(database.db, wanted))?.id;
  try {
    expect(await find({ name: " ENCUESTA ", language: "es" })).toBe(spanish.id);
    expect(await find({ name: "Encuesta", language: "en" })).toBe(english.id);
    expect(await find({ name: "survey", language: "es" })).toBe(spanish.id);
    expect([english.id, spanish.id]).toContain(await find({ name: "survey", language: "de" }));
    expect(await find({ name: "Silent" })).toBeUndefined();
    expect(await find({ id: off.id })).toBe(off.id);
    expect(await find({ name: "Unheard of" })).toBeUndefined();
    expect(await find({})).toBeUndefined();
  } finally {
    await database.close();
  }
});
