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

const { upload, read, map, check, run, importFile, people } = createImporter(() => faro);

const targetsOf = (detail: any): string[] => detail.columns.map((column: any) => column.guess.target);

/** Contacts with the address of one of five sellers in each row. */
const hubspotFile = [
  "Record ID,Contact Owner,First Name,Last Name,Email,Lead Status",
  ...Array.from(
    { length: 150 },
    (_, index) =>
      `${48000 + index},seller${index % 5}@example.com,Ana${index},Ríos,contact${index}@example.com,New`,
  ),
].join("\n");

describe("contacts of HubSpot", () => {
  test("are as many people as rows, with the seller as owner", async () => {
    const id = await upload(hubspotFile);
    expect(targetsOf(await read(id))).toEqual(["skip", "owner", "firstName", "lastName", "email", "status"]);
    const { check: found } = await check(id);
    expect(found).toMatchObject({ added: 150, joined: 0, joinQuestion: null });
    await run(id);
    expect(await people()).toHaveLength(150);
  });

  test("whose rows would become five people ask first", async () => {
    const id = await upload(hubspotFile);
    const { options } = await read(id);
    const targets = ["skip", "email", "firstName", "lastName", "skip", "skip"];
    const columns = options.columns.map((column: object, index: number) => ({
      ...column,
      target: targets[index],
    }));
    await map(id, { columns, answers: {} });
    const { check: found } = await check(id);
    expect(found).toMatchObject({ added: 5, joinQuestion: { joined: 145, rows: 150 } });
    const refused = await faro.send("POST", `/api/imports/${id}/run`);
    expect(refused).toMatchObject({ status: 409, body: { code: "joins_unanswered" } });
    expect(await people()).toEqual([]);
    await map(id, { columns, answers: { twice_in_file: "join" } });
    expect((await check(id)).check.joinQuestion).toBeNull();
    await run(id);
    expect(await people()).toHaveLength(5);
    // The next file with these headers is asked about again.
    const next = await upload(hubspotFile);
    await read(next);
    expect((await check(next)).check.joinQuestion).toMatchObject({ joined: 145 });
  });
});

const suppressions = async (batchId: string) =>
  (
    await faro.pool.query("SELECT scope, state FROM suppressions WHERE caused_by = $1 ORDER BY scope", [
      batchId,
    ])
  ).rows;

describe("opt-outs of an export", () => {
  test("suppress the channels that they name, and no later file lifts them", async () => {
    const first = await importFile(
      `FirstName,LastName,Email,Phone,HasOptedOutOfEmail,DoNotCall
Ana,Ríos,ana@example.com,787-555-0101,true,false
Eva,Cruz,eva@example.com,787-555-0102,false,true
Luis,Soto,luis@example.com,787-555-0103,0,0
`,
    );
    expect(await suppressions(first)).toEqual([
      { scope: "call", state: "opted_out" },
      { scope: "email", state: "opted_out" },
      { scope: "sms", state: "opted_out" },
      { scope: "whatsapp", state: "opted_out" },
    ]);
    const consents = async () =>
      Object.fromEntries((await people()).map((person) => [person.first_name, person.consents]));
    expect(await consents()).toEqual({
      Ana: { email: false },
      Eva: { sms: false, whatsapp: false, call: false },
      Luis: {},
    });
    const second = await importFile(
      `Email,HasOptedOutOfEmail,Email opt-in,SMS opt-in
ana@example.com,false,yes,
eva@example.com,false,,yes
`,
      { proof: { how: "paper", when: "2026-03-01", note: "Fair" } },
    );
    expect(await consents()).toMatchObject({ Ana: { email: false }, Eva: { sms: false } });
    expect(await suppressions(second)).toEqual([]);
    const { rows } = await faro.pool.query("SELECT FROM consent_records WHERE state = 'granted'");
    expect(rows).toEqual([]);
  });

  test("of Mailchimp's unsubscribed contacts have only a time", async () => {
    const id = await importFile(
      `Email Address,First Name,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON
lea@example.com,Lea,2025-02-03 10:11:12,May,NORMAL
`,
    );
    expect(await suppressions(id)).toEqual([{ scope: "email", state: "opted_out" }]);
  });
});

test("a second phone number is kept with its label, and the mobile number is the main one", async () => {
  await importFile(
    "Name,Home Phone,Mobile Phone,E-mail\nAna Ríos,787-555-0101,787-555-0102,ana@example.com\n",
  );
  const [ana] = await people();
  expect(ana).toMatchObject({ phone: "+17875550102" });
  const { body } = await faro.send("GET", `/api/people/${ana.id}/addresses`);
  expect(body.addresses).toMatchObject([
    { kind: "email", label: null, isPrimary: true },
    { value: "+17875550102", label: "mobile", isPrimary: true },
    { value: "+17875550101", label: "home", isPrimary: false },
  ]);
});

test("the country of a row decides its phone number and postal code", async () => {
  await importFile(
    "Nombre,Celular,C.P.,País\nLuz Marte,55 1234 5678,6600,México\nAna Ríos,787-555-0101,956,Puerto Rico\n",
  );
  expect(await people()).toMatchObject([
    { first_name: "Luz", phone: "+525512345678", zip: "06600", region: "MX" },
    { first_name: "Ana", phone: "+17875550101", zip: "00956" },
  ]);
});

test("the check counts what the run does, also for rows of one household far apart", async () => {
  const rows = Array.from(
    { length: 2100 },
    (_, index) =>
      `Ana${index} Ríos,person${index}@example.com,787-${551 + Math.floor(index / 10_000)}-${String(1000 + index)}`,
  );
  // With the phone number of the first row: another person, then the first one again under a second address.
  rows.push("Eva Cruz,eva@example.com,787-551-1000", "Ana0 Ríos,ana.second@example.com,787-551-1000");
  rows.push("Ana1 Ríos,person1@example.com,787-551-9999", "Eva Cruz,eva@example.com,");
  const id = await upload(["Name,E-mail,Phone", ...rows].join("\n"));
  await read(id);
  const { check: checked } = await check(id);
  const { batch } = await run(id);
  const { added, changed, unchanged, joined, refused } = checked;
  expect(batch.counts).toMatchObject({ added, joined });
  expect({ added, changed, unchanged, joined, refused }).toEqual({
    added: 2101,
    changed: 0,
    unchanged: 0,
    joined: 3,
    refused: 0,
  });
  expect(await people()).toHaveLength(2101);
});

test("a file of an old Mac with a title above its header is read, and rows without an address can be kept", async () => {
  const file = Buffer.from(
    "Clientes de mayo;;\r;;\rNombre;Correo;Tel\x8efono\rMar\x92a N\x9c\x96ez;maria@example.com;787-555-0101\rJos\x8e Mu\x96oz;;\r",
    "latin1",
  );
  const id = await upload(file);
  const mapped = await read(id);
  expect(mapped.file).toMatchObject({ encoding: "macintosh", separator: ";", hasHeader: true });
  expect(mapped.columns.map((column: any) => column.header)).toEqual(["Nombre", "Correo", "Teléfono"]);
  expect((await check(id)).check).toMatchObject({ added: 1, refused: 1 });
  await map(id, { answers: { no_address: "empty" } });
  expect((await check(id)).check).toMatchObject({ added: 2, refused: 0 });
  await run(id);
  expect(
    (await people()).map(({ first_name, last_name }: any) => `${first_name} ${last_name}`).sort(),
  ).toEqual(["José Muñoz", "María Núñez"]);
});
