import type { FastifyInstance, FastifyRequest } from "fastify";
import { carryOut, type Taken } from "#sandbox/carry-out.ts";
import { actionIdIn, bodyHash } from "#sandbox/ledger.ts";
import { magicOf } from "#sandbox/magic.ts";
import { createTeller } from "#sandbox/notices.ts";
import { chime } from "#sandbox/speech/mp3.ts";
import { basicOf, bodyOf, paramOf, queryOf, send } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import { type Call, isOver, progressForm, type Recording, recordingUrl, showCall } from "./call.ts";
import { give } from "./conversation.ts";
import type { Line } from "./line.ts";
import { failures } from "./messages.ts";
import { callRefusalOf, placed } from "./place-call.ts";
import { failure, isWithin, newSid, pageOf, rfc2822, sidOf, version } from "./resource.ts";
import { hangUp, runCall } from "./run-call.ts";
import { createdFirst } from "./store.ts";

const missing = (request: FastifyRequest) =>
  failure(404, 20_404, `The requested resource ${request.url.slice("/twilio".length)} was not found`);

const showRecording = (world: World, recording: Recording) => ({
  sid: recording.sid,
  account_sid: recording.account,
  call_sid: recording.callSid,
  api_version: version,
  status: "completed",
  duration: String(recording.seconds),
  channels: 1,
  source: "RecordVerb",
  start_time: rfc2822(recording.startedAt),
  date_created: rfc2822(recording.startedAt),
  price: null,
  price_unit: "USD",
  media_url: recordingUrl(world.base(), recording),
  uri: `/${version}/Accounts/${recording.account}/Recordings/${recording.sid}.json`,
});

export const mountCalls = (app: FastifyInstance, world: World, line: Line): void => {
  const calls = createdFirst<Call>();
  const recordings = new Map<string, Recording>();

  const take = (request: FastifyRequest): Taken => {
    const refusal = callRefusalOf(world, request);
    if (refusal) return { answer: refusal };
    const call = placed(request, sidOf(request));
    const { statusCallback, url, twiml } = call.asked;
    calls.add(call);
    const entry = world.ledger.entryOf(request);
    if (entry)
      entry.effect = {
        id: call.sid,
        channel: "call",
        to: call.to,
        from: call.from,
        bodyHash: bodyHash(twiml ?? url ?? ""),
        at: call.shown.at,
        actionId: actionIdIn(statusCallback, url),
      };
    world.phone.add(call.to, call.shown);
    const tellOf = async (one: Call, forged: boolean): Promise<void> => {
      const form = progressForm({ ...one, sequence: 9 }, one.status);
      if (statusCallback) await line.post(one.account, statusCallback, form, { forged });
    };
    return {
      answer: { status: 201, body: showCall(call) },
      announcement: {
        course: async (fault) => {
          const { tell, after } = createTeller(fault);
          await runCall(world, line, call, tell, (recording) => recordings.set(recording.sid, recording));
          await after();
        },
        stray: () => tellOf({ ...call, sid: newSid("CA"), status: "completed", seconds: 9 }, false),
        forged: () => tellOf({ ...call, status: "failed" }, true),
      },
    };
  };

  const base = `/${version}/Accounts/:sid`;
  app.post(`${base}/Calls.json`, async (request, reply) => {
    const fault = world.faults.choose("twilio", {
      credential: basicOf(request)?.password,
      byNumber: magicOf(bodyOf(request, "To") ?? "").fault,
    });
    return carryOut(world, request, reply, { fault, failures, take: () => take(request) });
  });

  const callOf = (request: FastifyRequest): Call | undefined => {
    const call = calls.find(paramOf(request, "call").replace(/\.json$/, ""));
    return call?.account === sidOf(request) ? call : undefined;
  };
  app.get(`${base}/Calls.json`, async (request) => {
    const [from, status] = [queryOf(request, "From"), queryOf(request, "Status")];
    const found = calls
      .list(queryOf(request, "To"))
      .filter(
        (call) =>
          call.account === sidOf(request) &&
          (from === undefined || call.from === from) &&
          (status === undefined || call.status === status) &&
          isWithin(request, "StartTime", call.startedAt ?? call.createdAt),
      );
    return pageOf(request, "calls", found, showCall);
  });
  app.get(`${base}/Calls/:call`, async (request, reply) => {
    const call = callOf(request);
    return call ? showCall(call) : send(reply, missing(request));
  });
  /** A call under way is hung up, or led elsewhere. */
  app.post(`${base}/Calls/:call`, async (request, reply) => {
    const call = callOf(request);
    if (!call) return send(reply, missing(request));
    if (isOver(call)) return send(reply, failure(400, 21_220, "Call is not in-progress. Cannot redirect."));
    const [status, url, twiml] = [
      bodyOf(request, "Status"),
      bodyOf(request, "Url"),
      bodyOf(request, "Twiml"),
    ];
    if (status === "completed" || status === "canceled") {
      if (call.status === "in-progress") hangUp(world, call);
      else call.status = status;
      call.wake?.();
    } else if (url ?? twiml) {
      call.redirect = url ? { url } : { twiml: twiml ?? "" };
      call.wake?.();
    }
    return showCall(call);
  });

  app.get(`${base}/Calls/:call/Recordings.json`, async (request, reply) => {
    const call = callOf(request);
    return call
      ? pageOf(request, "recordings", call.recordings, (one) => showRecording(world, one))
      : send(reply, missing(request));
  });
  app.get(`${base}/Recordings/:recording`, async (request, reply) => {
    const [sid = "", kind] = paramOf(request, "recording").split(".");
    const recording = recordings.get(sid);
    if (recording?.account !== sidOf(request)) return send(reply, missing(request));
    if (kind === "json") return showRecording(world, recording);
    const sound = Buffer.concat(Array.from({ length: Math.min(10, recording.seconds) }, chime));
    return send(reply, { status: 200, type: "audio/mpeg", body: sound });
  });

  world.phone.onCall((sid, input) => {
    const call = calls.find(sid);
    if (!call || isOver(call)) return false;
    if ("hangUp" in input) hangUp(world, call);
    else give(world, call, input);
    return true;
  });
};
