import { describe, expect, test } from "vitest";
import { twilioCall } from "#server/connectors/messaging/twilio-call.ts";
import { callback, formCallback, sampleActionId } from "./fake-vendor.ts";

const CallSid = "CA00000000000000000000000000000001";

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

describe("callbacks of a call", () => {
  const parse = (fields: Record<string, string>, query: Record<string, string> = { part: "status" }) =>
    twilioCall.parseCallback(answerCallback(fields, query));

  test.each([
    ["initiated", { status: "sent", code: null }],
    ["ringing", { status: "sent" }],
    ["in-progress", { status: "delivered" }],
    ["completed", { status: "delivered", code: null }],
    ["busy", { status: "failed", code: "busy" }],
    ["no-answer", { status: "failed", code: "no-answer" }],
    ["failed", { status: "failed", code: "failed" }],
    ["canceled", { status: "failed", code: "canceled" }],
  ])("maps the status %s", (CallStatus, outcome) => {
    const Timestamp = "Sun, 01 Mar 2026 12:00:00 +0000";
    expect(parse({ CallStatus, Timestamp })).toMatchObject([
      {
        kind: "status",
        providerId: CallSid,
        actionId: sampleActionId,
        at: Date.parse(Timestamp),
        ...outcome,
      },
    ]);
  });

  test("contain the duration, who answered, and the recording", () => {
    expect(
      parse({ CallStatus: "completed", CallDuration: "42", AnsweredBy: "machine_end_beep" }),
    ).toMatchObject([{ detail: { durationSeconds: 42, answeredBy: "machine_end_beep" } }]);
    const RecordingUrl = "https://api.twilio.com/2010-04-01/Accounts/AC1/Recordings/RE1";
    const recording = {
      RecordingSid: "RE1",
      RecordingUrl,
      RecordingStatus: "completed",
      RecordingDuration: "40",
    };
    expect(
      twilioCall.parseCallback(
        formCallback({ CallSid, ...recording }, { action: sampleActionId, part: "recording" }),
      ),
    ).toMatchObject([
      { status: "delivered", actionId: sampleActionId, detail: { recordingUrl: RecordingUrl } },
    ]);
    expect(
      twilioCall.parseCallback(formCallback({ CallSid, ...recording, RecordingStatus: "absent" })),
    ).toEqual([]);
  });

  test("contain transcripts of recordings and of the running call", () => {
    expect(
      twilioCall.parseCallback(
        formCallback({
          CallSid,
          TranscriptionSid: "TR1",
          TranscriptionStatus: "completed",
          TranscriptionText: "Hola",
        }),
      ),
    ).toMatchObject([{ detail: { transcript: "Hola" } }]);
    const TranscriptionData = '{"transcript":"Buenas","confidence":0.9}';
    expect(
      twilioCall.parseCallback(
        formCallback({ CallSid, TranscriptionEvent: "transcription-content", TranscriptionData }),
      ),
    ).toMatchObject([{ detail: { transcript: "Buenas" } }]);
    expect(
      twilioCall.parseCallback(formCallback({ CallSid, TranscriptionEvent: "transcription-started" })),
    ).toEqual([]);
    expect(
      twilioCall.parseCallback(formCallback({ CallSid, TranscriptionEvent: "x", TranscriptionData: "{" })),
    ).toEqual([]);
  });

  test("with gathered input become messages from the person", () => {
    expect(
      twilioCall.parseCallback(gatherCallback({ SpeechResult: "Mañana mejor" }, { channel: "voice_agent" })),
    ).toEqual([
      {
        kind: "message",
        providerId: `${CallSid}:1`,
        channel: "voice_agent",
        from: "+17875550199",
        to: "+17875550100",
        text: "Mañana mejor",
        name: null,
        at: expect.any(Number),
        gathered: {
          callId: "CA00000000000000000000000000000001",
          actionId: "01990000-0000-7000-8000-000000000001",
          pressed: null,
        },
      },
    ]);
    expect(twilioCall.parseCallback(gatherCallback({ Digits: "9" }))).toMatchObject([
      { channel: "call", text: "STOP", optedOut: true, gathered: { pressed: "9" } },
    ]);
    expect(twilioCall.parseCallback(gatherCallback({}))).toEqual([]);
    expect(
      twilioCall.parseCallback(gatherCallback({ SpeechResult: "x", Direction: "inbound" })),
    ).toMatchObject([{ from: "+17875550100" }]);
  });

  test("without a call id are ignored", () => {
    expect(twilioCall.parseCallback(callback({ query: { part: "gather" } }))).toEqual([]);
  });
});
