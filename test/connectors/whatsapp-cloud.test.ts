import { describe, expect, test } from "vitest";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import { whatsapp360dialog } from "#server/connectors/messaging/whatsapp-360dialog.ts";
import { whatsappMeta } from "#server/connectors/messaging/whatsapp-meta.ts";
import { fakeVendor, httpResponse, outgoingMessage, sampleActionId, sampleSettings } from "./fake-vendor.ts";

const meta = sampleSettings(whatsappMeta);
const dialog = sampleSettings(whatsapp360dialog, { baseUrl: "https://waba-v2.360dialog.io" });
const message = (more: Partial<OutgoingMessage> = {}) => outgoingMessage({ channel: "whatsapp", ...more });
const template = { name: "outage_notice", language: "es", values: ["Ana", "hoy"] };
const sent = {
  messaging_product: "whatsapp",
  contacts: [{ input: "+1", wa_id: "1" }],
  messages: [{ id: "wamid.X" }],
};
const refusal = (code: number, status = 400) =>
  httpResponse(status, {
    error: { message: `(#${code}) no`, type: "OAuthException", code, fbtrace_id: "A" },
  });

describe("by Meta and 360dialog", () => {
  test("free text goes to the number's messages", async () => {
    const { calls, context } = fakeVendor(meta, httpResponse(200, sent));
    expect(await whatsappMeta.send(context, message())).toEqual({
      kind: "accepted",
      providerId: "wamid.X",
      status: "sent",
      price: null,
    });
    expect(calls[0]).toMatchObject({
      method: "POST",
      path: "/v23.0/106540352242922/messages",
      headers: { authorization: "Bearer sandbox" },
    });
    expect(JSON.parse(String(calls[0]?.body))).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "17875550199",
      biz_opaque_callback_data: sampleActionId,
      type: "text",
      text: { preview_url: false, body: "Hola Ana, ¿hablamos mañana?" },
    });
  });

  test("an approved template goes with its values in order", async () => {
    const { calls, context } = fakeVendor(dialog, httpResponse(200, sent));
    await whatsapp360dialog.send(context, message({ template }));
    expect(calls[0]).toMatchObject({ path: "/messages", headers: { "d360-api-key": "sandbox" } });
    expect(JSON.parse(String(calls[0]?.body))).toMatchObject({
      type: "template",
      template: {
        name: "outage_notice",
        language: { code: "es" },
        components: [
          {
            type: "body",
            parameters: [
              { type: "text", text: "Ana" },
              { type: "text", text: "hoy" },
            ],
          },
        ],
      },
    });
  });

  test("a template without places has no components", async () => {
    const { calls, context } = fakeVendor(meta, httpResponse(200, sent));
    await whatsappMeta.send(context, message({ template: { ...template, values: [] } }));
    expect(JSON.parse(String(calls[0]?.body)).template).toEqual({
      name: "outage_notice",
      language: { code: "es" },
    });
  });

  test.each([
    [refusal(131047), { kind: "refused", code: "131047", windowClosed: true }],
    [refusal(131026), { kind: "refused", badAddress: true }],
    [refusal(131050), { kind: "refused", optedOut: true }],
    [refusal(132001, 404), { kind: "refused", code: "132001" }],
    [refusal(100), { kind: "refused", code: "100" }],
    [refusal(190, 401), { kind: "refused", account: true }],
    [refusal(200, 403), { kind: "refused", account: true }],
    [refusal(130429, 429), { kind: "later", code: "130429" }],
    [refusal(131056, 400), { kind: "later", code: "131056" }],
    [refusal(80007), { kind: "later" }],
    [refusal(131000), { kind: "unknown", code: "131000" }],
    [refusal(131000, 500), { kind: "unknown" }],
    [refusal(131056, 500), { kind: "unknown" }],
    [refusal(190, 200), { kind: "refused", account: true }],
    [httpResponse(200, { ...sent, error: { code: 131026, message: "no" } }), { kind: "refused" }],
    [httpResponse(200, { ...sent, error: "odd" }), { kind: "unknown" }],
    [httpResponse(200, { messages: [] }), { kind: "unknown" }],
    [
      httpResponse(401, { meta: { success: false, http_code: 401, developer_message: "Invalid api_key" } }),
      { kind: "refused", account: true },
    ],
    [httpResponse(400, { meta: { developer_message: "Rate limit hit" } }), { kind: "later" }],
    [
      httpResponse(400, { errors: [{ code: 131047, title: "Re-engagement" }] }),
      { kind: "refused", windowClosed: true },
    ],
  ])("answer %#", async (answer, outcome) => {
    expect(await whatsappMeta.send(fakeVendor(meta, answer).context, message())).toMatchObject(outcome);
    expect(await whatsapp360dialog.send(fakeVendor(dialog, answer).context, message())).toMatchObject(
      outcome,
    );
  });
});
