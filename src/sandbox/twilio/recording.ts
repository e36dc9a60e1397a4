import type { SandboxContext } from "#sandbox/context.ts";
import { type AudioSegment, callMp3, callWav } from "#sandbox/speech/call-audio.ts";
import { type CallRecording, callPositionMs, type SimulatedCall, type SpeechSegment } from "./call.ts";
import type { CallbackForm, TwilioCallbacks } from "./callbacks.ts";
import { formatRfc2822, newSid, twilioApiVersion } from "./rest-api.ts";

export const startRecording = (
  call: SimulatedCall,
  source: CallRecording["source"],
  options: { fromMs?: number; callback?: CallRecording["callback"] } = {},
): CallRecording => {
  const recording: CallRecording = {
    sid: newSid("RE"),
    callSid: call.sid,
    account: call.account,
    source,
    status: "in-progress",
    startedAt: Date.now(),
    fromMs: options.fromMs ?? callPositionMs(call),
    toMs: null,
    pauses: [],
    callback: options.callback ?? null,
  };
  call.recordings.push(recording);
  return recording;
};

/** Ends a recording; true when it was still going on. */
export const completeRecording = (recording: CallRecording, positionMs: number): boolean => {
  if (recording.status === "completed") return false;
  resumeRecording(recording, positionMs);
  recording.status = "completed";
  // A recording is never empty.
  recording.toMs = Math.max(positionMs, recording.fromMs + 1000);
  return true;
};

export const pauseRecording = (recording: CallRecording, positionMs: number): void => {
  if (recording.status !== "in-progress") return;
  recording.status = "paused";
  recording.pauses.push({ fromMs: positionMs, toMs: null });
};

export const resumeRecording = (recording: CallRecording, positionMs: number): void => {
  if (recording.status !== "paused") return;
  recording.status = "in-progress";
  for (const pause of recording.pauses) pause.toMs ??= positionMs;
};

/** Pauses are not part of it. */
const durationMs = ({ fromMs, toMs, pauses }: CallRecording): number =>
  pauses.reduce(
    (rest, pause) => rest - ((pause.toMs ?? pause.fromMs) - pause.fromMs),
    (toMs ?? fromMs) - fromMs,
  );

export const recordingSeconds = (recording: CallRecording): number =>
  Math.max(1, Math.round(durationMs(recording) / 1000));

/** Who speaks when in the recording. */
const audioSegments = (recording: CallRecording, speech: readonly SpeechSegment[]): AudioSegment[] => {
  const toAudioMs = (positionMs: number): number =>
    recording.pauses.reduce(
      (ms, pause) => ms - Math.max(0, Math.min(positionMs, pause.toMs ?? positionMs) - pause.fromMs),
      positionMs - recording.fromMs,
    );
  return speech
    .map(({ who, fromMs, toMs }) => ({ who, fromMs: Math.max(0, toAudioMs(fromMs)), toMs: toAudioMs(toMs) }))
    .filter(({ fromMs, toMs }) => toMs > fromMs);
};

export const recordingAudio = (
  recording: CallRecording,
  speech: readonly SpeechSegment[],
  format: "mp3" | "wav",
): Buffer => {
  const segments = audioSegments(recording, speech);
  const ms = recordingSeconds(recording) * 1000;
  return format === "wav" ? callWav(segments, ms) : callMp3(segments, ms);
};

export const recordingResource = (context: SandboxContext, recording: CallRecording) => {
  const isCompleted = recording.status === "completed";
  return {
    sid: recording.sid,
    account_sid: recording.account,
    call_sid: recording.callSid,
    api_version: twilioApiVersion,
    status: recording.status,
    duration: isCompleted ? String(recordingSeconds(recording)) : "-1",
    channels: 1,
    source: recording.source,
    track: "both",
    start_time: formatRfc2822(recording.startedAt),
    date_created: formatRfc2822(recording.startedAt),
    date_updated: formatRfc2822(recording.startedAt),
    price: null,
    price_unit: "USD",
    error_code: null,
    media_url: recordingUrl(context.baseUrl(), recording),
    uri: `/${twilioApiVersion}/Accounts/${recording.account}/Recordings/${recording.sid}.json`,
  };
};

export const recordingUrl = (base: string, { account, sid }: CallRecording): string =>
  `${base}/twilio/${twilioApiVersion}/Accounts/${account}/Recordings/${sid}`;

export const recordingForm = (context: SandboxContext, recording: CallRecording): CallbackForm => ({
  AccountSid: recording.account,
  CallSid: recording.callSid,
  RecordingSid: recording.sid,
  RecordingUrl: recordingUrl(context.baseUrl(), recording),
  RecordingStatus: recording.status,
  ...(recording.status === "completed" ? { RecordingDuration: String(recordingSeconds(recording)) } : {}),
  RecordingChannels: "1",
  RecordingStartTime: formatRfc2822(recording.startedAt) ?? "",
  RecordingSource: recording.source,
  RecordingTrack: "both",
});

/** Posts the recording's status where the business asked for it. */
export const postRecordingStatus = async (
  context: SandboxContext,
  callbacks: TwilioCallbacks,
  recording: CallRecording,
): Promise<void> => {
  if (recording.callback?.events.includes(recording.status))
    await callbacks.post(recording.account, recording.callback.url, recordingForm(context, recording));
};
