import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiRoute } from "#contract/api-route.ts";
import { contract } from "#contract/contract.ts";
import { aiVendors } from "#domain/ai/models.ts";
import {
  defaultGeneralSettings,
  locales,
  retentionDays,
  sessionTimeouts,
  timezones,
} from "#domain/general-settings.ts";
import { holidayCountries, holidayTypes, holidayYears } from "#domain/holiday.ts";
import {
  authMethods,
  credentialFields,
  endpointStatuses,
  endpointTypes,
  ingestionModes,
} from "#domain/ingestion/endpoint.ts";
import { languages } from "#domain/language.ts";
import { mapProviders } from "#domain/map-providers.ts";
import { outageLevel, outageRefetchMs } from "#domain/outage.ts";
import { personStatuses, personTypes } from "#domain/person.ts";
import {
  actionTypes,
  conditionTypes,
  defaultAction,
  defaultCondition,
  defaultTrigger,
  operators,
  successPercent,
  triggerTypes,
} from "#domain/rules/rule.ts";
import { callOutcomes, callTypes, formatCallDuration } from "#domain/voice/call.ts";
import {
  accentAfterChange,
  accents,
  previewLength,
  scriptInput,
  scriptLanguages,
  useCases,
  voiceSettingsFor,
} from "#domain/voice/script.ts";
import { handoffTriggers, maxCallMinutes } from "#domain/voice/voice-config.ts";
import { aiConnectors, integrationConnectors } from "#server/connectors/connectors.ts";
import { createTestDatabase } from "./database.ts";
import { rules, texts, toasts } from "./journeys/toast-list.ts";
import { project } from "./process.ts";

/** The specification, section by section: each of its lines has a line here. */

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool(await createTestDatabase());
});
afterAll(() => pool.end());

type Fields = Record<string, string | null>;
const any = null;
const stamps: Fields = { created_at: "now()", updated_at: "now()" };

/** Section 3: the tables, their columns, and the defaults named there. */
const entities: Record<string, Fields> = {
  users: {
    id: any,
    email: any,
    password: any,
    first_name: any,
    last_name: any,
    profile_image_url: any,
    role: "'viewer'::text",
    ...stamps,
  },
  sessions: { sid: any, sess: any, expire: any },
  ai_providers: { id: any, name: any, api_key: any, model: any, enabled: "true", ...stamps },
  api_keys: { id: any, service: any, key_name: any, key_value: any, metadata: any, ...stamps },
  endpoints: {
    id: any,
    name: any,
    type: any,
    description: any,
    auth_method: any,
    ingestion_mode: any,
    mapping_template: any,
    pii_flags: any,
    status: "'active'::text",
    webhook_url: any,
    ...stamps,
  },
  people: {
    id: any,
    type: any,
    status: "'new'::text",
    first_name: any,
    last_name: any,
    email: any,
    phone: any,
    consents: any,
    tags: any,
    assigned_agent_id: any,
    sources: any,
    ...stamps,
  },
  ai_profiles: {
    id: any,
    person_id: any,
    intent_score: "0",
    propensity_to_buy: "0",
    churn_risk: "0",
    preferred_channel: any,
    best_time_to_contact: any,
    features: any,
    preferences: any,
    next_best_action: any,
    ai_summary: any,
    ...stamps,
  },
  timeline: {
    id: any,
    person_id: any,
    event_type: any,
    source: any,
    title: any,
    description: any,
    metadata: any,
    created_at: "now()",
  },
  rules: {
    id: any,
    name: any,
    description: any,
    enabled: "true",
    triggers: any,
    conditions: any,
    actions: any,
    execution_count: "0",
    success_count: "0",
    ...stamps,
  },
  actions: {
    id: any,
    person_id: any,
    rule_id: any,
    type: any,
    status: "'pending'::text",
    config: any,
    result: any,
    executed_at: any,
    created_at: "now()",
  },
  calls: {
    id: any,
    person_id: any,
    type: any,
    phone_number: any,
    duration: any,
    status: any,
    outcome: any,
    recording_url: any,
    transcript_url: any,
    metadata: any,
    created_at: "now()",
  },
  scripts: {
    id: any,
    name: any,
    language: "'en'::text",
    accent: "'en-US'::text",
    voice_id: any,
    use_case: any,
    content: any,
    secret_vars: any,
    enabled: "true",
    ...stamps,
  },
  sip_extensions: {
    id: any,
    label: any,
    sip_domain: any,
    username: any,
    password: any,
    transport: "'UDP'::text",
    port: "5060",
    register: "true",
    codecs: any,
    ...stamps,
  },
  events: {
    id: any,
    endpoint_id: any,
    person_id: any,
    event_type: any,
    raw_data: any,
    processed_data: any,
    deduplication_key: any,
    pii_detected: "false",
    validation_status: "'valid'::text",
    created_at: "now()",
  },
  audit_logs: {
    id: any,
    user_id: any,
    event_type: any,
    entity_type: any,
    entity_id: any,
    description: any,
    metadata: any,
    ip_address: any,
    user_agent: any,
    created_at: any,
  },
  settings: { id: any, category: any, key: any, value: any, description: any, ...stamps },
};

describe("section 3: entities", () => {
  test.each(Object.entries(entities))("%s has its fields and defaults", async (table, fields) => {
    const { rows } = await pool.query<{ name: string; value: string | null }>(
      "SELECT column_name AS name, replace(column_default, 'public.', '') AS value FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public'",
      [table],
    );
    const found = new Map(rows.map(({ name, value }) => [name, value]));
    for (const [name, value] of Object.entries(fields)) {
      expect(found.has(name), `${table}.${name}`).toBe(true);
      if (value !== any) expect(found.get(name), `${table}.${name}`).toBe(value);
    }
  });

  test.each([
    ["users", "email"],
    ["sessions", "sess"],
    ["sessions", "expire"],
    ["timeline", "title"],
    ["rules", "triggers"],
    ["rules", "conditions"],
    ["rules", "actions"],
    ["calls", "phone_number"],
    ["calls", "status"],
    ["scripts", "use_case"],
    ["scripts", "content"],
    ["events", "endpoint_id"],
    ["events", "raw_data"],
    ["audit_logs", "description"],
  ])("%s.%s is required", async (table, column) => {
    const { rows } = await pool.query(
      "SELECT is_nullable FROM information_schema.columns WHERE table_name = $1 AND column_name = $2 AND table_schema = 'public'",
      [table, column],
    );
    expect(rows[0].is_nullable).toBe("NO");
  });

  test("profile, timeline, actions and calls are deleted with their person", async () => {
    const { rows } = await pool.query(
      `SELECT c.relname AS child FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
        WHERE k.contype = 'f' AND p.relname = 'people' AND k.confdeltype = 'c' ORDER BY 1`,
    );
    expect(rows.map((row) => row.child)).toEqual([
      "actions",
      "agent_turns",
      "ai_profiles",
      "approvals",
      "broadcast_people",
      "calls",
      "chat_threads",
      "conversations",
      "drafts",
      "episodes",
      "external_tasks",
      "form_submissions",
      "integration_work",
      "location_queue",
      "merged_people",
      "message_readings",
      "messages",
      "notes",
      "outgoing_files",
      "person_addresses",
      "person_locations",
      "person_requests",
      "person_summaries",
      "possible_duplicates",
      "possible_duplicates",
      "profile_queue",
      "reply_suggestions",
      "reviews",
      "rule_runs",
      "score_snapshots",
      "segment_members",
      "sequence_runs",
      "tasks",
      "thread_answers",
      "thread_reads",
      "threads",
      "timeline",
      "unanswered_questions",
    ]);
  });

  test("a user's e-mail is unique, and sessions have an index on their expiry", async () => {
    const { rows } = await pool.query(
      "SELECT indexdef FROM pg_indexes WHERE tablename IN ('users', 'sessions')",
    );
    const all = rows.map((row) => row.indexdef).join("\n");
    expect(all).toMatch(/UNIQUE INDEX .* ON public\.users USING btree \(email\)/);
    expect(all).toMatch(/ON public\.sessions USING btree \(expire\)/);
  });
});

describe("section 7: calls", () => {
  const known = Object.values(contract).flatMap((group) =>
    Object.values<ApiRoute>(group).map(({ method, path }) => `${method} ${path}`),
  );
  test.each([
    "GET /api/auth/user",
    "POST /api/auth/login",
    "POST /api/auth/logout",
    "GET /api/dashboard/stats",
    "GET /api/people",
    "GET /api/people/{id}",
    "POST /api/people",
    "PUT /api/people/{id}",
    "GET /api/endpoints",
    "POST /api/endpoints",
    "PUT /api/endpoints/{id}",
    "GET /api/ai-providers",
    "PUT /api/ai-providers/{id}",
    "GET /api/api-keys",
    "GET /api/rules",
    "POST /api/rules",
    "PUT /api/rules/{id}",
    "GET /api/scripts",
    "POST /api/scripts",
    "PUT /api/scripts/{id}",
    "GET /api/calls",
    "GET /api/audit-logs",
    "GET /api/integrations",
    "POST /api/integrations/{service}",
    "POST /api/api-keys/{service}",
    "POST /api/test-connection/{service}",
    "POST /api/tts/synthesize",
    "GET /api/luma/outages",
    "GET /api/holidays",
  ])("%s", (call) => expect(known).toContain(call));

  test("voice settings are the specification's, by language", () => {
    expect(voiceSettingsFor("es")).toEqual({
      stability: 0.71,
      similarity_boost: 0.8,
      style: 0.2,
      use_speaker_boost: true,
    });
    expect(voiceSettingsFor("en")).toEqual({
      stability: 0.5,
      similarity_boost: 0.75,
      style: 0,
      use_speaker_boost: false,
    });
  });
});

describe("sections 2, 4, 5 and 9: choices, defaults and limits", () => {
  test.each<[string, unknown, unknown]>([
    ["interface languages", languages, ["en", "es"]],
    ["person types", personTypes, ["lead", "customer"]],
    ["person stages", personStatuses, ["new", "qualified", "contacted", "converted"]],
    ["endpoint types", endpointTypes, ["webhook", "pull_api", "email"]],
    ["endpoint auth methods", authMethods, ["api_key", "api_key_secret_key", "oauth", "basic", "none"]],
    ["ingestion modes", ingestionModes, ["push", "pull"]],
    ["endpoint statuses", endpointStatuses, ["active", "inactive", "error"]],
    ["keys of api_key", credentialFields("api_key"), ["endpointUrl", "apiKey"]],
    [
      "keys of api_key_secret_key",
      credentialFields("api_key_secret_key"),
      ["endpointUrl", "apiKey", "secretKey"],
    ],
    ["keys of none", credentialFields("none"), []],
    [
      "trigger types",
      triggerTypes,
      [
        ...["intent_score", "propensity_score", "churn_risk", "event", "signal"],
        ...["segment_entered", "segment_left", "person_date", "sequence_ended"],
      ],
    ],
    ["operators", operators, [">=", "<=", "=", "!="]],
    ["condition types", conditionTypes, ["consent", "time_window", "tag", "status", "score", "segment"]],
    [
      "action types",
      actionTypes,
      [
        "sms",
        "whatsapp",
        "call",
        "voice_agent",
        "email",
        "preferred_channel",
        "slack",
        "telegram",
        "asana_task",
        "zapier",
        "make",
        "n8n",
        "webhook",
        "add_tag",
        "remove_tag",
        "set_stage",
        "set_field",
        "assign",
        "add_task",
        "notify",
        "start_rule",
        "stop_rule",
        "ask",
        "ai",
      ],
    ],
    ["default trigger", defaultTrigger, { type: "intent_score", operator: ">=", value: "75" }],
    ["default condition", defaultCondition, { type: "consent", field: "sms", value: "true" }],
    ["default action", defaultAction, { type: "sms", template: "high_intent" }],
    ["success of a rule that never ran", successPercent(0, 0), 0],
    ["call types", callTypes, ["ai_agent", "live_agent", "outbound", "inbound"]],
    ["call outcomes", callOutcomes, ["interested", "not_interested", "follow_up", "converted"]],
    ["a duration", formatCallDuration(222), "3:42"],
    ["no duration", formatCallDuration(null), undefined],
    ["script languages", scriptLanguages, ["en", "es", "fr", "de"]],
    [
      "accents",
      accents,
      {
        en: ["en-US", "en-GB", "en-AU"],
        es: ["es-LA", "es-ES", "es-MX"],
        fr: ["fr-FR", "fr-CA"],
        de: ["de-DE"],
      },
    ],
    ["accent after choosing Spanish", accentAfterChange("es"), "es-LA"],
    ["accent after choosing French", accentAfterChange("fr"), "en-US"],
    ["use cases", useCases, ["welcome_call", "follow_up", "support", "survey", "appointment"]],
    ["script preview", previewLength, 100],
    [
      "script defaults",
      scriptInput.parse({ name: "n", content: "c" }),
      {
        name: "n",
        content: "c",
        language: "en",
        accent: "en-US",
        useCase: "welcome_call",
        ttsProvider: "elevenlabs",
        enabled: true,
        voiceId: null,
        goals: [],
        facts: [],
        knowledgeIds: [],
      },
    ],
    [
      "handoff triggers",
      handoffTriggers,
      ["high-intent", "customer-request", "complex-question", "complaint"],
    ],
    ["longest calls", maxCallMinutes, [5, 10, 15, 0]],
    [
      "general defaults",
      defaultGeneralSettings,
      {
        timezone: "America/New_York",
        locale: "en-US",
        defaultCountry: "US",
        dataRetention: 90,
        sessionTimeout: 30,
        optInSmsPerDay: 200,
        secondUserAbove: 0,
        minimisesText: true,
        businessOpens: 9,
        businessCloses: 17,
        businessLastDay: 5,
      },
    ],
    ["retention", retentionDays, [30, 90, 365, 0]],
    ["session timeouts", sessionTimeouts, [15, 30, 60, 240]],
    ["map providers", mapProviders, ["google", "mapbox", "osm"]],
    ["holiday countries", holidayCountries, ["US", "PR", "ES", "MX", "CA", "GB", "FR", "DE"]],
    ["holiday types", holidayTypes, ["public", "bank", "religious", "observance", "other"]],
    ["holiday years", holidayYears(2026), [2024, 2025, 2026, 2027, 2028]],
    ["outage refresh", outageRefetchMs, 300_000],
    ["outage badge at 0.49 %", outageLevel(0.49), "ok"],
    ["outage badge at 0.5 %", outageLevel(0.5), "warn"],
    ["outage badge at 1.99 %", outageLevel(1.99), "warn"],
    ["outage badge at 2 %", outageLevel(2), "bad"],
  ])("%s", (_what, ours, theirs) => expect(ours).toEqual(theirs));

  test.each(["America/New_York", "America/Los_Angeles", "Europe/London", "Asia/Tokyo"])(
    "timezone %s is offered",
    (zone) => expect(timezones).toContain(zone),
  );
  test.each(["en-US", "en-GB", "es-ES", "fr-FR"])("locale %s is offered", (locale) =>
    expect(locales).toContain(locale),
  );

  test.each([
    ["openai", ["gpt-4o", "gpt-4-turbo", "gpt-3.5-turbo"]],
    ["deepseek", ["deepseek-chat", "deepseek-coder"]],
    ["gemini", ["gemini-2.5-flash", "gemini-2.5-pro"]],
    ["grok", ["grok-2-1212", "grok-2-vision-1212"]],
  ])("%s offers the specification's models", (vendor, models) => {
    const offered = aiVendors.find(({ id }) => id === vendor)?.models.map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining(models));
  });
});

describe("section 2: texts", () => {
  const flat = (value: object): string[] =>
    Object.values(value).flatMap((inner) => (typeof inner === "string" ? [inner] : flat(inner)));
  const textsOf = (language: string) =>
    flat(JSON.parse(readFileSync(join(project, `src/web/locales/${language}.json`), "utf8")));
  const english = textsOf("en");

  test.each([
    "AI Platform",
    "Dashboard",
    "Leads",
    "Leads & Customers",
    "Epic Endpoint Registry",
    "AI Brain",
    "Rule Builder",
    "Voice Stack",
    "Compliance",
    "Informational APIs",
    "LUMA",
    "Holidays",
    "Settings",
    "Sign In",
    "Secure multi-channel AI orchestration and lead management",
    "Events Ingested",
    "Active Leads",
    "AI Actions Today",
    "Provider Cost",
    "Channel Performance",
    "Lead Funnel",
    "New Leads",
    "Qualified",
    "Contacted",
    "Converted",
    "Recent Activity",
    "Add Person",
    "Edit Person",
    "Basic Info",
    "AI Profile",
    "Timeline",
    "No AI profile available",
    "No timeline events",
    "none",
    "Configure",
    "Add Endpoint",
    "Triggers",
    "Conditions",
    "Actions",
    "Duplicate",
    "Listen",
    "Transcript",
    "Save Configuration",
    "Test Script",
    "Save Script",
    "Add New Script",
    "AI Providers",
    "API Keys",
    "Integrations",
    "General",
    "Maps",
    "Scripts",
    "LUMA Energy Outage Status",
    "Real-time electrical service outage information for Puerto Rico regions",
    "Total Clients",
    "Without Service",
    "Service Availability",
    "Planned Outages",
    "Auto-refreshes every 5 minutes",
    "Regional Outage Status",
    "Public Holidays",
    "Nationwide",
    "Unknown Holiday",
    "No holidays found for this period",
  ])("%s", (text) => expect(english).toContain(text));

  test("Last updated: …", () =>
    expect(english.some((text) => /^Last updated: \{\{\w+\}\}$/.test(text))).toBe(true));

  test.each(["Días Festivos", "Nacional", "Página no encontrada"])("%s, in Spanish", (text) =>
    expect(textsOf("es")).toContain(text),
  );
});

/** test/journeys/toasts.test.ts shows each of these in a browser and fails when one is left out. */
describe("sections 5 and 8: messages, shown in test/journeys/toasts.test.ts", () => {
  const isDriven = (title: string, description: string, isDestructive: boolean) =>
    expect(toasts).toContainEqual(expect.objectContaining({ title, description, isDestructive }));

  test.each([
    ["Login Failed", "Invalid email or password"],
    ["Validation Error", "Please enter both email and password"],
    ["Error", "Failed to create person"],
    ["Error", "Failed to update person"],
    ["Error", "Failed to create endpoint"],
    ["Error", "Failed to update endpoint"],
    ["Error", "Failed to create rule"],
    ["Error", "Failed to update rule"],
    ["Error", "Failed to create script"],
    ["Error", "Failed to update script"],
    ["Error", "Failed to update AI provider"],
    ["Error", "Please check your input data"],
    ["Error", "Please fill in script content"],
    ["Error", "Please select a voice and ensure the voice provider API key is configured"],
    ["Error", "Script missing content, voice, or the voice provider API key not configured"],
    ["Error", "Failed to test script audio"],
  ])("%s: %s", (title, description) => isDriven(title, description, true));

  test.each([
    "Person created successfully",
    "Person updated successfully",
    "Endpoint created successfully",
    "Endpoint updated successfully",
    "Rule created successfully",
    "Rule updated successfully",
    "Script created successfully",
    "Script updated successfully",
    "AI provider updated successfully",
  ])("%s", (description) => isDriven("Success", description, false));

  test("Playing Script", () =>
    expect(toasts).toContainEqual(
      expect.objectContaining({ title: "Playing Script", isDestructive: false }),
    ));

  const labels = (list: readonly { label: string }[]) => list.map(({ label }) => label);
  /** The specification names only a messaging provider, a WhatsApp-style service and maps. */
  const configured = ["Twilio", "WhatsApp", "Maps"];
  test.each([...configured, "General"])("%s configuration is saved, or not", (service) => {
    isDriven("Success", `${service} configuration saved successfully`, false);
    isDriven("Error", `Failed to save ${service} configuration`, true);
  });
  test.each(labels(integrationConnectors))("%s integration is saved, or not", (service) => {
    isDriven("Success", `${service} integration saved successfully`, false);
    isDriven("Error", `Failed to save ${service} integration`, true);
  });
  test.each([...labels([...integrationConnectors, ...aiConnectors]), ...configured])(
    "%s connects, or not",
    (service) => {
      isDriven("Connection Test", `${service} connection successful`, false);
      isDriven("Connection Test Failed", `Failed to connect to ${service}`, true);
    },
  );

  test.each([
    ["while authentication is loading", "Loading..."],
    ["while signing in", "Signing In..."],
    ["while a script is tested", "Testing..."],
    ["why a script's test failed, when there is no reason", "Unknown error"],
    ["a required field", "This field is required"],
    ["user schema: valid email", "Enter a valid email address"],
    ["user schema: password at least 8 characters", "Use at least 8 characters"],
    ["outages loading", "Loading LUMA outage data..."],
    ["outages failed", "Failed to load LUMA outage data"],
    ["holidays loading", "Loading holidays data..."],
    ["holidays failed", "Failed to load holidays data"],
    ["holidays answered with an error", "Failed to fetch holidays"],
    ["an unknown route", "Page Not Found"],
  ])("%s: %s", (_when, text) => expect(texts.map((one) => one.text)).toContain(text));

  test.each([
    ["Login: send no request", "an empty sign-in sends no request"],
    ["A logout failure is only logged", "a failed sign-out is logged, and the page reloads"],
    ["URL and API key required with api_key", "endpoint URL and API key are asked for with api_key"],
    ["Secret key only for api_key_secret_key", "the secret key is asked for only with api_key_secret_key"],
    ["A random webhook URL on the product's own host", "a webhook gets a random URL on our own host"],
    ["Remove is disabled while one row remains", "the last trigger, condition and action cannot be removed"],
    ["Test is disabled when content is empty", "a script without content cannot be tested"],
    ["Test is disabled when no voice is chosen", "a script without a voice cannot be tested in the dialog"],
    [
      "Test is disabled when no test target exists",
      "a script without a provider's key cannot be tested in the settings",
    ],
    ["The script test runs for one script at a time", "one script is tested at a time"],
    ["Changing the language resets the accent", "another language brings its accent"],
    ["Voices are fetched only when a key exists", "voices are asked for only where there is a key"],
    ["Toasts: one at a time", "a toast takes the place of the one before"],
    ["Toasts: default display 5000 ms", "a toast stays 5000 ms"],
    ["Toasts: F8 focuses the toast region", "F8 leads to the toast"],
    ["Toasts: swipe with a 50 px threshold", "a swipe of 50 px to the right dismisses a toast"],
  ])("%s", (_rule, driven) => expect(rules).toContain(driven));
});
