import type { FastifyInstance, FastifyRequest } from "fastify";
import { bodyField, pathParam, sendResponse } from "#sandbox/vendor.ts";
import { type CallRecording, callPositionMs } from "./call.ts";
import {
  completeRecording,
  pauseRecording,
  postRecordingStatus,
  recordingAudio,
  recordingResource,
  resumeRecording,
  startRecording,
} from "./recording.ts";
import { accountSid, listPage, resourceNotFound, twilioError } from "./rest-api.ts";
import { syntheticRecording } from "./synthetic-recording.ts";
import { accountPath, findCall, type VoiceContext } from "./voice-context.ts";

export const mountRecordings = (app: FastifyInstance, voice: VoiceContext): void => {
  mountCallRecordings(app, voice);
  mountStoredRecordings(app, voice);
};

/** Recording of a call in progress. */
const mountCallRecordings = (app: FastifyInstance, voice: VoiceContext): void => {
  const { context, callbacks, recordings } = voice;
  app.get(`${accountPath}/Calls/:call/Recordings.json`, async (request, reply) => {
    const call = findCall(voice, request);
    return call
      ? listPage(request, "recordings", call.recordings, (recording) => recordingResource(context, recording))
      : sendResponse(reply, resourceNotFound(request));
  });
  app.post(`${accountPath}/Calls/:call/Recordings.json`, async (request, reply) => {
    const call = findCall(voice, request);
    if (!call) return sendResponse(reply, resourceNotFound(request));
    if (call.status !== "in-progress")
      return sendResponse(
        reply,
        twilioError(400, 21_220, "Requested resource is not eligible for recording"),
      );
    const url = bodyField(request, "RecordingStatusCallback");
    const events = bodyField(request, "RecordingStatusCallbackEvent")?.split(/\s+/) ?? ["completed"];
    const recording = startRecording(call, "StartCallRecordingAPI", {
      callback: url ? { url, events } : null,
    });
    recordings.set(recording.sid, recording);
    void postRecordingStatus(context, callbacks, recording);
    return sendResponse(reply, { status: 201, body: recordingResource(context, recording) });
  });
  app.post(`${accountPath}/Calls/:call/Recordings/:recording`, async (request, reply) => {
    const call = findCall(voice, request);
    const sid = recordingSid(request);
    const recording = call?.recordings.findLast(
      (one) => one.sid === sid || (sid === "Twilio" && one.status !== "completed"),
    );
    if (!call || !recording) return sendResponse(reply, resourceNotFound(request));
    if (recording.status === "completed")
      return sendResponse(reply, twilioError(400, 21_220, "The recording is not in progress"));
    const status = bodyField(request, "Status");
    if (status === "paused") pauseRecording(recording, callPositionMs(call));
    else if (status === "in-progress") resumeRecording(recording, callPositionMs(call));
    else if (status === "stopped") {
      completeRecording(recording, callPositionMs(call));
      void postRecordingStatus(context, callbacks, recording);
      return { ...recordingResource(context, recording), status: "stopped" };
    } else return sendResponse(reply, twilioError(400, 20_001, "Status is not valid"));
    return recordingResource(context, recording);
  });
};

/** `Twilio.CURRENT` stands for the recording that goes on. */
const recordingSid = (request: FastifyRequest): string => pathParam(request, "recording").split(".")[0] ?? "";

const mountStoredRecordings = (app: FastifyInstance, voice: VoiceContext): void => {
  const { context, recordings, calls } = voice;
  const find = (request: FastifyRequest): CallRecording | undefined => {
    const recording = recordings.get(recordingSid(request));
    return recording?.account === accountSid(request) ? recording : undefined;
  };
  app.get(`${accountPath}/Recordings/:recording`, async (request, reply) => {
    const recording = find(request);
    const format = pathParam(request, "recording").split(".")[1];
    const synthetic = recording ? undefined : syntheticRecording(recordingSid(request));
    if (synthetic && format === "mp3")
      return sendResponse(reply, { status: 200, type: "audio/mpeg", body: synthetic });
    if (!recording) return sendResponse(reply, resourceNotFound(request));
    if (format === "json") return recordingResource(context, recording);
    // The audio does not exist before the recording is complete.
    if (recording.status !== "completed") return sendResponse(reply, resourceNotFound(request));
    const isWav = format === "wav";
    const audio = recordingAudio(
      recording,
      calls.find(recording.callSid)?.speech ?? [],
      isWav ? "wav" : "mp3",
    );
    return sendResponse(reply, { status: 200, type: isWav ? "audio/x-wav" : "audio/mpeg", body: audio });
  });
  app.delete(`${accountPath}/Recordings/:recording`, async (request, reply) => {
    const recording = find(request);
    if (!recording) return sendResponse(reply, resourceNotFound(request));
    recordings.delete(recording.sid);
    const call = calls.find(recording.callSid);
    if (call) call.recordings = call.recordings.filter((one) => one.sid !== recording.sid);
    return reply.status(204).send();
  });
};
