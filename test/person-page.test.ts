import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const addPerson = async (more: object = {}): Promise<string> =>
  (await operator.send("POST", "/api/people", { firstName: "Yadira", ...more })).body.id;

const addEntry = async (id: string, daysAgo: number, kind: string, metadata: object, text?: string) => {
  const { rows } = await faro.pool.query(
    `INSERT INTO timeline (person_id, event_type, title, description, metadata, created_at)
     VALUES ($1, $2, $2, $3, $4, now() - $5 * interval '1 day') RETURNING id`,
    [id, kind, text ?? null, metadata, daysAgo],
  );
  return rows[0].id as string;
};

const addProfile = (id: string, version: string | null) =>
  faro.pool.query(
    `INSERT INTO ai_profiles (person_id, intent_score, propensity_to_buy, churn_risk, model_version)
     VALUES ($1, 40, 30, 20, $2)`,
    [id, version],
  );

let endpointId: string | undefined;
/** A message in Spanish as the local reader reads it. */
const addReading = async (personId: string, text: string, intent: string, quote: string): Promise<string> => {
  endpointId ??= (await (await faro.signedIn("admin")).send("POST", "/api/endpoints", { name: "Form" })).body
    .id;
  const { rows } = await faro.pool.query(
    "INSERT INTO events (endpoint_id, person_id, raw_data) VALUES ($1, $2, '{}') RETURNING id",
    [endpointId, personId],
  );
  const eventId: string = rows[0].id;
  const start = text.indexOf(quote);
  const reading = {
    language: "es",
    intent,
    also: [],
    sentiment: 1,
    urgency: 1,
    asks: [],
    objection: null,
    callback: null,
    optOut: "no",
    confidence: 0.96,
    quotes: [{ field: "intent", value: intent, quote, start, end: start + quote.length, confidence: 0.9 }],
    reader: "local",
  };
  await faro.pool.query(
    "INSERT INTO message_readings (event_id, person_id, channel, local) VALUES ($1, $2, 'whatsapp', $3)",
    [eventId, personId, reading],
  );
  await faro.pool.query(
    `INSERT INTO messages (id, person_id, at, direction, channel, text) VALUES ($1, $2, now(), 'in', 'whatsapp', $3)`,
    [eventId, personId, text],
  );
  await faro.pool.query(
    `INSERT INTO timeline (person_id, event_type, title, description, metadata, caused_by)
     VALUES ($1, 'event_received', 'message', $2, $3, $4)`,
    [personId, text, { type: "whatsapp_received", intent }, eventId],
  );
  return eventId;
};

const get = async (path: string, visitor = viewer) => (await visitor.send("GET", `/api/people/${path}`)).body;

describe("the score history of a person", () => {
  test("names what moved the scores, and adds up to the scores of now", async () => {
    const id = await addPerson();
    await faro.pool.query("UPDATE people SET created_at = now() - interval '20 days' WHERE id = $1", [id]);
    await addProfile(id, "start");
    const quote = await addEntry(id, 12, "event_received", { type: "quote_requested" });
    await addEntry(id, 11, "person_updated", {});
    // Scores do not react to what is sent.
    await addEntry(id, 10, "message_sent", { channel: "sms" });
    const stage = await addEntry(id, 2, "status_changed", {}, "new → qualified");
    await faro.pool.query("UPDATE people SET status = 'qualified' WHERE id = $1", [id]);

    const history = await get(`${id}/score-history`);
    expect(history.steps.map((step: any) => [step.number, step.event.id])).toEqual([
      [2, stage],
      [1, quote],
    ]);
    expect(history.steps[1].effect.intent).toBeGreaterThan(0);
    expect(history.isComputed).toBe(true);
    const moved = history.steps.reduce((sum: number, step: any) => sum + step.effect.intent, 0);
    expect(history.start.intent + moved + history.timeEffect.intent).toBe(history.end.intent);
  });

  test("is null without scores, and says where scores came with the data", async () => {
    const id = await addPerson();
    expect(await get(`${id}/score-history`)).toBeNull();
    await addProfile(id, null);
    expect(await get(`${id}/score-history`)).toMatchObject({ isComputed: false, stored: { intent: 40 } });
  });

  test("names the score at which a rule fires", async () => {
    const id = await addPerson();
    await addProfile(id, "start");
    await faro.pool.query(
      `INSERT INTO rules (name, triggers, conditions, actions)
       VALUES ('High intent', '[{"type":"intent_score","operator":">=","value":"75"}]', '[]', '[]')`,
    );
    const { thresholds } = await get(`${id}/score-history`);
    expect(thresholds).toEqual([{ rule: "High intent", score: "intent", value: 75 }]);
  });
});

describe("the overview of a person", () => {
  test("has the cost by kind, the average at the stage, counts and signals with their words", async () => {
    const id = await addPerson({ status: "contacted" });
    const other = await addPerson({ status: "contacted", firstName: "Luis" });
    await faro.pool.query(
      `INSERT INTO usage (service, kind, ok, latency_ms, cost, person_id)
       VALUES ('twilio', 'sms', true, 1, 0.01, $1), ('twilio', 'sms', true, 1, 0.02, $1),
              ('openai', 'llm', true, 1, 0.5, $1), ('twilio', 'sms', true, 1, 0.2, $2)`,
      [id, other],
    );
    await addReading(id, "Me interesa. ¿Puede ser mañana?", "schedule", "¿Puede ser mañana?");

    const overview = await get(`${id}/overview`);
    expect(overview.cost.kinds).toEqual([
      { kind: "llm", count: 1, cost: 0.5 },
      { kind: "sms", count: 2, cost: 0.03 },
    ]);
    expect(overview.cost.stageAverage).toBeCloseTo(0.2);
    expect(overview.counts).toMatchObject({ messages: 1, calls: 0, files: 0 });
    const [signal] = overview.signals;
    expect(signal).toMatchObject({ signal: "intent.schedule", effect: "raises", confidence: 0.96 });
    expect(signal.text.slice(signal.start, signal.end)).toBe("¿Puede ser mañana?");
  });

  test("of a person who does not exist is not found", async () => {
    const missing = "00000000-0000-7000-8000-000000000000";
    expect((await viewer.send("GET", `/api/people/${missing}/overview`)).status).toBe(404);
    expect((await viewer.send("GET", `/api/people/${missing}/score-history`)).status).toBe(404);
  });
});

describe("a message that was read wrongly", () => {
  test("is corrected by an operator: its signals and the scores change, and it can be taken back", async () => {
    const id = await addPerson();
    await addProfile(id, "start");
    const eventId = await addReading(id, "Lo compro… cuando llueva café.", "ready_to_buy", "Lo compro");
    const path = `/api/people/${id}/signals/${eventId}`;
    const historyBefore = await get(`${id}/score-history`);
    const correction = { signals: ["objection.timing", "intent.not_interested"] };
    expect((await viewer.send("PUT", path, correction)).status).toBe(403);
    const { status, body } = await operator.send("PUT", path, correction);
    expect(status).toBe(200);

    const { signals } = await get(`${id}/overview`);
    expect(signals).toMatchObject([
      { signal: "intent.not_interested", effect: "lowers", isCorrected: true, correctedBy: operator.email },
      { signal: "objection.timing", effect: "lowers", confidence: 1 },
    ]);
    const corrected = await get(`${id}/score-history`);
    expect(corrected.end.intent).toBeLessThan(historyBefore.end.intent);
    expect(body.after).toEqual(corrected.stored);

    const takenBack = await operator.send("PUT", path, { signals: null });
    expect(takenBack.body.before).toEqual(body.after);
    expect(takenBack.body.after.intent).toBeGreaterThan(body.after.intent);
    expect((await get(`${id}/overview`)).signals).toMatchObject([
      { signal: "intent.ready_to_buy", isCorrected: false, correctedBy: null },
    ]);
  });

  test("never becomes an opt-out by a correction, and belongs to its person", async () => {
    const [id, other] = [await addPerson(), await addPerson()];
    const eventId = await addReading(id, "Ya no", "other", "Ya no");
    const path = (person: string) => `/api/people/${person}/signals/${eventId}`;
    expect((await operator.send("PUT", path(id), { signals: ["intent.opt_out"] })).status).toBe(400);
    expect((await operator.send("PUT", path(other), { signals: [] })).status).toBe(404);
  });
});

describe("the timeline of a person", () => {
  test("comes in pages without gaps, and by group", async () => {
    const id = await addPerson();
    for (const day of [5, 4, 3, 2, 1]) await addEntry(id, day, "person_updated", {});
    await addEntry(id, 6, "rule_fired", { rule: "Welcome" });
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const query = new URLSearchParams({ limit: "2", ...(before ? { before } : {}) });
      const page: any = await get(`${id}/timeline?${query}`);
      seen.push(...page.events.map((event: any) => event.id));
      before = page.nextBefore;
    } while (before);
    const all = await get(`${id}/timeline?limit=100`);
    expect(seen).toEqual(all.events.map((event: any) => event.id));
    const rules = await get(`${id}/timeline?group=rules`);
    expect(rules.events.map((event: any) => event.eventType)).toEqual(["rule_fired"]);
    expect((await viewer.send("GET", `/api/people/${id}/timeline?before=nonsense`)).status).toBe(400);
  });
});

describe("the neighbours of a person", () => {
  test.each([
    ["name", "asc"],
    ["name", "desc"],
    ["updated", "desc"],
    ["stage", "asc"],
  ])("by %s %s are those of the list, with the person's place", async (sort, direction) => {
    for (const name of ["Ana", "Berta", "Carla"])
      await addPerson({ firstName: `${name} ${sort} ${direction}`, tags: [`${sort}-${direction}`] });
    const query = new URLSearchParams({ tag: `${sort}-${direction}`, sort, direction });
    const { people } = (await viewer.send("GET", `/api/people?${query}`)).body;
    const ids: string[] = people.map((person: any) => person.id);
    expect(ids).toHaveLength(3);
    for (const [index, id] of ids.entries())
      expect(await get(`${id}/neighbours?${query}`)).toEqual({
        previousId: ids[index - 1] ?? null,
        nextId: ids[index + 1] ?? null,
        position: index + 1,
        total: 3,
        totalIs: "exact",
      });
  });

  test("leave out a place for a person whom the list does not hold", async () => {
    const id = await addPerson();
    expect(await get(`${id}/neighbours?tag=nobody-has-it`)).toMatchObject({ position: null, total: 0 });
  });
});

test("files of both directions, calls and rule runs are listed", async () => {
  const id = await addPerson();
  await faro.pool.query(
    `WITH b AS (INSERT INTO blobs (sha256, size, content) VALUES (sha256('a'), 1, 'a') ON CONFLICT DO NOTHING),
          a AS (INSERT INTO actions (person_id, type, status) VALUES ($1, 'email', 'sent') RETURNING id),
          c AS (INSERT INTO calls (person_id, type, phone_number, status, duration, summary)
                VALUES ($1, 'outbound', '+17875550148', 'completed', 252, 'Wants a visit')),
          r AS (INSERT INTO rule_runs (version, person_id, fired, why) VALUES (3, $1, true, '[{"code":"score_crossed"}]'))
     INSERT INTO outgoing_files (person_id, action_id, sha256, filename, content_type, size)
     SELECT $1, a.id, sha256('a'), 'offer.pdf', 'application/pdf', 1 FROM a`,
    [id],
  );
  expect((await get(`${id}/files`)).files).toMatchObject([{ filename: "offer.pdf", direction: "out" }]);
  expect((await get(`${id}/calls`)).calls).toMatchObject([
    { durationSeconds: 252, summary: "Wants a visit" },
  ]);
  expect((await get(`${id}/rule-runs`)).runs).toMatchObject([{ version: 3, fired: true, ruleName: null }]);
});
