import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hubSignature } from "#sandbox/whatsapp/webhook.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";
import { bearerHeader, readResponse } from "./vendor-requests.ts";

let harness: SandboxHarness;
beforeAll(async () => {
  harness = await startSandboxHarness();
  await harness.control({ paceMs: [1, 5], webhooks: { whatsapp: `${harness.business.url}/hooks/whatsapp` } });
});
afterAll(() => harness.stop());
beforeEach(() => {
  harness.business.requests.length = 0;
});

const numberId = "106540352242922";
const action = "0192f0c1-2a3b-7c4d-8e5f-0123456789ab";
const post = async (path: string, json: unknown, headers: Record<string, string>) =>
  readResponse(
    await fetch(`${harness.sandbox.url}/whatsapp${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(json),
    }),
  );
const received = (): any[] => harness.business.requests.map(({ raw }) => JSON.parse(raw));
const cloud = {
  meta: (json: unknown) => post(`/meta/v23.0/${numberId}/messages`, json, bearerHeader("t")),
  "360dialog": (json: unknown) => post("/360dialog/messages", json, { "d360-api-key": "t" }),
};
const text = (to: string, body = "Hola") => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  to,
  type: "text",
  text: { preview_url: false, body },
});
const template = (to: string, name = "outage_notice", code = "es", values = ["Ana"]) => ({
  messaging_product: "whatsapp",
  to,
  type: "template",
  template: {
    name,
    language: { code },
    components: [{ type: "body", parameters: values.map((value) => ({ type: "text", text: value })) }],
  },
});
const statuses = () =>
  received().flatMap(
    (body) => body.entry?.[0].changes[0].value.statuses?.map((status: any) => status.status) ?? [],
  );

test("signs with Meta's algorithm", () => {
  expect(hubSignature("app_secret", '{"object":"whatsapp_business_account"}')).toBe(
    "sha256=e790291ff924369c1f80c8b2cc24fb9ccd37600d883a729059d4bbfa632c882b",
  );
});

describe.each(["meta", "360dialog"] as const)("%s", (provider) => {
  test("accepts an approved template and reports its statuses", async () => {
    const { status, body } = await cloud[provider]({
      ...template("+17875550150"),
      biz_opaque_callback_data: action,
    });
    expect([status, body]).toEqual([
      200,
      {
        messaging_product: "whatsapp",
        contacts: [{ input: "+17875550150", wa_id: "17875550150" }],
        messages: [{ id: expect.stringMatching(/^wamid\./), message_status: "accepted" }],
      },
    ]);
    await eventually(() => expect(statuses()).toEqual(["sent", "delivered", "read"]));
    const change = received()[0].entry[0].changes[0];
    expect(change).toMatchObject({ field: "messages", value: { messaging_product: "whatsapp" } });
    expect(change.value.statuses[0]).toMatchObject({
      id: body.messages[0].id,
      timestamp: expect.stringMatching(/^\d{10}$/),
      recipient_id: "17875550150",
      biz_opaque_callback_data: action,
      pricing: { billable: true, pricing_model: "PMP", category: "utility" },
    });
    expect((await harness.effects("whatsapp")).at(-1)).toMatchObject({
      id: body.messages[0].id,
      channel: "whatsapp",
      to: "+17875550150",
      actionId: action,
    });
    expect((await harness.conversation("+17875550150")).entries.at(-1).text).toContain("Hola Ana,");
  });

  test.each([
    [{ ...text("17875550151"), messaging_product: "sms" }, 100],
    [{ ...text("17875550151"), type: "hologram" }, 131_051],
    [{ ...text("17875550151"), text: null }, 131_008],
    [text("12"), 131_009],
    [template("17875550151", "unheard_of"), 132_001],
    [template("17875550151", "outage_notice", "fr"), 132_001],
    [template("17875550151", "easy_money"), 132_001],
    [template("17875550151", "spring_offer"), 132_015],
    [template("17875550151", "outage_notice", "es", []), 132_000],
    [text("17875559005"), 130_429],
  ])("rejects case %# with Meta's error, without effect", async (json, code) => {
    const before = (await harness.effects()).length;
    const { status, body } = await cloud[provider](json);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.error).toMatchObject({ code, type: "OAuthException", fbtrace_id: expect.any(String) });
    expect(await harness.effects()).toHaveLength(before);
  });
});

describe("Meta", () => {
  test("signs its webhooks", async () => {
    await harness.control({ secrets: { whatsapp: "an app's secret" } });
    await cloud.meta(template("17875550152"));
    await eventually(() => expect(harness.business.requests).toHaveLength(3));
    for (const { raw, headers } of harness.business.requests)
      expect(headers["x-hub-signature-256"]).toBe(hubSignature("an app's secret", raw));
  });

  test("accepts free text at any time and reports a failure outside the window", async () => {
    expect((await cloud.meta(text("17875550153"))).status).toBe(200);
    await eventually(() => expect(statuses()).toEqual(["failed"]));
    expect(received()[0].entry[0].changes[0].value.statuses[0].errors[0]).toMatchObject({ code: 131_047 });
    await harness.reply("+17875550153", "whatsapp", "hola");
    await eventually(() => expect(received()).toHaveLength(2));
    const { value } = received()[1].entry[0].changes[0];
    expect(value).toMatchObject({
      metadata: { phone_number_id: numberId },
      contacts: [{ wa_id: "17875550153", profile: { name: expect.any(String) } }],
      messages: [{ from: "17875550153", type: "text", text: { body: "hola" } }],
    });
    await cloud.meta(text("17875550153"));
    await eventually(() => expect(statuses()).toEqual(["failed", "sent", "delivered", "read"]));
  });

  test("verifies an address by a challenge before it registers it", async () => {
    const subscribe = (path: string) =>
      post(
        "/meta/v23.0/102/subscribed_apps",
        { override_callback_uri: `${harness.business.url}${path}`, verify_token: "ours" },
        bearerHeader("t"),
      );
    harness.business.respond(({ url }) => {
      const { pathname, searchParams } = new URL(url);
      return pathname === "/yes" ? { body: searchParams.get("hub.challenge") ?? "" } : { status: 403 };
    });
    expect((await subscribe("/no")).status).toBe(400);
    expect((await subscribe("/yes")).body).toEqual({ success: true });
    const query = new URL(harness.business.requests[1]?.url ?? "").searchParams;
    expect([query.get("hub.mode"), query.get("hub.verify_token")]).toEqual(["subscribe", "ours"]);
  });

  test("lists templates with their review status", async () => {
    const response = await fetch(`${harness.sandbox.url}/whatsapp/meta/v23.0/102/message_templates`, {
      headers: bearerHeader("t"),
    });
    const { data } = (await response.json()) as any;
    expect(data).toContainEqual(
      expect.objectContaining({ name: "high_intent", language: "es", status: "APPROVED" }),
    );
    expect(data).toContainEqual(expect.objectContaining({ name: "easy_money", status: "REJECTED" }));
  });
});

describe("360dialog", () => {
  test("rejects free text outside the window at once", async () => {
    const { status, body } = await cloud["360dialog"](text("17875550154"));
    expect([status, body.error.code]).toEqual([400, 131_047]);
  });

  test("posts to the registered address with the registered headers, unsigned", async () => {
    const config = { url: `${harness.business.url}/hooks/360`, headers: { "X-Our-Secret": "s" } };
    await post("/360dialog/v1/configs/webhook", config, { "d360-api-key": "t" });
    await cloud["360dialog"](template("17875550155"));
    await eventually(() => expect(harness.business.requests).toHaveLength(3));
    const [{ url = "", headers = {} } = {}] = harness.business.requests;
    expect(url).toBe(config.url);
    expect(headers["x-our-secret"]).toBe("s");
    expect(headers["x-hub-signature-256"]).toBeUndefined();
  });
});

describe("WATI", () => {
  const sendText = (to: string, message: string) =>
    post(
      `/wati/tenant7/api/v1/sendSessionMessage/${to}?messageText=${encodeURIComponent(message)}`,
      {},
      bearerHeader("Bearer t"),
    );
  const sendTemplate = (to: string, name: string, values: string[]) =>
    post(
      `/wati/tenant7/api/v1/sendTemplateMessage?whatsappNumber=${to}`,
      {
        template_name: name,
        broadcast_name: "faro",
        parameters: values.map((value, index) => ({ name: String(index + 1), value })),
      },
      bearerHeader("t"),
    );

  test("reports rejections with status 200", async () => {
    expect(await sendText("17875550156", "Hola")).toEqual({
      status: 200,
      body: { result: false, info: expect.stringContaining("24 hours") },
    });
    expect((await sendTemplate("17875550156", "unheard_of", [])).body.result).toBe(false);
    expect((await sendTemplate("17875550156", "outage_notice", [])).body.result).toBe(false);
  });

  test("accepts a template, and text once the customer wrote, with its own event types", async () => {
    const sent = await sendTemplate("17875550157", "outage_notice_es", ["Ana"]);
    const id = sent.body.message.whatsappMessageId;
    expect(sent.body).toMatchObject({ result: true, info: "" });
    await eventually(() =>
      expect(received().map(({ eventType, whatsappMessageId }) => [eventType, whatsappMessageId])).toEqual([
        ["templateMessageSent_v2", id],
        ["sentMessageDELIVERED_v2", id],
        ["sentMessageREAD_v2", id],
      ]),
    );
    await harness.reply("+17875550157", "whatsapp", "hola");
    await eventually(() =>
      expect(received()[3]).toMatchObject({
        eventType: "message",
        owner: false,
        waId: "17875550157",
        text: "hola",
        type: "text",
        timestamp: expect.stringMatching(/^\d{10}$/),
      }),
    );
    expect((await sendText("17875550157", "¿Qué tal?")).body.result).toBe(true);
    expect((await harness.conversation("+17875550157")).entries.at(-1).text).toBe("¿Qué tal?");
  });
});
