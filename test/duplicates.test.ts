import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deletePeople } from "./delete-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());
beforeEach(async () => {
  await deletePeople(faro.pool);
});

const add = async (body: object): Promise<string> =>
  (await faro.send("POST", "/api/people", { ...body, isSeparatePerson: true })).body.id;
const list = async () => (await faro.send("GET", "/api/duplicates")).body;
const batchBecomes = async (id: string, state: string) => {
  const read = async () => (await faro.send("GET", `/api/batches/${id}`)).body;
  await expect.poll(async () => (await read()).state, { timeout: 180_000 }).toBe(state);
  return read();
};

describe("possible duplicates", () => {
  test("are found when a person is added, and say why", async () => {
    const older = await add({ firstName: "Ana", lastName: "Colón Rivera", phone: "+17875550148" });
    const newer = await add({
      firstName: "ANA",
      lastName: "Colon",
      phone: "787-555-0148",
      email: "ana@example.com",
    });
    await expect.poll(async () => (await list()).total, { timeout: 180_000 }).toBe(1);
    const [pair] = (await list()).pairs;
    expect(pair).toMatchObject({ isStrict: true, people: [{ id: older }, { id: newer }] });
    expect(pair.parts.map(({ comparison, level }: Record<string, string>) => [comparison, level])).toEqual(
      expect.arrayContaining([
        ["phone", "same"],
        ["first_name", "same"],
        ["last_name", "one_of_two"],
      ]),
    );
  });

  test("of everybody are found by surname, initial and postal code, and big blocks are named", async () => {
    await faro.pool.query(`
      INSERT INTO people (first_name, last_name, zip) VALUES
        ('Yadira', 'Irizarry Matos', '00680'), ('Yadira', 'Irizarry Matos', '00680'), ('Rosa', 'Vega', '00680')`);
    await faro.pool.query(`
      INSERT INTO people (first_name, last_name, phone) SELECT 'N' || n, 'L' || n, '+17875550000' FROM generate_series(1, 201) n`);
    expect((await faro.send("POST", "/api/duplicates/find")).status).toBe(200);
    await expect
      .poll(async () => (await list()).skipped, { timeout: 180_000 })
      .toMatchObject([{ block: "address", value: "+17875550000", people: 201 }]);
    const { pairs } = await list();
    expect(pairs).toHaveLength(1);
    expect(pairs[0]).toMatchObject({ isStrict: false });
  });

  test("that were said to be different do not come back", async () => {
    await add({ firstName: "Ana", lastName: "Soto", phone: "+17875550150" });
    await add({ firstName: "Ana", lastName: "Soto", phone: "+17875550150" });
    await expect.poll(async () => (await list()).total, { timeout: 180_000 }).toBe(1);
    const [pair] = (await list()).pairs;
    await faro.send("POST", `/api/duplicates/${pair.id}/distinct`);
    await faro.send("POST", "/api/duplicates/find");
    const { rows } = await faro.pool.query("SELECT decision FROM possible_duplicates");
    expect(rows).toEqual([{ decision: "different" }]);
    expect((await list()).total).toBe(0);
  });

  test("are shown while a person is entered", async () => {
    const known = await add({ firstName: "José", lastName: "Quiñones", email: "jose@example.com" });
    const similar = async (body: object) =>
      (await faro.send("POST", "/api/duplicates/similar", body)).body.people;
    expect(await similar({ email: "JOSE@example.com" })).toMatchObject([{ person: { id: known } }]);
    expect(await similar({ firstName: "Rosa", lastName: "Vega" })).toEqual([]);
  });
});

describe("a merge", () => {
  test("is previewed, run, followed by links, and undone", async () => {
    const survivorId = await add({ firstName: "Ana", phone: "+17875550161", consents: { sms: true } });
    const otherId = await add({
      firstName: "Anita",
      lastName: "Soto",
      phone: "+17875550162",
      consents: { dnc: true },
    });
    const { body: preview } = await faro.send("POST", "/api/merges/preview", { survivorId, otherId });
    expect(preview.notes).toEqual(
      expect.arrayContaining([
        { code: "do_not_contact_joined" },
        { code: "address_kept", address: "+17875550162" },
      ]),
    );
    const firstName = preview.fields.find(({ field }: { field: string }) => field === "firstName");
    expect(firstName).toEqual({
      field: "firstName",
      survivor: "Ana",
      other: "Anita",
      result: "Ana",
      mayPick: true,
    });

    const { body: batch } = await faro.send("POST", "/api/merges", {
      pairs: [{ survivorId, otherId, picks: { firstName: "other" } }],
    });
    expect(await batchBecomes(batch.id, "done")).toMatchObject({
      counts: { merged: 1 },
      mayUndo: true,
      merges: [{ kept: "Anita Soto", merged: "Anita Soto" }],
    });
    const { body: merged } = await faro.send("GET", `/api/people/${otherId}`);
    expect(merged).toMatchObject({
      id: survivorId,
      firstName: "Anita",
      lastName: "Soto",
      consents: { dnc: true },
    });

    await faro.send("POST", `/api/batches/${batch.id}/undo`);
    expect(await batchBecomes(batch.id, "undone")).toMatchObject({ undone: { reversed: 1 } });
    const { body: recent } = await faro.send("GET", "/api/batches?kind=merge");
    expect(recent.batches[0].merges).toEqual([{ kept: "Ana", merged: "Anita Soto" }]);
    const { body: back } = await faro.send("GET", `/api/people/${otherId}`);
    expect(back).toMatchObject({ id: otherId, firstName: "Anita", phone: "+17875550162" });
    const { body: survivor } = await faro.send("GET", `/api/people/${survivorId}`);
    // The refusal stays: an undo never makes a person more contactable.
    expect(survivor).toMatchObject({ firstName: "Ana", lastName: null, consents: { sms: true, dnc: true } });
  });

  test("of the same two people by two operators at once happens once", async () => {
    const one = await add({ email: "one@example.com" });
    const two = await add({ email: "two@example.com" });
    const start = (survivorId: string, otherId: string) =>
      faro.send("POST", "/api/merges", { pairs: [{ survivorId, otherId }] });
    const answers = await Promise.all([start(one, two), start(two, one)]);
    const started = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
    const batches = await Promise.all(started.map((id) => batchBecomes(id, "done")));
    const merged = batches.map(({ counts }) => counts.merged ?? 0).reduce((sum, count) => sum + count, 0);
    expect(merged).toBe(1);
    const { rows } = await faro.pool.query("SELECT id FROM people");
    expect(rows).toHaveLength(1);
  });

  test("with someone who is gone, or with oneself, is refused", async () => {
    const one = await add({ email: "one@example.com" });
    const gone = "00000000-0000-7000-8000-000000000000";
    for (const otherId of [gone, one]) {
      const answer = await faro.send("POST", "/api/merges", { pairs: [{ survivorId: one, otherId }] });
      expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
    }
  });

  test("on which a later one rests is undone after that one", async () => {
    const [a, b, c] = [
      await add({ email: "a@example.com" }),
      await add({ email: "b@example.com" }),
      await add({ email: "c@example.com" }),
    ];
    const merge = async (survivorId: string, otherId: string): Promise<string> => {
      const { body } = await faro.send("POST", "/api/merges", { pairs: [{ survivorId, otherId }] });
      await batchBecomes(body.id, "done");
      return body.id;
    };
    const undo = async (id: string) => {
      expect((await faro.send("POST", `/api/batches/${id}/undo`)).status).toBe(200);
      return batchBecomes(id, "undone");
    };
    const first = await merge(b, c);
    const second = await merge(a, b);
    expect(await undo(first)).toMatchObject({ undone: { failed: 1 }, mayUndo: true });
    const { body: rows } = await faro.send("GET", `/api/batches/${first}/rows?undo=left`);
    expect(rows.rows).toMatchObject([{ undoReason: { code: "merged_again" } }]);
    expect(await undo(second)).toMatchObject({ undone: { reversed: 1 }, mayUndo: false });
    const again = await undo(first);
    expect(again).toMatchObject({ undone: { reversed: 1 }, mayUndo: false });
    expect(again.undone.failed).toBeUndefined();
    const { rows: people } = await faro.pool.query("SELECT id FROM people");
    expect(people).toHaveLength(3);
  });

  test("that ends half-way can be undone as far as it went", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 25; index++) {
      const { rows } = await faro.pool.query(
        `INSERT INTO people (first_name, email) SELECT 'P', side || $1 || '@example.com'
           FROM unnest(ARRAY['a', 'b']) AS side RETURNING id`,
        [index],
      );
      ids.push(...rows.map(({ id }) => id));
    }
    const pairs = Array.from({ length: 25 }, (_, index) => ({
      survivorId: ids[2 * index],
      otherId: ids[2 * index + 1],
    }));
    // The second page fails, and its job waits to be tried again.
    await faro.pool.query(`
      CREATE FUNCTION fail_merge() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'stopped'; END $$`);
    await faro.pool.query(
      `CREATE TRIGGER fail_merge BEFORE INSERT ON merged_people FOR EACH ROW WHEN (NEW.id = '${ids[49]}')
         EXECUTE FUNCTION fail_merge()`,
    );
    const { body: batch } = await faro.send("POST", "/api/merges", { pairs });
    const processed = async () => (await faro.send("GET", `/api/batches/${batch.id}`)).body.processed;
    await expect.poll(processed, { timeout: 50_000 }).toBe(20);
    const { body: cancelled } = await faro.send("POST", `/api/batches/${batch.id}/cancel`);
    await faro.pool.query("DROP TRIGGER fail_merge ON merged_people; DROP FUNCTION fail_merge()");
    expect(cancelled).toMatchObject({ state: "cancelled", counts: { merged: 20 }, mayUndo: true });
    await faro.send("POST", `/api/batches/${batch.id}/undo`);
    expect(await batchBecomes(batch.id, "undone")).toMatchObject({ undone: { reversed: 20 } });
    const { rows: people } = await faro.pool.query("SELECT id FROM people");
    expect(people).toHaveLength(50);
  });
});
