import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());

const create = async (body: object = {}) =>
  (await operator.send("POST", "/api/endpoints", { name: "Form", ...body })).body;
const post = async (endpoint: { webhookUrl: string }, payload: unknown): Promise<string> => {
  const answer = await fetch(endpoint.webhookUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload),
  });
  return ((await answer.json()) as { id: string }).id;
};
/** The event once it has been processed. */
const read = async (id: string) => {
  await expect
    .poll(async () => (await operator.send("GET", `/api/events/${id}`)).body.status, { timeout: 180_000 })
    .not.toBe("received");
  return (await operator.send("GET", `/api/events/${id}`)).body;
};
const person = async (id: string) => (await operator.send("GET", `/api/people/${id}`)).body;

describe("an event that was accepted", () => {
  test("finds or creates its person and appears on the timeline", async () => {
    const endpoint = await create();
    const one = await read(
      await post(endpoint, {
        type: "signup",
        contact: { email: "Ana@Example.com", first_name: "Ana", phone: "(787) 555-0142" },
      }),
    );
    expect(one).toMatchObject({ status: "valid", eventType: "signup", problems: [], piiDetected: true });
    const made = await person(one.personId);
    expect(made).toMatchObject({
      firstName: "Ana",
      email: "ana@example.com",
      phone: "+17875550142",
      type: "lead",
      sources: ["Form"],
    });
    expect(made.timelineEvents.map((entry: { eventType: string }) => entry.eventType).sort()).toEqual([
      "event_received",
      "person_created",
    ]);
    expect(one.caused.map((entry: { kind: string }) => entry.kind).sort()).toEqual([
      "event_received",
      "person_created",
    ]);
    const two = await read(await post(endpoint, { phone: "+1 787 555 0142", last_name: "Ruiz" }));
    expect(two.personId).toBe(one.personId);
    expect(await person(one.personId)).toMatchObject({ firstName: "Ana", lastName: "Ruiz" });
  });

  test("takes no person where it is unsure, and says why", async () => {
    const endpoint = await create();
    const unsure = await read(
      await post(endpoint, { parties: [{ email: "uno@one.example" }, { email: "dos@two.example" }] }),
    );
    expect(unsure).toMatchObject({
      status: "invalid",
      personId: null,
      problems: [{ code: "no_person_several_people" }],
    });
    const tool = await read(
      await post(endpoint, {
        ref: "refs/heads/main",
        repository: { name: "app" },
        commits: [{ id: "a1", author: { name: "Dev", email: "dev@code.example" } }],
      }),
    );
    expect(tool).toMatchObject({
      status: "valid",
      personId: null,
      problems: [{ code: "no_person_developer_tool" }],
    });
  });

  test("reads a phone number by the country that it states, else by the default country", async () => {
    const endpoint = await create();
    const stated = await read(
      await post(endpoint, { nombre: "Ana", telefono: "55 1234 5678", country_code: "MX" }),
    );
    expect(await person(stated.personId)).toMatchObject({ phone: "+525512345678" });
    const impossible = await read(await post(endpoint, { email: "x1@example.com", phone: "(555) 555-5555" }));
    expect(impossible).toMatchObject({ status: "invalid", problems: [{ code: "bad_phone" }] });
    expect(await person(impossible.personId)).toMatchObject({ phone: null });

    const admin = await faro.signedIn("admin");
    const { body: general } = await admin.send("GET", "/api/settings/general");
    await admin.send("POST", "/api/api-keys/general", { ...general, defaultCountry: "ES" });
    // The worker hears of the changed settings a moment later.
    const phoneOfSpaniard = async () => {
      const { personId } = await read(await post(endpoint, { nombre: "Eva", telefono: "612 34 56 78" }));
      return personId === null ? null : (await person(personId)).phone;
    };
    await expect.poll(phoneOfSpaniard, { timeout: 180_000 }).toBe("+34612345678");
    const entered = await operator.send("POST", "/api/people", { phone: "612 34 56 79" });
    expect(entered.body).toMatchObject({ phone: "+34612345679" });
    const refused = await operator.send("POST", "/api/people", { phone: "787-555-0123" });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "phone" }] } });
    await admin.send("POST", "/api/api-keys/general", general);
  });

  test("sets the person's language and place, from the fields or from what they write", async () => {
    const endpoint = await create();
    const stated = await read(
      await post(endpoint, {
        lead: { email: "loc@example.com", locale: "es-PR", city: "Ponce", state: "PR", zip: "00731" },
      }),
    );
    expect(await person(stated.personId)).toMatchObject({
      language: "es",
      town: "Ponce",
      region: "PR",
      zip: "00731",
    });
    const written = await read(
      await post(endpoint, {
        email: "w@example.com",
        message: "Hola, quisiera saber el precio de las placas",
      }),
    );
    expect(await person(written.personId)).toMatchObject({ language: "es", town: null });
    const { body: changed } = await operator.send("PUT", `/api/people/${written.personId}`, {
      language: "en",
      zip: "00901",
      region: "Puerto Rico",
      town: "San Juan",
    });
    expect(changed).toMatchObject({ language: "en", zip: "00901", region: "Puerto Rico", town: "San Juan" });
  });

  test("reports people who may be one, until an operator decides", async () => {
    const endpoint = await create();
    const phone = "787-555-0777";
    const one = await read(await post(endpoint, { name: "Ana Soto", email: "ana.soto@example.com", phone }));
    const two = await read(
      await post(endpoint, { name: "Luis Soto", email: "luis.soto@example.com", phone }),
    );
    expect(two.personId).not.toBe(one.personId);
    const [duplicate] = (await person(one.personId)).possibleDuplicates;
    expect(duplicate).toMatchObject({
      reason: "same_phone",
      decision: null,
      personId: two.personId,
      name: "Luis Soto",
    });
    expect((await person(two.personId)).possibleDuplicates).toMatchObject([{ personId: one.personId }]);
    const decide = (decision: string) =>
      operator.send("POST", `/api/people/duplicates/${duplicate.id}`, { decision });
    expect(await decide("different")).toMatchObject({ status: 200 });
    expect((await person(one.personId)).possibleDuplicates).toEqual([]);
    expect(await decide("same")).toMatchObject({ status: 200 });
    // The older entry stays, and the other one's id leads to it.
    await expect.poll(async () => (await person(two.personId)).id, { timeout: 180_000 }).toBe(one.personId);
  });

  test("uses the endpoint's own mapping if there is one", async () => {
    const endpoint = await create({
      mappingTemplate: {
        person: { email: "who.mail", fullName: "who.name", tags: '["web", plan]' },
        event: { type: '"order_" & what', total: "$sum(lines.price)" },
      },
    });
    const event = await read(
      await post(endpoint, {
        who: { mail: "luis@example.com", name: "Luis Ortiz" },
        what: "paid",
        plan: "gold",
        lines: [{ price: 2 }, { price: 3 }],
      }),
    );
    expect(event).toMatchObject({
      status: "valid",
      eventType: "order_paid",
      processed: { event: { total: 5 } },
    });
    expect(await person(event.personId)).toMatchObject({
      firstName: "Luis",
      lastName: "Ortiz",
      tags: ["web", "gold"],
    });
  });

  test("is invalid with reasons when parts cannot be used, and the usable parts are applied", async () => {
    const endpoint = await create({
      mappingTemplate: { person: { email: "email", phone: "phone", firstName: "$nothing(" }, event: {} },
    });
    const event = await read(await post(endpoint, { email: "eva@example.com", phone: "call me" }));
    expect(event.status).toBe("invalid");
    expect(event.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: "bad_phone", target: "person.phone" }),
        expect.objectContaining({ code: "mapping_failed", target: "person.firstName" }),
      ]),
    );
    expect(await person(event.personId)).toMatchObject({ email: "eva@example.com", phone: null });
  });

  test("without an address belongs to no person and is valid", async () => {
    const event = await read(await post(await create(), { type: "ping" }));
    expect(event).toMatchObject({ status: "valid", personId: null, eventType: "ping" });
  });

  test("creates one person from many concurrent events", async () => {
    const endpoint = await create();
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, at) => post(endpoint, { email: "crowd@example.com", n: at })),
    );
    const whose = new Set((await Promise.all(ids.map(read))).map(({ personId }) => personId));
    expect(whose.size).toBe(1);
  });

  test("that fails does not fail the rest of its batch", async () => {
    const endpoint = await create();
    await faro.pool.query(`
      CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.raw_data ? 'poison' AND NEW.validation_status <> 'dead' THEN RAISE EXCEPTION 'poisoned'; END IF;
        RETURN NEW;
      END $$`);
    await faro.pool.query(
      "CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION poison()",
    );
    try {
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          post(endpoint, { email: `n${at}@example.com`, ...(at === 7 ? { poison: 1 } : {}) }),
        ),
      );
      const events = await Promise.all(ids.map(read));
      expect(events.filter(({ status }) => status === "valid")).toHaveLength(19);
      expect(events.filter(({ status }) => status === "dead")).toMatchObject([
        { problems: [{ code: "failed" }] },
      ]);
      const shown = (await operator.send("GET", `/api/endpoints/${endpoint.id}`)).body;
      expect(shown.deadLetters).toBe(1);
    } finally {
      await faro.pool.query("DROP TRIGGER poison ON events");
    }
  });
});

describe("a replay", () => {
  test("counts first, rejects a changed count, and adds no duplicate timeline entries", async () => {
    const endpoint = await create({ mappingTemplate: { person: { email: "nowhere" }, event: {} } });
    const ids = [
      await post(endpoint, { mail: "rosa@example.com" }),
      await post(endpoint, { mail: "rosa@example.com" }),
    ];
    for (const id of ids) expect((await read(id)).personId).toBeNull();
    await operator.send("PUT", `/api/endpoints/${endpoint.id}`, {
      name: "Form",
      mappingTemplate: { person: { email: "mail" }, event: {} },
    });
    const replay = (body: object) => operator.send("POST", `/api/endpoints/${endpoint.id}/replay`, body);
    expect(
      (await operator.send("POST", `/api/endpoints/${endpoint.id}/replay/count`, { status: "invalid" })).body,
    ).toEqual({ count: 2 });
    expect(await replay({ status: "invalid", count: 3 })).toMatchObject({
      status: 409,
      body: { code: "changed_count" },
    });
    for (let time = 0; time < 2; time++) {
      expect(await replay({ ids, count: 2 })).toMatchObject({ status: 200, body: { count: 2 } });
      for (const id of ids) await read(id);
    }
    const { personId } = await read(ids[0] ?? "");
    const receivedEntries = (await person(personId)).timelineEvents.filter(
      (entry: { eventType: string }) => entry.eventType === "event_received",
    );
    expect(receivedEntries).toHaveLength(2);
  });

  test("with a deduplication key added later marks the duplicates", async () => {
    const endpoint = await create();
    const ids = [
      await post(endpoint, { id: 5, email: "dos@example.com" }),
      await post(endpoint, { id: 5, email: "dos@example.com" }),
    ];
    for (const id of ids) await read(id);
    await operator.send("PUT", `/api/endpoints/${endpoint.id}`, {
      name: "Form",
      settings: { deduplication: { by: "expression", expression: "id" } },
    });
    await operator.send("POST", `/api/endpoints/${endpoint.id}/replay`, { ids, count: 2 });
    const after = [await read(ids[0] ?? ""), await read(ids[1] ?? "")];
    expect(after.map(({ status }) => status)).toEqual(["valid", "duplicate"]);
    expect(after[1].problems).toEqual([{ code: "duplicate_of", eventId: ids[0] }]);
  });
});

describe("an operator", () => {
  test("sees the masked fields of the endpoint, and can change which", async () => {
    const endpoint = await create();
    const event = await read(
      await post(endpoint, { email: "m@example.com", card: "4242 4242 4242 4242", ssn: "078-05-1120" }),
    );
    expect(JSON.stringify(event.raw)).not.toMatch(/4242 4242 4242|078-05/);
    expect(event.raw.email).toBe("m@example.com");
    await operator.send("PUT", `/api/endpoints/${endpoint.id}`, {
      name: "Form",
      piiFlags: { email: "mask" },
    });
    expect(JSON.stringify(await read(event.id))).not.toContain('"email":"m@example.com"');
  });

  test("can test a mapping on the newest payload without storing anything", async () => {
    const endpoint = await create();
    await read(await post(endpoint, { contact: { email: "try@example.com" }, n: 1 }));
    const tried = (
      await operator.send("POST", `/api/endpoints/${endpoint.id}/mapping`, {
        template: { person: { email: "contact.email", phone: "n" }, event: { broken: "((" } },
      })
    ).body;
    expect(tried.payload).toEqual({ contact: { email: "try@example.com" }, n: 1 });
    expect(tried.guessed.person.email).toBe("contact.email");
    expect(tried.results).toMatchObject([
      { target: "person.email", value: "try@example.com", problem: null },
      { target: "person.phone", problem: { code: "bad_phone" } },
      { target: "event.broken", problem: { code: "mapping_failed" } },
    ]);
  });

  test("can send a realistic test event through the same stages", async () => {
    const endpoint = await create();
    const sent = (await operator.send("POST", `/api/endpoints/${endpoint.id}/test`, {})).body;
    expect(await read(sent.eventId)).toMatchObject({ status: "valid", personId: expect.any(String) });
    const sample = (await operator.send("GET", `/api/endpoints/${endpoint.id}/sample`)).body;
    expect(sample.payload).toBeTypeOf("object");
  });
});
