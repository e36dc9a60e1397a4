import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shortLinkDays } from "#domain/messages/short-link.ts";
import { system } from "#server/audit/entry.ts";
import { openDatabase } from "#server/db/database.ts";
import { deleteExpiredLinks } from "#server/store/delivery/short-links.ts";
import { createWrite } from "#server/store/write.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";
import { type Receiver, startReceiver } from "./webhook-receiver.ts";

const patience = { timeout: 60_000 };
const phoneAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
const target = "https://sol.example/quote?plan=a&b=1";

let faro: SandboxFaro;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "", FARO_EGRESS_ALLOW: "127.0.0.1" });
  await allowHolidaySends(faro.send);
}, 120_000);
afterAll(async () => {
  await faro?.stop();
  await receiver?.stop();
});

const { phone, timezone } = findContactableNumbers(Date.now());
let count = 0;

type Row = Record<string, unknown>;
const send = async (method: string, path: string, body?: unknown) => {
  const answer = await faro.send(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const query = async (text: string, values: unknown[] = []): Promise<Record<string, any>[]> =>
  (await faro.pool.query(text, values)).rows;

type Person = { id: string; phone: string };
const addPerson = (): Promise<Person> => {
  count++;
  return send("POST", "/api/people", {
    ...{ firstName: "Ana", email: `ana${count}@example.com`, phone: phone(count), timezone },
    consents: { sms: true, email: true },
  });
};

const template = async (name: string, words: Row = {}) =>
  send("POST", "/api/templates", {
    ...{ name, channel: "sms", language: "en" },
    body: `{{company_name|Sol}}: your quote {{short_link|${target}}} STOP`,
    ...words,
  });
const message = (person: Person, body: Row) =>
  send("POST", `/api/people/${person.id}/messages`, { purpose: "marketing", ...body });

const isSent = (status: string) => ["sent", "delivered"].includes(status);
type Sent = { actionId: string; text: string; url: string; code: string };
/** What was sent to a person, a minute ago. */
const sentTo = async (person: Person): Promise<Sent> => {
  const find = () =>
    query(
      "SELECT id, status, reasons, config -> 'rendered' ->> 'text' AS text FROM actions WHERE person_id = $1 ORDER BY created_at DESC LIMIT 1",
      [person.id],
    );
  await expect
    .poll(
      async () => (await find()).map(({ status, reasons }) => (isSent(status) ? "sent" : reasons)),
      patience,
    )
    .toEqual(["sent"]);
  const [row] = await find();
  await query("UPDATE actions SET executed_at = executed_at - interval '1 minute' WHERE id = $1", [row?.id]);
  const url = /https?:\/\/\S+\/l\/[\w-]{16}/.exec(row?.text)?.[0] ?? "";
  return { actionId: row?.id, text: row?.text, url, code: url.slice(-16) };
};

const open = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", ...init, headers: { "user-agent": phoneAgent, ...init.headers } });
/** The page, and what its button sends. */
const click = async (url: string, headers: Record<string, string> = {}) => {
  const page = await (await open(url, { headers })).text();
  const token = /name="page" value="([^"]+)"/.exec(page)?.[1] ?? "";
  return open(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ page: token }),
  });
};
const clicksOf = async (code: string) =>
  (await query("SELECT clicks FROM short_links WHERE code = $1", [code]))[0]?.clicks;
const eventsOf = ({ id }: Person) =>
  query("SELECT event_type, raw_data, validation_status FROM events WHERE person_id = $1", [id]);

describe("a short link in a text message", () => {
  test("is one of each message, and its click is an event of the person with everything that follows", async () => {
    const subscription = await send("POST", "/api/webhook-subscriptions", {
      ...{ name: "Clicks", url: receiver.url("/clicks"), events: ["message.clicked"] },
    });
    await template("quote_link");
    const rule = await send("POST", "/api/rules", {
      name: "Clicked",
      triggers: [{ type: "event", operator: "=", value: "link_clicked" }],
      conditions: [{ type: "status", field: "is_not", value: "converted" }],
      actions: [{ type: "add_tag", template: "clicked" }],
    });
    const [ana, eva] = [await addPerson(), await addPerson()];
    for (const person of [ana, eva]) await message(person, { channel: "sms", template: "quote_link" });
    const [sent, other] = [await sentTo(ana), await sentTo(eva)];
    expect(sent.url).toMatch(new RegExp(`^${faro.url}/l/[\\w-]{16}$`));
    expect(sent.text).not.toContain("sol.example");
    expect(other.url).not.toBe(sent.url);

    const answer = await click(sent.url);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, target]);
    expect(await clicksOf(sent.code)).toBe(1);
    expect(await clicksOf(other.code)).toBe(0);
    expect(await eventsOf(ana)).toMatchObject([
      {
        event_type: "link_clicked",
        raw_data: { channel: "sms", link: target, messageId: sent.actionId },
        validation_status: "valid",
      },
    ]);
    expect(await eventsOf(eva)).toEqual([]);
    const { body: shown } = await faro.send("GET", `/api/people/${ana.id}/timeline`);
    expect(JSON.stringify(shown)).toContain(target);
    const tags = async () => (await query("SELECT tags FROM people WHERE id = $1", [ana.id]))[0]?.tags;
    await expect.poll(tags, patience).toContain("clicked");
    await expect.poll(() => receiver.at("/clicks").length, patience).toBe(1);
    expect(receiver.at("/clicks")[0]?.body).toMatchObject({
      type: "message.clicked",
      data: { id: sent.actionId, personId: ana.id, channel: "sms", link: target },
    });
    const templates = await send("GET", "/api/templates");
    const { id } = templates.find(({ name }: { name: string }) => name === "quote_link");
    expect(await send("GET", `/api/templates/${id}/uses`)).toMatchObject({ links: { sent: 2, clicked: 1 } });
    await faro.send("DELETE", `/api/webhook-subscriptions/${subscription.id}`);
    await faro.send("DELETE", `/api/rules/${rule.id}`);
  });

  test("is counted for no machine: HEAD, preview, prefetch, scanner, bare post, or too soon", async () => {
    const person = await addPerson();
    await message(person, { channel: "sms", text: `Sol: {{short_link|${target}}}` });
    const { url, code, actionId } = await sentTo(person);
    const page = await open(url);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const html = await page.text();
    expect(html).toContain("This link opens sol.example");
    expect(html).toContain("plan=a&amp;b=1");
    expect((await open(url, { method: "HEAD" })).status).toBe(200);
    expect((await open(url, { headers: { "accept-language": "es-PR" } })).status).toBe(200);
    for (const headers of [
      { "user-agent": "WhatsApp/2.25 A" },
      { "user-agent": `${phoneAgent} facebookexternalhit/1.1` },
      { "sec-purpose": "prefetch;prerender" },
    ])
      expect((await click(url, headers)).headers.get("location")).toBe(target);
    for (const body of [undefined, new URLSearchParams({ page: "1.aaaaaaaaaaaaaaaaaaaaaaaaaaa" })])
      expect((await open(url, { method: "POST", ...(body ? { body } : {}) })).status).toBe(303);
    expect(await clicksOf(code)).toBe(0);
    await query("UPDATE actions SET executed_at = now() + interval '5 seconds' WHERE id = $1", [actionId]);
    expect((await click(url)).status).toBe(303);
    expect(await clicksOf(code)).toBe(0);
    await query("UPDATE actions SET executed_at = now() - interval '1 hour' WHERE id = $1", [actionId]);
    for (let time = 0; time < 3; time++) await click(url);
    expect(await clicksOf(code)).toBe(1);
    await query("UPDATE short_links SET last_clicked_at = now() - interval '1 hour' WHERE code = $1", [code]);
    // A short domain of one's own is another origin.
    expect((await click(url, { origin: "https://go.example", "sec-fetch-site": "same-origin" })).status).toBe(
      303,
    );
    expect(await clicksOf(code)).toBe(2);
    expect(await eventsOf(person)).toHaveLength(2);
  });

  test("leads nowhere but to what was stored", async () => {
    for (const path of ["/l/aaaaaaaaaaaaaaaa", "/l/x", "/l/aaaaaaaaaaaaaaaa?to=https://evil.example"]) {
      const answer = await open(`${faro.url}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("no longer valid");
      expect((await open(`${faro.url}${path}`, { method: "POST" })).status).toBe(404);
    }
  });

  test("of a person who was erased leads on without a trace, and ends after a year", async () => {
    const person = await addPerson();
    await message(person, { channel: "sms", text: `Sol: {{short_link|${target}}}` });
    const { url, code } = await sentTo(person);
    await send("DELETE", `/api/people/${person.id}`);
    await expect
      .poll(() => query("SELECT action_id, clicks FROM short_links WHERE code = $1", [code]), patience)
      .toEqual([{ action_id: null, clicks: 0 }]);
    expect((await click(url)).headers.get("location")).toBe(target);
    expect(await query("SELECT clicks, last_clicked_at FROM short_links WHERE code = $1", [code])).toEqual([
      { clicks: 0, last_clicked_at: null },
    ]);
    await query(
      `UPDATE short_links SET created_at = now() - make_interval(days => ${shortLinkDays}) - interval '1 minute' WHERE code = $1`,
      [code],
    );
    expect((await open(url)).status).toBe(404);
    const database = openDatabase(faro.connection, () => {});
    const write = createWrite(database.db, { insert: async () => {} });
    expect(await write(system, ({ tx }) => deleteExpiredLinks(tx, 100))).toBe(1);
    await database.close();
  });

  test("ends a sequence that stops at clicks", async () => {
    const person = await addPerson();
    const rule = await send("POST", "/api/rules", {
      name: "Until a click",
      triggers: [{ type: "event", operator: "=", value: "never" }],
      conditions: [{ type: "status", field: "is_not", value: "converted" }],
      actions: [
        { type: "sms", template: `Sol: {{short_link|${target}}}` },
        { type: "sms", template: "Still there?", wait: { for: 2, unit: "days" } },
      ],
      options: { stopOn: [{ kind: "event", type: "link_clicked" }] },
    });
    await send("POST", `/api/rules/${rule.id}/start`, { personIds: [person.id] });
    const { url } = await sentTo(person);
    await click(url);
    const run = async () => (await send("GET", `/api/runs?personId=${person.id}&state=all`)).runs[0];
    await expect
      .poll(async () => {
        const { state, why } = await run();
        return { state, code: why[0]?.code };
      }, patience)
      .toEqual({ state: "ended", code: "run_event" });
  });

  test("has its real length in the preview", async () => {
    const body = `Sol: {{short_link|https://sol.example/${"long".repeat(40)}}}`;
    const preview = await send("POST", "/api/templates/preview", { channel: "sms", body });
    expect(preview.text).toHaveLength("Sol: ".length + `${faro.url}/l/`.length + 16);
    expect(preview).toMatchObject({ segments: 1, problems: [] });
  });

  test("stands in an e-mail as a button and in its text", async () => {
    const design = {
      blocks: [
        { id: "a", kind: "button", label: "See it", href: `{{short_link|${target}}}` },
        { id: "b", kind: "text", text: `Or {{short_link|${target}}} and [here](${target})` },
      ],
    };
    await template("quote_mail", { channel: "email", subject: "Your quote", body: "", design });
    const person = await addPerson();
    await message(person, { channel: "email", template: "quote_mail" });
    const { text, url } = await sentTo(person);
    expect(text).toContain(`See it: ${url}`);
    expect(text).toContain(`Or ${url} and here (${target})`);
    const conversation = `${faro.sandboxUrl}/sandbox/api/phone/conversations/ana${count}@example.com`;
    const entries = async () => (await (await fetch(conversation)).json()).entries as { id: string }[];
    await expect.poll(async () => (await entries()).length, patience).toBe(1);
    const [mail] = await entries();
    const html = await (await fetch(`${faro.sandboxUrl}/sandbox/api/phone/mails/${mail?.id}/html`)).text();
    expect(html.split(`href="${url}"`)).toHaveLength(3);
  });

  test("does not hide that the same words were sent before", async () => {
    const person = await addPerson();
    const rule = await send("POST", "/api/rules", {
      name: "Twice",
      triggers: [{ type: "event", operator: "=", value: "twice" }],
      conditions: [{ type: "status", field: "is_not", value: "converted" }],
      actions: [{ type: "sms", template: `Same words {{short_link|${target}}}` }],
    });
    await send("POST", `/api/rules/${rule.id}/start`, { personIds: [person.id] });
    await sentTo(person);
    await send("POST", `/api/rules/${rule.id}/start`, { personIds: [person.id] });
    await expect
      .poll(
        () =>
          query(
            "SELECT reasons -> 0 ->> 'code' AS code FROM actions WHERE person_id = $1 AND status = 'blocked'",
            [person.id],
          ),
        patience,
      )
      .toEqual([{ code: "words_repeated" }]);
  });
});
