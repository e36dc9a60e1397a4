import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { twilioSignature } from "#sandbox/twilio/callbacks.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";
import { testAccountSid } from "./vendor-requests.ts";

let harness: SandboxHarness;
beforeAll(async () => {
  harness = await startSandboxHarness();
  await harness.control({ paceMs: [1, 5] });
});
afterAll(() => harness.stop());
/** Each test has its own callback address, so that late callbacks of other tests are ignored. */
let round = 0;
beforeEach(async () => {
  round++;
  harness.business.respond(() => ({}));
  await harness.control({ webhooks: { twilio: `${harness.business.url}/in/${round}` } });
});
const requestsTo = (path: string) =>
  harness.business.requests.filter(({ url }) => new URL(url).pathname === `${path}/${round}`);
const statusCallbacks = () => requestsTo("/status");
const inboundCallbacks = () => requestsTo("/in");

const from = "+17875550100";
const action = "0192f0c1-2a3b-7c4d-8e5f-0123456789ab";
const send = (to: string, more: Record<string, string> = {}) =>
  harness.twilio("/Messages.json", { To: to, From: from, Body: "Hola", ...more });
const callbackUrl = () => `${harness.business.url}/status/${round}?action=${action}`;

describe("the signature", () => {
  const token = "test_auth_token_0123456789abcdef";
  test("of a form covers its address and its fields in order of names", () => {
    expect(
      twilioSignature(token, "https://app.example.com/hooks/twilio/sms?tenant=7", {
        MessageSid: "SM00000000000000000000000000000001",
        From: "+17875550100",
        To: "+17875550199",
        Body: "Hola STOP",
      }),
    ).toBe("xqe5wdVjdCVKQHHWTdIQli2wK+0=");
  });
  test("without a form covers the address alone", () => {
    expect(twilioSignature(token, "wss://app.example.com/relay")).toBe("nyqu0DM4jiR6ciDgiQSC2PHmOsI=");
  });
});

describe("a message", () => {
  test("has Twilio's response format and no price yet", async () => {
    const { status, body } = await send("+17875550111");
    expect(status).toBe(201);
    expect(body).toEqual({
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
      account_sid: testAccountSid,
      api_version: "2010-04-01",
      from,
      to: "+17875550111",
      body: "Hola",
      status: "queued",
      direction: "outbound-api",
      num_segments: "1",
      num_media: "0",
      price: null,
      price_unit: null,
      error_code: null,
      error_message: null,
      messaging_service_sid: null,
      date_created: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
      date_sent: null,
      date_updated: expect.any(String),
      uri: `/2010-04-01/Accounts/${testAccountSid}/Messages/${body.sid}.json`,
      subresource_uris: { media: `/2010-04-01/Accounts/${testAccountSid}/Messages/${body.sid}/Media.json` },
    });
  });

  test("reports sent and delivered by signed callbacks, in this order", async () => {
    const { body } = await send("+17875550112", { StatusCallback: callbackUrl() });
    await eventually(() => expect(statusCallbacks()).toHaveLength(2));
    expect(statusCallbacks().map(({ form }) => form.MessageStatus)).toEqual(["sent", "delivered"]);
    for (const { url, form, headers } of statusCallbacks()) {
      expect(url).toBe(callbackUrl());
      expect(headers["x-twilio-signature"]).toBe(twilioSignature("t", url, form));
      expect(form).toMatchObject({
        MessageSid: body.sid,
        SmsSid: body.sid,
        AccountSid: testAccountSid,
        To: "+17875550112",
      });
    }
    expect(statusCallbacks()[1]?.form.RawDlrDoneDate).toMatch(/^\d{10}$/);
  });

  test.each([
    ["Hola", "1", "-0.00790"],
    ["a".repeat(161), "2", "-0.01580"],
    ["Mañana él irá 👋".repeat(10), "3", "-0.02370"],
  ])("is priced by its segments: %s", async (text, segments, price) => {
    const { body } = await send("+17875550113", { Body: text });
    expect(body.num_segments).toBe(segments);
    await eventually(async () =>
      expect((await harness.twilio(`/Messages/${body.sid}.json`)).body).toMatchObject({
        price,
        price_unit: "USD",
      }),
    );
  });

  test.each<[Record<string, string>, number]>([
    [{ To: "" }, 21_604],
    [{ From: "" }, 21_603],
    [{ Body: "" }, 21_602],
    [{ Body: "x".repeat(1601) }, 21_617],
    [{ To: "787" }, 21_211],
    [{ From: "+12125550000" }, 21_606],
    [{ From: "whatsapp:+17875550100" }, 21_910],
    [{ To: "+17875559001" }, 21_211],
    [{ To: "+15005550001" }, 21_211],
    [{ To: "+19395559002" }, 21_614],
    [{ To: "+17875559003" }, 21_408],
    [{ To: "+17875559004" }, 21_610],
    [{ To: "+17875559005" }, 20_429],
  ])("with %o is rejected with code %i and has no effect", async (invalid, code) => {
    const before = (await harness.effects()).length;
    const { status, body } = await send("+17875550114", invalid);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({ code, status, more_info: `https://www.twilio.com/docs/errors/${code}` });
    expect(await harness.effects()).toHaveLength(before);
  });

  test.each([
    ["+17875559013", "30003"],
    ["+17875559015", "30005"],
    ["+17875559016", "30006"],
    ["+17875559017", "30007"],
  ])("to %s is sent and later undelivered with %s", async (to, code) => {
    await send(to, { StatusCallback: callbackUrl() });
    await eventually(() => expect(statusCallbacks()).toHaveLength(2));
    expect(statusCallbacks()[1]?.form).toMatchObject({ MessageStatus: "undelivered", ErrorCode: code });
  });

  test("is found by id and in the paged list of its recipient", async () => {
    const sent = await Promise.all(["a", "b", "c"].map((Body) => send("+17875550115", { Body })));
    const list = await harness.twilio(
      `/Messages.json?To=%2B17875550115&PageSize=2&DateSent%3E=${new Date(Date.now() - 60_000).toISOString()}`,
    );
    expect(list.body.messages).toHaveLength(2);
    const next = await harness.get(`/twilio${list.body.next_page_uri}`).catch(() => undefined);
    expect(next?.status).toBe(401);
    const rest = await harness.twilio(list.body.next_page_uri.split(testAccountSid)[1]);
    const sids = [...list.body.messages, ...rest.body.messages].map((message: any) => message.sid);
    expect(sids.toSorted()).toEqual(sent.map(({ body }) => body.sid).toSorted());
    expect(rest.body.next_page_uri).toBeNull();
    const later = await harness.twilio(
      `/Messages.json?To=%2B17875550115&DateSent%3E=${new Date(Date.now() + 60_000).toISOString()}`,
    );
    expect(later.body.messages).toEqual([]);
    expect((await harness.twilio(`/Messages/SM${"0".repeat(32)}.json`)).body).toMatchObject({ code: 20_404 });
  });

  test("is in the ledger with its recipient, text hash and action", async () => {
    const { body } = await send("+17875550116", { StatusCallback: callbackUrl() });
    expect((await harness.effects("twilio")).at(-1)).toEqual({
      id: body.sid,
      channel: "sms",
      to: "+17875550116",
      from,
      bodyHash: "e633f4fc79badea1dc5db970cf397c8248bac47cc3acf9915ba60b5d76b0e88f",
      at: expect.any(String),
      actionId: action,
    });
  });

  test("never makes the simulator call another machine", async () => {
    await send("+17875550117", { StatusCallback: "https://example.com/hooks" });
    await send("+17875550117", { StatusCallback: "http://169.254.169.254/latest" });
    await eventually(async () => {
      const { body } = await harness.get("/sandbox/api/callbacks");
      const refused = body.filter((entry: any) => entry.error === "Not an address of this machine");
      expect(refused.map((entry: any) => new URL(entry.url).hostname)).toEqual(
        expect.arrayContaining(["example.com", "169.254.169.254"]),
      );
    });
  });

  test("maps a public origin to its loopback address and signs for the public one", async () => {
    await harness.control({ origins: { "https://faro.example.com": harness.business.url } });
    const url = `https://faro.example.com/status/${round}?action=${action}`;
    await send("+17875550118", { StatusCallback: url });
    await eventually(() => expect(statusCallbacks().length).toBeGreaterThan(0));
    const [first] = statusCallbacks();
    expect(first?.headers["x-twilio-signature"]).toBe(twilioSignature("t", url, first?.form));
  });
});

describe("a message from a customer", () => {
  const customer = "+17875550120";

  test("is posted as a signed form with Twilio's fields and is listed", async () => {
    await send(customer);
    await harness.reply(customer, "sms", "hola");
    await eventually(() => expect(inboundCallbacks()).toHaveLength(1));
    const [{ url = "", form = {}, headers = {} } = {}] = inboundCallbacks();
    expect(headers["x-twilio-signature"]).toBe(twilioSignature("t", url, form));
    expect(form).toMatchObject({
      From: customer,
      To: from,
      Body: "hola",
      NumMedia: "0",
      SmsStatus: "received",
    });
    expect(form.OptOutType).toBeUndefined();
    const log = await harness.twilio(`/Messages.json?From=%2B17875550120&To=%2B17875550100`);
    expect(log.body.messages).toMatchObject([{ sid: form.MessageSid, direction: "inbound", body: "hola" }]);
  });

  test("can be answered by TwiML, which has an effect", async () => {
    harness.business.respond(() => ({
      body: "<Response><Message>Gracias &amp; saludos</Message></Response>",
    }));
    const before = (await harness.effects()).length;
    await harness.reply(customer, "sms", "¿precio?");
    await eventually(async () => expect(await harness.effects()).toHaveLength(before + 1));
    expect((await harness.conversation(customer)).entries.at(-1)).toMatchObject({
      arrived: true,
      text: "Gracias & saludos",
    });
  });

  test("STOP blocks the number until START, with an automatic reply", async () => {
    await harness.reply(customer, "sms", " stop ");
    await eventually(async () =>
      expect((await send(customer)).body).toMatchObject({ code: 21_610, status: 400 }),
    );
    expect(inboundCallbacks().at(-1)?.form.Body).toBe("stop");
    expect((await harness.conversation(customer)).entries.at(-1).text).toContain("unsubscribed");
    // The opt-out applies to one pair of numbers.
    expect((await send(customer, { From: "+19395550100" })).status).toBe(201);
    await harness.reply(customer, "sms", "START", { to: from });
    await eventually(async () => expect((await send(customer)).status).toBe(201));
  });

  test("with other words or in Spanish does not match Twilio's keywords", async () => {
    await harness.reply(customer, "sms", "STOP PLEASE");
    await harness.reply(customer, "sms", "ALTO");
    await eventually(() => expect(inboundCallbacks()).toHaveLength(2));
    expect((await send(customer)).status).toBe(201);
  });

  test("names the kind of opt-out for accounts with advanced opt-out", async () => {
    await harness.control({ advancedOptOut: true });
    await harness.reply(customer, "sms", "HELP");
    await eventually(() => expect(inboundCallbacks().at(-1)?.form.OptOutType).toBe("HELP"));
  });
});

describe("WhatsApp through Twilio", () => {
  const to = "whatsapp:+17875550130";
  const sendWhatsapp = (more: Record<string, string>) =>
    harness.twilio("/Messages.json", {
      To: to,
      From: `whatsapp:${from}`,
      StatusCallback: callbackUrl(),
      ...more,
    });

  test("fails outside the service window with 63016, by a callback", async () => {
    expect((await sendWhatsapp({ Body: "Hola" })).status).toBe(201);
    await eventually(() => expect(statusCallbacks()).toHaveLength(1));
    expect(statusCallbacks()[0]?.form).toMatchObject({ MessageStatus: "failed", ErrorCode: "63016" });
  });

  test("accepts an approved template outside the window and fills its variables", async () => {
    const { body } = await harness.get("/twilio/v1/ContentAndApprovals").then(async (refused) => {
      expect(refused.status).toBe(401);
      const answer = await fetch(`${harness.sandbox.url}/twilio/v1/ContentAndApprovals`, {
        headers: { authorization: `Basic ${btoa(`${testAccountSid}:t`)}` },
      });
      return { body: (await answer.json()) as any };
    });
    const content = body.contents.find(
      (template: any) => template.friendly_name === "outage_notice" && template.language === "es",
    );
    const rejected = await sendWhatsapp({ ContentSid: content.sid, ContentVariables: "{}" });
    expect(rejected.body).toMatchObject({ code: 21_656 });
    const sent = await sendWhatsapp({ ContentSid: content.sid, ContentVariables: '{"1":"Ana"}' });
    expect(sent.body.body).toContain("Hola Ana,");
    await eventually(() =>
      expect(statusCallbacks().map(({ form }) => form.MessageStatus)).toEqual(["sent", "delivered", "read"]),
    );
    expect(statusCallbacks()[2]?.form).toMatchObject({ ChannelPrefix: "whatsapp", EventType: "READ" });
  });

  test("accepts free text for a day after the customer wrote", async () => {
    await harness.reply("+17875550130", "whatsapp", "hola");
    await eventually(() => expect(inboundCallbacks().at(-1)?.form).toMatchObject({ WaId: "17875550130" }));
    await sendWhatsapp({ Body: "Buenas" });
    await eventually(() =>
      expect(
        statusCallbacks()
          .map(({ form }) => form.MessageStatus)
          .slice(-1),
      ).toEqual(["read"]),
    );
    await harness.control({ heard: { business: from, customer: "+17875550130", hoursAgo: 25 } });
    await sendWhatsapp({ Body: "¿Sigue ahí?" });
    await eventually(() => expect(statusCallbacks().at(-1)?.form.ErrorCode).toBe("63016"));
  });
});
