import { describe, expect, test } from "vitest";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { twilioSms } from "#server/connectors/messaging/twilio-sms.ts";
import { twilioWhatsapp } from "#server/connectors/messaging/twilio-whatsapp.ts";
import { fakeVendor, httpResponse, sampleActionId, sampleSettings } from "./fake-vendor.ts";

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

describe("looking up a message of unknown outcome", () => {
  const after = Date.parse("2026-03-01T12:00:00Z");
  const query = { to: "+17875550199", text: "Hola  Ana", after, providerId: null, actionId: sampleActionId };
  const message = (overrides: object = {}) =>
    created({
      body: "Hola Ana",
      date_created: "Sun, 01 Mar 2026 12:00:01 +0000",
      price: "-0.0079",
      price_unit: "USD",
      status: "delivered",
      ...overrides,
    });
  const page = (messages: object[], next: string | null = null) =>
    httpResponse(200, { messages, next_page_uri: next });
  const lookUp = async (messenger: typeof twilioSms, ...responses: ReturnType<typeof page>[]) => {
    const { requests, context } = fakeVendor(settings, ...responses);
    return { result: await messenger.lookUp?.(context, query), requests };
  };

  test("finds it by recipient, text and time", async () => {
    const { result, requests } = await lookUp(twilioSms, page([message()]));
    expect(result).toEqual({ kind: "found", providerId: sid, status: "delivered", price: 0.0079 });
    expect(requests[0]?.path).toMatch(/Messages\.json\?To=%2B17875550199&/);
  });

  test.each([
    [
      "an older one with the same text",
      [message({ date_created: "Sun, 01 Mar 2026 11:00:00 +0000" })],
      "absent",
    ],
    ["one with another text", [message({ body: "Hola Luis" })], "absent"],
    ["one that ends with our text", [message({ body: "PD: Hola Ana" })], "absent"],
    ["an inbound message", [message({ direction: "inbound" })], "absent"],
    ["no message", [], "absent"],
    [
      "one of a trial account",
      [message({ body: "Sent from your Twilio trial account - Hola Ana" })],
      "found",
    ],
    ["one that is still queued", [message({ status: "queued", date_sent: null })], "found"],
  ])("%s: %s", async (_name, messages, kind) => {
    expect((await lookUp(twilioSms, page(messages))).result).toMatchObject({ kind });
  });

  test("is unknown on WhatsApp if there is another text, which may be a template", async () => {
    expect((await lookUp(twilioWhatsapp, page([message({ body: "Saludos Ana" })]))).result).toEqual({
      kind: "unknown",
    });
    const { result, requests } = await lookUp(twilioWhatsapp, page([]));
    expect(result).toEqual({ kind: "absent" });
    expect(requests[0]?.path).toContain("To=whatsapp%3A%2B17875550199");
  });

  test("reads pages until they are older than the request", async () => {
    const other = message({ body: "otro" });
    const { result, requests } = await lookUp(
      twilioSms,
      page([other], "/2010-04-01/Accounts/AC1/Messages.json?Page=1"),
      page([message()]),
    );
    expect(result).toMatchObject({ kind: "found" });
    expect(requests[1]?.path).toBe("/2010-04-01/Accounts/AC1/Messages.json?Page=1");
  });

  test("is unknown if a response cannot be read", async () => {
    expect((await lookUp(twilioSms, httpResponse(500, {}))).result).toEqual({ kind: "unknown" });
    expect((await lookUp(twilioSms, httpResponse(200, "<html>"))).result).toEqual({ kind: "unknown" });
    expect((await lookUp(twilioSms, page([message({ body: "otro" })], "/more"))).result).toEqual({
      kind: "unknown",
    });
  });

  test("reads the price by id", async () => {
    const { requests, context } = fakeVendor(settings, httpResponse(200, message()));
    expect(await twilioSms.lookUp?.(context, { ...query, providerId: sid })).toMatchObject({ price: 0.0079 });
    expect(requests[0]?.path).toMatch(new RegExp(`/Messages/${sid}\\.json$`));
  });

  test("a single recent call is ours, several are ambiguous", async () => {
    const call = {
      sid: "CA1",
      status: "no-answer",
      direction: "outbound-api",
      date_created: "Sun, 01 Mar 2026 12:00:01 +0000",
    };
    const calls = (list: object[]) => fakeVendor(settings, httpResponse(200, { calls: list })).context;
    expect(await twilioCall.lookUp?.(calls([call]), query)).toMatchObject({
      kind: "found",
      providerId: "CA1",
      status: "failed",
    });
    expect(await twilioCall.lookUp?.(calls([call, { ...call, sid: "CA2" }]), query)).toEqual({
      kind: "unknown",
    });
    expect(await twilioCall.lookUp?.(calls([]), query)).toEqual({ kind: "absent" });
  });
});
