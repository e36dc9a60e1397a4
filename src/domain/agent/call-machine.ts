import type { CallEndReason, CallOutcome, CallOwner, HandoffReason } from "#domain/voice/call.ts";
import type { CallCommand } from "#domain/voice/call-command.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { AgentAct } from "./act.ts";
import { isNextPlayed, trimToHeard } from "./heard.ts";
import { agentPhrases } from "./phrases.ts";
import { saysOptOut } from "./says-opt-out.ts";

/** Milliseconds. */
export const callTiming = {
  /** After words that seem to go on. */
  graceMs: 350,
  /** Silence before the agent asks whether the person is there; three times as long after "hold on". */
  idleMs: 8_000,
  fillerMs: 1_200,
  stallMs: 6_000,
  /** After an interruption without words, the rest is said again. */
  resumeMs: 2_000,
  /** How long before the end of the allowed time the agent closes the conversation. */
  closingMs: 45_000,
  /** After the last key of a number that is typed. */
  keysMs: 4_000,
  /** Longer than any report of played speech takes to come. */
  playbackSlackMs: 3_000,
} as const;

const charactersPerSecond = 14;
const maxResumes = 2;
const maxIdlePrompts = 2;

/** How a call ends once the words before it were heard. */
export type EndPlan = {
  reason: CallEndReason;
  handoff: HandoffReason | null;
  note: string;
  outcome: CallOutcome | null;
  /** Words of the other party do not keep the call open. */
  isFirm: boolean;
  /** Position of the transfer target that an operator chose. */
  target: number | null;
};

export type CallSpeech = {
  epoch: number;
  speaker: "agent" | "operator";
  /** All that was sent. */
  planned: string;
  /** Clauses that the vendor reported as played. */
  played: string[];
  /** No more will be sent. */
  isComplete: boolean;
  resumes: number;
};

export type CallState = {
  phase: "opening" | "listening" | "gathering" | "thinking" | "speaking" | "closed";
  owner: CallOwner;
  language: ScriptLanguage;
  /** Said after the notice, unless the person speaks first. */
  opening: string;
  /** Of the newest answer; pieces of older ones are dropped. */
  epoch: number;
  /** Words that were not answered yet. */
  utterance: string;
  digit: string | null;
  /** The keys of a number that was asked for; null where a key means a choice. */
  keys: string | null;
  speech: CallSpeech | null;
  /** Cut off by a sound that may turn out to be no words, and what was heard of it. */
  interrupted: (CallSpeech & { heard: string }) | null;
  /** Replaced by an answer to newer words; the vendor may still report what was played of it. */
  replaced: CallSpeech | null;
  ending: EndPlan | null;
  idlePrompts: number;
  /** How many times longer silence is accepted. */
  patience: number;
  answers: number;
};

export type CallTimer =
  | "opening"
  | "gather"
  | "filler"
  | "stall"
  | "resume"
  | "idle"
  | "played"
  | "keys"
  | "closing"
  | "limit";

export type CallEvent =
  /** `says`: the vendor plays no notice, and these are the first words. */
  | { kind: "connected"; noticeLength: number; limitMs: number | null; says: string | null }
  | { kind: "words"; text: string; isFinal: boolean }
  | { kind: "key"; digit: string }
  | { kind: "interrupted"; fragment: string }
  | { kind: "played"; text: string }
  | { kind: "agent_silent" }
  | { kind: "caller_speaks" }
  | { kind: "timer"; timer: CallTimer; epoch: number }
  | { kind: "piece"; epoch: number; text: string }
  | { kind: "replied"; epoch: number; acts: readonly AgentAct[] }
  | { kind: "command"; command: CallCommand }
  | { kind: "machine" }
  | { kind: "closed"; reason: CallEndReason };

export type CallEffect =
  /** Ask for an answer; its pieces come back with this epoch. */
  | { kind: "answer"; epoch: number; text: string; digit: string | null }
  | { kind: "abort" }
  | { kind: "say"; epoch: number; text: string; isLast: boolean; isFiller: boolean }
  /** A turn is over: what was heard of it. */
  | { kind: "heard"; epoch: number; speaker: CallSpeech["speaker"]; text: string; isInterrupted: boolean }
  | { kind: "customer"; text: string; isKey: boolean }
  | { kind: "whisper"; text: string }
  | { kind: "timer"; timer: CallTimer; ms: number; epoch: number }
  | { kind: "clear"; timers: readonly CallTimer[] }
  /** The notice was heard. */
  | { kind: "opened" }
  | { kind: "owner"; owner: CallOwner }
  | { kind: "stalled"; epoch: number }
  | { kind: "leave_message" }
  | { kind: "end"; plan: EndPlan }
  | { kind: "finished"; reason: CallEndReason; plan: EndPlan | null };

export type CallStep = { state: CallState; effects: CallEffect[] };

export const startCall = (start: {
  language: ScriptLanguage;
  owner: CallOwner;
  opening: string;
  epoch: number;
}): CallState => ({
  phase: "opening",
  ...start,
  utterance: "",
  digit: null,
  keys: null,
  speech: null,
  interrupted: null,
  replaced: null,
  ending: null,
  idlePrompts: 0,
  patience: 1,
  answers: 0,
});

const spokenMs = (characters: number): number => (characters / charactersPerSecond) * 1000;

const endPlan = (reason: CallEndReason, more: Partial<EndPlan> = {}): EndPlan => ({
  reason,
  handoff: null,
  note: "",
  outcome: null,
  isFirm: false,
  target: null,
  ...more,
});

/** One step of a call: what an event changes, and what is to be done. */
export const advanceCall = (state: CallState, event: CallEvent): CallStep => {
  if (state.phase === "closed") return { state, effects: [] };
  switch (event.kind) {
    case "connected":
      return connect(state, event);
    case "words":
      return event.isFinal ? hear(state, event.text) : awaitWords(state);
    case "key":
      return press(state, event.digit);
    case "interrupted":
      return interrupt(state, event.fragment);
    case "played":
      return notePlayed(state, event.text);
    case "agent_silent":
      return state.phase === "opening" ? finishOpening(state) : finishSpeech(state);
    case "caller_speaks":
      return awaitWords(state);
    case "timer":
      return onTimer(state, event.timer, event.epoch);
    case "piece":
      return speakPiece(state, event.epoch, event.text);
    case "replied":
      return completeReply(state, event.epoch, event.acts);
    case "command":
      return obey(state, event.command);
    case "machine":
      return leaveMessage(state);
    case "closed":
      return close(state, event.reason);
  }
};

const connect = (
  state: CallState,
  { noticeLength, limitMs, says }: Extract<CallEvent, { kind: "connected" }>,
): CallStep => {
  const limits: CallEffect[] =
    limitMs === null
      ? []
      : [
          { kind: "timer", timer: "closing", ms: Math.max(0, limitMs - callTiming.closingMs), epoch: 0 },
          { kind: "timer", timer: "limit", ms: limitMs, epoch: 0 },
        ];
  if (says !== null) {
    const said = sayFixed({ ...state, phase: "listening" }, says);
    return { state: said.state, effects: [...limits, ...said.effects] };
  }
  const ms = spokenMs(noticeLength) + callTiming.playbackSlackMs;
  return { state, effects: [...limits, { kind: "timer", timer: "opening", ms, epoch: 0 }] };
};

/** What was said during the notice is answered after it. */
const finishOpening = (state: CallState): CallStep => {
  const opened: CallState = { ...state, phase: "listening" };
  const effects: CallEffect[] = [{ kind: "clear", timers: ["opening"] }, { kind: "opened" }];
  const next = hasWords(opened)
    ? answerAfterNotice(opened)
    : state.opening === ""
      ? listen(opened)
      : sayFixed(opened, state.opening);
  return { state: next.state, effects: [...effects, ...next.effects] };
};

/** Who spoke over the notice still hears how to opt out. */
const answerAfterNotice = (state: CallState): CallStep => {
  const { state: thinking, effects } = think(state);
  if (state.digit !== null || saysOptOut(state.utterance)) return { state: thinking, effects };
  const { epoch } = thinking;
  const hint = agentPhrases[state.language].optOutHint;
  return {
    state: { ...thinking, speech: { ...newSpeech(epoch, "agent"), planned: hint } },
    effects: [...effects, { kind: "say", epoch, text: hint, isLast: false, isFiller: false }],
  };
};

/** The person makes a sound: the silence is counted anew, because words may not follow. */
const awaitWords = (state: CallState): CallStep => ({
  state,
  effects: state.phase === "listening" ? [idleTimer(state)] : [],
});

const idleTimer = ({ patience, epoch }: CallState): CallEffect => ({
  kind: "timer",
  timer: "idle",
  ms: callTiming.idleMs * patience,
  epoch,
});

const hasWords = ({ utterance, digit }: CallState): boolean => utterance !== "" || digit !== null;

const listen = (state: CallState): CallStep => ({
  state: { ...state, phase: "listening", speech: null },
  effects: [idleTimer(state)],
});

const connectors =
  /(?:^|[\s,])(?:and|but|so|or|because|that|the|my|is|to|y|e|o|pero|que|porque|de|el|la|mi|es|con|para|my number is|mi número es)$/i;

/** Whether the speaker has probably not finished. */
export const seemsUnfinished = (text: string): boolean => {
  const trimmed = text.trim();
  return connectors.test(trimmed) || !/[.!?…。]["»”']?$/.test(trimmed);
};

const backchannel = /^(?:aj[aá]|uj[uú]m?|mm+|mhm|uh[- ]?huh|okay|ok|ya|right|claro)[\s.,!]*$/i;

const hear = (state: CallState, text: string): CallStep => {
  const words = text.trim();
  if (words === "") return awaitWords(state);
  const said: CallEffect = { kind: "customer", text: words, isKey: false };
  const utterance = state.utterance === "" ? words : `${state.utterance} ${words}`;
  const keys = state.keys === null ? null : "";
  const heard: CallState = { ...state, utterance, keys, interrupted: null, idlePrompts: 0 };
  const clear: CallEffect = { kind: "clear", timers: ["idle", "resume", "keys"] };
  if (state.phase === "opening") return { state: heard, effects: [said] };
  if (state.owner !== "agent") return { state: { ...heard, utterance: "" }, effects: [said, clear] };
  // "Ajá" over the agent's words asks for nothing.
  if (state.phase === "speaking" && backchannel.test(words)) return { state, effects: [said] };
  // An end that words cannot change is under way.
  if (state.ending?.isFirm) return { state: { ...heard, utterance: "" }, effects: [said] };
  const gathering = withoutSpeech({ ...heard, ending: null });
  if (seemsUnfinished(words))
    return {
      state: { ...gathering.state, phase: "gathering" },
      effects: [
        said,
        clear,
        ...gathering.effects,
        { kind: "timer", timer: "gather", ms: callTiming.graceMs, epoch: gathering.state.epoch },
      ],
    };
  const thinking = think(gathering.state);
  return { state: thinking.state, effects: [said, clear, ...gathering.effects, ...thinking.effects] };
};

/** A whole number of the North American plan, with or without its 1. */
const hasAllKeys = (keys: string): boolean => keys.length >= (keys.startsWith("1") ? 11 : 10);

/** Keys of a number are answered together; none of them asks for a person or opts out. */
const collectKey = (state: CallState, keys: string, digit: string): CallStep => {
  const silent = withoutSpeech({ ...state, ending: null, idlePrompts: 0 });
  const collected = /^\d$/.test(digit) ? keys + digit : keys;
  const listening: CallState = { ...silent.state, phase: "listening", utterance: "", keys: collected };
  const clear: CallEffect = { kind: "clear", timers: ["idle", "resume", "keys"] };
  if ((digit === "#" && collected !== "") || hasAllKeys(collected)) {
    const typed = takeKeys(listening);
    return { state: typed.state, effects: [...silent.effects, clear, ...typed.effects] };
  }
  const pause: CallEffect = { kind: "timer", timer: "keys", ms: callTiming.keysMs, epoch: state.epoch };
  return { state: listening, effects: [...silent.effects, clear, pause] };
};

/** The typed number is answered as if it had been said. */
const takeKeys = (state: CallState): CallStep => {
  const text = state.keys ?? "";
  const thinking = think({ ...state, utterance: text, keys: null, digit: null });
  const said: CallEffect = { kind: "customer", text, isKey: false };
  return { state: thinking.state, effects: [said, ...thinking.effects] };
};

const press = (state: CallState, digit: string): CallStep => {
  if (state.keys !== null && state.owner === "agent" && state.phase !== "opening" && !state.ending?.isFirm)
    return collectKey(state, state.keys, digit);
  const said: CallEffect = { kind: "customer", text: digit, isKey: true };
  const pressed: CallState = { ...state, digit, idlePrompts: 0 };
  if (state.phase === "opening") return { state: pressed, effects: [said] };
  if (state.owner !== "agent" || state.ending?.isFirm)
    return { state: { ...pressed, digit: null }, effects: [said] };
  const silent = withoutSpeech({ ...pressed, ending: null });
  const thinking = think(silent.state);
  return { state: thinking.state, effects: [said, ...silent.effects, ...thinking.effects] };
};

/** Ends an answer under way; what was heard of it is kept. */
const withoutSpeech = (state: CallState): CallStep => {
  const effects: CallEffect[] = [
    { kind: "abort" },
    { kind: "clear", timers: ["filler", "stall", "gather", "played"] },
  ];
  if (state.speech) effects.push(heardEffect(state.speech, null, true));
  const replaced = state.speech ?? state.replaced;
  return { state: { ...state, speech: null, interrupted: null, replaced }, effects };
};

const heardEffect = (speech: CallSpeech, fragment: string | null, isInterrupted: boolean): CallEffect => ({
  kind: "heard",
  epoch: speech.epoch,
  speaker: speech.speaker,
  text: isInterrupted ? trimToHeard(speech.planned, speech.played, fragment) : speech.planned,
  isInterrupted,
});

const think = (state: CallState): CallStep => {
  const epoch = state.epoch + 1;
  const timers: CallEffect[] = [{ kind: "timer", timer: "stall", ms: callTiming.stallMs, epoch }];
  // The first answer has no filler: the person just heard the greeting.
  if (state.answers > 0) timers.push({ kind: "timer", timer: "filler", ms: callTiming.fillerMs, epoch });
  return {
    state: { ...state, phase: "thinking", epoch, patience: 1 },
    effects: [{ kind: "answer", epoch, text: state.utterance, digit: state.digit }, ...timers],
  };
};

const played = (speech: CallSpeech, text: string): CallSpeech => ({
  ...speech,
  played: [...speech.played, text],
});

const continues = ({ planned, played: clauses }: CallSpeech, text: string): boolean =>
  isNextPlayed(planned, clauses, text);

/** A report of the replaced speech may come after the words that replaced it. */
const notePlayed = (state: CallState, text: string): CallStep => {
  const { speech, replaced } = state;
  if (replaced && !(speech && continues(speech, text)) && continues(replaced, text)) {
    const longer = played(replaced, text);
    return {
      state: { ...state, replaced: longer },
      effects: [heardEffect(longer, null, !isPlayed(longer))],
    };
  }
  return {
    state: { ...state, speech: speech && played(speech, text), replaced: speech ? null : replaced },
    effects: [],
  };
};

const newSpeech = (epoch: number, speaker: CallSpeech["speaker"]): CallSpeech => ({
  epoch,
  speaker,
  planned: "",
  played: [],
  isComplete: false,
  resumes: 0,
});

/** Whether words of this answer may still be said. */
const isAwaited = ({ epoch: newest, phase, speech }: CallState, epoch: number): boolean =>
  epoch === newest && (phase === "thinking" || (phase === "speaking" && speech?.isComplete === false));

const speakPiece = (state: CallState, epoch: number, text: string): CallStep => {
  if (!isAwaited(state, epoch)) return { state, effects: [] };
  const speech = state.speech ?? newSpeech(epoch, "agent");
  const planned = speech.planned === "" ? text : `${speech.planned} ${text}`;
  return {
    // The words are answered with the first piece; until then more words join them.
    state: { ...state, phase: "speaking", utterance: "", digit: null, speech: { ...speech, planned } },
    effects: [
      { kind: "clear", timers: ["filler", "stall"] },
      { kind: "say", epoch, text, isLast: false, isFiller: false },
    ],
  };
};

/** The end that the acts of an answer lead to. */
const planOf = (acts: readonly AgentAct[]): EndPlan | null => {
  for (const act of acts) {
    if (act.kind === "opt_out") return endPlan("opted_out", { outcome: "not_interested", isFirm: true });
    if (act.kind === "hand_over")
      return endPlan("handed_over", {
        handoff: act.reason,
        note: act.note,
        outcome: "follow_up",
        isFirm: true,
      });
    if (act.kind === "end_call")
      return endPlan(act.reason, { outcome: act.outcome, isFirm: act.reason === "wrong_number" });
  }
  return null;
};

const completeReply = (state: CallState, epoch: number, acts: readonly AgentAct[]): CallStep => {
  if (!isAwaited(state, epoch)) return { state, effects: [] };
  const language = acts.find((act) => act.kind === "set_language")?.language ?? state.language;
  const isPatient = acts.some(({ kind }) => kind === "wait");
  const answered: CallState = {
    ...state,
    language,
    ending: planOf(acts),
    utterance: "",
    digit: null,
    keys: acts.some(({ kind }) => kind === "collect_keys") ? "" : null,
    answers: state.answers + 1,
    patience: isPatient ? 3 : 1,
  };
  const clear: CallEffect = { kind: "clear", timers: ["filler", "stall"] };
  if (!state.speech) {
    // An answer without words: the agent waits, or the call ends.
    const next = answered.ending ? endNow(answered) : listen(answered);
    return { state: next.state, effects: [clear, ...next.effects] };
  }
  const speech = { ...state.speech, isComplete: true };
  const last: CallEffect = { kind: "say", epoch, text: "", isLast: true, isFiller: false };
  if (isPlayed(speech)) {
    // The vendor reported the silence after the last words before it was known that they are the last.
    const next = finishSpeech({ ...answered, speech });
    return { state: next.state, effects: [clear, last, ...next.effects] };
  }
  return { state: { ...answered, speech }, effects: [clear, last, playedTimer(epoch, speech)] };
};

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Whether all words that were sent have been heard. */
const isPlayed = ({ planned, played: clauses }: CallSpeech): boolean =>
  countWords(clauses.join(" ")) >= countWords(planned);

/** In case the vendor does not report the end of the speech. */
const playedTimer = (epoch: number, { planned }: CallSpeech): CallEffect => ({
  kind: "timer",
  timer: "played",
  ms: spokenMs(planned.length) + callTiming.playbackSlackMs,
  epoch,
});

const finishSpeech = (state: CallState): CallStep => {
  const { speech } = state;
  // Between the pieces of an answer there are short silences.
  if (state.phase !== "speaking" || !speech?.isComplete) return { state, effects: [] };
  const done: CallEffect[] = [{ kind: "clear", timers: ["played"] }, heardEffect(speech, null, false)];
  const silent: CallState = { ...state, speech: null };
  const next = silent.ending ? endNow(silent) : listen(silent);
  return { state: next.state, effects: [...done, ...next.effects] };
};

/** Nobody is there to hear the agent: the message is left instead. */
const leaveMessage = (state: CallState): CallStep => ({
  state: { ...state, phase: "closed" },
  effects: [
    { kind: "abort" },
    { kind: "leave_message" },
    { kind: "finished", reason: "voicemail", plan: null },
  ],
});

const endNow = (state: CallState): CallStep => {
  const plan = state.ending ?? endPlan("goodbye");
  // The words of the greeting may be known before the vendor has told the machine from a person.
  if (plan.reason === "voicemail") return leaveMessage(state);
  return {
    state: { ...state, phase: "closed", owner: "nobody" },
    effects: [{ kind: "abort" }, { kind: "end", plan }, { kind: "finished", reason: plan.reason, plan }],
  };
};

const interrupt = (state: CallState, reported: string): CallStep => {
  const { speech } = state;
  if (!speech) return { state, effects: [] };
  // The vendor reports the beginning of the cut clause as played, too.
  const fragment = speech.played.at(-1)?.trim() === reported.trim() ? "" : reported;
  // Goodbye after an opt-out or before a transfer: the call ends all the same.
  if (state.ending?.isFirm) {
    const ended = endNow({ ...state, speech: null });
    return { state: ended.state, effects: [heardEffect(speech, fragment, true), ...ended.effects] };
  }
  return {
    state: {
      ...state,
      phase: "listening",
      speech: null,
      interrupted: { ...speech, heard: trimToHeard(speech.planned, speech.played, fragment) },
      ending: null,
    },
    effects: [
      { kind: "abort" },
      { kind: "clear", timers: ["filler", "stall", "played"] },
      heardEffect(speech, fragment, true),
      { kind: "timer", timer: "resume", ms: callTiming.resumeMs, epoch: state.epoch },
      { kind: "timer", timer: "idle", ms: callTiming.idleMs, epoch: state.epoch },
    ],
  };
};

/** Says the part that was not heard, after a sound that was no words. */
const resume = (state: CallState): CallStep => {
  const { interrupted } = state;
  if (state.phase !== "listening" || !interrupted || interrupted.resumes >= maxResumes || hasWords(state))
    return { state, effects: [] };
  const heardWords = interrupted.heard.replace(/\s*—$/, "").split(/\s+/).filter(Boolean).length;
  const rest = interrupted.planned.split(/\s+/).slice(heardWords).join(" ");
  if (rest === "") return { state: { ...state, interrupted: null }, effects: [] };
  const said = sayFixed({ ...state, interrupted: null }, rest, null, interrupted.speaker);
  const speech = said.state.speech && { ...said.state.speech, resumes: interrupted.resumes + 1 };
  return { state: { ...said.state, speech }, effects: said.effects };
};

/** Words that are no answer of a model. */
const sayFixed = (
  state: CallState,
  text: string,
  ending: EndPlan | null = null,
  speaker: CallSpeech["speaker"] = "agent",
): CallStep => {
  const before = state.speech || state.phase === "thinking" ? withoutSpeech(state).effects : [];
  const epoch = state.epoch + 1;
  const speech: CallSpeech = { ...newSpeech(epoch, speaker), planned: text, isComplete: true };
  return {
    state: { ...state, phase: "speaking", epoch, speech, ending },
    effects: [
      ...before,
      { kind: "clear", timers: ["idle", "filler", "stall"] },
      { kind: "say", epoch, text, isLast: true, isFiller: false },
      playedTimer(epoch, speech),
    ],
  };
};

const onTimer = (state: CallState, timer: CallTimer, epoch: number): CallStep => {
  const phrases = agentPhrases[state.language];
  const nothing: CallStep = { state, effects: [] };
  switch (timer) {
    case "opening":
      return state.phase === "opening" ? finishOpening(state) : nothing;
    case "gather":
      return state.phase === "gathering" && epoch === state.epoch ? think(state) : nothing;
    case "played":
      return epoch === state.epoch ? finishSpeech(state) : nothing;
    case "resume":
      return epoch === state.epoch ? resume(state) : nothing;
    case "keys":
      if (epoch !== state.epoch || state.phase !== "listening" || !state.keys) return nothing;
      return takeKeys(state);
    case "filler": {
      if (state.phase !== "thinking" || epoch !== state.epoch) return nothing;
      const text = phrases.fillers[state.answers % phrases.fillers.length] ?? "";
      return { state, effects: [{ kind: "say", epoch, text, isLast: false, isFiller: true }] };
    }
    case "stall":
      return state.phase === "thinking" && epoch === state.epoch ? giveUp(state) : nothing;
    case "idle":
      return state.phase === "listening" && state.owner === "agent" ? askIfThere(state) : nothing;
    case "closing":
      if (state.owner !== "agent" || state.ending?.isFirm) return nothing;
      return sayFixed(state, phrases.timeIsUp, endPlan("time_limit"));
    case "limit":
      return endNow({ ...state, ending: endPlan("time_limit", { isFirm: true }) });
  }
};

/** The model does not answer: a person takes over. */
const giveUp = (state: CallState): CallStep => {
  const said = sayFixed(
    { ...state, utterance: "", digit: null },
    agentPhrases[state.language].trouble,
    endPlan("handed_over", { handoff: "stalled", outcome: "follow_up", isFirm: true }),
  );
  return {
    state: said.state,
    effects: [{ kind: "abort" }, { kind: "stalled", epoch: state.epoch }, ...said.effects],
  };
};

const askIfThere = (state: CallState): CallStep => {
  const phrases = agentPhrases[state.language];
  if (state.idlePrompts >= maxIdlePrompts) return sayFixed(state, phrases.silenceGoodbye, endPlan("silence"));
  const text = state.idlePrompts === 0 ? phrases.stillThere : phrases.stillThereAgain;
  return sayFixed({ ...state, idlePrompts: state.idlePrompts + 1, patience: 1 }, text);
};

const obey = (state: CallState, command: CallCommand): CallStep => {
  const phrases = agentPhrases[state.language];
  // After an opt-out or before a transfer only the end is left.
  if (state.ending?.isFirm && command.kind !== "hang_up" && command.kind !== "whisper")
    return { state, effects: [] };
  switch (command.kind) {
    case "whisper":
      return { state, effects: [{ kind: "whisper", text: command.text }] };
    case "take_over": {
      if (state.owner === "operator") return { state, effects: [] };
      const silent = withoutSpeech(state);
      const said = sayFixed(
        { ...silent.state, owner: "operator", utterance: "", digit: null, ending: null },
        phrases.takenOver,
      );
      return {
        state: said.state,
        effects: [...silent.effects, { kind: "owner", owner: "operator" }, ...said.effects],
      };
    }
    case "say":
      return state.owner === "operator"
        ? sayFixed(state, command.text, null, "operator")
        : { state, effects: [] };
    case "hand_back": {
      if (state.owner !== "operator") return { state, effects: [] };
      const said = sayFixed({ ...state, owner: "agent" }, phrases.handedBack);
      return { state: said.state, effects: [{ kind: "owner", owner: "agent" }, ...said.effects] };
    }
    case "transfer":
      return sayFixed(
        state,
        phrases.toPerson,
        endPlan("handed_over", {
          handoff: "operator",
          outcome: "follow_up",
          isFirm: true,
          target: command.target ?? null,
        }),
      );
    case "hang_up":
      return hangUp(state);
  }
};

const hangUp = (state: CallState): CallStep => {
  const silent = withoutSpeech(state);
  const ended = endNow({ ...silent.state, ending: endPlan("operator_hung_up", { isFirm: true }) });
  return { state: ended.state, effects: [...silent.effects, ...ended.effects] };
};

const close = (state: CallState, reason: CallEndReason): CallStep => {
  const rest = state.speech ? [heardEffect(state.speech, null, true)] : [];
  return {
    state: { ...state, phase: "closed", owner: "nobody", speech: null },
    effects: [
      { kind: "abort" },
      ...rest,
      { kind: "finished", reason: state.ending?.reason ?? reason, plan: state.ending },
    ],
  };
};
