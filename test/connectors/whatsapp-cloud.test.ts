import { describe, expect, test } from "vitest";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import { whatsapp360dialog } from "#server/connectors/messaging/whatsapp-360dialog.ts";
import { whatsappMeta } from "#server/connectors/messaging/whatsapp-meta.ts";
import { approved } from "./approved.ts";
import { fakeVendor, httpResponse, outgoingMessage, sampleActionId, sampleSettings } from "./fake-vendor.ts";

const meta = sampleSettings(whatsappMeta);
const dialog = sampleSettings(whatsapp360dialog, { baseUrl: "https://waba-v2.360dialog.io" });
const message = (overrides: Partial<OutgoingMessage> = {}) =>
  outgoingMessage({ channel: "whatsapp", ...overrides });
const template = { name: "outage_notice", language: "es", values: ["Ana", "hoy"] };
const accepted = {
  messaging_product: "whatsapp",
  contacts: [{ input: "+1", wa_id: "1" }],
  messages: [{ id: "wamid.X" }],
};
const refusal = (code: number, status = 400) =>
  httpResponse(status, {
    error: { message: `(#${code}) no`, type: "OAuthException", code, fbtrace_id: "A" },
  });

describe("sending with Meta and 360dialog", () => {
  test("posts free text to the messages of the number", async () => {
    const { requests, context } = fakeVendor(meta, httpResponse(200, accepted));
    expect(await whatsappMeta.send(context, approved(message()))).toEqual({
      kind: "accepted",
      providerId: "wamid.X",
      status: "sent",
      price: null,
    });
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: "/v23.0/106540352242922/messages",
      headers: { authorization: "Bearer sandbox" },
    });
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "17875550199",
      biz_opaque_callback_data: sampleActionId,
      type: "text",
      text: { preview_url: false, body: "Hola Ana, ¿hablamos mañana?" },
    });
  });

  test("sends an approved template with its values in order", async () => {
    const { requests, context } = fakeVendor(dialog, httpResponse(200, accepted));
    await whatsapp360dialog.send(context, approved(message({ template })));
    expect(requests[0]).toMatchObject({ path: "/messages", headers: { "d360-api-key": "sandbox" } });
    expect(JSON.parse(String(requests[0]?.body))).toMatchObject({
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

  test("sends a template without values without components", async () => {
    const { requests, context } = fakeVendor(meta, httpResponse(200, accepted));
    await whatsappMeta.send(context, approved(message({ template: { ...template, values: [] } })));
    expect(JSON.parse(String(requests[0]?.body)).template).toEqual({
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
    [httpResponse(200, { ...accepted, error: { code: 131026, message: "no" } }), { kind: "refused" }],
    [httpResponse(200, { ...accepted, error: "odd" }), { kind: "unknown" }],
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
  ])("interprets response %#", async (response, outcome) => {
    expect(await whatsappMeta.send(fakeVendor(meta, response).context, approved(message()))).toMatchObject(
      outcome,
    );
    expect(
      await whatsapp360dialog.send(fakeVendor(dialog, response).context, approved(message())),
    ).toMatchObject(outcome);
  });
});
