import type { Channel } from "#domain/channels/channel.ts";
import { callKeys } from "#domain/voice/interpret-call.ts";
import { actionIdOf, fieldsOf, given } from "./callback.ts";
import type { CallbackRequest, DeliveryStatus, Incoming } from "./messenger.ts";

const statuses: Record<string, DeliveryStatus> = {
  queued: "sent",
  initiated: "sent",
  ringing: "sent",
  "in-progress": "delivered",
  answered: "delivered",
  completed: "delivered",
  busy: "failed",
  "no-answer": "failed",
  canceled: "failed",
  failed: "failed",
};
export const callStatus = (status: string): DeliveryStatus | undefined =>
  Object.hasOwn(statuses, status) ? statuses[status] : undefined;

type Status = Extract<Incoming, { kind: "status" }>;
type Field = ReturnType<typeof fieldsOf>;

/** Progress, recordings, transcripts, and what was pressed or said. */
export const readCall = (request: CallbackRequest): Incoming[] => {
  const field = fieldsOf(request);
  const providerId = field("CallSid");
  if (!providerId) return [];
  if (given(request, "part") === "gather") return gathered(request, field, providerId);
  const status = (state: DeliveryStatus, more: Partial<Status> = {}): Incoming[] => [
    {
      kind: "status",
      providerId,
      actionId: actionIdOf(request),
      status: state,
      code: null,
      price: null,
      at: Date.parse(field("Timestamp") ?? "") || Date.now(),
      ...more,
    },
  ];
  const transcript = transcriptIn(field);
  if (transcript !== undefined)
    return transcript === "" ? [] : status("delivered", { detail: { transcript } });
  if (field("RecordingStatus")) {
    const recordingUrl = field("RecordingStatus") === "completed" ? field("RecordingUrl") : undefined;
    return recordingUrl ? status("delivered", { detail: { recordingUrl } }) : [];
  }
  const said = field("CallStatus") ?? (field("AnsweredBy") ? "in-progress" : "");
  const state = callStatus(said);
  if (!state) return [];
  const isFax = field("AnsweredBy") === "fax";
  const detail = { ...callWordsOf(said), ...detailOf(field) };
  return status(isFax ? "failed" : state, {
    ...(isFax ? { code: "fax" } : {}),
    ...(state === "failed" ? { code: field("ErrorCode") ?? said } : {}),
    detail,
  });
};

const callStates: Record<string, string> = {
  queued: "ringing",
  initiated: "ringing",
  ringing: "ringing",
  "in-progress": "in_progress",
  answered: "in_progress",
  "no-answer": "no_answer",
};
const callWordsOf = (said: string) => ({ status: callStates[said] ?? said });

const detailOf = (field: Field): Status["detail"] => {
  const seconds = Number(field("CallDuration") ?? Number.NaN);
  const recordingUrl = field("RecordingUrl");
  const answeredBy = field("AnsweredBy");
  return {
    ...(Number.isFinite(seconds) ? { durationSeconds: seconds } : {}),
    ...(recordingUrl ? { recordingUrl } : {}),
    ...(answeredBy ? { answeredBy } : {}),
  };
};

/** Of a recording, or of the line while it is open; undefined when this tells of neither. */
const transcriptIn = (field: Field): string | undefined => {
  if (field("TranscriptionStatus") || field("TranscriptionText"))
    return field("TranscriptionStatus") === "failed" ? "" : (field("TranscriptionText") ?? "");
  if (!field("TranscriptionEvent")) return undefined;
  try {
    const said = JSON.parse(field("TranscriptionData") ?? "null") as { transcript?: unknown } | null;
    return typeof said?.transcript === "string" ? said.transcript : "";
  } catch {
    return "";
  }
};

const gathered = (request: CallbackRequest, field: Field, callSid: string): Incoming[] => {
  const key = field("Digits");
  const isOptOut = key === callKeys.optOut;
  const text = isOptOut ? "STOP" : (key ?? field("SpeechResult"));
  if (!text) return [];
  const isOurs = (field("Direction") ?? "outbound").startsWith("outbound");
  const channel: Channel = given(request, "channel") === "voice_agent" ? "voice_agent" : "call";
  const turn = `${given(request, "turn") ?? "1"}${given(request, "again") ? "b" : ""}`;
  return [
    {
      kind: "message",
      // The same answer told twice has the same name.
      providerId: `${callSid}:${turn}`,
      channel,
      from: field(isOurs ? "To" : "From") ?? "",
      to: field(isOurs ? "From" : "To") ?? "",
      text,
      name: null,
      at: Date.now(),
      gathered: { callId: callSid, actionId: actionIdOf(request), pressed: key ?? null },
      ...(isOptOut ? { optedOut: true } : {}),
    },
  ];
};
