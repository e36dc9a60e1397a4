import { describe, expect, test } from "vitest";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { approved } from "./approved.ts";
import {
  fakeVendor,
  formCallback,
  httpResponse,
  outgoingMessage,
  sampleActionId,
  sampleSettings,
} from "./fake-vendor.ts";

const settings = sampleSettings(twilioCall);
const call = (overrides: Partial<OutgoingMessage> = {}) => outgoingMessage({ channel: "call", ...overrides });
const english = { language: "en", text: "Your solar panels are ready." } as const;
const spanish = { language: "es", text: "Sus placas solares están listas." } as const;
const CallSid = "CA00000000000000000000000000000001";

/** One verb per line, without the XML declaration. */
const verbs = (response: { body: string } | undefined) =>
  response?.body
    .replace(/^<\?xml[^>]*\?>/, "")
    .replaceAll("><", ">\n<")
    .replaceAll("https://faro.example.com/hooks/m/x", "…");
const answerCallback = (
  fields: Record<string, string> = {},
  query: Record<string, string> = { part: "answer" },
) =>
  formCallback(
    {
      CallSid,
      CallStatus: "in-progress",
      Direction: "outbound-api",
      From: "+17875550100",
      To: "+17875550199",
      ...fields,
    },
    { action: sampleActionId, ...query },
  );
const gatherCallback = (fields: Record<string, string>, query: Record<string, string> = {}) =>
  answerCallback(fields, { part: "gather", turn: "1", ...query });
const respond = (callback: ReturnType<typeof answerCallback>, message: OutgoingMessage) =>
  verbs(twilioCall.respondToCallback?.(callback, message));

describe("placing a call", () => {
  test("passes the callback URLs and the ring time to Twilio", async () => {
    const { requests, context } = fakeVendor(
      settings,
      httpResponse(201, { sid: CallSid, status: "queued", price: null }),
    );
    expect(await twilioCall.send(context, approved(call()))).toEqual({
      kind: "accepted",
      providerId: CallSid,
      status: "sent",
      price: null,
    });
    const fields = new URLSearchParams(String(requests[0]?.body));
    const callbackUrl = `https://faro.example.com/hooks/m/x?action=${sampleActionId}`;
    expect(requests[0]?.path).toMatch(/\/Calls\.json$/);
    expect(Object.fromEntries(fields)).toMatchObject({
      To: "+17875550199",
      From: "+17875550100",
      Url: `${callbackUrl}&part=answer&channel=call`,
      StatusCallback: `${callbackUrl}&part=status&channel=call`,
      Timeout: "25",
      MachineDetection: "DetectMessageEnd",
    });
    expect(fields.getAll("StatusCallbackEvent")).toEqual(["initiated", "ringing", "answered", "completed"]);
    // It may start only after its notice.
    expect(fields.has("Record")).toBe(false);
  });

  test("of the voice agent is answered by the relay, and detection does not delay it", async () => {
    const { requests, context } = fakeVendor(settings, httpResponse(201, { sid: CallSid, status: "queued" }));
    await twilioCall.send(context, approved(call({ channel: "voice_agent", maxSeconds: 600 })));
    const voiceUrl = `https://faro.example.com/hooks/m/twilio-voice?action=${sampleActionId}`;
    const fields = Object.fromEntries(new URLSearchParams(String(requests[0]?.body)));
    expect(fields).toMatchObject({
      Url: `${voiceUrl}&part=answer&channel=voice_agent`,
      AsyncAmd: "true",
      AsyncAmdStatusCallback: `${voiceUrl}&part=amd&channel=voice_agent`,
      TimeLimit: "600",
    });
    expect(fields).not.toHaveProperty("Record");
  });

  test("is refused without a public callback URL", async () => {
    const { requests, context } = fakeVendor(settings, httpResponse(201, {}));
    expect(await twilioCall.send(context, approved(call({ callbackUrl: null })))).toMatchObject({
      kind: "refused",
      code: "no_public_address",
    });
    expect(requests).toEqual([]);
  });
});

describe("what a call says", () => {
  test("in English", () => {
    expect(respond(answerCallback({ AnsweredBy: "human" }), call(english))).toMatchInlineSnapshot(`
      "<Response>
      <Gather input="dtmf speech" numDigits="1" timeout="5" speechTimeout="auto" language="en-US" action="…?action=01990000-0000-7000-8000-000000000001&amp;part=gather&amp;channel=call&amp;turn=1" method="POST" actionOnEmptyResult="true">
      <Say voice="Google.en-US-Neural2-F" language="en-US">Hello. This is an automated call from Sol del Este. This call may be recorded.</Say>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Your solar panels are ready.</Say>
      <Say voice="Google.en-US-Neural2-F" language="en-US">To stop receiving calls from us, press 9 or say stop.</Say>
      </Gather>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Goodbye.</Say>
      <Hangup/>
      </Response>"
    `);
  });

  test("in Spanish", () => {
    expect(respond(answerCallback({ AnsweredBy: "human" }), call(spanish))).toMatchInlineSnapshot(`
      "<Response>
      <Gather input="dtmf speech" numDigits="1" timeout="5" speechTimeout="auto" language="es-US" action="…?action=01990000-0000-7000-8000-000000000001&amp;part=gather&amp;channel=call&amp;turn=1" method="POST" actionOnEmptyResult="true">
      <Say voice="Google.es-US-Neural2-A" language="es-US">Saludos. Esta es una llamada automatizada de Sol del Este. Esta llamada puede ser grabada.</Say>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Sus placas solares están listas.</Say>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Si no desea recibir más llamadas nuestras, oprima el 9 o diga alto.</Say>
      </Gather>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Hasta luego.</Say>
      <Hangup/>
      </Response>"
    `);
  });

  test("as an assistant in English", () => {
    expect(respond(answerCallback(), call({ ...english, channel: "voice_agent" }))).toMatchInlineSnapshot(`
      "<Response>
      <Gather input="dtmf speech" numDigits="1" timeout="5" speechTimeout="auto" language="en-US" action="…?action=01990000-0000-7000-8000-000000000001&amp;part=gather&amp;channel=voice_agent&amp;turn=1" method="POST" actionOnEmptyResult="true">
      <Say voice="Google.en-US-Neural2-F" language="en-US">Hello. I am the automated assistant of Sol del Este, not a person. This call may be recorded.</Say>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Your solar panels are ready.</Say>
      <Say voice="Google.en-US-Neural2-F" language="en-US">To stop receiving calls from us, press 9 or say stop.</Say>
      </Gather>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Goodbye.</Say>
      <Hangup/>
      </Response>"
    `);
  });

  test("as an assistant in Spanish", () => {
    expect(respond(answerCallback(), call({ ...spanish, channel: "voice_agent" }))).toMatchInlineSnapshot(`
      "<Response>
      <Gather input="dtmf speech" numDigits="1" timeout="5" speechTimeout="auto" language="es-US" action="…?action=01990000-0000-7000-8000-000000000001&amp;part=gather&amp;channel=voice_agent&amp;turn=1" method="POST" actionOnEmptyResult="true">
      <Say voice="Google.es-US-Neural2-A" language="es-US">Saludos. Soy el asistente automatizado de Sol del Este, no una persona. Esta llamada puede ser grabada.</Say>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Sus placas solares están listas.</Say>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Si no desea recibir más llamadas nuestras, oprima el 9 o diga alto.</Say>
      </Gather>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Hasta luego.</Say>
      <Hangup/>
      </Response>"
    `);
  });

  test("to a voicemail in English", () => {
    expect(respond(answerCallback({ AnsweredBy: "machine_end_beep" }), call(english))).toMatchInlineSnapshot(`
      "<Response>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Hello. This is an automated call from Sol del Este. This call may be recorded.</Say>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Your solar panels are ready.</Say>
      <Say voice="Google.en-US-Neural2-F" language="en-US">To stop receiving calls from us, text the word stop to this number.</Say>
      <Hangup/>
      </Response>"
    `);
  });

  test("to a voicemail in Spanish", () => {
    expect(
      respond(answerCallback({ AnsweredBy: "machine_end_silence" }), call(spanish)),
    ).toMatchInlineSnapshot(`
      "<Response>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Saludos. Esta es una llamada automatizada de Sol del Este. Esta llamada puede ser grabada.</Say>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Sus placas solares están listas.</Say>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Si no desea recibir más llamadas nuestras, envíe la palabra alto por mensaje a este número.</Say>
      <Hangup/>
      </Response>"
    `);
  });

  test("hangs up on a fax and on an unknown call", () => {
    expect(respond(answerCallback({ AnsweredBy: "fax" }), call())).toBe("<Response>\n<Hangup/>\n</Response>");
    expect(verbs(twilioCall.respondToCallback?.(answerCallback(), null))).toBe(
      "<Response>\n<Hangup/>\n</Response>",
    );
  });

  test("does not repeat a disclosure that the script opens with", () => {
    const text =
      "Saludos. Esta es una llamada automatizada de Sol del Este. Esta llamada puede ser grabada. Si no desea recibir más llamadas nuestras, oprima el 9.";
    const response = respond(answerCallback(), call({ text }));
    expect(response?.match(/automatizada/g)).toHaveLength(1);
    expect(response?.match(/grabada/g)).toHaveLength(1);
    expect(response?.match(/oprima el 9/g)).toHaveLength(1);
    const late = respond(answerCallback(), call({ text: `${"bla ".repeat(100)}${text}` }));
    expect(late?.match(/automatizada/g)).toHaveLength(2);
  });

  test("escapes markup in names and texts", () => {
    const response = respond(
      answerCallback(),
      call({ text: "<Dial>1</Dial> & \u0000", business: '"A" <B>' }),
    );
    expect(response).toContain("&quot;A&quot; &lt;B&gt;");
    expect(response).toContain("&lt;Dial&gt;1&lt;/Dial&gt; &amp;");
    expect(response).not.toContain("\u0000");
  });

  test("splits a long script into several Say verbs", () => {
    const response =
      respond(answerCallback(), call({ ...english, text: "This is a sentence. ".repeat(400) })) ?? "";
    const pieces = [...response.matchAll(/<Say[^>]*>([^<]*)</g)].map(([, text]) => text ?? "");
    expect(pieces.every((text) => text.length <= 3000)).toBe(true);
    expect(pieces.join(" ").match(/This is a sentence\./g)).toHaveLength(400);
  });

  test("responds to status callbacks with nothing", () => {
    expect(twilioCall.respondToCallback?.(answerCallback({}, { part: "status" }), call())).toBeUndefined();
    expect(twilioCall.respondToCallback?.(answerCallback({}, { part: "recording" }), call())).toBeUndefined();
  });
});

describe("what the person says during a call", () => {
  test.each([
    ["the key 9", { Digits: "9" }],
    ["stop", { SpeechResult: "Stop." }],
    ["don't call me again", { SpeechResult: "don't call me again" }],
  ])("%s ends it in English", (_name, fields) => {
    expect(respond(gatherCallback(fields), call(english))).toContain("We will not contact you again");
    expect(respond(gatherCallback(fields), call(english))).not.toContain("<Gather");
  });

  test.each([
    ["the key 9", { Digits: "9" }],
    ["alto", { SpeechResult: "Alto" }],
    ["no me llamen más", { SpeechResult: "No me llamen más" }],
  ])("%s ends it in Spanish", (_name, fields) => {
    expect(respond(gatherCallback(fields), call(spanish))).toContain(
      "No volveremos a comunicarnos con usted",
    );
  });

  test("silence and other input end the call", () => {
    expect(respond(gatherCallback({}), call(english))).toMatchInlineSnapshot(`
      "<Response>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Goodbye.</Say>
      <Hangup/>
      </Response>"
    `);
    expect(respond(gatherCallback({ SpeechResult: "Sounds good" }), call(english))).toContain("We took note");
    expect(respond(gatherCallback({ Digits: "1" }), call(english))).toContain("speak with a person");
  });

  test("a voice agent says one paragraph at a time", () => {
    const agent = call({ channel: "voice_agent", language: "en", text: "One.\n\nTwo.\n \nThree." });
    expect(respond(answerCallback(), agent)).toMatch(/turn=1.*One\./s);
    expect(respond(answerCallback(), agent)).not.toContain("Two.");
    expect(respond(gatherCallback({ SpeechResult: "okay" }), agent)).toMatch(/turn=2.*Two\./s);
    expect(respond(gatherCallback({}, { turn: "2" }), agent)).toContain("Three.");
    expect(respond(gatherCallback({}, { turn: "3" }), agent)).not.toContain("<Gather");
    expect(respond(gatherCallback({}, { turn: "-7" }), agent)).toContain("Two.");
    expect(respond(gatherCallback({}, { turn: "1e9" }), agent)).not.toContain("<Gather");
  });

  test("a voice agent discloses on request that it is a machine", () => {
    const agent = (language: "en" | "es") => call({ channel: "voice_agent", language, text: "A.\n\nB." });
    expect(respond(gatherCallback({ SpeechResult: "¿Eres un robot?" }), agent("es"))).toContain(
      "Sí. Soy el asistente automatizado de Sol del Este, no una persona.",
    );
    expect(respond(gatherCallback({ SpeechResult: "am I talking to a real person" }), agent("en"))).toContain(
      "Yes. I am the automated assistant",
    );
  });

  test("continues at the URL of the callback when the message has none", () => {
    const agent = call({ channel: "voice_agent", language: "en", text: "A.\n\nB.", callbackUrl: null });
    const urls = ["https://faro.example.com/hooks/m/x?action=old&part=gather&turn=1&again=1"];
    expect(respond({ ...gatherCallback({}), urls }, agent)).toContain(
      `action="…?action=${sampleActionId}&amp;part=gather&amp;channel=voice_agent&amp;turn=2"`,
    );
  });

  test("asks once about an ambiguous answer", () => {
    const unclear = { SpeechResult: "enough" };
    expect(respond(gatherCallback(unclear), call(english))).toMatch(/again=1.*press 9/s);
    expect(respond(gatherCallback(unclear, { again: "1" }), call(english))).not.toContain("<Gather");
  });
});
