import { createHmac } from "node:crypto";
import { WebClient } from "@slack/web-api";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addColleague, type Colleague } from "./colleagues.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { isDeep } from "./deep.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let luz: Colleague;
let viewer: Colleague;
let reader: Colleague;
let writer: Colleague;
const { phone, timezone } = findContactableNumbers(Date.now());
/** A number abroad waits until the time zone of its person is known. */
const written = timezone === null ? /^(sent|delivered|read)$/ : /^held$/;
const slackSecret = "8f742231b10e8888abcd99yyyzzz85a5";

beforeAll(async () => {
  faro = await startSandboxFaro();
  await allowHolidaySends(faro.send);
  luz = await addColleague(faro, "Luz");
  viewer = await addColleague(faro, "Vera", "viewer");
  reader = await addOwn("Rita", "view");
  writer = await addOwn("Walo", "work");
});
afterAll(() => faro.stop());

/** A colleague with a role of the workspace's own. */
const addOwn = async (firstName: string, inbox: string): Promise<Colleague> => {
  const colleague = await addColleague(faro, firstName, "viewer");
  const [role] = await rows("INSERT INTO own_roles (name, levels) VALUES ($1, $2) RETURNING id", [
    firstName,
    JSON.stringify({ inbox, people: "manage" }),
  ]);
  await rows("UPDATE users SET role = 'own', role_id = $1 WHERE id = $2", [role.id, colleague.id]);
  return colleague;
};

const timeout = 180_000;
const soon = { timeout, interval: 100 };
const control = async (body: object) => {
  const { status } = await fetch(`${faro.sandboxUrl}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(status).toBe(200);
};
const vendor = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${faro.sandboxUrl}${path}`, {
    method,
    headers: { ...(body ? { "content-type": "application/json" } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json() as Promise<any>;
};
const rows = async (query: string, values: unknown[] = []) => (await faro.pool.query(query, values)).rows;
const work = async (service: string) => (await faro.send("GET", `/api/integrations/${service}/work`)).body;
const rule = async (name: string, event: string, action: object, consent = "dnc") => {
  const { status, body } = await faro.send("POST", "/api/rules", {
    name,
    triggers: [{ type: "event", operator: "=", value: event }],
    conditions: [{ type: "consent", field: consent, value: String(consent !== "dnc") }],
    actions: [action],
  });
  expect([status, body]).toEqual([200, body]);
  return body.id as string;
};
let count = 0;
const addPerson = async (more: object = {}) => {
  const n = ++count;
  const { body } = await faro.send("POST", "/api/people", {
    firstName: "Ana",
    lastName: `Rivera ${n}`,
    phone: phone(n),
    timezone,
    consents: { sms: true },
    ...more,
  });
  return body as { id: string; phone: string };
};
const writeAs = (from: string, text: string) =>
  fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(from)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text }),
  });
const onPhone = async (address: string): Promise<string[]> => {
  const url = `${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}`;
  const { entries } = (await (await fetch(url)).json()) as { entries: { text: string; arrived: boolean }[] };
  return entries.filter(({ arrived }) => arrived).map(({ text }) => text);
};
const submit = async (hook: string, body: object) =>
  fetch(hook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("Facebook Lead Ads", () => {
  const bearer = { authorization: "Bearer page-token" };
  const testLead = async (fields: Record<string, string>, boxes: Record<string, boolean> = {}) =>
    (
      await vendor(
        "POST",
        "/facebook/v24.0/222/test_leads",
        {
          field_data: Object.entries(fields).map(([name, value]) => ({ name, values: [value] })),
          custom_disclaimer_responses: Object.entries(boxes).map(([checkbox_key, checked]) => ({
            checkbox_key,
            is_checked: checked ? "1" : "",
          })),
        },
        bearer,
      )
    ).id as string;
  const personOf = async (email: string) => (await rows("SELECT * FROM people WHERE email = $1", [email]))[0];

  test("a lead becomes a person with proven consent, and a rule writes to them by WhatsApp", async () => {
    expect((await faro.send("POST", "/api/integrations/facebook/subscribe")).status).toBe(200);
    await faro.send("POST", "/api/templates", {
      name: "greeting",
      channel: "whatsapp",
      language: "en",
      body: "Hi {{first_name|}}, welcome to {{last_name|us}}!",
      // A template with two variables that the vendor has approved.
      approvedName: "welcome",
    });
    await rule("Greet leads", "facebook.lead", { type: "whatsapp", template: "greeting" }, "whatsapp");
    const number = phone(901);
    const id = await testLead(
      { email: "Ana.Lead@Example.com", full_name: "Ana Rivera", phone_number: number, city: "Ponce" },
      { whatsapp_consent: true, sms_consent: false },
    );
    await expect.poll(() => personOf("ana.lead@example.com"), soon).toBeDefined();
    const ana = await personOf("ana.lead@example.com");
    expect(ana).toMatchObject({ first_name: "Ana", last_name: "Rivera", phone: number, town: "Ponce" });
    expect(ana.consents).toEqual({ whatsapp: true });
    const [event] = await rows("SELECT * FROM events WHERE person_id = $1", [ana.id]);
    expect(event).toMatchObject({ event_type: "facebook.lead", deduplication_key: id });
    expect(await rows("SELECT * FROM consent_records WHERE person_id = $1", [ana.id])).toMatchObject([
      { channel: "whatsapp", state: "granted", method: "endpoint", proof: { eventId: event.id } },
    ]);
    const messages = () => rows("SELECT type, status, reasons FROM actions WHERE person_id = $1", [ana.id]);
    await expect
      .poll(messages, soon)
      .toMatchObject([{ type: "whatsapp", status: expect.stringMatching(written) }]);
    expect((await onPhone(number)).length).toBe(timezone === null ? 1 : 0);
  });

  test("a repeated report is ignored, and one that cannot be fetched now is fetched later", async () => {
    await control({ interrupt: { vendor: "facebook", as: "unauthorized", path: "fields=id", times: 1 } });
    const id = await testLead({ email: "eva@example.com", first_name: "Eva" });
    const state = () =>
      rows("SELECT state, error, payload FROM integration_work WHERE kind = 'lead' AND key = $1", [id]);
    // Accepted and kept, although the vendor refuses the token.
    await expect
      .poll(state, soon)
      .toMatchObject([{ state: "waiting", error: expect.stringContaining("token") }]);
    expect(await work("facebook")).toMatchObject({ waiting: 1 });
    expect(await rows("SELECT kind FROM notifications WHERE kind = 'integration_failing'")).toHaveLength(1);
    await faro.send("POST", "/api/integrations/facebook/retry");
    expect(
      await rows(
        "SELECT user_id IS NOT NULL AS own, metadata FROM audit_logs WHERE description LIKE 'Tried again%'",
      ),
    ).toEqual([{ own: true, metadata: { waiting: 1, failed: 0 } }]);
    await expect.poll(state, soon).toEqual([{ state: "done", error: null, payload: {} }]);
    await expect.poll(() => personOf("eva@example.com"), soon).toBeDefined();
    // A lead that does not exist is given up with the vendor's own words.
    await faro.pool.query(
      "INSERT INTO integration_work (service, kind, key, payload) VALUES ('facebook', 'lead', '9', '{\"leadId\": \"9\"}')",
    );
    await expect
      .poll(async () => (await work("facebook")).failures, soon)
      .toMatchObject([{ kind: "lead", error: expect.stringContaining("does not exist") }]);
  });

  test("only Meta's own reports are accepted", async () => {
    const url = `${faro.url}/hooks/integrations/facebook`;
    const body = JSON.stringify({
      object: "page",
      entry: [{ changes: [{ field: "leadgen", value: { leadgen_id: "1" } }] }],
    });
    const signature = `sha256=${createHmac("sha256", "guess").update(body).digest("hex")}`;
    const post = (headers: Record<string, string>) => fetch(url, { method: "POST", headers, body });
    expect((await post({})).status).toBe(401);
    expect((await post({ "x-hub-signature-256": signature })).status).toBe(401);
    expect((await fetch(`${url}?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1`)).status).toBe(401);
    expect((await fetch(`${faro.url}/hooks/integrations/nobody`)).status).toBe(404);
  });
});

describe.runIf(isDeep)("LinkedIn Lead Forms", () => {
  const submit = async (body: object) =>
    (await vendor("POST", "/linkedin/members/submit", body, { authorization: "Bearer member" })).id as string;
  const personOf = async (email: string) => (await rows("SELECT * FROM people WHERE email = $1", [email]))[0];
  const leadsOf = (id: string) =>
    rows("SELECT event_type, raw_data FROM events WHERE deduplication_key = $1", [id]);

  test("a lead becomes a person with the consents that it gave, once", async () => {
    expect((await faro.send("POST", "/api/integrations/linkedin/subscribe")).status).toBe(200);
    // A second time the subscription is there already.
    expect((await faro.send("POST", "/api/integrations/linkedin/subscribe")).status).toBe(200);
    const answers = {
      FIRST_NAME: "Sol",
      LAST_NAME: "Vega",
      EMAIL: "Sol.Lead@Example.com",
      PHONE_NUMBER: phone(902),
      CITY: "Ponce",
    };
    const id = await submit({ answers, interests: [2], consents: [1] });
    await expect.poll(() => personOf("sol.lead@example.com"), soon).toBeDefined();
    const sol = await personOf("sol.lead@example.com");
    expect(sol).toMatchObject({ first_name: "Sol", last_name: "Vega", phone: phone(902), town: "Ponce" });
    expect(sol.consents).toEqual({ email: true });
    const [lead] = await leadsOf(id);
    expect(lead).toMatchObject({
      event_type: "linkedin.lead",
      raw_data: {
        form_id: "7234246",
        campaign_id: "360970",
        ad_id: "241257736",
        answers: { interest: "Batteries", source_list: "autumn" },
      },
    });
    const report = JSON.stringify({
      type: "LEAD_ACTION",
      leadAction: "CREATED",
      leadGenFormResponse: `urn:li:leadGenFormResponse:${id}`,
    });
    const forged = createHmac("sha256", "guess").update(`hmacsha256=${report}`).digest("hex");
    const url = `${faro.url}/hooks/integrations/linkedin`;
    const answer = await fetch(url, { method: "POST", headers: { "x-li-signature": forged }, body: report });
    expect(answer.status).toBe(401);
    expect((await fetch(`${url}?challengeCode=guess`)).status).toBe(401);
  });

  test("an administrator connects by a sign-in, and leads without a report are listed", async () => {
    const saved = await faro.send("POST", "/api/integrations/linkedin", {
      clientId: "client1",
      clientSecret: "own-secret",
      adAccountId: "512345678",
    });
    expect(saved.status).toBe(200);
    const missed = await submit({
      answers: { EMAIL: "quiet@example.com", FIRST_NAME: "Iris" },
      quietly: true,
    });
    const { body } = await faro.send("POST", "/api/integrations/linkedin/connect");
    expect(new URL(body.url).searchParams.get("scope")).toContain("r_marketing_leadgen_automation");
    const page = await fetch(`${body.url}&decision=allow`, { redirect: "manual" });
    const back = new URL(page.headers.get("location") ?? "");
    const { headers } = await faro.send("GET", back.pathname + back.search);
    expect(headers.get("location")).toContain("oauth=connected");
    expect(await work("linkedin")).toMatchObject({ oauth: { state: "connected" } });
    await expect.poll(() => personOf("quiet@example.com"), soon).toBeDefined();
    // The next list overlaps with the last one, and a token that has run out is renewed.
    await rows("UPDATE oauth_grants SET expires_at = now() WHERE service = 'linkedin'");
    const second = await submit({ answers: { EMAIL: "quiet2@example.com" }, quietly: true });
    await rows(
      "INSERT INTO integration_work (service, kind, payload) VALUES ('linkedin', 'lead_poll', '{}')",
    );
    await expect.poll(() => leadsOf(second), soon).toHaveLength(1);
    expect(await leadsOf(missed)).toHaveLength(1);
    expect((await faro.send("POST", "/api/integrations/linkedin/disconnect")).body.oauth.state).toBe("none");
  });
});

const xMember = { authorization: "Bearer member" };
const writeAtX = (body: object) =>
  vendor("POST", "/x/members/write", body, xMember) as Promise<{ id: string }>;
const accountHolder = async (accountId: string) =>
  (
    await rows(
      "SELECT p.* FROM person_addresses a JOIN people p ON p.id = a.person_id WHERE kind = 'x' AND value = $1",
      [`x:${accountId}`],
    )
  )[0];
const pollX = () =>
  rows("INSERT INTO integration_work (service, kind, payload) VALUES ('x', 'message_poll', '{}')");
/** What the account and the member wrote to each other, oldest first, as X has it. */
const xConversation = async (accountId: string): Promise<string[]> => {
  const { data = [] } = await vendor(
    "GET",
    `/x/2/dm_conversations/with/${accountId}/dm_events?max_results=100`,
    undefined,
    xMember,
  );
  return data.map(({ text }: { text: string }) => text).toReversed();
};

describe("X direct messages", () => {
  const thread = async (id: string) =>
    (await faro.send("GET", `/api/inbox/${id}/items`)).body.items.filter(
      ({ kind }: { kind: string }) => kind === "inbound",
    );
  const answer = (personId: string, text: string, more: object = {}) =>
    faro.send("POST", `/api/inbox/${personId}/messages`, {
      channel: "x",
      text,
      anyway: true,
      seenUpTo: null,
      sendAt: new Date().toISOString(),
      ...more,
    });
  const stateOf = async (actionId: string) =>
    (await rows("SELECT status, reasons FROM actions WHERE id = $1", [actionId]))[0];
  const gateOf = async (personId: string) =>
    (await faro.send("POST", `/api/people/${personId}/messages/check`, { purpose: "service" })).body.find(
      ({ channel }: { channel: string }) => channel === "x",
    );
  const nora = { id: "944480690", name: "Nora Vega", username: "noravega" };

  test("become entries of their senders' threads after a sign-in, once and in order", async () => {
    const saved = await faro.send("POST", "/api/integrations/x", {
      clientId: "app",
      clientSecret: "own-secret",
    });
    expect(saved.status).toBe(200);
    await writeAtX({ ...nora, text: "¿Tienen baterías?" });
    await writeAtX({ ...nora, text: "Para una casa" });
    await writeAtX({ ...nora, text: "Sí, tenemos", isOwn: true });
    await writeAtX({ id: "77", name: "Group", username: "group", text: "Hola a todos", isGroup: true });
    const { body } = await faro.send("POST", "/api/integrations/x/connect");
    expect(new URL(body.url).searchParams.get("scope")).toBe(
      "dm.read dm.write tweet.read users.read offline.access",
    );
    const page = await fetch(`${body.url}&decision=allow`, { redirect: "manual" });
    const back = new URL(page.headers.get("location") ?? "");
    const { headers } = await faro.send("GET", back.pathname + back.search);
    expect(headers.get("location")).toContain("oauth=connected");
    await expect
      .poll(() => accountHolder(nora.id), soon)
      .toMatchObject({ first_name: "Nora", last_name: "Vega" });
    const { id } = await accountHolder(nora.id);
    const texts = async () => (await thread(id)).map((item: { text: string }) => item.text);
    await expect.poll(texts, soon).toHaveLength(2);
    expect((await texts()).toSorted()).toEqual(["Para una casa", "¿Tienen baterías?"]);
    expect((await thread(id))[0]).toMatchObject({ channel: "x", from: "@noravega" });
    expect(
      await rows("SELECT params FROM notifications WHERE kind = 'reply_received' AND link = $1", [
        `/inbox/${id}`,
      ]),
    ).toMatchObject([{ params: { person: "Nora Vega", channel: "x" } }, { params: { channel: "x" } }]);
    expect(await accountHolder("77")).toBeUndefined();
    // They are read and scored as on any other channel, and found by the name of the account.
    await expect
      .poll(() => rows("SELECT 1 FROM message_readings WHERE person_id = $1 AND channel = 'x'", [id]), soon)
      .toHaveLength(2);
    const { body: found } = await faro.send("GET", "/api/people?search=noravega");
    expect(found.people.map((person: { id: string }) => person.id)).toEqual([id]);
    // The same list a second time adds nothing.
    await rows("DELETE FROM settings WHERE category = 'message_cursor'");
    await pollX();
    await expect
      .poll(
        () => rows("SELECT 1 FROM integration_work WHERE kind = 'message_poll' AND state = 'waiting'"),
        soon,
      )
      .toEqual([]);
    expect(await texts()).toHaveLength(2);
    expect(await rows("SELECT 1 FROM person_addresses WHERE kind = 'x'")).toHaveLength(1);
  });

  test("are answered through the gate, with a token that has run out renewed", async () => {
    const { id } = await accountHolder(nora.id);
    expect(await gateOf(id)).toMatchObject({ ruling: "send", reasons: [{ code: "answers_conversation" }] });
    await rows("UPDATE oauth_grants SET expires_at = now() WHERE service = 'x'");
    const { status, body } = await answer(id, "Sí, desde $4,900");
    expect(status).toBe(200);
    await expect.poll(() => stateOf(body.id), soon).toMatchObject({ status: "sent" });
    expect(await xConversation(nora.id)).toContain("Sí, desde $4,900");
    const { body: page } = await faro.send("GET", `/api/inbox/${id}/items`);
    expect(page.items.at(-1)).toMatchObject({ kind: "outbound", to: "@noravega" });
    // Marketing is never sent there, and other people have no such channel.
    const offer = await faro.send("POST", `/api/people/${id}/messages`, {
      channel: "x",
      purpose: "marketing",
      text: "Oferta",
    });
    await expect
      .poll(() => stateOf(offer.body.id), soon)
      .toMatchObject({ status: "blocked", reasons: [{ code: "only_answers" }] });
    const other = await addPerson();
    expect(await gateOf(other.id)).toBeUndefined();
  });

  test("a lost answer is looked up at X and not sent a second time", async () => {
    const { id } = await accountHolder(nora.id);
    await control({ interrupt: { vendor: "x", as: "cut", path: "/messages" } });
    const { body } = await answer(id, "¿Le llamo mañana?");
    await expect
      .poll(() => stateOf(body.id), { ...soon, timeout: 180_000 })
      .toMatchObject({ status: "sent" });
    const sent = (await xConversation(nora.id)).filter((text) => text === "¿Le llamo mañana?");
    expect(sent).toHaveLength(1);
  });

  test("after a merge the account that wrote last is answered, and no other", async () => {
    const old = { id: "944480692", name: "Ada Ríos", username: "ada_old" };
    const recent = { id: "944480693", name: "Ada Ríos", username: "ada_new" };
    await writeAtX({ ...old, text: "Hola" });
    await writeAtX({ ...recent, text: "Soy yo, otra cuenta" });
    await pollX();
    for (const { id } of [old, recent]) await expect.poll(() => accountHolder(id), soon).toBeDefined();
    const [survivor, other] = [await accountHolder(old.id), await accountHolder(recent.id)];
    await rows("UPDATE person_addresses SET last_inbound_at = now() - interval '90 days' WHERE value = $1", [
      `x:${old.id}`,
    ]);
    expect(await gateOf(survivor.id)).toMatchObject({ ruling: "stop", reasons: [{ code: "only_answers" }] });
    const merge = await faro.send("POST", "/api/merges", {
      pairs: [{ survivorId: survivor.id, otherId: other.id }],
    });
    expect([merge.status, merge.body]).toEqual([200, merge.body]);
    await expect.poll(() => accountHolder(recent.id), soon).toMatchObject({ id: survivor.id });
    expect(await gateOf(survivor.id)).toMatchObject({ ruling: "send" });
    const { body } = await answer(survivor.id, "Bienvenida");
    await expect.poll(() => stateOf(body.id), soon).toMatchObject({ status: "sent" });
    expect(await xConversation(recent.id)).toContain("Bienvenida");
    expect(await xConversation(old.id)).not.toContain("Bienvenida");
    const { body: detail } = await faro.send("GET", `/api/inbox/${survivor.id}`);
    const [newest, older] = detail.addresses.filter(({ kind }: { kind: string }) => kind === "x");
    expect([newest.label, older.label]).toEqual(["@ada_new", "@ada_old"]);
    const stale = await answer(survivor.id, "A la otra", { addressId: older.id });
    await expect.poll(() => stateOf(stale.body.id), soon).toMatchObject({ status: "blocked" });
    // Accounts come with messages, so none is removed or made primary by hand.
    expect((await faro.send("DELETE", `/api/addresses/${newest.id}`)).status).toBe(400);
    expect((await faro.send("POST", `/api/addresses/${newest.id}/primary`)).status).toBe(400);
  });

  test("an account that takes no messages refuses", async () => {
    const closed = { id: "944480691", name: "Ciro", username: "ciro" };
    await writeAtX({ ...closed, text: "Hola" });
    await pollX();
    await expect.poll(() => accountHolder(closed.id), soon).toBeDefined();
    await vendor("POST", "/x/members/block", { id: closed.id }, xMember);
    const { body } = await answer((await accountHolder(closed.id)).id, "¿Sigue ahí?");
    await expect.poll(() => stateOf(body.id), soon).toMatchObject({ status: "failed" });
  });

  test("are processed in the order in which they were written", async () => {
    const members = Array.from({ length: 6 }, (_, n) => ({
      id: `9444807${n}0`,
      name: `Member ${n}`,
      username: `member${n}`,
    }));
    const words = ["Hola", "STOP", "START", "STOP"];
    for (const text of words) for (const one of members) await writeAtX({ ...one, text });
    await pollX();
    const newest = () =>
      rows(
        `SELECT a.value, array_agg(s.state ORDER BY s.created_at, s.id) AS states FROM person_addresses a
           JOIN suppressions s ON s.address_hash = a.hash WHERE a.value LIKE 'x:9444807%' GROUP BY 1 ORDER BY 1`,
      );
    const states = ["opted_out", "released", "opted_out"];
    await expect.poll(newest, soon).toEqual(members.map(({ id }) => ({ value: `x:${id}`, states })));
  });

  test("STOP is confirmed once and ends them on all channels", async () => {
    const { id } = await accountHolder(nora.id);
    await faro.send("PUT", `/api/people/${id}`, { email: "nora.x@example.com" });
    await writeAtX({ ...nora, text: "STOP" });
    await pollX();
    await expect
      .poll(async () => (await faro.send("GET", `/api/suppressions?personId=${id}`)).body.records, soon)
      .toMatchObject([{ state: "opted_out", source: "reply", scope: "all" }]);
    await expect
      .poll(
        () =>
          rows("SELECT status FROM actions WHERE person_id = $1 AND config ->> 'purpose' = 'confirmation'", [
            id,
          ]),
        soon,
      )
      .toEqual([{ status: "sent" }]);
    expect((await xConversation(nora.id)).at(-1)).toMatch(/baja|no recibirá/i);
    expect(await gateOf(id)).toMatchObject({ ruling: "stop" });
    // The opt-out counts for their other addresses, too.
    const checks = (await faro.send("POST", `/api/people/${id}/messages/check`, { purpose: "service" })).body;
    expect(checks.find(({ channel }: { channel: string }) => channel === "email").reasons).toContainEqual(
      expect.objectContaining({ code: "opted_out" }),
    );
  });
});

describe("Slack", () => {
  let bot: WebClient;
  let colleague: WebClient;
  let stranger: WebClient;
  /** Slack's own client: the outside judge of the simulator, and a colleague's Slack. */
  const client = (token: string) =>
    new WebClient(token, { slackApiUrl: `${faro.sandboxUrl}/slack/api/`, retryConfig: { retries: 0 } });
  const sales = "C0SALES001";
  const posts = async () => (await bot.conversations.history({ channel: sales })).messages ?? [];
  const post = async (part: string) => {
    await expect.poll(async () => (await posts()).some(({ text }) => text?.includes(part)), soon).toBe(true);
    return (await posts()).find(({ text }) => text?.includes(part)) as { ts: string; text: string };
  };
  const thread = async (ts: string) =>
    ((await bot.conversations.replies({ channel: sales, ts })).messages ?? []).map(({ text }) => text ?? "");
  const says = (ts: string, part: string) =>
    vi.waitFor(async () => {
      const messages = await thread(ts);
      const work = await rows(
        "SELECT kind, state, error, payload FROM integration_work ORDER BY id DESC LIMIT 6",
      );
      expect(messages.at(-1), JSON.stringify({ messages, work }, null, 1)).toContain(part);
    }, soon);
  const newCode = async ({ send }: Colleague) => {
    const { status, body } = await send("POST", "/api/account/chats/slack/code");
    expect(status).toBe(200);
    return body.code as string;
  };
  const linkInSlack = async (user: Colleague, account: string) => {
    const sent = await client(`xoxc-${account}`).chat.postMessage({
      channel: sales,
      text: await newCode(user),
    });
    await says(String(sent.ts), "This account is linked");
  };

  beforeAll(async () => {
    await control({ secrets: { slack: slackSecret } });
    const saved = await faro.send("POST", "/api/integrations/slack", {
      botToken: "xoxb-1",
      signingSecret: slackSecret,
    });
    expect([saved.status, saved.body.mode]).toEqual([200, "live"]);
    expect((await faro.send("POST", "/api/test-connection/slack", {})).body).toMatchObject({ success: true });
    const chat = await faro.send("PUT", "/api/integrations/slack/chat", {
      routes: [
        { kind: "reply_received", channel: "#sales" },
        { kind: "rule", channel: sales },
      ],
    });
    expect([chat.status, chat.body]).toEqual([200, chat.body]);
    bot = client("xoxb-1");
    colleague = client("xoxc-U0LUZ00001");
    stranger = client("xoxc-U0STRANGER");
    expect((await bot.auth.test()).ok).toBe(true);
    const accounts: [Colleague, string][] = [
      [luz, "U0LUZ00001"],
      [viewer, "U0VERA0001"],
      [reader, "U0RITA0001"],
      [writer, "U0WALO0001"],
    ];
    for (const [user, account] of accounts) await linkInSlack(user, account);
  });

  test("a reply in a Slack thread reaches the person through the gate", async () => {
    const ana = await addPerson({ lastName: "de <!channel>" });
    await writeAs(ana.phone, "¿Cuánto cuesta?");
    const notice = await post("¿Cuánto cuesta?");
    // What people are called and write cannot call a channel.
    expect(notice.text).toContain("Ana de &lt;!channel&gt; wrote by SMS");
    await colleague.chat.postMessage({
      channel: sales,
      thread_ts: notice.ts,
      text: "Cuesta $80 & incluye todo",
    });
    await expect.poll(() => onPhone(ana.phone), soon).toContainEqual("Cuesta $80 & incluye todo");
    await says(notice.ts, "Sent by SMS.");
    const [action] = await rows("SELECT * FROM actions WHERE person_id = $1", [ana.id]);
    expect(action).toMatchObject({ sent_by: luz.id, type: "sms", config: { writtenIn: "slack" } });
    const { body } = await luz.send("GET", `/api/inbox/${ana.id}`);
    expect(body.thread.owner).toMatchObject({ id: luz.id });
    expect(
      await rows("SELECT user_id FROM audit_logs WHERE entity_id = $1 AND entity_type = 'action'", [
        action.id,
      ]),
    ).toEqual([{ user_id: luz.id }]);
  });

  test("a user links their own account by a code, which counts once, and cannot link that of another", async () => {
    const users = [{ userId: luz.id, externalId: "U0STRANGER" }];
    expect((await faro.send("PUT", "/api/integrations/slack/chat", { routes: [], users })).status).toBe(400);
    expect((await luz.send("GET", "/api/account/chats")).body).toContainEqual({
      service: "slack",
      label: "Slack",
      account: "U0LUZ00001",
      linkedAt: expect.any(String),
    });
    const send = async (account: string, text: string) =>
      String((await client(`xoxc-${account}`).chat.postMessage({ channel: sales, text })).ts);
    const first = await newCode(writer);
    const second = await newCode(writer);
    await says(await send("U0STRANGER", first), "Not linked");
    await rows("UPDATE chat_link_codes SET expires_at = now() - interval '1 second'");
    await says(await send("U0STRANGER", second), "Not linked");
    const third = await newCode(writer);
    await says(await send("U0WALO0002", `here: ${third.toLowerCase()}`), "sent as Walo");
    await says(await send("U0STRANGER", third), "Not linked");
    // A user has one account; the former one writes no more.
    expect(await rows("SELECT external_id FROM chat_users WHERE user_id = $1", [writer.id])).toEqual([
      { external_id: "U0WALO0002" },
    ]);
    const stored = await rows("SELECT payload FROM integration_work WHERE kind = 'chat_link'");
    expect(JSON.stringify(stored)).not.toContain(third);
    expect(await work("slack")).toMatchObject({
      users: expect.arrayContaining([
        { id: writer.id, name: "Walo", externalId: "U0WALO0002", linkedAt: expect.any(String) },
      ]),
    });
    expect((await writer.send("DELETE", "/api/account/chats/slack")).status).toBe(200);
    expect((await writer.send("DELETE", "/api/account/chats/slack")).status).toBe(404);
    await linkInSlack(writer, "U0WALO0001");
    const unlinked = await faro.send("DELETE", `/api/integrations/slack/chat-users/${writer.id}`);
    expect(unlinked.body.users).toContainEqual({
      id: writer.id,
      name: "Walo",
      externalId: null,
      linkedAt: null,
    });
    await linkInSlack(writer, "U0WALO0001");
  });

  test("a code in a thread about a person is not sent to them", async () => {
    const ana = await addPerson();
    await writeAs(ana.phone, "¿Me oyen?");
    const notice = await post("¿Me oyen?");
    const text = await newCode(luz);
    await colleague.chat.postMessage({ channel: sales, thread_ts: notice.ts, text });
    await says(notice.ts, "This account is linked");
    expect(await rows("SELECT 1 FROM actions WHERE person_id = $1", [ana.id])).toEqual([]);
  });

  test("an account that an administrator entered in an earlier version writes nothing", async () => {
    await rows("UPDATE chat_users SET linked_at = NULL WHERE user_id = $1", [luz.id]);
    const ana = await addPerson();
    await writeAs(ana.phone, "¿Hay alguien?");
    const notice = await post("¿Hay alguien?");
    await colleague.chat.postMessage({ channel: sales, thread_ts: notice.ts, text: "Sí" });
    await says(notice.ts, "is not linked to a user of Faro");
    expect(await rows("SELECT 1 FROM actions WHERE person_id = $1", [ana.id])).toEqual([]);
    await linkInSlack(luz, "U0LUZ00001");
  });

  test("who routes needs the rights to what is routed", async () => {
    const integrator = await addColleague(faro, "Ines", "viewer");
    const [role] = await rows("INSERT INTO own_roles (name, levels) VALUES ('Integrator', $1) RETURNING id", [
      JSON.stringify({ integrations: "manage" }),
    ]);
    await rows("UPDATE users SET role = 'own', role_id = $1 WHERE id = $2", [role.id, integrator.id]);
    const { routes } = await work("slack");
    const save = (more: object[]) => integrator.send("PUT", "/api/integrations/slack/chat", { routes: more });
    expect((await save(routes)).status).toBe(200);
    for (const kind of ["reply_received", "rule"]) {
      const moved = routes.map((route: { kind: string }) =>
        route.kind === kind ? { kind, channel: "#leads" } : route,
      );
      expect((await save(moved)).status).toBe(403);
    }
    expect((await save([...routes, { kind: "handoff_asked", channel: "#leads" }])).status).toBe(403);
    expect((await save([...routes, { kind: "job_dead", channel: "#general" }])).status).toBe(200);
    // Another token would lead everything to another workspace of Slack.
    const token = { botToken: "xoxb-2", signingSecret: slackSecret };
    expect((await integrator.send("POST", "/api/integrations/slack", token)).status).toBe(403);
    const chatId = { botToken: "1:a", chatId: "-1" };
    expect((await integrator.send("POST", "/api/integrations/telegram", chatId)).status).toBe(403);
    expect((await faro.send("PUT", "/api/integrations/slack/chat", { routes })).body.routes).toEqual(routes);
  });

  test("a reply to a direct message of X goes to X", async () => {
    const rita = { id: "944480694", name: "Rita Mora", username: "ritamora" };
    await writeAtX({ ...rita, text: "¿Abren el sábado?" });
    await pollX();
    const notice = await post("¿Abren el sábado?");
    expect(notice.text).toContain("Rita Mora wrote by X");
    await colleague.chat.postMessage({ channel: sales, thread_ts: notice.ts, text: "Sí, de 9 a 1" });
    await says(notice.ts, "Sent by X.");
    expect(await xConversation(rita.id)).toEqual(["¿Abren el sábado?", "Sí, de 9 a 1"]);
  });

  test("what the gate refuses is said in the thread", async () => {
    const eva = await addPerson();
    await writeAs(eva.phone, "Me interesa");
    const { ts } = await post("Me interesa");
    await writeAs(eva.phone, "STOP");
    await expect
      .poll(async () => (await faro.send("GET", `/api/suppressions?personId=${eva.id}`)).body.records, soon)
      .toMatchObject([{ state: "opted_out" }]);
    await colleague.chat.postMessage({ channel: sales, thread_ts: ts, text: "Le llamo" });
    // The opt-out came after the notice: it is shown first, unless its own notice already stands in the thread.
    await expect
      .poll(async () => (await thread(ts)).join("\n"), soon)
      .toMatch(/something came in meanwhile|Not sent: Opted out\./);
    // What the readers of the thread have seen is stored after the post stands in the chat.
    await expect
      .poll(
        () =>
          rows(
            "SELECT 1 FROM integration_work WHERE kind = 'chat_post' AND person_id = $1 AND state <> 'done'",
            [eva.id],
          ),
        soon,
      )
      .toEqual([]);
    await colleague.chat.postMessage({ channel: sales, thread_ts: ts, text: "Le llamo mañana" });
    await says(ts, "Not sent: Opted out.");
    expect(await onPhone(eva.phone)).not.toContainEqual("Le llamo mañana");
  });

  test("only linked users with the right to write are sent for, and only in known threads", async () => {
    const luis = await addPerson();
    await writeAs(luis.phone, "Buenas tardes");
    const { ts } = await post("Buenas tardes");
    await stranger.chat.postMessage({ channel: sales, thread_ts: ts, text: "Soy otro" });
    await says(ts, "U0STRANGER");
    await client("xoxc-U0VERA0001").chat.postMessage({ channel: sales, thread_ts: ts, text: "Miro" });
    await says(ts, "may not write");
    await client("xoxc-U0RITA0001").chat.postMessage({ channel: sales, thread_ts: ts, text: "Leo" });
    await expect
      .poll(async () => (await thread(ts)).filter((text) => text.includes("may not write")).length, soon)
      .toBe(2);
    // A reply that waited for the connection is not sent hours later.
    await rows(
      `INSERT INTO integration_work (service, kind, key, payload, created_at)
       VALUES ('slack', 'chat_reply', 'late', $1, now() - interval '61 minutes')`,
      [
        JSON.stringify({
          channel: sales,
          threadId: ts,
          messageId: "1.0",
          userId: "U0WALO0001",
          text: "Tarde",
          hasFiles: false,
          isOurs: true,
        }),
      ],
    );
    await says(ts, "more than an hour ago");
    const { ts: own } = await bot.chat.postMessage({ channel: sales, text: "Not about a person" });
    await colleague.chat.postMessage({ channel: sales, thread_ts: own ?? "", text: "Hola" });
    await says(own ?? "", "does not know this thread");
    const { ts: chatter } = await colleague.chat.postMessage({ channel: sales, text: "Almuerzo" });
    await stranger.chat.postMessage({ channel: sales, thread_ts: chatter ?? "", text: "Sí" });
    expect(await rows("SELECT 1 FROM actions WHERE person_id = $1", [luis.id])).toEqual([]);
    await client("xoxc-U0WALO0001").chat.postMessage({ channel: sales, thread_ts: ts, text: "Escribo" });
    await expect.poll(() => onPhone(luis.phone), soon).toEqual(["Escribo"]);
    expect(await thread(chatter ?? "")).toHaveLength(2);
  });

  test("the address is proven, and a repeated delivery sends nothing twice", async () => {
    const url = `${faro.url}/hooks/integrations/slack`;
    const deliver = (body: string, at = Math.floor(Date.now() / 1000), secret = slackSecret) =>
      fetch(url, {
        method: "POST",
        headers: {
          "x-slack-request-timestamp": String(at),
          "x-slack-signature": `v0=${createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex")}`,
        },
        body,
      });
    const challenge = JSON.stringify({ type: "url_verification", challenge: "3eZbrw1a" });
    expect(await (await deliver(challenge)).text()).toBe("3eZbrw1a");
    expect((await deliver(challenge, undefined, "guess")).status).toBe(401);
    expect((await deliver(challenge, Math.floor(Date.now() / 1000) - 600)).status).toBe(401);

    const rosa = await addPerson();
    await writeAs(rosa.phone, "Quiero una cita");
    const { ts } = await post("Quiero una cita");
    const event = (event_id: string, more: object = {}) =>
      JSON.stringify({
        type: "event_callback",
        event_id,
        event: {
          type: "message",
          channel: sales,
          user: "U0LUZ00001",
          text: "Claro, mañana",
          ts: "1700000000.000100",
          thread_ts: ts,
          ...more,
        },
      });
    const answers = await Promise.all([
      deliver(event("Ev1")),
      deliver(event("Ev1")),
      deliver(event("Ev2")),
      deliver(event("Ev3", { bot_id: "B1", ts: "1700000000.000200" })),
      deliver(event("Ev4", { subtype: "message_changed", ts: "1700000000.000300" })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await expect.poll(() => onPhone(rosa.phone), soon).toEqual(["Claro, mañana"]);
    expect(await rows("SELECT 1 FROM actions WHERE person_id = $1", [rosa.id])).toHaveLength(1);
  });

  test("a rule posts for colleagues, and an outage is survived", async () => {
    const hook = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body.webhookUrl;
    await rule("Tell sales", "quote_requested", {
      type: "slack",
      template: "Call {{first_name}} {{last_name}}",
    });
    await control({
      interrupt: { vendor: "slack", as: "rate-limited", path: "chat.postMessage", times: 1 },
    });
    await submit(hook, {
      type: "quote_requested",
      first_name: "Marta",
      last_name: "Soto",
      phone: phone(950),
    });
    await post("Call Marta Soto");
    expect(
      await rows("SELECT 1 FROM actions a JOIN people p ON p.id = a.person_id WHERE p.phone = $1", [
        phone(950),
      ]),
    ).toEqual([]);
    const routes = [{ kind: "reply_received", channel: "#gone" }];
    await faro.send("PUT", "/api/integrations/slack/chat", { routes });
    const ivan = await addPerson();
    await writeAs(ivan.phone, "¿Hola?");
    await expect
      .poll(async () => (await work("slack")).failures, soon)
      .toMatchObject([{ kind: "chat_post", error: "channel_not_found" }]);
    await faro.send("PUT", "/api/integrations/slack/chat", { routes: [] });
  });
});

describe.runIf(isDeep)("Telegram", () => {
  const group = -100_200;
  const messages = (): Promise<any[]> => vendor("GET", "/telegram/app/messages") as Promise<any>;
  const message = async (part: string) => {
    await expect
      .poll(async () => (await messages()).some(({ text }) => text.includes(part)), soon)
      .toBe(true);
    return (await messages()).findLast(({ text }) => text.includes(part));
  };
  const reply = (from: number, text: string, replyTo: number) =>
    vendor("POST", "/telegram/app/messages", { chat: group, from, text, replyTo });

  test("notices reach the chat, and a reply to one reaches the person", async () => {
    expect(await work("telegram")).toMatchObject({ isSubscribed: false });
    const { body } = await faro.send("POST", "/api/integrations/telegram/subscribe");
    expect(body).toMatchObject({ isSubscribed: true });
    await faro.send("PUT", "/api/integrations/telegram/chat", {
      routes: [{ kind: "reply_received", channel: String(group) }],
    });
    const { code } = (await luz.send("POST", "/api/account/chats/telegram/code")).body;
    await vendor("POST", "/telegram/app/messages", { chat: 4711, from: 4711, text: code });
    await message("sent as Luz");
    const ana = await addPerson();
    await writeAs(ana.phone, "¿Abren el sábado?");
    const notice = await message("¿Abren el sábado?");
    expect(notice.chat.id).toBe(group);
    await reply(99, "Yo no", notice.message_id);
    await message("(99) is not linked");
    await reply(4711, "Sí, de 9 a 1", notice.message_id);
    await expect.poll(() => onPhone(ana.phone), soon).toEqual(["Sí, de 9 a 1"]);
    const verdict = await message("Sent by SMS.");
    // Without threads, an answer to the verdict continues the conversation, too.
    await reply(4711, "Le esperamos", verdict.message_id);
    await expect.poll(() => onPhone(ana.phone), soon).toEqual(["Sí, de 9 a 1", "Le esperamos"]);
    const forged = await fetch(`${faro.url}/hooks/integrations/telegram`, {
      method: "POST",
      headers: { "x-telegram-bot-api-secret-token": "guess" },
      body: "{}",
    });
    expect(forged.status).toBe(401);
    await faro.send("PUT", "/api/integrations/telegram/chat", { routes: [] });
  });
});

describe.runIf(isDeep)("Asana", () => {
  const bearer = { authorization: "Bearer 1/colleague" };
  const tasks = async (id: string) =>
    (await luz.send("GET", `/api/people/${id}/external-tasks`)).body.tasks as {
      id: string;
      state: string;
      title: string;
      url: string | null;
    }[];
  const remote = async () =>
    (
      await vendor(
        "GET",
        "/asana/api/1.0/tasks?project=1200000000000003&limit=100&opt_fields=name,notes",
        undefined,
        bearer,
      )
    ).data as { gid: string; name: string; notes: string }[];
  const complete = (gid: string, completed = true) =>
    vendor("PUT", `/asana/api/1.0/tasks/${gid}`, { data: { completed } }, bearer);
  const timeline = (id: string) =>
    rows("SELECT event_type FROM timeline WHERE person_id = $1 AND event_type LIKE 'external%' ORDER BY id", [
      id,
    ]);

  test("a button, a rule and a hand-over make tasks, and their completion comes back", async () => {
    const { status, body } = await faro.send("POST", "/api/integrations/asana/subscribe");
    expect([status, body]).toMatchObject([200, { isSubscribed: true }]);
    const ana = await addPerson();
    const add = { service: "asana", title: "Call {{first_name}}" };
    expect((await viewer.send("POST", `/api/people/${ana.id}/external-tasks`, add)).status).toBe(403);
    expect((await luz.send("POST", `/api/people/${ana.id}/external-tasks`, add)).status).toBe(200);
    await expect.poll(() => tasks(ana.id), soon).toMatchObject([{ state: "open" }]);
    // What a user types is no template.
    const made = (await remote()).find(({ name }) => name === "Call {{first_name}}");
    expect(made?.notes).toContain("Ana Rivera");
    await complete(made?.gid ?? "");
    await expect.poll(() => tasks(ana.id), soon).toMatchObject([{ state: "completed" }]);
    expect((await timeline(ana.id)).map(({ event_type }) => event_type)).toEqual([
      "external_task_added",
      "external_task_done",
    ]);
    await complete(made?.gid ?? "", false);
    await expect.poll(() => tasks(ana.id), soon).toMatchObject([{ state: "open" }]);
    expect(await timeline(ana.id)).toHaveLength(1);

    const hook = (await faro.send("POST", "/api/endpoints", { name: "Visits" })).body.webhookUrl;
    await rule("Plan a visit", "visit_wanted", { type: "asana_task", template: "Visit {{first_name}}" });
    await submit(hook, { type: "visit_wanted", first_name: "Pablo", phone: phone(960) });
    await expect.poll(async () => (await remote()).map(({ name }) => name), soon).toContain("Visit Pablo");
  });

  test("a task whose answer was lost is not made twice", async () => {
    await control({ interrupt: { vendor: "asana", as: "cut", path: "/api/1.0/tasks?opt", times: 1 } });
    const eva = await addPerson();
    await luz.send("POST", `/api/people/${eva.id}/external-tasks`, { service: "asana", title: "Only once" });
    await expect.poll(() => tasks(eva.id), soon).toMatchObject([{ state: "open" }]);
    expect((await remote()).filter(({ name }) => name === "Only once")).toHaveLength(1);
    // Attempts are counted anew after a refused sign-in, but what was made before is still looked for.
    const [{ id }] = await rows(
      "UPDATE external_tasks SET state = 'waiting', external_id = NULL WHERE person_id = $1 RETURNING id",
      [eva.id],
    );
    await rows(
      `UPDATE integration_work SET state = 'waiting', attempts = 0, error = 'refused', due_at = now(), payload = $2
        WHERE kind = 'task_create' AND key = $1`,
      [id, JSON.stringify({ id })],
    );
    await expect.poll(() => tasks(eva.id), soon).toMatchObject([{ state: "open" }]);
    expect((await remote()).filter(({ name }) => name === "Only once")).toHaveLength(1);
  });

  test("a task of a hand-over closes our own, and strangers install no secret", async () => {
    await faro.send("POST", "/api/integrations/asana", {
      personalAccessToken: "1/token",
      projectGid: "1200000000000003",
      createsOnHandoff: true,
    });
    // Another account: what was agreed before no longer counts.
    expect(await work("asana")).toMatchObject({ isSubscribed: false });
    const handshake = (query = "") =>
      fetch(`${faro.url}/hooks/integrations/asana${query}`, {
        method: "POST",
        headers: { "x-hook-secret": "a".repeat(32) },
        body: "{}",
      });
    expect((await handshake("?token=guess")).status).toBe(401);
    expect((await faro.send("POST", "/api/integrations/asana/subscribe")).status).toBe(200);
    expect((await handshake()).status).toBe(401);
    const rosa = await addPerson();
    const { rows: asked } = await faro.pool.query(
      "INSERT INTO calls (person_id, type, phone_number, status) VALUES ($1, 'inbound', $2, 'completed') RETURNING id",
      [rosa.id, rosa.phone],
    );
    await handOver(asked[0].id, rosa.id);
    await expect
      .poll(() => tasks(rosa.id), soon)
      .toMatchObject([{ state: "open", title: "Asked for a human agent: Roof" }]);
    const gid = (await remote()).find(({ name }) => name.includes("Roof"))?.gid ?? "";
    await complete(gid);
    await expect
      .poll(() => rows("SELECT done_at FROM tasks WHERE id = $1", [asked[0].id]), soon)
      .toEqual([{ done_at: expect.any(Date) }]);
  });
});

/** As the voice agent does when a person asks for a human. */
const handOver = async (id: string, personId: string) => {
  const { openDatabase } = await import("#server/db/database.ts");
  const { addHandoffTask } = await import("#server/store/conversations/handoff-tasks.ts");
  const database = openDatabase(faro.connection, () => {});
  await database.db.transaction((tx) =>
    addHandoffTask(tx, { id, personId, kind: "human", details: ["Roof"] }),
  );
  await database.close();
};

describe("Zapier, Make and n8n", () => {
  const save = (service: string, body: object) => faro.send("POST", `/api/integrations/${service}`, body);
  const send = (service: string, personId: string) =>
    faro.send("POST", `/api/people/${personId}/triggers`, { service, note: "By hand {{first_name}}" });
  const triggers = (service: string) =>
    rows(
      "SELECT id, state, error FROM integration_work WHERE service = $1 AND kind = 'hook_trigger' ORDER BY id",
      [service],
    );
  const lastBody = async (service: string) =>
    (await faro.arrived(service)).at(-1)?.body as Record<string, any>;

  test.each(["zapier", "make", "n8n"])(
    "a button and a rule start a workflow of %s with a person",
    async (service) => {
      const { id } = await addPerson();
      const { automations } = (await faro.send("GET", `/api/people/${id}/external-tasks`)).body;
      expect(automations.map((one: { service: string }) => one.service)).toEqual(["zapier", "make", "n8n"]);
      expect((await send(service, id)).status).toBe(200);
      await expect.poll(() => triggers(service), soon).toMatchObject([{ state: "done" }]);
      const [first] = await triggers(service);
      expect(await lastBody(service)).toMatchObject({
        id: first.id,
        type: "faro.trigger",
        source: "user",
        // A user's own words are no template.
        note: "By hand {{first_name}}",
        person: { id, firstName: "Ana" },
      });
      await rule(`To ${service}`, `lead.${service}`, { type: service, template: "Welcome {{first_name}}" });
      const hook = (await faro.send("POST", "/api/endpoints", { name: `For ${service}` })).body.webhookUrl;
      await submit(hook, { type: `lead.${service}`, first_name: "Eva", email: `${service}@example.com` });
      await expect.poll(async () => (await triggers(service)).length, soon).toBe(2);
      await expect.poll(() => triggers(service), soon).toMatchObject([{ state: "done" }, { state: "done" }]);
      expect(await lastBody(service)).toMatchObject({
        source: "rule",
        by: `To ${service}`,
        note: "Welcome Eva",
      });
    },
  );

  test("a hook that is gone waits with a notice, and goes on once its address is corrected", async () => {
    const { id } = await addPerson();
    await save("zapier", { webhookUrl: "https://hooks.zapier.com/hooks/catch/1/bad/" });
    await send("zapier", id);
    const last = async () => (await triggers("zapier")).at(-1);
    await expect.poll(last, soon).toMatchObject({ state: "waiting", error: expect.stringContaining("410") });
    const notices = await rows("SELECT params FROM notifications WHERE kind = 'integration_failing'");
    expect(notices.map(({ params }) => params)).toContainEqual(
      expect.objectContaining({ name: "Zapier", work: "hook_trigger", step: "connect" }),
    );
    await save("zapier", { webhookUrl: "https://hooks.zapier.com/hooks/catch/1/good/" });
    await expect.poll(last, soon).toMatchObject({ state: "done" });
  });

  test.each([
    ["make", { webhookUrl: "https://hook.us1.make.com/full" }, /queue/],
    ["make", { webhookUrl: "https://hook.us1.make.com/off" }, /scenario/],
    ["n8n", { apiKey: "k", baseUrl: "https://n8n.example.com", webhookPath: "off" }, /Activate/],
  ])("%s says why it does not take it", async (service, settings, reason) => {
    const { id } = await addPerson();
    expect((await save(service, settings)).status).toBe(200);
    await send(service, id);
    await expect
      .poll(async () => (await triggers(service)).at(-1), soon)
      .toMatchObject({ state: "waiting", error: expect.stringMatching(reason) });
  });

  test("only those who work with people start one", async () => {
    const { id } = await addPerson();
    const refused = await viewer.send("POST", `/api/people/${id}/triggers`, { service: "zapier" });
    expect(refused.status).toBe(403);
    expect((await send("slack", id)).status).toBe(400);
  });
});
