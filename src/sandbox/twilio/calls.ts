import type { FastifyInstance, FastifyRequest } from "fastify";
import { createCallbackPoster } from "#sandbox/callback-plan.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { findActionId, hashBody } from "#sandbox/ledger.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { type AcceptResult, respondWithFault } from "#sandbox/respond-with-fault.ts";
import { basicCredentials, bodyField, queryParam, sendResponse } from "#sandbox/vendor.ts";
import { callResource, hasEnded, progressForm, type SimulatedCall } from "./call.ts";
import { pushInput } from "./call-dialogue.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import { createCall, validateCallRequest } from "./create-call.ts";
import { placeInboundCall } from "./inbound-call.ts";
import { mountRecordings } from "./recordings.ts";
import { createResourceStore } from "./resource-store.ts";
import {
  accountSid,
  listPage,
  matchesDateFilter,
  newSid,
  resourceNotFound,
  twilioError,
  twilioFailures,
} from "./rest-api.ts";
import { hangUp, runCall } from "./run-call.ts";
import { accountPath, findCall, type VoiceContext } from "./voice-context.ts";

export const mountCalls = (
  app: FastifyInstance,
  context: SandboxContext,
  callbacks: TwilioCallbacks,
): void => {
  const voice: VoiceContext = { context, callbacks, calls: createResourceStore(), recordings: new Map() };
  mountCallRoutes(app, voice);
  mountRecordings(app, voice);
  context.phone.onCallPlaced((customer, business) => placeInboundCall(voice, customer, business));
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
  app.post(`${accountPath}/Calls.json`, async (request, reply) => {
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

  app.get(`${accountPath}/Calls.json`, async (request) => {
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
  app.get(`${accountPath}/Calls/:call`, async (request, reply) => {
    const call = findCall(voice, request);
    return call ? callResource(call) : sendResponse(reply, resourceNotFound(request));
  });
  /** Ends or redirects a call in progress. */
  app.post(`${accountPath}/Calls/:call`, async (request, reply) => {
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

const acceptCall = (voice: VoiceContext, request: FastifyRequest): AcceptResult => {
  const { context, callbacks, calls } = voice;
  const rejection = validateCallRequest(context, request);
  if (rejection) return { response: rejection };
  const call = createCall(request, accountSid(request));
  call.caller = context.callers.find(call.phone);
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
        await runCall(voice, call, poster.post);
        await poster.flush();
      },
      postStray: () => postStatus({ ...call, sid: newSid("CA"), status: "completed", seconds: 9 }, false),
      postForged: () => postStatus({ ...call, status: "failed" }, true),
    },
  };
};
