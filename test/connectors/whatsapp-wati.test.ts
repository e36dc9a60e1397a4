import { describe, expect, test } from "vitest";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import { whatsappWati } from "#server/connectors/messaging/whatsapp-wati.ts";
import { approved } from "./approved.ts";
import {
  fakeVendor,
  httpResponse,
  jsonCallback,
  outgoingMessage,
  sampleActionId,
  sampleSettings,
} from "./fake-vendor.ts";

const wati = sampleSettings(whatsappWati, {
  baseUrl: "https://live-mt-server.wati.io/1234/",
  apiKey: "Bearer sandbox",
});
const message = (overrides: Partial<OutgoingMessage> = {}) =>
  outgoingMessage({ channel: "whatsapp", ...overrides });
const template = { name: "outage_notice", language: "es", values: ["Ana", "hoy"] };

describe("WATI", () => {
  const accepted = { result: true, info: "", message: { whatsappMessageId: "wamid.W" } };

  test("sends free text in the query", async () => {
    const { requests, context } = fakeVendor(wati, httpResponse(200, accepted));
    expect(await whatsappWati.send(context, approved(message({ text: "a+b & ¿c?" })))).toMatchObject({
      kind: "accepted",
      providerId: "wamid.W",
    });
    expect(requests[0]).toEqual({
      method: "POST",
      path: "/1234/api/v1/sendSessionMessage/17875550199?messageText=a%2Bb%20%26%20%C2%BFc%3F",
      headers: { authorization: "Bearer sandbox" },
    });
  });

  test("sends a template as JSON with numbered values", async () => {
    const { requests, context } = fakeVendor(
      wati,
      httpResponse(200, { result: true, validWhatsAppNumber: true }),
    );
    expect(await whatsappWati.send(context, approved(message({ template })))).toMatchObject({
      kind: "accepted",
      providerId: sampleActionId,
    });
    expect(requests[0]?.path).toBe("/1234/api/v1/sendTemplateMessage?whatsappNumber=17875550199");
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      template_name: "outage_notice",
      broadcast_name: sampleActionId,
      parameters: [
        { name: "1", value: "Ana" },
        { name: "2", value: "hoy" },
      ],
    });
  });

  test.each([
    [httpResponse(200, { result: "success", message: { id: "m1" } }), { kind: "accepted", providerId: "m1" }],
    [
      httpResponse(200, { ok: true, result: "success", message: "queued" }),
      { kind: "accepted", providerId: sampleActionId },
    ],
    [
      httpResponse(200, { result: false, info: "Ticket has been expired." }),
      { kind: "refused", windowClosed: true },
    ],
    [httpResponse(200, { result: false, info: "Invalid Contact" }), { kind: "refused", badAddress: true }],
    [
      httpResponse(200, { ok: false, message: "Template not found" }),
      { kind: "refused", code: "result_false" },
    ],
    [httpResponse(200, { result: true, validWhatsAppNumber: false }), { kind: "refused", badAddress: true }],
    [httpResponse(200, { result: false, info: "Too many requests" }), { kind: "later" }],
    [httpResponse(200, { message: "?" }), { kind: "unknown" }],
    [httpResponse(401, { message: "Unauthorized" }), { kind: "refused", account: true }],
    [httpResponse(429, {}), { kind: "later" }],
    [httpResponse(400, { result: false, info: "bad" }), { kind: "refused", code: "http_400" }],
    [httpResponse(500, { result: false, info: "bad" }), { kind: "unknown" }],
  ])("interprets response %#", async (response, outcome) => {
    expect(await whatsappWati.send(fakeVendor(wati, response).context, approved(message()))).toMatchObject(
      outcome,
    );
  });

  test("delivers messages of persons and ignores our own", () => {
    const event = {
      eventType: "message",
      owner: false,
      id: "1",
      whatsappMessageId: "wamid.1",
      waId: "17875550199",
      senderName: "Ana",
      text: "ALTO",
      type: "text",
      timestamp: "1749416383",
      channelPhoneNumber: "17875550100",
    };
    expect(whatsappWati.parseCallback(jsonCallback(event))).toEqual([
      {
        kind: "message",
        providerId: "wamid.1",
        channel: "whatsapp",
        from: "+17875550199",
        to: "+17875550100",
        text: "ALTO",
        name: "Ana",
        at: 1_749_416_383_000,
      },
    ]);
    expect(whatsappWati.parseCallback(jsonCallback({ ...event, owner: true }))).toEqual([]);
    expect(whatsappWati.parseCallback(jsonCallback({ ...event, text: null, type: "image" }))).toMatchObject([
      { text: "[image]" },
    ]);
    expect(
      whatsappWati.parseCallback(jsonCallback([event, 5, { ...event, whatsappMessageId: "wamid.2" }])),
    ).toHaveLength(2);
  });

  test.each([
    ["sentMessageDELIVERED_v2", "delivered"],
    ["sentMessageREAD_v2", "read"],
    ["templateMessageSent_v2", "sent"],
    ["sessionMessageSent_v2", "sent"],
    ["templateMessageFailed", "failed"],
  ])("maps %s to %s", (eventType, status) => {
    const event = { eventType, statusString: "x", whatsappMessageId: "wamid.1", timestamp: "1749416383" };
    expect(whatsappWati.parseCallback(jsonCallback(event))).toMatchObject([
      { kind: "status", providerId: "wamid.1", status },
    ]);
  });

  test("interprets Meta's error codes and ignores other events", () => {
    const event = { eventType: "templateMessageFailed", whatsappMessageId: "w", failedCode: "131026" };
    expect(whatsappWati.parseCallback(jsonCallback(event))).toMatchObject([
      { code: "131026", badAddress: true },
    ]);
    expect(
      whatsappWati.parseCallback(jsonCallback({ ...event, eventType: "newContactMessageReceived" })),
    ).toEqual([]);
    expect(
      whatsappWati.parseCallback(jsonCallback({ ...event, eventType: "sentMessageREPLIED_v2" })),
    ).toEqual([]);
  });
});
