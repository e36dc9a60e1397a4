import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let hook: string;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  hook = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());
let count = 0;
const nextPhone = () => number(++count);

type Address = {
  id: string;
  value: string;
  kind: string;
  isPrimary: boolean;
  isOptedOut: boolean;
  state: string;
};
const person = async (more: object = {}) =>
  (
    await faro.send("POST", "/api/people", {
      firstName: "Ana",
      phone: nextPhone(),
      timezone,
      consents: { sms: true },
      ...more,
    })
  ).body as { id: string; phone: string };
const add = (id: string, value: string, label: string | null = null) =>
  faro.send("POST", `/api/people/${id}/addresses`, { value, label });
const list = async (id: string): Promise<Address[]> =>
  (await faro.send("GET", `/api/people/${id}/addresses`)).body.addresses;
const get = async (id: string) => (await faro.send("GET", `/api/people/${id}`)).body;
const say = async (id: string) =>
  (
    await faro.send("POST", `/api/people/${id}/messages`, {
      channel: "sms",
      text: "Hola",
      purpose: "marketing",
    })
  ).body.id as string;
const sayTo = async (personId: string, addressId: string) =>
  (
    await faro.pool.query(
      `INSERT INTO actions (person_id, type, status, config, not_before)
       VALUES ($1, 'sms', 'pending', jsonb_build_object('text', 'Hola', 'addressId', $2::text), now()) RETURNING id`,
      [personId, addressId],
    )
  ).rows[0].id as string;
const row = async (id: string) =>
  (await faro.pool.query("SELECT * FROM actions WHERE id = $1", [id])).rows[0];
const becomes = async (id: string, status: string) => {
  await expect.poll(async () => (await row(id)).status, { timeout: 180_000 }).toBe(status);
  return row(id);
};
const reply = (address: string, text: string) =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text }),
  });
const eventsOf = async (id: string) =>
  (await faro.pool.query("SELECT event_type FROM events WHERE person_id = $1", [id])).rows;
const submit = (body: object) =>
  fetch(hook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const optOut = async (id: string, address: string) => {
  await reply(address, "STOP");
  await expect
    .poll(async () => (await list(id)).find(({ value }) => value === address)?.isOptedOut, {
      timeout: 180_000,
    })
    .toBe(true);
};

describe("the addresses of a person", () => {
  test("are listed, added once, and the first of a kind is the primary one", async () => {
    const { id, phone } = await person();
    expect(await list(id)).toMatchObject([
      { value: phone, isPrimary: true, state: "active", isOptedOut: false },
    ]);
    expect((await add(id, "Ana@Example.com", "work")).body).toMatchObject({
      kind: "email",
      value: "ana@example.com",
      isPrimary: true,
      label: "work",
    });
    expect((await get(id)).email).toBe("ana@example.com");
    expect((await add(id, "ana@other.example")).body.isPrimary).toBe(false);
    expect(await add(id, " ANA@other.example ")).toMatchObject({
      status: 409,
      body: { code: "already_exists" },
    });
    expect(await add(id, "no address")).toMatchObject({ status: 400, body: { issues: [{ path: "value" }] } });
    const { rows } = await faro.pool.query(
      "SELECT count(*)::int AS missing FROM person_addresses WHERE person_id = $1 AND hash IS NULL",
      [id],
    );
    expect(rows).toEqual([{ missing: 0 }]);
  });

  test("keep the former primary address when another becomes the primary one", async () => {
    const { id, phone } = await person();
    const second = nextPhone();
    const { body } = await add(id, second);
    expect((await faro.send("POST", `/api/addresses/${body.id}/primary`, {})).status).toBe(200);
    expect((await get(id)).phone).toBe(second);
    expect(await list(id)).toMatchObject([
      { value: second, isPrimary: true },
      { value: phone, isPrimary: false },
    ]);
  });

  test("lose a removed one, and another of its kind takes its place", async () => {
    const { id } = await person();
    const second = nextPhone();
    await add(id, second);
    const [primary] = await list(id);
    expect((await faro.send("DELETE", `/api/addresses/${primary?.id}`)).status).toBe(200);
    expect((await get(id)).phone).toBe(second);
    const [last] = await list(id);
    await faro.send("DELETE", `/api/addresses/${last?.id}`);
    expect(await list(id)).toEqual([]);
    expect((await get(id)).phone).toBeNull();
  });

  test("find their person in the list, written in any way, until they are removed", async () => {
    const { id, phone } = await person({ firstName: "Yadira", lastName: "Colón" });
    await add(id, "Yadi.Colon@Oficina.Example");
    await add(id, "+1 939 555 0177");
    const found = async (search: string) =>
      (await faro.send("GET", `/api/people?search=${encodeURIComponent(search)}`)).body.people.map(
        (one: { id: string }) => one.id,
      );
    for (const search of ["yadi.colon@oficina", "(939) 555-0177", "+1 939 555 0177", "colon oficina ya"])
      expect(await found(search), search).toEqual([id]);
    const { totalIs, total } = (await faro.send("GET", "/api/people?search=oficina.example")).body;
    expect([total, totalIs]).toEqual([1, "exact"]);

    const work = (await list(id)).find(({ value }) => value === "yadi.colon@oficina.example");
    await faro.send("POST", `/api/addresses/${work?.id}/primary`);
    expect(await found("oficina.example")).toEqual([id]);
    const second = (await list(id)).find(({ value }) => value === "+19395550177");
    await faro.send("DELETE", `/api/addresses/${second?.id}`);
    expect(await found("9395550177")).toEqual([]);
    expect(await found(phone)).toEqual([id]);
  });

  test("that another person has makes the two possible duplicates", async () => {
    const one = await person();
    const other = await person({ firstName: "Luis" });
    expect((await add(one.id, other.phone)).status).toBe(200);
    expect((await get(one.id)).possibleDuplicates).toMatchObject([
      { personId: other.id, reason: "named_together" },
    ]);
  });
});

describe("matching", () => {
  test("a message from a further number reaches its person, and the answer goes there", async () => {
    const { id } = await person();
    const second = nextPhone();
    await add(id, second);
    await reply(second, "HELP");
    await expect.poll(() => eventsOf(id), { timeout: 180_000 }).toEqual([{ event_type: "sms_received" }]);
    const { rows } = await faro.pool.query("SELECT id FROM people WHERE phone = $1", [second]);
    expect(rows).toEqual([]);
    expect((await list(id)).find(({ value }) => value === second)).toMatchObject({
      lastInboundAt: expect.any(String),
    });
    const answers = async () =>
      (
        await faro.pool.query(
          "SELECT config -> 'rendered' ->> 'to' AS to FROM actions WHERE person_id = $1",
          [id],
        )
      ).rows;
    await expect.poll(answers, { timeout: 180_000 }).toEqual([{ to: second }]);
  });

  test("an event that names one person's e-mail and another's phone leaves a pair", async () => {
    const email = "pair@example.com";
    const one = await person({ phone: null, email });
    const other = await person({ firstName: "Luis" });
    await submit({ type: "signup", email, phone: other.phone });
    await expect
      .poll(async () => (await get(one.id)).possibleDuplicates, { timeout: 180_000 })
      .toMatchObject([{ personId: other.id, reason: "named_together" }]);
    expect((await get(one.id)).phone).toBeNull();
  });

  test("an event finds a person by a further e-mail address", async () => {
    const { id } = await person({ email: "first@example.com" });
    await add(id, "second@example.com");
    await submit({ type: "signup", email: "Second@example.com", last_name: "Ruiz" });
    await expect.poll(async () => (await get(id)).lastName, { timeout: 180_000 }).toBe("Ruiz");
  });
});

describe("sending", () => {
  test("an opt-out of one address stops all of them, whichever is the primary one", async () => {
    const { id, phone } = await person();
    const second = nextPhone();
    const { body } = await add(id, second);
    await optOut(id, second);
    expect(await becomes(await say(id), "blocked")).toMatchObject({ reasons: [{ code: "opted_out" }] });
    await faro.send("POST", `/api/addresses/${body.id}/primary`, {});
    expect(await becomes(await say(id), "blocked")).toMatchObject({ reasons: [{ code: "opted_out" }] });
    const [, former] = await list(id);
    expect(former).toMatchObject({ value: phone, isOptedOut: false });
    expect(await becomes(await sayTo(id, former?.id ?? ""), "blocked")).toMatchObject({
      reasons: [{ code: "opted_out" }],
    });
  });

  test("an address that opted out cannot be removed, and a changed phone number keeps the opt-out", async () => {
    const { id } = await person();
    const second = nextPhone();
    const { body } = await add(id, second);
    await optOut(id, second);
    expect(await faro.send("DELETE", `/api/addresses/${body.id}`)).toMatchObject({
      status: 409,
      body: { code: "in_use" },
    });
    await faro.send("POST", `/api/addresses/${body.id}/primary`, {});
    await faro.send("PUT", `/api/people/${id}`, { phone: nextPhone() });
    expect((await list(id)).find(({ value }) => value === second)).toMatchObject({ isOptedOut: true });
    expect(await becomes(await say(id), "blocked")).toMatchObject({ reasons: [{ code: "opted_out" }] });
  });

  test("an address that was opted in again lifts no opt-out of another address", async () => {
    const one = await person();
    await optOut(one.id, one.phone);
    const other = await person({ firstName: "Luis" });
    await optOut(other.id, other.phone);
    await reply(other.phone, "START");
    await expect.poll(async () => (await list(other.id))[0]?.isOptedOut, { timeout: 180_000 }).toBe(false);
    await add(one.id, other.phone);
    expect(await becomes(await say(one.id), "blocked")).toMatchObject({ reasons: [{ code: "opted_out" }] });
  });

  test("an opt-in of a person ends the opt-outs of all their addresses", async () => {
    const { id, phone } = await person();
    const second = nextPhone();
    await add(id, second);
    await optOut(id, second);
    await reply(phone, "START");
    await expect
      .poll(async () => (await list(id)).some(({ isOptedOut }) => isOptedOut), { timeout: 180_000 })
      .toBe(false);
    await becomes(await say(id), "delivered");
  });

  test("an opt-in lifts no opt-out of a number that another person has, too", async () => {
    const victim = await person();
    await optOut(victim.id, victim.phone);
    const stranger = await person({ firstName: "Luis" });
    await add(stranger.id, victim.phone);
    await optOut(stranger.id, stranger.phone);
    await reply(stranger.phone, "START");
    const own = async () => (await list(stranger.id)).find(({ value }) => value === stranger.phone);
    await expect.poll(async () => (await own())?.isOptedOut, { timeout: 180_000 }).toBe(false);
    expect(await becomes(await say(victim.id), "blocked")).toMatchObject({
      reasons: [{ code: "opted_out" }],
    });
  });

  test("a shared number silences both people", async () => {
    const one = await person();
    const other = await person({ firstName: "Luis" });
    await add(other.id, one.phone);
    await optOut(one.id, one.phone);
    for (const { id } of [one, other])
      expect(await becomes(await say(id), "blocked")).toMatchObject({ reasons: [{ code: "opted_out" }] });
  });

  test("a message to a named address goes there, or fails once it is no longer the person's", async () => {
    const { id } = await person();
    const second = nextPhone();
    const { body } = await add(id, second);
    expect((await becomes(await sayTo(id, body.id), "delivered")).config.rendered.to).toBe(second);
    await faro.send("DELETE", `/api/addresses/${body.id}`);
    expect(await becomes(await sayTo(id, body.id), "failed")).toMatchObject({
      reasons: [{ code: "address_gone" }],
    });
  });
});

test("an erasure keeps the opt-outs of all addresses and forgets the addresses", async () => {
  const { id } = await person({ consents: { sms: true, dnc: true } });
  const second = nextPhone();
  await add(id, second);
  await faro.send("DELETE", `/api/people/${id}`);
  const again = await person({ phone: second });
  expect((await list(again.id))[0]).toMatchObject({ value: second, isOptedOut: true });
});
