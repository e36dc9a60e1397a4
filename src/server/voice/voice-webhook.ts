import { agentPhrases } from "#domain/agent/phrases.ts";
import { readHandoffNote } from "#domain/agent/summary.ts";
import type { Language } from "#domain/language.ts";
import { simulationOf } from "#domain/messages/simulation.ts";
import { normalisePhone } from "#domain/phone.ts";
import type { InboundNumber, PhoneSettings, TransferTarget } from "#domain/voice/phone-settings.ts";
import { isStaffed } from "#domain/voice/staffed.ts";
import { system } from "#server/audit/entry.ts";
import { callStates } from "#server/connectors/messaging/call-callbacks.ts";
import { respondToCall } from "#server/connectors/messaging/call-dialogue.ts";
import { type CallbackField, callbackForm, queryParameter } from "#server/connectors/messaging/callback.ts";
import type { VendorCallback } from "#server/connectors/messaging/messenger.ts";
import {
  connectRelay,
  type DialledParty,
  dialParty,
  recordMessage,
} from "#server/connectors/messaging/relay-twiml.ts";
import { gather, hangup, response, say } from "#server/connectors/messaging/twiml.ts";
import { saveCallStatus } from "#server/pipeline/receive/call-updates.ts";
import { receiveCall } from "#server/pipeline/receive/receive-call.ts";
import { readingSettings } from "#server/pipeline/receive/record-inbound.ts";
import { hasOptedOut } from "#server/store/compliance/suppressions.ts";
import { openCall, saveRecordingAsked } from "#server/store/delivery/call-records.ts";
import { findSentMessage } from "#server/store/delivery/sent-messages.ts";
import {
  type AgentCall,
  findActionScript,
  findCallByProviderId,
  findPersonAddresses,
  finishAgentCall,
  insertCallSignal,
  insertInboundCall,
  readAgentCall,
  reopenAgentCall,
  startAgentCall,
} from "#server/store/voice/agent-calls.ts";
import { markBridged } from "#server/store/voice/completed-calls.ts";
import { handoffTopic, insertRequest } from "#server/store/voice/person-requests.ts";
import { createRelaySession } from "#server/store/voice/relay-sessions.ts";
import { readPhoneSettings } from "#server/store/workspace/settings.ts";
import { openSipExtension } from "#server/store/workspace/sip-extensions.ts";
import { callPartUrl } from "./call-part-url.ts";
import { prepareSetup } from "./call-setup.ts";
import { callMessenger, type VoiceCalls } from "./voice-calls.ts";
import type { VoiceServices } from "./voice-services.ts";

type Twiml = { contentType: string; body: string };

const uuid = /^[0-9a-f-]{36}$/i;
const providerId = /^CA[0-9a-z]{1,64}$/i;

export type VoiceWebhookOptions = {
  services: VoiceServices;
  calls: VoiceCalls;
};

/** What a request of the vendor is about. */
type VoiceRequest = {
  callback: VendorCallback;
  field: CallbackField;
  /** Our address as the vendor sees it, without path. */
  origin: string;
  isSimulated: boolean;
  callSid: string;
};

/** Answers what the vendor asks during calls of the voice agent. */
export const createVoiceWebhook = ({ services, calls }: VoiceWebhookOptions) => {
  const { database, write, addressHash } = services;
  const { db } = database;

  /** The agent goes on the line; undefined where the vendor could not reach our socket. */
  const connect = async (
    call: AgentCall,
    { origin, callSid, isSimulated }: VoiceRequest,
    scriptName: string | null,
  ): Promise<Twiml | undefined> => {
    // The vendor connects to encrypted sockets only; our simulators are on this machine.
    if (!origin.startsWith("https://") && !isSimulated) return undefined;
    const setup = await prepareSetup(services, call, scriptName);
    const token = await write(system, async ({ tx, touch }) => {
      await startAgentCall(tx, call.id, {
        script: setup.script,
        language: call.language ?? setup.language,
        providerCallId: callSid,
        origin,
      });
      touch("calls", "live-calls");
      return createRelaySession(tx, call.id, callSid);
    });
    return connectRelay({
      url: `${origin.replace(/^http/, "ws")}/hooks/relay/${token}`,
      actionUrl: callPartUrl(origin, call.id, "relay-end"),
      notice: call.isNoticed ? undefined : setup.notice,
      voice: setup.voice,
      others: setup.others,
      detectsLanguage: setup.detectsLanguage,
      hints: setup.hints,
    });
  };

  const answerOutbound = async (request: VoiceRequest): Promise<Twiml> => {
    const actionId = queryParameter(request.callback, "action") ?? "";
    if (!uuid.test(actionId)) return response(hangup);
    const { values } = await services.business();
    const message = await findSentMessage(db, actionId, values.company_name ?? null);
    if (!message) return response(hangup);
    const { callSid } = request;
    const opened = await write(system, async ({ tx, touch }) => {
      const id = await openCall(tx, { messenger: callMessenger, providerId: callSid, actionId });
      const addresses = await findPersonAddresses(tx, actionId);
      const optOuts = await Promise.all(addresses.map((address) => hasOptedOut(tx, addressHash(address))));
      const isOptedOut = optOuts.includes(true);
      // The person opted out while the telephone rang.
      if (id !== undefined && isOptedOut)
        await finishAgentCall(tx, id, { reason: "not_allowed", outcome: null, modelCost: null });
      touch("calls");
      return isOptedOut ? undefined : id;
    });
    const call = opened === undefined ? undefined : await readAgentCall(db, opened);
    if (!call) return response(hangup);
    const scriptName = await findActionScript(db, actionId);
    const connected = await connect(call, request, scriptName);
    // Without a socket the script is read with the vendor's own means.
    const callbackUrl = `${request.origin}/hooks/vendors/${callMessenger}`;
    return connected ?? respondToCall(request.callback, { ...message, callbackUrl }) ?? response(hangup);
  };

  const routeFor = ({ inbound }: PhoneSettings, number: string): InboundNumber =>
    inbound.find((one) => one.number === number) ??
    inbound.find((one) => one.number === "*") ?? { number: "*", route: "agent", scriptId: null };

  const answerInbound = async (request: VoiceRequest): Promise<Twiml> => {
    const { field, callSid, isSimulated } = request;
    const from = normalisePhone(field("From") ?? "") ?? field("From") ?? "";
    const to = normalisePhone(field("To") ?? "") ?? field("To") ?? "";
    const phone = await readPhoneSettings(db);
    const route = routeFor(phone, to);
    const callId = await storeInboundCall({ from, to, callSid, isSimulated });
    const call = await readAgentCall(db, callId);
    if (!call) return response(hangup);
    if (route.route === "message") return takeMessage(request, call);
    if (route.route === "transfer") {
      const dialled = await dial(request, call, 0, phone);
      if (dialled) return dialled;
    }
    const scripted = { ...call, scriptId: call.scriptId ?? route.scriptId };
    return (await connect(scripted, request, null)) ?? takeMessage(request, call);
  };

  const storeInboundCall = async ({
    from,
    to,
    callSid,
    isSimulated,
  }: {
    from: string;
    to: string;
    callSid: string;
    isSimulated: boolean;
  }): Promise<string> => {
    const isTest = simulationOf(isSimulated, await services.simulation()) === "test";
    const settings = await readingSettings(services);
    const key = `${callMessenger}:${callSid}`;
    return write(system, async (context) => {
      const { tx, touch } = context;
      const personId = await receiveCall(context, { key, from, to, isTest }, { hash: addressHash, settings });
      touch("people", "calls", "live-calls");
      return insertInboundCall(tx, {
        personId,
        from,
        to,
        providerCallId: callSid,
        messenger: callMessenger,
        simulated: isSimulated,
        isTest,
      });
    });
  };

  const languageOf = (call: AgentCall): Language =>
    call.language === "es" || call.personLanguage === "es" ? "es" : "en";

  const takeMessage = async ({ origin }: VoiceRequest, call: AgentCall): Promise<Twiml> => {
    const language = languageOf(call);
    await write(system, ({ tx }) => saveRecordingAsked(tx, call.id));
    return response(
      say(language, agentPhrases[language].leaveMessage),
      recordMessage(callPartUrl(origin, call.id, "message-end"), callPartUrl(origin, call.id, "recording")),
    );
  };

  const openTarget = async (target: TransferTarget): Promise<DialledParty | undefined> => {
    if (target.kind === "number") return { kind: "number", number: target.number };
    const extension = await openSipExtension(db, services.keyring, target.extensionId);
    return (
      extension && {
        kind: "sip",
        uri: extension.uri,
        username: extension.username,
        password: extension.password ?? null,
      }
    );
  };

  /** Calls the next person who may take over; undefined when none is left or the business is closed. */
  const dial = async (
    { origin }: VoiceRequest,
    call: AgentCall,
    from: number,
    phone: PhoneSettings,
  ): Promise<Twiml | undefined> => {
    const { timezone } = await services.general();
    // An operator who names a target knows who is there.
    if (call.target === null && !isStaffed(phone, services.clock.now(), timezone)) return undefined;
    for (const [index, target] of phone.transferTargets.entries()) {
      if (index < from) continue;
      const party = await openTarget(target);
      if (!party) continue;
      const number = String(index);
      return response(
        dialParty(party, {
          callerId: call.ourNumber,
          actionUrl: callPartUrl(origin, call.id, "dial-end", { target: number }),
          whisperUrl: callPartUrl(origin, call.id, "whisper", { target: number }),
        }),
      );
    }
    return undefined;
  };

  const relayEnded = async (request: VoiceRequest, call: AgentCall): Promise<Twiml> => {
    const { field } = request;
    const isFailed = field("SessionStatus") === "failed";
    const phone = await readPhoneSettings(db);
    const isStored = await calls.finished(call.id, isFailed);
    if (!isStored)
      await write(system, async ({ tx, touch }) => {
        const reason = isFailed ? "connection_lost" : "caller_hung_up";
        await finishAgentCall(tx, call.id, { reason, outcome: null, modelCost: null });
        touch("calls", "live-calls");
      });
    const isHandedOver = call.handoffReason !== null && field("HandoffData") !== undefined;
    if (!isHandedOver && !isFailed) return response(hangup);
    const dialled = await dial(request, call, call.target ?? 0, phone);
    if (dialled) return dialled;
    await promiseCallback(call);
    const language = languageOf(call);
    const { tooManyTroubles, nobodyFree } = agentPhrases[language];
    return response(say(language, isFailed ? tooManyTroubles : nobodyFree), hangup);
  };

  /** The agent says that the team will call back, so the team must know. */
  const promiseCallback = async ({ personId, id: callId }: AgentCall): Promise<void> => {
    if (personId === null) return;
    await write(system, async ({ tx, touch }) => {
      const request = { kind: "callback", topic: handoffTopic, wanted: "", quote: "" } as const;
      await insertRequest(tx, { personId, callId, ...request });
      touch("people");
    });
  };

  const dialEnded = async (request: VoiceRequest, call: AgentCall): Promise<Twiml> => {
    const { field, callback } = request;
    // A person who declines after the whisper is reported as completed, but not as bridged.
    const isBridged =
      field("DialBridged") === "true" ||
      (field("DialBridged") === undefined &&
        ["completed", "answered"].includes(field("DialCallStatus") ?? ""));
    if (isBridged) {
      await write(system, ({ tx }) => markBridged(tx, call.id));
      return response(hangup);
    }
    // The caller hung up while the telephone rang.
    if (field("CallStatus") === "completed") {
      await promiseCallback(call);
      return response(hangup);
    }
    const target = Number(queryParameter(callback, "target") ?? 0);
    const phone = await readPhoneSettings(db);
    const next = await dial(request, call, target + 1, phone);
    if (next) return next;
    // The agent goes on; a call that was routed to a person at once has heard no notice yet.
    if (call.isNoticed) await promiseCallback(call);
    await write(system, ({ tx }) => reopenAgentCall(tx, call.id));
    const reopened = (await readAgentCall(db, call.id)) ?? call;
    const routed = call.type === "inbound" ? routeFor(phone, call.ourNumber ?? "").scriptId : null;
    const scripted = { ...reopened, scriptId: reopened.scriptId ?? routed };
    return (await connect(scripted, request, null)) ?? response(hangup);
  };

  /** For the person who takes over: who calls and why, before they are connected. */
  const whisper = ({ origin, callback }: VoiceRequest, call: AgentCall): Twiml => {
    const language = languageOf(call);
    const phrases = agentPhrases[language];
    const name = [call.firstName, call.lastName].filter(Boolean).join(" ") || call.phoneNumber;
    const target = queryParameter(callback, "target") ?? "0";
    // The reason and what the caller wants; the rest is on the screen.
    const note = readHandoffNote(call, language === "es" ? "es" : "en") ?? "";
    const prompt = say(language, phrases.whisper(name, note.split("\n").slice(0, 2).join(". ")));
    return response(
      gather(language, callPartUrl(origin, call.id, "whisper-key", { target }), prompt),
      hangup,
    );
  };

  const answeredByMachine = async ({ field }: VoiceRequest, callId: string): Promise<void> => {
    const answeredBy = field("AnsweredBy") ?? "";
    await write(system, async (context) => {
      await saveCallStatus(context, callRef(callId, field), { answeredBy });
      if (!/^(machine|fax)/.test(answeredBy) || calls.holds(callId)) return;
      // Another process holds the call.
      await insertCallSignal(context.tx, callId, { kind: "machine" });
      context.touch("call-commands");
    });
    if (/^(machine|fax)/.test(answeredBy) && calls.holds(callId)) calls.answeredByMachine(callId);
  };

  const callRef = (callId: string, field: CallbackField) => ({
    messenger: callMessenger,
    providerId: field("CallSid") ?? "",
    actionId: callId,
  });

  /** Status and recording of a call that was not placed by us. */
  const saveReport = async ({ field }: VoiceRequest, callId: string): Promise<void> => {
    const status = callStates[field("CallStatus") ?? ""] ?? field("CallStatus");
    const seconds = Number(field("CallDuration") ?? Number.NaN);
    const recordingUrl = field("RecordingStatus") === "completed" ? field("RecordingUrl") : undefined;
    const account = field("AccountSid");
    await write(system, (context) =>
      saveCallStatus(context, callRef(callId, field), {
        ...(field("RecordingStatus") === undefined && status ? { status } : {}),
        ...(Number.isFinite(seconds) ? { durationSeconds: seconds } : {}),
        ...(recordingUrl ? { recordingUrl } : {}),
        ...(account ? { account } : {}),
      }),
    );
  };

  const findCall = async ({ callback, callSid }: VoiceRequest): Promise<AgentCall | undefined> => {
    const named = queryParameter(callback, "call") ?? queryParameter(callback, "action");
    const id = named && uuid.test(named) ? named : await findCallByProviderId(db, callSid);
    return id === undefined ? undefined : readAgentCall(db, id);
  };

  /** The instructions for the vendor; undefined where it expects none. The signature was checked before. */
  return async (
    callback: VendorCallback,
    { origin, isSimulated }: { origin: string; isSimulated: boolean },
  ): Promise<Twiml | undefined> => {
    const field = callbackForm(callback);
    const callSid = field("CallSid") ?? "";
    if (!providerId.test(callSid)) return response(hangup);
    const request: VoiceRequest = { callback, field, origin, isSimulated, callSid };
    const part = queryParameter(callback, "part");
    if (part === "answer") return answerOutbound(request);
    if (part === undefined) return answerInbound(request);
    const call = await findCall(request);
    if (!call) return response(hangup);
    switch (part) {
      case "relay-end":
        return relayEnded(request, call);
      case "dial-end":
        return dialEnded(request, call);
      case "whisper":
        return whisper(request, call);
      case "whisper-key":
        // Any other key, or none, and the next person is called.
        return field("Digits") === "1" ? response() : response(hangup);
      case "message-end":
        return response(hangup);
      case "amd":
        await answeredByMachine(request, call.id);
        return undefined;
      case "status":
      case "recording":
        await saveReport(request, call.id);
        return undefined;
      default:
        return response(hangup);
    }
  };
};
