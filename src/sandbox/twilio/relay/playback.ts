import type { InputKinds } from "./options.ts";

/** Something that waits for its turn to be played to the caller. */
export type PlaybackItem =
  | {
      kind: "speech" | "audio";
      /** Spoken text, or the address of the audio. */
      text: string;
      lang: string;
      /** Items of one message are preempted together. */
      message: number;
      interruptible: InputKinds;
      isPreemptible: boolean;
    }
  | { kind: "digits"; digits: string }
  /** The business said that its turn is complete. */
  | { kind: "turn-end" }
  | { kind: "end"; handoffData: string | null };
type AudibleItem = Extract<PlaybackItem, { lang: string }>;

type PlaybackListener = {
  onSpeaking: (isSpeaking: boolean) => void;
  onStarted: (item: AudibleItem) => void;
  /** A clause, or the words of it that were heard before it was cut. */
  onPlayed: (item: AudibleItem, text: string, startedAtMs: number) => void;
  onDigits: (digits: string) => void;
  onTurnEnd: () => void;
  onEnd: (handoffData: string | null) => void;
  /** Reached when the caller wanted to interrupt after a number of characters. */
  onBarge: () => void;
};

export type Interruption = { fragment: string; ms: number };

export type RelayPlayback = {
  add: (item: PlaybackItem) => void;
  /** What is heard now. */
  current: () => AudibleItem | undefined;
  /** Stops and forgets everything except the end of the session. Undefined when nothing was heard. */
  interrupt: () => Interruption | undefined;
  /** Goes on after an interruption. */
  resume: () => void;
  /** Calls `onBarge` after so many characters of the present or next speech. */
  bargeAfter: (characters: number | undefined) => void;
  stop: () => void;
};

/** Fixed, because the simulator does not load the audio. */
const audioMs = 3000;
const digitMs = 250;

/** Plays one item after the other on the relay's clock. */
export const createPlayback = (
  clock: { nowMs: () => number; toRealMs: (ms: number) => number; msPerCharacter: number },
  listener: PlaybackListener,
): RelayPlayback => {
  let queue: PlaybackItem[] = [];
  let playing: { item: PlaybackItem; startedAtMs: number; characters: number | undefined } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isSpeaking = false;
  let isStopped = false;
  /** Characters that were heard since the agent began to speak. */
  let heardCharacters = 0;
  let bargeAt: number | undefined;

  const durationMs = (item: PlaybackItem): number => {
    if (item.kind === "speech") return item.text.length * clock.msPerCharacter;
    if (item.kind === "audio") return audioMs;
    return item.kind === "digits" ? item.digits.length * digitMs : 0;
  };

  const setSpeaking = (next: boolean): void => {
    if (next === isSpeaking) return;
    isSpeaking = next;
    if (next) heardCharacters = 0;
    listener.onSpeaking(next);
  };

  const playNext = (): void => {
    if (playing || isStopped) return;
    const item = queue.shift();
    if (!item) {
      setSpeaking(false);
      return;
    }
    if (isAudible(item)) {
      setSpeaking(true);
      listener.onStarted(item);
    } else if (item.kind !== "turn-end") setSpeaking(false);
    const startedAtMs = clock.nowMs();
    const untilBarge = bargeAt === undefined ? undefined : bargeAt - heardCharacters;
    if (item.kind === "speech" && untilBarge !== undefined && untilBarge < item.text.length) {
      const characters = Math.max(1, untilBarge);
      playing = { item, startedAtMs, characters };
      bargeAt = undefined;
      timer = setTimeout(
        () => {
          listener.onBarge();
          // The speech could not be interrupted.
          if (playing?.item !== item) return;
          playing.characters = undefined;
          const restMs = (item.text.length - characters) * clock.msPerCharacter;
          timer = setTimeout(finishPlaying, clock.toRealMs(restMs)).unref();
        },
        clock.toRealMs(characters * clock.msPerCharacter),
      ).unref();
      return;
    }
    playing = { item, startedAtMs, characters: undefined };
    timer = setTimeout(finishPlaying, clock.toRealMs(durationMs(item))).unref();
  };

  const finishPlaying = (): void => {
    if (!playing) return;
    const { item, startedAtMs } = playing;
    playing = undefined;
    if (isAudible(item)) {
      heardCharacters += item.text.length;
      listener.onPlayed(item, item.text, startedAtMs);
      // Nothing else waits: the pause after the last words is not part of the speech.
      if (queue.every(({ kind }) => kind === "turn-end")) setSpeaking(false);
    } else if (item.kind === "digits") listener.onDigits(item.digits);
    else if (item.kind === "turn-end") listener.onTurnEnd();
    else listener.onEnd(item.handoffData);
    playNext();
  };

  /** Ends the present item early. Its heard words are reported. */
  const cut = (): Interruption | undefined => {
    if (!playing || !isAudible(playing.item)) return undefined;
    clearTimeout(timer);
    const { item, startedAtMs, characters } = playing;
    playing = undefined;
    const ms = characters === undefined ? clock.nowMs() - startedAtMs : characters * clock.msPerCharacter;
    const fragment =
      item.kind === "speech" ? heardWords(item.text, characters ?? ms / clock.msPerCharacter) : "";
    listener.onPlayed(item, fragment, startedAtMs);
    return { fragment, ms: Math.round(ms) };
  };

  const preempt = (message: number): void => {
    const isReplaced = (item: PlaybackItem): boolean =>
      isAudible(item) && item.isPreemptible && item.message !== message;
    queue = queue.filter((item) => !isReplaced(item));
    if (playing && isReplaced(playing.item)) cut();
  };

  return {
    add: (item) => {
      if (isAudible(item)) preempt(item.message);
      queue.push(item);
      playNext();
    },
    current: () => (playing && isAudible(playing.item) ? playing.item : undefined),
    interrupt: () => {
      queue = queue.filter(({ kind }) => kind === "end");
      return cut();
    },
    resume: playNext,
    bargeAfter: (characters) => {
      bargeAt = characters;
    },
    stop: () => {
      isStopped = true;
      queue = [];
      clearTimeout(timer);
    },
  };
};

const isAudible = (item: PlaybackItem): item is AudibleItem =>
  item.kind === "speech" || item.kind === "audio";

/** The words of which at least the beginning was heard. */
const heardWords = (text: string, characters: number): string => {
  const spoken = text.trim();
  const end = spoken.slice(Math.max(1, Math.floor(characters))).search(/\s/);
  return end < 0 ? spoken : spoken.slice(0, Math.max(1, Math.floor(characters)) + end);
};
