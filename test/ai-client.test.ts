import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { type AiClient, createAiClient } from "#server/ai/ai-client.ts";
import { defineFeature } from "#server/ai/feature.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { createEgress } from "#server/egress/egress.ts";
import { addMissingVendors } from "#server/store/ai/ai-providers.ts";
import { createVendors } from "#server/store/connections/vendors.ts";
import { createWrite } from "#server/store/write.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { createTestDatabase } from "./database.ts";
import { temporaryDir } from "./process.ts";

let sandbox: Sandbox;
let database: Database;
let client: AiClient;
let policy = { isDemo: true, allowsTestSends: false };
const cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({});
  database = openDatabase(await createTestDatabase(), () => {});
  const dataDir = await temporaryDir();
  // A server of one's own is reached by its address, which the configuration names.
  const egress = createEgress({ sandboxUrls: [sandbox.url], allowed: [new URL(sandbox.url).host] });
  cleanUp.push(
    () => egress.close(),
    () => database.close(),
    () => sandbox.stop(),
    dataDir.remove,
  );
  const keyring = await openKeyring(dataDir.path, undefined);
  const write = createWrite(database.db, { insert: async () => {} });
  const contextOptions = { egress, sandboxUrl: sandbox.url, vendorBase: undefined };
  const vendors = createVendors({ db: database.db, write, keyring, contextOptions, simulatorSecret: "s" });
  client = createAiClient({
    database,
    write,
    vendors,
    contextOptions,
    general: async () => ({ timezone: "America/Puerto_Rico" }),
    simulation: async () => policy,
  });
  await database.db.transaction((tx) => addMissingVendors(tx, "2026-11-16"));
});
afterAll(async () => {
  for (const step of cleanUp) await step();
});

const control = (body: object) =>
  fetch(`${sandbox.url}/_control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const setProviders = (
  change: string,
  vendors: string[] = ["openai", "deepseek", "gemini", "grok", "anthropic"],
) => database.pool.query(`UPDATE ai_providers SET ${change} WHERE vendor = ANY($1)`, [vendors]);

beforeEach(async () => {
  policy = { isDemo: true, allowsTestSends: false };
  await control({ reset: true });
  await database.pool.query("DELETE FROM usage");
  await database.pool.query("DELETE FROM notifications");
  await setProviders(
    "enabled = true, monthly_budget = NULL, timeout_seconds = 5, position = 0, accepts_personal_text = true",
  );
});

const feature = defineFeature({
  purpose: "read_message",
  promptVersion: "test-1",
  isPersonal: true,
  instructions: "Say in which language the message is written, and quote it.",
  buildPrompt: (text: string) => `<message>${text}</message>`,
  output: z.object({ language: z.enum(["en", "es"]), quote: z.string() }),
  budget: { maxOutputTokens: 200, dollarsPerDay: 5 },
});
const only = (vendor: string) =>
  database.pool.query("UPDATE ai_providers SET enabled = (vendor = $1)", [vendor]);
const calls = async () =>
  (
    await database.pool.query(`
      SELECT u.service AS vendor, c.model, c.purpose, c.prompt_version AS version, c.outcome, c.simulation, u.ok,
             u.cost::float8 AS cost, u.latency_ms AS latency, c.input_tokens AS input, c.output_tokens AS output, c.prices
        FROM ai_calls c JOIN usage u ON u.id = c.id ORDER BY u.created_at`)
  ).rows;
const text = "Hola, quiero una cotización para mi casa";

describe("a model", () => {
  test.each(["openai", "deepseek", "gemini", "grok", "anthropic"])(
    "of %s answers in the shape that was asked for",
    async (vendor) => {
      await only(vendor);
      const answer = await client.ask(feature, text);
      expect(answer).toMatchObject({ ok: true, vendor, simulation: "demo", output: { language: "es" } });
      if (answer.ok) expect(text).toContain(answer.output.quote);
      const [call] = await calls();
      expect(call).toMatchObject({
        vendor,
        purpose: "read_message",
        version: "test-1",
        outcome: "answered",
        ok: true,
      });
      expect(call.cost).toBeCloseTo(
        (call.input * call.prices.input + call.output * call.prices.output) / 1e6,
        6,
      );
      expect(call.input).toBeGreaterThan(10);
      expect(call.cost).toBeGreaterThan(0);
    },
  );

  test("outside the demo, the simulator is asked only where tests are allowed, and costs nothing", async () => {
    policy = { isDemo: false, allowsTestSends: false };
    expect(await client.ask(feature, text)).toMatchObject({ ok: false, reason: "no_provider", attempts: [] });
    policy = { isDemo: false, allowsTestSends: true };
    expect(await client.ask(feature, text)).toMatchObject({ ok: true, simulation: "test" });
    expect(await calls()).toMatchObject([{ simulation: "test", cost: 0 }]);
  });

  test("streams its text to the caller", async () => {
    let streamed = "";
    const answer = await client.ask(feature, text, {
      onText: (part) => {
        streamed += part;
      },
    });
    expect(answer.ok && JSON.parse(streamed)).toEqual(answer.ok && answer.output);
  });
});

describe("a vendor that fails", () => {
  test.each([
    ["rate-limited", "rate_limited"],
    ["quota", "quota_spent"],
    ["wrong-key", "wrong_key"],
    ["retired-model", "model_retired"],
    ["overloaded", "unavailable"],
    ["broken-json", "invalid_output"],
    ["wrong-schema", "invalid_output"],
    ["truncated", "truncated"],
    ["cut", "cut_off"],
    ["mute", "invalid_output"],
  ])("by %s is recorded as %s, and the next one answers", async (brain, outcome) => {
    for (const vendor of ["openai", "gemini", "anthropic"]) {
      await database.pool.query("DELETE FROM usage");
      await setProviders(
        "position = CASE WHEN vendor IN ('openai', 'gemini', 'anthropic') THEN 1 ELSE 2 END",
      );
      await database.pool.query("UPDATE ai_providers SET position = 0 WHERE vendor = $1", [vendor]);
      await control({ vendor, brain });
      const answer = await client.ask(feature, text);
      expect(answer.attempts[0], `${vendor} ${brain}`).toMatchObject({ vendor, outcome });
      expect(answer.ok).toBe(true);
      const failed = (await calls()).filter((call) => call.vendor === vendor);
      for (const call of failed) expect(call).toMatchObject({ outcome, ok: false });
      await control({ reset: true });
    }
  });

  test("by a refusal ends the call, because another one would refuse as well", async () => {
    await control({ vendor: "openai", brain: "refuser" });
    expect(await client.ask(feature, text)).toMatchObject({
      ok: false,
      reason: "refused",
      attempts: [{ vendor: "openai", outcome: "refused" }],
    });
  });

  test("by silence is left after its time, and the next one answers", async () => {
    await setProviders("timeout_seconds = 1", ["openai"]);
    await control({ vendor: "openai", brain: "staller" });
    expect(await client.ask(feature, text)).toMatchObject({
      ok: true,
      vendor: "deepseek",
      attempts: [{ outcome: "timed_out" }, { outcome: "answered" }],
    });
  });

  test("three times in a row is not asked for a while", async () => {
    await control({ vendor: "openai", brain: "cut" });
    for (let time = 0; time < 3; time++) await client.ask(feature, text);
    const answer = await client.ask(feature, text);
    expect(answer.attempts).toMatchObject([{ vendor: "deepseek", outcome: "answered" }]);
  });

  test("is reported to administrators once, when only they can mend it", async () => {
    await control({ vendor: "openai", brain: "wrong-key" });
    for (let time = 0; time < 2; time++) await client.ask(feature, text);
    const { rows } = await database.pool.query("SELECT kind, params FROM notifications");
    expect(rows).toEqual([
      { kind: "ai_provider_failing", params: { vendor: "openai", name: "OpenAI", outcome: "wrong_key" } },
    ]);
  });

  test("with all the others gives no answer, and nothing waits", async () => {
    for (const vendor of ["openai", "deepseek", "gemini", "grok", "anthropic"])
      await control({ vendor, brain: "overloaded" });
    const answer = await client.ask(feature, text);
    expect(answer).toMatchObject({ ok: false, reason: "unavailable" });
    expect(new Set(answer.attempts.map(({ vendor }) => vendor)).size).toBe(5);
  });
});

describe("a server of the workspace's own", () => {
  const abilities = {
    streams: true,
    json: "schema",
    returnsJson: true,
    tokenLimit: "max_tokens",
    takesEffort: true,
  };
  /** As the form stores it, with what the connection test found out. */
  const chooseServer = async (
    model: string,
    found: object | null = abilities,
    baseUrl = `${sandbox.url}/compatible/v1`,
  ) => {
    await only("compatible");
    const stored = found && { baseUrl, models: [], model, abilities: found };
    await database.pool.query(
      `UPDATE ai_providers SET base_url = $1, model = $2, found = $3, input_price = 0, output_price = 0
        WHERE vendor = 'compatible'`,
      [baseUrl, model, stored && JSON.stringify(stored)],
    );
  };
  const lastRequest = async () => {
    const response = await fetch(`${sandbox.url}/sandbox/api/ledger?connector=compatible`);
    return ((await response.json()) as any[]).at(-1);
  };
  afterAll(() => setProviders("base_url = NULL, model = NULL, found = NULL", ["compatible"]));
  beforeEach(() => setProviders("accepts_personal_text = true", ["compatible"]));

  test.each([
    ["llama-4-8b", abilities, { stream: true, reasoning_effort: "none", max_tokens: 200 }],
    ["llama-4-8b", null, { stream: true, response_format: { type: "json_object" } }],
    ["json-mode-8b", { ...abilities, json: "object" }, { response_format: { type: "json_object" } }],
    ["azure-gpt", { ...abilities, tokenLimit: "max_completion_tokens" }, { max_completion_tokens: 200 }],
    ["thinking-8b", { ...abilities, takesEffort: false }, { stream: true }],
  ])("answers in the shape that was asked for: %s with %j", async (model, found, sent) => {
    await chooseServer(model, found);
    const answer = await client.ask(feature, text);
    expect(answer).toMatchObject({
      ok: true,
      vendor: "compatible",
      model,
      simulation: null,
      output: { language: "es" },
    });
    expect((await lastRequest()).body).toMatchObject(sent);
    expect(await calls()).toMatchObject([{ vendor: "compatible", outcome: "answered", cost: 0 }]);
  });

  test("that neither streams nor knows JSON answers by its instructions", async () => {
    await chooseServer("plain-8b", {
      ...abilities,
      streams: false,
      json: "instructions",
      takesEffort: false,
    });
    let streamed = "";
    const answer = await client.ask(feature, text, { onText: (part) => (streamed += part) });
    expect(answer).toMatchObject({ ok: true, output: { language: "es" } });
    expect(JSON.parse(streamed)).toMatchObject({ language: "es" });
    const { body } = await lastRequest();
    expect(body).not.toHaveProperty("response_format");
    expect(body).not.toHaveProperty("stream", true);
  });

  test.each(["llama-4-8b", "thinking-8b"])("speaks in a conversation and uses tools: %s", async (model) => {
    await chooseServer(model, { ...abilities, takesEffort: model === "llama-4-8b" });
    const conversation = await client.openConversation();
    const said: string[] = [];
    const used: unknown[] = [];
    const reply = await conversation?.respond({
      promptVersion: "test-1",
      personId: null,
      instructions: "Answer the caller.",
      prompt: "Which times are free for an appointment?",
      tools: [
        {
          name: "list_times",
          description: "Lists free times for an appointment.",
          input: z.object({ topic: z.string() }),
          run: async (input) => {
            used.push(input);
            return "The next free time for a visit is Tuesday at 10:00.";
          },
        },
      ],
      maxOutputTokens: 200,
      signal: new AbortController().signal,
      onText: (part) => void said.push(part),
    });
    expect(used).toHaveLength(1);
    expect(reply).toMatchObject({ outcome: "answered", vendor: "compatible", cost: 0 });
    expect(said.length).toBeGreaterThan(1);
    // Thoughts are never spoken.
    expect(said.join("")).toMatch(/^\s*The next free time for a visit is Tuesday at 10:00\.$/);
    await client.settled();
  });

  test("at an address that the configuration does not name is not asked, and administrators are told", async () => {
    await chooseServer("llama-4-8b", null, "http://127.0.0.2:9/v1");
    expect(await client.ask(feature, text)).toMatchObject({
      ok: false,
      reason: "address_blocked",
      attempts: [{ vendor: "compatible", outcome: "address_blocked" }],
    });
    const { rows } = await database.pool.query("SELECT params FROM notifications");
    expect(rows).toMatchObject([{ params: { vendor: "compatible", outcome: "address_blocked" } }]);
  });

  test("costs what the workspace says, so that its budget holds", async () => {
    await chooseServer("llama-4-8b");
    await setProviders("input_price = 1000, output_price = 2000, monthly_budget = 0.01", ["compatible"]);
    expect(await client.ask(feature, text)).toMatchObject({ ok: true });
    const [call] = await calls();
    expect(call.cost).toBeCloseTo((call.input * 1000 + call.output * 2000) / 1e6, 6);
    expect(await client.ask(feature, text)).toMatchObject({
      ok: false,
      reason: "no_provider",
      skipped: expect.arrayContaining([{ vendor: "compatible", reason: "budget_spent" }]),
    });
  });

  test("gets people's texts only when an administrator accepted it", async () => {
    await chooseServer("llama-4-8b");
    await setProviders("accepts_personal_text = false", ["compatible"]);
    expect(await client.ask(feature, text)).toMatchObject({ ok: false, reason: "no_provider" });
    expect(await client.ask({ ...feature, isPersonal: false }, text)).toMatchObject({ ok: true });
  });
});

describe("a budget", () => {
  test("of a provider that is spent passes the call to the next one", async () => {
    await setProviders("monthly_budget = 1", ["openai"]);
    await database.pool.query(
      "INSERT INTO usage (service, kind, ok, latency_ms, cost) VALUES ('openai', 'llm', true, 1, 1.5)",
    );
    expect(await client.ask(feature, text)).toMatchObject({ ok: true, vendor: "deepseek" });
  });

  test("of a purpose that is spent stops its calls for the day", async () => {
    await client.ask(feature, text);
    await database.pool.query("UPDATE usage SET cost = 6");
    expect(await client.ask(feature, text)).toMatchObject({
      ok: false,
      reason: "budget_spent",
      attempts: [],
    });
  });
});
