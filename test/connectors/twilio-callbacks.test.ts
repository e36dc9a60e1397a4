import { describe, expect, test } from "vitest";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { twilioSms } from "#server/connectors/messaging/twilio-sms.ts";
import { twilioWhatsapp } from "#server/connectors/messaging/twilio-whatsapp.ts";
import { callback, formCallback, sampleActionId } from "./fake-vendor.ts";

const sid = "SM00000000000000000000000000000001";

describe("callbacks of Twilio", () => {
  const token = "test_auth_token_0123456789abcdef";
  const message = { MessageSid: sid, From: "+17875550100", To: "+17875550199", Body: "Hola STOP" };

  test("are accepted with a valid signature only", () => {
    const signed = (signature: string, overrides = {}) => ({
      ...formCallback(message, { tenant: "7" }),
      urls: ["https://app.example.com/hooks/twilio/sms?tenant=7"],
      headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
      ...overrides,
    });
    const signature = "xqe5wdVjdCVKQHHWTdIQli2wK+0=";
    for (const messenger of [twilioSms, twilioWhatsapp, twilioCall]) {
      expect(messenger.verifyCallback({ authToken: token }, signed(signature))).toBe(true);
      expect(messenger.verifyCallback({ authToken: "another" }, signed(signature))).toBe(false);
      expect(messenger.verifyCallback({ authToken: token }, signed("AAAA"))).toBe(false);
      const elsewhere = { urls: ["https://app.example.com/hooks/twilio/sms?tenant=8"] };
      expect(messenger.verifyCallback({ authToken: token }, signed(signature, elsewhere))).toBe(false);
      const withPort = { urls: ["https://app.example.com:443/hooks/twilio/sms?tenant=7"] };
      expect(messenger.verifyCallback({ authToken: token }, signed(signature, withPort))).toBe(true);
    }
    const bodySHA256 = "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862";
    const asJson = {
      urls: [`https://app.example.com/hooks/twilio/json?bodySHA256=${bodySHA256}`],
      query: { bodySHA256 },
      headers: { "content-type": "application/json", "x-twilio-signature": "oLaqO+pfwCRES+lL7+Dymd04HT8=" },
    };
    expect(
      twilioSms.verifyCallback(
        { authToken: token },
        callback({ ...asJson, rawBody: Buffer.from('{"a":1}') }),
      ),
    ).toBe(true);
    expect(
      twilioSms.verifyCallback(
        { authToken: token },
        callback({ ...asJson, rawBody: Buffer.from('{"a":2}') }),
      ),
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
  ])("map the status %s to %s", (twilioStatus, status) => {
    const request = formCallback(
      { MessageSid: sid, MessageStatus: twilioStatus, SmsStatus: twilioStatus },
      { action: sampleActionId },
    );
    expect(twilioSms.parseCallback(request)).toMatchObject([
      { kind: "status", providerId: sid, actionId: sampleActionId, status, price: null },
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
  ])("interpret the error code %s", (code, flags) => {
    const [update] = twilioWhatsapp.parseCallback(
      formCallback({ MessageSid: sid, MessageStatus: "failed", ErrorCode: code }),
    );
    expect(update).toEqual({
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

  test("with an unknown status are ignored", () => {
    expect(twilioSms.parseCallback(formCallback({ MessageSid: sid, MessageStatus: "__proto__" }))).toEqual(
      [],
    );
    expect(twilioSms.parseCallback(formCallback({ MessageSid: sid, MessageStatus: "receiving" }))).toEqual(
      [],
    );
  });

  test("deliver SMS and WhatsApp messages in the same format", () => {
    const text = formCallback({ ...message, SmsStatus: "received", NumMedia: "0", FromCity: "SAN JUAN" });
    expect(twilioSms.parseCallback(text)).toEqual([
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
    expect(twilioSms.parseCallback(whatsapp)).toMatchObject([
      { channel: "whatsapp", from: "+17875550100", to: "+17875550199", name: "Ana" },
    ]);
  });

  test("mark opt-outs that Twilio recognized", () => {
    const request = formCallback({ ...message, Body: "BASTA", SmsStatus: "received", OptOutType: "STOP" });
    expect(twilioSms.parseCallback(request)).toMatchObject([{ text: "BASTA", optedOut: true }]);
  });

  test("describe a picture without text by its type", () => {
    const request = formCallback({
      ...message,
      Body: "",
      SmsStatus: "received",
      NumMedia: "1",
      MediaContentType0: "image/jpeg",
    });
    expect(twilioSms.parseCallback(request)).toMatchObject([{ text: "[image/jpeg]" }]);
  });

  test("are answered with empty TwiML", () => {
    expect(twilioSms.respondToCallback?.(callback(), null)?.body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    );
  });
});
