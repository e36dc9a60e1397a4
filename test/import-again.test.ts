import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deletePeople } from "./delete-people.ts";
import { createImporter } from "./importer.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
  await faro.pool.query(
    `INSERT INTO person_fields (key, label_en, label_es, kind, position, choices) VALUES
       ('plan', 'Plan', 'Plan', 'text', 1, '{}'), ('bill', 'Bill', 'Factura', 'money', 2, '{}'),
       ('since', 'Since', 'Desde', 'date', 3, '{}'), ('solar', 'Solar', 'Solar', 'yes_no', 4, '{}'),
       ('town', 'Town', 'Pueblo', 'text', 5, '{}')`,
  );
});
afterAll(() => faro.stop());
beforeEach(async () => {
  await deletePeople(faro.pool);
  await faro.pool.query("DELETE FROM import_mappings");
});

const { upload, detail, read, map, check, run, importFile, people } = createImporter(() => faro);

/** Always the same numbers. */
const createRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

const texts = ["=1+1", "'=x", "+x", "-x", "@y", 'La "Jefa"', "Núñez", "a,b", "c;d", "e|f", "’"];

test.each([
  ["names=machine", ["intentScore", "propensityToBuy", "churnRisk", "updatedAt"]],
  ["names=words&language=en", ["Intent score", "Propensity to buy", "Churn risk", "Last change"]],
  [
    "names=words&language=es",
    ["Puntuación de intención", "Propensión de compra", "Riesgo de abandono", "Último cambio"],
  ],
])("what was exported with %s changes nothing when it is imported", async (names, leftOut) => {
  const random = createRandom(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const some = <T>(value: T): T | null => (random() < 0.6 ? value : null);
  const count = 120;
  const made = Array.from({ length: count }, (_, n) => ({
    first_name: some(pick(texts)),
    last_name: some(pick(texts)),
    email: some(`p${n}@${pick(["example.com", "gmial.com"])}`),
    phone: some(`+1787555${String(1000 + n)}`),
    type: pick(["lead", "customer"]),
    status: pick(["new", "qualified", "contacted", "converted"]),
    language: some(pick(["en", "es"])),
    zip: some(pick(["00901", "901"])),
    region: some(pick(texts)),
    town: some(pick(["Bayamon", "Ponce", "=town"])),
    timezone: some("America/Puerto_Rico"),
    tags: [...new Set([pick(texts), pick(texts)])].slice(Math.floor(random() * 3)),
    sources: random() < 0.5 ? [pick(texts), "x".repeat(90)] : [],
    consents: Object.fromEntries(
      ["sms", "whatsapp", "call", "email", "dnc"].flatMap((key) =>
        random() < 0.4 ? [[key, random() < 0.5]] : [],
      ),
    ),
    fields: {
      ...(random() < 0.5 ? { plan: pick(texts) } : {}),
      ...(random() < 0.5 ? { bill: Math.round(random() * 1e5) / 100 - 200 } : {}),
      ...(random() < 0.5 ? { since: "2026-02-03" } : {}),
      ...(random() < 0.5 ? { solar: random() < 0.5 } : {}),
    },
    created_at: "2026-03-01T12:34:56.789Z",
  }));
  await faro.pool.query(
    `INSERT INTO people (first_name, last_name, email, phone, type, status, language, zip, region, town, timezone, tags,
                         sources, consents, fields, created_at)
     SELECT first_name, last_name, email, phone, type, status, language, zip, region, town, timezone,
            ARRAY(SELECT jsonb_array_elements_text(tags)), ARRAY(SELECT jsonb_array_elements_text(sources)), consents,
            fields, created_at
       FROM jsonb_to_recordset($1::jsonb) AS row (
         first_name text, last_name text, email text, phone text, type text, status text, language text, zip text,
         region text, town text, timezone text, tags jsonb, sources jsonb, consents jsonb, fields jsonb,
         created_at timestamptz)`,
    [JSON.stringify(made)],
  );
  await faro.pool.query(
    `INSERT INTO person_addresses (person_id, kind, value)
     SELECT id, 'email', 'further' || n || '@gmial.com' FROM (SELECT id, row_number() OVER () AS n FROM people) numbered,
            generate_series(1, 2) WHERE n % 4 = 0 ON CONFLICT DO NOTHING`,
  );
  await faro.pool.query(
    `INSERT INTO consent_records (person_id, channel, state, method, proof)
     SELECT id, 'sms', state, 'form', proof FROM people,
            (VALUES ('granted', '{}'::jsonb), ('granted', null), ('unproven', null)) AS made (state, proof)
      WHERE NOT consents ? 'sms'`,
  );
  const counted = async (): Promise<unknown> =>
    (
      await faro.pool.query(
        `SELECT (SELECT count(*) FROM consent_records) AS consents, (SELECT count(*) FROM person_addresses) AS addresses,
                (SELECT count(*) FROM suppressions) AS suppressions, (SELECT count(*) FROM timeline) AS entries`,
      )
    ).rows;
  const before = { people: await people(), counted: await counted() };
  const { body: csv } = await faro.send("GET", `/api/exports/people?format=csv&${names}`);
  const id = await importFile(csv);
  const { columns, batch } = await detail(id);
  expect(
    columns.filter(({ guess }: any) => guess.target === "skip").map(({ header }: any) => header),
  ).toEqual(leftOut);
  expect(batch.counts).toEqual({ unchanged: count });
  expect({ people: await people(), counted: await counted() }).toEqual(before);
});

const file = `Name,Email,Phone,Language,Notes,SMS consent,createdAt
Ana Peña,ana@example.com,787-555-0101,ESP,call late,yes,2026-03-01
Ben Ruiz,ben@example.com,787-555-0102,ENG,,unproven,2026-03-02
`;

test("the same file twice leaves people unchanged, and adds no second note", async () => {
  const first = await importFile(file);
  expect((await detail(first)).batch.counts).toEqual({ added: 2 });
  expect((await people()).map(({ language }) => language)).toEqual(["es", "en"]);
  const again = await importFile(file);
  expect((await detail(again)).batch.counts).toEqual({ unchanged: 2 });
  const { rows } = await faro.pool.query("SELECT text FROM notes");
  expect(rows).toEqual([{ text: "call late" }]);
});

test("an agreement that a file calls unproven stays unproven with the proof of the others", async () => {
  await importFile(file, { proof: { how: "paper", when: "2026-03-01", note: "Fair" } });
  const { rows } = await faro.pool.query(
    "SELECT p.first_name, c.state FROM consent_records c JOIN people p ON p.id = c.person_id ORDER BY 1",
  );
  expect(rows).toEqual([
    { first_name: "Ana", state: "granted" },
    { first_name: "Ben", state: "unproven" },
  ]);
});

test("the check stays when only the rules are switched on, and its figures stay beside those of the run", async () => {
  const id = await upload(file);
  await read(id);
  await check(id);
  expect(await map(id, { runRules: true })).toMatchObject({
    batch: { state: "checked" },
    options: { runRules: true },
    check: { added: 2 },
  });
  expect(await map(id, { tag: "fair" })).toMatchObject({ batch: { state: "mapped" }, check: null });
  await check(id);
  await faro.pool.query("INSERT INTO people (email) VALUES ('ben@example.com')");
  const done = await run(id);
  expect(done).toMatchObject({ check: { added: 2 }, batch: { counts: { added: 1, changed: 1 } } });
});
