import { describe, expect, test } from "vitest";
import { checkAnthropic } from "./anthropic.ts";
import { checkDeepseek } from "./deepseek.ts";
import { checkGemini } from "./gemini.ts";
import { checkGrok } from "./grok.ts";
import { checkMaps } from "./maps.ts";
import { checkOpenai } from "./openai.ts";
import { checkTwilio, parseOwnedNumbers } from "./twilio.ts";
import type { ResponseCheck } from "./vendor-request.ts";
import { checkWhatsapp, detectWhatsappProvider } from "./whatsapp.ts";

const invalidKey = "API key not valid. Please pass a valid API key.";
const googleError = { error: { code: 400, message: invalidKey, status: "INVALID_ARGUMENT" } };

const cases: [
  vendor: string,
  check: ResponseCheck,
  status: number,
  json: unknown,
  ok: boolean,
  message: string,
][] = [
  ["Twilio", checkTwilio, 200, { sid: "AC1", friendly_name: "Sol", status: "active" }, true, "Sol"],
  [
    "Twilio",
    checkTwilio,
    200,
    { sid: "AC1", friendly_name: "Sol", status: "suspended" },
    false,
    "The account Sol is suspended",
  ],
  ["Twilio", checkTwilio, 401, { code: 20003, message: "Authenticate", status: 401 }, false, "Authenticate"],
  ["OpenAI", checkOpenai, 200, { object: "list", data: [{ id: "gpt-6-luna" }] }, true, "Connected"],
  [
    "OpenAI",
    checkOpenai,
    401,
    { error: { message: "Incorrect API key provided", code: "invalid_api_key" } },
    false,
    "Incorrect API key provided",
  ],
  [
    "OpenAI",
    checkOpenai,
    403,
    { error: { message: "Missing scopes: api.model.read" } },
    true,
    "Key accepted; it is not allowed to list models",
  ],
  [
    "OpenAI",
    checkOpenai,
    429,
    { error: { message: "You exceeded your current quota", code: "insufficient_quota" } },
    false,
    "You exceeded your current quota",
  ],
  [
    "DeepSeek",
    checkDeepseek,
    401,
    { error: { message: "Authentication Fails", type: "authentication_error" } },
    false,
    "Authentication Fails",
  ],
  [
    "Anthropic",
    checkAnthropic,
    200,
    { data: [{ type: "model", id: "claude-haiku-5-5" }] },
    true,
    "Connected",
  ],
  [
    "Anthropic",
    checkAnthropic,
    401,
    { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
    false,
    "invalid x-api-key",
  ],
  ["Gemini", checkGemini, 200, { models: [{ name: "models/gemini-3.8-flash" }] }, true, "Connected"],
  ["Gemini", checkGemini, 400, googleError, false, invalidKey],
  ["Grok", checkGrok, 200, { name: "Sol", api_key_blocked: false }, true, "Sol"],
  [
    "Grok",
    checkGrok,
    200,
    { name: "Sol", api_key_blocked: false, team_blocked: true },
    false,
    "The key or its team is blocked",
  ],
  [
    "Grok",
    checkGrok,
    400,
    { code: "Client specified an invalid argument", error: "Incorrect API key provided" },
    false,
    "Incorrect API key provided",
  ],
  [
    "Google Maps",
    (response) => checkMaps("google", response),
    200,
    { status: "OK", results: [] },
    true,
    "Connected",
  ],
  [
    "Google Maps",
    (response) => checkMaps("google", response),
    200,
    { status: "REQUEST_DENIED", error_message: "The provided API key is invalid." },
    false,
    "The provided API key is invalid.",
  ],
  [
    "Mapbox",
    (response) => checkMaps("mapbox", response),
    200,
    { code: "TokenValid", token: { user: "sol" } },
    true,
    "sol",
  ],
  [
    "Mapbox",
    (response) => checkMaps("mapbox", response),
    200,
    { code: "TokenInvalid" },
    false,
    "TokenInvalid: the token is not valid",
  ],
  [
    "OpenStreetMap",
    (response) => checkMaps("osm", response),
    200,
    { status: 0, message: "OK" },
    true,
    "Connected",
  ],
  [
    "OpenStreetMap",
    (response) => checkMaps("osm", response),
    200,
    { status: 700, message: "No database" },
    false,
    "No database",
  ],
  [
    "WhatsApp by Meta",
    (response) => checkWhatsapp("meta", response),
    200,
    { display_phone_number: "+1", verified_name: "Sol" },
    true,
    "Sol, +1",
  ],
  [
    "WhatsApp by Meta",
    (response) => checkWhatsapp("meta", response),
    200,
    { error: { message: "(#190) Token expired" } },
    false,
    "(#190) Token expired",
  ],
  ["WhatsApp by 360dialog", (response) => checkWhatsapp("360dialog", response), 404, null, true, "Connected"],
  [
    "WhatsApp by 360dialog",
    (response) => checkWhatsapp("360dialog", response),
    401,
    { meta: { success: false, developer_message: "Invalid api_key" } },
    false,
    "Invalid api_key",
  ],
  [
    "WhatsApp by WATI",
    (response) => checkWhatsapp("wati", response),
    200,
    { result: false, info: "Tenant is not active" },
    false,
    "Tenant is not active",
  ],
  [
    "WhatsApp by WATI",
    (response) => checkWhatsapp("wati", response),
    401,
    null,
    false,
    "WhatsApp refused the credentials (status 401)",
  ],
];

describe("response checks of messaging, map and AI vendors", () => {
  test.each(cases)("%s (%#)", (_vendor, check, status, json, ok, message) => {
    expect(check({ status, json })).toMatchObject({ ok, message: { en: message } });
  });

  test.each([...new Map(cases.map(([vendor, check]) => [vendor, check]))])(
    "%s: a body of another shape does not pass",
    (_vendor, check) => {
      for (const json of [null, {}, [], "text", 7, true])
        expect(check({ status: 200, json }).ok, JSON.stringify(json)).toBe(false);
    },
  );

  test("warns about a model that the vendor does not list", () => {
    const json = { data: [{ id: "gpt-6-luna" }, { id: "gpt-5.6-luna" }] };
    expect(checkOpenai({ status: 200, json }, "gpt-4-turbo")).toMatchObject({
      ok: true,
      message: { en: "Connected, but the vendor does not list the model gpt-4-turbo" },
    });
    expect(checkOpenai({ status: 200, json }, "gpt-6-luna").message.en).toBe("Connected");
  });

  test("reads the numbers of a Twilio account with their labels", () => {
    const json = { incoming_phone_numbers: [{ phone_number: "+1787", friendly_name: "" }] };
    expect(parseOwnedNumbers({ status: 200, json })).toEqual([{ phoneNumber: "+1787", label: "+1787" }]);
    expect(parseOwnedNumbers({ status: 401, json: { message: "Authenticate" } })).toMatchObject({
      ok: false,
    });
  });

  test.each([
    ["https://graph.facebook.com/v23.0", "meta"],
    ["https://waba-v2.360dialog.io", "360dialog"],
    ["https://live-mt-server.wati.io/12", "wati"],
    ["https://wati.io.example.com", "meta"],
  ])("detects the provider of %s as %s", (url, provider) => {
    expect(detectWhatsappProvider(url)).toBe(provider);
  });
});
