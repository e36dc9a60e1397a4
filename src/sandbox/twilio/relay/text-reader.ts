import type { ReceivedFrame } from "./frames.ts";
import { splitClauses } from "./frames.ts";
import type { InputKinds, RelayOptions } from "./options.ts";
import type { RelayPlayback } from "./playback.ts";

/** A frame may say otherwise than the attribute. */
export const toInputKinds = (options: RelayOptions, interruptible: boolean | undefined): InputKinds =>
  interruptible === undefined ? options.interruptible : { speech: interruptible, dtmf: interruptible };

/** Collects tokens until a clause is complete. */
export const createTextReader = (
  options: RelayOptions,
  playback: RelayPlayback,
  defaultLanguage: () => string,
) => {
  let rest = "";
  let message = 0;
  let style: Pick<Extract<ReceivedFrame, { type: "text" }>, "lang" | "interruptible" | "preemptible"> = {};
  const speak = (clause: string): void => {
    if (clause.trim() === "") return;
    playback.add({
      kind: "speech",
      text: clause,
      lang: style.lang ?? defaultLanguage(),
      message,
      interruptible: toInputKinds(options, style.interruptible),
      isPreemptible: style.preemptible ?? options.isPreemptible,
    });
  };
  const flush = (): void => {
    const { clauses, rest: last } = splitClauses(rest);
    rest = "";
    for (const clause of [...clauses, last]) speak(clause);
  };
  return {
    read: (frame: Extract<ReceivedFrame, { type: "text" }>): void => {
      style = frame;
      rest += frame.token;
      if (frame.last) {
        flush();
        message++;
        playback.add({ kind: "turn-end" });
        return;
      }
      const { clauses, rest: unfinished } = splitClauses(rest);
      rest = unfinished;
      for (const clause of clauses) speak(clause);
    },
    flush,
    /** An interruption also purges words that were not spoken yet. */
    forget: (): void => {
      rest = "";
    },
    nextMessage: (): number => message++,
  };
};
