import { expect } from "vitest";
import { assertionFor, basic, bearer, type Call, header, sid } from "./ask.ts";

type Check = {
  vendor: string;
  /** The vendor's own harmless request, with a credential or without any. */
  call: (credential: string | undefined) => Call;
  good: { status: number; body: unknown };
  bad: { status: number; body: unknown };
};

const has = (part: Record<string, unknown>): unknown => expect.objectContaining(part);
const some = (items: unknown[]): unknown => expect.arrayContaining(items);
const text = expect.any(String);

const keyInvalid = {
  error: has({
    code: 400,
    status: "INVALID_ARGUMENT",
    message: "API key not valid. Please pass a valid API key.",
    details: [has({ reason: "API_KEY_INVALID" })],
  }),
};
const graph190 = { error: has({ type: "OAuthException", code: 190, fbtrace_id: text }) };
export const checks: readonly Check[] = [
  {
    vendor: "openai",
    call: (key) => ({ path: "/v1/models", headers: bearer(key) }),
    good: { status: 200, body: { object: "list", data: some([has({ id: "gpt-4o", object: "model" })]) } },
    bad: { status: 401, body: { error: has({ type: "invalid_request_error", code: "invalid_api_key" }) } },
  },
  {
    vendor: "deepseek",
    call: (key) => ({ path: "/models", headers: bearer(key) }),
    good: { status: 200, body: has({ data: some([has({ id: "deepseek-chat" })]) }) },
    bad: {
      status: 401,
      body: { error: has({ type: "authentication_error", code: "invalid_request_error" }) },
    },
  },
  {
    vendor: "gemini",
    call: (key) => ({ path: "/v1beta/models?pageSize=1", headers: header("x-goog-api-key")(key) }),
    good: { status: 200, body: has({ models: [has({ name: "models/gemini-2.5-flash" })] }) },
    bad: { status: 400, body: keyInvalid },
  },
  {
    vendor: "grok",
    call: (key) => ({ path: "/v1/api-key", headers: bearer(key) }),
    good: { status: 200, body: has({ name: text, api_key_blocked: false, team_blocked: false }) },
    bad: { status: 400, body: has({ code: "Client specified an invalid argument", error: text }) },
  },
  {
    vendor: "elevenlabs",
    call: (key) => ({ path: "/v1/user", headers: header("xi-api-key")(key) }),
    good: { status: 200, body: has({ subscription: has({ tier: text, character_limit: 100_000 }) }) },
    bad: { status: 401, body: { detail: has({ status: "invalid_api_key" }) } },
  },
  {
    vendor: "google-tts",
    call: (key) => ({ path: "/v1/voices?languageCode=es-US", headers: header("x-goog-api-key")(key) }),
    good: {
      status: 200,
      body: {
        voices: some([has({ name: "es-US-Neural2-A", languageCodes: ["es-US"], ssmlGender: "FEMALE" })]),
      },
    },
    bad: { status: 400, body: keyInvalid },
  },
  {
    vendor: "hubspot",
    call: (token) => ({ path: "/account-info/v3/details", headers: bearer(token) }),
    good: { status: 200, body: has({ portalId: expect.any(Number), companyCurrency: "USD" }) },
    bad: { status: 401, body: has({ status: "error", category: "INVALID_AUTHENTICATION" }) },
  },
  {
    vendor: "salesforce",
    call: (secret) => ({
      path: "/services/oauth2/token",
      form: {
        grant_type: "client_credentials",
        client_id: "faro",
        ...(secret ? { client_secret: secret } : {}),
      },
    }),
    good: { status: 200, body: has({ access_token: text, instance_url: text, token_type: "Bearer" }) },
    bad: { status: 400, body: { error: "invalid_client", error_description: "invalid client credentials" } },
  },
  {
    vendor: "pipedrive",
    call: (token) => ({ path: "/v1/users/me", headers: header("x-api-token")(token) }),
    good: { status: 200, body: { success: true, data: has({ company_name: text }) } },
    bad: { status: 401, body: has({ success: false, error: "unauthorized access" }) },
  },
  {
    vendor: "zoho",
    call: (token) => ({
      path: `/oauth/v2/token?grant_type=refresh_token&client_id=faro&client_secret=s${token ? `&refresh_token=${token}` : ""}`,
      form: {},
    }),
    good: { status: 200, body: has({ access_token: text, api_domain: text, expires_in: 3600 }) },
    bad: { status: 200, body: { error: "invalid_code" } },
  },
  {
    vendor: "gohighlevel",
    call: (token) => ({ path: "/locations/loc1", headers: { version: "2021-07-28", ...bearer(token) } }),
    good: { status: 200, body: has({ location: has({ id: "loc1" }) }) },
    bad: { status: 401, body: has({ statusCode: 401, message: text }) },
  },
  {
    vendor: "airtable",
    call: (token) => ({ path: "/v0/meta/whoami", headers: bearer(token) }),
    good: { status: 200, body: { id: expect.stringMatching(/^usr/), scopes: some([text]) } },
    bad: { status: 401, body: { error: has({ type: "AUTHENTICATION_REQUIRED" }) } },
  },
  {
    vendor: "google-sheets",
    call: (account) => ({
      path: "/token",
      form: {
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        ...(account ? { assertion: assertionFor(`${account}@faro.iam.gserviceaccount.com`) } : {}),
      },
    }),
    good: { status: 200, body: { access_token: text, expires_in: 3599, token_type: "Bearer" } },
    bad: { status: 400, body: has({ error: "invalid_grant" }) },
  },
  {
    vendor: "asana",
    call: (token) => ({ path: "/api/1.0/users/me", headers: bearer(token) }),
    good: { status: 200, body: { data: has({ gid: text, workspaces: [has({ name: text })] }) } },
    bad: { status: 401, body: { errors: [has({ message: "Not Authorized", help: text })] } },
  },
  {
    vendor: "mailchimp",
    call: (key) => ({ path: "/3.0/ping", headers: basic("faro", key) }),
    good: { status: 200, body: { health_status: "Everything's Chimpy!" } },
    bad: { status: 401, body: has({ title: "API Key Invalid", status: 401 }) },
  },
  {
    vendor: "sendgrid",
    call: (key) => ({ path: "/v3/scopes", headers: bearer(key) }),
    good: { status: 200, body: { scopes: some(["mail.send"]) } },
    bad: { status: 401, body: { errors: [has({ message: text, field: null, help: null })] } },
  },
  {
    vendor: "facebook",
    call: (token) => ({ path: "/v24.0/me?fields=id,name", headers: bearer(token) }),
    good: { status: 200, body: { id: text, name: text } },
    bad: { status: 401, body: graph190 },
  },
  {
    vendor: "linkedin",
    call: (secret) => ({
      path: "/oauth/v2/accessToken",
      form: {
        grant_type: "client_credentials",
        client_id: "faro",
        ...(secret ? { client_secret: secret } : {}),
      },
    }),
    good: { status: 200, body: { access_token: text, expires_in: 1800 } },
    bad: { status: 401, body: has({ error: "invalid_client" }) },
  },
  {
    vendor: "x",
    call: (token) => ({ path: "/2/users/me", headers: bearer(token) }),
    good: { status: 200, body: { data: { id: text, name: text, username: text } } },
    bad: { status: 401, body: has({ title: "Unauthorized", status: 401 }) },
  },
  {
    vendor: "slack",
    call: (secret) => ({ path: `/services/T1/B1/${secret ?? ""}`, json: { text: "Hola" } }),
    good: { status: 200, body: "ok" },
    bad: { status: 404, body: "no_service" },
  },
  {
    vendor: "zapier",
    call: (hook) => ({ path: `/hooks/catch/1234/${hook ?? ""}`, json: { test: true } }),
    good: { status: 200, body: has({ status: "success", attempt: text, id: text, request_id: text }) },
    bad: { status: 410, body: "please unsubscribe me!" },
  },
  {
    vendor: "telegram",
    call: (token) => ({ path: `/bot${token ? `42:${token}` : ""}/getMe` }),
    good: { status: 200, body: { ok: true, result: has({ id: 42, is_bot: true, username: text }) } },
    bad: { status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } },
  },
  {
    vendor: "n8n",
    call: (key) => ({ path: "/api/v1/workflows?limit=1", headers: header("x-n8n-api-key")(key) }),
    good: { status: 200, body: { data: [has({ id: text, active: true })], nextCursor: "1" } },
    bad: { status: 401, body: { message: "unauthorized" } },
  },
  {
    vendor: "twilio",
    call: (token) => ({ path: `/2010-04-01/Accounts/${sid}.json`, headers: basic(sid, token) }),
    good: { status: 200, body: has({ sid, status: "active", type: "Full", friendly_name: text }) },
    bad: {
      status: 401,
      body: {
        code: 20003,
        message: "Authenticate",
        more_info: "https://www.twilio.com/docs/errors/20003",
        status: 401,
      },
    },
  },
  {
    vendor: "whatsapp",
    call: (token) => ({
      path: "/meta/v23.0/106?fields=display_phone_number,verified_name,quality_rating",
      headers: bearer(token),
    }),
    good: { status: 200, body: has({ id: "106", display_phone_number: text, verified_name: text }) },
    bad: { status: 401, body: graph190 },
  },
  {
    vendor: "whatsapp",
    call: (key) => ({ path: "/360dialog/v1/configs/webhook", headers: header("d360-api-key")(key) }),
    good: { status: 200, body: { url: "" } },
    bad: { status: 401, body: { meta: has({ developer_message: "Invalid api_key" }) } },
  },
  {
    vendor: "whatsapp",
    call: (token) => ({
      path: "/wati/tenant7/api/v1/getContacts?pageSize=1&pageNumber=1",
      headers: bearer(token),
    }),
    good: { status: 200, body: has({ result: "success" }) },
    bad: { status: 401, body: "" },
  },
  {
    vendor: "google-maps",
    call: (key) => ({ path: `/maps/api/geocode/json?address=San+Juan${key ? `&key=${key}` : ""}` }),
    good: {
      status: 200,
      body: {
        status: "OK",
        results: [has({ geometry: has({ location: { lat: 18.4655, lng: -66.1057 } }) })],
      },
    },
    bad: { status: 200, body: has({ status: "REQUEST_DENIED", error_message: text }) },
  },
  {
    vendor: "mapbox",
    call: (token) => ({ path: `/tokens/v2${token ? `?access_token=${token}` : ""}` }),
    good: { status: 200, body: { code: "TokenValid", token: has({ usage: "pk", user: text }) } },
    bad: { status: 200, body: { code: "TokenInvalid" } },
  },
];
/** They ask for no key, only for a name. */
export const keyless: readonly { vendor: string; path: string; agent: string; body: unknown }[] = [
  {
    vendor: "osm",
    path: "/status?format=json",
    agent: "Faro/1 (ops@example.com)",
    body: has({ status: 0, message: "OK" }),
  },
  {
    vendor: "luma",
    path: "/miluma-outage-api/outage/regionsWithoutService",
    agent: "Mozilla/5.0 (X11; Linux x86_64)",
    body: has({ regions: some([has({ name: "Ponce" })]), timestamp: text }),
  },
];
