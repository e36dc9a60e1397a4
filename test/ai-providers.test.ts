import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aiVendors } from "#domain/ai/models.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());

const list = async () => (await faro.send("GET", "/api/ai-providers")).body;
const update = (id: string, body: object) => faro.send("PUT", `/api/ai-providers/${id}`, body);
const check = (body: object) => faro.send("POST", "/api/test-connection/ai-provider", body);
const canary = "sk-canary-8d41e07c";

describe("AI providers", () => {
  test("are the vendors, each exactly once, from the first request on", async () => {
    const looks = await Promise.all([list(), list(), list()]);
    for (const body of looks)
      expect(body.map(({ vendor }: any) => vendor)).toEqual(aiVendors.map(({ id }) => id));
    expect((await faro.pool.query("SELECT count(*)::int AS n FROM ai_providers")).rows[0].n).toBe(
      aiVendors.length,
    );
    expect(looks[0][0]).toMatchObject({
      name: "OpenAI",
      apiKey: null,
      mode: "sandbox",
      enabled: true,
      requestsToday: 0,
      averageLatencyMs: null,
    });
  });

  test("offer retired models marked as such, and default to one that is not retired", async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const { models, model, server } of await list()) {
      if (server) {
        expect([models, model]).toEqual([[], null]);
        continue;
      }
      for (const one of models) expect(one.retired).toBe(one.retiredAt !== null && one.retiredAt <= today);
      expect(models.find(({ id }: any) => id === model).retired).toBe(false);
    }
  });

  test("encrypt a key, show its mask, and delete it on request", async () => {
    const [{ id }] = await list();
    const saved = await update(id, { apiKey: canary, model: "gpt-6-luna" });
    expect(saved.body).toMatchObject({ apiKey: "••••••••e07c", mode: "live", model: "gpt-6-luna" });
    await update(id, { apiKey: "••••••••e07c" });
    await update(id, { apiKey: "" });
    expect((await list())[0]).toMatchObject({ apiKey: "••••••••e07c", mode: "live" });
    const { rows } = await faro.pool.query("SELECT api_key FROM ai_providers WHERE id = $1", [id]);
    expect(rows[0].api_key).toMatch(/^v1\./);
    const leaked = await faro.pool.query(
      "SELECT 1 FROM audit_logs a WHERE a::text LIKE $1 UNION ALL SELECT 1 FROM ai_providers p WHERE p::text LIKE $1",
      [`%${canary}%`],
    );
    expect(leaked.rowCount).toBe(0);
    expect((await update(id, { apiKey: null })).body).toMatchObject({ apiKey: null, mode: "sandbox" });
  });

  test("accept an unlisted model and add it once", async () => {
    const [, { id }] = await list();
    await update(id, { model: "deepseek-v5" });
    await update(id, { model: "deepseek-v5" });
    const { body } = await update(id, { enabled: false });
    expect(body).toMatchObject({ model: "deepseek-v5", enabled: false, mode: "off" });
    expect(body.models.filter((one: any) => one.id === "deepseek-v5")).toEqual([
      { id: "deepseek-v5", retiredAt: null, retired: false },
    ]);
  });

  test("reject unknown ids and invalid fields", async () => {
    expect((await update("01890000-0000-7000-8000-000000000000", { enabled: true })).status).toBe(404);
    const [{ id }] = await list();
    expect((await update(id, { name: "Other" })).status).toBe(400);
    expect((await update(id, { model: "a\u0000" })).status).toBe(400);
  });

  test("are tested in the sandbox without a key, and live with the form's or the stored key", async () => {
    const providers = (await list()).filter(({ server }: any) => server === null);
    for (const { id, name, models } of providers) {
      const body = { providerId: id, name, model: models.at(-1).id };
      expect((await check(body)).body).toMatchObject({ success: true, mode: "sandbox" });
      expect((await check({ ...body, apiKey: "good" })).body).toMatchObject({ success: true, mode: "live" });
      const bad = (await check({ ...body, apiKey: "bad-key" })).body;
      expect(bad).toMatchObject({ success: false, mode: "live" });
      expect(bad.message).not.toMatch(/bad-key|unexpected/);
    }
    await update(providers[3].id, { apiKey: "stored-bad-key" });
    expect((await check({ providerId: providers[3].id, apiKey: "••••••••-key" })).body).toMatchObject({
      success: false,
      mode: "live",
    });
    expect((await check({ providerId: "nobody" })).status).toBe(404);
  });

  test("count only today's requests", async () => {
    await faro.pool.query("DELETE FROM usage");
    await faro.pool.query(
      `INSERT INTO usage (service, kind, ok, latency_ms, created_at) VALUES
        ('openai', 'llm', true, 100, now()), ('openai', 'llm', false, 201, now()),
        ('openai', 'llm', true, 9000, now() - interval '2 days'), ('twilio', 'sms', true, 5, now())`,
    );
    const [openai, deepseek] = await list();
    expect(openai).toMatchObject({ requestsToday: 2, averageLatencyMs: 151 });
    expect(deepseek).toMatchObject({ requestsToday: 0, averageLatencyMs: null });
    await check({ providerId: openai.id });
    expect((await list())[0].requestsToday).toBe(3);
  });
});

describe("a server of the workspace's own", () => {
  const find = async () => (await list()).find(({ vendor }: any) => vendor === "compatible");
  const baseUrl = "https://models.example.com/v1";
  const other = "https://elsewhere.example.com/v1";

  test("is not asked until it has an address", async () => {
    expect(await find()).toMatchObject({ server: { baseUrl: null, inputPrice: 0 }, skipped: "no_model" });
    const { id } = await find();
    const missing = await update(id, { apiKey: canary });
    expect([missing.status, missing.body.issues]).toMatchObject([400, [{ path: "baseUrl" }]]);
    const tested = await check({ providerId: id, apiKey: "good" });
    expect([tested.status, tested.body.issues]).toMatchObject([400, [{ path: "baseUrl" }]]);
  });

  test.each(["ftp://models.example.com", "models", "https://a:b@models.example.com", `${baseUrl}?key=1`])(
    "has no address like %s",
    async (wrong) => {
      const { id, server } = await find();
      expect((await update(id, { baseUrl: wrong })).status).toBe(400);
      expect((await check({ providerId: id, baseUrl: wrong })).status).toBe(400);
      expect((await find()).server).toEqual(server);
    },
  );

  test("needs no key, and gets the address without the path of the endpoint", async () => {
    const { id } = await find();
    const { body } = await update(id, { baseUrl: `${baseUrl}/chat/completions`, model: "llama-4-8b" });
    expect(body).toMatchObject({ mode: "live", apiKey: null, model: "llama-4-8b", server: { baseUrl } });
    expect(body.skipped).toBe("personal_text_not_accepted");
    expect((await update(id, { acceptsPersonalText: true })).body.skipped).toBeNull();
  });

  test("is found out by the connection test: its models, and what the chosen one can do", async () => {
    const { id } = await find();
    const tested = await check({ providerId: id, baseUrl, model: "plain-8b" });
    expect(tested.body).toMatchObject({ success: true, mode: "live" });
    const { server, models } = await find();
    expect(server.found).toEqual({
      baseUrl,
      model: "plain-8b",
      models: expect.arrayContaining(["llama-4-8b", "plain-8b"]),
      abilities: { streams: false, json: "instructions", returnsJson: true },
    });
    expect(models.map((one: any) => one.id)).toContain("json-mode-8b");
    const failed = await check({ providerId: id, model: "unknown-8b" });
    expect(failed.body).toMatchObject({ success: false, message: expect.stringContaining("does not exist") });
    expect((await check({ providerId: id, apiKey: "bad-key" })).body).toMatchObject({ success: false });
  });

  test("keeps its key at the address that it was stored with", async () => {
    const { id } = await find();
    expect((await update(id, { baseUrl, apiKey: canary })).body.apiKey).toBe("••••••••e07c");
    for (const refused of [
      await update(id, { baseUrl: other }),
      await update(id, { baseUrl: null }),
      await check({ providerId: id, baseUrl: other }),
    ])
      expect(refused.body).toMatchObject({ code: "secret_required", issues: [{ path: "apiKey" }] });
    expect(await find()).toMatchObject({ apiKey: "••••••••e07c", server: { baseUrl } });
    expect((await check({ providerId: id, baseUrl: other, apiKey: "good" })).body.success).toBe(true);
    expect((await check({ providerId: id, baseUrl: other, apiKey: null })).body.success).toBe(true);
    expect((await update(id, { baseUrl: other, apiKey: "new-key-1234" })).body).toMatchObject({
      apiKey: "••••••••1234",
      server: { baseUrl: other },
    });
    const removed = await update(id, { baseUrl, apiKey: null });
    expect(removed.body).toMatchObject({ apiKey: null, mode: "live", server: { baseUrl } });
  });

  test("has prices, and no other vendor has its settings", async () => {
    const { id } = await find();
    const priced = await update(id, { inputPrice: 0.35, outputPrice: 1.4 });
    expect(priced.body.server).toMatchObject({ inputPrice: 0.35, outputPrice: 1.4 });
    expect((await update(id, { inputPrice: -1 })).status).toBe(400);
    const [openai] = await list();
    expect((await update(openai.id, { baseUrl })).body).toMatchObject({
      code: "invalid",
      issues: [{ path: "baseUrl" }],
    });
    expect((await update(id, { baseUrl: null })).body).toMatchObject({ mode: "sandbox" });
  });
});

describe("the scores", () => {
  test("are averages over the people who have a profile, and null without any", async () => {
    expect((await faro.send("GET", "/api/brain/scores")).body).toEqual({
      people: 0,
      intent: null,
      propensity: null,
      churn: null,
    });
    await faro.pool.query(
      `WITH added AS (INSERT INTO people (first_name) VALUES ('Ana'), ('Luis'), ('Eva') RETURNING id, first_name)
       INSERT INTO ai_profiles (person_id, intent_score, propensity_to_buy, churn_risk)
       SELECT id, CASE first_name WHEN 'Ana' THEN 90 ELSE 65 END, 65, 23 FROM added WHERE first_name <> 'Eva'`,
    );
    expect((await faro.send("GET", "/api/brain/scores")).body).toEqual({
      people: 2,
      intent: 78,
      propensity: 65,
      churn: 23,
    });
  });
});

describe("speech", () => {
  const speak = (body: object) => faro.send("POST", "/api/tts/synthesize", { text: "Hola", ...body });

  test.each(["elevenlabs", "google"])(
    "%s lists voices and synthesizes speech in the sandbox",
    async (provider) => {
      const { body } = await faro.send("GET", `/api/tts/voices?provider=${provider}`);
      expect(body.configured).toBe(true);
      expect(body.voices.length).toBeGreaterThan(1);
      for (const voiceId of ["auto", body.voices[0].id]) {
        const spoken = await speak({ provider, voiceId, language: "es", accent: "es-LA" });
        expect(spoken.status).toBe(200);
        expect(spoken.headers.get("content-type")).toBe("audio/mpeg");
        expect(spoken.body.length).toBeGreaterThan(500);
      }
    },
  );

  test.each(["elevenlabs", "google"])("%s refuses a voice that it does not have", async (provider) => {
    for (const voiceId of ["nobody", "../models", "xx-XX-Nobody-A"]) {
      const refused = await speak({ provider, voiceId });
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { code: "invalid", issues: [{ path: "voiceId", message: `There is no voice ${voiceId}` }] },
      ]);
    }
  });

  test("requests the voices once for concurrent readers", async () => {
    const countVoiceRequests = async () =>
      (await faro.arrived("google-tts")).filter(({ method }) => method === "GET").length;
    const look = () => faro.send("GET", "/api/tts/voices?provider=google");
    await look();
    const before = await countVoiceRequests();
    await Promise.all([look(), look(), look()]);
    expect(await countVoiceRequests()).toBe(before);
  });

  test("uses the specification's voice settings and a model that the vendor still offers", async () => {
    await speak({ language: "es", accent: "es-MX" });
    await speak({ language: "en" });
    const [first, second] = (await faro.arrived("elevenlabs"))
      .filter(({ path }) => path.includes("text-to-speech"))
      .slice(-2);
    const [spanish, english] = [first, second].sort((a: any) =>
      a?.body?.voice_settings?.use_speaker_boost ? -1 : 1,
    );
    expect(spanish?.body).toMatchObject({
      model_id: "eleven_multilingual_v2",
      voice_settings: { stability: 0.71, similarity_boost: 0.8, style: 0.2, use_speaker_boost: true },
    });
    expect(english?.body).toMatchObject({
      model_id: "eleven_multilingual_v2",
      voice_settings: { stability: 0.5, similarity_boost: 0.75, style: 0, use_speaker_boost: false },
    });
  });

  test.each(["en-US", "en-GB", "en-AU", "es-LA", "es-ES", "es-MX", "fr-FR", "fr-CA", "de-DE"])(
    "Google has a voice of its own for %s",
    async (accent) => {
      expect((await speak({ provider: "google", accent })).status).toBe(200);
    },
  );

  test("returns the vendor's error message and records the usage", async () => {
    await faro.send("POST", "/api/integrations/google-tts", { apiKey: "lies" });
    expect(await speak({ provider: "google" })).toMatchObject({
      status: 502,
      body: { code: "vendor_failed", message: "Google Text-to-Speech answered without any sound" },
    });
    await faro.send("POST", "/api/integrations/google-tts", { apiKey: "html" });
    expect((await speak({ provider: "google" })).body.message).toMatch(/web page/);
    const { rows } = await faro.pool.query(
      "SELECT DISTINCT service, kind FROM usage WHERE kind = 'tts' ORDER BY 1",
    );
    expect(rows).toEqual([
      { service: "elevenlabs", kind: "tts" },
      { service: "google-tts", kind: "tts" },
    ]);
  });
});
