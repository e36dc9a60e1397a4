import { generateKeyPairSync } from "node:crypto";
import mail from "@sendgrid/mail";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signEvents } from "#sandbox/sendgrid/event-webhook.ts";
import { allowHolidaySends } from "./contactable-people.ts";
import { freePort } from "./process.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
const sender = {
  fromAddress: "hello@company.example",
  fromName: "Sol del Este",
  postalAddress: "123 Calle San Francisco, San Juan, PR 00901",
};
const choose = async (sendsEmail: boolean, more: object = {}) =>
  expect(
    (await faro.send("POST", "/api/integrations/sendgrid", { ...sender, sendsEmail, ...more })).status,
  ).toBe(200);

beforeAll(async () => {
  faro = await startSandboxFaro({
    FARO_VENDOR_BASE: "",
    FARO_SMTP_PORT: String(await freePort()),
    FARO_MAIL_DOMAIN: "in.example.com",
  });
  await allowHolidaySends(faro.send);
  await choose(true);
});
afterAll(() => faro.stop());

const rows = async (query: string, values: unknown[] = []) => (await faro.pool.query(query, values)).rows;
const control = (order: object) =>
  fetch(`${faro.sandboxUrl}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
let count = 0;
const person = async (mailbox: string, consents = { email: true }) =>
  (
    await faro.send("POST", "/api/people", {
      firstName: "Eva",
      email: `${mailbox}+${++count}@example.com`,
      consents,
    })
  ).body as { id: string; email: string };
const write = async ({ id }: { id: string }, more: object = {}) =>
  (
    await faro.send("POST", `/api/people/${id}/messages`, {
      channel: "email",
      subject: "Hola",
      text: "Noticias",
      purpose: "marketing",
      ...more,
    })
  ).body.id as string;
const action = async (id: string) => (await rows("SELECT * FROM actions WHERE id = $1", [id]))[0];
const becomes = (id: string, status: string) =>
  expect.poll(async () => (await action(id)).status, { timeout: 180_000 }).toBe(status);
const ledger = async (id: string) =>
  (await faro.send("GET", `/api/suppressions?personId=${id}`)).body.records;
const mailsTo = async (to: string) => {
  const url = `${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(to)}`;
  const found = (await (await fetch(url)).json()) as { entries?: Record<string, any>[] };
  return found.entries ?? [];
};
const carrier = async () =>
  (await faro.send("GET", "/api/integrations-activity")).body
    .filter(({ sends }: { sends: string[] }) => sends.includes("email"))
    .map(({ service }: { service: string }) => service);

describe("a message through SendGrid", () => {
  test("arrives as the mail of SMTP would, is delivered, and its answer comes into the thread", async () => {
    expect(await carrier()).toEqual(["sendgrid"]);
    const eva = await person("reply");
    const id = await write(eva);
    await becomes(id, "delivered");
    const sent = await action(id);
    expect(sent.messenger).toBe("sendgrid");
    expect(sent.provider_id).toMatch(/^[\w-]{20,}$/);
    const [arrived] = (await mailsTo(eva.email)).filter(({ arrived: is }) => is);
    expect(arrived).toMatchObject({
      subject: "Hola",
      business: expect.stringMatching(new RegExp(`^r-${id}-[0-9a-f]{20}@in\\.example\\.com$`)),
      unsubscribe: expect.stringContaining("/hooks/unsubscribe/"),
      text: expect.stringContaining("123 Calle San Francisco"),
    });
    const replies = () => rows("SELECT raw_data FROM events WHERE person_id = $1", [eva.id]);
    await expect.poll(async () => (await replies()).length, { timeout: 180_000 }).toBe(1);
    expect((await replies())[0].raw_data).toMatchObject({ words: "Sí, me interesa" });
  });

  test("that bounces fails, and the address is given up with an entry in the audit log", async () => {
    const eva = await person("bounce");
    const first = await write(eva);
    await becomes(first, "failed");
    expect((await action(first)).reasons).toMatchObject([
      { code: "mail_bounced", kind: "hard", status: "5.1.1" },
    ]);
    expect(await ledger(eva.id)).toMatchObject([{ state: "opted_out", source: "bounce", scope: "email" }]);
    const second = await write(eva);
    await becomes(second, "blocked");
    expect((await action(second)).reasons).toMatchObject([{ code: "address_bounced" }]);
    const [cause] = await rows("SELECT caused_by FROM suppressions WHERE source = 'bounce'");
    const audit = await rows(
      "SELECT description FROM audit_logs WHERE entity_type = 'suppression' AND entity_id = $1",
      [cause.caused_by],
    );
    expect(audit).toMatchObject([
      { description: "An e-mail address is no longer used, because messages to it bounce" },
    ]);
  });

  test("to a full mailbox suppresses nothing at first; a blocked one notifies operators; a delay is noted", async () => {
    const [full, refused, late] = [await person("full"), await person("refuse"), await person("delay")];
    await becomes(await write(full), "failed");
    expect(await ledger(full.id)).toEqual([]);
    await becomes(await write(refused), "failed");
    expect(await ledger(refused.id)).toEqual([]);
    const [refusal] = await rows("SELECT params FROM notifications WHERE kind = 'mail_refused'");
    expect(refusal).toMatchObject({ params: { detail: expect.stringContaining("5.7.1") } });
    await becomes(await write(late), "delivered");
    const kinds = await rows("SELECT event_type FROM timeline WHERE person_id = $1", [late.id]);
    expect(kinds.map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(["message_delayed", "message_delivered"]),
    );
  });

  test.each([
    ["complain", { source: "complaint", scope: "all" }],
    ["unsubscribe", { source: "unsubscribe", scope: "all" }],
    ["group-unsubscribe", { source: "unsubscribe", scope: "email" }],
  ])("whose recipient answers with %s is an opt-out", async (mailbox, expected) => {
    const eva = await person(mailbox);
    const first = await write(eva);
    await expect.poll(async () => ledger(eva.id), { timeout: 180_000 }).toMatchObject([expected]);
    await becomes(first, "delivered");
    const second = await write(eva);
    await becomes(second, "blocked");
  });

  test("whose reports are repeated, reordered, forged or about another message ends the same way", async () => {
    for (const fault of ["duplicate-callbacks", "reordered-callbacks", "forged-callback", "stray-callback"]) {
      await control({ vendor: "sendgrid", mode: fault, times: 1 });
      const eva = await person("complain");
      const id = await write(eva);
      await expect.poll(async () => (await ledger(eva.id)).length, { timeout: 180_000 }).toBe(1);
      await becomes(id, "delivered");
      expect(await ledger(eva.id)).toMatchObject([{ source: "complaint" }]);
    }
    await control({ vendor: "sendgrid", mode: "ok" });
  });

  test("of unknown outcome is never sent twice, and its report decides", async () => {
    const eva = await person("ana");
    await control({ vendor: "sendgrid", mode: "accept-cut", times: 1 });
    const id = await write(eva);
    await becomes(id, "delivered");
    expect(await mailsTo(eva.email)).toHaveLength(1);
    expect((await action(id)).provider_id).not.toBeNull();
    await control({ vendor: "sendgrid", mode: "refuse-429", times: 1 });
    await becomes(await write(await person("luis")), "delivered");
  });

  test("is dropped by SendGrid where it knows an opt-out that we do not", async () => {
    const eva = await person("eva");
    await fetch(`${faro.sandboxUrl}/sendgrid/v3/asm/suppressions/global`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer SG.colleague" },
      body: JSON.stringify({ recipient_emails: [eva.email] }),
    });
    const id = await write(eva);
    await becomes(id, "failed");
    expect((await action(id)).reasons).toMatchObject([{ code: "number_opted_out" }]);
    expect(await ledger(eva.id)).toMatchObject([{ source: "vendor", scope: "all", state: "opted_out" }]);
    expect(await mailsTo(eva.email)).toEqual([]);
  });
});

describe("a report", () => {
  const post = (events: unknown, key: string, timestamp = String(Math.floor(Date.now() / 1000))) => {
    const body = JSON.stringify(events);
    return fetch(`${faro.url}/hooks/vendors/sendgrid`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-twilio-email-event-webhook-signature": signEvents(key, timestamp, body),
        "x-twilio-email-event-webhook-timestamp": timestamp,
      },
      body,
    });
  };
  const own = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const pem = own.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const verificationKey = own.publicKey.export({ format: "der", type: "spki" }).toString("base64");

  test("of a live account counts only with the signature of its key, in time, and once", async () => {
    await control({ vendor: "sendgrid", mode: "ok" });
    await choose(true, { apiKey: "SG.live", verificationKey });
    expect(await carrier()).toEqual(["sendgrid"]);
    const eva = await person("eva");
    const unknown = `campaign+${++count}@example.com`;
    const batch = [
      { event: "open", email: eva.email, sg_event_id: "o1", timestamp: 1 },
      { event: "unsubscribe", email: eva.email.toUpperCase(), sg_event_id: "u1", timestamp: 1 },
      { event: "spamreport", email: unknown, sg_event_id: "s1", timestamp: 1 },
      { event: "group_resubscribe", email: eva.email, sg_event_id: "r1", timestamp: 1 },
    ];
    const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const otherPem = other.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    expect((await post(batch, otherPem)).status).toBe(401);
    expect((await post(batch, pem, "1700000000")).status).toBe(401);
    expect(await ledger(eva.id)).toEqual([]);
    for (let turn = 0; turn < 3; turn++) expect((await post(batch, pem)).status).toBe(200);
    expect(await ledger(eva.id)).toMatchObject([{ source: "unsubscribe", scope: "all", state: "opted_out" }]);
    // An address of a campaign that no person has is suppressed, and makes no person.
    expect(await rows("SELECT 1 FROM people WHERE email = $1", [unknown])).toEqual([]);
    const later = await person(unknown.split("+")[0] ?? "");
    await rows("UPDATE people SET email = $1 WHERE id = $2", [unknown, later.id]);
    expect(await ledger(later.id)).toMatchObject([{ source: "complaint" }]);
    const guide = (await faro.send("GET", "/api/go-live")).body;
    expect(guide.emailMessenger).toBe("sendgrid");
  });

  test("still counts once SMTP sends again", async () => {
    await choose(false, { verificationKey });
    expect(await carrier()).toEqual(["smtp"]);
    const eva = await person("eva");
    expect(
      (await post([{ event: "unsubscribe", email: eva.email, sg_event_id: "u2", timestamp: 1 }], pem)).status,
    ).toBe(200);
    expect(await ledger(eva.id)).toHaveLength(1);
  });
});

test("SendGrid's own library sends to the simulator", async () => {
  mail.setApiKey("SG.judge");
  const client = (mail as unknown as { client: { setDefaultRequest: (name: string, value: string) => void } })
    .client;
  client.setDefaultRequest("baseUrl", `${faro.sandboxUrl}/sendgrid/`);
  const to = `judge+${++count}@example.com`;
  const [answer] = await mail.send({ to, from: "hello@company.example", subject: "Hola", text: "Sí" });
  expect(answer.statusCode).toBe(202);
  expect(answer.headers["x-message-id"]).toBeTruthy();
  expect(await mailsTo(to)).toMatchObject([{ subject: "Hola", text: "Sí" }]);
  await expect(
    mail.send({
      to,
      from: "hello@company.example",
      subject: "Hola",
      text: "Sí",
      headers: { "Reply-To": "x" },
    }),
  ).rejects.toMatchObject({ code: 400 });
});
