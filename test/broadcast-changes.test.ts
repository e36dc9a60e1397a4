import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Broadcast, BroadcastActual, BroadcastPerson } from "#contract/broadcasts.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { createImporter } from "./importer.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };
let count = 0;

type Person = { id: string; phone: string };
const addPerson = async (tag: string, more: object = {}): Promise<Person> => {
  const n = ++count;
  const { status, body } = await faro.send("POST", "/api/people", {
    ...{ firstName: `Ana ${n}`, phone: phone(n), timezone, tags: [tag], consents: { sms: true } },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const first = { type: "sms", template: "Hola {{first_name}}, cerramos el viernes." };
const later = { type: "sms", template: "Hola {{first_name}}, abrimos hoy.", wait: { for: 3, unit: "days" } };

type Found = Broadcast & { actual: BroadcastActual | null };
const get = async (id: string): Promise<Found> => (await faro.send("GET", `/api/broadcasts/${id}`)).body;
const call = async (id: string, verb: string, body?: object) => {
  const answer = await faro.send("POST", `/api/broadcasts/${id}/${verb}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const reaches = (id: string, state: string) =>
  expect.poll(async () => (await get(id)).state, patience).toBe(state);

const check = async (tag: string, more: object = {}): Promise<string> => {
  const { status, body } = await faro.send("POST", "/api/broadcasts", {
    ...{ name: `Notice ${tag}`, purpose: "service", guard: false },
    ...{ audience: { field: "tags", op: "has_any", value: [tag] }, actions: [first, later] },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await call(body.id, "check");
  await reaches(body.id, "checked");
  return body.id;
};
const start = async (id: string): Promise<void> => {
  const { check: checked } = await get(id);
  await call(id, "start", { confirm: (checked?.send ?? 0) + (checked?.wait ?? 0) });
};
const sent = "('sent', 'simulated', 'delivered', 'read')";
const countOf = async (query: string, values: unknown[]): Promise<number> =>
  (await faro.pool.query(query, values)).rows[0].n;
const sentTo = (id: string, personId: string) =>
  countOf(
    `SELECT count(*)::int AS n FROM actions WHERE rule_id = $1 AND person_id = $2 AND status IN ${sent}`,
    [id, personId],
  );
const waitingRuns = (id: string) =>
  countOf(
    `SELECT count(*)::int AS n FROM sequence_runs r WHERE rule_id = $1 AND state = 'waiting'
        AND EXISTS (SELECT FROM sequence_steps s WHERE s.run_id = r.id)`,
    [id],
  );
/** Everybody got the first message, and waits for the second one. */
const waitForSecond = (id: string, people: number) =>
  expect.poll(() => waitingRuns(id), patience).toBe(people);
const passWaits = (id: string) =>
  faro.pool.query(
    "UPDATE sequence_runs SET opens_at = now() - interval '1 second', due_at = now() WHERE rule_id = $1 AND state = 'waiting'",
    [id],
  );
/** Each person of the list has one fate: the report adds up. */
const expectSum = async (id: string): Promise<BroadcastActual> => {
  const { actual } = await get(id);
  if (!actual) throw new Error("The broadcast has no figures");
  const { people, begun, delivered, sent: reached, onTheWay, waiting, failed, unknown, notSent } = actual;
  expect(delivered + reached + onTheWay + waiting + failed + unknown + notSent).toBe(people);
  expect(begun).toBe(people);
  return actual;
};

describe("while people wait for the second message of a broadcast", () => {
  test("who opts out, is merged or deleted gets no more, and who is imported again gets it once", async () => {
    const tag = "changing";
    const people = {
      stays: await addPerson(tag),
      optsOut: await addPerson(tag),
      survives: await addPerson(tag),
      isMerged: await addPerson(tag),
      isDeleted: await addPerson(tag),
      isImported: await addPerson(tag, { email: "again@example.com" }),
    };
    const id = await check(tag);
    await start(id);
    await waitForSecond(id, 6);
    expect((await faro.send("POST", `/api/people/${people.optsOut.id}/opt-out`, {})).status).toBe(200);
    await faro.send("POST", "/api/merges", {
      pairs: [{ survivorId: people.survives.id, otherId: people.isMerged.id }],
    });
    expect((await faro.send("DELETE", `/api/people/${people.isDeleted.id}`)).status).toBe(200);
    const { upload, read, check: checkImport, becomes } = createImporter(() => faro, 60_000);
    const importId = await upload("First name,E-mail,Tags\nEva,again@example.com,changing\n");
    await read(importId);
    await checkImport(importId);
    expect((await faro.send("POST", `/api/imports/${importId}/run`)).status).toBe(200);
    await becomes(importId, "done");
    // The opt-out, the merge and the deletion end three runs.
    await waitForSecond(id, 3);
    await passWaits(id);
    await reaches(id, "done");
    const got = Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(async ([name, person]) => [name, await sentTo(id, person.id)]),
      ),
    );
    // The survivor has the first message of both, and one second message.
    expect(got).toEqual({ stays: 2, optsOut: 1, survives: 3, isMerged: 0, isDeleted: 0, isImported: 2 });
    const texts = await countOf(
      "SELECT count(*)::int AS n FROM actions WHERE rule_id = $1 AND config -> 'rendered' ->> 'text' LIKE '%abrimos hoy%'",
      [id],
    );
    expect(texts).toBe(3);
    // Who was deleted is gone; the two who are one person now have a line each.
    expect((await expectSum(id)).people).toBe(5);
  });

  test("a template that is deleted is left out with its reason, and nobody gets a gap", async () => {
    const tag = "no-template";
    const template = { name: "reopening", channel: "sms", language: "es", body: "Abrimos, {{first_name}}." };
    const { body } = await faro.send("POST", "/api/templates", template);
    const ana = await addPerson(tag);
    const id = await check(tag, { actions: [first, { ...later, template: "reopening" }] });
    await start(id);
    await waitForSecond(id, 1);
    const refused = await faro.send("DELETE", `/api/templates/${body.id}`);
    expect(refused.body).toMatchObject({ code: "in_use", issues: [{ path: `broadcast.${id}` }] });
    // As where it was deleted before the broadcast named it.
    await faro.pool.query("DELETE FROM message_templates WHERE id = $1", [body.id]);
    await passWaits(id);
    await reaches(id, "done");
    expect(await sentTo(id, ana.id)).toBe(1);
    const { rows } = await faro.pool.query(
      "SELECT reasons -> 0 ->> 'code' AS code FROM actions WHERE rule_id = $1 ORDER BY created_at DESC LIMIT 1",
      [id],
    );
    expect(rows).toEqual([{ code: "template_missing" }]);
    const actual = await expectSum(id);
    expect(actual.differences).toEqual([{ code: "template_missing", count: 1 }]);
  });
});

describe("while a broadcast is sent", () => {
  test("who enters the audience gets nothing of it, and who leaves it still does", async () => {
    const tag = "moving";
    const [ana, eva] = [await addPerson(tag), await addPerson(tag)];
    const id = await check(tag, { actions: [first], perMinute: 1 });
    await start(id);
    const begun = async () => (await get(id)).actual?.begun;
    await expect.poll(begun, patience).toBe(1);
    const late = await addPerson(tag);
    for (const { id: personId } of [ana, eva])
      expect((await faro.send("PUT", `/api/people/${personId}`, { tags: [] })).status).toBe(200);
    await faro.pool.query(
      "UPDATE broadcasts SET paced_until = now() - interval '2 minutes', due_at = now() WHERE id = $1",
      [id],
    );
    await reaches(id, "done");
    expect(await Promise.all([ana, eva, late].map((person) => sentTo(id, person.id)))).toEqual([1, 1, 0]);
    const { people } = (await faro.send("GET", `/api/broadcasts/${id}/people`)).body as {
      people: BroadcastPerson[];
    };
    expect(people.map(({ person }) => person.id).sort()).toEqual([ana.id, eva.id].sort());
  });
});

describe("a broadcast whose time came while the product was down", () => {
  const schedule = async (tag: string, hoursAgo: number): Promise<string> => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const id = await check(tag, { actions: [first], when: { kind: "at", at } });
    await start(id);
    await faro.pool.query(
      `UPDATE broadcasts SET due_at = now() - make_interval(hours => $2),
              definition = jsonb_set(definition, '{when,at}', to_jsonb(now() - make_interval(hours => $2)))
        WHERE id = $1`,
      [id, hoursAgo],
    );
    return id;
  };

  test("is sent when the product is back after some hours", async () => {
    const person = await addPerson("hours-late");
    const id = await schedule("hours-late", 20);
    await reaches(id, "done");
    expect(await sentTo(id, person.id)).toBe(1);
  });

  test("waits for a user after four days, who resumes it", async () => {
    const person = await addPerson("days-late");
    const id = await schedule("days-late", 96);
    await reaches(id, "paused");
    expect(await get(id)).toMatchObject({ why: [{ code: "broadcast_late" }] });
    expect(await sentTo(id, person.id)).toBe(0);
    await call(id, "resume");
    await reaches(id, "done");
    expect(await sentTo(id, person.id)).toBe(1);
  });
});
