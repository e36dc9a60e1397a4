import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultVoiceConfig } from "#domain/voice/voice-config.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let operator: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  operator = await faro.signedIn("operator");
  viewer = await faro.signedIn("viewer");
});
afterAll(() => faro.stop());

const unknownId = "01890000-0000-7000-8000-000000000000";
const greeting = { name: "Greeting", content: "Hello {{customer_name}}" };

const addCall = async (call: Record<string, unknown> = {}): Promise<string> => {
  const row: Record<string, unknown> = {
    type: "ai_agent",
    status: "completed",
    metadata: {},
    at: new Date(),
    ...call,
  };
  const { rows } = await faro.pool.query(
    `INSERT INTO calls (person_id, type, phone_number, duration, status, outcome, metadata, created_at, handoff_reason)
     VALUES ($1, $2, '+17875550100', $3, $4, $5, $6, $7, $8) RETURNING id`,
    [row.personId, row.type, row.duration, row.status, row.outcome, row.metadata, row.at, row.handoff],
  );
  return rows[0].id;
};
const addTurn = (call: string, position: number, speaker: string, text: string) =>
  faro.pool.query("INSERT INTO call_turns (call_id, key, speaker, text, at_ms) VALUES ($1, $2, $3, $4, $5)", [
    call,
    `turn ${position}`,
    speaker,
    text,
    position * 4000,
  ]);
const callWith = async (id: string) =>
  (await viewer.send("GET", "/api/calls")).body.find((call: { id: string }) => call.id === id);

describe("scripts", () => {
  test("a new script gets defaults for omitted fields and is listed", async () => {
    const created = await operator.send("POST", "/api/scripts", greeting);
    expect(created).toMatchObject({
      status: 200,
      body: {
        ...greeting,
        language: "en",
        accent: "en-US",
        useCase: "welcome_call",
        ttsProvider: "elevenlabs",
        voiceId: null,
        enabled: true,
      },
    });
    expect((await viewer.send("GET", "/api/scripts")).body).toContainEqual(created.body);
  });

  test("an update keeps every field that it omits", async () => {
    const { body } = await operator.send("POST", "/api/scripts", {
      ...greeting,
      language: "es",
      accent: "es-MX",
      useCase: "survey",
      voiceId: "voice-1",
      ttsProvider: "google",
      enabled: false,
    });
    const changed = await operator.send("PUT", `/api/scripts/${body.id}`, { content: "Hola" });
    expect(changed.body).toEqual({
      ...body,
      content: "Hola",
      version: 2,
      updatedAt: changed.body.updatedAt,
    });
  });

  test("a save over a newer version is a conflict and changes nothing", async () => {
    const { body } = await operator.send("POST", "/api/scripts", greeting);
    const save = (name: string) =>
      operator.send("PUT", `/api/scripts/${body.id}`, { name, updatedAt: body.updatedAt });
    expect((await save("First")).status).toBe(200);
    expect(await save("Second")).toMatchObject({ status: 409, body: { code: "conflict" } });
    const { rows } = await faro.pool.query("SELECT name FROM scripts WHERE id = $1", [body.id]);
    expect(rows[0].name).toBe("First");
  });

  test("a deleted script is gone, and every change is in the audit log", async () => {
    const { body } = await operator.send("POST", "/api/scripts", greeting);
    await operator.send("PUT", `/api/scripts/${body.id}`, { name: "Farewell" });
    expect((await operator.send("DELETE", `/api/scripts/${body.id}`)).body).toEqual({ ok: true });
    expect((await operator.send("DELETE", `/api/scripts/${body.id}`)).status).toBe(404);
    const { rows } = await faro.pool.query(
      "SELECT description FROM audit_logs WHERE entity_type = 'script' AND entity_id = $1 ORDER BY seq",
      [body.id],
    );
    expect(rows.map((row) => row.description)).toEqual([
      "Added the script “Greeting”",
      "Changed the script “Greeting”",
      "Deleted the script “Farewell”",
    ]);
  });

  test.each([
    ["no content", { name: "Empty" }],
    ["a blank name", { ...greeting, name: "  " }],
    ["an unknown language", { ...greeting, language: "xx" }],
    ["an unknown field", { ...greeting, secretVars: {} }],
    ["a text that cannot be stored", { ...greeting, content: "a\u0000b" }],
  ])("%s is rejected", async (_what, body) => {
    expect(await operator.send("POST", "/api/scripts", body)).toMatchObject({
      status: 400,
      body: { code: "invalid" },
    });
  });

  test("an unknown id is not found", async () => {
    expect((await operator.send("PUT", `/api/scripts/${unknownId}`, { name: "x" })).status).toBe(404);
    expect((await operator.send("DELETE", "/api/scripts/nonsense")).status).toBe(404);
  });
});

describe("calls", () => {
  test("are listed newest first, with the person's name and whether recording and transcript exist", async () => {
    const { rows } = await faro.pool.query(
      "INSERT INTO people (type, first_name, last_name) VALUES ('lead', 'Yadira', 'Colón') RETURNING id",
    );
    const older = await addCall({ at: new Date(Date.now() - 5000), duration: 75, outcome: "interested" });
    const newer = await addCall({ personId: rows[0].id, at: new Date(Date.now() + 1000) });
    await addTurn(newer, 0, "agent", "Hi");
    const { body } = await viewer.send("GET", "/api/calls");
    expect(body[0]).toMatchObject({
      id: newer,
      personName: "Yadira Colón",
      duration: null,
      hasTranscript: true,
      hasRecording: false,
    });
    expect(body[0]).not.toHaveProperty("metadata");
    expect(await callWith(older)).toMatchObject({ personName: null, duration: 75, hasTranscript: false });
  });

  test("a transcript lists the speakers' turns; a call without turns has none", async () => {
    const id = await addCall();
    await addTurn(id, 1, "customer", "<b>Hola</b>");
    await addTurn(id, 0, "agent", "Buenos días");
    expect((await viewer.send("GET", `/api/calls/${id}/transcript`)).body).toEqual({
      turns: [
        { speaker: "agent", text: "Buenos días", at: 0 },
        { speaker: "customer", text: "<b>Hola</b>", at: 4 },
      ],
    });
    const silent = await addCall();
    expect((await viewer.send("GET", `/api/calls/${silent}/transcript`)).status).toBe(404);
    expect((await callWith(silent)).hasTranscript).toBe(false);
    expect((await viewer.send("GET", `/api/calls/${unknownId}/transcript`)).status).toBe(404);
  });

  test.each([
    ["audio/wav", Buffer.from("RIFF\0\0\0\0WAVEfmt ", "latin1")],
    ["audio/mpeg", Buffer.from([0xff, 0xfb, 0x90, 0x00])],
    ["audio/mpeg", Buffer.from("ID3\x04", "latin1")],
    ["audio/ogg", Buffer.from("OggS\0", "latin1")],
  ])("a recording is served with its type %s", async (type, audio) => {
    const id = await addCall({ metadata: { audioBase64: audio.toString("base64") } });
    expect(await callWith(id)).toMatchObject({ hasRecording: true });
    const answer = await viewer.send("GET", `/api/calls/${id}/recording`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("content-length")).toBe(String(audio.length));
  });

  test("data that is not audio is not served as a recording", async () => {
    const page = Buffer.from("<script>alert(1)</script>").toString("base64");
    for (const metadata of [{ audioBase64: page }, { audioBase64: 7 }, {}]) {
      const id = await addCall({ metadata });
      expect(await viewer.send("GET", `/api/calls/${id}/recording`)).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    }
  });
});

describe("today's figures", () => {
  test("count the calls since midnight in the workspace's zone, and success over all of them", async () => {
    await faro.pool.query("DELETE FROM calls");
    expect((await viewer.send("GET", "/api/voice/stats")).body).toEqual({
      callsToday: 0,
      averageSeconds: null,
      handoffs: 0,
      successPercent: null,
    });
    // The first instant of the day in New York, and the last of the day before.
    const { rows } = await faro.pool.query(
      "SELECT date_trunc('day', now() AT TIME ZONE 'America/New_York') AT TIME ZONE 'America/New_York' AS midnight",
    );
    const midnight: Date = rows[0].midnight;
    await addCall({ at: new Date(midnight.getTime() - 1), duration: 9000, outcome: "converted" });
    await addCall({ at: midnight, duration: 200, outcome: "converted", handoff: "asked" });
    await addCall({ duration: 101, outcome: "follow_up" });
    await addCall({ outcome: "not_interested" });
    await addCall();
    expect((await viewer.send("GET", "/api/voice/stats")).body).toEqual({
      callsToday: 4,
      averageSeconds: 151,
      handoffs: 1,
      successPercent: 50,
    });
  });
});

describe("the voice configuration", () => {
  test("starts with defaults and returns the saved values", async () => {
    expect((await viewer.send("GET", "/api/voice/config")).body).toEqual(defaultVoiceConfig);
    const config = {
      ttsVoice: "voice-1",
      asrProvider: "google",
      instructions: "Sea breve.",
      handoffTrigger: "complaint",
      maxCallMinutes: 0,
    };
    expect((await operator.send("PUT", "/api/voice/config", config)).body).toEqual(config);
    expect((await viewer.send("GET", "/api/voice/config")).body).toEqual(config);
    const { rows } = await faro.pool.query(
      "SELECT event_type, metadata FROM audit_logs WHERE entity_type = 'settings' AND entity_id = 'voice'",
    );
    expect(rows).toMatchObject([
      { event_type: "settings_update", metadata: { before: defaultVoiceConfig, after: config } },
    ]);
  });

  test("a duration that is not offered is rejected", async () => {
    const answer = await operator.send("PUT", "/api/voice/config", { maxCallMinutes: 7 });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
  });
});
