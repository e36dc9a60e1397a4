import { describe, expect, test } from "vitest";
import { judgeAirtable } from "./airtable.ts";
import { judgeAsana } from "./asana.ts";
import { judgeElevenLabs } from "./elevenlabs.ts";
import { judgeFacebook } from "./facebook.ts";
import { judgeGoHighLevel } from "./gohighlevel.ts";
import { judgeGoogleSheets } from "./google-sheets.ts";
import { judgeGoogleTts } from "./google-tts.ts";
import { judgeHubspot } from "./hubspot.ts";
import { judgeLinkedin } from "./linkedin.ts";
import { judgeMailchimp } from "./mailchimp.ts";
import { judgeN8n } from "./n8n.ts";
import { judgePipedrive } from "./pipedrive.ts";
import type { Reply } from "./reply.ts";
import { judgeSalesforce } from "./salesforce.ts";
import { judgeSendgrid } from "./sendgrid.ts";
import { judgeSlack } from "./slack.ts";
import { judgeTelegram } from "./telegram.ts";
import type { Verdict } from "./verdict.ts";
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
});
