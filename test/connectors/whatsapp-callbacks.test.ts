import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { whatsapp360dialog } from "#server/connectors/messaging/whatsapp-360dialog.ts";
import { whatsappMeta } from "#server/connectors/messaging/whatsapp-meta.ts";
import { whatsappWati } from "#server/connectors/messaging/whatsapp-wati.ts";
import { callback, jsonCallback, sampleActionId, sampleSettings } from "./fake-vendor.ts";

const meta = sampleSettings(whatsappMeta);
const dialog = sampleSettings(whatsapp360dialog, { baseUrl: "https://waba-v2.360dialog.io" });
const wati = sampleSettings(whatsappWati, {
  baseUrl: "https://live-mt-server.wati.io/1234/",
  apiKey: "Bearer sandbox",
});
const callbackKey = (messenger: typeof whatsappMeta, settings: Record<string, unknown>) =>
  messenger.callbackKey?.(settings) ?? "";

const envelope = (...values: object[]) => ({
  object: "whatsapp_business_account",
  entry: values.map((value) => ({
    id: "waba",
    changes: [
      {
        field: "messages",
        value: {
          messaging_product: "whatsapp",
          metadata: { display_phone_number: "17875550100", phone_number_id: "106" },
          ...value,
        },
      },
    ],
  })),
});
const sender = { from: "17875550199", timestamp: "1749416383" };

describe("callbacks of Meta", () => {
  test("deliver a message with the name from its contacts", () => {
    const value = {
      contacts: [{ wa_id: "17875550199", profile: { name: "Ana" } }],
      messages: [{ ...sender, id: "wamid.1", type: "text", text: { body: "hola" } }],
    };
    const expected = [
      {
        kind: "message",
        providerId: "wamid.1",
        channel: "whatsapp",
        from: "+17875550199",
        to: "+17875550100",
        text: "hola",
        name: "Ana",
        at: 1_749_416_383_000,
      },
    ];
    expect(whatsappMeta.parseCallback(jsonCallback(envelope(value)))).toEqual(expected);
    expect(whatsapp360dialog.parseCallback(jsonCallback(envelope(value)))).toEqual(expected);
  });

  test("name a Mexican mobile number without the abolished 1", () => {
    const messages = [
      { ...sender, from: "5215512345678", id: "wamid.2", type: "text", text: { body: "STOP" } },
    ];
    expect(whatsappMeta.parseCallback(jsonCallback(envelope({ messages })))).toMatchObject([
      { from: "+525512345678" },
    ]);
  });

  test.each([
    [{ type: "button", button: { text: "STOP", payload: "P" } }, "STOP"],
    [
      { type: "interactive", interactive: { type: "button_reply", button_reply: { id: "1", title: "Sí" } } },
      "Sí",
    ],
    [{ type: "interactive", interactive: { list_reply: { id: "1", title: "Lunes" } } }, "Lunes"],
    [{ type: "image", image: { id: "1", caption: "mi techo" } }, "mi techo"],
    [{ type: "audio", audio: { id: "1" } }, "[audio]"],
    [{ type: "reaction", reaction: { message_id: "x", emoji: "👍" } }, "👍"],
    [{ type: "location", location: { latitude: 1, longitude: 2, name: "Casa" } }, "Casa"],
    [{ type: "unsupported", errors: [{ code: 131051 }] }, "[unsupported]"],
    [{ type: "text", text: null }, "[text]"],
  ])("deliver the text of %j", (part, text) => {
    expect(
      whatsappMeta.parseCallback(jsonCallback(envelope({ messages: [{ ...sender, id: "w", ...part }] }))),
    ).toMatchObject([{ text, name: null }]);
  });

  test("ignore system messages and other fields", () => {
    expect(
      whatsappMeta.parseCallback(
        jsonCallback(
          envelope({ messages: [{ ...sender, id: "w", type: "system", system: { body: "changed" } }] }),
        ),
      ),
    ).toEqual([]);
    const other = envelope({ messages: [{ ...sender, id: "w", type: "text", text: { body: "x" } }] });
    expect(
      whatsappMeta.parseCallback(
        jsonCallback({ entry: [{ changes: [{ ...other.entry[0]?.changes[0], field: "account_update" }] }] }),
      ),
    ).toEqual([]);
  });

  test.each([
    [{ status: "sent" }, { status: "sent", code: null }],
    [{ status: "delivered" }, { status: "delivered" }],
    [{ status: "read" }, { status: "read" }],
    [
      { status: "failed", errors: [{ code: 131047 }] },
      { status: "failed", code: "131047", windowClosed: true },
    ],
    [
      { status: "failed", errors: [{ code: 131026 }] },
      { status: "failed", badAddress: true },
    ],
    [
      { status: "failed", errors: [{ code: 131049 }] },
      { status: "failed", code: "131049" },
    ],
    [{ status: "failed" }, { status: "failed", code: null }],
  ])("map the status %j", (part, outcome) => {
    const status = {
      id: "wamid.1",
      timestamp: "1749416400",
      recipient_id: "17875550199",
      biz_opaque_callback_data: sampleActionId,
      ...part,
    };
    expect(whatsappMeta.parseCallback(jsonCallback(envelope({ statuses: [status] })))).toMatchObject([
      {
        kind: "status",
        providerId: "wamid.1",
        actionId: sampleActionId,
        at: 1_749_416_400_000,
        price: null,
        ...outcome,
      },
    ]);
  });

  test("deliver all valid entries of a batch", () => {
    const text = (id: string) => ({ ...sender, id, type: "text", text: { body: id } });
    const batch = envelope(
      {
        messages: [text("a"), null, { id: 5 }, text("b")],
        statuses: [
          { id: "s", status: "read", timestamp: "1" },
          { status: "sent" },
          { id: "t", status: "toString" },
        ],
      },
      { messages: [text("c")] },
    );
    expect(
      whatsappMeta
        .parseCallback(jsonCallback(batch))
        .map((update) => "providerId" in update && update.providerId),
    ).toEqual(["a", "b", "s", "c"]);
  });

  test("are accepted with a valid signature of the app only", () => {
    const body = '{"object":"whatsapp_business_account"}';
    const signature = "sha256=e790291ff924369c1f80c8b2cc24fb9ccd37600d883a729059d4bbfa632c882b";
    const request = (header: string, text = body) =>
      callback({ headers: { "x-hub-signature-256": header }, rawBody: Buffer.from(text) });
    const settings = { ...meta, appSecret: "app_secret" };
    expect(whatsappMeta.verifyCallback(settings, request(signature))).toBe(true);
    expect(whatsappMeta.verifyCallback(settings, request(signature, `${body} `))).toBe(false);
    expect(whatsappMeta.verifyCallback({ ...meta, appSecret: "other" }, request(signature))).toBe(false);
    const empty = `sha256=${createHmac("sha256", "").update(body).digest("hex")}`;
    expect(whatsappMeta.verifyCallback({ ...meta, appSecret: "" }, request(empty))).toBe(false);
    const key = callbackKey(whatsappMeta, { ...meta, appSecret: undefined });
    expect(whatsappMeta.verifyCallback(settings, callback({ query: { key } }))).toBe(false);
    expect(whatsappMeta.verifyCallback({ ...meta, appSecret: undefined }, callback({ query: { key } }))).toBe(
      true,
    );
    expect(whatsappMeta.callbackKey?.(settings)).toBeNull();
  });

  test("answer the verification of the callback URL", () => {
    const handshake = (token: string) =>
      callback({
        method: "GET",
        query: { "hub.mode": "subscribe", "hub.verify_token": token, "hub.challenge": "1158201444" },
      });
    expect(whatsappMeta.verifyCallback({ ...meta, verifyToken: "mine" }, handshake("mine"))).toBe(true);
    expect(whatsappMeta.verifyCallback({ ...meta, verifyToken: "mine" }, handshake("yours"))).toBe(false);
    expect(whatsappMeta.verifyCallback({ ...meta, verifyToken: undefined }, handshake(""))).toBe(false);
    expect(whatsappMeta.respondToCallback?.(handshake("mine"), null)).toEqual({
      contentType: "text/plain; charset=utf-8",
      body: "1158201444",
    });
    expect(whatsappMeta.parseCallback(handshake("mine"))).toEqual([]);
  });
});

describe("callbacks of providers that do not sign", () => {
  test.each([
    [whatsapp360dialog, dialog],
    [whatsappWati, wati],
  ])("need the key of the callback URL (%#)", (messenger, settings) => {
    const key = callbackKey(messenger, settings);
    expect(key.length).toBeGreaterThan(40);
    expect(key).not.toContain("sandbox");
    expect(messenger.verifyCallback(settings, callback({ query: { key } }))).toBe(true);
    expect(messenger.verifyCallback(settings, callback({ headers: { "x-faro-key": key } }))).toBe(true);
    expect(messenger.verifyCallback({ ...settings, apiKey: "another" }, callback({ query: { key } }))).toBe(
      false,
    );
    expect(messenger.verifyCallback(settings, callback({ query: { key: [key] } }))).toBe(false);
  });

  test("have a different key for each provider", () => {
    expect(callbackKey(whatsapp360dialog, dialog)).not.toBe(
      callbackKey(whatsappWati, { ...wati, apiKey: "sandbox" }),
    );
  });
});
