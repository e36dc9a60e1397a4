import { setTimeout as sleep } from "node:timers/promises";
import { startCall } from "#domain/agent/call-machine.ts";
import { voicemailOf } from "#domain/agent/opening.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import { type HandoffFacts, wordHandoff } from "#domain/agent/summary.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { type AlertingSafetyKind, urgentSafetyKinds } from "#domain/safety/safety-answers.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { AgentServices } from "#server/agent/conversation.ts";
import { openConversation } from "#server/agent/conversation.ts";
import { system } from "#server/audit/entry.ts";
import { callbackUrlFor } from "#server/connectors/messaging/callback.ts";
import {
  hangUpCall,
  redirectCall,
  startRecording,
  stopRecording,
} from "#server/connectors/messaging/twilio-live-call.ts";
import { hangup, response, say } from "#server/connectors/messaging/twiml.ts";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { newId } from "#server/db/id.ts";
import { waitForSendsInFlight } from "#server/pipeline/deliver/opt-out.ts";
import { completeCall } from "#server/pipeline/receive/complete-call.ts";
import { receiveMessage } from "#server/pipeline/receive/receive-message.ts";
import { addHandoffTask } from "#server/store/conversations/handoff-tasks.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import {
  type AgentCall,
  finishAgentCall,
  readAgentCall,
  saveHandoff,
  saveRecordingNotice,
  takeCallSignals,
} from "#server/store/voice/agent-calls.ts";
import { endRelaySessions, openRelaySession } from "#server/store/voice/relay-sessions.ts";
import { hasRecentVoicemail } from "#server/store/voice/voicemail.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import { readGeneralSettings } from "#server/store/workspace/settings.ts";
import { createCallRecords } from "./call-records.ts";
import { type CallControl, type CallSession, createCallSession, type RelaySocket } from "./call-session.ts";
import { type CallSetup, prepareSetup } from "./call-setup.ts";
import type { RelayFrame } from "./relay-frames.ts";
import type { VoiceServices } from "./voice-services.ts";

/** The messenger whose connection voice calls use. */
export const callMessenger = "twilio-call";

export type OpenedSocket = {
  receive: (frame: RelayFrame) => void;
  closed: (code: number) => void;
};

/** A call whose token was accepted; it starts with the vendor's `setup` frame. */
export type AcceptedCall = {
  providerCallId: string;
  start: (socket: RelaySocket) => Promise<OpenedSocket | undefined>;
};

export type VoiceCalls = {
  /** Accepts the token of a socket's address, once. */
  accept: (token: string) => Promise<AcceptedCall | undefined>;
  /** Detected by the vendor after the answer. */
  answeredByMachine: (callId: string) => void;
  holds: (callId: string) => boolean;
  /**
   * Waits until the agent's part of a call is stored as over; false when another process held it. `isLost`: the vendor
   * has given its connection up.
   */
  finished: (callId: string, isLost: boolean) => Promise<boolean>;
  stop: () => Promise<void>;
};

const stopTries = 3;
const finishStepMs = 20;
const maxFinishMs = 2_000;
/** How long a call waits for the vendor to connect again. */
const reconnectMs = 15_000;

/** The calls whose sockets this process holds. */
export const createVoiceCalls = (services: VoiceServices): VoiceCalls => {
  const { database, write, live, log, messaging, addressHash, general, asksModels, clock } = services;
  const sessions = new Map<string, CallSession>();
  const finishing = new Map<string, Promise<void>>();
  const records = createCallRecords(write);

  const twilio = async (): Promise<TwilioContext | undefined> =>
    (await messaging.open(callMessenger))?.context as TwilioContext | undefined;

  /** An opt-out in a call is processed like one in a message: on all channels, with its event and timeline. */
  const storeOptOut = async (call: AgentCall, text: string): Promise<void> => {
    const people = await receiveMessage(
      { write, hash: addressHash, general, asksModels },
      {
        kind: "message",
        providerId: `${call.providerCallId}:opt-out`,
        channel: "voice_agent",
        from: call.phoneNumber,
        to: call.ourNumber ?? "",
        text,
        name: null,
        at: clock.now(),
        optedOut: true,
      },
      { messenger: callMessenger, isTest: call.isTest },
    );
    await waitForSendsInFlight(write, people);
  };

  /** Tried until it is stored: nothing may be sent to this person from now on. */
  const optOut: AgentServices["optOut"] = async (call, text) => {
    for (let failures = 1; ; failures++) {
      try {
        return await storeOptOut(call, text);
      } catch (error) {
        log.error({ error, callId: call.id, failures }, "an opt-out could not be stored yet");
        if (!mayRetry(retryPolicies.optOut, failures)) throw error;
        await sleep(retryDelayMs(retryPolicies.optOut, failures));
      }
    }
  };
  const { ai, knowledgeVectors } = services;
  const agentServices: AgentServices = {
    database,
    write,
    log,
    ai,
    general,
    knowledgeVectors,
    addressHash,
    clock,
    optOut,
  };

  const controlOf = (call: AgentCall, setup: CallSetup): CallControl => {
    const sid = call.providerCallId ?? "";
    return {
      startRecording: async () => {
        // The notice was spoken; by the same clock as the start, which follows it.
        const noticeAt = clock.now();
        const context = await twilio();
        const recordingUrl = call.origin && recordingCallback(call.origin, call);
        const isRecorded = setup.isRecorded && context && recordingUrl;
        const started = isRecorded
          ? await startRecording(context, sid, recordingUrl).catch(() => false)
          : false;
        await write(system, async ({ tx, touch }) => {
          const startedAt = started ? clock.now() : null;
          await saveRecordingNotice(tx, call.id, { noticeAt, isAsked: Boolean(isRecorded), startedAt });
          touch("live-calls");
        });
      },
      stopRecording: async () => {
        const context = await twilio();
        if (!context) return;
        for (let tries = 1; tries <= stopTries; tries++) {
          if (await stopRecording(context, sid).catch(() => false)) return;
          await sleep(tries * 500);
        }
        throw new Error("The recording was not stopped");
      },
      leaveMessage: async () => {
        const context = await twilio();
        if (!context) return;
        const isRepeated =
          call.personId !== null && (await hasRecentVoicemail(database.db, call.personId, call.id));
        if (isRepeated) return void (await hangUpCall(context, sid));
        const language = setup.language === "es" ? "es" : "en";
        const text = voicemailOf({ language, business: setup.business, purpose: setup.purpose });
        await redirectCall(context, sid, response(say(language, text), hangup).body);
      },
      handOver: (handoff, target) => handOver(call, handoff, target),
      alert: (danger, words) => alertTeam(call, danger, words),
      finish: async (reason, outcome, cost) => {
        await write(system, async ({ tx, touch, enqueue }) => {
          const hasEnded = await finishAgentCall(tx, call.id, { reason, outcome, modelCost: cost });
          await endRelaySessions(tx, call.id);
          // The vendor's report of the end was earlier, and the work after the call waits for this.
          if (hasEnded) enqueue(completeCall, { callId: call.id });
          touch("calls", "live-calls");
        });
      },
    };
  };

  const alertTeam = (call: AgentCall, danger: AlertingSafetyKind, words: string): Promise<void> =>
    write(system, async ({ tx, touch, enqueue }) => {
      const { personId } = call;
      if (personId !== null && !call.isTest)
        await addHandoffTask(tx, { id: newId(), personId, kind: danger, details: [words] });
      if (urgentSafetyKinds.includes(danger)) {
        const person =
          [call.firstName, call.lastName].filter(Boolean).join(" ") || formatPhone(call.phoneNumber);
        const params = { person, words, ...(call.isTest ? { simulated: 1 } : {}) };
        await addPushedNotifications({ tx, enqueue }, [
          { kind: "safety_alert", params, link: `/voice?call=${call.id}`, personId },
        ]);
      }
      touch("notifications", "people", "threads");
    });

  /** The vendor asks for the transfer right after, so the note and the target are stored first. */
  const handOver = async (call: AgentCall, handoff: HandoffFacts, target: number | null): Promise<void> => {
    await write(system, async ({ tx, touch, audit, enqueue }) => {
      const { locale } = await readGeneralSettings(tx);
      // Tasks and the timeline keep one text for all readers.
      const note = wordHandoff(handoff, locale.startsWith("es") ? "es" : "en");
      const reason = handoff.handoffReason;
      const { isNew, person, personId } = await saveHandoff(tx, call.id, { handoff, note, target });
      if (!isNew) return;
      const simulated = call.isTest ? { simulated: 1 } : {};
      await addPushedNotifications({ tx, enqueue }, [
        { kind: "handoff_asked", params: { person, ...simulated }, link: `/voice?call=${call.id}`, personId },
      ]);
      if (personId !== null && !call.isTest)
        await addHandoffTask(tx, { id: call.id, personId, kind: "human", details: [note] });
      if (personId !== null)
        await addToTimeline(tx, [
          {
            personId,
            eventType: "handoff_asked",
            source: "voice_agent",
            title: "Asked for a human agent during a call",
            description: note || null,
            metadata: { channel: "voice_agent", callId: call.id, handoffReason: reason },
            causedBy: call.id,
          },
        ]);
      audit({
        eventType: "data_change",
        entityType: "call",
        entityId: call.id,
        details: { kind: "agent_handed_over" },
        metadata: { reason },
      });
      touch("calls", "live-calls", "notifications", "people", "threads");
    });
  };

  const createSession = async (call: AgentCall): Promise<CallSession> => {
    const setup = await prepareSetup(services, call, null);
    const language: ScriptLanguage = call.language ?? setup.language;
    const conversation = await openConversation(services, call, language);
    const { maxCallMinutes } = setup.config;
    return createCallSession({
      services: agentServices,
      records,
      conversation,
      control: controlOf(call, setup),
      state: startCall({
        language,
        owner: call.owner ?? "agent",
        opening: setup.opening,
        epoch: Math.max(conversation.memory.epoch, call.lastEpoch),
      }),
      answeredAt: call.answeredAt ?? clock.now(),
      notice: setup.notice,
      isRecorded: setup.isRecorded,
      detectsLanguage: setup.detectsLanguage,
      limitMs: maxCallMinutes === 0 ? null : maxCallMinutes * 60_000,
      localeOf: (wanted) =>
        [setup.voice, ...setup.others].find((voice) => voice.language.startsWith(wanted))?.language ??
        setup.voice.language,
      onOver: (finished) => {
        sessions.delete(call.id);
        const work = finished
          .catch((error: unknown) =>
            log.error({ error, callId: call.id }, "the end of a call was not stored"),
          )
          .finally(() => finishing.delete(call.id));
        finishing.set(call.id, work);
      },
    });
  };

  const opening = new Map<string, Promise<CallSession>>();
  /** The session of a call; two sockets at once share it. */
  const findSession = async (call: AgentCall): Promise<CallSession> => {
    const existing = sessions.get(call.id);
    if (existing) return existing;
    const created = opening.get(call.id) ?? createSession(call);
    opening.set(call.id, created);
    try {
      const session = await created;
      sessions.set(call.id, session);
      return session;
    } finally {
      opening.delete(call.id);
    }
  };

  /** The first words where the vendor plays no notice: after a broken connection, or a transfer that failed. */
  const firstWords = (
    { language, isNoticed }: AgentCall,
    introduction: string,
    isReconnection: boolean,
  ): string | null => {
    const phrases = agentPhrases[language ?? "en"];
    if (!isNoticed) return isReconnection ? introduction : null;
    return isReconnection ? phrases.reconnected : phrases.nobodyFree;
  };

  const accept: VoiceCalls["accept"] = async (token) => {
    const opened = await write(system, ({ tx }) => openRelaySession(tx, token));
    if (!opened) return undefined;
    const { callId, providerCallId, isReconnection } = opened;
    return {
      providerCallId,
      start: async (socket) => {
        const call = await readAgentCall(database.db, callId);
        if (!call || call.endReason !== null) return undefined;
        const session = await findSession(call);
        session.attach(socket, firstWords(call, session.introduction, isReconnection));
        // What was stored before this process held the call.
        void takeSignals();
        return {
          receive: session.receive,
          closed: (code) => {
            if (session.isOver() || !session.isOn(socket)) return;
            // A normal end is the caller's; anything else may be connected again.
            if (code === 1000) return session.closed("caller_hung_up");
            session.detach();
            setTimeout(() => {
              if (session.isDetached()) session.closed("connection_lost");
            }, reconnectMs).unref();
          },
        };
      },
    };
  };

  let isTaking = false;
  let isAskedAgain = false;
  /** Reads what operators want of the calls that this process holds. */
  const takeSignals = async (): Promise<void> => {
    if (sessions.size === 0) return;
    if (isTaking) {
      isAskedAgain = true;
      return;
    }
    isTaking = true;
    try {
      do {
        isAskedAgain = false;
        const taken = await write(system, ({ tx }) => takeCallSignals(tx, [...sessions.keys()]));
        for (const { callId, signal } of taken) sessions.get(callId)?.signal(signal);
      } while (isAskedAgain);
    } catch (error) {
      log.warn({ error }, "commands for calls could not be read");
    } finally {
      isTaking = false;
    }
  };
  const unwatch = live.watch((changed) => {
    if (changed.includes("call-commands")) void takeSignals();
  });

  return {
    accept,
    holds: (callId) => sessions.has(callId),
    finished: async (callId, isLost) => {
      if (isLost) sessions.get(callId)?.closed("connection_lost");
      // The vendor's request may overtake the end of the socket.
      for (let waited = 0; sessions.has(callId) && waited < maxFinishMs; waited += finishStepMs)
        await sleep(finishStepMs);
      const work = finishing.get(callId);
      await work;
      return work !== undefined;
    },
    answeredByMachine: (callId) => sessions.get(callId)?.signal({ kind: "machine" }),
    stop: async () => {
      unwatch();
      await Promise.all([
        ...finishing.values(),
        ...[...sessions.values()].map((session) => session.settled()),
      ]);
      await ai.settled();
    },
  };
};

/** Recordings of calls that we placed are reported like their other receipts. */
const recordingCallback = (url: string, call: AgentCall): string =>
  call.type === "inbound"
    ? callbackUrlFor(`${url}/hooks/vendors/twilio-voice`, call.id, { part: "recording" })
    : callbackUrlFor(`${url}/hooks/vendors/${callMessenger}`, call.id, {
        part: "recording",
        channel: "voice_agent",
      });
