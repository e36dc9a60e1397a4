import type { FastifyInstance, FastifyRequest } from "fastify";
import { createCallbackPoster } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { findActionId, hashBody } from "#sandbox/ledger.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { type AcceptResult, respondWithFault } from "#sandbox/respond-with-fault.ts";
import { chime } from "#sandbox/speech/mp3.ts";
import { basicCredentials, bodyField, pathParam, queryParam, sendResponse } from "#sandbox/vendor.ts";
import {
  type CallRecording,
  callResource,
  hasEnded,
  progressForm,
  recordingUrl,
  type SimulatedCall,
} from "./call.ts";
import { pushInput } from "./call-dialogue.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import { createCall, validateCallRequest } from "./create-call.ts";
import { createResourceStore, type ResourceStore } from "./resource-store.ts";
import {
  accountSid,
  formatRfc2822,
  listPage,
  matchesDateFilter,
  newSid,
  resourceNotFound,
  twilioApiVersion,
  twilioError,
  twilioFailures,
} from "./rest-api.ts";
import { hangUp, runCall } from "./run-call.ts";

const recordingResource = (context: SandboxContext, recording: CallRecording) => ({
  sid: recording.sid,
  account_sid: recording.account,
  call_sid: recording.callSid,
  api_version: twilioApiVersion,
  status: "completed",
  duration: String(recording.seconds),
  channels: 1,
  source: "RecordVerb",
  start_time: formatRfc2822(recording.startedAt),
  date_created: formatRfc2822(recording.startedAt),
  price: null,
  price_unit: "USD",
  media_url: recordingUrl(context.baseUrl(), recording),
  uri: `/${twilioApiVersion}/Accounts/${recording.account}/Recordings/${recording.sid}.json`,
});

type VoiceContext = {
  context: SandboxContext;
  callbacks: TwilioCallbacks;
  calls: ResourceStore<SimulatedCall>;
  recordings: Map<string, CallRecording>;
};

const base = `/${twilioApiVersion}/Accounts/:sid`;

export const mountCalls = (
  app: FastifyInstance,
  context: SandboxContext,
  callbacks: TwilioCallbacks,
): void => {
  const voice: VoiceContext = { context, callbacks, calls: createResourceStore(), recordings: new Map() };
  mountCallRoutes(app, voice);
  mountRecordingRoutes(app, voice);
  context.phone.onCallInput((sid, input) => {
    const call = voice.calls.find(sid);
    if (!call || hasEnded(call)) return false;
    if ("hangUp" in input) hangUp(context, call);
    else pushInput(context, call, input);
    return true;
  });
};

const mountCallRoutes = (app: FastifyInstance, voice: VoiceContext): void => {
  const { context, calls } = voice;
  app.post(`${base}/Calls.json`, async (request, reply) => {
    const fault = context.faults.choose("twilio", {
      credential: basicCredentials(request)?.password,
      byRecipient: magicBehaviour(bodyField(request, "To") ?? "").fault,
    });
    return respondWithFault(context, request, reply, {
      fault,
      failures: twilioFailures,
      accept: () => acceptCall(voice, request),
    });
  });

  app.get(`${base}/Calls.json`, async (request) => {
    const [from, status] = [queryParam(request, "From"), queryParam(request, "Status")];
    const matching = calls
      .list(queryParam(request, "To"))
      .filter(
        (call) =>
          call.account === accountSid(request) &&
          (from === undefined || call.from === from) &&
          (status === undefined || call.status === status) &&
          matchesDateFilter(request, "StartTime", call.startedAt ?? call.createdAt),
      );
    return listPage(request, "calls", matching, callResource);
  });
  app.get(`${base}/Calls/:call`, async (request, reply) => {
    const call = findCall(voice, request);
    return call ? callResource(call) : sendResponse(reply, resourceNotFound(request));
  });
  /** Ends or redirects a call in progress. */
  app.post(`${base}/Calls/:call`, async (request, reply) => {
    const call = findCall(voice, request);
    if (!call) return sendResponse(reply, resourceNotFound(request));
    if (hasEnded(call))
      return sendResponse(reply, twilioError(400, 21_220, "Call is not in-progress. Cannot redirect."));
    const [status, url, twiml] = [
      bodyField(request, "Status"),
      bodyField(request, "Url"),
      bodyField(request, "Twiml"),
    ];
    if (status === "completed" || status === "canceled") {
      if (call.status === "in-progress") hangUp(context, call);
      else call.status = status;
      call.onInput?.();
    } else if (url ?? twiml) {
      call.redirect = url ? { url } : { twiml: twiml ?? "" };
      call.relay?.redirect();
      call.onInput?.();
    }
    return callResource(call);
  });
};

const mountRecordingRoutes = (app: FastifyInstance, voice: VoiceContext): void => {
  const { context, recordings, calls } = voice;
  app.get(`${base}/Calls/:call/Recordings.json`, async (request, reply) => {
    const call = findCall(voice, request);
    return call
      ? listPage(request, "recordings", call.recordings, (recording) => recordingResource(context, recording))
      : sendResponse(reply, resourceNotFound(request));
  });
  app.get(`${base}/Recordings/:recording`, async (request, reply) => {
    const [sid = "", format] = pathParam(request, "recording").split(".");
    const recording = recordings.get(sid);
    if (recording?.account !== accountSid(request)) return sendResponse(reply, resourceNotFound(request));
    if (format === "json") return recordingResource(context, recording);
    const audio = Buffer.concat(Array.from({ length: Math.min(10, recording.seconds) }, chime));
    return sendResponse(reply, { status: 200, type: "audio/mpeg", body: audio });
  });
  app.delete(`${base}/Recordings/:recording`, async (request, reply) => {
    const [sid = ""] = pathParam(request, "recording").split(".");
    const recording = recordings.get(sid);
    if (recording?.account !== accountSid(request)) return sendResponse(reply, resourceNotFound(request));
    recordings.delete(sid);
    const call = calls.find(recording.callSid);
    if (call) call.recordings = call.recordings.filter((one) => one.sid !== sid);
    return reply.status(204).send();
  });
};

const findCall = ({ calls }: VoiceContext, request: FastifyRequest): SimulatedCall | undefined => {
  const call = calls.find(pathParam(request, "call").replace(/\.json$/, ""));
  return call?.account === accountSid(request) ? call : undefined;
};

const acceptCall = (voice: VoiceContext, request: FastifyRequest): AcceptResult => {
  const { context, callbacks, calls, recordings } = voice;
  const rejection = validateCallRequest(context, request);
  if (rejection) return { response: rejection };
  const call = createCall(request, accountSid(request));
  const { statusCallback, url, twiml } = call.options;
  calls.add(call);
  const entry = context.ledger.entryFor(request);
  if (entry)
    entry.effect = {
      id: call.sid,
      channel: "call",
      to: call.to,
      from: call.from,
      bodyHash: hashBody(twiml ?? url ?? ""),
      at: call.phoneEntry.at,
      actionId: findActionId(statusCallback, url),
    };
  context.phone.add(call.to, call.phoneEntry);
  const postStatus = async (reported: SimulatedCall, forged: boolean): Promise<void> => {
    const form = progressForm({ ...reported, sequence: 9 }, reported.status);
    if (statusCallback) await callbacks.post(reported.account, statusCallback, form, { forged });
  };
  return {
    response: { status: 201, body: callResource(call) },
    callbackPlan: {
      run: async (fault) => {
        const poster = createCallbackPoster(fault);
        await runCall(context, callbacks, call, poster.post, {
          storeRecording: (recording) => void recordings.set(recording.sid, recording),
          addCall: (other) => calls.add(other),
        });
        await poster.flush();
      },
      postStray: () => postStatus({ ...call, sid: newSid("CA"), status: "completed", seconds: 9 }, false),
      postForged: () => postStatus({ ...call, status: "failed" }, true),
    },
  };
};
