import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { twilioSignature } from "#sandbox/twilio/callbacks.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";
import { type RelayServer, startRelayServer } from "./relay-server.ts";

let harness: SandboxHarness;
let relay: RelayServer;
beforeAll(async () => {
  [harness, relay] = await Promise.all([startSandboxHarness(), startRelayServer()]);
  await harness.control({ paceMs: [1, 2], calls: { answering: "auto", silenceMs: 30, amdMs: 5 } });
});
afterAll(() => Promise.all([harness.stop(), relay.stop()]));
beforeEach(async () => {
  relay.reset();
  harness.business.requests.length = 0;
  await harness.control({ relay: { speed: 40, fault: null } });
});

const all =
  'interruptible="any" reportInputDuringAgentSpeech="any" dtmfDetection="true" events="speaker-events tokens-played"';
let nextNumber = 200;
/** Calls a number of its own and returns what a test needs to act as the called person. */
const call = async (
  attributes = all,
  afterwards = "<Response><Say>Adiós</Say></Response>",
  socketUrl = relay.url,
) => {
  harness.business.respond(({ url }) => ({
    body: url.includes("/relay-end")
      ? afterwards
      : `<Response><Connect action="/relay-end"><ConversationRelay url="${socketUrl}" ${attributes}><Language code="es-US" voice="x"/><Parameter name="leadId" value="42"/></ConversationRelay></Connect></Response>`,
  }));
  const to = `+17875550${nextNumber++}`;
  const { body } = await harness.twilio("/Calls.json", {
    To: to,
    From: "+17875550100",
    Url: `${harness.business.url}/twiml`,
    StatusCallback: `${harness.business.url}/status`,
  });
  return {
    to,
    sid: body.sid as string,
    act: (input: unknown) => harness.post(`/sandbox/api/phone/calls/${body.sid}`, input),
    lines: async () => (await harness.conversation(to)).entries[0].lines,
  };
};
const received = (type: string, count = 1) =>
  eventually(() => {
    const matching = relay.frames.filter((frame) => frame.type === type);
    expect(matching.length).toBeGreaterThanOrEqual(count);
    return matching;
  });
const action = () =>
  eventually(() => {
    const request = harness.business.requests.find(({ url }) => url.includes("/relay-end"));
    expect(request).toBeDefined();
    return request?.form ?? {};
  });
const played = (text: string) =>
  eventually(() => expect(relay.frames).toContainEqual({ type: "info", name: "tokensPlayed", value: text }));

describe("a conversation over ConversationRelay", () => {
  test("opens a signed socket, introduces the call and plays the greeting", async () => {
    const { sid, to, act } = await call(`${all} welcomeGreeting="Hola, le habla Faro." language="es-US"`);
    await received("info", 3);
    expect(relay.handshakes).toEqual([
      { url: "/relay/one-time", signature: twilioSignature("t", relay.url) },
    ]);
    expect(relay.frames).toMatchObject([
      {
        type: "setup",
        sessionId: expect.stringMatching(/^VX/),
        callSid: sid,
        from: "+17875550100",
        to,
        direction: "outbound-api",
        callType: "PSTN",
        callStatus: "IN_PROGRESS",
        customParameters: { leadId: "42" },
      },
      { type: "info", name: "agentSpeaking", value: "on" },
      { type: "info", name: "tokensPlayed", value: "Hola, le habla Faro." },
      { type: "info", name: "agentSpeaking", value: "off" },
    ]);
    await act({ speech: "Buenas" });
    const [prompt] = await received("prompt");
    expect(prompt).toEqual({ type: "prompt", voicePrompt: "Buenas", lang: "es-US", last: true });
    await act({ hangUp: true });
    expect(await action()).toMatchObject({
      SessionStatus: "completed",
      CallStatus: "completed",
      CallSid: sid,
      SessionId: relay.frames[0]?.sessionId,
    });
    expect(relay.closes).toEqual([1000]);
  });

  test("signs as Twilio does", () => {
    expect(twilioSignature("test_auth_token_0123456789abcdef", "wss://app.example.com/relay")).toBe(
      "nyqu0DM4jiR6ciDgiQSC2PHmOsI=",
    );
  });

  test("reaches a public address on this machine, signed as it is written, and no other address", async () => {
    const { origin } = new URL(relay.url.replace("ws:", "http:"));
    await harness.control({ origins: { "https://faro.example.com": origin } });
    const publicUrl = "wss://faro.example.com/relay/one-time?x=1";
    const { act } = await call(all, undefined, publicUrl);
    await received("setup");
    expect(relay.handshakes).toEqual([
      { url: "/relay/one-time?x=1", signature: twilioSignature("t", publicUrl) },
    ]);
    await act({ hangUp: true });
    await action();
    harness.business.requests.length = 0;
    await call(all, undefined, "wss://elsewhere.example.com/relay");
    expect(await action()).toMatchObject({ SessionStatus: "failed", ErrorCode: "64102" });
    expect(relay.handshakes).toHaveLength(1);
  });

  test("plays streamed tokens clause by clause and shows them on the phone", async () => {
    const { act, lines } = await call();
    await received("setup");
    relay.send(
      { type: "text", token: "Cuesta 1.50 dól", last: false },
      { type: "text", token: "ares. ¿Le ", last: false },
      { type: "text", token: "sirve?", last: true },
    );
    await played(" ¿Le sirve?");
    const names = relay.frames.slice(1).map(({ value }) => value);
    expect(names.slice(0, 3)).toEqual(["on", "Cuesta 1.50 dólares.", " ¿Le sirve?"]);
    expect(await lines()).toEqual([
      { who: "business", text: "Cuesta 1.50 dólares. ¿Le sirve?", lang: "en-US" },
    ]);
    await act({ hangUp: true });
    await action();
  });

  test("purges everything when the caller interrupts, and reports the heard fragment", async () => {
    await harness.control({ relay: { speed: 4 } });
    const { act } = await call();
    await received("setup");
    relay.send(
      { type: "text", token: "First sentence here. ", last: false },
      {
        type: "text",
        token: "The second one is a good deal longer than it need be, to be cut. ",
        last: false,
      },
      { type: "text", token: "The third is never heard.", last: true },
    );
    await played("First sentence here.");
    await act({ speech: "Wait, stop" });
    const [interrupt] = await received("interrupt");
    await received("prompt");
    expect(interrupt).toMatchObject({
      utteranceUntilInterrupt: expect.stringMatching(/^The\b/),
      durationUntilInterruptMs: expect.any(Number),
    });
    expect("The second one is a good deal longer than it need be, to be cut.").toContain(
      interrupt?.utteranceUntilInterrupt,
    );
    expect(relay.frames.slice(-6)).toMatchObject([
      { name: "clientSpeaking", value: "on" },
      { name: "tokensPlayed", value: interrupt?.utteranceUntilInterrupt },
      { type: "interrupt" },
      { name: "agentSpeaking", value: "off" },
      { name: "clientSpeaking", value: "off" },
      { type: "prompt", voicePrompt: "Wait, stop" },
    ]);
    relay.send({ type: "text", token: "Sorry.", last: true });
    await played("Sorry.");
    expect(JSON.stringify(relay.frames)).not.toContain("never heard");
    await act({ hangUp: true });
    await action();
  });

  test("reports input during a greeting that is not interruptible, and finishes the greeting", async () => {
    await harness.control({ relay: { speed: 2 } });
    const greeting = "This call is recorded.";
    const { act } = await call(`${all} welcomeGreeting="${greeting}" welcomeGreetingInterruptible="none"`);
    await received("info");
    await act({ speech: "Who is this?" });
    await act({ digits: "1" });
    await received("dtmf");
    await played(greeting);
    expect(relay.frames.filter(({ type }) => type === "interrupt")).toEqual([]);
    const types = relay.frames.map(({ type, name }) => name ?? type);
    expect(types.indexOf("prompt")).toBeLessThan(types.indexOf("tokensPlayed"));
    await act({ hangUp: true });
    await action();
  });

  test("drops the words of a barge-in unless the attribute asks for them", async () => {
    await harness.control({ relay: { speed: 2 } });
    const { act } = await call('interruptible="any" events="speaker-events tokens-played"');
    await received("setup");
    relay.send({ type: "text", token: "A sentence that is long enough to be interrupted.", last: true });
    await received("info");
    await act({ speech: "I want a person" });
    await received("interrupt");
    await act({ speech: "Hello?" });
    expect(await received("prompt")).toMatchObject([{ voicePrompt: "Hello?" }]);
    await act({ hangUp: true });
    await action();
  });

  test("plays out queued speech before it ends, and goes on with the action's document", async () => {
    const { lines, sid } = await call(all);
    await received("setup");
    const handoffData = '{"k":"a b&c"}';
    relay.send({ type: "text", token: "Un momento, le comunico.", last: true }, { type: "end", handoffData });
    expect(await action()).toMatchObject({ SessionStatus: "ended", HandoffData: handoffData, CallSid: sid });
    expect(relay.closes).toEqual([1000]);
    await eventually(async () =>
      expect(await lines()).toMatchObject([{ text: "Un momento, le comunico." }, { text: "Adiós" }]),
    );
  });

  test("answers bad frames with an error and closes after ten in a row", async () => {
    await call();
    await received("setup");
    relay.send(...Array.from({ length: 9 }, (_, at) => `bad ${at}`), { type: "text", token: "", last: true });
    await received("error", 9);
    relay.send('{"type":"unheard-of"}', "[]", ...Array.from({ length: 8 }, () => "{"));
    expect((await received("error", 19))[0]).toMatchObject({
      description: "Invalid message received, code: 64107, bad 0",
    });
    expect(await action()).toMatchObject({ SessionStatus: "failed", ErrorCode: "64105" });
    expect(relay.closes).toEqual([1007]);
  });

  test("reconnects when asked to, and sends what happened meanwhile", async () => {
    const { act } = await call(`${all} applicationReconnect="true"`);
    const [setup] = await received("setup");
    relay.socket()?.terminate();
    await act({ speech: "¿Sigue ahí?" });
    const setups = await received("setup", 2);
    expect(setups[1]?.sessionId).toBe(setup?.sessionId);
    expect(await received("prompt")).toMatchObject([{ voicePrompt: "¿Sigue ahí?" }]);
    await act({ hangUp: true });
    expect(await action()).toMatchObject({ SessionStatus: "completed" });
  });

  test("fails when the socket is lost or cannot be opened", async () => {
    await call();
    await received("setup");
    relay.socket()?.terminate();
    expect(await action()).toMatchObject({ SessionStatus: "failed", ErrorCode: "64105" });
    harness.business.requests.length = 0;
    relay.refuse(true);
    await call();
    expect(await action()).toMatchObject({ SessionStatus: "failed", ErrorCode: "64102" });
  });

  test("is left when the account gives the call other instructions", async () => {
    const { sid, lines } = await call();
    await received("setup");
    await harness.twilio(`/Calls/${sid}.json`, { Twiml: "<Response><Say>Deje un mensaje</Say></Response>" });
    await eventually(async () => expect(await lines()).toMatchObject([{ text: "Deje un mensaje" }]));
    expect(relay.closes).toEqual([1000]);
    expect(harness.business.requests.filter(({ url }) => url.includes("/relay-end"))).toEqual([]);
  });

  test("lists attributes that Twilio would drop", async () => {
    const { sid, act } = await call('interuptible="any" events="tokens-played"');
    await received("setup");
    const { body } = await harness.get(`/sandbox/api/relay?call=${sid}`);
    expect(body).toMatchObject([
      { callSid: sid, unknownAttributes: ["interuptible"], languages: ["es-US"], frames: [{ kind: "sent" }] },
    ]);
    await act({ hangUp: true });
    await action();
  });
});
