import type { AgentAct } from "#domain/agent/act.ts";
import {
  advanceCall,
  type CallEffect,
  type CallEvent,
  type CallState,
  type CallTimer,
  type EndPlan,
} from "#domain/agent/call-machine.ts";
import { decideCallOutcome } from "#domain/agent/outcome.ts";
import { saysOptOut } from "#domain/agent/says-opt-out.ts";
import { collectHandoff, type HandoffFacts } from "#domain/agent/summary.ts";
import { type LineMark, marksOfActs } from "#domain/agent/transcript-mark.ts";
import { maskSecrets } from "#domain/pii/mask-secrets.ts";
import type { AlertingSafetyKind } from "#domain/safety/safety-answers.ts";
import type { CallEndReason, CallOutcome, HandoffReason } from "#domain/voice/call.ts";
import type { CallSignal } from "#domain/voice/call-command.ts";
import { callKeys } from "#domain/voice/interpret-call.ts";
import { type ScriptLanguage, scriptLanguages } from "#domain/voice/script.ts";
import { answerTurn } from "#server/agent/answer.ts";
import type { AgentConversation, AgentServices } from "#server/agent/conversation.ts";
import { anyLanguage } from "#server/connectors/messaging/relay-twiml.ts";
import { openReviews } from "#server/pipeline/receive/process-reply.ts";
import { recordUnanswered } from "#server/store/ai/unanswered-questions.ts";
import { type CallProgress, saveCallLanguage, saveCallOwner } from "#server/store/voice/agent-calls.ts";
import type { TranscriptLine } from "#server/store/voice/agent-turns.ts";
import { insertRequest, withdrawRequest } from "#server/store/voice/person-requests.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { CallRecords } from "./call-records.ts";
import { createCallStore } from "./call-store.ts";
import type { OutgoingFrame, RelayFrame } from "./relay-frames.ts";

/** The open socket of a call. */
export type RelaySocket = { send: (frame: OutgoingFrame) => void; close: (code: number) => void };

/** What a session has done with the call at the vendor. */
export type CallControl = {
  startRecording: () => Promise<void>;
  stopRecording: () => Promise<void>;
  leaveMessage: () => Promise<void>;
  /** Stores the hand-over; called before the vendor asks what follows. */
  handOver: (handoff: HandoffFacts, target: number | null) => Promise<void>;
  /** Tells the team of danger, a threat or somebody in distress. */
  alert: (danger: AlertingSafetyKind, words: string) => Promise<void>;
  /** The agent's part is over. */
  finish: (reason: CallEndReason, outcome: CallOutcome | null, cost: number | null) => Promise<void>;
};

export type CallSession = {
  callId: string;
  /** The notice and the opening, for a connection that broke before they were heard. */
  introduction: string;
  /** `says`: the first words, where the vendor plays no notice. */
  attach: (socket: RelaySocket, says: string | null) => void;
  receive: (frame: RelayFrame) => void;
  signal: (signal: CallSignal) => void;
  /** The socket is gone: the caller hung up, or the connection broke. */
  closed: (reason: CallEndReason) => void;
  /** The socket broke; the call goes on if the vendor connects again. */
  detach: () => void;
  /** False once the vendor has connected again: the end of the older socket means nothing. */
  isOn: (socket: RelaySocket) => boolean;
  isDetached: () => boolean;
  isOver: () => boolean;
  /** Resolves when all that was said is stored. */
  settled: () => Promise<void>;
};

type SessionOptions = {
  services: AgentServices;
  records: CallRecords;
  conversation: AgentConversation;
  control: CallControl;
  state: CallState;
  answeredAt: number;
  /** Played by the vendor before anything else. */
  notice: string;
  limitMs: number | null;
  /** BCP 47 names of speech and recognition by language. */
  localeOf: (language: string) => string;
  isRecorded: boolean;
  /** Speech recognition names the language of the words. */
  detectsLanguage: boolean;
  /** Gets the work that is left. */
  onOver: (finished: Promise<void>) => void;
};

const readLanguage = (tag = ""): ScriptLanguage | null =>
  scriptLanguages.find((language) => tag.startsWith(language)) ?? null;

const noticeMarks = (isRecorded: boolean): LineMark[] =>
  isRecorded ? ["disclosure", "recording_notice"] : ["disclosure"];

/** Runs one call: feeds events to the state machine and does what it demands. */
export const createCallSession = (options: SessionOptions): CallSession => {
  const { services, conversation, control, answeredAt, localeOf } = options;
  const { call } = conversation;
  let { state } = options;
  let socket: RelaySocket | undefined;
  let answering: AbortController | undefined;
  // Another process, or a part of the call before a transfer, may have stored lines already.
  const keyPrefix = services.clock.now();
  let customerLines = 0;
  let whispers = 0;
  const timers = new Map<CallTimer, NodeJS.Timeout>();
  const lines = new Map<string, TranscriptLine>();
  const store = createCallStore(options.records, services.log, call);
  const atMs = (): number => Math.max(0, services.clock.now() - answeredAt);

  const dispatch = (event: CallEvent): void => {
    const step = advanceCall(state, event);
    state = step.state;
    for (const effect of step.effects) perform(effect);
  };

  const perform = (effect: CallEffect): void => {
    switch (effect.kind) {
      case "answer":
        answer(effect);
        break;
      case "abort":
        answering?.abort();
        answering = undefined;
        break;
      case "say":
        say(effect);
        break;
      case "heard":
        saveHeard(effect);
        break;
      case "customer":
        saveCustomer(effect.text, effect.isKey);
        break;
      case "whisper":
        conversation.whispers.push(effect.text);
        saveLine({ key: `whisper ${keyPrefix} ${++whispers}`, speaker: "whisper", text: effect.text });
        break;
      case "timer":
        clearTimeout(timers.get(effect.timer));
        timers.set(
          effect.timer,
          setTimeout(() => dispatch({ kind: "timer", timer: effect.timer, epoch: effect.epoch }), effect.ms),
        );
        break;
      case "clear":
        for (const timer of effect.timers) clearTimeout(timers.get(timer));
        break;
      case "opened":
        opened();
        break;
      case "owner":
        store.add(({ tx }) => saveCallOwner(tx, call.id, effect.owner));
        // The operator's next words are accepted only after it.
        void store.settled();
        break;
      case "stalled":
        saveStall(effect.epoch);
        break;
      case "leave_message":
        void control.leaveMessage().catch(reportFailure);
        break;
      case "end":
        end(effect.plan);
        break;
      case "finished":
        finish(effect.reason, effect.plan);
        break;
    }
  };

  const answer = ({ epoch, text, digit }: Extract<CallEffect, { kind: "answer" }>): void => {
    const controller = new AbortController();
    answering = controller;
    const utterance = { epoch, text, digit, recognised, signal: controller.signal };
    answerTurn(services, conversation, utterance, (piece) => dispatch({ kind: "piece", epoch, text: piece }))
      .then(({ acts, trace }) => {
        const isDropped = controller.signal.aborted;
        store.saveTurn({ ...trace, result: isDropped ? "dropped" : trace.result });
        saveActs(isDropped ? [] : acts);
        if (!isDropped) act(epoch, acts, trace.policy);
      })
      .catch((error: unknown) => {
        services.log.warn({ error, callId: call.id }, "an answer of the voice agent failed");
        if (!controller.signal.aborted) dispatch({ kind: "timer", timer: "stall", epoch });
      });
  };

  const act = (epoch: number, acts: readonly AgentAct[], policy: string | null): void => {
    if (acts.some(({ kind }) => kind === "stop_recording")) {
      conversation.isRecording = false;
      changeRecording(control.stopRecording);
    }
    for (const one of acts)
      if (one.kind === "alert") void control.alert(one.danger, one.quote).catch(reportFailure);
    const asked = acts.find((one) => one.kind === "person_asked");
    if (asked) void control.handOver(handoffFor(asked.reason, ""), null).catch(reportFailure);
    markLine(epoch, marksOfActs(acts, policy));
    dispatch({ kind: "replied", epoch, acts });
    const switched = acts.findLast((one) => one.kind === "set_language");
    if (switched) {
      const locale = localeOf(switched.language);
      const transcriptionLanguage = options.detectsLanguage ? anyLanguage : locale;
      socket?.send({ type: "language", ttsLanguage: locale, transcriptionLanguage });
      store.add(({ tx }) => saveCallLanguage(tx, call.id, switched.language));
    }
  };

  const lastWords = (): string =>
    conversation.lines.findLast(({ speaker }) => speaker === "customer")?.text ?? "";

  /** Facts and requests of an answer. */
  const saveActs = (acts: readonly AgentAct[]): void => {
    const facts: CallProgress["facts"] = {};
    for (const one of acts) {
      if (one.kind === "fact") facts[one.key] = { value: one.value, quote: one.quote, atMs: atMs() };
      if (one.kind === "withdraw_fact") facts[one.key] = null;
    }
    conversation.memory.epoch = state.epoch;
    store.saveMemory(conversation.memory, facts);
    if (acts.some(hasRows)) store.add((context) => saveRows(context, acts));
  };

  const saveRows = async (context: WriteContext, acts: readonly AgentAct[]): Promise<void> => {
    const { tx, touch } = context;
    for (const one of acts) {
      if (one.kind === "unanswered")
        await recordUnanswered(tx, {
          question: one.question,
          language: conversation.language,
          personId: call.personId,
          channel: "voice_agent",
          callId: call.id,
          messageId: null,
        });
      if (one.kind === "withdraw_request" && call.personId !== null)
        await withdrawRequest(tx, { callId: call.id, kind: one.request, wanted: one.wanted });
      if (one.kind === "request" && call.personId !== null)
        await insertRequest(tx, {
          personId: call.personId,
          callId: call.id,
          kind: one.request,
          topic: one.topic,
          wanted: one.wanted,
          quote: one.quote,
        });
    }
    // Nothing is sent to this number until an operator has looked at it.
    if (acts.some(saysWrongNumber) && call.personId !== null)
      await openReviews(
        context,
        { text: lastWords(), channel: "voice_agent", subject: "opt_out", isTest: call.isTest },
        { eventId: call.id, people: [call.personId] },
      );
    if (acts.some(({ kind }) => kind === "request")) touch("people");
    if (acts.some(({ kind }) => kind === "unanswered")) touch("knowledge");
  };

  const say = ({ epoch, text, isLast, isFiller }: Extract<CallEffect, { kind: "say" }>): void => {
    socket?.send({
      type: "text",
      // A space between pieces, because the vendor joins tokens as they come.
      token: text === "" ? "" : `${text} `,
      last: isLast,
      // The words of an answer are in its language before the whole answer is known.
      lang: localeOf(isFiller ? state.language : conversation.language),
      interruptible: true,
      preemptible: isFiller,
    });
    if (text === "" || isFiller) return;
    const planned = state.speech?.epoch === epoch ? state.speech.planned : text;
    saveLine({ key: `agent ${epoch}`, speaker: state.speech?.speaker ?? "agent", text: planned });
  };

  const saveLine = (
    line: Pick<TranscriptLine, "key" | "speaker" | "text"> & Partial<TranscriptLine>,
  ): void => {
    const known = lines.get(line.key);
    const saved: TranscriptLine = {
      atMs: known?.atMs ?? atMs(),
      durationMs: null,
      language: state.language,
      isInterrupted: false,
      marks: known?.marks ?? [],
      ...line,
    };
    lines.set(line.key, saved);
    store.saveLine(saved);
  };

  /** A late report may say more exactly what was heard of an answer, after newer lines. */
  const heardLines = new Map<number, AgentConversation["lines"][number]>();

  const saveHeard = (heard: Extract<CallEffect, { kind: "heard" }>): void => {
    const key = `agent ${heard.epoch}`;
    const known = lines.get(key);
    const text = heard.text || known?.text || "";
    if (heard.epoch >= conversation.lastSpoken.epoch)
      conversation.lastSpoken = { epoch: heard.epoch, wasPlayedInFull: !heard.isInterrupted };
    if (text === "") return;
    const line = { speaker: heard.speaker, text };
    const earlier = heardLines.get(heard.epoch);
    if (earlier) conversation.lines.splice(conversation.lines.indexOf(earlier), 1, line);
    else conversation.lines.push(line);
    heardLines.set(heard.epoch, line);
    const durationMs = known ? (known.durationMs ?? atMs() - known.atMs) : null;
    saveLine({ key, speaker: heard.speaker, text, durationMs, isInterrupted: heard.isInterrupted });
  };

  /** Whatever the state of the call: a wish not to be contacted is stored at once. */
  const noteOptOut = (text: string, isKey: boolean): void => {
    const isOptOut = isKey ? text === callKeys.optOut : saysOptOut(text);
    if (isOptOut) services.optOut(call, isKey ? "STOP" : text).catch(reportFailure);
  };

  const saveCustomer = (text: string, isKey: boolean): void => {
    noteOptOut(text, isKey);
    conversation.lines.push({ speaker: "customer", text });
    const key = `customer ${keyPrefix} ${++customerLines}`;
    saveLine({ key, speaker: "customer", text, marks: isKey ? ["key"] : [] });
  };

  const markLine = (epoch: number, marks: readonly LineMark[]): void => {
    const line = lines.get(`agent ${epoch}`);
    if (line && marks.length > 0) saveLine({ ...line, marks: [...new Set([...line.marks, ...marks])] });
  };

  let recording: Promise<void> = Promise.resolve();
  /** One after the other, so that a stop never overtakes the start. */
  const changeRecording = (change: () => Promise<void>): void => {
    recording = recording.then(change).catch(reportFailure);
  };

  const opened = (): void => {
    conversation.isRecording = conversation.phone.recordsCalls;
    changeRecording(control.startRecording);
  };

  const saveStall = (epoch: number): void =>
    store.saveTurn({
      epoch,
      decidedBy: "model",
      policy: null,
      vendor: null,
      model: null,
      promptVersion: null,
      times: {},
      toolCalls: [],
      passages: [],
      grounding: null,
      failedChecks: [],
      planned: "",
      cost: null,
      result: "stalled",
    });

  const reportFailure = (error: unknown): void =>
    services.log.error({ error, callId: call.id }, "a step of a call failed");

  /** For the person who takes over. */
  const handoffFor = (reason: HandoffReason, note: string): HandoffFacts =>
    collectHandoff({
      note,
      turns: conversation.lines,
      facts: conversation.script.facts.flatMap(({ key, label }) => {
        const known = conversation.memory.flow.facts[key];
        return known ? [{ label, ...known }] : [];
      }),
      handoffReason: reason,
      requests: conversation.acts.filter((one) => one.kind === "request"),
      unanswered: conversation.acts.flatMap((one) => (one.kind === "unanswered" ? [one.question] : [])),
    });

  const end = (plan: EndPlan): void => {
    const leave = (): void =>
      socket?.send({ type: "end", ...(plan.handoff ? { handoffData: handoffData(call.id) } : {}) });
    if (!plan.handoff) {
      leave();
      return;
    }
    // The vendor asks at once where to transfer to, so it must be stored by then.
    control.handOver(handoffFor(plan.handoff, plan.note), plan.target).then(leave, leave);
  };

  const finish = (reason: CallEndReason, plan: EndPlan | null): void => {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    const cost = conversation.models?.cost() ?? null;
    const { acts, readings } = conversation;
    const outcome = plan?.outcome ?? decideCallOutcome({ acts, readings, endReason: reason }).outcome;
    options.onOver(store.settled().then(() => control.finish(reason, outcome, cost)));
  };

  /** What speech recognition took the last words for, where it was told no language. */
  let recognised: ScriptLanguage | null = null;

  /** Secrets leave the words before anything keeps or reads them. */
  const takeWords = ({ voicePrompt, lang, last }: Extract<RelayFrame, { type: "prompt" }>): void => {
    const spoken = conversation.lines.filter(({ speaker }) => speaker === "customer").slice(-2);
    const before = spoken.map((line) => line.text).join(" ");
    const text = maskSecrets(voicePrompt, before);
    if (options.detectsLanguage) recognised = readLanguage(lang);
    store.setPartial(last ? null : text);
    dispatch({ kind: "words", text, isFinal: last });
  };

  const receive = (frame: RelayFrame): void => {
    switch (frame.type) {
      case "prompt":
        takeWords(frame);
        break;
      case "dtmf":
        dispatch({ kind: "key", digit: frame.digit });
        break;
      case "interrupt":
        dispatch({ kind: "interrupted", fragment: frame.utteranceUntilInterrupt });
        break;
      case "info":
        if (frame.name === "tokensPlayed") dispatch({ kind: "played", text: frame.value });
        if (frame.name === "agentSpeaking" && frame.value === "off") dispatch({ kind: "agent_silent" });
        if (frame.name === "clientSpeaking" && frame.value === "on") dispatch({ kind: "caller_speaks" });
        break;
      case "error":
        services.log.warn({ callId: call.id, description: frame.description }, "the vendor refused a frame");
        break;
      case "setup":
        break;
    }
  };

  return {
    callId: call.id,
    introduction: `${options.notice} ${options.state.opening}`,
    attach: (opened, says) => {
      socket = opened;
      if (says === null)
        saveLine({
          key: "agent 0",
          speaker: "agent",
          text: options.notice,
          marks: noticeMarks(options.isRecorded),
        });
      dispatch({
        kind: "connected",
        noticeLength: options.notice.length,
        limitMs: options.limitMs === null ? null : Math.max(1, options.limitMs - atMs()),
        says,
      });
    },
    receive,
    signal: (signal) =>
      dispatch(signal.kind === "machine" ? { kind: "machine" } : { kind: "command", command: signal }),
    closed: (reason) => {
      socket = undefined;
      dispatch({ kind: "closed", reason });
    },
    detach: () => {
      socket = undefined;
    },
    isOn: (one) => socket === one,
    isDetached: () => socket === undefined && state.phase !== "closed",
    isOver: () => state.phase === "closed",
    settled: store.settled,
  };
};

const saysWrongNumber = (act: AgentAct): boolean => act.kind === "end_call" && act.reason === "wrong_number";

/** Whether an act has rows of its own, besides the record of the call. */
const hasRows = (act: AgentAct): boolean =>
  act.kind === "unanswered" ||
  act.kind === "request" ||
  act.kind === "withdraw_request" ||
  saysWrongNumber(act);

/** Only an opaque id: the vendor shows and stores it. */
const handoffData = (callId: string): string => JSON.stringify({ k: callId });
