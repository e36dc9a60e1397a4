import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { twilioSignature } from "#sandbox/twilio/callbacks.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";
import { testAccountSid } from "./vendor-requests.ts";

let bench: SandboxHarness;
beforeAll(async () => {
  bench = await startSandboxHarness();
  await bench.control({ paceMs: [1, 5] });
});
afterAll(() => bench.stop());
/** Each test has an address of its own: what is told late belongs to the test before. */
let round = 0;
beforeEach(async () => {
  round++;
  bench.receiver.answer(() => ({}));
  await bench.control({ webhooks: { twilio: `${bench.receiver.url}/in/${round}` } });
});
const at = (path: string) =>
  bench.receiver.received.filter(({ url }) => new URL(url).pathname === `${path}/${round}`);
const told = () => at("/status");
const heard = () => at("/in");

const from = "+17875550100";
const action = "0192f0c1-2a3b-7c4d-8e5f-0123456789ab";
const send = (to: string, more: Record<string, string> = {}) =>
  bench.twilio("/Messages.json", { To: to, From: from, Body: "Hola", ...more });
const callbackUrl = () => `${bench.receiver.url}/status/${round}?action=${action}`;

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
  test("is answered as Twilio answers, and costs nothing yet", async () => {
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

  test("tells by signed callbacks that it was sent and delivered, in this order", async () => {
    const { body } = await send("+17875550112", { StatusCallback: callbackUrl() });
    await eventually(() => expect(told()).toHaveLength(2));
    expect(told().map(({ form }) => form.MessageStatus)).toEqual(["sent", "delivered"]);
    for (const { url, form, headers } of told()) {
      expect(url).toBe(callbackUrl());
      expect(headers["x-twilio-signature"]).toBe(twilioSignature("t", url, form));
      expect(form).toMatchObject({
        MessageSid: body.sid,
        SmsSid: body.sid,
        AccountSid: testAccountSid,
        To: "+17875550112",
      });
    }
    expect(told()[1]?.form.RawDlrDoneDate).toMatch(/^\d{10}$/);
  });

  test.each([
    ["Hola", "1", "-0.00790"],
    ["a".repeat(161), "2", "-0.01580"],
    ["Mañana él irá 👋".repeat(10), "3", "-0.02370"],
  ])("is priced by its segments: %s", async (text, segments, price) => {
    const { body } = await send("+17875550113", { Body: text });
    expect(body.num_segments).toBe(segments);
    await eventually(async () =>
      expect((await bench.twilio(`/Messages/${body.sid}.json`)).body).toMatchObject({
        price,
        price_unit: "USD",
      }),
    );
  });

  test.each([
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
  ])("with %o is refused with its code, and has no effect", async (wrong, code) => {
    const before = (await bench.effects()).length;
    const { status, body } = await send("+17875550114", wrong as unknown as Record<string, string>);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toMatchObject({ code, status, more_info: `https://www.twilio.com/docs/errors/${code}` });
    expect(await bench.effects()).toHaveLength(before);
  });

  test.each([
    ["+17875559013", "30003"],
    ["+17875559015", "30005"],
    ["+17875559016", "30006"],
    ["+17875559017", "30007"],
  ])("to %s is sent and later undelivered with %s", async (to, code) => {
    await send(to, { StatusCallback: callbackUrl() });
    await eventually(() => expect(told()).toHaveLength(2));
    expect(told()[1]?.form).toMatchObject({ MessageStatus: "undelivered", ErrorCode: code });
  });

  test("is found by id and in the list of its recipient, a page at a time", async () => {
    const sent = await Promise.all(["a", "b", "c"].map((Body) => send("+17875550115", { Body })));
    const list = await bench.twilio(
      `/Messages.json?To=%2B17875550115&PageSize=2&DateSent%3E=${new Date(Date.now() - 60_000).toISOString()}`,
    );
    expect(list.body.messages).toHaveLength(2);
    const next = await bench.get(`/twilio${list.body.next_page_uri}`).catch(() => undefined);
    expect(next?.status).toBe(401);
    const rest = await bench.twilio(list.body.next_page_uri.split(testAccountSid)[1]);
    const found = [...list.body.messages, ...rest.body.messages].map((one: any) => one.sid);
    expect(found.toSorted()).toEqual(sent.map(({ body }) => body.sid).toSorted());
    expect(rest.body.next_page_uri).toBeNull();
    const later = await bench.twilio(
      `/Messages.json?To=%2B17875550115&DateSent%3E=${new Date(Date.now() + 60_000).toISOString()}`,
    );
    expect(later.body.messages).toEqual([]);
    expect((await bench.twilio(`/Messages/SM${"0".repeat(32)}.json`)).body).toMatchObject({ code: 20_404 });
  });

  test("is in the ledger with what an outsider knows", async () => {
    const { body } = await send("+17875550116", { StatusCallback: callbackUrl() });
    expect((await bench.effects("twilio")).at(-1)).toEqual({
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
      const { body } = await bench.get("/sandbox/api/callbacks");
      const refused = body.filter((one: any) => one.error === "Not an address of this machine");
      expect(refused.map((one: any) => new URL(one.url).hostname)).toEqual(
        expect.arrayContaining(["example.com", "169.254.169.254"]),
      );
    });
  });

  test("reaches a public address of ours by the loopback one, signed for the public one", async () => {
    await bench.control({ origins: { "https://faro.example.com": bench.receiver.url } });
    const url = `https://faro.example.com/status/${round}?action=${action}`;
    await send("+17875550118", { StatusCallback: url });
    await eventually(() => expect(told().length).toBeGreaterThan(0));
    const [first] = told();
    expect(first?.headers["x-twilio-signature"]).toBe(twilioSignature("t", url, first?.form));
  });
});

describe("what a customer writes", () => {
  const customer = "+17875550120";

  test("arrives signed, with the fields of Twilio, and is in its log", async () => {
    await send(customer);
    await bench.reply(customer, "sms", "hola");
    await eventually(() => expect(heard()).toHaveLength(1));
    const [{ url = "", form = {}, headers = {} } = {}] = heard();
    expect(headers["x-twilio-signature"]).toBe(twilioSignature("t", url, form));
    expect(form).toMatchObject({
      From: customer,
      To: from,
      Body: "hola",
      NumMedia: "0",
      SmsStatus: "received",
    });
    expect(form.OptOutType).toBeUndefined();
    const log = await bench.twilio(`/Messages.json?From=%2B17875550120&To=%2B17875550100`);
    expect(log.body.messages).toMatchObject([{ sid: form.MessageSid, direction: "inbound", body: "hola" }]);
  });

  test("can be answered by TwiML, which is an effect like any other", async () => {
    bench.receiver.answer(() => ({
      body: "<Response><Message>Gracias &amp; saludos</Message></Response>",
    }));
    const before = (await bench.effects()).length;
    await bench.reply(customer, "sms", "¿precio?");
    await eventually(async () => expect(await bench.effects()).toHaveLength(before + 1));
    expect((await bench.conversation(customer)).entries.at(-1)).toMatchObject({
      arrived: true,
      text: "Gracias & saludos",
    });
  });

  test("as STOP silences the number until START, and Twilio answers by itself", async () => {
    await bench.reply(customer, "sms", " stop ");
    await eventually(async () =>
      expect((await send(customer)).body).toMatchObject({ code: 21_610, status: 400 }),
    );
    expect(heard().at(-1)?.form.Body).toBe("stop");
    expect((await bench.conversation(customer)).entries.at(-1).text).toContain("unsubscribed");
    // Silence is between two numbers.
    expect((await send(customer, { From: "+19395550100" })).status).toBe(201);
    await bench.reply(customer, "sms", "START", { to: from });
    await eventually(async () => expect((await send(customer)).status).toBe(201));
  });

  test("in other words, or in Spanish, does not reach Twilio's own list", async () => {
    await bench.reply(customer, "sms", "STOP PLEASE");
    await bench.reply(customer, "sms", "ALTO");
    await eventually(() => expect(heard()).toHaveLength(2));
    expect((await send(customer)).status).toBe(201);
  });

  test("names the kind of opt-out where the account has it so", async () => {
    await bench.control({ advancedOptOut: true });
    await bench.reply(customer, "sms", "HELP");
    await eventually(() => expect(heard().at(-1)?.form.OptOutType).toBe("HELP"));
  });
});

describe("WhatsApp by Twilio", () => {
  const to = "whatsapp:+17875550130";
  const sendWhatsapp = (more: Record<string, string>) =>
    bench.twilio("/Messages.json", {
      To: to,
      From: `whatsapp:${from}`,
      StatusCallback: callbackUrl(),
      ...more,
    });

  test("fails with 63016 outside the window, by a callback", async () => {
    expect((await sendWhatsapp({ Body: "Hola" })).status).toBe(201);
    await eventually(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.form).toMatchObject({ MessageStatus: "failed", ErrorCode: "63016" });
  });

  test("takes an approved template outside it, with the values in their places", async () => {
    const { body } = await bench.get("/twilio/v1/ContentAndApprovals").then(async (refused) => {
      expect(refused.status).toBe(401);
      const answer = await fetch(`${bench.sandbox.url}/twilio/v1/ContentAndApprovals`, {
        headers: { authorization: `Basic ${btoa(`${testAccountSid}:t`)}` },
      });
      return { body: (await answer.json()) as any };
    });
    const content = body.contents.find(
      (one: any) => one.friendly_name === "outage_notice" && one.language === "es",
    );
    const wrong = await sendWhatsapp({ ContentSid: content.sid, ContentVariables: "{}" });
    expect(wrong.body).toMatchObject({ code: 21_656 });
    const sent = await sendWhatsapp({ ContentSid: content.sid, ContentVariables: '{"1":"Ana"}' });
    expect(sent.body.body).toContain("Hola Ana,");
    await eventually(() =>
      expect(told().map(({ form }) => form.MessageStatus)).toEqual(["sent", "delivered", "read"]),
    );
    expect(told()[2]?.form).toMatchObject({ ChannelPrefix: "whatsapp", EventType: "READ" });
  });

  test("takes free text for a day after the customer wrote", async () => {
    await bench.reply("+17875550130", "whatsapp", "hola");
    await eventually(() => expect(heard().at(-1)?.form).toMatchObject({ WaId: "17875550130" }));
    await sendWhatsapp({ Body: "Buenas" });
    await eventually(() =>
      expect(
        told()
          .map(({ form }) => form.MessageStatus)
          .slice(-1),
      ).toEqual(["read"]),
    );
    await bench.control({ heard: { business: from, customer: "+17875550130", hoursAgo: 25 } });
    await sendWhatsapp({ Body: "¿Sigue ahí?" });
    await eventually(() => expect(told().at(-1)?.form.ErrorCode).toBe("63016"));
  });
});
