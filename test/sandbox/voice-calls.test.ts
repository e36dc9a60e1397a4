import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallerPersona } from "#sandbox/callers/persona.ts";
import { twilioSignature } from "#sandbox/twilio/callbacks.ts";
import type { ReceivedRequest } from "./business-server.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";
import { type RelayServer, startRelayServer } from "./relay-server.ts";
import { basicHeader, testAccountSid } from "./vendor-requests.ts";

let harness: SandboxHarness;
let relay: RelayServer;
beforeAll(async () => {
  [harness, relay] = await Promise.all([startSandboxHarness(), startRelayServer()]);
});
afterAll(() => Promise.all([harness.stop(), relay.stop()]));
beforeEach(async () => {
  relay.reset();
  harness.business.requests.length = 0;
  await harness.control({ reset: true });
  await harness.control({
    paceMs: [1, 2],
    calls: { answering: "auto", silenceMs: 30, amdMs: 100 },
    relay: { speed: 50 },
  });
});

let nextNumber = 300;
const newNumber = () => `+17875550${nextNumber++}`;
const serve = (pages: Record<string, string>) =>
  harness.business.respond(({ url }) => ({ body: pages[new URL(url).pathname] ?? "<Response/>" }));
const relayTwiml = (attributes = "", after = "") =>
  `<Response><Connect action="/relay-end"><ConversationRelay url="${relay.url}" interruptible="any" reportInputDuringAgentSpeech="any" dtmfDetection="true" events="speaker-events tokens-played" ${attributes}/></Connect>${after}</Response>`;
const place = async (to: string, more: Record<string, string> = {}) =>
  (
    await harness.twilio("/Calls.json", {
      To: to,
      From: "+17875550100",
      Url: `${harness.business.url}/twiml`,
      StatusCallback: `${harness.business.url}/status`,
      ...more,
    })
  ).body.sid as string;
const requestTo = (path: string): Promise<ReceivedRequest> =>
  eventually(() => {
    const request = harness.business.requests.find(({ url }) => new URL(url).pathname === path);
    expect(request).toBeDefined();
    return request as ReceivedRequest;
  });
const act = (sid: string, input: unknown) => harness.post(`/sandbox/api/phone/calls/${sid}`, input);
const received = (type: string) =>
  eventually(() => expect(relay.frames.map((frame) => frame.type)).toContain(type));

describe("a recording through the API", () => {
  test("starts during the call, stops, and shows who spoke when", async () => {
    serve({ "/twiml": relayTwiml('welcomeGreeting="Esta llamada se graba para su seguridad."') });
    const sid = await place(newNumber());
    await received("setup");
    const callback = `${harness.business.url}/recording`;
    const started = await harness.twilio(`/Calls/${sid}/Recordings.json`, {
      RecordingStatusCallback: callback,
      RecordingStatusCallbackEvent: "in-progress completed",
    });
    expect(started).toMatchObject({
      status: 201,
      body: { status: "in-progress", source: "StartCallRecordingAPI", call_sid: sid, duration: "-1" },
    });
    relay.send({ type: "text", token: "¿En qué le puedo servir el día de hoy?", last: true });
    await eventually(() => expect(JSON.stringify(relay.frames)).toContain("el día de hoy?"));
    const { body: paused } = await harness.twilio(`/Calls/${sid}/Recordings/Twilio.CURRENT.json`, {
      Status: "paused",
    });
    expect(paused.status).toBe("paused");
    await harness.twilio(`/Calls/${sid}/Recordings/${paused.sid}.json`, { Status: "in-progress" });
    await harness.twilio(`/Calls/${sid}/Recordings/${paused.sid}.json`, { Status: "stopped" });
    await eventually(() => {
      const statuses = harness.business.requests
        .filter(({ url }) => url.endsWith("/recording"))
        .map(({ form }) => form.RecordingStatus);
      expect(statuses).toEqual(["in-progress", "completed"]);
    });
    const { body: resource } = await harness.twilio(`/Recordings/${paused.sid}.json`);
    expect(resource).toMatchObject({ status: "completed", start_time: expect.any(String) });
    const seconds = Number(resource.duration);
    expect(seconds).toBeGreaterThan(2);
    const wav = Buffer.from(
      await (
        await fetch(`${resource.media_url}.wav`, { headers: basicHeader(testAccountSid, "t") })
      ).arrayBuffer(),
    );
    expect(wav.length).toBe(44 + seconds * 16_000);
    const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, seconds * 8000);
    expect(samples.some((sample) => Math.abs(sample) > 5000)).toBe(true);
    expect(samples.some((sample) => sample === 0)).toBe(true);
    const mp3 = await fetch(`${resource.media_url}.mp3`, { headers: basicHeader(testAccountSid, "t") });
    expect(mp3.headers.get("content-type")).toBe("audio/mpeg");
    expect(Math.round((await mp3.arrayBuffer()).byteLength / 16_000)).toBe(seconds);
    await act(sid, { hangUp: true });
    await requestTo("/status");
  });

  test("ends with the call, and is refused without one", async () => {
    serve({ "/twiml": relayTwiml() });
    const sid = await place(newNumber());
    await received("setup");
    const { body } = await harness.twilio(`/Calls/${sid}/Recordings.json`, {
      RecordingStatusCallback: `${harness.business.url}/recording`,
    });
    await act(sid, { hangUp: true });
    expect((await requestTo("/recording")).form).toMatchObject({
      RecordingSid: body.sid,
      RecordingStatus: "completed",
      RecordingSource: "StartCallRecordingAPI",
    });
    await requestTo("/status");
    expect(await harness.twilio(`/Calls/${sid}/Recordings.json`, {})).toMatchObject({
      status: 400,
      body: { code: 21_220 },
    });
  });
});

describe("machine detection", () => {
  test("reports after the answer, not before, and voicemail as such", async () => {
    serve({ "/twiml": relayTwiml() });
    const sid = await place("+17875559034", {
      MachineDetection: "DetectMessageEnd",
      AsyncAmd: "true",
      AsyncAmdStatusCallback: `${harness.business.url}/amd`,
    });
    expect((await requestTo("/amd")).form).toMatchObject({ CallSid: sid, AnsweredBy: "machine_end_beep" });
    expect(relay.frames).toMatchObject([
      { type: "setup" },
      { name: "clientSpeaking" },
      ...relay.frames.slice(2),
    ]);
    await harness.twilio(`/Calls/${sid}.json`, {
      Twiml: "<Response><Say>Le llamó Faro.</Say></Response>",
    });
    expect((await requestTo("/status")).form.CallStatus).toBe("completed");
    expect(relay.closes).toEqual([1000]);
  });
});

describe("a transfer", () => {
  const dial = (targets: string) =>
    `<Response><Dial answerOnBridge="true" timeout="5" callerId="+17875550100" action="/dialed">${targets}</Dial></Response>`;
  const whisper =
    '<Response><Gather numDigits="1" action="/accept"><Say>Ana quiere saber el precio. Oprima 1 para aceptar.</Say></Gather><Hangup/></Response>';
  const pages = (targets: string) => ({
    "/twiml": dial(targets),
    "/whisper": whisper,
    "/dialed": "<Response><Say>Gracias</Say></Response>",
  });

  test("rings a second phone, whose person hears the whisper and accepts", async () => {
    const operator = newNumber();
    serve(pages(`<Number url="/whisper">${operator}</Number>`));
    const sid = await place(newNumber());
    const { form } = await requestTo("/dialed");
    expect(form).toMatchObject({
      CallSid: sid,
      DialCallStatus: "completed",
      DialBridged: "true",
      DialCallDuration: "30",
      DialCallSid: expect.stringMatching(/^CA/),
    });
    expect((await requestTo("/whisper")).form).toMatchObject({
      CallSid: form.DialCallSid,
      ParentCallSid: sid,
      To: operator,
      From: "+17875550100",
      Direction: "outbound-dial",
    });
    expect((await requestTo("/accept")).form.Digits).toBe("1");
    expect((await harness.conversation(operator)).entries[0]).toMatchObject({
      isTransfer: true,
      status: "completed",
    });
    await requestTo("/status");
  });

  test.each([
    ["+17875559031", undefined, "busy"],
    ["+17875559032", undefined, "no-answer"],
    ["+17875550390", "decline", "busy"],
    ["+17875550391", "no-key", "completed"],
  ])("to %s (%s) is not bridged: %s", async (operator, behaviour, status) => {
    if (behaviour) await harness.control({ calls: { operators: { [operator]: behaviour } } });
    serve(pages(`<Number url="/whisper">${operator}</Number>`));
    await place(newNumber());
    expect((await requestTo("/dialed")).form).toMatchObject({
      DialCallStatus: status,
      DialBridged: "false",
      DialCallDuration: "0",
    });
    await requestTo("/status");
  });

  test("rings all targets at once, and the first who accepts is connected", async () => {
    serve(
      pages('<Number>+17875559032</Number><Sip username="u" password="p">sip:1001@pbx.example.com</Sip>'),
    );
    await place(newNumber());
    expect((await requestTo("/dialed")).form).toMatchObject({
      DialCallStatus: "completed",
      DialBridged: "true",
    });
    expect((await harness.conversation("sip:1001@pbx.example.com")).entries[0].status).toBe("completed");
    await requestTo("/status");
  });

  test("connects two persons at the phone page until one of them hangs up", async () => {
    await harness.control({ calls: { answering: "phone" } });
    const operator = newNumber();
    serve(pages(`<Number url="/whisper">${operator}</Number>`));
    const customer = newNumber();
    const sid = await place(customer);
    const entry = (address: string) =>
      eventually(async () => {
        const found = (await harness.conversation(address)).entries[0];
        expect(found?.awaits).toBe("answer");
        return found;
      });
    await entry(customer);
    await act(sid, { pickUp: true });
    const { id } = await entry(operator);
    await act(id, { pickUp: true });
    await act(id, { digits: "1" });
    const lines = async (address: string) => (await harness.conversation(address)).entries[0].lines;
    await eventually(async () =>
      expect(await lines(customer)).toContainEqual({ who: "note", note: "bridged", text: "" }),
    );
    await act(id, { speech: "Buenas, le habla Marta." });
    await act(sid, { speech: "Hola, Marta." });
    await eventually(async () => {
      expect(await lines(customer)).toContainEqual({ who: "business", text: "Buenas, le habla Marta." });
      expect(await lines(operator)).toContainEqual({ who: "business", text: "Hola, Marta." });
    });
    await act(id, { hangUp: true });
    expect((await requestTo("/dialed")).form).toMatchObject({
      DialCallStatus: "completed",
      DialBridged: "true",
    });
    await requestTo("/status");
  });
});

describe("a call to the business", () => {
  const callBusiness = (from: string, body: unknown = {}) =>
    harness.post(`/sandbox/api/phone/conversations/${encodeURIComponent(from)}/call`, body);

  test("asks the voice webhook by a signed request and runs its document", async () => {
    const from = newNumber();
    expect(await callBusiness(from)).toMatchObject({ status: 409, body: { code: "nobody_to_call" } });
    await harness.control({
      webhooks: {
        twilioVoice: `${harness.business.url}/voice`,
        twilioVoiceStatus: `${harness.business.url}/status`,
      },
    });
    serve({ "/voice": relayTwiml('welcomeGreeting="Gracias por llamar."') });
    const { status, body } = await callBusiness(from, { to: "+19395550100" });
    expect(status).toBe(201);
    const webhook = await requestTo("/voice");
    expect(webhook.form).toMatchObject({
      CallSid: body.id,
      Direction: "inbound",
      CallStatus: "ringing",
      From: from,
      To: "+19395550100",
    });
    expect(webhook.headers["x-twilio-signature"]).toBe(twilioSignature("t", webhook.url, webhook.form));
    await received("setup");
    expect(relay.frames[0]).toMatchObject({ direction: "inbound", callStatus: "RINGING", from });
    await act(body.id, { hangUp: true });
    expect((await requestTo("/status")).form).toMatchObject({
      CallStatus: "completed",
      Direction: "inbound",
    });
    expect((await harness.conversation(from)).entries[0]).toMatchObject({ direction: "outgoing" });
  });

  test.each([
    ["<Response><Reject/></Response>", "busy"],
    ["not xml", "failed"],
  ])("that is answered with %s ends as %s", async (document, status) => {
    await harness.control({ webhooks: { twilioVoice: `${harness.business.url}/voice` } });
    serve({ "/voice": document });
    const from = newNumber();
    await callBusiness(from);
    await eventually(async () => expect((await harness.conversation(from)).entries[0].status).toBe(status));
  });
});

describe("scripted callers", () => {
  test("are at least 16 in each language, each with what must hold afterwards", async () => {
    const { body } = await harness.get("/sandbox/api/callers");
    const personas = body as CallerPersona[];
    for (const language of ["en", "es"])
      expect(personas.filter((persona) => persona.language === language).length).toBeGreaterThanOrEqual(16);
    expect(new Set(personas.map(({ id }) => id)).size).toBe(personas.length);
    for (const { expects } of personas) {
      expect(expects.outcomes.length * expects.endReasons.length).toBeGreaterThan(0);
      for (const pattern of [...expects.mustSay, ...expects.mustNotSay]) new RegExp(pattern, "iu");
    }
    expect((await harness.control({ caller: { number: "+17875550123", persona: "nobody" } })).status).toBe(
      400,
    );
  });

  test("answer what they are asked and otherwise follow their own agenda", async () => {
    const number = newNumber();
    await harness.control({ caller: { number, persona: "busy-es" } });
    serve({ "/twiml": relayTwiml('welcomeGreeting="Hola, soy la asistente de Faro."') });
    const answers = ["¿A qué hora le llamo?", "Perfecto, hasta luego."];
    relay.respond((frame, send) => {
      if (frame.type === "prompt") send({ type: "text", token: answers.shift() ?? "", last: true });
    });
    await place(number);
    expect((await requestTo("/relay-end")).form.SessionStatus).toBe("completed");
    expect(
      relay.frames.filter(({ type }) => type === "prompt").map(({ voicePrompt }) => voicePrompt),
    ).toEqual(["Ahora mismo voy guiando, no puedo hablar.", "Mañana por la tarde, después de las cuatro."]);
    await requestTo("/status");
  });

  test("all come to an end by themselves, unless they are machines or silent", async () => {
    const { body } = await harness.get("/sandbox/api/callers");
    const talkers = (body as CallerPersona[]).filter(({ staysSilent }) => !staysSilent);
    serve({
      "/twiml": relayTwiml('welcomeGreeting="Hello, this is an assistant. May I ask you something?"'),
    });
    relay.respond((frame, send) => {
      if (["prompt", "dtmf", "interrupt"].includes(frame.type))
        send({
          type: "text",
          token: "I see. Is there anything else that you would like to know?",
          last: true,
        });
    });
    for (const { id } of talkers) {
      const number = newNumber();
      await harness.control({ caller: { number, persona: id } });
      await place(number);
    }
    await eventually(() => {
      const ends = harness.business.requests.filter(({ url }) => url.endsWith("/status"));
      expect(ends.map(({ form }) => form.CallStatus)).toEqual(talkers.map(() => "completed"));
    });
  });

  test("go on where they were when the call comes back to the agent", async () => {
    const number = newNumber();
    await harness.control({ caller: { number, persona: "human-en" } });
    serve({ "/twiml": relayTwiml('welcomeGreeting="Hello."'), "/relay-end": relayTwiml() });
    let sessions = 0;
    relay.respond((frame, send) => {
      if (frame.type === "setup" && ++sessions === 2)
        send({ type: "text", token: "Nobody is free. Shall I have someone call you back?", last: true });
      if (frame.type === "prompt" && sessions === 1) send({ type: "end", handoffData: "{}" });
      if (frame.type === "prompt" && sessions === 2) send({ type: "text", token: "Goodbye.", last: true });
    });
    await place(number);
    expect((await requestTo("/status")).form.CallStatus).toBe("completed");
    expect(relay.frames.flatMap(({ type, voicePrompt }) => (type === "prompt" ? [voicePrompt] : []))).toEqual(
      ["I want to speak to a real person, please.", "Yes, please have someone call me back."],
    );
  });

  test("interrupt at a given character", async () => {
    const number = newNumber();
    await harness.control({ caller: { number, persona: "interrupts-en" }, relay: { speed: 0 } });
    serve({ "/twiml": relayTwiml('welcomeGreeting="Hello."') });
    relay.respond((frame, send) => {
      if (frame.type === "prompt")
        send({
          type: "text",
          token: "We are open from nine in the morning until six in the evening.",
          last: true,
        });
    });
    const sid = await place(number);
    await received("interrupt");
    expect(relay.frames.find(({ type }) => type === "interrupt")).toMatchObject({
      utteranceUntilInterrupt: "We are open from nine in the",
    });
    await act(sid, { hangUp: true });
    await requestTo("/status");
  });
});

describe("a fault of the relay", () => {
  const promptAfter = async (fault: string, attributes = "") => {
    await harness.control({ relay: { fault } });
    serve({ "/twiml": relayTwiml(attributes) });
    const sid = await place(newNumber());
    await received("setup");
    await act(sid, { speech: "Quiero saber el precio" });
    await received("prompt");
    return sid;
  };
  const prompts = () => relay.frames.filter(({ type }) => type === "prompt");

  test("sends a final twice, in fragments, or in the wrong language", async () => {
    await promptAfter("duplicate-final");
    await eventually(() => expect(prompts()).toHaveLength(2));
    relay.reset();
    await promptAfter("fragmented-final");
    await eventually(() =>
      expect(prompts()).toMatchObject([{ voicePrompt: "Quiero saber" }, { voicePrompt: "el precio" }]),
    );
    relay.reset();
    await promptAfter("wrong-lang", 'language="es-US"');
    expect(prompts()).toMatchObject([{ lang: "en-US" }]);
  });

  test("cuts the socket in the middle of an answer, and reconnects only if asked to", async () => {
    await promptAfter("drop", 'applicationReconnect="true"');
    relay.send({ type: "text", token: "El precio", last: false });
    await eventually(() => expect(relay.frames.filter(({ type }) => type === "setup")).toHaveLength(2));
    relay.reset();
    await promptAfter("drop-no-reconnect", 'applicationReconnect="true"');
    relay.send({ type: "text", token: "El precio", last: false });
    expect((await requestTo("/relay-end")).form).toMatchObject({ ErrorCode: "64105" });
  });

  test.each([
    ["unreachable", "64102"],
    ["unsigned", "64102"],
  ])("%s leads to error %s", async (fault, code) => {
    await harness.control({ relay: { fault } });
    relay.refuse(true);
    serve({ "/twiml": relayTwiml() });
    await place(newNumber());
    expect((await requestTo("/relay-end")).form).toMatchObject({ SessionStatus: "failed", ErrorCode: code });
    expect(relay.handshakes.map(({ signature }) => signature)).toEqual(
      fault === "unsigned" ? [undefined] : [],
    );
    await requestTo("/status");
  });

  test("pretends to be another call, uses the address twice, floods, or sends unknown frames", async () => {
    const sid = await promptAfter("foreign-call");
    expect(relay.frames[0]?.callSid).not.toBe(sid);
    relay.reset();
    await promptAfter("reused-token");
    await eventually(() => expect(relay.handshakes).toHaveLength(2));
    relay.reset();
    await promptAfter("malformed-flood");
    expect(relay.frames.filter(({ type }) => type === "malformed").length).toBeGreaterThan(2);
    relay.reset();
    await promptAfter("unknown-frame");
    expect(relay.frames.map(({ type }) => type)).toContain("sentiment");
    relay.reset();
    await promptAfter("error-frame");
    await received("error");
  });
});
