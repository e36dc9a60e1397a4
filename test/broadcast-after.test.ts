import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Broadcast, BroadcastActual, BroadcastPerson } from "#contract/broadcasts.ts";
import type { AudienceNode } from "#domain/audience/audience.ts";
import { copyOfBroadcast, followUpOf, partAudience } from "#domain/broadcasts/follow-up.ts";
import { addColleague, type Colleague } from "./colleagues.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { readZip } from "./read-zip.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let operator: Colleague;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  operator = await addColleague(faro, "Rosa");
});
afterAll(() => faro.stop());

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };
let count = 0;

type Person = { id: string; phone: string };
const addPerson = async (tag: string, more: object = {}): Promise<Person> => {
  const n = ++count;
  const { body } = await faro.send("POST", "/api/people", {
    ...{ firstName: `Ana ${n}`, phone: phone(n), timezone, tags: [tag] },
    consents: { sms: true },
    ...more,
  });
  return body;
};

const tagged = (tag: string) => ({ field: "tags", op: "has_any", value: [tag] });
const sms = { type: "sms", template: "Hola {{first_name}}, cerramos el viernes." };
type Found = Broadcast & { actual: BroadcastActual | null };
const get = async (id: string): Promise<Found> => (await faro.send("GET", `/api/broadcasts/${id}`)).body;
const add = async (input: object): Promise<Broadcast> => {
  const { status, body } = await faro.send("POST", "/api/broadcasts", input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const check = async (id: string): Promise<NonNullable<Broadcast["check"]>> => {
  await faro.send("POST", `/api/broadcasts/${id}/check`);
  await expect.poll(async () => (await get(id)).state, patience).toBe("checked");
  const found = await get(id);
  if (!found.check) throw new Error("The check is missing");
  return found.check;
};
const sendAll = async (id: string): Promise<void> => {
  const { send, wait } = await check(id);
  const { status, body } = await faro.send("POST", `/api/broadcasts/${id}/start`, { confirm: send + wait });
  expect(status, JSON.stringify(body)).toBe(200);
  await expect.poll(async () => (await get(id)).state, patience).toBe("done");
};
const idsOf = async (audience: AudienceNode): Promise<string[]> => {
  const { body } = await faro.send("POST", "/api/audiences/people", { audience });
  expect(body.isReadable).toBe(true);
  return body.people.map(({ id }: Person) => id).toSorted();
};
const peopleOf = async (id: string, query: string): Promise<string[]> => {
  const { body } = await faro.send("GET", `/api/broadcasts/${id}/people?${query}`);
  return (body.people as BroadcastPerson[]).map(({ person }) => person.id).toSorted();
};
const idsIn = (...people: readonly (Person | undefined)[]): string[] =>
  people.flatMap((person) => (person ? [person.id] : [])).toSorted();
const reply = (address: string, text: string) =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text }),
  });
const download = async (id: string, query: string): Promise<Buffer> => {
  const response = await fetch(`${faro.url}/api/broadcasts/${id}/people/export?${query}`, {
    headers: { cookie: operator.cookie },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

describe("after a broadcast", () => {
  test("those who did not answer are an audience that follows them, and a draft of their own", async () => {
    const tag = "answered";
    const [silent, answers, leaves] = [await addPerson(tag), await addPerson(tag), await addPerson(tag)];
    const stopped = await addPerson(tag, { firstName: "" });
    const first = await add({
      ...{ name: "Notice", audience: tagged(tag), actions: [sms], purpose: "service" },
      guard: false,
    });
    await sendAll(first.id);
    await reply(answers.phone, "Gracias, los veo el lunes");
    await reply(leaves.phone, "STOP");
    await expect.poll(() => peopleOf(first.id, "outcome=answered"), patience).toEqual(idsIn(answers, leaves));
    expect(await peopleOf(first.id, "outcome=opted_out")).toEqual(idsIn(leaves));
    expect(await peopleOf(first.id, "outcome=got")).toEqual(idsIn(silent, answers, leaves));
    expect(await peopleOf(first.id, "outcome=not_got")).toEqual(idsIn(stopped));
    expect(await peopleOf(first.id, "outcome=bounced")).toEqual([]);

    const next = await add(followUpOf(await get(first.id), { kind: "unanswered", name: "Notice: no reply" }));
    expect(next).toMatchObject({ state: "draft", purpose: "service", actions: [{ template: sms.template }] });
    expect(await idsOf(next.audience)).toEqual(idsIn(silent));
    expect(await check(next.id)).toMatchObject({ people: 1 });
    await reply(silent.phone, "Ya lo vi");
    await expect.poll(() => idsOf(next.audience), patience).toEqual([]);
  });

  test("those whose message failed get it by another channel", async () => {
    const tag = "failed";
    const mail = (address: string) => ({ email: address, consents: { email: true, sms: true } });
    const refused = await addPerson(tag, mail("reject+after@example.com"));
    await addPerson(tag, mail("eva+after@example.com"));
    const first = await add({
      ...{ name: "Mail", audience: tagged(tag), guard: false },
      actions: [{ type: "email", template: "Cerramos el viernes, {{first_name}}." }],
    });
    await sendAll(first.id);
    await expect.poll(() => peopleOf(first.id, "outcome=failed"), patience).toEqual(idsIn(refused));
    const actions = [{ type: "sms" as const, template: sms.template }];
    const next = await add(followUpOf(await get(first.id), { kind: "failed", name: "By SMS", actions }));
    expect(await check(next.id)).toMatchObject({ people: 1, send: 1 });
    expect(await peopleOf(next.id, "channel=sms")).toEqual(idsIn(refused));
  });

  test("it is copied into a draft with everything that was written", async () => {
    const tag = "copied";
    await addPerson(tag);
    const first = await add({
      ...{ name: "Once", audience: tagged(tag), actions: [sms], holdoutPercent: 5, perMinute: 30 },
      when: { kind: "at", at: new Date(Date.now() + 3_600_000).toISOString() },
    });
    await check(first.id);
    await faro.send("POST", `/api/broadcasts/${first.id}/start`, { confirm: 1 });
    await faro.send("POST", `/api/broadcasts/${first.id}/cancel`);
    const copy = await add(copyOfBroadcast(await get(first.id), "Once (copy)"));
    expect(copy).toMatchObject({ name: "Once (copy)", state: "draft", when: { kind: "now" }, perMinute: 30 });
    expect(copy.audience).toEqual(tagged(tag));
    expect(await check(copy.id)).toMatchObject({ people: 1 });
  });
});

describe("people kept aside", () => {
  test("are compared with those who got it, by conversions of two weeks and by what came in", async () => {
    const tag = "compared";
    const people = await Promise.all(Array.from({ length: 60 }, () => addPerson(tag)));
    const broadcast = await add({
      ...{ name: "Compared", audience: tagged(tag), actions: [sms], purpose: "service", guard: false },
      holdoutPercent: 50,
    });
    await sendAll(broadcast.id);
    const aside = await idsOf(partAudience(broadcast.id, { code: "broadcast_held_out" }));
    const got = await idsOf(partAudience(broadcast.id, { outcome: "got" }));
    expect(aside.length + got.length).toBe(60);
    const convert = (ids: readonly string[], at: string) =>
      faro.pool.query(`UPDATE people SET converted_at = now() + $2::interval WHERE id = ANY($1)`, [ids, at]);
    await convert(got.slice(0, 3), "13 days");
    await convert(got.slice(3, 4), "15 days");
    await convert(got.slice(4, 5), "-1 day");
    await convert(aside.slice(0, 1), "1 minute");
    const answers = people.find(({ id }) => got.includes(id));
    const writes = people.find(({ id }) => aside.includes(id));
    await reply(answers?.phone ?? "", "Gracias");
    await reply(writes?.phone ?? "", "¿Abren el viernes?");
    await expect
      .poll(async () => {
        await faro.pool.query("UPDATE broadcasts SET due_at = now(), figures_at = now() WHERE id = $1", [
          broadcast.id,
        ]);
        return (await get(broadcast.id)).actual?.compared;
      }, patience)
      .toEqual({
        got: { people: got.length, converted: 3, wrote: 1 },
        keptAside: { people: aside.length, converted: 1, wrote: 1 },
      });
  });
});

describe("spread over hours", () => {
  test("the pace follows from the number of people at the start, and two paces are refused", async () => {
    const tag = "spread";
    await Promise.all(Array.from({ length: 61 }, () => addPerson(tag)));
    const written = { name: "Spread", audience: tagged(tag), actions: [sms], guard: false };
    const refused = await faro.send("POST", "/api/broadcasts", { ...written, perMinute: 5, spreadHours: 1 });
    expect(refused.body).toMatchObject({ code: "invalid", issues: [{ path: "spreadHours" }] });
    const broadcast = await add({ ...written, spreadHours: 1 });
    const both = await faro.send("PUT", `/api/broadcasts/${broadcast.id}`, { perMinute: 5 });
    expect(both.body).toMatchObject({ code: "invalid", issues: [{ path: "spreadHours" }] });
    await check(broadcast.id);
    await faro.send("POST", `/api/broadcasts/${broadcast.id}/start`, { confirm: 61 });
    await expect.poll(async () => (await get(broadcast.id)).state, patience).toBe("sending");
    const begun = async () =>
      (await faro.pool.query("SELECT begun FROM broadcasts WHERE id = $1", [broadcast.id])).rows[0].begun;
    // The first person begins at once, the next after a minute.
    await expect.poll(begun, { ...patience, interval: 20 }).toBe(1);
    // A minute that was not used is worth one person.
    await faro.pool.query(
      "UPDATE broadcasts SET paced_until = now() - interval '1 hour', due_at = now() WHERE id = $1",
      [broadcast.id],
    );
    await expect.poll(begun, { ...patience, interval: 20 }).toBe(2);
    await faro.send("POST", `/api/broadcasts/${broadcast.id}/cancel`);
  });
});

describe("the groups of a check", () => {
  test("are segments that follow the check, and are listed with what it found", async () => {
    const tag = "grouped";
    const ready = await addPerson(tag);
    const noConsent = await addPerson(tag, { consents: {} });
    const nameless = await addPerson(tag, { firstName: "" });
    const broadcast = await add({ name: "Grouped", audience: tagged(tag), actions: [sms] });
    await check(broadcast.id);
    const missing = partAudience(broadcast.id, { ruling: "stop", code: "variable_missing", channel: "sms" });
    const going = partAudience(broadcast.id, { ruling: "send", code: "none", channel: "sms" });
    const { body: segment } = await faro.send("POST", "/api/views", {
      ...{ kind: "segment", name: "No name", audience: missing },
    });
    expect(segment).toMatchObject({ isReadable: true });
    const ofSegment: AudienceNode = { field: `segment.${segment.id}`, op: "in" };
    expect(await idsOf(ofSegment)).toEqual(idsIn(nameless));
    expect(await idsOf(going)).toEqual(idsIn(ready));
    expect(await idsOf({ all: [tagged(tag) as AudienceNode, { not: going }] })).toEqual(
      idsIn(noConsent, nameless),
    );
    for (const audience of [going, ofSegment]) {
      const itself = await faro.send("PUT", `/api/broadcasts/${broadcast.id}`, { audience });
      expect(itself.body).toMatchObject({ code: "invalid", issues: [{ path: "audience" }] });
    }
    const { body } = await faro.send("GET", "/api/audiences/fields");
    const field = body.fields.find(({ id }: { id: string }) => id === `broadcast.${broadcast.id}`);
    expect(field).toMatchObject({ kind: "set", label: { es: "Envío masivo «Grouped»" } });
    expect(field.choices).toContainEqual({ value: "reason.variable_missing", label: null });
    expect(body.fields.some(({ id }: { id: string }) => id === `rule.${broadcast.id}`)).toBe(false);
    const plain = [{ type: "sms", template: "Cerramos el viernes." }];
    await faro.send("PUT", `/api/broadcasts/${broadcast.id}`, { actions: plain });
    await check(broadcast.id);
    expect(await idsOf(ofSegment)).toEqual([]);
    expect(await idsOf(going)).toEqual(idsIn(ready, nameless));
    await faro.send("DELETE", `/api/broadcasts/${broadcast.id}`);
    const gone = await faro.send("POST", "/api/audiences/people", { audience: ofSegment });
    expect(gone.body).toMatchObject({ isReadable: false, people: [] });
  });

  test("are exported with address, ruling and reasons in words, and the export is recorded", async () => {
    const tag = "exported";
    const ready = await addPerson(tag, { firstName: "=1+1" });
    await addPerson(tag, { consents: {} });
    await addPerson(tag, { firstName: "" });
    const broadcast = await add({ name: "Exported", audience: tagged(tag), actions: [sms] });
    await check(broadcast.id);
    const spanish = (await download(broadcast.id, "ruling=stop&names=words&language=es")).toString();
    const lines = spanish.trimEnd().split("\r\n");
    expect(lines[0]).toBe(
      '\uFEFF"ID de la persona","Nombre","Dirección","Canal","Decisión","No antes de","Motivos","Mensaje"',
    );
    expect(lines).toHaveLength(3);
    expect(spanish).toContain('"SMS","Detenida","","Sin consentimiento"');
    const machine = (await download(broadcast.id, "ruling=send&names=machine")).toString();
    expect(machine.split("\r\n")[1]).toContain(`"${ready.id}","'=1+1","${ready.phone}","sms","send"`);
    const files = await readZip(await download(broadcast.id, "format=xlsx&language=en&names=words"));
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).toContain("No consent");
    expect(sheet.match(/<row /g)).toHaveLength(4);
    const viewer = await addColleague(faro, "Vera", "viewer");
    expect((await viewer.send("GET", `/api/broadcasts/${broadcast.id}/people/export`)).status).toBe(403);
    const { rows } = await faro.pool.query(
      "SELECT metadata FROM audit_logs WHERE entity_id = $1 AND details ->> 'kind' = 'exported' ORDER BY seq",
      [broadcast.id],
    );
    expect(rows.map(({ metadata }) => metadata)).toMatchObject([
      { format: "csv", ruling: "stop", searched: false },
      { format: "csv", ruling: "send" },
      { format: "xlsx" },
    ]);
  });
});
