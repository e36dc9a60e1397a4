import { Client } from "@hubspot/api-client";
import { Connection } from "jsforce";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isDeep } from "./deep.ts";
import { deletePeople } from "./delete-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
/** The vendor's own client: a colleague who works in HubSpot. */
let hubspot: Client;

const control = async (body: object) => {
  const { status } = await fetch(`${faro.sandboxUrl}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(status).toBe(200);
};

beforeAll(async () => {
  faro = await startSandboxFaro();
  hubspot = new Client({
    accessToken: "pat-na1-colleague",
    basePath: `${faro.sandboxUrl}/hubspot`,
    numberOfApiCallRetries: 0,
  });
  await control({ webhooks: { hubspot: `${faro.url}/hooks/sync/hubspot` } });
});
afterAll(() => faro.stop());

const sync = async (service: string) => (await faro.send("GET", `/api/syncs/${service}`)).body;
const command = async (service: string, name: string, status = 200) => {
  const answer = await faro.send("POST", `/api/syncs/${service}/${name}`);
  expect([name, answer.status, answer.body?.code]).toEqual([name, status, answer.body?.code]);
  return answer.body;
};
const becomes = async (service: string, expected: object) => {
  await expect.poll(() => sync(service), { timeout: 40_000, interval: 100 }).toMatchObject(expected);
  return sync(service);
};
const settled = async (service: string) => {
  await command(service, "run");
  await expect
    .poll(
      async () =>
        (
          await faro.pool.query(
            "SELECT FROM pgboss.job WHERE name = 'run-sync' AND state < 'completed' UNION ALL SELECT FROM sync_queue",
          )
        ).rowCount,
      { timeout: 40_000, interval: 100 },
    )
    .toBe(0);
};
const changes = async (service: string, query = "") =>
  (await faro.send("GET", `/api/syncs/${service}/changes?limit=100${query}`)).body.changes;
const people = async () =>
  (await faro.pool.query("SELECT * FROM people ORDER BY first_name, last_name")).rows;
const person = async (email: string) =>
  (await faro.pool.query("SELECT * FROM people WHERE email = $1", [email])).rows[0];
const addPerson = async (input: object): Promise<string> => {
  const { status, body } = await faro.send("POST", "/api/people", input);
  expect([status, body]).toEqual([200, body]);
  return body.id;
};
const changePerson = async (id: string, input: object) =>
  expect((await faro.send("PUT", `/api/people/${id}`, input)).status).toBe(200);

const options = {
  rule: "newest",
  createsHere: true,
  createsThere: true,
  onRemoteDelete: "keep",
  onLocalDelete: "keep",
};
const saveMap = async (service: string, more: object = {}) => {
  const { body } = await faro.send("POST", `/api/syncs/${service}/fields`);
  const saved = await faro.send("PUT", `/api/syncs/${service}`, { ...options, map: body.guess, ...more });
  expect([saved.status, saved.body]).toEqual([200, saved.body]);
  return body.guess as { ours: string; theirs: string; direction: string }[];
};
/** From no sync to one that follows changes. */
const start = async (service: string, more: object = {}) => {
  await saveMap(service, more);
  await command(service, "start");
  return becomes(service, { phase: "live", state: "running" });
};

const contactIds = async (): Promise<string[]> =>
  (await hubspot.crm.contacts.getAll(undefined, undefined, ["email"])).map(({ id }) => id);
const contact = async (email: string, properties = ["firstname", "lastname", "email", "phone", "city"]) =>
  await hubspot.crm.contacts.basicApi.getById(email, properties, undefined, undefined, false, "email");
const edit = (id: string, properties: Record<string, string>) =>
  hubspot.crm.contacts.basicApi.update(id, { properties });
const create = (properties: Record<string, string>) =>
  hubspot.crm.contacts.basicApi.create({ properties, associations: [] });

const clear = async () => {
  await control({ interrupt: null, indexLagMs: 0, webhooks: { hubspot: null } });
  for (const service of ["hubspot", "salesforce"])
    if ((await sync(service)).phase !== "setup") await command(service, "stop");
  for (const id of await contactIds()) await hubspot.crm.contacts.basicApi.archive(id);
  await faro.pool.query(
    "DELETE FROM pgboss.job WHERE name IN ('run-sync', 'score-synced', 'score-linked') AND state < 'active'",
  );
  await deletePeople(faro.pool);
  await faro.pool.query("DELETE FROM sync_queue");
  await faro.pool.query("DELETE FROM sync_changes");
};

describe("with HubSpot", () => {
  beforeEach(clear);

  test("without linked fields neither a preview nor a load begins, and it says what is missing", async () => {
    await faro.pool.query("DELETE FROM sync_connections");
    for (const name of ["preview", "start"])
      expect(await command("hubspot", name, 422)).toMatchObject({
        code: "field_map_missing",
        message: expect.stringMatching(/No fields are linked yet/),
      });
    await saveMap("hubspot");
    expect(await command("hubspot", "resume", 409)).toMatchObject({ code: "sync_not_possible" });
  });

  test("the log of a sync stays when it ends, while its links are forgotten", async () => {
    await create({ email: "luz@example.com", firstname: "Luz", lastname: "Vega" });
    await start("hubspot");
    const before = await changes("hubspot");
    expect(before).toMatchObject([{ kind: "added", way: "in", name: "Luz Vega" }]);
    expect(await command("hubspot", "stop")).toMatchObject({ phase: "setup", state: "waiting", linked: 0 });
    expect(await changes("hubspot")).toEqual(before);
    expect((await faro.pool.query("SELECT FROM sync_links")).rowCount).toBe(0);
    // A sync that begins anew finds both by their address, and adds to the same log.
    await command("hubspot", "start");
    await becomes("hubspot", { phase: "live", state: "running", linked: 1 });
    expect((await changes("hubspot")).map(({ id }: { id: string }) => id)).toContain(before[0].id);
  });

  test("fields are guessed, the preview writes nothing, and both sides meet", async () => {
    await create({ email: "ana@example.com", firstname: "Ana", lastname: "Rivera", city: "Ponce" });
    await create({ email: "eva@example.com", firstname: "Eva", lastname: "Soto", phone: "(787) 555-0148" });
    await addPerson({
      firstName: "Ana",
      lastName: "Rivera",
      email: "ana@example.com",
      phone: "+17875550109",
    });
    await addPerson({ firstName: "Luis", lastName: "Colón", email: "luis@example.com", town: "Lares" });
    const guess = await saveMap("hubspot");
    expect(
      Object.fromEntries(guess.map(({ ours, theirs, direction }) => [ours, `${theirs} ${direction}`])),
    ).toEqual({
      email: "email both",
      firstName: "firstname both",
      lastName: "lastname both",
      phone: "phone both",
      town: "city both",
      region: "state both",
      zip: "zip both",
      language: "hs_language both",
      "optOut.email": "hs_email_optout in",
    });
    await command("hubspot", "preview");
    const preview = await becomes("hubspot", { phase: "preview", state: "waiting" });
    expect(preview.counts).toEqual({
      matched: 1,
      addedHere: 1,
      changedHere: 1,
      changedThere: 1,
      addedThere: 1,
    });
    expect(await people()).toHaveLength(2);
    expect(await contactIds()).toHaveLength(2);
    await command("hubspot", "start");
    const live = await becomes("hubspot", { phase: "live" });
    expect(live).toMatchObject({ linked: 3, total: 2, counts: { matched: 1, addedHere: 1, addedThere: 1 } });
    expect(await person("ana@example.com")).toMatchObject({ town: "Ponce", phone: "+17875550109" });
    expect(await person("eva@example.com")).toMatchObject({ phone: "+17875550148", sources: ["HubSpot"] });
    expect((await contact("ana@example.com")).properties).toMatchObject({
      phone: "+17875550109",
      city: "Ponce",
    });
    expect((await contact("luis@example.com")).properties).toMatchObject({
      lastname: "Colón",
      city: "Lares",
    });
    expect(await contactIds()).toHaveLength(3);
  });

  test("changes go both ways, and an own change is no change", async () => {
    const made = await create({ email: "ana@example.com", firstname: "Ana", lastname: "Rivera" });
    await start("hubspot");
    await edit(made.id, { city: "Ponce", phone: "787-555-0109" });
    await settled("hubspot");
    const ana = await person("ana@example.com");
    expect(ana).toMatchObject({ town: "Ponce", phone: "+17875550109" });
    await changePerson(ana.id, { lastName: "Rivera Soto" });
    await settled("hubspot");
    expect((await contact("ana@example.com")).properties.lastname).toBe("Rivera Soto");
    // What was written is read again, and leads to nothing.
    const before = await changes("hubspot");
    await settled("hubspot");
    await settled("hubspot");
    expect(await changes("hubspot")).toEqual(before);
    expect(await changes("hubspot", "&only=all")).toEqual(before);
    expect(before.map(({ way, kind, state }: any) => `${way} ${kind} ${state}`)).toEqual([
      "out changed done",
      "in changed done",
      "in added done",
    ]);
    // A person without an e-mail address is recognised by a key of ours.
    await addPerson({ firstName: "Iris", phone: "+17875550160" });
    await settled("hubspot");
    await settled("hubspot");
    expect(await contactIds()).toHaveLength(2);
  });

  test("a webhook brings a change at once; repeated and forged ones do no harm", async () => {
    await control({ webhooks: { hubspot: `${faro.url}/hooks/sync/hubspot` } });
    const made = await create({ email: "ana@example.com", firstname: "Ana" });
    await start("hubspot");
    // The search does not show it for a long time, so it comes by the webhook alone.
    await control({ indexLagMs: 600_000 });
    for (const city of ["Ponce", "Lares", "Caguas"]) await edit(made.id, { city });
    await expect
      .poll(async () => (await person("ana@example.com")).town, { timeout: 180_000 })
      .toBe("Caguas");
    const forged = await faro.send("POST", "/hooks/sync/hubspot", [
      { objectId: 1, subscriptionType: "contact.creation" },
    ]);
    expect(forged.status).toBe(401);
    await hubspot.crm.contacts.basicApi.archive(made.id);
    await expect
      .poll(async () => (await changes("hubspot"))[0], { timeout: 180_000 })
      .toMatchObject({ kind: "deleted", way: "in", reasons: { contact: "kept_here" } });
    expect(await people()).toHaveLength(1);
  });

  test("two edits of one field at the same moment are a conflict that shows the loser", async () => {
    const made = await create({ email: "ana@example.com", firstname: "Ana", city: "Ponce" });
    await start("hubspot", { rule: "ours" });
    const { id } = await person("ana@example.com");
    // Paused, so that no run sees the first edit before the second.
    await faro.send("POST", "/api/syncs/hubspot/pause");
    await edit(made.id, { city: "Lares", lastname: "Rivera" });
    await changePerson(id, { town: "Caguas" });
    await faro.send("POST", "/api/syncs/hubspot/resume");
    await settled("hubspot");
    expect((await contact("ana@example.com")).properties.city).toBe("Caguas");
    expect(await person("ana@example.com")).toMatchObject({ town: "Caguas", last_name: "Rivera" });
    const [conflict] = await changes("hubspot", "&only=conflicts");
    expect(conflict).toMatchObject({
      way: "out",
      before: { town: "Lares" },
      after: { town: "Caguas" },
      conflicts: { town: "Lares" },
      reasons: { town: "ours_wins" },
    });
  });

  test("opt-outs are carried and never lifted", async () => {
    await hubspot.crm.properties.coreApi.create("contacts", {
      name: "sms_opt_out",
      label: "SMS opt out",
      type: "bool" as never,
      fieldType: "booleancheckbox" as never,
      groupName: "contactinformation",
    });
    const made = await create({ email: "ana@example.com", firstname: "Ana", phone: "+17875550109" });
    await start("hubspot");
    // Of a second contact with the same number only the opt-out counts, and the linked one learns of it.
    await create({ firstname: "Ana", city: "Ponce", phone: "+17875550109", sms_opt_out: "true" });
    await settled("hubspot");
    expect(await person("ana@example.com")).toMatchObject({ town: null, consents: { sms: false } });
    expect((await contact("ana@example.com", ["sms_opt_out"])).properties.sms_opt_out).toBe("true");
    expect((await faro.pool.query("SELECT remote_id FROM sync_links")).rows).toEqual([
      { remote_id: made.id },
    ]);
    await fetch(`${faro.sandboxUrl}/hubspot/communication-preferences/v3/unsubscribe`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer pat-na1-colleague" },
      body: JSON.stringify({ emailAddress: "ana@example.com", subscriptionId: "1" }),
    });
    await settled("hubspot");
    expect((await person("ana@example.com")).consents).toMatchObject({ sms: false, email: false });
    const suppressions = async () =>
      (
        await faro.pool.query(
          "SELECT scope, state, source FROM suppressions WHERE source = 'sync' ORDER BY scope",
        )
      ).rows;
    expect(await suppressions()).toEqual([
      { scope: "email", state: "opted_out", source: "sync" },
      { scope: "sms", state: "opted_out", source: "sync" },
    ]);
    // The colleague takes the mark away: nothing is lifted here, and it is put back there.
    await edit(made.id, { sms_opt_out: "false" });
    await settled("hubspot");
    expect((await person("ana@example.com")).consents).toMatchObject({ sms: false, email: false });
    expect((await contact("ana@example.com", ["sms_opt_out"])).properties.sms_opt_out).toBe("true");
    expect(await suppressions()).toHaveLength(2);
    await hubspot.crm.properties.coreApi.archive("contacts", "sms_opt_out");
  });

  test("values, tags and consents are carried by their own rules", async () => {
    const property = (name: string, type: string, fieldType: string, options: string[] = []) =>
      hubspot.crm.properties.coreApi.create("contacts", {
        name,
        label: name,
        type: type as never,
        fieldType: fieldType as never,
        groupName: "contactinformation",
        options: options.map((value, displayOrder) => ({ label: value, value, displayOrder, hidden: false })),
      });
    await property("stage", "enumeration", "select", ["Lead", "Sales qualified lead"]);
    await property("labels", "enumeration", "checkbox", ["vip", "solar", "event"]);
    await property("sms_ok", "bool", "booleancheckbox");
    await create({
      email: "ana@example.com",
      firstname: "Ana",
      stage: "Sales qualified lead",
      labels: "vip;event",
      sms_ok: "true",
    });
    const guess = await saveMap("hubspot");
    await addPerson({ firstName: "Ana", email: "ana@example.com", tags: ["solar"] });
    const values = [
      { ours: "new", theirs: "Lead" },
      { ours: "qualified", theirs: "Sales qualified lead" },
    ];
    await start("hubspot", {
      rule: "theirs",
      map: [
        ...guess.filter(({ ours }) => ours !== "tags"),
        { ours: "status", theirs: "stage", direction: "both", values },
        { ours: "tags", theirs: "labels", direction: "both" },
        { ours: "consent.sms", theirs: "sms_ok", direction: "both" },
      ],
      proof: { how: "web_form", when: "2026-01-15", note: "Form on our page" },
    });
    const ana = await person("ana@example.com");
    expect(ana).toMatchObject({ status: "qualified", consents: { sms: true } });
    expect(ana.tags.toSorted()).toEqual(["event", "solar", "vip"]);
    const consents = async () =>
      (
        await faro.pool.query("SELECT state, method, proof FROM consent_records WHERE person_id = $1", [
          ana.id,
        ])
      ).rows;
    expect(await consents()).toEqual([
      {
        state: "granted",
        method: "sync",
        proof: { how: "web_form", when: "2026-01-15", note: "Form on our page", source: "HubSpot" },
      },
    ]);
    const theirs = async () =>
      (await contact("ana@example.com", ["stage", "labels", "sms_ok"])).properties as Record<string, string>;
    expect((await theirs()).labels?.split(";").toSorted()).toEqual(["event", "solar", "vip"]);
    // Back to the first stage, in the vendor's word; a refusal here is told there and stays.
    await changePerson(ana.id, { status: "new", consents: { sms: false } });
    await settled("hubspot");
    expect(await theirs()).toMatchObject({ stage: "Lead", sms_ok: "false" });
    await edit((await contact("ana@example.com")).id, { sms_ok: "true" });
    await settled("hubspot");
    expect((await person("ana@example.com")).consents).toMatchObject({ sms: false });
    expect((await consents()).map(({ state }) => state)).not.toContain("unproven");
    for (const name of ["stage", "labels", "sms_ok"])
      await hubspot.crm.properties.coreApi.archive("contacts", name);
  });

  test("a change is undone here and there, while it still stands", async () => {
    const made = await create({ email: "ana@example.com", firstname: "Ana", city: "Ponce" });
    await start("hubspot");
    await edit(made.id, { city: "Lares" });
    await settled("hubspot");
    const [change] = await changes("hubspot");
    expect((await faro.send("POST", `/api/syncs/hubspot/changes/${change.id}/undo`)).body.state).toBe(
      "undone",
    );
    await settled("hubspot");
    expect((await person("ana@example.com")).town).toBe("Ponce");
    expect((await contact("ana@example.com")).properties.city).toBe("Ponce");
    expect((await faro.send("POST", `/api/syncs/hubspot/changes/${change.id}/undo`)).status).toBe(409);
    // The person whom the sync added goes, and their contact does not bring them back.
    const added = (await changes("hubspot")).find(({ kind }: any) => kind === "added");
    await faro.pool.query("DELETE FROM timeline WHERE event_type = 'change_undone'");
    expect((await faro.send("POST", `/api/syncs/hubspot/changes/${added.id}/undo`)).body.state).toBe(
      "undone",
    );
    await edit(made.id, { city: "Caguas" });
    await settled("hubspot");
    expect(await people()).toEqual([]);
    expect(await contactIds()).toEqual([made.id]);
  });

  test("deletions are carried where the operator chose so", async () => {
    const [ana, eva] = await Promise.all([
      create({ email: "ana@example.com", firstname: "Ana" }),
      create({ email: "eva@example.com", firstname: "Eva" }),
    ]);
    await start("hubspot", { onRemoteDelete: "delete", onLocalDelete: "delete" });
    await hubspot.crm.contacts.basicApi.archive(ana.id);
    const { id } = await person("eva@example.com");
    expect((await faro.send("DELETE", `/api/people/${id}`)).status).toBeLessThan(300);
    // The sync may have noticed by itself that Ana is gone.
    await expect.poll(() => person("eva@example.com"), { timeout: 180_000 }).toBeUndefined();
    await settled("hubspot");
    expect(await people()).toEqual([]);
    expect(await contactIds()).toEqual([]);
    expect(eva.id).not.toBe(ana.id);
  });

  test("a field that was deleted there is left out, shown, and empties nothing", async () => {
    await faro.send("POST", "/api/person-fields", {
      label: { en: "Roof type", es: "Tipo de techo" },
      kind: "text",
    });
    await hubspot.crm.properties.coreApi.create("contacts", {
      name: "roof_type",
      label: "Roof type",
      type: "string" as never,
      fieldType: "text" as never,
      groupName: "contactinformation",
    });
    const made = await create({ email: "ana@example.com", firstname: "Ana", roof_type: "flat" });
    await start("hubspot");
    expect((await person("ana@example.com")).fields).toEqual({ roof_type: "flat" });
    await hubspot.crm.properties.coreApi.archive("contacts", "roof_type");
    await edit(made.id, { city: "Ponce" });
    await settled("hubspot");
    expect(await person("ana@example.com")).toMatchObject({ town: "Ponce", fields: { roof_type: "flat" } });
    const { map, remoteFields, state } = await sync("hubspot");
    expect(state).toBe("running");
    expect(map.map(({ ours }: any) => ours)).toContain("fields.roof_type");
    expect(remoteFields.map(({ name }: any) => name)).not.toContain("roof_type");
  });

  test("a value that does not fit is refused alone, with its reason", async () => {
    await faro.send("POST", "/api/person-fields", { label: { en: "Bill", es: "Factura" }, kind: "text" });
    await hubspot.crm.properties.coreApi.create("contacts", {
      name: "bill",
      label: "Bill",
      type: "number" as never,
      fieldType: "number" as never,
      groupName: "contactinformation",
    });
    const guess = await saveMap("hubspot");
    await addPerson({ firstName: "Ana", email: "ana@example.com", fields: { bill: "about 240" } });
    await addPerson({ firstName: "Eva", email: "eva@example.com", fields: { bill: "310" } });
    await start("hubspot", { map: [...guess, { ours: "fields.bill", theirs: "bill", direction: "out" }] });
    expect((await contact("eva@example.com", ["bill"])).properties.bill).toBe("310");
    expect((await contact("ana@example.com", ["bill", "firstname"])).properties).toMatchObject({
      bill: null,
      firstname: "Ana",
    });
    const [refused] = await changes("hubspot", "&only=refused");
    expect(refused).toMatchObject({
      problems: [{ field: "fields.bill", code: "not_number", value: "about 240" }],
    });
    await hubspot.crm.properties.coreApi.archive("contacts", "bill");
  });

  test.each([
    ["unauthorized", 1],
    ["server-error", 2],
    ["cut", 1],
    ...(isDeep
      ? ([
          ["rate-limited", 1],
          ["rate-limited-bare", 1],
          ["html", 1],
          ["false-success", 1],
        ] as const)
      : []),
  ] as const)("%s in the middle loses and doubles nothing", { timeout: 180_000 }, async (as, times) => {
    await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        create({ email: `p${n}@example.com`, firstname: `P${n}`, city: "Ponce" }),
      ),
    );
    for (const n of [5, 6, 7]) await addPerson({ firstName: `P${n}`, email: `p${n}@example.com` });
    await control({ interrupt: { vendor: "hubspot", as, skip: 3, times } });
    await start("hubspot");
    await control({ interrupt: { vendor: "hubspot", as, path: "batch/u", times } });
    await changePerson((await person("p1@example.com")).id, { town: "Lares" });
    await settled("hubspot");
    expect((await people()).map(({ first_name }) => first_name)).toEqual([
      "P0",
      "P1",
      "P2",
      "P3",
      "P4",
      "P5",
      "P6",
      "P7",
    ]);
    expect(await contactIds()).toHaveLength(8);
    expect((await contact("p1@example.com")).properties.city).toBe("Lares");
    const { rows } = await faro.pool.query(
      "SELECT count(*)::int AS links FROM sync_links WHERE gone_at IS NULL",
    );
    expect(rows).toEqual([{ links: 8 }]);
    expect((await changes("hubspot")).filter(({ state }: any) => state === "pending")).toEqual([]);
  });

  test("a revoked token pauses the sync with a notice; it goes on where it was", async () => {
    await create({ email: "ana@example.com", firstname: "Ana" });
    await saveMap("hubspot");
    await control({ interrupt: { vendor: "hubspot", as: "unauthorized", skip: 2, times: 50 } });
    await command("hubspot", "start");
    const failed = await becomes("hubspot", { phase: "load", state: "failed" });
    expect(failed.problem).toContain("Authentication credentials");
    const { rows } = await faro.pool.query("SELECT params FROM notifications WHERE kind = 'sync_paused'");
    expect(rows.at(-1).params).toMatchObject({ name: "HubSpot", step: "connect" });
    await control({ interrupt: null });
    await command("hubspot", "resume");
    await becomes("hubspot", { phase: "live", state: "running", linked: 1 });
  });

  test("another account behind the connection stops the sync before anything is read or written", async () => {
    const made = await create({ email: "ana@example.com", firstname: "Ana", city: "Ponce" });
    const live = await start("hubspot");
    expect(live.account).toBe("Portal 4455010");
    await control({ accounts: { hubspot: "777" } });
    await edit(made.id, { city: "Lares" });
    const { id } = await person("ana@example.com");
    await changePerson(id, { lastName: "Rivera" });
    await command("hubspot", "run");
    const stopped = await becomes("hubspot", { state: "failed", problemKind: "account" });
    expect(stopped.problem).toContain("Portal 777");
    expect(await person("ana@example.com")).toMatchObject({ town: "Ponce" });
    expect((await contact("ana@example.com")).properties.lastname).toBeNull();
    const { rows } = await faro.pool.query(
      "SELECT params FROM notifications WHERE kind = 'sync_paused' ORDER BY created_at DESC LIMIT 1",
    );
    expect(rows[0].params.reason).toContain("Portal 777");
    // It is no answer to continue while the other account is connected.
    await command("hubspot", "resume");
    await becomes("hubspot", { state: "failed", problemKind: "account" });
    // The former account again: the sync goes on where it was.
    await control({ accounts: { hubspot: null } });
    await command("hubspot", "resume");
    await settled("hubspot");
    expect(await person("ana@example.com")).toMatchObject({ town: "Lares" });
    expect((await contact("ana@example.com")).properties.lastname).toBe("Rivera");
    // Or anew: the links go, the people stay, and a preview says what would happen.
    await command("hubspot", "restart", 409);
    await control({ accounts: { hubspot: "777" } });
    await command("hubspot", "run");
    await becomes("hubspot", { state: "failed", problemKind: "account" });
    await command("hubspot", "restart");
    await becomes("hubspot", { phase: "preview", state: "waiting", linked: 0, counts: { matched: 1 } });
    expect(await people()).toHaveLength(1);
    await command("hubspot", "start");
    expect(await becomes("hubspot", { phase: "live" })).toMatchObject({ account: "Portal 777", linked: 1 });
    await control({ accounts: { hubspot: null } });
  });

  test("many deletions at once wait for an operator", async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => create({ email: `p${n}@example.com`, firstname: `P${n}` })),
    );
    await start("hubspot", { onRemoteDelete: "delete" });
    const remove = async (from: number, to: number) => {
      for (const { id } of made.slice(from, to)) await hubspot.crm.contacts.basicApi.archive(id);
    };
    await remove(0, 2);
    await settled("hubspot");
    expect(await people()).toHaveLength(6);
    // With the two of before these are too many for a day.
    await remove(2, 6);
    await command("hubspot", "run");
    const stopped = await becomes("hubspot", { state: "failed", problemKind: "deletions" });
    expect(stopped.problem).toContain("4 of 6");
    expect(await people()).toHaveLength(6);
    // The vendor is asked again, and still does not have them.
    await command("hubspot", "resume");
    await becomes("hubspot", { state: "failed", problemKind: "deletions" });
    expect(await people()).toHaveLength(6);
    await command("hubspot", "confirm-deletions");
    await expect.poll(async () => (await people()).length, { timeout: 180_000 }).toBe(2);
    await command("hubspot", "confirm-deletions", 409);
    const { rows } = await faro.pool.query(
      "SELECT description FROM audit_logs WHERE entity_type = 'sync' AND description LIKE 'Confirmed%'",
    );
    expect(rows).toEqual([{ description: "Confirmed that 4 contacts were deleted in HubSpot" }]);
    await settled("hubspot");
    expect((await sync("hubspot")).state).toBe("running");
  });

  test("an initial load that stopped half-way goes on without doubling", { timeout: 180_000 }, async () => {
    for (let page = 0; page < 12; page++)
      await hubspot.crm.contacts.batchApi.create({
        inputs: Array.from({ length: 100 }, (_, n) => ({
          properties: { email: `c${page * 100 + n}@example.com`, firstname: `C${page * 100 + n}` },
          associations: [],
        })),
      });
    await faro.pool.query(`
      CREATE FUNCTION fail_sync() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'stopped'; END $$;
      CREATE TRIGGER fail_sync BEFORE INSERT ON people FOR EACH ROW WHEN (NEW.first_name = 'C1100')
        EXECUTE FUNCTION fail_sync()`);
    await saveMap("hubspot");
    await command("hubspot", "start");
    await expect
      .poll(
        async () =>
          (await faro.pool.query("SELECT FROM pgboss.job WHERE name = 'run-sync' AND state = 'retry'"))
            .rowCount,
        { timeout: 180_000 },
      )
      .toBe(1);
    expect(await sync("hubspot")).toMatchObject({ processed: 1000, total: 1200, linked: 1000 });
    await faro.pool.query("DROP TRIGGER fail_sync ON people; DROP FUNCTION fail_sync()");
    await becomes("hubspot", { phase: "live", linked: 1200, processed: 1200 });
    const { rows } = await faro.pool.query(
      "SELECT count(*)::int AS all, count(DISTINCT email)::int AS emails FROM people",
    );
    expect(rows).toEqual([{ all: 1200, emails: 1200 }]);
  });
});

describe.runIf(isDeep)("with Salesforce", () => {
  let salesforce: Connection;
  beforeAll(async () => {
    const answer = await fetch(`${faro.sandboxUrl}/salesforce/services/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: "colleague",
        client_secret: "s",
      }),
    });
    const { access_token: accessToken } = (await answer.json()) as { access_token: string };
    salesforce = new Connection({ instanceUrl: `${faro.sandboxUrl}/salesforce`, accessToken });
  });
  beforeEach(async () => {
    await clear();
    const { records } = await salesforce.query("SELECT Id FROM Contact");
    for (const { Id } of records) await salesforce.sobject("Contact").destroy(String(Id));
  });
  const find = async (email: string) => {
    const { records } = await salesforce.query(
      `SELECT Id, FirstName, LastName, Phone, MailingCity, HasOptedOutOfEmail, DoNotCall, Monthly_Bill__c FROM Contact WHERE Email = '${email}'`,
    );
    expect(records).toHaveLength(1);
    return records[0] as Record<string, any>;
  };

  test("a colleague and Faro edit the same contacts", { timeout: 180_000 }, async () => {
    await faro.send("POST", "/api/person-fields", {
      label: { en: "Monthly bill", es: "Factura mensual" },
      kind: "money",
    });
    const made = await salesforce
      .sobject("Contact")
      .create({ FirstName: "Alba", LastName: "Rivera", Email: "alba@example.com", Monthly_Bill__c: 240.5 });
    await addPerson({ firstName: "Luis", lastName: "Colón", email: "luis@example.com", town: "Lares" });
    await addPerson({ firstName: "Iris", lastName: "Vega", phone: "+17875550160" });
    await addPerson({ firstName: "Nameless", email: "nameless@example.com" });
    await start("salesforce");
    expect(await person("alba@example.com")).toMatchObject({
      last_name: "Rivera",
      fields: { monthly_bill: 240.5 },
    });
    expect(await find("luis@example.com")).toMatchObject({ LastName: "Colón", MailingCity: "Lares" });
    // Salesforce requires a last name, so the contact is not made, and the log says why.
    expect((await changes("salesforce", "&only=refused"))[0]).toMatchObject({
      problems: [{ field: "lastName", code: "required_there" }],
    });

    const { id: luisId } = await person("luis@example.com");
    await salesforce
      .sobject("Contact")
      .update({ Id: made.id as string, MailingCity: "Ponce", HasOptedOutOfEmail: true });
    await changePerson(luisId, { phone: "+17875550148" });
    await control({ interrupt: { vendor: "salesforce", as: "unauthorized", skip: 1 } });
    await settled("salesforce");
    const alba = await person("alba@example.com");
    expect(alba).toMatchObject({ town: "Ponce" });
    expect(alba.consents).toMatchObject({ email: false });
    expect(await find("luis@example.com")).toMatchObject({ Phone: "+17875550148" });

    // An opt-out here is told there; the colleague cannot take it back.
    await changePerson(luisId, { consents: { dnc: true } });
    await settled("salesforce");
    const luis = await find("luis@example.com");
    expect(luis).toMatchObject({ HasOptedOutOfEmail: true, DoNotCall: true });
    await salesforce.sobject("Contact").update({ Id: luis.Id, DoNotCall: false });
    await settled("salesforce");
    expect((await find("luis@example.com")).DoNotCall).toBe(true);

    await salesforce.sobject("Contact").destroy(made.id as string);
    await settled("salesforce");
    expect((await changes("salesforce"))[0]).toMatchObject({ kind: "deleted", way: "in", personId: alba.id });
    expect(await people()).toHaveLength(4);
    const { totalSize } = await salesforce.query("SELECT Id FROM Contact");
    expect(totalSize).toBe(2);
  });
});
