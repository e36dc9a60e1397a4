import { describe, expect, test } from "vitest";
import type { OutgoingMessage } from "#server/connectors/messaging/messenger.ts";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import {
  fakeVendor,
  formCallback,
  httpResponse,
  outgoingMessage,
  sampleActionId,
  sampleSettings,
} from "./fake-vendor.ts";

const settings = sampleSettings(twilioCall);
const call = (more: Partial<OutgoingMessage> = {}) => outgoingMessage({ channel: "call", ...more });
const english = { language: "en", text: "Your solar panels are ready." } as const;
const spanish = { language: "es", text: "Sus placas solares están listas." } as const;
const CallSid = "CA00000000000000000000000000000001";

/** Without the envelope, a verb a line. */
const script = (answer: { body: string } | undefined) =>
  answer?.body
    .replace(/^<\?xml[^>]*\?>/, "")
    .replaceAll("><", ">\n<")
    .replaceAll("https://faro.example.com/hooks/m/x", "…");
const asked = (fields: Record<string, string> = {}, query: Record<string, string> = { part: "answer" }) =>
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
const heard = (fields: Record<string, string>, query: Record<string, string> = {}) =>
  asked(fields, { part: "gather", turn: "1", ...query });
const next = (request: ReturnType<typeof asked>, message: OutgoingMessage) =>
  script(twilioCall.respondToCallback?.(request, message));

describe("placing a call", () => {
  test("tells Twilio where to ask, whom to tell, and to let it ring about five times", async () => {
    const { calls, context } = fakeVendor(
      settings,
      httpResponse(201, { sid: CallSid, status: "queued", price: null }),
    );
    expect(await twilioCall.send(context, call())).toEqual({
      kind: "accepted",
      providerId: CallSid,
      status: "sent",
      price: null,
    });
    const fields = new URLSearchParams(String(calls[0]?.body));
    const own = `https://faro.example.com/hooks/m/x?action=${sampleActionId}`;
    expect(calls[0]?.path).toMatch(/\/Calls\.json$/);
    expect(Object.fromEntries(fields)).toMatchObject({
      To: "+17875550199",
      From: "+17875550100",
      Url: `${own}&part=answer&channel=call`,
      StatusCallback: `${own}&part=status&channel=call`,
      RecordingStatusCallback: `${own}&part=recording&channel=call`,
      Record: "true",
      Timeout: "25",
      MachineDetection: "DetectMessageEnd",
    });
    expect(fields.getAll("StatusCallbackEvent")).toEqual(["initiated", "ringing", "answered", "completed"]);
  });

  test("without an address that Twilio could ask at, nobody is called", async () => {
    const { calls, context } = fakeVendor(settings, httpResponse(201, {}));
    expect(await twilioCall.send(context, call({ callbackUrl: null }))).toMatchObject({
      kind: "refused",
      code: "no_public_address",
    });
    expect(calls).toEqual([]);
  });
});

describe("what a call says", () => {
  test("in English", () => {
    expect(next(asked({ AnsweredBy: "human" }), call(english))).toMatchInlineSnapshot(`
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
    expect(next(asked({ AnsweredBy: "human" }), call(spanish))).toMatchInlineSnapshot(`
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
    expect(next(asked(), call({ ...english, channel: "voice_agent" }))).toMatchInlineSnapshot(`
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
    expect(next(asked(), call({ ...spanish, channel: "voice_agent" }))).toMatchInlineSnapshot(`
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
    expect(next(asked({ AnsweredBy: "machine_end_beep" }), call(english))).toMatchInlineSnapshot(`
      "<Response>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Hello. This is an automated call from Sol del Este. This call may be recorded.</Say>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Your solar panels are ready.</Say>
      <Say voice="Google.en-US-Neural2-F" language="en-US">To stop receiving calls from us, text the word stop to this number.</Say>
      <Hangup/>
      </Response>"
    `);
  });

  test("to a voicemail in Spanish", () => {
    expect(next(asked({ AnsweredBy: "machine_end_silence" }), call(spanish))).toMatchInlineSnapshot(`
      "<Response>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Saludos. Esta es una llamada automatizada de Sol del Este. Esta llamada puede ser grabada.</Say>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Sus placas solares están listas.</Say>
      <Say voice="Google.es-US-Neural2-A" language="es-US">Si no desea recibir más llamadas nuestras, envíe la palabra alto por mensaje a este número.</Say>
      <Hangup/>
      </Response>"
    `);
  });

  test("nothing to a fax, and nothing about a call nobody knows", () => {
    expect(next(asked({ AnsweredBy: "fax" }), call())).toBe("<Response>\n<Hangup/>\n</Response>");
    expect(script(twilioCall.respondToCallback?.(asked(), null))).toBe("<Response>\n<Hangup/>\n</Response>");
  });

  test("what the script says itself is not said twice", () => {
    const text =
      "Saludos. Esta es una llamada automatizada de Sol del Este. Esta llamada puede ser grabada. Si no desea recibir más llamadas nuestras, oprima el 9.";
    const said = next(asked(), call({ text }));
    expect(said?.match(/automatizada/g)).toHaveLength(1);
    expect(said?.match(/grabada/g)).toHaveLength(1);
    expect(said?.match(/oprima el 9/g)).toHaveLength(1);
    const late = next(asked(), call({ text: `${"bla ".repeat(100)}${text}` }));
    expect(late?.match(/automatizada/g)).toHaveLength(2);
  });

  test("a name that is markup stays a name", () => {
    const said = next(asked(), call({ text: "<Dial>1</Dial> & \u0000", business: '"A" <B>' }));
    expect(said).toContain("&quot;A&quot; &lt;B&gt;");
    expect(said).toContain("&lt;Dial&gt;1&lt;/Dial&gt; &amp;");
    expect(said).not.toContain("\u0000");
  });

  test("a long script is cut into pieces that a voice can carry", () => {
    const said = next(asked(), call({ ...english, text: "This is a sentence. ".repeat(400) })) ?? "";
    const pieces = [...said.matchAll(/<Say[^>]*>([^<]*)</g)].map(([, words]) => words ?? "");
    expect(pieces.every((words) => words.length <= 3000)).toBe(true);
    expect(pieces.join(" ").match(/This is a sentence\./g)).toHaveLength(400);
  });

  test("status callbacks are answered with nothing", () => {
    expect(twilioCall.respondToCallback?.(asked({}, { part: "status" }), call())).toBeUndefined();
    expect(twilioCall.respondToCallback?.(asked({}, { part: "recording" }), call())).toBeUndefined();
  });
});

describe("what a call hears", () => {
  test.each([
    ["the key 9", { Digits: "9" }],
    ["stop", { SpeechResult: "Stop." }],
    ["don't call me again", { SpeechResult: "don't call me again" }],
  ])("%s ends it in English", (_name, fields) => {
    expect(next(heard(fields), call(english))).toContain("We will not contact you again");
    expect(next(heard(fields), call(english))).not.toContain("<Gather");
  });

  test.each([
    ["the key 9", { Digits: "9" }],
    ["alto", { SpeechResult: "Alto" }],
    ["no me llamen más", { SpeechResult: "No me llamen más" }],
  ])("%s ends it in Spanish", (_name, fields) => {
    expect(next(heard(fields), call(spanish))).toContain("No volveremos a comunicarnos con usted");
  });

  test("silence and any other word end it politely", () => {
    expect(next(heard({}), call(english))).toMatchInlineSnapshot(`
      "<Response>
      <Say voice="Google.en-US-Neural2-F" language="en-US">Goodbye.</Say>
      <Hangup/>
      </Response>"
    `);
    expect(next(heard({ SpeechResult: "Sounds good" }), call(english))).toContain("We took note");
    expect(next(heard({ Digits: "1" }), call(english))).toContain("speak with a person");
  });

  test("an assistant says one paragraph at a time", () => {
    const agent = call({ channel: "voice_agent", language: "en", text: "One.\n\nTwo.\n \nThree." });
    expect(next(asked(), agent)).toMatch(/turn=1.*One\./s);
    expect(next(asked(), agent)).not.toContain("Two.");
    expect(next(heard({ SpeechResult: "okay" }), agent)).toMatch(/turn=2.*Two\./s);
    expect(next(heard({}, { turn: "2" }), agent)).toContain("Three.");
    expect(next(heard({}, { turn: "3" }), agent)).not.toContain("<Gather");
    expect(next(heard({}, { turn: "-7" }), agent)).toContain("Two.");
    expect(next(heard({}, { turn: "1e9" }), agent)).not.toContain("<Gather");
  });

  test("an assistant admits what it is", () => {
    const agent = (language: "en" | "es") => call({ channel: "voice_agent", language, text: "A.\n\nB." });
    expect(next(heard({ SpeechResult: "¿Eres un robot?" }), agent("es"))).toContain(
      "Sí. Soy el asistente automatizado de Sol del Este, no una persona.",
    );
    expect(next(heard({ SpeechResult: "am I talking to a real person" }), agent("en"))).toContain(
      "Yes. I am the automated assistant",
    );
  });

  test("an action that no longer knows its address is asked where it was asked before", () => {
    const agent = call({ channel: "voice_agent", language: "en", text: "A.\n\nB.", callbackUrl: null });
    const urls = ["https://faro.example.com/hooks/m/x?action=old&part=gather&turn=1&again=1"];
    expect(next({ ...heard({}), urls }, agent)).toContain(
      `action="…?action=${sampleActionId}&amp;part=gather&amp;channel=voice_agent&amp;turn=2"`,
    );
  });

  test("words that may mean no more are asked about once", () => {
    const unclear = { SpeechResult: "enough" };
    expect(next(heard(unclear), call(english))).toMatch(/again=1.*press 9/s);
    expect(next(heard(unclear, { again: "1" }), call(english))).not.toContain("<Gather");
  });
});
