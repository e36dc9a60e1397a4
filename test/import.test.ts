import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deletePeople } from "./delete-people.ts";
import { createImporter } from "./importer.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());
beforeEach(async () => {
  await deletePeople(faro.pool);
  await faro.pool.query("DELETE FROM import_mappings");
});

const { upload, detail, becomes, read, map, check, run, importFile, undo, people, rowsOf } = createImporter(
  () => faro,
);

const fairFile = `Nombre y Apellido;Tel. Móvil;E-Mail Address;Pueblo;Idioma;Acepta textos?;¿Cómo nos conoció?;Factura;Fecha;Notas
María Núñez Rivera;787-555-0109 ext 4;maria@gmial.com;MAYAGUEZ;Español;Sí;Web;$240;03/11/2026;llamar tarde
José Luis Rivera;1.78755E+10;jose@example.com;Bayamón;English;No;Feria;310.00;13/11/2026;
TOTAL;;;;;;;550;;
Wanda Irizarry;(787) 555-0160;;Ponce;ESP;;Amigo;no sé;;
Wanda Irizarry;787.555.0160;wanda@example.com;Ponce;;;;;;
Héctor Feliciano;787-555;none;Caguas;;;;;;
`;

describe("an import", () => {
  test("recognises columns, checks, writes and reports", async () => {
    const id = await upload(fairFile, "feria.csv");
    const mapped = await read(id);
    expect(mapped.file).toMatchObject({ format: "csv", separator: ";", encoding: "utf-8", hasHeader: true });
    expect(mapped.columns.map((column: any) => column.guess.target)).toEqual([
      "fullName",
      "phone",
      "email",
      "town",
      "language",
      "consent.sms",
      "source",
      "skip",
      "createdAt",
      "note",
    ]);
    expect(mapped.columns[8].guess.dayFirst).toBe(true);
    expect(mapped.columns[1].reads).toMatchObject({ valid: 3, invalid: 2, mended: 1 });
    expect(await people()).toEqual([]);
    const columns = mapped.options.columns.with(7, {
      ...mapped.options.columns[7],
      target: "newField",
      newField: { label: "Monthly bill", kind: "money" },
    });
    await map(id, { columns, tag: "feria", answers: { twice_in_file: "join" } });
    const checked = await check(id);
    expect(checked.check).toMatchObject({ added: 3, joined: 1, refused: 2, changed: 0 });
    expect(checked.check.problems.map(({ code }: any) => code)).toEqual(
      expect.arrayContaining([
        "scientific_number",
        "not_a_person",
        "no_address",
        "twice_in_file",
        "email_mended",
      ]),
    );
    expect(await people()).toEqual([]);
    const done = await run(id);
    expect(done.batch.counts).toMatchObject({ added: 3, joined: 1, refused: 2 });
    const byName = new Map((await people()).map((person) => [person.first_name, person]));
    const [maria, jose, wanda] = ["María", "José Luis", "Wanda"].map((name) => byName.get(name));
    expect(maria).toMatchObject({
      first_name: "María",
      last_name: "Núñez Rivera",
      phone: "+17875550109",
      email: "maria@gmail.com",
      town: "Mayagüez",
      language: "es",
      tags: ["feria"],
      sources: ["Web"],
      fields: { monthly_bill: 240 },
      consents: { sms: true },
    });
    expect(jose).toMatchObject({ phone: null, consents: { sms: false } });
    expect(wanda).toMatchObject({ phone: "+17875550160", email: "wanda@example.com" });
    const { rows: consents } = await faro.pool.query(
      "SELECT state, proof, method FROM consent_records WHERE caused_by = $1 ORDER BY state",
      [id],
    );
    expect(consents).toEqual([
      { state: "denied", proof: null, method: "import" },
      { state: "unproven", proof: null, method: "import" },
    ]);
    const refused = await faro.send("GET", `/api/imports/${id}/refused`, undefined, {
      "accept-language": "es",
    });
    expect(refused.body.toString()).toContain("TOTAL");
    expect(refused.body.toString()).toContain("La fila no es una persona: TOTAL");
  });

  test("and its undo leave people byte for byte as they were", { timeout: 180_000 }, async () => {
    await faro.pool.query(
      `INSERT INTO people (first_name, email, phone, tags, status, consents, fields)
       SELECT 'P' || n, CASE WHEN n % 2 = 0 THEN 'p' || n || '@example.com' END, '+1787' || (5500000 + n), '{b,a}',
              CASE WHEN n % 3 = 0 THEN 'qualified' ELSE 'new' END, '{"email": true}', '{"x": 1}'
         FROM generate_series(1, 200) n`,
    );
    const addresses = async () =>
      (
        await faro.pool.query(
          "SELECT person_id, kind, value, is_primary FROM person_addresses ORDER BY person_id, kind, value",
        )
      ).rows;
    const before = { people: await people(), addresses: await addresses() };
    const lines = Array.from({ length: 900 }, (_, index) => {
      const number = 5_500_001 + index;
      return `Ana ${index},Rivera,p${index + 1}@example.com,787${number},Ponce,converted,${index % 2 ? "yes" : ""},called`;
    });
    const id = await upload(
      `First name,Last name,E-mail,Phone,Town,Status,Consent SMS,Notes\n${lines.join("\n")}\n`,
    );
    const mapped = await read(id);
    const columns = mapped.options.columns.map((column: any) => ({ ...column, mode: "overwrite" }));
    await map(id, { columns, tag: "big" });
    await check(id);
    const done = await run(id);
    expect(done.batch.counts).toEqual({ added: 700, changed: 200 });
    const { body: preview } = await faro.send("GET", `/api/batches/${id}/undo-preview`);
    expect(preview).toMatchObject({ removed: 700, kept: 0, reasons: [] });
    expect((await undo(id)).batch.undone).toEqual({ reversed: 900 });
    expect(await people()).toEqual(before.people);
    expect(await addresses()).toEqual(before.addresses);
    const { rows } = await faro.pool.query("SELECT count(*)::int AS count FROM notes");
    expect(rows).toEqual([{ count: 0 }]);
    expect((await faro.send("POST", `/api/batches/${id}/undo`)).status).toBe(409);
  });

  test("undone later keeps what was changed since, and says by whom", async () => {
    const id = await importFile(
      "Name,E-mail,Town\nAna Rivera,ana@example.com,Ponce\nEva Soto,eva@example.com,Lares\n",
    );
    const [ana] = (await people()).filter(({ first_name }) => first_name === "Ana");
    await faro.send("PUT", `/api/people/${ana.id}`, { town: "Caguas" });
    const { body } = await faro.send("GET", `/api/batches/${id}/undo-preview`);
    expect(body).toMatchObject({ removed: 1, kept: 1 });
    const undone = await undo(id);
    expect(undone.batch.undone).toEqual({ reversed: 1, kept: 1 });
    expect(await people()).toMatchObject([{ first_name: "Ana", town: "Caguas" }]);
    const [kept] = await rowsOf(id, "undo=kept");
    expect(kept).toMatchObject({ name: "Ana Rivera", undoReason: { code: "changed_since", fields: "town" } });
    expect(kept.undoReason.by).toBeTruthy();
  });

  test("goes on after a failure, and runs each line once", { timeout: 120_000 }, async () => {
    await faro.pool.query(`
      CREATE FUNCTION fail_import() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'stopped'; END $$;
      CREATE TRIGGER fail_import BEFORE INSERT ON people FOR EACH ROW WHEN (NEW.first_name = 'P250')
        EXECUTE FUNCTION fail_import()`);
    const lines = Array.from({ length: 600 }, (_, index) => `P${index + 1},p${index + 1}@example.com`);
    const id = await upload(`First name,E-mail\n${lines.join("\n")}\n`);
    await read(id);
    await check(id);
    await faro.send("POST", `/api/imports/${id}/run`);
    // One of the pages fails, and its job waits to be tried again.
    const waiting = async () =>
      (await faro.pool.query("SELECT FROM pgboss.job WHERE name = 'run-batch' AND state = 'retry'")).rows
        .length;
    await expect.poll(waiting).toBe(1);
    const { rows: batches } = await faro.pool.query("SELECT processed FROM batches WHERE id = $1", [id]);
    expect(batches[0].processed).toBeGreaterThan(0);
    expect(batches[0].processed).toBeLessThan(250);
    expect(await people()).toHaveLength(batches[0].processed);
    await faro.pool.query("DROP TRIGGER fail_import ON people; DROP FUNCTION fail_import()");
    const done = await becomes(id, "done");
    expect(done.batch).toMatchObject({ processed: 600, counts: { added: 600 } });
    const { rows } = await faro.pool.query(
      "SELECT count(*)::int AS all, count(DISTINCT email)::int AS emails FROM people",
    );
    expect(rows).toEqual([{ all: 600, emails: 600 }]);
    const { rows: entries } = await faro.pool.query(
      "SELECT count(*)::int AS count FROM timeline WHERE event_type = 'person_imported' AND caused_by = $1",
      [id],
    );
    expect(entries).toEqual([{ count: 600 }]);
  });

  test("never lifts an opt-out or a denial, and adds what the file says", async () => {
    await faro.pool.query(
      `INSERT INTO people (first_name, email, consents) VALUES
        ('Ana', 'ana@example.com', '{"sms": false}'), ('Eva', 'eva@example.com', '{"dnc": true}')`,
    );
    const proof = { how: "paper", when: "2026-11-08", note: "fair" };
    const id = await importFile(
      `Name,E-mail,Phone,SMS consent,Do not contact
Ana,ana@example.com,,yes,no
Eva,eva@example.com,,yes,no
Luis,luis@example.com,787-555-0188,no,yes
Iris,iris@example.com,787-555-0189,yes,
`,
      { proof },
    );
    const consents = new Map((await people()).map((person) => [person.first_name, person.consents]));
    expect(Object.fromEntries(consents)).toEqual({
      Ana: { sms: false },
      Eva: { dnc: true },
      Luis: { sms: false, dnc: true },
      Iris: { sms: true },
    });
    const { rows } = await faro.pool.query(
      "SELECT state, proof ->> 'how' AS how FROM consent_records WHERE caused_by = $1 ORDER BY state",
      [id],
    );
    expect(rows).toEqual([
      { state: "denied", how: null },
      { state: "granted", how: "paper" },
    ]);
    const optOuts = async () =>
      (await faro.pool.query("SELECT state FROM suppressions WHERE source = 'import' AND scope = 'all'"))
        .rows;
    expect(await optOuts()).toEqual([{ state: "opted_out" }, { state: "opted_out" }]);
    await undo(id);
    expect(await optOuts()).toHaveLength(2);
    const again = await upload("Name,E-mail\nLuis,luis@example.com\n");
    await read(again);
    expect((await check(again)).check.problems).toEqual([
      expect.objectContaining({ code: "opted_out", count: 1 }),
    ]);
  });

  test("fires no rules unless asked, and says before which would fire", async () => {
    const rule = {
      name: "Welcome",
      enabled: true,
      triggers: [{ type: "event", operator: "=", value: "person_imported" }],
      conditions: [{ type: "status", field: "is", value: "new" }],
      actions: [{ type: "sms", template: "Hello, and welcome to our list." }],
    };
    const created = await faro.send("POST", "/api/rules", rule);
    if (created.status >= 300) throw new Error(JSON.stringify(created.body));
    const runs = async () =>
      (await faro.pool.query("SELECT person_id FROM rule_runs WHERE fired")).rows.length;
    const silent = await importFile("Name,Phone\nAna Rivera,787-555-0101\n");
    expect((await detail(silent)).check.rules).toMatchObject([{ name: "Welcome", people: 1 }]);
    await expect
      .poll(async () => (await faro.pool.query("SELECT FROM ai_profiles")).rows.length)
      .toBeGreaterThan(0);
    expect(await runs()).toBe(0);
    const loud = await importFile("Name,Phone\nEva Soto,787-555-0102\n", { runRules: true });
    await expect.poll(runs).toBe(1);
    await undo(loud);
    const { rows } = await faro.pool.query("SELECT status FROM actions WHERE status IN ('pending', 'held')");
    expect(rows).toEqual([]);
    await faro.send("DELETE", `/api/rules/${created.body.id}`);
  });

  test("remembers the matching for files with the same headers", async () => {
    const file = (name: string) => `Columna uno,Tel\n${name},787-555-0133\n`;
    const id = await upload(file("Ana"), "ponce.csv");
    const { options } = await read(id);
    await map(id, { columns: options.columns.with(0, { ...options.columns[0], target: "fullName" }) });
    await check(id);
    await run(id);
    const again = await read(await upload(file("Eva"), "bayamon.csv"));
    expect(again.rememberedFrom).toMatchObject({ name: "ponce.csv" });
    expect(again.columns[0].guess.target).toBe("fullName");
  });

  test("of the same people twice at once adds each of them once", async () => {
    const lines = Array.from({ length: 1500 }, (_, index) => `P${index},p${index}@example.com`);
    const file = `First name,E-mail\n${lines.join("\n")}\n`;
    const ids = [await upload(file), await upload(file)];
    for (const id of ids) {
      await read(id);
      await check(id);
    }
    await Promise.all(ids.map(run));
    expect(await people()).toHaveLength(1500);
  });

  test("can be cancelled before it has written anything", async () => {
    const id = await upload("Name,E-mail\nAna,ana@example.com\n");
    await read(id);
    await check(id);
    expect((await faro.send("POST", `/api/batches/${id}/cancel`)).body).toMatchObject({
      state: "cancelled",
      mayUndo: false,
    });
    expect((await faro.send("POST", `/api/imports/${id}/run`)).status).toBe(409);
    expect(await people()).toEqual([]);
  });

  test("checks a mended row again", async () => {
    const id = await upload("Name,Phone\nAna,787-555\n");
    await read(id);
    expect((await check(id)).check).toMatchObject({ refused: 1, added: 0 });
    await faro.send("PUT", `/api/imports/${id}/rows/2`, { cells: ["Ana", "787-555-0109"] });
    expect((await becomes(id, "checked")).check).toMatchObject({ refused: 0, added: 1 });
  });
});
