import { describe, expect, test } from "vitest";
import { judgeAirtable } from "./airtable.ts";
import { judgeAsana } from "./asana.ts";
import { judgeDeepseek } from "./deepseek.ts";
import { judgeElevenLabs } from "./elevenlabs.ts";
import { judgeFacebook } from "./facebook.ts";
import { judgeGemini } from "./gemini.ts";
import { judgeGoHighLevel } from "./gohighlevel.ts";
import { judgeGoogleSheets, signedClaim } from "./google-sheets.ts";
import { judgeGoogleTts } from "./google-tts.ts";
import { judgeGrok } from "./grok.ts";
import { judgeHubspot } from "./hubspot.ts";
import { judgeLinkedin } from "./linkedin.ts";
import { judgeMailchimp } from "./mailchimp.ts";
import { judgeMaps } from "./maps.ts";
import { judgeN8n } from "./n8n.ts";
import { judgeOpenai } from "./openai.ts";
import { judgePipedrive } from "./pipedrive.ts";
import { errorText, type Reply, readJson } from "./reply.ts";
import { judgeSalesforce } from "./salesforce.ts";
import { judgeSendgrid } from "./sendgrid.ts";
import { judgeSlack } from "./slack.ts";
import { judgeTelegram } from "./telegram.ts";
import { judgeTwilio, readNumbers } from "./twilio.ts";
import { quote, type Verdict, withoutSecrets } from "./verdict.ts";
import { dialectOf, judgeWhatsapp } from "./whatsapp.ts";
import { judgeX } from "./x.ts";
import { judgeZapier } from "./zapier.ts";
import { judgeZoho } from "./zoho.ts";

type Judge = (reply: Reply) => Verdict;
const invalidKey = "API key not valid. Please pass a valid API key.";
const googleError = { error: { code: 400, message: invalidKey, status: "INVALID_ARGUMENT" } };

const cases: [vendor: string, judge: Judge, status: number, json: unknown, ok: boolean, says: string][] = [
  ["ElevenLabs", judgeElevenLabs, 200, { subscription: { tier: "creator" } }, true, "creator"],
  [
    "ElevenLabs",
    judgeElevenLabs,
    401,
    { detail: { status: "quota_exceeded", message: "No credits left" } },
    false,
    "No credits left",
  ],
  [
    "ElevenLabs",
    judgeElevenLabs,
    422,
    { detail: [{ loc: ["body"], msg: "Field required" }] },
    false,
    "Field required",
  ],
  ["Google voices", judgeGoogleTts, 200, { voices: [{}, {}] }, true, "2 voices"],
  ["Google voices", judgeGoogleTts, 400, googleError, false, invalidKey],
  ["HubSpot", judgeHubspot, 200, { portalId: 12 }, true, "Portal 12"],
  [
    "HubSpot",
    judgeHubspot,
    403,
    { status: "error", message: "This app lacks scopes", category: "MISSING_SCOPES" },
    false,
    "This app lacks scopes",
  ],
  [
    "Salesforce",
    judgeSalesforce,
    200,
    { DailyApiRequests: { Max: 9, Remaining: 4 } },
    true,
    "DailyApiRequests 4/9",
  ],
  [
    "Salesforce",
    judgeSalesforce,
    401,
    [{ message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" }],
    false,
    "Session expired or invalid",
  ],
  [
    "Pipedrive",
    judgePipedrive,
    200,
    { success: true, data: { name: "Ana", company_name: "Sol" } },
    true,
    "Ana, Sol",
  ],
  [
    "Pipedrive",
    judgePipedrive,
    200,
    { success: false, error: "unauthorized access" },
    false,
    "unauthorized access",
  ],
  ["Zoho", judgeZoho, 200, { users: [{ full_name: "Ana" }] }, true, "Ana"],
  [
    "Zoho",
    judgeZoho,
    401,
    { code: "INVALID_TOKEN", message: "invalid oauth token" },
    false,
    "invalid oauth token",
  ],
  ["GoHighLevel", judgeGoHighLevel, 200, { location: { id: "l", name: "Sol" } }, true, "Sol"],
  ["Airtable", judgeAirtable, 200, { id: "usr1" }, true, "usr1"],
  ["Airtable", judgeAirtable, 404, { error: "NOT_FOUND" }, false, "NOT_FOUND"],
  ["Google Sheets", judgeGoogleSheets, 200, { properties: { title: "Leads" } }, true, "Leads"],
  [
    "Google Sheets",
    judgeGoogleSheets,
    403,
    { error: { code: 403, message: "The caller does not have permission", status: "PERMISSION_DENIED" } },
    false,
    "The caller does not have permission",
  ],
  ["Asana", judgeAsana, 200, { data: { gid: "1", name: "Ana" } }, true, "Ana"],
  ["Asana", judgeAsana, 401, { errors: [{ message: "Not Authorized" }] }, false, "Not Authorized"],
  ["Mailchimp", judgeMailchimp, 200, { health_status: "Everything's Chimpy!" }, true, "Everything's Chimpy!"],
  [
    "Mailchimp",
    judgeMailchimp,
    401,
    { title: "API Key Invalid", status: 401, detail: "It may be wrong" },
    false,
    "It may be wrong",
  ],
  ["SendGrid", judgeSendgrid, 200, { scopes: ["mail.send"] }, true, "1 permissions"],
  [
    "SendGrid",
    judgeSendgrid,
    401,
    { errors: [{ message: "authorization required", field: null }] },
    false,
    "authorization required",
  ],
  ["Facebook", judgeFacebook, 200, { id: "1", name: "Sol" }, true, "Sol"],
  [
    "Facebook",
    judgeFacebook,
    400,
    { error: { message: "Invalid OAuth access token", code: 190 } },
    false,
    "Invalid OAuth access token",
  ],
  ["LinkedIn", judgeLinkedin, 200, { access_token: "t" }, true, "Connected"],
  [
    "LinkedIn",
    judgeLinkedin,
    401,
    { error: "invalid_client", error_description: "Client authentication failed" },
    false,
    "Client authentication failed",
  ],
  [
    "LinkedIn",
    judgeLinkedin,
    400,
    { error: "unauthorized_client" },
    true,
    "Credentials accepted, flow not enabled",
  ],
  ["X", judgeX, 200, { data: { id: "1", username: "faro" } }, true, "@faro"],
  [
    "X",
    judgeX,
    403,
    { title: "Forbidden", detail: "Not for app-only tokens", status: 403 },
    false,
    "Not for app-only tokens",
  ],
  [
    "Zapier",
    judgeZapier,
    200,
    { status: "success" },
    true,
    "Received; the test ran the workflow if it is on",
  ],
  ["Telegram", judgeTelegram, 200, { ok: true, result: { username: "bot" } }, true, "@bot"],
  [
    "Telegram",
    judgeTelegram,
    401,
    { ok: false, error_code: 401, description: "Unauthorized" },
    false,
    "Unauthorized",
  ],
  ["n8n", judgeN8n, 200, { data: [], nextCursor: null }, true, "Connected"],
  ["n8n", judgeN8n, 401, { message: "unauthorized" }, false, "unauthorized"],
  ["Twilio", judgeTwilio, 200, { sid: "AC1", friendly_name: "Sol", status: "active" }, true, "Sol"],
  [
    "Twilio",
    judgeTwilio,
    200,
    { sid: "AC1", friendly_name: "Sol", status: "suspended" },
    false,
    "The account Sol is suspended",
  ],
  ["Twilio", judgeTwilio, 401, { code: 20003, message: "Authenticate", status: 401 }, false, "Authenticate"],
  ["OpenAI", judgeOpenai, 200, { object: "list", data: [{ id: "gpt-6-luna" }] }, true, "Connected"],
  [
    "OpenAI",
    judgeOpenai,
    401,
    { error: { message: "Incorrect API key provided", code: "invalid_api_key" } },
    false,
    "Incorrect API key provided",
  ],
  [
    "OpenAI",
    judgeOpenai,
    403,
    { error: { message: "Missing scopes: api.model.read" } },
    true,
    "Key accepted; it is not allowed to list models",
  ],
  [
    "OpenAI",
    judgeOpenai,
    429,
    { error: { message: "You exceeded your current quota", code: "insufficient_quota" } },
    false,
    "You exceeded your current quota",
  ],
  [
    "DeepSeek",
    judgeDeepseek,
    401,
    { error: { message: "Authentication Fails", type: "authentication_error" } },
    false,
    "Authentication Fails",
  ],
  ["Gemini", judgeGemini, 200, { models: [{ name: "models/gemini-3.8-flash" }] }, true, "Connected"],
  ["Gemini", judgeGemini, 400, googleError, false, invalidKey],
  ["Grok", judgeGrok, 200, { name: "Sol", api_key_blocked: false }, true, "Sol"],
  [
    "Grok",
    judgeGrok,
    200,
    { name: "Sol", api_key_blocked: false, team_blocked: true },
    false,
    "The key or its team is blocked",
  ],
  [
    "Grok",
    judgeGrok,
    400,
    { code: "Client specified an invalid argument", error: "Incorrect API key provided" },
    false,
    "Incorrect API key provided",
  ],
  [
    "Google Maps",
    (reply) => judgeMaps("google", reply),
    200,
    { status: "OK", results: [] },
    true,
    "Connected",
  ],
  [
    "Google Maps",
    (reply) => judgeMaps("google", reply),
    200,
    { status: "REQUEST_DENIED", error_message: "The provided API key is invalid." },
    false,
    "The provided API key is invalid.",
  ],
  [
    "Mapbox",
    (reply) => judgeMaps("mapbox", reply),
    200,
    { code: "TokenValid", token: { user: "sol" } },
    true,
    "sol",
  ],
  [
    "Mapbox",
    (reply) => judgeMaps("mapbox", reply),
    200,
    { code: "TokenInvalid" },
    false,
    "TokenInvalid: the token is not valid",
  ],
  ["OpenStreetMap", (reply) => judgeMaps("osm", reply), 200, { status: 0, message: "OK" }, true, "Connected"],
  [
    "OpenStreetMap",
    (reply) => judgeMaps("osm", reply),
    200,
    { status: 700, message: "No database" },
    false,
    "No database",
  ],
  [
    "WhatsApp by Meta",
    (reply) => judgeWhatsapp("meta", reply),
    200,
    { display_phone_number: "+1", verified_name: "Sol" },
    true,
    "Sol, +1",
  ],
  [
    "WhatsApp by Meta",
    (reply) => judgeWhatsapp("meta", reply),
    200,
    { error: { message: "(#190) Token expired" } },
    false,
    "(#190) Token expired",
  ],
  ["WhatsApp by 360dialog", (reply) => judgeWhatsapp("360dialog", reply), 404, null, true, "Connected"],
  [
    "WhatsApp by 360dialog",
    (reply) => judgeWhatsapp("360dialog", reply),
    401,
    { meta: { success: false, developer_message: "Invalid api_key" } },
    false,
    "Invalid api_key",
  ],
  [
    "WhatsApp by WATI",
    (reply) => judgeWhatsapp("wati", reply),
    200,
    { result: false, info: "Tenant is not active" },
    false,
    "Tenant is not active",
  ],
  [
    "WhatsApp by WATI",
    (reply) => judgeWhatsapp("wati", reply),
    401,
    null,
    false,
    "WhatsApp refused the credentials (status 401)",
  ],
];

describe("what a vendor's answer means", () => {
  test.each(cases)("%s (%#)", (_vendor, judge, status, json, ok, says) => {
    expect(judge({ status, json })).toMatchObject({ ok, message: { en: says } });
  });

  test.each([...new Map(cases.map(([vendor, judge]) => [vendor, judge]))])(
    "%s: nothing, an empty object and a list are no success",
    (_vendor, judge) => {
      for (const json of [null, {}, [], "text", 7, true])
        expect(judge({ status: 200, json }).ok, JSON.stringify(json)).toBe(false);
    },
  );

  test.each([
    [400, "no_text", true],
    [400, "invalid_payload", true],
    [404, "no_service", false],
    [403, "invalid_token", false],
    [410, "channel_is_archived", false],
    [400, "user_not_found", false],
  ])("Slack's %s %s", (status, text, ok) => {
    expect(judgeSlack(status, text)).toMatchObject({ ok, ...(ok ? {} : { message: { en: text } }) });
  });

  test("a model that the vendor does not list is worth a word", () => {
    const json = { data: [{ id: "gpt-6-luna" }, { id: "gpt-5.6-luna" }] };
    expect(judgeOpenai({ status: 200, json }, "gpt-4-turbo")).toMatchObject({
      ok: true,
      message: { en: "Connected, but the vendor does not list the model gpt-4-turbo" },
    });
    expect(judgeOpenai({ status: 200, json }, "gpt-6-luna").message.en).toBe("Connected");
  });

  test("the numbers of an account, by name", () => {
    const json = { incoming_phone_numbers: [{ phone_number: "+1787", friendly_name: "" }] };
    expect(readNumbers({ status: 200, json })).toEqual([{ phoneNumber: "+1787", label: "+1787" }]);
    expect(readNumbers({ status: 401, json: { message: "Authenticate" } })).toMatchObject({ ok: false });
  });

  test.each([
    ["https://graph.facebook.com/v23.0", "meta"],
    ["https://waba-v2.360dialog.io", "360dialog"],
    ["https://live-mt-server.wati.io/12", "wati"],
    ["https://wati.io.example.com", "meta"],
  ])("%s speaks as %s", (url, dialect) => {
    expect(dialectOf(url)).toBe(dialect);
  });
});

describe("text from outside", () => {
  test("becomes one line of bounded length", () => {
    expect(quote("  a\n\tb\u0000c ").en).toBe("a b c");
    expect(quote("x".repeat(1000)).en).toHaveLength(300);
  });

  test("does not carry a secret back", () => {
    const secret = "sk-canary-1234";
    expect(withoutSecrets(quote(`Incorrect key ${secret}!`), [secret]).en).toBe("Incorrect key ••••!");
  });

  test("is searched only so deep", () => {
    let deep: unknown = "found";
    for (let level = 0; level < 10; level++) deep = { error: deep };
    expect(errorText(deep)).toBeUndefined();
    expect(errorText({ error: { errors: [{ message: "inner" }] } })).toBe("inner");
    expect(errorText(JSON.parse('{"__proto__": {"message": "no"}}'))).toBeUndefined();
  });

  test.each([
    [302, "", /redirect/],
    [200, "<!DOCTYPE html><p>hi", /web page/],
    [200, "{broken", /not JSON/],
    [503, "Service Unavailable", /^Service Unavailable$/],
    [429, "slow down", /too many requests/],
  ])("an answer of status %s that reads %s", (status, text, sentence) => {
    const read = readJson("Vendor", { ok: true, status, headers: {}, body: Buffer.from(text) });
    expect(!read.ok && read.verdict.message.en).toMatch(sentence);
  });

  test("a service account that is none signs nothing", () => {
    expect(signedClaim("{}", 0)).toBeUndefined();
    expect(signedClaim("not json", 0)).toBeUndefined();
    expect(signedClaim('{"client_email":"a@b","private_key":"nope"}', 0)).toBeUndefined();
  });
});
