import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { welcomeScript } from "./voice-calls.ts";
import {
  type Dialogue,
  type DialogueFaro,
  framesOf,
  officePhone,
  startDialogueFaro,
} from "./voice-dialogue.ts";

let faro: DialogueFaro;
let script: string;
beforeAll(async () => {
  faro = await startDialogueFaro();
  await faro.send("PUT", "/api/voice/phone", officePhone);
  await faro.send("PUT", "/api/voice/config", { handoffTrigger: "customer-request" });
  await faro.send("POST", "/api/knowledge", {
    kind: "question",
    language: "es",
    title: "¿Cuánto cuesta una batería?",
    body: "Una batería cuesta entre $9,800 y $11,400 instalada, según el techo.",
  });
  script = await faro.script({
    ...welcomeScript,
    content: "Usted nos preguntó por energía solar, {{first_name}}. ¿Tiene un momento?",
  });
});
afterAll(() => faro.stop());

let number = 0;
const person = (language?: string | null) => faro.person(number++, language);
const query = async (sql: string, ...values: unknown[]) => (await faro.pool.query(sql, values)).rows;
const callOf = async (id: string) => (await query("SELECT * FROM calls WHERE id = $1", id))[0];
const requestsOf = (personId: string) =>
  query("SELECT kind, wanted, quote FROM person_requests WHERE person_id = $1", personId);
const timelineOf = (personId: string, type: string) =>
  query("SELECT * FROM timeline WHERE person_id = $1 AND event_type = $2", personId, type);
const setAiVendors = async (enabled: boolean) => {
  for (const { id, vendor } of (await faro.send("GET", "/api/ai-providers")).body)
    await faro.send("PUT", `/api/ai-providers/${id}`, { enabled: enabled && vendor === "openai" });
};
/** When the simulator sent the first frame that matches. */
const instantOf = async (call: Dialogue, pattern: RegExp): Promise<number> => {
  const [session] = await call.sessions();
  const frame = session?.frames.find(({ kind, text }) => kind === "sent" && pattern.test(text));
  return Date.parse(session?.at ?? "") + (frame?.ms ?? Number.NaN);
};

describe.concurrent("a call of the voice agent", () => {
  test("keeps transcript, facts, summary, outcome and cost, and its words count for the scores", async () => {
    const luz = await person();
    const call = await faro.dial(luz, script);
    await call.hears(/¿Tiene un momento\?/);
    await call.say("¿Cuánto cuesta una batería?");
    await call.hears(/9,800|nueve mil ochocientos/);
    await call.say("Sí, la casa es mía y me interesa.");
    await call.hears(/./);
    await call.say("Muchas gracias, adiós.");
    const result = await faro.ended(call.id);
    expect(result).toMatchObject({
      status: "completed",
      endReason: "goodbye",
      handoffReason: null,
      language: "es",
      outcome: "interested",
      facts: [{ key: "own", value: "yes" }],
    });
    expect(result.summary).toBeTruthy();
    expect(result.turns[0]).toMatchObject({
      speaker: "agent",
      text: expect.stringMatching(/inteligencia artificial.*se graba/),
      isInterrupted: false,
      marks: ["disclosure", "recording_notice"],
    });
    expect(result.turns.filter(({ speaker }) => speaker === "customer").map(({ text }) => text)).toEqual([
      "¿Cuánto cuesta una batería?",
      "Sí, la casa es mía y me interesa.",
      "Muchas gracias, adiós.",
    ]);
    const times = result.turns.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const [entry] = await timelineOf(luz.id, "call_completed");
    expect(entry).toMatchObject({
      description: result.summary,
      metadata: { callId: call.id, outcome: "interested", endReason: "goodbye" },
    });
    const answers = await query(
      "SELECT decided_by, passages, cost FROM agent_turns WHERE call_id = $1",
      call.id,
    );
    expect(answers.some(({ passages }) => passages.length > 0)).toBe(true);
    const row = await callOf(call.id);
    const spent = answers.reduce((sum, { cost }) => sum + Number(cost ?? 0), 0);
    expect(spent).toBeGreaterThan(0);
    expect(Number(row.model_cost)).toBeCloseTo(spent, 4);
    await faro.until("the words of the call are read", async () => {
      const [event] = await query(
        "SELECT raw_data::text AS text FROM events WHERE person_id = $1 AND event_type = 'call_completed'",
        luz.id,
      );
      const readings = await query("SELECT channel FROM message_readings WHERE person_id = $1", luz.id);
      return event?.text.includes("me interesa") && readings.some(({ channel }) => channel === "call");
    });
    await faro.until("the scores of the person are computed", async () => {
      const [scores] = await query("SELECT intent_score FROM ai_profiles WHERE person_id = $1", luz.id);
      return scores?.intent_score > 0;
    });
    await faro.until(
      "the price of the vendor is added",
      async () => (await faro.send("GET", `/api/calls/${call.id}`)).body.price > 0,
    );
  });

  test("plays its notice to the end before anything else, and records only after it", async () => {
    const call = await faro.dial(await person(), script);
    // Said over the notice, and answered after it.
    await call.say("¿Es usted un robot?");
    await call.hears(/no una persona/);
    await call.say("Adiós.");
    const result = await faro.ended(call.id);
    const [session] = await call.sessions();
    expect(session?.attributes).toMatchObject({
      welcomeGreetingInterruptible: "none",
      reportInputDuringAgentSpeech: "any",
    });
    expect(session?.unknownAttributes).toEqual([]);
    expect(await call.heard()).toMatch(
      /^Saludos, soy el asistente de inteligencia artificial .* Esta llamada se graba\./,
    );
    expect(framesOf([session as never], "sent").some(({ type }) => type === "interrupt")).toBe(false);
    const [placed] = await faro.requests(/Calls\.json$/);
    expect(placed?.body.Record).toBeUndefined();
    const [started] = await faro.requests(new RegExp(`${call.sid}/Recordings.json`));
    expect(Date.parse(started?.at ?? "")).toBeGreaterThanOrEqual(
      await instantOf(call, /tokensPlayed.*se graba/),
    );
    expect(Date.parse(result.recordingStartedAt ?? "")).toBeGreaterThanOrEqual(
      await instantOf(call, /tokensPlayed.*se graba/),
    );
    expect(result.hasRecording).toBe(true);
  });

  test("stops its recording when the person does not want it", async () => {
    const call = await faro.dial(await person(), script);
    await call.hears(/momento/);
    await faro.until("recording", async () => (await callOf(call.id)).recording_started_at);
    await call.say("No quiero que graben esta llamada.");
    await call.hears(/no se está grabando/);
    await faro.until("the recording is stopped", async () =>
      (await faro.requests(new RegExp(`${call.sid}/Recordings/`))).some(
        ({ body }) => body.Status === "stopped",
      ),
    );
    await call.hangUp();
    expect(await faro.ended(call.id)).toMatchObject({ endReason: "caller_hung_up" });
  });

  test.each([
    ["by voice", (call: Dialogue) => call.say("No me llamen más, por favor.")],
    ["by the key 9", (call: Dialogue) => call.press("9")],
  ])("ends with an opt-out %s, after which nothing is sent on any channel", async (_, stop) => {
    const luz = await person();
    const call = await faro.dial(luz, script);
    await call.hears(/momento/);
    await stop(call);
    const result = await faro.ended(call.id);
    expect(result).toMatchObject({ endReason: "opted_out", outcome: "not_interested", handoffReason: null });
    expect(result.turns.at(-1)?.text).toMatch(/No volveremos a comunicarnos/);
    const { records } = (await faro.send("GET", `/api/suppressions?personId=${luz.id}`)).body;
    expect(records).toContainEqual(expect.objectContaining({ scope: "all", state: "opted_out" }));
    for (const channel of ["sms", "call"])
      await faro.send("POST", `/api/people/${luz.id}/messages`, {
        channel,
        purpose: "service",
        text: "Hola",
      });
    const again = await faro.send("POST", `/api/people/${luz.id}/call`, { scriptId: script });
    await faro.until("the gate decided", async () => {
      const actions = await query(
        "SELECT status FROM actions WHERE person_id = $1 AND id <> $2",
        luz.id,
        call.id,
      );
      return (
        actions.length >= (again.status === 200 ? 1 : 0) &&
        actions.every(({ status }) => status === "blocked")
      );
    });
  });

  test("says truly whether it is recorded, and a refusal stops the recording and nothing else", async () => {
    const luz = await person();
    const call = await faro.dial(luz, script);
    await call.hears(/momento/);
    await faro.until("recording", async () => (await callOf(call.id)).recording_started_at);
    await call.say("¿Esta llamada la están grabando?");
    await call.hears(/Sí, esta llamada se graba/);
    await call.say("Entonces no, nunca autoricé que me graben.");
    await call.hears(/no se está grabando/);
    await call.say("¿Y ahora me siguen grabando?");
    await call.hears(/No, esta llamada no se está grabando/);
    await call.say("¿Cuánto cuesta una batería?");
    await call.hears(/9,800|nueve mil ochocientos/);
    await call.hangUp();
    const result = await faro.ended(call.id);
    expect(result.endReason).toBe("caller_hung_up");
    expect((await faro.send("GET", `/api/suppressions?personId=${luz.id}`)).body.records).toEqual([]);
  });

  test("keeps no card number and no password, in digits or in words", async () => {
    const call = await faro.dial(await person(), script);
    await call.hears(/momento/);
    await call.say(
      "Anote mi tarjeta, cuatro uno uno uno, uno uno uno uno, uno uno uno uno, uno uno uno uno.",
    );
    await call.hears(/no me diga números de tarjeta/);
    await call.say("Y mi contraseña es girasol veintidós.");
    await call.hears(/no me diga números de tarjeta/);
    await call.hangUp();
    const result = await faro.ended(call.id);
    expect(result.turns.filter(({ speaker }) => speaker === "customer").map(({ text }) => text)).toEqual([
      "Anote mi tarjeta, [card number].",
      "Y mi contraseña es [password].",
    ]);
    const { rows } = await faro.pool.query(
      "SELECT count(*)::int AS count FROM agent_turns WHERE call_id = $1 AND planned ~ 'girasol|uno uno'",
      [call.id],
    );
    expect(rows[0].count).toBe(0);
  });

  test("follows a language that nobody knew before, and says again who speaks", async () => {
    const call = await faro.dial(await person(null), script);
    await call.hears(/momento/);
    await call.say("Buenas, quiero saber de qué se trata esta llamada, por favor.");
    await call.hears(/asistente de inteligencia artificial de .*se graba.*oprima el 9/);
    await call.say("Bonjour, je voudrais parler avec vous en français, merci.");
    await call.hears(/assistant d’intelligence artificielle/);
    await call.hangUp();
    const result = await faro.ended(call.id);
    expect(result.language).toBe("fr");
    const [session] = await call.sessions();
    expect(session?.attributes).toMatchObject({ language: "en-US", transcriptionLanguage: "multi" });
    const frames = framesOf(await call.sessions(), "received").filter(({ type }) => type === "language");
    expect(frames).toMatchObject([
      { ttsLanguage: "es-US", transcriptionLanguage: "multi" },
      { ttsLanguage: "fr-FR", transcriptionLanguage: "multi" },
    ]);
  });

  test("says to a screening assistant who calls and why, and waits", async () => {
    const call = await faro.dial(await person("en"), script);
    await call.hears(/momento|AI assistant/);
    await call.say(
      "Hi. If you record your name and reason for calling, I will see if this person is available.",
    );
    await call.hears(/AI assistant of Faro|asistente de inteligencia artificial de Faro/);
    await call.say("Please stay on the line.");
    await call.say("Hello, yes, this is Luz, what is it about?");
    await call.hears(/./);
    await call.hangUp();
    expect(await faro.ended(call.id)).toMatchObject({ endReason: "caller_hung_up" });
  });

  test("notes a wish to have personal data erased as a request with a task", async () => {
    const luz = await person();
    const call = await faro.dial(luz, script);
    await call.hears(/momento/);
    await call.say("Bórrenme todos los datos personales que guarden de mí en su sistema.");
    await call.hears(/su petición|sus datos personales/);
    await call.hangUp();
    await faro.ended(call.id);
    expect(await requestsOf(luz.id)).toMatchObject([{ kind: "erasure" }]);
    expect(await timelineOf(luz.id, "data_requested")).toHaveLength(1);
    expect(await query("SELECT title FROM tasks WHERE person_id = $1", luz.id)).toHaveLength(1);
  });

  test("goes on in the language that the person asks for", async () => {
    const call = await faro.dial(await person(), script);
    await call.hears(/momento/);
    await call.say("Sorry, can we speak English?");
    await call.hears(/in English/);
    await call.say("Is this a robot?");
    await call.hears(/not a person/);
    await call.say("Thank you, goodbye.");
    const result = await faro.ended(call.id);
    expect(result).toMatchObject({ language: "en", endReason: "goodbye" });
    const frames = framesOf(await call.sessions(), "received");
    expect(frames).toContainEqual({ type: "language", ttsLanguage: "en-US", transcriptionLanguage: "en-US" });
    const english = frames.filter(({ type, token }) => type === "text" && /[a-z]/.test(token ?? "")).slice(1);
    expect(english.map(({ lang }) => lang)).toEqual(english.map(() => "en-US"));
  });

  test("keeps of an interrupted answer only what was heard", async () => {
    const luz = await person();
    await faro.control({ caller: { number: luz.phone, persona: "interrupts-es" } });
    const call = await faro.dial(luz, script);
    const { turns } = await faro.ended(call.id);
    const spaced = (text: string): string => text.replaceAll(/\s+/g, " ").replace(/ ?—$/, "").trim();
    const heard = spaced(await call.heard());
    expect(turns.some(({ isInterrupted }) => isInterrupted)).toBe(true);
    // The caller may hang up before the words after its own last ones are reported as played.
    const lastWords = turns.findLastIndex(({ speaker }) => speaker === "customer");
    const spoken = turns.slice(0, lastWords).filter(({ speaker }) => speaker === "agent");
    expect(spoken).not.toEqual([]);
    for (const { text } of spoken) expect(heard).toContain(spaced(text));
  });
});

describe.concurrent("a person who asks for a person", () => {
  test("is put through to the office, which hears who calls and why, and accepts", async () => {
    const luz = await person();
    const call = await faro.dial(luz, script);
    await call.hears(/momento/);
    await call.say("Quiero hablar con una persona.");
    const result = await faro.ended(call.id);
    expect(result).toMatchObject({ endReason: "handed_over", handoffReason: "asked", outcome: "follow_up" });
    expect(await call.heard()).toMatch(/Le comunico ahora con una persona/);
    const office = await faro.phoneLines("+17875550199");
    const whisper = office.findIndex(
      ({ who, text }) =>
        who === "business" && /Llamada de Luz Marrero.*Quiero hablar con una persona/s.test(text),
    );
    expect(whisper).toBeGreaterThanOrEqual(0);
    expect(office.slice(whisper).some(({ note }) => note === "bridged")).toBe(true);
    expect((await faro.phoneLines(luz.phone)).some(({ note }) => note === "bridged")).toBe(true);
    const noteIn = async (language: string) =>
      (await faro.send("GET", `/api/calls/${call.id}`, undefined, { "accept-language": language })).body
        .handoffNote;
    expect(await noteIn("en")).toContain("Reason: Handoff: the customer asked for a human agent.");
    expect(await noteIn("es")).toContain("Motivo: Traspaso: el cliente pidió un agente humano.");
    expect(await timelineOf(luz.id, "handoff_asked")).toHaveLength(1);
    const notes = await query("SELECT * FROM notifications WHERE link = $1", `/voice?call=${call.id}`);
    expect(notes.map(({ kind }) => kind)).toEqual(["handoff_asked"]);
    // The address of the socket carries nothing about the person.
    const [end] = framesOf(await call.sessions(), "received").filter(({ type }) => type === "end");
    expect(JSON.parse(end?.handoffData ?? "")).toEqual({ k: call.id });
  });

  test("also by the key 0", async () => {
    const call = await faro.dial(await person(), script);
    await call.hears(/momento/);
    await call.press("0");
    expect(await faro.ended(call.id)).toMatchObject({ endReason: "handed_over", handoffReason: "asked" });
  });
});

describe.concurrent("an operator", () => {
  test("whispers to the agent, takes over, speaks, hands back and hangs up", async () => {
    const call = await faro.dial(await person(), script);
    await call.hears(/momento/);
    await call.command({ kind: "whisper", text: "Ofrezca el martes, canario-77" });
    await faro.until("the whisper is stored", async () =>
      (await faro.call(call.id)).turns.some(({ speaker }) => speaker === "whisper"),
    );
    await call.command({ kind: "take_over" });
    await call.hears(/le atiende una persona de nuestro equipo/);
    expect((await callOf(call.id)).owner).toBe("operator");
    await call.say("¿Aló? ¿Quién habla?");
    await call.command({ kind: "say", text: "Buenas tardes, le habla Marta." });
    await call.hears(/le habla Marta/);
    // The agent answers nothing while an operator speaks.
    expect(await query("SELECT 1 FROM agent_turns WHERE call_id = $1", call.id)).toEqual([]);
    await call.command({ kind: "hand_back" });
    await call.hears(/otra vez el asistente de inteligencia artificial/);
    await call.say("¿Es usted un robot?");
    await call.hears(/no una persona/);
    await call.command({ kind: "hang_up" });
    const result = await faro.ended(call.id);
    expect(result).toMatchObject({ endReason: "operator_hung_up", handoffReason: null });
    expect(result.turns).toContainEqual(
      expect.objectContaining({ speaker: "operator", text: "Buenas tardes, le habla Marta." }),
    );
    expect(await call.heard()).not.toMatch(/canario/);
  });

  test("transfers a call to a person", async () => {
    const luz = await person();
    const call = await faro.dial(luz, script);
    await call.hears(/momento/);
    await call.command({ kind: "transfer", target: 0 });
    expect(await faro.ended(call.id)).toMatchObject({ endReason: "handed_over", handoffReason: "operator" });
    expect((await faro.phoneLines(luz.phone)).some(({ note }) => note === "bridged")).toBe(true);
  });
});

describe.concurrent("a call to the business", () => {
  test("of a known person is answered by the agent, who knows their first name and says what it is", async () => {
    const luz = await person();
    const call = await faro.callIn(luz.phone);
    await call.hears(/inteligencia artificial.*se graba/);
    await call.say("¿Cuánto cuesta una batería?");
    await call.hears(/9,800|nueve mil ochocientos/);
    await call.say("Gracias, adiós.");
    expect(await faro.ended(call.id)).toMatchObject({
      personId: luz.id,
      type: "inbound",
      status: "completed",
      endReason: "goodbye",
      hasRecording: true,
    });
  });

  test("of an unknown number makes a lead of the caller, once", async () => {
    const unknown = `+1787555${7000 + number++}`;
    const call = await faro.callIn(unknown);
    await call.hears(/AI assistant|inteligencia artificial/);
    await call.say("No me llamen más.");
    const result = await faro.ended(call.id);
    expect(result).toMatchObject({ type: "inbound", endReason: "opted_out" });
    const people = await query("SELECT id, type FROM people WHERE phone = $1", unknown);
    expect(people).toEqual([{ id: (result as unknown as { personId: string }).personId, type: "lead" }]);
    const { records } = (await faro.send("GET", `/api/suppressions?personId=${people[0].id}`)).body;
    expect(records).toContainEqual(expect.objectContaining({ scope: "all", state: "opted_out" }));
  });
});

/** Calls one after the other, because each changes the settings of the workspace. */
describe("phone settings", () => {
  afterEach(() => faro.control({ calls: { operators: {} } }));
  const phone = (change: object) => faro.send("PUT", "/api/voice/phone", { ...officePhone, ...change });
  const askForPerson = async (luz: { id: string; phone: string }) => {
    const call = await faro.dial(luz, script);
    await call.hears(/momento/);
    await call.say("Quiero hablar con una persona.");
    return call;
  };
  const isDialled = async (luz: { phone: string }) =>
    (await faro.phoneLines(luz.phone)).some(({ note }) => note === "puts-through");

  test.each(["decline", "no-answer", "no-key"])(
    "with a target who does not take the call (%s) bring the agent back, who notes a callback",
    async (behaviour) => {
      await phone({});
      await faro.control({ calls: { operators: { "+17875550199": behaviour } } });
      const luz = await person();
      const call = await askForPerson(luz);
      await call.hears(/ahora mismo no hay nadie disponible/);
      const sessions = await call.sessions();
      expect(sessions).toHaveLength(2);
      expect(sessions[1]?.attributes.welcomeGreeting).toBeUndefined();
      expect(await requestsOf(luz.id)).toMatchObject([{ kind: "callback" }]);
      await call.say("Mañana a las tres de la tarde.");
      const result = await faro.ended(call.id);
      expect(result).toMatchObject({ handoffReason: "asked", endReason: "goodbye" });
      expect(result.turns.filter(({ speaker }) => speaker === "customer").map(({ text }) => text)).toEqual([
        "Quiero hablar con una persona.",
        "Mañana a las tres de la tarde.",
      ]);
      expect(result.turns.map(({ text }) => text)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/Le comunico ahora/),
          expect.stringMatching(/no hay nadie disponible/),
        ]),
      );
    },
  );

  test("with a second target call it when the first does not take the call", async () => {
    await phone({
      transferTargets: [
        { kind: "number", label: "Out", number: "+17875550198" },
        { kind: "number", label: "Office", number: "+17875550199" },
      ],
    });
    await faro.control({ calls: { operators: { "+17875550198": "busy" } } });
    const luz = await person();
    const call = await askForPerson(luz);
    expect(await faro.ended(call.id)).toMatchObject({ endReason: "handed_over" });
    expect(await call.sessions()).toHaveLength(1);
    const lines = await faro.phoneLines(luz.phone);
    expect(lines.filter(({ note }) => note === "puts-through").map(({ text }) => text)).toEqual([
      "+17875550198",
      "+17875550199",
    ]);
    expect(lines.some(({ note }) => note === "bridged")).toBe(true);
  });

  test("outside the hours of the team lead to a callback, without a call to anybody", async () => {
    await phone({ staffedDays: [] });
    const luz = await person();
    const call = await askForPerson(luz);
    await call.hears(/nadie del equipo puede tomar la llamada/);
    // With the time noted, the agent says goodbye.
    await call.say("Mañana a las tres de la tarde.");
    expect(await faro.ended(call.id)).toMatchObject({ handoffReason: "asked", outcome: "follow_up" });
    const requests = await requestsOf(luz.id);
    expect(requests.map(({ kind }) => kind)).toContain("callback");
    expect(await isDialled(luz)).toBe(false);
    // The operators are told all the same.
    expect(await timelineOf(luz.id, "handoff_asked")).toHaveLength(1);
  });

  test("with a SIP extension transfer to it", async () => {
    const { body } = await faro.send("POST", "/api/sip-extensions", {
      label: "Reception",
      sipDomain: "pbx.example.com",
      username: "2001",
      password: "canary-sip-password",
    });
    await phone({ transferTargets: [{ kind: "sip", label: "Reception", extensionId: body.id }] });
    const luz = await person();
    const call = await askForPerson(luz);
    expect(await faro.ended(call.id)).toMatchObject({ endReason: "handed_over" });
    const lines = await faro.phoneLines(luz.phone);
    expect(lines.find(({ note }) => note === "puts-through")?.text).toMatch(/^sip:2001@pbx\.example\.com/);
    expect(lines.some(({ note }) => note === "bridged")).toBe(true);
    expect(JSON.stringify(await faro.call(call.id))).not.toMatch(/canary-sip-password/);
  });

  test("route calls to the business to a person, and to the agent when nobody takes them", async () => {
    await phone({ inbound: [{ number: "*", route: "transfer", scriptId: null }] });
    const luz = await person();
    const taken = await faro.callIn(luz.phone);
    await faro.until("the call is over", async () => (await callOf(taken.id)).ended_at);
    expect((await faro.phoneLines(luz.phone)).some(({ note }) => note === "bridged")).toBe(true);
    expect(await taken.sessions()).toEqual([]);
    await faro.control({ calls: { operators: { "+17875550199": "no-answer" } } });
    const missed = await faro.callIn((await person()).phone);
    // The agent was not on the line before, so it says first what it is.
    await missed.hears(/^ ?Saludos, soy el asistente de inteligencia artificial .*se graba/);
    await missed.say("Gracias, adiós.");
    const result = await faro.ended(missed.id);
    expect(result).toMatchObject({ type: "inbound", endReason: "goodbye" });
    expect(result.turns[0]?.marks).toEqual(["disclosure", "recording_notice"]);
  });

  test("route a number's calls to a message, which is recorded", async () => {
    await phone({
      inbound: [
        { number: "+17875550101", route: "message", scriptId: null },
        { number: "*", route: "agent", scriptId: null },
      ],
    });
    const luz = await person();
    const call = await faro.callIn(luz.phone, "+17875550101");
    await faro.until("the call is over", async () => (await callOf(call.id)).ended_at);
    expect((await faro.phoneLines(luz.phone)).some(({ text }) => /mensaje después del tono/.test(text))).toBe(
      true,
    );
    expect(await call.sessions()).toEqual([]);
    await faro.until("its recording is stored", async () => (await callOf(call.id)).recording_url);
    await phone({ inbound: [{ number: "*", route: "agent", scriptId: null }] });
  });
});

describe("the voice configuration", () => {
  const configure = (change: object) => faro.send("PUT", "/api/voice/config", change);

  test.each([
    ["high-intent", "Quiero comprarla hoy mismo, ¿dónde firmo?", "high_intent"],
    ["customer-request", "Páseme con una persona, por favor.", "asked"],
    ["complex-question", "¿Qué precio tiene, a qué hora abren y dónde están ubicados?", "complex"],
    [
      "complaint",
      "Esto es un desastre, llevo tres semanas esperando y nadie me contesta. Quiero quejarme.",
      "complaint",
    ],
  ])("hands over by its trigger %s", async (handoffTrigger, words, reason) => {
    await faro.send("PUT", "/api/voice/phone", officePhone);
    await configure({ handoffTrigger });
    const call = await faro.dial(await person(), script);
    await call.hears(/momento/);
    await call.say(words);
    expect(await faro.ended(call.id)).toMatchObject({ endReason: "handed_over", handoffReason: reason });
  });

  test("hands over a complaint that also asks to stop, and the stop is stored", async () => {
    await faro.send("PUT", "/api/voice/phone", officePhone);
    await configure({ handoffTrigger: "complaint" });
    const luz = await person();
    const call = await faro.dial(luz, script);
    await call.hears(/momento/);
    await call.say("Quiero poner una queja, nadie vino a reparar el techo. No me llamen más.");
    expect(await faro.ended(call.id)).toMatchObject({ endReason: "opted_out", outcome: "not_interested" });
    await faro.until("it is handed over", async () => (await callOf(call.id)).handoff_reason === "complaint");
    const { records } = (await faro.send("GET", `/api/suppressions?personId=${luz.id}`)).body;
    expect(records).toContainEqual(expect.objectContaining({ scope: "all", state: "opted_out" }));
    expect(await query("SELECT made_by, done_at FROM tasks WHERE person_id = $1", luz.id)).toEqual([
      { made_by: "handoff", done_at: null },
    ]);
    expect(await requestsOf(luz.id)).toEqual([]);
  });

  test("and the script choose voice, recognition and instructions", async () => {
    await configure({
      handoffTrigger: "customer-request",
      asrProvider: "google",
      instructions: "Mention the canary 4711 never.",
    });
    const british = await faro.script({
      name: "British",
      language: "en",
      accent: "en-GB",
      ttsProvider: "elevenlabs",
      voiceId: "21m00Tcm4TlvDq8ikWAM",
      content: "Is this a good moment?",
    });
    const call = await faro.dial(await person("en"), british);
    await call.hears(/good moment/);
    const [session] = await call.sessions();
    expect(session?.attributes).toMatchObject({
      language: "en-GB",
      ttsProvider: "ElevenLabs",
      voice: "21m00Tcm4TlvDq8ikWAM",
      transcriptionProvider: "Google",
    });
    expect(session?.languages).toEqual(["en-GB", "es-US", "fr-FR", "de-DE"]);
    await call.say("Tell me what you offer.");
    await call.hears(/./);
    const asked = JSON.stringify(await faro.arrived("openai"));
    expect(asked).toContain("Mention the canary 4711 never.");
    expect(await call.heard()).not.toMatch(/4711/);
    await call.hangUp();
    await faro.ended(call.id);
    await configure({ asrProvider: "elevenlabs", instructions: "" });
  });
});

describe("a call that reaches no person", () => {
  test("leaves a short message on an answering machine, once a week", async () => {
    const luz = await faro.person(9034 - 100);
    const first = await faro.ended(await faro.place(luz, script));
    expect(first).toMatchObject({ endReason: "voicemail", outcome: null });
    const spoken = async () =>
      (await faro.phoneLines(luz.phone)).filter(
        ({ who, text }) => who === "business" && /envíe la palabra alto/.test(text),
      );
    await expect.poll(spoken).toHaveLength(1);
    expect((await spoken())[0]?.text).toMatch(/inteligencia artificial.*energía solar/s);
    const second = await faro.ended(await faro.place(luz, script));
    expect(second).toMatchObject({ endReason: "voicemail" });
    expect(await spoken()).toHaveLength(1);
    // A message counts as reached.
    expect(await query("SELECT 1 FROM actions WHERE person_id = $1", luz.id)).toHaveLength(2);
  });

  test.each([
    ["busy", 9031],
    ["no_answer", 9032],
  ])("is planned again when it ends as %s, and the gate decides anew", async (status, ending) => {
    const luz = await faro.person(ending - 100);
    const id = await faro.place(luz, script);
    const planned = await faro.until("a second attempt is planned", async () => {
      const [action] = await query("SELECT * FROM actions WHERE caused_by = $1", id);
      return action as {
        id: string;
        status: string;
        type: string;
        config: { attempt: number };
        not_before: Date;
      };
    });
    expect((await callOf(id)).status).toBe(status);
    expect(planned).toMatchObject({ type: "voice_agent", config: { attempt: 2, scriptId: script } });
    expect(planned.not_before.getTime()).toBeGreaterThan(Date.now());
    await faro.pool.query(
      `INSERT INTO consent_records (person_id, channel, state, written, method, proof)
       VALUES ($1, 'call', 'denied', true, 'form', '{"form": "test"}')`,
      [luz.id],
    );
    await faro.pool.query("UPDATE actions SET not_before = now() WHERE id = $1", [planned.id]);
    await faro.until("the gate stops the second attempt", async () => {
      const [action] = await query("SELECT status FROM actions WHERE id = $1", planned.id);
      return action.status === "blocked";
    });
  });
});

describe("without any AI vendor", () => {
  test("the agent answers from the knowledge base, asks for its facts and follows the person's language", async () => {
    await setAiVendors(false);
    await faro.send("PUT", "/api/voice/phone", officePhone);
    const luz = await person();
    const call = await faro.dial(luz, script);
    await call.hears(/momento/);
    await call.say("¿Cuánto cuesta una batería?");
    await call.hears(/9,800|nueve mil ochocientos/);
    await call.say("¿Tienen sucursal en la luna?");
    await call.hears(/no lo sé con certeza/);
    await call.say("Sorry, can we speak English?");
    await call.hears(/in English/);
    await call.say("Thank you, goodbye.");
    const result = await faro.ended(call.id);
    expect(result).toMatchObject({ language: "en", endReason: "goodbye" });
    expect(result.summary).toBeTruthy();
    const answers = await query("SELECT decided_by, cost FROM agent_turns WHERE call_id = $1", call.id);
    expect(answers.every(({ decided_by: by, cost }) => by !== "model" && cost === null)).toBe(true);
    expect(
      await query("SELECT question FROM unanswered_questions WHERE call_id = $1", call.id),
    ).toMatchObject([{ question: "¿Tienen sucursal en la luna?" }]);
    await setAiVendors(true);
  });
});
