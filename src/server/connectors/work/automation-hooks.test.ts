import { describe, expect, test } from "vitest";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { makeHooks, n8nHooks, zapierHooks } from "./automation-hooks.ts";
import type { WorkVendor } from "./work-vendor.ts";

const input = {
  id: "0199aaaa-0000-7000-8000-000000000001",
  type: "faro.trigger",
  timestamp: "2026-11-15T14:30:00.000Z",
  source: "user",
  by: "Luz",
  note: "",
  person: { id: "1" },
  link: null,
} as const;

const trigger = async (
  { automation }: WorkVendor,
  settings: Record<string, unknown>,
  status: number,
  body: string,
  type = "text/plain",
) => {
  const sent: VendorRequest[] = [];
  const result = await automation?.trigger.run(
    {
      settings,
      headers: {},
      send: async (request) => {
        sent.push(request);
        return { ok: true, status, headers: { "content-type": type }, body: Buffer.from(body) };
      },
    },
    input,
  );
  return {
    sent,
    outcome: result?.ok ? "ok" : result?.error.kind,
    text: result?.ok ? "" : result?.error.message.en,
  };
};

const zapierSettings = { webhookUrl: "https://hooks.zapier.com/hooks/catch/1/abc/" };
const makeSettings = { webhookUrl: "https://hook.eu2.make.com/abc" };
const n8nSettings = { baseUrl: "https://n8n.example", webhookPath: "welcome" };
const json = "application/json";

describe("an answer of a hook", () => {
  test.each<
    [string, WorkVendor, Record<string, unknown>, number, string, string, string | undefined, RegExp]
  >([
    ["Zapier: received", zapierHooks, zapierSettings, 200, '{"status":"success"}', json, "ok", /^$/],
    [
      "Zapier: an error with 200",
      zapierHooks,
      zapierSettings,
      200,
      '{"status":"error"}',
      json,
      "transient",
      /./,
    ],
    [
      "Zapier: the Zap was deleted",
      zapierHooks,
      zapierSettings,
      410,
      "please unsubscribe me!",
      "text/plain",
      "auth",
      /no longer takes this hook/,
    ],
    ["Zapier: too many", zapierHooks, zapierSettings, 429, "{}", json, "rate", /./],
    ["Zapier: down", zapierHooks, zapierSettings, 502, "<html>", "text/html", "transient", /web page/],
    ["Make: accepted", makeHooks, makeSettings, 200, "Accepted", "text/plain", "ok", /^$/],
    ["Make: an answer of the scenario", makeHooks, makeSettings, 200, '{"done":true}', json, "ok", /^$/],
    [
      "Make: the queue is full",
      makeHooks,
      makeSettings,
      400,
      "Queue is full.",
      "text/plain",
      "rate",
      /queue .* is full/,
    ],
    ["Make: a wrong request", makeHooks, makeSettings, 400, "Invalid JSON", "text/plain", "invalid", /./],
    [
      "Make: no scenario",
      makeHooks,
      makeSettings,
      404,
      "There is no scenario listening for this webhook.",
      "text/plain",
      "auth",
      /Switch the scenario on/,
    ],
    ["Make: gone", makeHooks, makeSettings, 410, "Gone", "text/plain", "auth", /no longer takes/],
    ["n8n: started", n8nHooks, n8nSettings, 200, '{"message":"Workflow was started"}', json, "ok", /^$/],
    ["n8n: an empty answer", n8nHooks, n8nSettings, 204, "", "text/plain", "ok", /^$/],
    [
      "n8n: not active",
      n8nHooks,
      n8nSettings,
      404,
      '{"code":404,"message":"The requested webhook \\"POST welcome\\" is not registered."}',
      json,
      "auth",
      /Activate the workflow/,
    ],
    ["n8n: a password in front", n8nHooks, n8nSettings, 401, "Unauthorized", "text/plain", "auth", /./],
    ["n8n: an error", n8nHooks, n8nSettings, 500, '{"message":"Error in workflow"}', json, "transient", /./],
  ])("%s", async (_what, vendor, settings, status, body, type, outcome, text) => {
    const answered = await trigger(vendor, settings, status, body, type);
    expect(answered.outcome).toBe(outcome);
    expect(answered.text).toMatch(text);
  });
});

test("it is sent to the saved hook alone", async () => {
  const zapier = await trigger(zapierHooks, zapierSettings, 200, "{}");
  expect(zapier.sent).toMatchObject([{ host: "https://hooks.zapier.com", path: "/hooks/catch/1/abc/" }]);
  const make = await trigger(makeHooks, makeSettings, 200, "Accepted");
  expect(make.sent).toMatchObject([{ host: "https://hook.eu2.make.com", path: "/abc" }]);
  const n8n = await trigger(n8nHooks, n8nSettings, 200, "{}");
  expect(n8n.sent).toMatchObject([{ path: "/webhook/welcome" }]);
  expect(JSON.parse(String(n8n.sent[0]?.body))).toEqual(input);
  const none = await trigger(n8nHooks, { baseUrl: "https://n8n.example" }, 200, "{}");
  expect([none.sent, none.outcome]).toEqual([[], "auth"]);
});
