import { describe, expect, test } from "vitest";
import {
  actionId,
  answered,
  callback,
  formCallback,
  outgoing,
  sampleOf,
  vendor,
} from "./testing/recorded.ts";
import { twilioCall } from "./twilio-call.ts";
import { twilioSms } from "./twilio-sms.ts";
import { twilioWhatsapp } from "./twilio-whatsapp.ts";

const settings = sampleOf(twilioSms);
const sid = "SM00000000000000000000000000000001";
const created = (more: object = {}) => ({
  sid,
  status: "queued",
  price: null,
  price_unit: null,
  error_code: null,
  error_message: null,
  body: "Hola",
  direction: "outbound-api",
  date_created: "Thu, 24 Aug 2023 05:01:45 +0000",
  ...more,
});
const refusal = (code: number, status = 400) =>
  answered(status, { code, message: `code ${code}`, more_info: "", status });

const fieldsSent = (call: { body?: string | Buffer } | undefined) => new URLSearchParams(String(call?.body));

describe("an SMS by Twilio", () => {
  test("goes out as a form, to the account's own messages", async () => {
    const { calls, context } = vendor(settings, answered(201, created()));
    expect(await twilioSms.send(context, outgoing())).toEqual({
      kind: "accepted",
      providerId: sid,
      status: "sent",
      price: null,
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: "POST",
      path: "/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages.json",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(Object.fromEntries(fieldsSent(calls[0]))).toEqual({
      To: "+17875550199",
      From: "+17875550100",
      Body: "Hola Ana, ¿hablamos mañana?",
      StatusCallback: `https://faro.example.com/hooks/m/x?action=${actionId}`,
    });
  });

  test("may leave by a messaging service, and without a callback", async () => {
    const { calls, context } = vendor(settings, answered(201, created()));
    const service = `MG${"a".repeat(32)}`;
    await twilioSms.send(context, outgoing({ from: service, callbackUrl: null }));
    expect([...fieldsSent(calls[0]).keys()].sort()).toEqual(["Body", "MessagingServiceSid", "To"]);
  });

  test("leaves by the first number of the account when nobody chose one", async () => {
    const own = { ...settings, accountSid: "AC00000000000000000000000000000077" };
    const numbers = answered(200, { incoming_phone_numbers: [{ phone_number: "+19395550111" }] });
    const { calls, context } = vendor(own, numbers, answered(201, created()));
    await twilioSms.send(context, outgoing({ from: null }));
    await twilioSms.send(context, outgoing({ from: null }));
    expect(calls.map(({ path }) => path.replace(/^.*\//, "").replace(/\?.*/, ""))).toEqual([
      "IncomingPhoneNumbers.json",
      "Messages.json",
      "Messages.json",
    ]);
    expect(fieldsSent(calls[2]).get("From")).toBe("+19395550111");
  });

  test("is refused when there is no number to send from", async () => {
    const own = { ...settings, accountSid: "AC00000000000000000000000000000078" };
    const { context } = vendor(own, answered(200, { incoming_phone_numbers: [] }));
    expect(await twilioSms.send(context, outgoing({ from: null }))).toMatchObject({
      kind: "refused",
      code: "no_sender",
    });
  });

  test.each([
    [refusal(21610), { kind: "refused", code: "21610", optedOut: true }],
    [refusal(21211), { kind: "refused", code: "21211", badAddress: true }],
    [refusal(21614), { kind: "refused", badAddress: true }],
    [refusal(21408, 403), { kind: "refused", badAddress: true }],
    [refusal(21617), { kind: "refused", code: "21617" }],
    [refusal(21602), { kind: "refused" }],
    [refusal(21606), { kind: "refused", account: true }],
    [refusal(20003, 401), { kind: "refused", code: "20003", account: true }],
    [refusal(21611), { kind: "later", code: "21611", afterMs: null }],
    [refusal(20429, 429), { kind: "later", code: "20429" }],
    [refusal(63016), { kind: "refused", windowClosed: true }],
    [refusal(99999), { kind: "refused", code: "99999" }],
    [
      answered(200, { code: 20003, message: "Authenticate", status: 401 }),
      { kind: "refused", account: true },
    ],
    [answered(201, created({ status: "failed", error_code: 21610 })), { kind: "refused", optedOut: true }],
    [
      answered(201, created({ status: "delivered", price: "-0.00750", price_unit: "USD" })),
      { kind: "accepted", status: "delivered", price: 0.0075 },
    ],
    [answered(201, created({ price: "-0.01", price_unit: "EUR" })), { kind: "accepted", price: null }],
    [answered(201, created({ price: "" })), { kind: "accepted", price: null }],
    [answered(201, created({ status: "something new" })), { kind: "accepted", status: "sent" }],
  ])("answer %#", async (answer, outcome) => {
    expect(await twilioSms.send(vendor(settings, answer).context, outgoing())).toMatchObject(outcome);
  });

  test("waits as long as it is asked to", async () => {
    const soon = answered(429, { code: 20429, message: "slow" }, { "retry-after": "12" });
    expect(await twilioSms.send(vendor(settings, soon).context, outgoing())).toMatchObject({
      afterMs: 12_000,
    });
    const never = answered(429, { code: 20429, message: "slow" }, { "retry-after": "99999999" });
    expect(await twilioSms.send(vendor(settings, never).context, outgoing())).toMatchObject({
      afterMs: 86_400_000,
    });
    const odd = answered(429, { code: 20429, message: "slow" }, { "retry-after": "soon" });
    expect(await twilioSms.send(vendor(settings, odd).context, outgoing())).toMatchObject({ afterMs: null });
  });
});

describe("a WhatsApp message by Twilio", () => {
  const send = async (more = {}) => {
    const { calls, context } = vendor(settings, answered(201, created()));
    const outcome = await twilioWhatsapp.send(context, outgoing({ channel: "whatsapp", ...more }));
    return { outcome, fields: Object.fromEntries(fieldsSent(calls[0])), calls };
  };

  test("has addresses of its own kind", async () => {
    const { fields } = await send();
    expect(fields).toMatchObject({ To: "whatsapp:+17875550199", From: "whatsapp:+17875550100" });
    expect(fields.Body).toBe("Hola Ana, ¿hablamos mañana?");
  });

  test("names an approved template by its content id and numbers its values", async () => {
    const name = `HX${"b".repeat(32)}`;
    const { fields } = await send({ template: { name, language: "es", values: ["Ana", '"hoy"'] } });
    expect(fields.ContentSid).toBe(name);
    expect(JSON.parse(fields.ContentVariables ?? "")).toEqual({ "1": "Ana", "2": '"hoy"' });
    expect(fields.Body).toBeUndefined();
  });

  test("does not guess what a template of another name is", async () => {
    const { outcome, calls } = await send({ template: { name: "high_intent", language: "es", values: [] } });
    expect(outcome).toMatchObject({ kind: "refused", code: "template_unknown" });
    expect(calls).toEqual([]);
  });
});

describe("looking up what became of a message", () => {
  const after = Date.parse("2026-03-01T12:00:00Z");
  const sent = { to: "+17875550199", text: "Hola  Ana", after, providerId: null, actionId };
  const message = (more: object = {}) =>
    created({
      body: "Hola Ana",
      date_created: "Sun, 01 Mar 2026 12:00:01 +0000",
      price: "-0.0079",
      price_unit: "USD",
      status: "delivered",
      ...more,
    });
  const page = (messages: object[], next: string | null = null) =>
    answered(200, { messages, next_page_uri: next });
  const lookUp = async (messenger: typeof twilioSms, ...answers: ReturnType<typeof page>[]) => {
    const { calls, context } = vendor(settings, ...answers);
    return { result: await messenger.lookUp?.(context, sent), calls };
  };

  test("finds it by recipient, words and time", async () => {
    const { result, calls } = await lookUp(twilioSms, page([message()]));
    expect(result).toEqual({ kind: "found", providerId: sid, status: "delivered", price: 0.0079 });
    expect(calls[0]?.path).toMatch(/Messages\.json\?To=%2B17875550199&/);
  });

  test.each([
    [
      "an older one of the same words",
      [message({ date_created: "Sun, 01 Mar 2026 11:00:00 +0000" })],
      "absent",
    ],
    ["one with other words", [message({ body: "Hola Luis" })], "absent"],
    ["one whose end has our words", [message({ body: "PD: Hola Ana" })], "absent"],
    ["their own message", [message({ direction: "inbound" })], "absent"],
    ["nothing", [], "absent"],
    [
      "one of a trial account",
      [message({ body: "Sent from your Twilio trial account - Hola Ana" })],
      "found",
    ],
    ["one that still waits", [message({ status: "queued", date_sent: null })], "found"],
  ])("%s: %s", async (_name, messages, kind) => {
    expect((await lookUp(twilioSms, page(messages))).result).toMatchObject({ kind });
  });

  test("on WhatsApp other words may be a template's, so nobody can tell", async () => {
    expect((await lookUp(twilioWhatsapp, page([message({ body: "Saludos Ana" })]))).result).toEqual({
      kind: "unknown",
    });
    const { result, calls } = await lookUp(twilioWhatsapp, page([]));
    expect(result).toEqual({ kind: "absent" });
    expect(calls[0]?.path).toContain("To=whatsapp%3A%2B17875550199");
  });

  test("turns pages until they reach further back than the request", async () => {
    const other = message({ body: "otro" });
    const { result, calls } = await lookUp(
      twilioSms,
      page([other], "/2010-04-01/Accounts/AC1/Messages.json?Page=1"),
      page([message()]),
    );
    expect(result).toMatchObject({ kind: "found" });
    expect(calls[1]?.path).toBe("/2010-04-01/Accounts/AC1/Messages.json?Page=1");
  });

  test("an answer that cannot be read proves nothing", async () => {
    expect((await lookUp(twilioSms, answered(500, {}))).result).toEqual({ kind: "unknown" });
    expect((await lookUp(twilioSms, answered(200, "<html>"))).result).toEqual({ kind: "unknown" });
    expect((await lookUp(twilioSms, page([message({ body: "otro" })], "/more"))).result).toEqual({
      kind: "unknown",
    });
  });

  test("with its id, its price is read", async () => {
    const { calls, context } = vendor(settings, answered(200, message()));
    expect(await twilioSms.lookUp?.(context, { ...sent, providerId: sid })).toMatchObject({ price: 0.0079 });
    expect(calls[0]?.path).toMatch(new RegExp(`/Messages/${sid}\\.json$`));
  });

  test("of calls, one since then is ours and several are anybody's", async () => {
    const call = {
      sid: "CA1",
      status: "no-answer",
      direction: "outbound-api",
      date_created: "Sun, 01 Mar 2026 12:00:01 +0000",
    };
    const calls = (list: object[]) => vendor(settings, answered(200, { calls: list })).context;
    expect(await twilioCall.lookUp?.(calls([call]), sent)).toMatchObject({
      kind: "found",
      providerId: "CA1",
      status: "failed",
    });
    expect(await twilioCall.lookUp?.(calls([call, { ...call, sid: "CA2" }]), sent)).toEqual({
      kind: "unknown",
    });
    expect(await twilioCall.lookUp?.(calls([]), sent)).toEqual({ kind: "absent" });
  });
});

describe("what Twilio tells", () => {
  const token = "test_auth_token_0123456789abcdef";
  const message = { MessageSid: sid, From: "+17875550100", To: "+17875550199", Body: "Hola STOP" };

  test("is believed with its signature", () => {
    const signed = (signature: string, more = {}) => ({
      ...formCallback(message, { tenant: "7" }),
      urls: ["https://app.example.com/hooks/twilio/sms?tenant=7"],
      headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
      ...more,
    });
    const good = "xqe5wdVjdCVKQHHWTdIQli2wK+0=";
    for (const messenger of [twilioSms, twilioWhatsapp, twilioCall]) {
      expect(messenger.verify({ authToken: token }, signed(good))).toBe(true);
      expect(messenger.verify({ authToken: "another" }, signed(good))).toBe(false);
      expect(messenger.verify({ authToken: token }, signed("AAAA"))).toBe(false);
      const elsewhere = { urls: ["https://app.example.com/hooks/twilio/sms?tenant=8"] };
      expect(messenger.verify({ authToken: token }, signed(good, elsewhere))).toBe(false);
      const withPort = { urls: ["https://app.example.com:443/hooks/twilio/sms?tenant=7"] };
      expect(messenger.verify({ authToken: token }, signed(good, withPort))).toBe(true);
    }
    const bodySHA256 = "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862";
    const asJson = {
      urls: [`https://app.example.com/hooks/twilio/json?bodySHA256=${bodySHA256}`],
      query: { bodySHA256 },
      headers: { "content-type": "application/json", "x-twilio-signature": "oLaqO+pfwCRES+lL7+Dymd04HT8=" },
    };
    expect(
      twilioSms.verify({ authToken: token }, callback({ ...asJson, sent: Buffer.from('{"a":1}') })),
    ).toBe(true);
    expect(
      twilioSms.verify({ authToken: token }, callback({ ...asJson, sent: Buffer.from('{"a":2}') })),
    ).toBe(false);
  });

  test.each([
    ["queued", "sent"],
    ["sending", "sent"],
    ["sent", "sent"],
    ["delivered", "delivered"],
    ["read", "read"],
    ["undelivered", "failed"],
    ["failed", "failed"],
    ["canceled", "failed"],
  ])("the status %s is %s", (said, status) => {
    const request = formCallback(
      { MessageSid: sid, MessageStatus: said, SmsStatus: said },
      { action: actionId },
    );
    expect(twilioSms.read(request)).toMatchObject([
      { kind: "status", providerId: sid, actionId, status, price: null },
    ]);
  });

  test.each([
    ["21610", { optedOut: true }],
    ["63014", { optedOut: true }],
    ["30005", { badAddress: true }],
    ["30006", { badAddress: true }],
    ["63024", { badAddress: true }],
    ["63016", { windowClosed: true }],
    ["30003", {}],
    ["30007", {}],
  ])("a failure of code %s", (code, flags) => {
    const [told] = twilioWhatsapp.read(
      formCallback({ MessageSid: sid, MessageStatus: "failed", ErrorCode: code }),
    );
    expect(told).toEqual({
      kind: "status",
      providerId: sid,
      actionId: null,
      status: "failed",
      code,
      price: null,
      at: expect.any(Number),
      ...flags,
    });
  });

  test("a status nobody knows is left alone", () => {
    expect(twilioSms.read(formCallback({ MessageSid: sid, MessageStatus: "__proto__" }))).toEqual([]);
    expect(twilioSms.read(formCallback({ MessageSid: sid, MessageStatus: "receiving" }))).toEqual([]);
  });

  test("a text message and a WhatsApp message come in by the same door", () => {
    const text = formCallback({ ...message, SmsStatus: "received", NumMedia: "0", FromCity: "SAN JUAN" });
    expect(twilioSms.read(text)).toEqual([
      {
        kind: "message",
        providerId: sid,
        channel: "sms",
        from: "+17875550100",
        to: "+17875550199",
        text: "Hola STOP",
        name: null,
        at: expect.any(Number),
      },
    ]);
    const whatsapp = formCallback({
      ...message,
      From: "whatsapp:+17875550100",
      To: "whatsapp:+17875550199",
      SmsStatus: "received",
      ProfileName: "Ana",
    });
    expect(twilioSms.read(whatsapp)).toMatchObject([
      { channel: "whatsapp", from: "+17875550100", to: "+17875550199", name: "Ana" },
    ]);
  });

  test("Twilio's own word that somebody wants silence is kept", () => {
    const request = formCallback({ ...message, Body: "BASTA", SmsStatus: "received", OptOutType: "STOP" });
    expect(twilioSms.read(request)).toMatchObject([{ text: "BASTA", optedOut: true }]);
  });

  test("a picture without words is told as one", () => {
    const request = formCallback({
      ...message,
      Body: "",
      SmsStatus: "received",
      NumMedia: "1",
      MediaContentType0: "image/jpeg",
    });
    expect(twilioSms.read(request)).toMatchObject([{ text: "[image/jpeg]" }]);
  });

  test("it is answered with silence", () => {
    expect(twilioSms.answer?.(callback(), null)?.body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    );
  });
});
