import type WebSocket from "ws";
import type { SandboxContext } from "#sandbox/context.ts";
import type { SimulatedCall } from "#sandbox/twilio/call.ts";
import { addCallLine } from "#sandbox/twilio/call-dialogue.ts";
import { newSid } from "#sandbox/twilio/rest-api.ts";
import type { CallerLine } from "./caller-line.ts";
import { parseReceivedFrame, type ReceivedFrame, type SentFrame } from "./frames.ts";
import type { RelayOptions } from "./options.ts";
import { createPlayback } from "./playback.ts";
import { distortPrompt, floodFrames } from "./prompt-faults.ts";
import { createRelayClock } from "./relay-clock.ts";
import { openRelaySocket } from "./relay-socket.ts";
import { createSpokenLines } from "./spoken-lines.ts";
import { createTextReader, toInputKinds } from "./text-reader.ts";

export type RelayResult = {
  sessionId: string;
  status: "ended" | "completed" | "failed" | "redirected";
  handoffData: string | null;
  error: { code: number; message: string } | null;
  seconds: number;
};

type RelaySetup = {
  context: SandboxContext;
  call: SimulatedCall;
  options: RelayOptions;
  signature: string;
  /** Called once the socket is open. */
  onConnected: (line: CallerLine) => void;
};

const maxBadFrames = 10;
const maxBufferedFrames = 500;
const reconnectDelaysMs = [300, 900, 2700];
const websocketEnded = { code: 64_105, message: "Websocket ended" };
const closeReason = "Closing websocket session";
const backchannels = /^(mm+|mhm|uh[- ]?huh|aj[aá]|ok|okay|ok[eé]y|right|ya)[.,! ]*$/i;

/** Holds one conversation: speaks what the business sends and reports what the caller does. */
export const runRelaySession = async (setup: RelaySetup): Promise<RelayResult> => {
  const { context, call, options } = setup;
  const { speed, fault } = context.settings.relay;
  const sessionId = newSid("VX");
  const log = context.relays.open({
    sessionId,
    callSid: call.sid,
    url: options.url,
    attributes: options.attributes,
    unknownAttributes: options.unknownAttributes,
    languages: options.languages,
  });
  const clock = createRelayClock(speed);
  const startMs = call.seconds * 1000;
  const result = Promise.withResolvers<RelayResult>();
  let socket: WebSocket | undefined;
  let isOver = false;
  let isLost = false;
  let reconnects = 0;
  const buffered: string[] = [];
  const forget = context.relays.onStop(() => {
    socket?.terminate();
    finish("failed", { error: websocketEnded });
  });

  const finish = (
    status: RelayResult["status"],
    details: Partial<Pick<RelayResult, "handoffData" | "error">> = {},
    closeCode = 1000,
    reason = closeReason,
  ): void => {
    if (isOver) return;
    isOver = true;
    playback.stop();
    spoken.setSpeaking(false);
    call.relay = null;
    forget();
    log.entry.outcome = details.error ? `${status} ${details.error.code}` : status;
    const seconds = Math.max(1, Math.round(clock.nowMs() / 1000));
    const settle = () =>
      result.resolve({ sessionId, status, handoffData: null, error: null, seconds, ...details });
    if (socket && socket.readyState <= socket.OPEN) closeSocket(socket, closeCode, reason, settle);
    else settle();
  };

  const deliver = (text: string): void => {
    if (socket && socket.readyState === socket.OPEN && !isLost) {
      log.add("sent", text);
      socket.send(text);
    } else if (isLost && buffered.length < maxBufferedFrames) buffered.push(text);
  };
  const send = (frame: SentFrame): void => deliver(JSON.stringify(frame));
  const sendSpeaker = (name: "agentSpeaking" | "clientSpeaking", isOn: boolean): void => {
    if (options.sendsSpeakerEvents) send({ type: "info", name, value: isOn ? "on" : "off" });
  };

  const spoken = createSpokenLines(context, call);
  const turnListeners: ((heard: string) => void)[] = [];
  const speakingListeners: ((isSpeaking: boolean) => void)[] = [];
  let heard = "";
  let bargeAct: (() => void) | undefined;
  const playback = createPlayback(clock, {
    onSpeaking: (isOn) => {
      spoken.setSpeaking(isOn);
      sendSpeaker("agentSpeaking", isOn);
      for (const listener of speakingListeners) listener(isOn);
    },
    onStarted: (item) => {
      if (item.kind === "speech") spoken.start(item.text, item.lang);
    },
    onPlayed: (item, text, startedAtMs) => {
      if (item.kind === "audio")
        return void addCallLine(context, call, { who: "note", note: "plays", text: item.text });
      clock.spend(text.length * clock.msPerCharacter);
      call.speech.push({ who: "business", fromMs: startMs + startedAtMs, toMs: startMs + clock.nowMs() });
      heard += text.startsWith(" ") || heard === "" ? text : ` ${text}`;
      if (text.trim() !== item.text.trim()) spoken.cut(text);
      if (options.sendsTokensPlayed && text !== "") send({ type: "info", name: "tokensPlayed", value: text });
    },
    onDigits: (digits) => addCallLine(context, call, { who: "note", note: "plays", text: digits }),
    onTurnEnd: () => {
      for (const listener of turnListeners) listener(heard);
    },
    onEnd: (handoffData) => finish("ended", { handoffData }),
    onBarge: () => {
      const act = bargeAct;
      bargeAct = undefined;
      act?.();
    },
  });

  /** Purges what is being said, when this kind of input may. */
  const interruptBy = (kind: "speech" | "dtmf"): boolean => {
    if (!playback.current()?.interruptible[kind]) return false;
    const interruption = playback.interrupt();
    if (!interruption) return false;
    reader.forget();
    send({
      type: "interrupt",
      utteranceUntilInterrupt: interruption.fragment,
      durationUntilInterruptMs: interruption.ms,
    });
    playback.resume();
    return true;
  };

  const language = { tts: options.ttsLanguage, transcription: options.transcriptionLanguage };
  const reader = createTextReader(options, playback, () => language.tts);
  const handlers: {
    [Type in ReceivedFrame["type"]]: (frame: Extract<ReceivedFrame, { type: Type }>) => void;
  } = {
    text: reader.read,
    play: ({ source, interruptible, preemptible }) =>
      playback.add({
        kind: "audio",
        text: source,
        lang: language.tts,
        message: reader.nextMessage(),
        interruptible: toInputKinds(options, interruptible),
        isPreemptible: preemptible ?? options.isPreemptible,
      }),
    sendDigits: ({ digits }) => playback.add({ kind: "digits", digits }),
    language: ({ ttsLanguage, transcriptionLanguage }) => {
      language.tts = ttsLanguage ?? language.tts;
      language.transcription = transcriptionLanguage ?? language.transcription;
    },
    end: ({ handoffData }) => {
      reader.flush();
      playback.add({ kind: "end", handoffData: handoffData ?? null });
    },
  };

  let badFrames = 0;
  let promptsSent = 0;
  let hasDropped = false;
  const receive = (data: string): void => {
    log.add("received", data);
    if (isOver) return;
    const frame = parseReceivedFrame(data);
    if (!frame) {
      send({ type: "error", description: `Invalid message received, code: 64107, ${data.slice(0, 200)}` });
      if (++badFrames === maxBadFrames)
        finish("failed", { error: websocketEnded }, 1007, "Too many consecutive malformed messages.");
      return;
    }
    badFrames = 0;
    // In the middle of the first answer.
    if (fault?.startsWith("drop") && frame.type === "text" && promptsSent > 0 && !hasDropped) {
      hasDropped = true;
      socket?.terminate();
    }
    (handlers[frame.type] as (frame: ReceivedFrame) => void)(frame);
  };

  const attach = (opened: WebSocket): void => {
    socket = opened;
    opened.on("message", (data) => receive(String(data)));
    opened.on("close", (code) => {
      log.add("socket", `closed ${code}`);
      if (!isOver && socket === opened)
        recover(code).catch(() => finish("failed", { error: websocketEnded }));
    });
    const isFirst = log.entry.frames.length === 0;
    deliver(JSON.stringify(setupFrame(call, sessionId, options, fault === "foreign-call", isFirst)));
  };

  /** Connects again and sends what happened meanwhile, or gives up. */
  const recover = async (closeCode: number): Promise<void> => {
    isLost = true;
    if (!options.reconnects || fault === "drop-no-reconnect" || closeCode === 1000)
      return finish("failed", { error: websocketEnded });
    for (const delayMs of reconnectDelaysMs.slice(reconnects)) {
      reconnects++;
      await context.wait(Math.max(20, clock.toRealMs(delayMs)));
      if (isOver) return;
      const handshake = await openRelaySocket(context, options.url, setup.signature);
      if ("refused" in handshake) {
        log.add("socket", `refused: ${handshake.refused}`);
        continue;
      }
      if (isOver) return handshake.socket.terminate();
      isLost = false;
      attach(handshake.socket);
      for (const line of buffered.splice(0)) deliver(line);
      return;
    }
    finish("failed", { error: websocketEnded });
  };

  const sendPrompt = (words: string, last: boolean): void => {
    for (const frame of distortPrompt(last ? fault : null, words, language.transcription, last))
      deliver(frame);
    if (last) promptsSent++;
  };

  const line: CallerLine = {
    say: (words, spokenMs = 0) => {
      if (isOver) return;
      const wasSpeaking = playback.current() !== undefined;
      addCallLine(context, call, { who: "customer", text: words });
      if (wasSpeaking && options.ignoresBackchannel && backchannels.test(words)) return;
      heard = "";
      const fromMs = line.positionMs();
      const durationMs = spokenMs || words.length * clock.msPerCharacter;
      call.speech.push({ who: "customer", fromMs, toMs: fromMs + durationMs });
      clock.spend(durationMs);
      sendSpeaker("clientSpeaking", true);
      interruptBy("speech");
      // Without the attribute a barge-in stops the audio, but the words never arrive.
      const isReported = !wasSpeaking || options.reportsDuringSpeech.speech;
      const complete = (): void => {
        if (isOver) return;
        sendSpeaker("clientSpeaking", false);
        if (isReported) sendPrompt(words, true);
      };
      const parts = options.sendsPartialPrompts && isReported ? partialPrompts(words) : [];
      if (spokenMs === 0) {
        for (const part of parts) sendPrompt(part, false);
        return complete();
      }
      for (const [index, part] of parts.entries())
        setTimeout(
          () => void (isOver || sendPrompt(part, false)),
          clock.toRealMs((spokenMs * (index + 1)) / (parts.length + 1)),
        ).unref();
      setTimeout(complete, clock.toRealMs(spokenMs)).unref();
    },
    press: (digits) => {
      for (const digit of digits) {
        if (isOver) return;
        addCallLine(context, call, { who: "customer", text: digit, keys: true });
        if (!options.detectsKeys) continue;
        heard = "";
        const current = playback.current();
        if (!current || options.reportsDuringSpeech.dtmf || current.interruptible.dtmf)
          send({ type: "dtmf", digit });
        interruptBy("dtmf");
      }
    },
    cough: () => {
      if (isOver || options.ignoresCoughs) return;
      sendSpeaker("clientSpeaking", true);
      interruptBy("speech");
      sendSpeaker("clientSpeaking", false);
    },
    hangUp: () => finish("completed"),
    redirect: () => finish("redirected"),
    bargeAfter: (characters, act) => {
      bargeAct = act;
      playback.bargeAfter(characters);
    },
    positionMs: () => startMs + clock.nowMs(),
    toRealMs: clock.toRealMs,
    isAgentSpeaking: () => playback.current() !== undefined,
    onTurnEnd: (listener) => void turnListeners.push(listener),
    onAgentSpeaking: (listener) => void speakingListeners.push(listener),
    isOver: () => isOver,
  };

  const signature = fault === "unsigned" ? undefined : setup.signature;
  const handshake =
    fault === "unreachable"
      ? { refused: "unreachable" }
      : await openRelaySocket(context, options.url, signature);
  if ("refused" in handshake) {
    log.add("socket", `refused: ${handshake.refused}`);
    finish("failed", { error: { code: 64_102, message: "Unable to connect to websocket" } });
    return result.promise;
  }
  call.relay = line;
  attach(handshake.socket);
  if (fault === "malformed-flood") for (const frame of floodFrames()) deliver(frame);
  if (fault === "unknown-frame") deliver(JSON.stringify({ type: "sentiment", value: "neutral" }));
  if (fault === "reused-token") {
    const second = await openRelaySocket(context, options.url, setup.signature);
    log.add("socket", "refused" in second ? `second refused: ${second.refused}` : "second accepted");
    if ("socket" in second) second.socket.terminate();
  }
  setup.onConnected(line);
  if (options.greeting !== "") {
    playback.add({
      kind: "speech",
      text: options.greeting,
      lang: language.tts,
      message: reader.nextMessage(),
      interruptible: options.greetingInterruptible,
      isPreemptible: false,
    });
    playback.add({ kind: "turn-end" });
  }
  return result.promise;
};

const closeSocket = (socket: WebSocket, code: number, reason: string, onClosed: () => void): void => {
  socket.once("close", onClosed);
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), 2000).unref();
};

const setupFrame = (
  call: SimulatedCall,
  sessionId: string,
  options: RelayOptions,
  isForeign: boolean,
  isFirst: boolean,
): SentFrame => ({
  type: "setup",
  sessionId,
  accountSid: call.account,
  parentCallSid: "",
  callSid: isForeign ? newSid("CA") : call.sid,
  from: call.from,
  to: call.to,
  forwardedFrom: call.direction === "inbound" ? call.to : "",
  callerName: "",
  direction: call.direction,
  callType: "PSTN",
  callStatus: isFirst && call.direction === "inbound" && call.seconds === 0 ? "RINGING" : "IN_PROGRESS",
  customParameters: options.parameters,
});

/** Cumulative, as a recogniser revises its guess. */
const partialPrompts = (words: string): string[] => {
  const all = words.split(/\s+/);
  return all.slice(0, -1).flatMap((_, index) => (index % 2 === 0 ? [all.slice(0, index + 1).join(" ")] : []));
};
