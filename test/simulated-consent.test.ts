import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { relabelDemoSends } from "#server/store/delivery/demo-sends.ts";
import { addColleague, type Colleague } from "./colleagues.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { untilOldEnough } from "./form-pages.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({}, "own");
  await allowHolidaySends(faro.send);
  await faro.send("PUT", "/api/settings/test-sends", { allowed: true });
});
afterAll(() => faro.stop());

const soon = { timeout: 180_000 };
const { phone: number, timezone } = findContactableNumbers(Date.now());
const rows = async (query: string, values: unknown[] = []) => (await faro.pool.query(query, values)).rows;

let count = 0;
type Ana = { id: string; phone: string; email: string };
const addPerson = async (): Promise<Ana> => {
  const email = `ana${++count}@example.com`;
  const consents = { sms: true, email: true };
  const body = { firstName: "Ana", phone: number(count), email, timezone, consents };
  return (await faro.send("POST", "/api/people", body)).body;
};
const addOptedOut = async (): Promise<Ana> => {
  const ana = await addPerson();
  const optedOut = await faro.send("POST", `/api/people/${ana.id}/opt-out`, { reason: "Asked by telephone" });
  expect(optedOut.status).toBe(200);
  return ana;
};
const addOwnRole = async (name: string, levels: object): Promise<Colleague> => {
  const colleague = await addColleague(faro, name, "viewer");
  const [role] = await rows("INSERT INTO own_roles (name, levels) VALUES ($1, $2) RETURNING id", [
    name,
    levels,
  ]);
  await rows("UPDATE users SET role = 'own', role_id = $1 WHERE id = $2", [role.id, colleague.id]);
  return colleague;
};

/** What the gate says about SMS. */
const smsReasons = async ({ id }: Ana): Promise<string[]> => {
  const { body } = await faro.send("POST", `/api/people/${id}/messages/check`, {});
  const { reasons } = body.find(({ channel }: { channel: string }) => channel === "sms");
  return reasons.map(({ code }: { code: string }) => code);
};
const replyPath = (phone: string) => `/sandbox/api/phone/conversations/${encodeURIComponent(phone)}/reply`;
const start = { channel: "whatsapp", text: "START" };
const writtenBy = (phone: string) =>
  rows("SELECT raw_data ->> 'text' AS text FROM events WHERE raw_data ->> 'from' = $1", [phone]);
const postTo = (url: string, body: object) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** The person opts out after a test send, and answers it. */
const answerTestMail = async (ana: Ana, text: string) => {
  const message = { channel: "email", text: "Hola", subject: "Hola", purpose: "service" };
  const { body } = await faro.send("POST", `/api/people/${ana.id}/messages`, message);
  const status = async () => (await rows("SELECT status FROM actions WHERE id = $1", [body.id]))[0]?.status;
  await expect.poll(status, soon).toBe("simulated");
  await faro.send("POST", `/api/people/${ana.id}/opt-out`, { reason: "Asked by telephone" });
  const answer = { channel: "email", text, subject: "Re: Hola" };
  expect((await faro.send("POST", replyPath(ana.email), answer)).status).toBe(202);
  const replies = () =>
    rows("SELECT 1 FROM events WHERE person_id = $1 AND raw_data ->> 'words' = $2", [ana.id, text]);
  await expect.poll(async () => (await replies()).length, soon).toBe(1);
};

describe("outside the demo, a START that a simulator reports lifts no opt-out", () => {
  const expectOptedOut = async (ana: Ana) => {
    await expect.poll(() => writtenBy(ana.phone), soon).toEqual([{ text: "START" }]);
    expect(await smsReasons(ana)).toContain("opted_out");
    const states = await rows(
      `SELECT DISTINCT s.state FROM suppressions s JOIN person_addresses a ON a.hash = s.address_hash WHERE a.person_id = $1`,
      [ana.id],
    );
    expect(states).toEqual([{ state: "opted_out" }]);
    const { addresses } = (await faro.send("GET", `/api/inbox/${ana.id}`)).body;
    expect(addresses.every(({ isOptedOut }: { isOptedOut: boolean }) => isOptedOut)).toBe(true);
  };

  test("through the sandbox phone", async () => {
    const ana = await addOptedOut();
    expect((await faro.send("POST", replyPath(ana.phone), start)).status).toBe(202);
    await expectOptedOut(ana);
  });

  test("at the simulators' port with their secret", async () => {
    const ana = await addOptedOut();
    expect((await postTo(faro.sandboxUrl + replyPath(ana.phone), start)).status).toBe(202);
    await expectOptedOut(ana);
  });

  test("and one that an earlier version stored counts for nothing", async () => {
    const ana = await addOptedOut();
    await rows(
      `INSERT INTO suppressions (address_hash, state, source, simulated)
       SELECT hash, 'released', 'reply', true FROM person_addresses WHERE person_id = $1`,
      [ana.id],
    );
    expect(await smsReasons(ana)).toContain("opted_out");
    const { addresses } = (await faro.send("GET", `/api/inbox/${ana.id}`)).body;
    expect(addresses.every(({ isOptedOut }: { isOptedOut: boolean }) => isOptedOut)).toBe(true);
  });

  test("while a STOP still counts", async () => {
    const ana = await addPerson();
    expect((await faro.send("POST", replyPath(ana.phone), { ...start, text: "STOP" })).status).toBe(202);
    await expect.poll(() => smsReasons(ana), soon).toContain("opted_out");
  });
});

describe("the simulators' port", () => {
  test("demands the secret of its address, for every path", async () => {
    const ana = await addOptedOut();
    const { origin } = new URL(faro.sandboxUrl);
    for (const base of [origin, `${origin}/guess`, faro.sandboxUrl.slice(0, -1)])
      for (const path of [replyPath(ana.phone), "/_control", "/x/members/write", "/linkedin/members/submit"])
        expect([path, (await postTo(base + path, start)).status]).toEqual([path, 403]);
    expect((await fetch(`${origin}/sandbox/api/ledger`)).status).toBe(403);
    expect(await writtenBy(ana.phone)).toEqual([]);
  });
});

describe("the sandbox phone", () => {
  const levels = ["view", "work", "manage"] as const;
  test.each(levels)(
    "is closed to a role with %s in integrations and nothing in the inbox",
    async (integrations) => {
      const ana = await addOptedOut();
      const colleague = await addOwnRole(`sandbox-${integrations}`, { integrations });
      for (const path of [
        "/sandbox",
        "/sandbox/api/phone/conversations",
        "/sandbox/api/ledger",
        "/sandbox/api/callbacks",
      ])
        expect([path, (await colleague.send("GET", path)).status]).toEqual([path, 403]);
      expect((await colleague.send("POST", replyPath(ana.phone), start)).status).toBe(403);
      expect(await writtenBy(ana.phone)).toEqual([]);
    },
  );

  test("is read with view in both areas, and written with work in both", async () => {
    const reader = await addOwnRole("Reader", { integrations: "work", inbox: "view" });
    expect((await reader.send("GET", "/sandbox/api/phone/conversations")).status).toBe(200);
    expect((await reader.send("POST", replyPath(number(900)), start)).status).toBe(403);
    const writer = await addOwnRole("Writer", { integrations: "work", inbox: "work" });
    expect((await writer.send("POST", replyPath(number(901)), { ...start, text: "Hola" })).status).toBe(202);
  });
});

describe("outside the demo, a consent that a simulator reports counts for nothing", () => {
  test("of a lead form", async () => {
    expect((await faro.send("POST", "/api/integrations/linkedin/subscribe")).status).toBe(200);
    const answers = { FIRST_NAME: "Sol", EMAIL: "sol.lead@example.com", PHONE_NUMBER: number(902) };
    const submitted = await fetch(`${faro.sandboxUrl}/linkedin/members/submit`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer member" },
      body: JSON.stringify({ answers, interests: [2], consents: [1] }),
    });
    expect(submitted.status).toBe(200);
    const person = () => rows("SELECT id, consents FROM people WHERE email = 'sol.lead@example.com'");
    await expect.poll(async () => (await person()).length, soon).toBe(1);
    const [sol] = await person();
    expect(sol.consents ?? {}).toEqual({});
    expect(await rows("SELECT state FROM consent_records WHERE person_id = $1", [sol.id])).toEqual([]);
  });

  test("that a link in a test send confirms", async () => {
    const both = (text: string) => ({ en: text, es: text });
    const form = {
      name: "Quote",
      slug: "quote",
      fields: [{ name: "firstName" }, { name: "email", required: true }],
      title: both("Quote"),
      intro: both(""),
      button: both("Send"),
      thanks: both("Thanks"),
      consents: [{ channel: "email", text: both("Offers by e-mail") }],
      origins: [],
      tags: [],
    };
    expect((await faro.send("POST", "/api/forms", form)).status).toBe(200);
    const html = await (await fetch(`${faro.url}/f/quote`)).text();
    const page = /name="page" value="([^"]+)"/.exec(html)?.[1] ?? "";
    await untilOldEnough(page);
    const post = (path: string, values: Record<string, string>) =>
      fetch(faro.url + path, {
        method: "POST",
        redirect: "manual",
        headers: { origin: faro.url, "sec-fetch-site": "same-origin" },
        body: new URLSearchParams(values),
      });
    await post("/f/quote", { page, firstName: "Eva", email: "eva.form@example.com", "consent.email": "yes" });
    const received = async () => {
      const path = `/sandbox/api/phone/conversations/${encodeURIComponent("eva.form@example.com")}`;
      return JSON.stringify((await faro.send("GET", path)).body);
    };
    await expect.poll(received, soon).toContain("/f/confirm/");
    const path = /\/f\/confirm\/[\w./-]+/.exec(await received())?.[0] ?? "";
    expect((await post(path, {})).status).toBe(200);
    const consents = await rows(
      `SELECT c.channel, c.state FROM consent_records c JOIN people p ON p.id = c.person_id
        WHERE p.email = 'eva.form@example.com'`,
    );
    expect(consents).toEqual([{ channel: "email", state: "unproven" }]);
  });
});

test("an opt-in that was said to a simulator in the demo counts for nothing after it", async () => {
  const ana = await addOptedOut();
  await rows(
    `INSERT INTO suppressions (address_hash, state, source)
     SELECT hash, 'released', 'reply' FROM person_addresses WHERE person_id = $1`,
    [ana.id],
  );
  expect(await smsReasons(ana)).not.toContain("opted_out");
  const database = openDatabase(faro.connection, () => {});
  await database.db.transaction((tx) => relabelDemoSends(tx));
  await database.close();
  expect(await smsReasons(ana)).toContain("opted_out");
});

test("a START of a simulator lifts no opt-out of a channel that is live", async () => {
  const [ana, eva] = [await addOptedOut(), await addPerson()];
  await faro.send("POST", replyPath(ana.phone), start);
  await expect.poll(() => writtenBy(ana.phone), soon).toEqual([{ text: "START" }]);
  const authToken = "token";
  const account = { accountSid: "AC00000000000000000000000000000007", authToken, fromNumber: "+17875550100" };
  expect((await faro.send("POST", "/api/api-keys/twilio", account)).body.mode).toBe("live");
  expect(await smsReasons(ana)).toContain("opted_out");
  expect(await smsReasons(eva)).toEqual(["consent_given"]);
  await answerTestMail(eva, "START");
  expect(await smsReasons(eva)).toContain("opted_out");
});
