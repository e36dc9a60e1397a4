import type { FastifyInstance, FastifyRequest } from "fastify";
import { isGoLiveRecordName, provesCallback } from "#domain/go-live/records.ts";
import { simulationOf } from "#domain/messages/simulation.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { system } from "#server/audit/entry.ts";
import { callPartUrl } from "#server/connectors/messaging/call-dialogue.ts";
import { callbackActionId, callbackForm, queryParameter } from "#server/connectors/messaging/callback.ts";
import type {
  CallbackResponse,
  Messenger,
  VendorCallback,
  VendorUpdate,
} from "#server/connectors/messaging/messenger.ts";
import { startRecording } from "#server/connectors/messaging/twilio-live-call.ts";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { cacheUntilChanged } from "#server/live/cache-until-changed.ts";
import { readBody } from "#server/pipeline/ingest/webhook/read-body.ts";
import { createRefusalLog } from "#server/pipeline/ingest/webhook/refusals.ts";
import { saveSpokenTurn } from "#server/pipeline/receive/call-updates.ts";
import { isSpoken, processUpdates } from "#server/pipeline/receive/callbacks.ts";
import { createReceipts } from "#server/pipeline/receive/receipts.ts";
import { openCall, saveRecordingAsked } from "#server/store/delivery/call-records.ts";
import { findSentMessage } from "#server/store/delivery/sent-messages.ts";
import { readGoLiveRecords, saveGoLiveRecord } from "#server/store/workspace/go-live.ts";
import { readPhoneSettings } from "#server/store/workspace/settings.ts";
import { callMessenger } from "#server/voice/voice-calls.ts";
import { createPeer } from "./peer.ts";

type OpenedMessenger = NonNullable<Awaited<ReturnType<ApiServices["messaging"]["open"]>>>;
type CallbackRoute = { Params: { messenger: string }; Querystring: Record<string, unknown> };

const maxBodyBytes = 1_048_576;
const uuid = /^[0-9a-f-]{36}$/i;

const isFirstAnswer = (messenger: Messenger, callback: VendorCallback): boolean =>
  messenger.id === callMessenger &&
  queryParameter(callback, "part") === "gather" &&
  queryParameter(callback, "turn") === "1" &&
  queryParameter(callback, "again") === undefined;

/** Where vendors report statuses and deliver replies. Only what they signed is processed. */
export const mountVendorCallbacks = (server: FastifyInstance, services: ApiServices): void => {
  const { config, messaging, write, addressHash, log, live, database, simulation } = services;
  const { general, asksModels } = services;
  const refusals = createRefusalLog(write, log);
  const receipts = createReceipts(write, addressHash);
  const peer = createPeer(config);

  /** A simulator has no say in a channel that is live through another vendor. */
  const isOverruled = async ({ messenger, isSimulated }: OpenedMessenger): Promise<boolean> => {
    if (!isSimulated) return false;
    const rivals = (await Promise.all(messenger.channels.map(messaging.messengersFor))).flat();
    return rivals.some((rival) => !rival.isSimulated);
  };

  const processCallback = async (
    request: FastifyRequest<CallbackRoute>,
    sent: Buffer,
  ): Promise<CallbackResponse | undefined> => {
    const opened = await messaging.open(request.params.messenger);
    if (!opened) throw new Problem("not_found");
    const { messenger, settings } = opened;
    const { method, headers, query } = request;
    const callback: VendorCallback = { method, urls: peer.urls(request.raw), headers, query, rawBody: sent };
    if ((await isOverruled(opened)) || !messenger.verifyCallback(settings, callback)) {
      refusals.record({ id: messenger.id, name: messenger.connector.label }, "signature_wrong", request.ip);
      throw new Problem("hook_refused");
    }
    const updates = messenger.parseCallback(callback);
    if (!opened.isSimulated) await noteFirstCallback(messenger.id, updates);
    const isTest = simulationOf(opened.isSimulated, await simulation()) === "test";
    await processUpdates(messenger, updates, {
      ...{ write, hash: addressHash, general, asksModels, receipts, log, isTest },
    });
    if (isFirstAnswer(messenger, callback)) await recordAnnouncement(opened, callback);
    return respond(messenger, callback);
  };

  /** The notice was spoken before the first answer, so the recording may start. */
  const recordAnnouncement = async (opened: OpenedMessenger, callback: VendorCallback): Promise<void> => {
    const { recordsCalls } = await readPhoneSettings(database.db);
    const callSid = callbackForm(callback)("CallSid");
    const actionId = callbackActionId(callback);
    const [url] = callback.urls;
    if (!recordsCalls || !callSid || !actionId || url === undefined) return;
    const call = { messenger: opened.messenger.id, providerId: callSid, actionId };
    await write(system, async ({ tx }) => {
      const id = await openCall(tx, call);
      if (id !== undefined) await saveRecordingAsked(tx, id);
    });
    const recordingUrl = callPartUrl(url.replace(/[?#].*$/, ""), { actionId, channel: "call" }, "recording");
    await startRecording(opened.context as TwilioContext, callSid, recordingUrl).catch(() => false);
  };

  const seenCallbacks = cacheUntilChanged(live, ["integrations"], () => readGoLiveRecords(database.db));

  /** The go-live guide waits for the first callback that a vendor signed. */
  const noteFirstCallback = async (messenger: string, updates: readonly VendorUpdate[]): Promise<void> => {
    const record = `callback:${messenger}`;
    const kinds = updates.map(({ kind }) => kind);
    if (!isGoLiveRecordName(record) || !provesCallback(messenger, kinds)) return;
    if ((await seenCallbacks.get())[record]) return;
    await write(system, async ({ tx, touch }) => {
      await saveGoLiveRecord(tx, record, null);
      touch("integrations");
    });
  };

  const respond = async (
    messenger: Messenger,
    callback: VendorCallback,
  ): Promise<CallbackResponse | undefined> => {
    if (!messenger.respondToCallback) return undefined;
    const { action } = callback.query;
    // Only a call asks what to say, and names its action in the URL.
    const actionId = isSpoken(messenger) && typeof action === "string" && uuid.test(action) ? action : null;
    const { values } = await services.business();
    const message =
      actionId === null
        ? null
        : await findSentMessage(services.database.db, actionId, values.company_name ?? null);
    const response = messenger.respondToCallback(callback, message);
    if (response?.spoken) {
      const { callId, turn, texts } = response.spoken;
      const call = { messenger: messenger.id, providerId: callId, actionId };
      await write(system, (context) => saveSpokenTurn(context, call, turn, texts));
    }
    return response;
  };

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _stream, done) => done(null));
    scope.route<CallbackRoute>({
      method: ["GET", "POST"],
      url: "/hooks/vendors/:messenger",
      handler: async (request, reply) => {
        const read = request.method === "GET" ? undefined : await readBody(request.raw, maxBodyBytes);
        if (read && !read.ok)
          throw new Problem(read.code === "too_large" ? "too_large" : "unsupported_media");
        const response = await processCallback(request, read?.ok ? read.sent : Buffer.alloc(0));
        if (response) return reply.type(response.contentType).send(response.body);
        return reply.status(200).send("");
      },
    });
  });
};
