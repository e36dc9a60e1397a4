import { describe, expect, test } from "vitest";
import { twilioSms } from "#server/connectors/messaging/twilio-sms.ts";
import { twilioWhatsapp } from "#server/connectors/messaging/twilio-whatsapp.ts";
import { approved } from "./approved.ts";
import { fakeVendor, httpResponse, outgoingMessage, sampleActionId, sampleSettings } from "./fake-vendor.ts";

const settings = sampleSettings(twilioSms);
const sid = "SM00000000000000000000000000000001";
const created = (overrides: object = {}) => ({
  sid,
  status: "queued",
  price: null,
  price_unit: null,
  error_code: null,
  error_message: null,
  body: "Hola",
  direction: "outbound-api",
  date_created: "Thu, 24 Aug 2023 05:01:45 +0000",
  ...overrides,
});
const refusal = (code: number, status = 400) =>
  httpResponse(status, { code, message: `code ${code}`, more_info: "", status });

const fieldsSent = (request: { body?: string | Buffer } | undefined) =>
  new URLSearchParams(String(request?.body));

describe("sending an SMS with Twilio", () => {
  test("posts a form to the account's messages", async () => {
    const { requests, context } = fakeVendor(settings, httpResponse(201, created()));
    expect(await twilioSms.send(context, approved(outgoingMessage()))).toEqual({
      kind: "accepted",
      providerId: sid,
      status: "sent",
      price: null,
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages.json",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(Object.fromEntries(fieldsSent(requests[0]))).toEqual({
      To: "+17875550199",
      From: "+17875550100",
      Body: "Hola Ana, ¿hablamos mañana?",
      StatusCallback: `https://faro.example.com/hooks/m/x?action=${sampleActionId}`,
    });
  });

  test("supports messaging services and a missing callback URL", async () => {
    const { requests, context } = fakeVendor(settings, httpResponse(201, created()));
    const service = `MG${"a".repeat(32)}`;
    await twilioSms.send(context, approved(outgoingMessage({ from: service, callbackUrl: null })));
    expect([...fieldsSent(requests[0]).keys()].sort()).toEqual(["Body", "MessagingServiceSid", "To"]);
  });

  test("uses the first number of the account when none is configured", async () => {
    const account = { ...settings, accountSid: "AC00000000000000000000000000000077" };
    const numbers = httpResponse(200, { incoming_phone_numbers: [{ phone_number: "+19395550111" }] });
    const { requests, context } = fakeVendor(account, numbers, httpResponse(201, created()));
    await twilioSms.send(context, approved(outgoingMessage({ from: null })));
    await twilioSms.send(context, approved(outgoingMessage({ from: null })));
    expect(requests.map(({ path }) => path.replace(/^.*\//, "").replace(/\?.*/, ""))).toEqual([
      "IncomingPhoneNumbers.json",
      "Messages.json",
      "Messages.json",
    ]);
    expect(fieldsSent(requests[2]).get("From")).toBe("+19395550111");
  });

  test("is refused when the account has no number", async () => {
    const account = { ...settings, accountSid: "AC00000000000000000000000000000078" };
    const { context } = fakeVendor(account, httpResponse(200, { incoming_phone_numbers: [] }));
    expect(await twilioSms.send(context, approved(outgoingMessage({ from: null })))).toMatchObject({
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
      httpResponse(200, { code: 20003, message: "Authenticate", status: 401 }),
      { kind: "refused", account: true },
    ],
    [
      httpResponse(201, created({ status: "failed", error_code: 21610 })),
      { kind: "refused", optedOut: true },
    ],
    [
      httpResponse(201, created({ status: "delivered", price: "-0.00750", price_unit: "USD" })),
      { kind: "accepted", status: "delivered", price: 0.0075 },
    ],
    [httpResponse(201, created({ price: "-0.01", price_unit: "EUR" })), { kind: "accepted", price: null }],
    [httpResponse(201, created({ price: "" })), { kind: "accepted", price: null }],
    [httpResponse(201, created({ status: "something new" })), { kind: "accepted", status: "sent" }],
  ])("interprets response %#", async (response, outcome) => {
    expect(
      await twilioSms.send(fakeVendor(settings, response).context, approved(outgoingMessage())),
    ).toMatchObject(outcome);
  });

  test("reads Retry-After up to one day", async () => {
    const soon = httpResponse(429, { code: 20429, message: "slow" }, { "retry-after": "12" });
    expect(
      await twilioSms.send(fakeVendor(settings, soon).context, approved(outgoingMessage())),
    ).toMatchObject({
      afterMs: 12_000,
    });
    const never = httpResponse(429, { code: 20429, message: "slow" }, { "retry-after": "99999999" });
    expect(
      await twilioSms.send(fakeVendor(settings, never).context, approved(outgoingMessage())),
    ).toMatchObject({
      afterMs: 86_400_000,
    });
    const odd = httpResponse(429, { code: 20429, message: "slow" }, { "retry-after": "soon" });
    expect(
      await twilioSms.send(fakeVendor(settings, odd).context, approved(outgoingMessage())),
    ).toMatchObject({
      afterMs: null,
    });
  });
});

describe("sending a WhatsApp message with Twilio", () => {
  const send = async (overrides = {}) => {
    const { requests, context } = fakeVendor(settings, httpResponse(201, created()));
    const outcome = await twilioWhatsapp.send(
      context,
      approved(outgoingMessage({ channel: "whatsapp", ...overrides })),
    );
    return { outcome, fields: Object.fromEntries(fieldsSent(requests[0])), requests };
  };

  test("prefixes addresses with whatsapp:", async () => {
    const { fields } = await send();
    expect(fields).toMatchObject({ To: "whatsapp:+17875550199", From: "whatsapp:+17875550100" });
    expect(fields.Body).toBe("Hola Ana, ¿hablamos mañana?");
  });

  test("sends an approved template by content id with numbered values", async () => {
    const name = `HX${"b".repeat(32)}`;
    const { fields } = await send({ template: { name, language: "es", values: ["Ana", '"hoy"'] } });
    expect(fields.ContentSid).toBe(name);
    expect(JSON.parse(fields.ContentVariables ?? "")).toEqual({ "1": "Ana", "2": '"hoy"' });
    expect(fields.Body).toBeUndefined();
  });

  test("refuses a template that is not a content id", async () => {
    const { outcome, requests } = await send({
      template: { name: "high_intent", language: "es", values: [] },
    });
    expect(outcome).toMatchObject({ kind: "refused", code: "template_unknown" });
    expect(requests).toEqual([]);
  });
});
