import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoKnowledge } from "#server/demo/knowledge.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { isDeep } from "./deep.ts";
import { freePort } from "./process.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let mailPort: number;
beforeAll(async () => {
  mailPort = await freePort();
  faro = await startSandboxFaro({
    FARO_VENDOR_BASE: "",
    FARO_SMTP_PORT: String(mailPort),
    FARO_MAIL_DOMAIN: "in.example.com",
  });
  await faro.pool.query("INSERT INTO endpoints (name, type, hook_token) VALUES ('Sales', 'email', 'sales')");
  await allowHolidaySends(faro.send);
  await faro.send("PUT", "/api/compliance/policy", { sendOnHolidays: true, answerInQuietHours: true });
  for (const entry of demoKnowledge)
    await faro.send("POST", "/api/knowledge", {
      ...entry,
      status: "approved",
      validFrom: null,
      validTo: null,
      source: null,
    });
  await faro.send("PUT", "/api/inbox/auto-replies", {
    rules: [
      { channel: "email", intent: "question", mode: "send" },
      { channel: "whatsapp", intent: "question", mode: "send" },
    ],
  });
});
afterAll(() => faro.stop());

const question = "What warranty do the panels and the battery have?";
const { phone, timezone } = findContactableNumbers(Date.now());
let count = 0;
type Ana = { id: string; phone: string; email: string };
const person = async (mailbox = "ana"): Promise<Ana> => {
  const n = ++count;
  const { body } = await faro.send("POST", "/api/people", {
    firstName: "Ana",
    email: `${mailbox}+${n}@example.org`,
    phone: phone(n),
    timezone,
    consents: { sms: true, email: true, whatsapp: true },
  });
  return body;
};
const messagesFrom = async ({ id }: Ana) =>
  (await faro.pool.query("SELECT FROM messages WHERE person_id = $1 AND direction = 'in'", [id])).rowCount ??
  0;
const eventsOf = async ({ id }: Ana) =>
  (await faro.pool.query("SELECT FROM events WHERE person_id = $1", [id])).rowCount ?? 0;
const arrives = async (from: Ana, send: () => Promise<unknown>) => {
  const [messages, events] = [await messagesFrom(from), await eventsOf(from)];
  await send();
  await expect.poll(() => messagesFrom(from), { timeout: 180_000 }).toBeGreaterThan(messages);
  await expect.poll(() => eventsOf(from), { timeout: 180_000 }).toBeGreaterThan(events);
};
const mails = (from: Ana, text: string, headers: Record<string, string> = {}) =>
  arrives(from, () =>
    createTransport({ host: "127.0.0.1", port: mailPort, ignoreTLS: true }).sendMail({
      from: from.email,
      to: "sales@in.example.com",
      subject: "Solar panels",
      text,
      headers,
    }),
  );
const chats = (from: Ana, text: string) =>
  arrives(from, () =>
    fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(from.phone)}/reply`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: "whatsapp", text }),
    }),
  );
type PhoneEntry = { text: string; channel: string; arrived: boolean; subject: string; autoSubmitted: string };
const received = async (address: string) =>
  (
    (await (
      await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(address)}`)
    ).json()) as { entries: PhoneEntry[] }
  ).entries.filter(({ arrived }) => arrived);
const answers = async ({ id }: Ana) =>
  (
    await faro.pool.query(
      "SELECT id, type, status, config FROM actions WHERE person_id = $1 AND config ? 'ai' ORDER BY created_at",
      [id],
    )
  ).rows;
const isAnswered = (to: Ana) =>
  expect
    .poll(async () => (await answers(to)).map(({ status }) => status), { timeout: 180_000 })
    .toEqual([expect.stringMatching(/^(sent|delivered|read)$/)]);
const jobsAreDone = () =>
  expect
    .poll(
      async () =>
        (
          await faro.pool.query(
            "SELECT FROM pgboss.job WHERE name = 'answer-inbound' AND state < 'completed'",
          )
        ).rowCount,
      { timeout: 180_000 },
    )
    .toBe(0);
const openSuggestion = async ({ id }: Ana) =>
  (await faro.send("GET", `/api/inbox/${id}/suggestion`)).body.suggestion;

describe("a question that the knowledge base does not answer", () => {
  const unanswered = "How much does a piano lesson cost?";
  const noted = async ({ id }: Ana) =>
    (
      await faro.pool.query(
        "SELECT question, channel, language, message_id FROM unanswered_questions WHERE person_id = $1",
        [id],
      )
    ).rows;
  const writes = (from: Ana, channel: string, text: string) =>
    arrives(from, () =>
      fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(from.phone)}/reply`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ channel, text }),
      }),
    );

  test.each([
    ["whatsapp", "is answered automatically", "Do you teach the piano?"],
    ["sms", "gets no automatic answer", unanswered],
  ])("by %s, which %s, is listed with person, channel and language", async (channel, _how, asked) => {
    const ana = await person();
    await writes(ana, channel, `Hello there. ${asked} Thank you.`);
    await expect
      .poll(() => noted(ana), { timeout: 180_000 })
      .toMatchObject([{ question: asked, channel, language: "en" }]);
    // An operator who asks for a draft of the same message does not add it a second time.
    await faro.send("POST", `/api/inbox/${ana.id}/suggestion`, {});
    expect(await noted(ana)).toHaveLength(1);
    const { body } = await faro.send("GET", "/api/knowledge/questions");
    const [group] = body.filter((one: { question: string }) => one.question === asked);
    expect(group.asked).toContainEqual(
      expect.objectContaining({ channel, person: { id: ana.id, name: "Ana" } }),
    );
  });

  test("is listed when an operator asks for a draft; what is answered, and what asks nothing, is not", async () => {
    const [ana, eva, luz] = [await person(), await person(), await person()];
    await writes(eva, "sms", question);
    await writes(luz, "sms", "Thanks, all good");
    await writes(ana, "sms", unanswered);
    for (const { id } of [ana, eva, luz]) await faro.send("POST", `/api/inbox/${id}/suggestion`, {});
    await jobsAreDone();
    expect([await noted(ana), await noted(eva), await noted(luz)]).toMatchObject([
      [{ question: unanswered }],
      [],
      [],
    ]);
  });
});

describe("by e-mail", () => {
  test("the first message of a stranger gets a draft, and the next question an answer that says it is automatic", async () => {
    const ana = await person();
    await mails(ana, question);
    await expect.poll(() => openSuggestion(ana), { timeout: 180_000 }).toMatchObject({ state: "open" });
    expect((await openSuggestion(ana)).checks.at(-1)).toMatchObject({ detail: "unknown_sender" });
    await mails(ana, "How long does the installation take?");
    await isAnswered(ana);
    await expect.poll(async () => (await received(ana.email)).length, { timeout: 180_000 }).toBe(1);
    const [mail] = await received(ana.email);
    expect(mail).toMatchObject({ subject: "Re: Solar panels", autoSubmitted: "auto-replied" });
    expect(mail?.text).toContain("Automatic answer");
  });

  test.each([
    ["an autoresponder", { "Auto-Submitted": "auto-replied" }],
    ...(isDeep
      ? ([
          ["a mass mailing", { Precedence: "bulk" }],
          ["a mailing list", { "List-Id": "Solar friends <solar.lists.example.org>" }],
          ["a sender who wants none", { "X-Auto-Response-Suppress": "All" }],
        ] as const)
      : []),
  ] as const)("a message of %s is never answered", async (_who, headers) => {
    const ana = await person();
    await mails(ana, "Hello there, I will write more tomorrow.");
    await mails(ana, question, headers);
    await jobsAreDone();
    expect(await answers(ana)).toEqual([]);
    expect(await openSuggestion(ana)).toBeNull();
  });

  test("an autoresponder that answers our answer gets no other", async () => {
    const away = await person("away");
    await mails(away, "Hello there, I will write more tomorrow.");
    await mails(away, question);
    // The third message is that of the autoresponder.
    await expect.poll(() => messagesFrom(away), { timeout: 180_000 }).toBe(3);
    await jobsAreDone();
    expect(await answers(away)).toHaveLength(1);
  });

  test.runIf(isDeep)(
    "an autoresponder without any mark is answered three times a day at most, and never twice with one text",
    async () => {
      const robot = await person("loop");
      await mails(robot, "Hello there, I will write more tomorrow.");
      for (let round = 0; round < 5; round++) {
        await mails(robot, `${question} (${round})`);
        await jobsAreDone();
      }
      const texts = (await answers(robot)).map(({ config }) => config.text);
      expect(texts.length).toBeLessThanOrEqual(3);
      expect(new Set(texts).size).toBe(texts.length);
    },
  );

  test("the confirmation of an opt-out and help are marked as automatic, what a human writes is not", async () => {
    const ana = await person();
    await mails(ana, "HELP");
    await expect.poll(async () => (await received(ana.email)).length, { timeout: 180_000 }).toBe(1);
    expect((await received(ana.email))[0]?.autoSubmitted).toBe("auto-replied");
    const { newestItem: seenUpTo } = (await faro.send("GET", `/api/inbox/${ana.id}`)).body;
    await faro.send("POST", `/api/inbox/${ana.id}/messages`, {
      channel: "email",
      text: "I am a human",
      purpose: "service",
      seenUpTo,
      sendAt: new Date().toISOString(),
    });
    await expect.poll(async () => (await received(ana.email)).length, { timeout: 180_000 }).toBe(2);
    expect((await received(ana.email))[1]?.autoSubmitted).toBeNull();
  });

  test("an automatic reply does not count as an answer to a message that waits for none", async () => {
    const ana = await person();
    const { body } = await faro.send("POST", `/api/inbox/${ana.id}/messages`, {
      channel: "email",
      text: "Any news?",
      seenUpTo: null,
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
      unlessAnswered: true,
    });
    const status = async () =>
      (await faro.pool.query("SELECT status FROM actions WHERE id = $1", [body.id])).rows[0].status;
    await mails(ana, "I am away until Monday.", { "Auto-Submitted": "auto-replied" });
    expect(await status()).toBe("pending");
    await mails(ana, "Yes, here I am.");
    expect(await status()).toBe("cancelled");
  });
});

describe("by WhatsApp", () => {
  test("a question is answered once, and the answer is dropped when the person writes again before it leaves", async () => {
    const ana = await person();
    await chats(ana, question);
    await isAnswered(ana);
    const last = (await received(ana.phone)).at(-1);
    expect(last).toMatchObject({ channel: "whatsapp" });
    expect(last?.text).toMatch(/25 years[\s\S]*Automatic answer/);
    // One that has not left yet.
    const luis = await person();
    await chats(luis, "Hello");
    await jobsAreDone();
    await faro.pool.query(
      `INSERT INTO actions (person_id, type, status, config, not_before)
       VALUES ($1, 'whatsapp', 'pending', $2, now() + interval '1 hour')`,
      [
        luis.id,
        {
          text: "Stale",
          purpose: "service",
          stopOnReply: true,
          firedAt: Date.now(),
          ai: { suggestionId: "s" },
        },
      ],
    );
    await chats(luis, "Wait, I have another one.");
    expect((await answers(luis)).map(({ status }) => status)).toEqual(["cancelled"]);
  });
});
