import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { twilioSignature } from "#sandbox/twilio/callbacks.ts";
import type { ReceivedRequest } from "./business-server.ts";
import { eventually, type SandboxHarness, startSandboxHarness } from "./harness.ts";
import { basicHeader, testAccountSid } from "./vendor-requests.ts";

let harness: SandboxHarness;
beforeAll(async () => {
  harness = await startSandboxHarness();
  await harness.control({ paceMs: [1, 5], calls: { silenceMs: 30, amdMs: 5 } });
});
afterAll(() => harness.stop());
beforeEach(async () => {
  harness.business.requests.length = 0;
  await harness.control({ calls: { answering: "watched" } });
});

const events = "initiated ringing answered completed";
const call = (to: string, more: Record<string, string> = {}) =>
  harness.twilio("/Calls.json", {
    To: to,
    From: "+17875550100",
    Url: `${harness.business.url}/twiml?action=7`,
    StatusCallback: `${harness.business.url}/status`,
    StatusCallbackEvent: events,
    ...more,
  });
const requestsTo = (path: string): ReceivedRequest[] =>
  harness.business.requests.filter(({ url }) => new URL(url).pathname === path);
const completed = () =>
  eventually(() => {
    const last = requestsTo("/status").at(-1)?.form;
    expect(["completed", "busy", "failed", "no-answer", "canceled"]).toContain(last?.CallStatus);
    return last ?? {};
  });
const script = (pages: Record<string, string>) =>
  harness.business.respond(({ url }) => ({ body: pages[new URL(url).pathname] ?? "" }));
const question =
  '<Response><Gather input="dtmf speech" numDigits="1" action="/pressed" language="es-US"><Say language="es-US">Le habla Faro. Oprima 1.</Say></Gather><Say>Adiós</Say></Response>';

describe("a call", () => {
  test("fetches its script by a signed request, speaks it, and reports its progress", async () => {
    script({ "/twiml": '<?xml version="1.0"?><Response><Say>Hola &amp; saludos</Say><Hangup/></Response>' });
    const { status, body } = await call("+17875550140");
    expect(status).toBe(201);
    expect(body).toMatchObject({
      sid: expect.stringMatching(/^CA/),
      status: "queued",
      price: null,
      duration: null,
    });
    const last = await completed();
    expect(requestsTo("/status").map(({ form }) => form.CallStatus)).toEqual([
      "initiated",
      "ringing",
      "in-progress",
      "completed",
    ]);
    expect(requestsTo("/status").map(({ form }) => form.SequenceNumber)).toEqual(["0", "1", "2", "3"]);
    expect(last).toMatchObject({
      CallSid: body.sid,
      CallbackSource: "call-progress-events",
      CallDuration: "1",
      Duration: "1",
    });
    expect(requestsTo("/twiml")[0]?.form).toMatchObject({
      CallStatus: "in-progress",
      Direction: "outbound-api",
    });
    for (const { url, form, headers } of harness.business.requests)
      expect(headers["x-twilio-signature"]).toBe(twilioSignature("t", url, form));
    expect((await harness.twilio(`/Calls/${body.sid}.json`)).body).toMatchObject({
      status: "completed",
      duration: "1",
      price: "-0.01400",
      price_unit: "USD",
    });
    expect((await harness.conversation("+17875550140")).entries[0].lines).toEqual([
      { who: "business", text: "Hola & saludos" },
    ]);
  });

  test("reports only its end by default", async () => {
    script({ "/twiml": "<Response><Say>Hola</Say></Response>" });
    await harness.twilio("/Calls.json", {
      To: "+17875550141",
      From: "+17875550100",
      Twiml: "<Response><Say>Hola</Say></Response>",
      StatusCallback: `${harness.business.url}/status`,
    });
    await completed();
    expect(requestsTo("/status")).toHaveLength(1);
    expect(requestsTo("/twiml")).toHaveLength(0);
  });

  test("continues at the action of the pressed key", async () => {
    script({ "/twiml": question, "/pressed": "<Response><Say>Gracias</Say></Response>" });
    await call("+17875559036");
    await completed();
    expect(requestsTo("/pressed")[0]?.form).toMatchObject({ Digits: "1" });
    expect((await harness.conversation("+17875559036")).entries[0].lines).toEqual([
      { who: "customer", text: "1", keys: true },
      { who: "business", text: "Le habla Faro. Oprima 1." },
      { who: "business", text: "Gracias" },
    ]);
  });

  test("recognises speech", async () => {
    script({ "/twiml": question, "/pressed": "<Response/>" });
    await call("+17875559039");
    await completed();
    expect(requestsTo("/pressed")[0]?.form).toMatchObject({
      SpeechResult: "No me llamen más",
      Confidence: expect.any(String),
      Language: "es-US",
    });
  });

  test("continues with the next verb without input", async () => {
    script({ "/twiml": question });
    await call("+17875550142");
    await completed();
    expect(requestsTo("/pressed")).toHaveLength(0);
    expect((await harness.conversation("+17875550142")).entries[0].lines.at(-1)).toEqual({
      who: "business",
      text: "Adiós",
    });
  });

  test("is controlled from the phone page: answer, keys, hang up", async () => {
    await harness.control({ calls: { answering: "phone" } });
    script({ "/twiml": question, "/pressed": question });
    const { body } = await call("+17875550143");
    const act = (input: unknown) => harness.post(`/sandbox/api/phone/calls/${body.sid}`, input);
    const awaits = async (what: string) =>
      eventually(async () =>
        expect((await harness.conversation("+17875550143")).entries[0].awaits).toBe(what),
      );
    await awaits("answer");
    await act({ pickUp: true });
    await awaits("keys or words");
    await act({ digits: "5" });
    await eventually(() => expect(requestsTo("/pressed")[0]?.form.Digits).toBe("5"));
    await awaits("keys or words");
    await act({ hangUp: true });
    expect((await completed()).CallStatus).toBe("completed");
    expect(await act({ digits: "1" })).toMatchObject({ status: 409 });
    expect(await act({ digits: "one" })).toMatchObject({ status: 400 });
  });

  test("records, and serves the recording as audio", async () => {
    script({
      "/twiml":
        '<Response><Say>Deje su mensaje</Say><Record maxLength="9" action="/recorded" recordingStatusCallback="/recording"/></Response>',
      "/recorded": "<Response><Hangup/></Response>",
    });
    const { body } = await call("+17875559038");
    await completed();
    const status = requestsTo("/recording")[0]?.form ?? {};
    expect(status).toMatchObject({
      RecordingStatus: "completed",
      RecordingSource: "RecordVerb",
      CallSid: body.sid,
      RecordingDuration: "3",
    });
    expect(requestsTo("/recorded")[0]?.form.RecordingUrl).toBe(status.RecordingUrl);
    const audio = await fetch(`${status.RecordingUrl}.mp3`, { headers: basicHeader(testAccountSid, "t") });
    expect(audio.headers.get("content-type")).toContain("audio/mpeg");
    expect(Buffer.from(await audio.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfb]));
    expect((await harness.twilio(`/Calls/${body.sid}/Recordings.json`)).body.recordings).toHaveLength(1);
  });

  test.each([
    ["+17875559031", "busy", "486"],
    ["+17875559032", "no-answer", "487"],
    ["+17875559033", "failed", "404"],
  ])("to %s ends as %s and costs nothing", async (to, status, code) => {
    const { body } = await call(to);
    expect(await completed()).toMatchObject({ CallStatus: status, SipResponseCode: code, CallDuration: "0" });
    expect((await harness.twilio(`/Calls/${body.sid}.json`)).body).toMatchObject({ status, price: null });
    expect(requestsTo("/twiml")).toHaveLength(0);
  });

  test("distinguishes a machine from a person", async () => {
    script({ "/twiml": "<Response/>" });
    await call("+17875559034", { MachineDetection: "DetectMessageEnd" });
    expect(await completed()).toMatchObject({ AnsweredBy: "machine_end_beep" });
    expect(requestsTo("/twiml")[0]?.form.AnsweredBy).toBe("machine_end_beep");
    harness.business.requests.length = 0;
    const amd = `${harness.business.url}/amd`;
    await call("+17875550144", { MachineDetection: "Enable", AsyncAmd: "true", AsyncAmdStatusCallback: amd });
    await completed();
    await eventually(() =>
      expect(requestsTo("/amd")[0]?.form).toMatchObject({
        AnsweredBy: "human",
        MachineDetectionDuration: "5",
      }),
    );
  });

  test("notes an error when the script is not valid TwiML", async () => {
    script({ "/twiml": "<Response><Say>Hola</Response>" });
    await call("+17875550145");
    await completed();
    expect((await harness.conversation("+17875550145")).entries[0].lines).toEqual([
      { who: "note", note: "error", text: "" },
    ]);
  });

  test("can be cancelled by the account", async () => {
    await harness.control({ calls: { answering: "phone" } });
    script({ "/twiml": question });
    const { body } = await call("+17875550146");
    await harness.twilio(`/Calls/${body.sid}.json`, { Status: "canceled" });
    expect(await completed()).toMatchObject({ CallStatus: "canceled" });
    expect((await harness.twilio(`/Calls/${body.sid}.json`, { Status: "completed" })).body.code).toBe(21_220);
  });

  test.each<[Record<string, string>, number]>([
    [{ Url: "" }, 21_205],
    [{ From: "+12125550000" }, 21_210],
    [{ To: "+17875559001" }, 21_211],
    [{ To: "+17875559003" }, 21_215],
  ])("with %o is rejected with code %i", async (invalid, code) => {
    expect((await call("+17875550147", invalid)).body).toMatchObject({
      code,
    });
  });
});
