import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const addPerson = async (consents: object = {}): Promise<string> => {
  const { rows } = await faro.pool.query(
    `INSERT INTO people (type, first_name, last_name, phone, town, language, consents)
     VALUES ('lead', 'Ramón', 'Rosario', '+17875550102', 'Carolina', 'es', $1) RETURNING id`,
    [consents],
  );
  return rows[0].id;
};

const addScript = async (script: Record<string, unknown> = {}): Promise<string> => {
  const { rows } = await faro.pool.query(
    `INSERT INTO scripts (name, language, use_case, content, enabled, goals, facts, version)
     VALUES ($1, $2, 'welcome_call', $3, $4, $5, $6, 2) RETURNING id`,
    [
      script.name ?? "Bienvenida",
      script.language ?? "es",
      "Hola {{customer_name}}",
      script.enabled ?? true,
      JSON.stringify(script.goals ?? []),
      JSON.stringify(script.facts ?? []),
    ],
  );
  return rows[0].id;
};

const addCall = async (call: Record<string, unknown> = {}): Promise<string> => {
  const row = { status: "in_progress", owner: "agent", at: new Date(), ...call } as Record<string, unknown>;
  const { rows } = await faro.pool.query(
    `INSERT INTO calls (person_id, type, phone_number, status, owner, outcome, handoff_reason, script_id,
                        script_version, facts, created_at, answered_at)
     VALUES ($1, 'ai_agent', '+17875550102', $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id`,
    [
      row.personId,
      row.status,
      row.owner,
      row.outcome,
      row.handoff,
      row.scriptId,
      row.scriptVersion,
      row.facts && JSON.stringify(row.facts),
      row.at,
    ],
  );
  return rows[0].id;
};

const addTurn = (call: string, turn: { key: string; speaker: string; text: string; atMs: number }) =>
  faro.pool.query("INSERT INTO call_turns (call_id, key, speaker, text, at_ms) VALUES ($1, $2, $3, $4, $5)", [
    call,
    turn.key,
    turn.speaker,
    turn.text,
    turn.atMs,
  ]);

const addAgentTurn = (call: string, epoch: number, times: object, passages: string[] = []) =>
  faro.pool.query(
    `INSERT INTO agent_turns (call_id, channel, epoch, decided_by, model, times, passages, cost)
     VALUES ($1, 'voice', $2, 'model', 'test-model', $3, $4, 0.25)`,
    [call, epoch, times, passages],
  );

const command = (id: string, body: object, by = operator) =>
  by.send("POST", `/api/calls/${id}/command`, body);

describe("a call", () => {
  test("shows its turns with their latency and sources, its facts, scores and neighbours", async () => {
    const personId = await addPerson();
    await faro.pool.query(
      "INSERT INTO ai_profiles (person_id, intent_score, propensity_to_buy, churn_risk, next_best_action) VALUES ($1, 78, 66, 19, 'call')",
      [personId],
    );
    const entry = await faro.pool.query(
      "INSERT INTO knowledge_entries (kind, title, body) VALUES ('question', 'Price', 'Free') RETURNING id",
    );
    const passage = await faro.pool.query(
      "INSERT INTO knowledge_passages (entry_id, position, title, body) VALUES ($1, 0, 'What does it cost?', 'Free') RETURNING id",
      [entry.rows[0].id],
    );
    const scriptId = await addScript({
      goals: [{ title: "Find out the bill", say: "", facts: ["bill"] }],
      facts: [
        { key: "bill", label: "Monthly bill", question: "How much?" },
        { key: "roof", label: "Roof", question: "Which roof?" },
      ],
    });
    const at = Date.now() - 60_000;
    const older = await addCall({ status: "completed", at: new Date(at) });
    const id = await addCall({
      status: "completed",
      personId,
      scriptId,
      scriptVersion: 2,
      facts: { bill: { value: "$310", quote: "trescientos diez", atMs: 9000 } },
      at: new Date(at + 1000),
    });
    const newer = await addCall({ status: "completed", at: new Date(at + 2000) });
    await addTurn(id, { key: "agent 1", speaker: "agent", text: "Hola", atMs: 500 });
    await addTurn(id, { key: "customer 1", speaker: "customer", text: "¿Cuánto cuesta?", atMs: 4000 });
    await addTurn(id, { key: "agent 2", speaker: "agent", text: "La visita es gratis", atMs: 7000 });
    await addAgentTurn(id, 2, { firstTokenMs: 390, firstPieceMs: 410.4 }, [passage.rows[0].id, "gone"]);

    const { status, body } = await viewer.send("GET", `/api/calls/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      personName: "Ramón Rosario",
      personType: "lead",
      scriptName: "Bienvenida",
      scriptVersion: 2,
      goals: [{ title: "Find out the bill", atMs: 9000 }],
      scores: { intent: 78, propensity: 66, churn: 19 },
      nextAction: "call",
      previousId: newer,
      nextId: older,
    });
    expect(body.facts).toEqual([
      { key: "bill", label: "Monthly bill", value: "$310", quote: "trescientos diez", atMs: 9000 },
      { key: "roof", label: "Roof", value: null, quote: null, atMs: null },
    ]);
    expect(body.turns).toMatchObject([
      { speaker: "agent", atMs: 500, latency: null },
      { speaker: "customer", text: "¿Cuánto cuesta?", latency: null },
      {
        speaker: "agent",
        latency: {
          thinkMs: 390,
          sendMs: 20,
          decidedBy: "model",
          model: "test-model",
          sources: ["What does it cost?"],
        },
      },
    ]);
  });

  test("shows the script as it was in its version", async () => {
    const scriptId = await addScript({ facts: [] });
    await faro.pool.query(
      `INSERT INTO script_versions (script_id, version, definition)
       VALUES ($1, 1, '{"name": "Before", "goals": [], "facts": [{"key": "age", "label": "Age", "question": "How old?"}, {"broken": true}]}')`,
      [scriptId],
    );
    const id = await addCall({ status: "completed", scriptId, scriptVersion: 1 });
    const { body } = await viewer.send("GET", `/api/calls/${id}`);
    expect(body.scriptName).toBe("Before");
    expect(body.facts).toMatchObject([{ key: "age", value: null }]);
  });

  test("that does not exist is not found", async () => {
    expect((await viewer.send("GET", `/api/calls/${unknownId}`)).status).toBe(404);
  });

  test("gets another outcome, which the timeline's entry of the call shows, too", async () => {
    const personId = await addPerson();
    const id = await addCall({ status: "completed", personId, outcome: "interested" });
    await faro.pool.query(
      "INSERT INTO timeline (person_id, event_type, title, metadata) VALUES ($1, 'call_completed', 'Call', $2)",
      [personId, { callId: id, outcome: "interested" }],
    );
    const path = `/api/calls/${id}/outcome`;
    expect((await viewer.send("PUT", path, { outcome: "converted" })).status).toBe(403);
    expect((await operator.send("PUT", path, { outcome: "voicemail" })).status).toBe(400);
    expect((await operator.send("PUT", path, { outcome: "converted" })).body).toEqual({ ok: true });
    expect((await viewer.send("GET", `/api/calls/${id}`)).body.outcome).toBe("converted");
    const entries = await faro.pool.query("SELECT metadata FROM timeline WHERE person_id = $1", [personId]);
    expect(entries.rows).toEqual([{ metadata: { callId: id, outcome: "converted" } }]);
    const audit = await faro.pool.query(
      "SELECT description, metadata FROM audit_logs WHERE entity_type = 'call' AND entity_id = $1",
      [id],
    );
    expect(audit.rows).toMatchObject([
      {
        description: "Set the outcome of a call to “Converted”",
        metadata: { before: "interested", after: "converted" },
      },
    ]);
    expect((await operator.send("PUT", path, { outcome: null })).body).toEqual({ ok: true });
    expect((await viewer.send("GET", `/api/calls/${id}`)).body.outcome).toBeNull();
    expect(
      (await operator.send("PUT", `/api/calls/${unknownId}/outcome`, { outcome: "converted" })).status,
    ).toBe(404);
  });
});

describe("the live calls", () => {
  test("are the running ones, first who asks for a person; the chosen one has its whole conversation", async () => {
    await faro.pool.query("DELETE FROM calls");
    await addCall({ status: "completed" });
    const personId = await addPerson();
    const long = await addCall({ personId, at: new Date(Date.now() - 60_000) });
    const ringing = await addCall({ status: "ringing", at: new Date(Date.now() - 1000) });
    const taken = await addCall({ owner: "operator", handoff: "asked", at: new Date(Date.now() - 500) });
    const asks = await addCall({ handoff: "asked" });
    for (const id of [long, asks])
      for (let turn = 1; turn <= 5; turn++)
        await addTurn(id, {
          key: `agent ${turn}`,
          speaker: "agent",
          text: `Line ${turn}`,
          atMs: turn * 1000,
        });
    await addAgentTurn(long, 1, { firstTokenMs: 300, firstPieceMs: 310 });
    await addAgentTurn(long, 2, { firstTokenMs: 300, firstPieceMs: 310 });

    const first = (await viewer.send("GET", "/api/voice/live")).body;
    expect(first.total).toBe(4);
    expect(first.calls.map(({ id }: { id: string }) => id)).toEqual([asks, long, ringing, taken]);
    expect(first.calls[0].turns).toHaveLength(5);
    expect(first.calls[1]).toMatchObject({
      personName: "Ramón Rosario",
      place: "Carolina",
      owner: "agent",
      cost: 0.5,
      turns: [],
    });

    const chosen = (await viewer.send("GET", `/api/voice/live?call=${long}`)).body;
    expect(chosen.calls[0].turns).toEqual([]);
    expect(chosen.calls[1].turns).toHaveLength(5);
    expect(chosen.calls[1].turns[0].latency).toMatchObject({ thinkMs: 300, sendMs: 10 });
    // A call that is over is no longer in the list, so the first one is shown.
    const over = (await viewer.send("GET", `/api/voice/live?call=${unknownId}`)).body;
    expect(over.calls[0].turns).toHaveLength(5);
  });

  test("are at most a hundred, with the number of all", async () => {
    await faro.pool.query("DELETE FROM calls");
    await faro.pool.query(
      `INSERT INTO calls (type, phone_number, status, owner)
       SELECT 'ai_agent', '+17875550100', 'in_progress', 'agent' FROM generate_series(1, 120)`,
    );
    const { body } = await viewer.send("GET", "/api/voice/live");
    expect(body.calls).toHaveLength(100);
    expect(body.total).toBe(120);
    await faro.pool.query("DELETE FROM calls");
  });

  test("name the calls that are due next, with the reason why they wait", async () => {
    const personId = await addPerson();
    const scriptId = await addScript();
    const plan = (type: string, status: string, at: string, config: object = {}) =>
      faro.pool.query(
        `INSERT INTO actions (person_id, type, status, config, not_before, reasons)
         VALUES ($1, $2, $3, $4, $5::timestamptz, '[{"code": "quiet_hours"}]')`,
        [personId, type, status, config, at],
      );
    await plan("voice_agent", "held", "2999-01-02", { scriptId });
    await plan("call", "held", "2999-01-01");
    await plan("sms", "held", "2999-01-01");
    await plan("voice_agent", "held", "infinity");
    await plan("voice_agent", "sent", "2999-01-01");
    const { body } = await viewer.send("GET", "/api/voice/live");
    expect(body.next).toMatchObject([
      { channel: "call", scriptName: null, at: "2999-01-01T00:00:00.000Z" },
      {
        channel: "voice_agent",
        personName: "Ramón Rosario",
        scriptName: "Bienvenida",
        reasons: [{ code: "quiet_hours" }],
      },
    ]);
    await faro.pool.query("DELETE FROM actions");
  });
});

describe("a command", () => {
  const stored = async (id: string) =>
    (
      await faro.pool.query(
        `SELECT c.command, u.email FROM call_commands c JOIN users u ON u.id = c.user_id
          WHERE call_id = $1 AND done_at IS NULL ORDER BY c.id`,
        [id],
      )
    ).rows;

  test("of an operator waits for the process that holds the call, which alone changes the owner", async () => {
    const id = await addCall();
    expect((await command(id, { kind: "whisper", text: " Offer Tuesday " })).body).toEqual({ ok: true });
    expect((await command(id, { kind: "take_over" })).body).toEqual({ ok: true });
    expect(await stored(id)).toEqual([
      { command: { kind: "whisper", text: "Offer Tuesday" }, email: operator.email },
      { command: { kind: "take_over" }, email: operator.email },
    ]);
    const { rows } = await faro.pool.query("SELECT owner FROM calls WHERE id = $1", [id]);
    expect(rows[0].owner).toBe("agent");
  });

  test("that speaks or hands back is refused until the call is taken over", async () => {
    const id = await addCall();
    for (const body of [{ kind: "say", text: "Hello" }, { kind: "hand_back" }])
      expect(await command(id, body)).toMatchObject({ status: 409, body: { code: "call_not_taken" } });
    await faro.pool.query("UPDATE calls SET owner = 'operator' WHERE id = $1", [id]);
    expect((await command(id, { kind: "say", text: "Hello" })).status).toBe(200);
    expect(await stored(id)).toHaveLength(1);
  });

  test("is refused when the call is over", async () => {
    for (const status of ["completed", "failed", "no_answer"]) {
      const id = await addCall({ status });
      expect(await command(id, { kind: "hang_up" })).toMatchObject({
        status: 409,
        body: { code: "call_over" },
      });
      expect(await stored(id)).toEqual([]);
    }
  });

  test("of a viewer, of an unknown kind or to an unknown target is refused", async () => {
    const id = await addCall();
    expect((await command(id, { kind: "hang_up" }, viewer)).status).toBe(403);
    expect((await command(id, { kind: "shout" })).status).toBe(400);
    expect((await command(id, { kind: "whisper", text: "  " })).status).toBe(400);
    expect((await command(id, { kind: "transfer", target: 3 })).status).toBe(404);
    expect((await command(unknownId, { kind: "hang_up" })).status).toBe(404);
    expect(await stored(id)).toEqual([]);
  });
});

describe("calling a person", () => {
  const place = (id: string, body: object = {}, by = operator) =>
    by.send("POST", `/api/people/${id}/call`, body);

  test("without their consent is stopped by the gate, with its reason", async () => {
    await faro.pool.query("UPDATE scripts SET enabled = false");
    await addScript({ name: "English", language: "en" });
    const spanish = await addScript({ name: "Spanish", language: "es" });
    const personId = await addPerson({ call: false });
    const { status, body } = await place(personId, { purpose: "marketing" });
    expect(status).toBe(200);
    const { rows } = await faro.pool.query("SELECT type, config FROM actions WHERE id = $1", [body.actionId]);
    expect(rows[0]).toMatchObject({
      type: "voice_agent",
      config: { scriptId: spanish, purpose: "marketing" },
    });
    const decided = async () =>
      (await viewer.send("GET", `/api/actions?personId=${personId}`)).body.actions[0];
    await expect.poll(async () => (await decided()).status, { timeout: 180_000 }).toBe("blocked");
    expect((await decided()).reasons.map(({ code }: { code: string }) => code)).toContain("consent_missing");
    const audit = await faro.pool.query("SELECT description FROM audit_logs WHERE entity_id = $1", [
      body.actionId,
    ]);
    expect(audit.rows[0].description).toBe("Requested a call with the script “Spanish”");
  });

  test("is refused while a call to them is planned or running", async () => {
    const personId = await addPerson();
    await addCall({ personId });
    expect(await place(personId)).toMatchObject({ status: 409, body: { code: "call_planned" } });
  });

  test("needs a script that is switched on, a person and an operator", async () => {
    const personId = await addPerson();
    const off = await addScript({ enabled: false });
    expect(await place(personId, { scriptId: off })).toMatchObject({
      status: 422,
      body: { code: "no_script" },
    });
    expect((await place(unknownId)).status).toBe(404);
    expect((await place(personId, {}, viewer)).status).toBe(403);
  });
});
