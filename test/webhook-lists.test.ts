import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
});
afterAll(() => faro.stop());

type Endpoint = { id: string; webhookUrl: string };
const create = async (body: object = {}): Promise<Endpoint> => {
  const answer = await operator.send("POST", "/api/endpoints", { name: "Lists", ...body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const post = async (
  { webhookUrl }: Endpoint,
  body: unknown,
  headers: Record<string, string> = { "content-type": "application/json" },
) => {
  const response = await fetch(new URL(new URL(webhookUrl).pathname, faro.url), {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers,
  });
  return { status: response.status, body: (await response.json()) as { id: string } };
};
const stored = async ({ id }: Endpoint) =>
  (
    await faro.pool.query(
      `SELECT e.id, e.raw_data, e.validation_status AS status, e.problems, e.body_id, e.event_type, p.email
         FROM events e LEFT JOIN people p ON p.id = e.person_id WHERE e.endpoint_id = $1 ORDER BY e.created_at, e.id`,
      [id],
    )
  ).rows;
const recorded = async (endpoint: Endpoint, count: number) => {
  const events = () => stored(endpoint);
  await expect
    .poll(async () => (await events()).filter(({ status }) => status !== "received").length, {
      timeout: 180_000,
    })
    .toBe(count);
  return events();
};
const bodies = async ({ id }: Endpoint) =>
  (await faro.pool.query("SELECT id, raw_data FROM event_bodies WHERE endpoint_id = $1", [id])).rows;

let people = 0;
const person = () => {
  people += 1;
  return { email: `list${people}@example.com`, first_name: `Ana${people}` };
};

describe("a list", () => {
  const toLines = (items: object[]) => items.map((item) => JSON.stringify(item)).join("\n");
  const toCsv = (items: object[]) =>
    ["email,first_name", ...items.map((item) => Object.values(item).join(","))].join("\r\n");
  test.each([
    ["an array", (items: object[]) => items, "application/json"],
    ["leads", (items: object[]) => ({ leads: items, source: "fair" }), "application/json"],
    ["contacts", (items: object[]) => ({ contacts: items }), "application/json"],
    ["lines of JSON", toLines, "application/x-ndjson"],
    ["lines of JSON called JSON", toLines, "application/json"],
    ["CSV", toCsv, "text/csv; charset=utf-8"],
  ])("becomes an event for each item: %s", async (_, toBody, contentType) => {
    const endpoint = await create();
    const items = [person(), person(), person()];
    const answer = await post(endpoint, toBody(items), { "content-type": contentType });
    expect(answer.status).toBe(202);
    const events = await recorded(endpoint, 3);
    expect(events.map(({ raw_data, email, status }) => ({ raw_data, email, status }))).toEqual(
      items.map((item) => ({ raw_data: item, email: item.email, status: "valid" })),
    );
    expect(events[0].id).toBe(answer.body.id);
    const kept = await bodies(endpoint);
    expect(kept).toHaveLength(1);
    expect(events.every(({ body_id }) => body_id === kept[0].id)).toBe(true);
    const { body } = await operator.send("GET", `/api/endpoints/${endpoint.id}`);
    expect(body.eventsToday).toBe(3);
  });

  test("of SendGrid or HubSpot does not repeat items that came in another list", async () => {
    const endpoint = await create();
    const events = [1, 2, 3].map((n) => ({ ...person(), event: "open", sg_event_id: `sg-${n}` }));
    await post(endpoint, events.slice(0, 2));
    await recorded(endpoint, 2);
    await post(endpoint, events.slice(1));
    const all = await recorded(endpoint, 4);
    expect(all.map(({ status, event_type }) => [status, event_type])).toEqual([
      ["valid", "open"],
      ["valid", "open"],
      ["duplicate", "open"],
      ["valid", "open"],
    ]);
  });

  test("has a deduplication key for each item", async () => {
    const endpoint = await create({ settings: { deduplication: { by: "expression", expression: "id" } } });
    const [one, two] = [
      { id: "1", ...person() },
      { id: "2", ...person() },
    ];
    await post(endpoint, [one, two]);
    await recorded(endpoint, 2);
    await post(endpoint, { leads: [two, { id: "3", ...person() }] });
    const events = await recorded(endpoint, 4);
    expect(events.map(({ status }) => status)).toEqual(["valid", "valid", "duplicate", "valid"]);

    const byHeader = await create({ settings: { deduplication: { by: "header", header: "x-id" } } });
    const headers = { "content-type": "application/json", "x-id": "delivery-1" };
    expect((await post(byHeader, [one, two], headers)).status).toBe(202);
    await recorded(byHeader, 2);
    expect((await post(byHeader, [one, two], headers)).status).toBe(200);
    expect(await stored(byHeader)).toHaveLength(2);
  });

  test("is found where the mapping says, and says so when it is not there", async () => {
    const endpoint = await create({
      mappingTemplate: { items: "data.batch", person: { email: "mail.to" }, event: {} },
    });
    const emails = [person().email, person().email];
    await post(endpoint, { data: { batch: emails.map((to) => ({ mail: { to } })) } });
    expect((await recorded(endpoint, 2)).map(({ email }) => email)).toEqual(emails);
    await post(endpoint, { data: {} });
    expect((await recorded(endpoint, 3))[2]).toMatchObject({
      status: "dead",
      problems: [{ code: "no_items", detail: "data.batch" }],
    });
  });

  test("is left whole by a mapping that reads the list itself", async () => {
    const endpoint = await create({ mappingTemplate: { person: { email: "leads[1].email" }, event: {} } });
    const leads = [person(), person()];
    await post(endpoint, { leads });
    expect(await recorded(endpoint, 1)).toMatchObject([{ raw_data: { leads }, email: leads[1]?.email }]);
  });

  test("with too many items becomes a dead letter that says so", async () => {
    const endpoint = await create();
    await post(
      endpoint,
      Array.from({ length: 5001 }, (_, n) => ({ n })),
    );
    expect(await recorded(endpoint, 1)).toMatchObject([
      { status: "dead", problems: [{ code: "too_many_items", detail: "5000" }] },
    ]);
    await post(
      endpoint,
      Array.from({ length: 5000 }, (_, n) => ({ n })),
    );
    expect(await recorded(endpoint, 5001)).toHaveLength(5001);
  });

  test("is read again item by item, and its body goes with an erased item", async () => {
    const endpoint = await create();
    const items = [person(), person()];
    await post(endpoint, items);
    await recorded(endpoint, 2);
    await operator.send("POST", `/api/endpoints/${endpoint.id}/replay`, { count: 2 });
    expect(await recorded(endpoint, 2)).toMatchObject([{ raw_data: items[0] }, { raw_data: items[1] }]);
    expect(await bodies(endpoint)).toHaveLength(1);
    await faro.pool.query("UPDATE events SET raw_data = '{}' WHERE endpoint_id = $1 AND raw_data = $2", [
      endpoint.id,
      items[0],
    ]);
    expect(await bodies(endpoint)).toEqual([]);
    expect((await stored(endpoint)).map(({ body_id }) => body_id)).toEqual([null, null]);
  });
});

test("a body with contact data but without a person says so", async () => {
  const endpoint = await create({ mappingTemplate: { person: { email: "nowhere" }, event: {} } });
  await post(endpoint, { kontakt: { adresse: "someone@example.com" } });
  await post(endpoint, { temperature: 21 });
  expect(await recorded(endpoint, 2)).toMatchObject([
    { status: "invalid", problems: [{ code: "no_person" }] },
    { status: "valid", problems: null },
  ]);
});

test("a preview shows every item of a list and what is wrong with it", async () => {
  const endpoint = await create();
  const preview = async (body: object) =>
    (await operator.send("POST", `/api/endpoints/${endpoint.id}/mapping`, { template: null, ...body })).body;
  const items = [person(), { note: "call someone@example.com" }, person()];
  const detected = await preview({ payload: { leads: items } });
  expect(detected).toMatchObject({ itemCount: 3, payload: items[0], problems: [] });
  expect(detected.items.map(({ payload }: { payload: unknown }) => payload)).toEqual(items);
  const template = { items: "rows", person: { email: "mail" }, event: {} };
  const named = await preview({ payload: { rows: [{ mail: "a@example.com" }, { mail: "no" }] }, template });
  expect(named.items[0].results).toMatchObject([
    { target: "person.email", value: "a@example.com", problem: null },
  ]);
  expect(named.items[1].results).toMatchObject([{ problem: { code: "bad_email" } }]);
  expect(await preview({ payload: {}, template })).toMatchObject({
    itemCount: 0,
    problems: [{ code: "no_items", detail: "rows" }],
  });
  await post(endpoint, items.slice(0, 1).concat(items.slice(2)));
  await recorded(endpoint, 2);
  expect(await preview({})).toMatchObject({ itemCount: 2 });
});
