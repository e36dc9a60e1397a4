import { describe, expect, test } from "vitest";
import { checkAirtable } from "./airtable.ts";
import { checkAsana } from "./asana.ts";
import { checkElevenLabs } from "./elevenlabs.ts";
import { checkFacebook } from "./facebook.ts";
import { checkGoHighLevel } from "./gohighlevel.ts";
import { checkGoogleSheets } from "./google-sheets.ts";
import { checkGoogleTts } from "./google-tts.ts";
import { checkHubspot } from "./hubspot.ts";
import { checkLinkedin } from "./linkedin.ts";
import { checkMailchimp } from "./mailchimp.ts";
import { checkN8n } from "./n8n.ts";
import { checkPipedrive } from "./pipedrive.ts";
import { checkSalesforce } from "./salesforce.ts";
import { checkSendgrid } from "./sendgrid.ts";
import { checkSlack } from "./slack.ts";
import { checkTelegram } from "./telegram.ts";
import type { ResponseCheck } from "./vendor-request.ts";
import { checkX } from "./x.ts";
import { checkZapier } from "./zapier.ts";
import { checkZoho } from "./zoho.ts";

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
  ["ElevenLabs", checkElevenLabs, 200, { subscription: { tier: "creator" } }, true, "creator"],
  [
    "ElevenLabs",
    checkElevenLabs,
    401,
    { detail: { status: "quota_exceeded", message: "No credits left" } },
    false,
    "No credits left",
  ],
  [
    "ElevenLabs",
    checkElevenLabs,
    422,
    { detail: [{ loc: ["body"], msg: "Field required" }] },
    false,
    "Field required",
  ],
  ["Google voices", checkGoogleTts, 200, { voices: [{}, {}] }, true, "2 voices"],
  ["Google voices", checkGoogleTts, 400, googleError, false, invalidKey],
  ["HubSpot", checkHubspot, 200, { portalId: 12 }, true, "Portal 12"],
  [
    "HubSpot",
    checkHubspot,
    403,
    { status: "error", message: "This app lacks scopes", category: "MISSING_SCOPES" },
    false,
    "This app lacks scopes",
  ],
  [
    "Salesforce",
    checkSalesforce,
    200,
    { DailyApiRequests: { Max: 9, Remaining: 4 } },
    true,
    "DailyApiRequests 4/9",
  ],
  [
    "Salesforce",
    checkSalesforce,
    401,
    [{ message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" }],
    false,
    "Session expired or invalid",
  ],
  [
    "Pipedrive",
    checkPipedrive,
    200,
    { success: true, data: { name: "Ana", company_name: "Sol" } },
    true,
    "Ana, Sol",
  ],
  [
    "Pipedrive",
    checkPipedrive,
    200,
    { success: false, error: "unauthorized access" },
    false,
    "unauthorized access",
  ],
  ["Zoho", checkZoho, 200, { users: [{ full_name: "Ana" }] }, true, "Ana"],
  [
    "Zoho",
    checkZoho,
    401,
    { code: "INVALID_TOKEN", message: "invalid oauth token" },
    false,
    "invalid oauth token",
  ],
  ["GoHighLevel", checkGoHighLevel, 200, { location: { id: "l", name: "Sol" } }, true, "Sol"],
  ["Airtable", checkAirtable, 200, { id: "usr1" }, true, "usr1"],
  ["Airtable", checkAirtable, 404, { error: "NOT_FOUND" }, false, "NOT_FOUND"],
  ["Google Sheets", checkGoogleSheets, 200, { properties: { title: "Leads" } }, true, "Leads"],
  [
    "Google Sheets",
    checkGoogleSheets,
    403,
    { error: { code: 403, message: "The caller does not have permission", status: "PERMISSION_DENIED" } },
    false,
    "The caller does not have permission",
  ],
  ["Asana", checkAsana, 200, { data: { gid: "1", name: "Ana" } }, true, "Ana"],
  ["Asana", checkAsana, 401, { errors: [{ message: "Not Authorized" }] }, false, "Not Authorized"],
  ["Mailchimp", checkMailchimp, 200, { health_status: "Everything's Chimpy!" }, true, "Everything's Chimpy!"],
  [
    "Mailchimp",
    checkMailchimp,
    401,
    { title: "API Key Invalid", status: 401, detail: "It may be wrong" },
    false,
    "It may be wrong",
  ],
  ["SendGrid", checkSendgrid, 200, { scopes: ["mail.send"] }, true, "1 permissions"],
  [
    "SendGrid",
    checkSendgrid,
    401,
    { errors: [{ message: "authorization required", field: null }] },
    false,
    "authorization required",
  ],
  ["Facebook", checkFacebook, 200, { id: "1", name: "Sol" }, true, "Sol"],
  [
    "Facebook",
    checkFacebook,
    400,
    { error: { message: "Invalid OAuth access token", code: 190 } },
    false,
    "Invalid OAuth access token",
  ],
  ["LinkedIn", checkLinkedin, 200, { access_token: "t" }, true, "Connected"],
  [
    "LinkedIn",
    checkLinkedin,
    401,
    { error: "invalid_client", error_description: "Client authentication failed" },
    false,
    "Client authentication failed",
  ],
  [
    "LinkedIn",
    checkLinkedin,
    400,
    { error: "unauthorized_client" },
    true,
    "Credentials accepted, flow not enabled",
  ],
  ["X", checkX, 200, { data: { id: "1", username: "faro" } }, true, "@faro"],
  [
    "X",
    checkX,
    403,
    { title: "Forbidden", detail: "Not for app-only tokens", status: 403 },
    false,
    "Not for app-only tokens",
  ],
  [
    "Zapier",
    checkZapier,
    200,
    { status: "success" },
    true,
    "Received; the test ran the workflow if it is on",
  ],
  ["Telegram", checkTelegram, 200, { ok: true, result: { username: "bot" } }, true, "@bot"],
  [
    "Telegram",
    checkTelegram,
    401,
    { ok: false, error_code: 401, description: "Unauthorized" },
    false,
    "Unauthorized",
  ],
  ["n8n", checkN8n, 200, { data: [], nextCursor: null }, true, "Connected"],
  ["n8n", checkN8n, 401, { message: "unauthorized" }, false, "unauthorized"],
];
describe("response checks of vendors", () => {
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

  test.each([
    [400, "no_text", true],
    [400, "invalid_payload", true],
    [404, "no_service", false],
    [403, "invalid_token", false],
    [410, "channel_is_archived", false],
    [400, "user_not_found", false],
  ])("Slack: status %s with %s", (status, text, ok) => {
    expect(checkSlack(status, text)).toMatchObject({ ok, ...(ok ? {} : { message: { en: text } }) });
  });
});
