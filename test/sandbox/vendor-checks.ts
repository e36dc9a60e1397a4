import { expect } from "vitest";
import {
  basicHeader,
  bearerHeader,
  credentialHeader,
  signAssertion,
  testAccountSid,
  type VendorRequest,
} from "./vendor-requests.ts";

type VendorCheck = {
  vendor: string;
  /** A request of the vendor's API without an effect, with or without a credential. */
  request: (credential: string | undefined) => VendorRequest;
  accepted: { status: number; body: unknown };
  rejected: { status: number; body: unknown };
};

const objectWith = (part: Record<string, unknown>): unknown => expect.objectContaining(part);
const arrayWith = (items: unknown[]): unknown => expect.arrayContaining(items);
const anyString = expect.any(String);

const keyInvalid = {
  error: objectWith({
    code: 400,
    status: "INVALID_ARGUMENT",
    message: "API key not valid. Please pass a valid API key.",
    details: [objectWith({ reason: "API_KEY_INVALID" })],
  }),
};
const graph190 = { error: objectWith({ type: "OAuthException", code: 190, fbtrace_id: anyString }) };
export const vendorChecks: readonly VendorCheck[] = [
  {
    vendor: "openai",
    request: (key) => ({ path: "/v1/models", headers: bearerHeader(key) }),
    accepted: {
      status: 200,
      body: { object: "list", data: arrayWith([objectWith({ id: "gpt-4o", object: "model" })]) },
    },
    rejected: {
      status: 401,
      body: { error: objectWith({ type: "invalid_request_error", code: "invalid_api_key" }) },
    },
  },
  {
    vendor: "deepseek",
    request: (key) => ({ path: "/models", headers: bearerHeader(key) }),
    accepted: { status: 200, body: objectWith({ data: arrayWith([objectWith({ id: "deepseek-chat" })]) }) },
    rejected: {
      status: 401,
      body: { error: objectWith({ type: "authentication_error", code: "invalid_request_error" }) },
    },
  },
  {
    vendor: "anthropic",
    request: (key) => ({
      path: "/v1/models",
      headers: { ...credentialHeader("x-api-key")(key), "anthropic-version": "2023-06-01" },
    }),
    accepted: {
      status: 200,
      body: objectWith({ data: arrayWith([objectWith({ id: "claude-haiku-5-5", type: "model" })]) }),
    },
    rejected: {
      status: 401,
      body: objectWith({ type: "error", error: objectWith({ type: "authentication_error" }) }),
    },
  },
  {
    vendor: "compatible",
    request: (key) => ({ path: "/openai/v1/models", headers: credentialHeader("api-key")(key) }),
    accepted: {
      status: 200,
      body: { object: "list", data: arrayWith([objectWith({ id: "llama-4-8b", object: "model" })]) },
    },
    rejected: { status: 401, body: { error: objectWith({ type: "invalid_request_error" }) } },
  },
  {
    vendor: "gemini",
    request: (key) => ({
      path: "/v1beta/models?pageSize=1",
      headers: credentialHeader("x-goog-api-key")(key),
    }),
    accepted: {
      status: 200,
      body: objectWith({ models: [objectWith({ name: "models/gemini-2.5-flash" })] }),
    },
    rejected: { status: 400, body: keyInvalid },
  },
  {
    vendor: "grok",
    request: (key) => ({ path: "/v1/api-key", headers: bearerHeader(key) }),
    accepted: {
      status: 200,
      body: objectWith({ name: anyString, api_key_blocked: false, team_blocked: false }),
    },
    rejected: {
      status: 400,
      body: objectWith({ code: "Client specified an invalid argument", error: anyString }),
    },
  },
  {
    vendor: "elevenlabs",
    request: (key) => ({ path: "/v1/user", headers: credentialHeader("xi-api-key")(key) }),
    accepted: {
      status: 200,
      body: objectWith({ subscription: objectWith({ tier: anyString, character_limit: 100_000 }) }),
    },
    rejected: { status: 401, body: { detail: objectWith({ status: "invalid_api_key" }) } },
  },
  {
    vendor: "google-tts",
    request: (key) => ({
      path: "/v1/voices?languageCode=es-US",
      headers: credentialHeader("x-goog-api-key")(key),
    }),
    accepted: {
      status: 200,
      body: {
        voices: arrayWith([
          objectWith({ name: "es-US-Neural2-A", languageCodes: ["es-US"], ssmlGender: "FEMALE" }),
        ]),
      },
    },
    rejected: { status: 400, body: keyInvalid },
  },
  {
    vendor: "hubspot",
    request: (token) => ({ path: "/account-info/v3/details", headers: bearerHeader(token) }),
    accepted: { status: 200, body: objectWith({ portalId: expect.any(Number), companyCurrency: "USD" }) },
    rejected: { status: 401, body: objectWith({ status: "error", category: "INVALID_AUTHENTICATION" }) },
  },
  {
    vendor: "salesforce",
    request: (secret) => ({
      path: "/services/oauth2/token",
      form: {
        grant_type: "client_credentials",
        client_id: "faro",
        ...(secret ? { client_secret: secret } : {}),
      },
    }),
    accepted: {
      status: 200,
      body: objectWith({ access_token: anyString, instance_url: anyString, token_type: "Bearer" }),
    },
    rejected: {
      status: 400,
      body: { error: "invalid_client", error_description: "invalid client credentials" },
    },
  },
  {
    vendor: "pipedrive",
    request: (token) => ({ path: "/v1/users/me", headers: credentialHeader("x-api-token")(token) }),
    accepted: { status: 200, body: { success: true, data: objectWith({ company_name: anyString }) } },
    rejected: { status: 401, body: objectWith({ success: false, error: "unauthorized access" }) },
  },
  {
    vendor: "zoho",
    request: (token) => ({
      path: `/oauth/v2/token?grant_type=refresh_token&client_id=faro&client_secret=s${token ? `&refresh_token=${token}` : ""}`,
      form: {},
    }),
    accepted: {
      status: 200,
      body: objectWith({ access_token: anyString, api_domain: anyString, expires_in: 3600 }),
    },
    rejected: { status: 200, body: { error: "invalid_code" } },
  },
  {
    vendor: "gohighlevel",
    request: (token) => ({
      path: "/locations/loc1",
      headers: { version: "2021-07-28", ...bearerHeader(token) },
    }),
    accepted: { status: 200, body: objectWith({ location: objectWith({ id: "loc1" }) }) },
    rejected: { status: 401, body: objectWith({ statusCode: 401, message: anyString }) },
  },
  {
    vendor: "airtable",
    request: (token) => ({ path: "/v0/meta/whoami", headers: bearerHeader(token) }),
    accepted: { status: 200, body: { id: expect.stringMatching(/^usr/), scopes: arrayWith([anyString]) } },
    rejected: { status: 401, body: { error: objectWith({ type: "AUTHENTICATION_REQUIRED" }) } },
  },
  {
    vendor: "google-sheets",
    request: (account) => ({
      path: "/token",
      form: {
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        ...(account ? { assertion: signAssertion(`${account}@faro.iam.gserviceaccount.com`) } : {}),
      },
    }),
    accepted: { status: 200, body: { access_token: anyString, expires_in: 3599, token_type: "Bearer" } },
    rejected: { status: 400, body: objectWith({ error: "invalid_grant" }) },
  },
  {
    vendor: "asana",
    request: (token) => ({ path: "/api/1.0/users/me", headers: bearerHeader(token) }),
    accepted: {
      status: 200,
      body: { data: objectWith({ gid: anyString, workspaces: [objectWith({ name: anyString })] }) },
    },
    rejected: { status: 401, body: { errors: [objectWith({ message: "Not Authorized", help: anyString })] } },
  },
  {
    vendor: "mailchimp",
    request: (key) => ({ path: "/3.0/ping", headers: basicHeader("faro", key) }),
    accepted: { status: 200, body: { health_status: "Everything's Chimpy!" } },
    rejected: { status: 401, body: objectWith({ title: "API Key Invalid", status: 401 }) },
  },
  {
    vendor: "sendgrid",
    request: (key) => ({ path: "/v3/scopes", headers: bearerHeader(key) }),
    accepted: { status: 200, body: { scopes: arrayWith(["mail.send"]) } },
    rejected: {
      status: 401,
      body: { errors: [objectWith({ message: anyString, field: null, help: null })] },
    },
  },
  {
    vendor: "facebook",
    request: (token) => ({ path: "/v24.0/me?fields=id,name", headers: bearerHeader(token) }),
    accepted: { status: 200, body: { id: anyString, name: anyString } },
    rejected: { status: 401, body: graph190 },
  },
  {
    vendor: "linkedin",
    request: (secret) => ({
      path: "/oauth/v2/accessToken",
      form: {
        grant_type: "client_credentials",
        client_id: "faro",
        ...(secret ? { client_secret: secret } : {}),
      },
    }),
    accepted: { status: 200, body: { access_token: anyString, expires_in: 1800 } },
    rejected: { status: 401, body: objectWith({ error: "invalid_client" }) },
  },
  {
    vendor: "x",
    request: (token) => ({ path: "/2/users/me", headers: bearerHeader(token) }),
    accepted: { status: 200, body: { data: { id: anyString, name: anyString, username: anyString } } },
    rejected: { status: 401, body: objectWith({ title: "Unauthorized", status: 401 }) },
  },
  {
    vendor: "slack",
    request: (secret) => ({ path: `/services/T1/B1/${secret ?? ""}`, json: { text: "Hola" } }),
    accepted: { status: 200, body: "ok" },
    rejected: { status: 404, body: "no_service" },
  },
  {
    vendor: "zapier",
    request: (hook) => ({ path: `/hooks/catch/1234/${hook ?? ""}`, json: { test: true } }),
    accepted: {
      status: 200,
      body: objectWith({ status: "success", attempt: anyString, id: anyString, request_id: anyString }),
    },
    rejected: { status: 410, body: "please unsubscribe me!" },
  },
  {
    vendor: "telegram",
    request: (token) => ({ path: `/bot${token ? `42:${token}` : ""}/getMe` }),
    accepted: {
      status: 200,
      body: { ok: true, result: objectWith({ id: 42, is_bot: true, username: anyString }) },
    },
    rejected: { status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } },
  },
  {
    vendor: "make",
    request: (hook) => ({ path: `/${hook ?? ""}`, json: { test: true } }),
    accepted: { status: 200, body: "Accepted" },
    rejected: { status: 410, body: "Gone" },
  },
  {
    vendor: "n8n",
    request: (key) => ({
      path: "/api/v1/workflows?limit=1",
      headers: credentialHeader("x-n8n-api-key")(key),
    }),
    accepted: { status: 200, body: { data: [objectWith({ id: anyString, active: true })], nextCursor: "1" } },
    rejected: { status: 401, body: { message: "unauthorized" } },
  },
  {
    vendor: "twilio",
    request: (token) => ({
      path: `/2010-04-01/Accounts/${testAccountSid}.json`,
      headers: basicHeader(testAccountSid, token),
    }),
    accepted: {
      status: 200,
      body: objectWith({ sid: testAccountSid, status: "active", type: "Full", friendly_name: anyString }),
    },
    rejected: {
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
    request: (token) => ({
      path: "/meta/v23.0/106?fields=display_phone_number,verified_name,quality_rating",
      headers: bearerHeader(token),
    }),
    accepted: {
      status: 200,
      body: objectWith({ id: "106", display_phone_number: anyString, verified_name: anyString }),
    },
    rejected: { status: 401, body: graph190 },
  },
  {
    vendor: "whatsapp",
    request: (key) => ({
      path: "/360dialog/v1/configs/webhook",
      headers: credentialHeader("d360-api-key")(key),
    }),
    accepted: { status: 200, body: { url: "" } },
    rejected: { status: 401, body: { meta: objectWith({ developer_message: "Invalid api_key" }) } },
  },
  {
    vendor: "whatsapp",
    request: (token) => ({
      path: "/wati/tenant7/api/v1/getContacts?pageSize=1&pageNumber=1",
      headers: bearerHeader(token),
    }),
    accepted: { status: 200, body: objectWith({ result: "success" }) },
    rejected: { status: 401, body: "" },
  },
  {
    vendor: "google-maps",
    request: (key) => ({ path: `/maps/api/geocode/json?address=San+Juan${key ? `&key=${key}` : ""}` }),
    accepted: {
      status: 200,
      body: {
        status: "OK",
        results: [objectWith({ geometry: objectWith({ location: { lat: 18.4655, lng: -66.1057 } }) })],
      },
    },
    rejected: { status: 200, body: objectWith({ status: "REQUEST_DENIED", error_message: anyString }) },
  },
  {
    vendor: "mapbox",
    request: (token) => ({ path: `/tokens/v2${token ? `?access_token=${token}` : ""}` }),
    accepted: {
      status: 200,
      body: { code: "TokenValid", token: objectWith({ usage: "pk", user: anyString }) },
    },
    rejected: { status: 200, body: { code: "TokenInvalid" } },
  },
];
/** Vendors that require a user agent instead of a key. */
export const keylessVendors: readonly { vendor: string; path: string; agent: string; body: unknown }[] = [
  {
    vendor: "osm",
    path: "/status?format=json",
    agent: "Faro/1 (ops@example.com)",
    body: objectWith({ status: 0, message: "OK" }),
  },
  {
    vendor: "luma",
    path: "/miluma-outage-api/outage/regionsWithoutService",
    agent: "Mozilla/5.0 (X11; Linux x86_64)",
    body: objectWith({ regions: arrayWith([objectWith({ name: "Ponce" })]), timestamp: anyString }),
  },
];
