import type { Channel } from "#domain/channels/channel.ts";
import { callKeys } from "#domain/voice/interpret-call.ts";
import { type CallbackField, callbackActionId, callbackForm, queryParameter } from "./callback.ts";
import type {
  InboundMessage,
  MessageDeliveryStatus,
  StatusUpdate,
  VendorCallback,
  VendorUpdate,
} from "./messenger.ts";

const deliveryStatuses: Record<string, MessageDeliveryStatus> = {
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
export const callStatus = (status: string): MessageDeliveryStatus | undefined =>
  Object.hasOwn(deliveryStatuses, status) ? deliveryStatuses[status] : undefined;

/** Progress, recordings, transcripts, and gathered keys or speech. */
export const parseCallCallback = (callback: VendorCallback): VendorUpdate[] => {
  const field = callbackForm(callback);
  const callSid = field("CallSid");
  if (!callSid) return [];
  if (queryParameter(callback, "part") === "gather") return parseGathered(callback, field, callSid);
  const update = parseStatus(field);
  if (!update) return [];
  return [
    {
      kind: "status",
      providerId: callSid,
      actionId: callbackActionId(callback),
      code: null,
      price: null,
      at: Date.parse(field("Timestamp") ?? "") || Date.now(),
      ...update,
    },
  ];
};

type ParsedStatus = Pick<StatusUpdate, "status" | "detail"> & { code?: string };

const parseStatus = (field: CallbackField): ParsedStatus | undefined => {
  const transcript = parseTranscript(field);
  if (transcript !== undefined)
    return transcript === "" ? undefined : { status: "delivered", detail: { transcript } };
  if (field("RecordingStatus")) {
    const recordingUrl = field("RecordingStatus") === "completed" ? field("RecordingUrl") : undefined;
    return recordingUrl
      ? { status: "delivered", detail: { recordingUrl, ...parseAccount(field) } }
      : undefined;
  }
  return parseProgress(field);
};

const parseProgress = (field: CallbackField): ParsedStatus | undefined => {
  const twilioStatus = field("CallStatus") ?? (field("AnsweredBy") ? "in-progress" : "");
  const status = callStatus(twilioStatus);
  if (!status) return undefined;
  const isFax = field("AnsweredBy") === "fax";
  return {
    status: isFax ? "failed" : status,
    ...(isFax ? { code: "fax" } : {}),
    ...(status === "failed" ? { code: field("ErrorCode") ?? twilioStatus } : {}),
    detail: { status: callStates[twilioStatus] ?? twilioStatus, ...parseDetail(field) },
  };
};

export const callStates: Record<string, string> = {
  queued: "ringing",
  initiated: "ringing",
  ringing: "ringing",
  "in-progress": "in_progress",
  answered: "in_progress",
  "no-answer": "no_answer",
};

const parseDetail = (field: CallbackField): StatusUpdate["detail"] => {
  const seconds = Number(field("CallDuration") ?? Number.NaN);
  const recordingUrl = field("RecordingUrl");
  const answeredBy = field("AnsweredBy");
  return {
    ...(Number.isFinite(seconds) ? { durationSeconds: seconds } : {}),
    ...(recordingUrl ? { recordingUrl } : {}),
    ...(answeredBy ? { answeredBy } : {}),
    ...parseAccount(field),
  };
};

const parseAccount = (field: CallbackField): { account?: string } => {
  const account = field("AccountSid");
  return account ? { account } : {};
};

/** Transcript of a recording or of the running call; undefined when the callback is about something else. */
const parseTranscript = (field: CallbackField): string | undefined => {
  if (field("TranscriptionStatus") || field("TranscriptionText"))
    return field("TranscriptionStatus") === "failed" ? "" : (field("TranscriptionText") ?? "");
  if (!field("TranscriptionEvent")) return undefined;
  try {
    const data = JSON.parse(field("TranscriptionData") ?? "null") as { transcript?: unknown } | null;
    return typeof data?.transcript === "string" ? data.transcript : "";
  } catch {
    return "";
  }
};

const parseGathered = (callback: VendorCallback, field: CallbackField, callSid: string): InboundMessage[] => {
  const key = field("Digits");
  const isOptOut = key === callKeys.optOut;
  const text = isOptOut ? "STOP" : (key ?? field("SpeechResult"));
  if (!text) return [];
  const isOutbound = (field("Direction") ?? "outbound").startsWith("outbound");
  const channel: Channel = queryParameter(callback, "channel") === "voice_agent" ? "voice_agent" : "call";
  const turn = `${queryParameter(callback, "turn") ?? "1"}${queryParameter(callback, "again") ? "b" : ""}`;
  return [
    {
      kind: "message",
      // A repeated callback has the same id, so that it is stored once.
      providerId: `${callSid}:${turn}`,
      channel,
      from: field(isOutbound ? "To" : "From") ?? "",
      to: field(isOutbound ? "From" : "To") ?? "",
      text,
      name: null,
      at: Date.now(),
      gathered: { callId: callSid, actionId: callbackActionId(callback), pressed: key ?? null },
      ...(isOptOut ? { optedOut: true } : {}),
    },
  ];
};
