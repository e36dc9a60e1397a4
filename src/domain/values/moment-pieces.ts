import { weekdayOf } from "#domain/calendar.ts";
import type { DayContext } from "./day-arithmetic.ts";
import { readDayPhrase } from "./day-phrases.ts";
import { readHourPhrase, readOffsetPhrase, readPartPhrase } from "./hour-phrases.ts";
import type { SpokenWord } from "./spoken-words.ts";
import type { AskReason } from "./value-reading.ts";

export type PartOfDay = "morning" | "afternoon" | "night";

/** A part of a moment that the words name, with the span of its words. */
export type MomentPiece = { from: number; to: number; clause: number } & (
  | {
      kind: "day";
      days: number;
      isPlainWeekday?: boolean;
      isPlainDayOfMonth?: boolean;
      /** Counted from a day that was named before: "the Saturday after". */
      isRelative?: boolean;
    }
  | { kind: "time"; minutes: number; isOpen: boolean }
  | { kind: "part"; part: PartOfDay }
  | { kind: "offset"; minutes: number }
  | { kind: "ask"; of: "day" | "time"; ask: AskReason; isPart?: boolean }
);

type PieceBody = MomentPiece extends infer Piece
  ? Piece extends MomentPiece
    ? Omit<Piece, "from" | "to" | "clause">
    : never
  : never;

const mark = /^[,.;:!?()…—–-]$/;
const clauseStart = /^(?:because|cuz|porque|when|cuando|so|asi|but|pero|if|si|pues|while|mientras)$/;

/** "Que" begins a reason before what the speaker does then: "que salgo a las cuatro". */
const ownVerb = /^(?:salgo|sale|salimos|tengo|trabajo|llego|entro|termino|estoy|cojo|recojo|busco)$/;

/** The number of the clause of each word; marks and conjunctions begin another one. */
export const clausesOf = (words: readonly SpokenWord[]): number[] => {
  let clause = 0;
  return words.map(({ text }, at) => {
    const isReason = text === "que" && ownVerb.test(words[at + 1]?.text ?? "");
    if (mark.test(text) || clauseStart.test(text) || isReason) clause++;
    return clause;
  });
};

const todayPart =
  /^(?:(tonight|this evening|esta noche)|(this afternoon|esta tarde)|(this morning|esta manana))(?= |$)/;

const partToday = (phrase: string): { part: PartOfDay; length: number } | undefined => {
  const found = todayPart.exec(phrase);
  if (!found) return undefined;
  return { part: found[1] ? "night" : found[2] ? "afternoon" : "morning", length: found[0].length };
};

const countWords = (phrase: string, length: number): number =>
  phrase.slice(0, length).trim().split(" ").filter(Boolean).length;

/** The pieces that begin at a phrase, and the number of words that they take. */
const readPieces = (
  phrase: string,
  wordBefore: string,
  context: DayContext,
): { bodies: PieceBody[]; words: number } | undefined => {
  const offset = readOffsetPhrase(phrase);
  if (offset)
    return {
      bodies: [{ kind: "offset", minutes: offset.offset }],
      words: countWords(phrase, offset.length),
    };
  const now = partToday(phrase);
  if (now)
    return {
      bodies: [
        { kind: "day", days: context.today },
        { kind: "part", part: now.part },
      ],
      words: countWords(phrase, now.length),
    };
  const time = readHourPhrase(phrase, wordBefore);
  // "La mañana" and "text me first" name no day.
  const isNoDay =
    (wordBefore === "la" && /^manana/.test(phrase)) ||
    (/^1th(?= |$)/.test(phrase) && /^(?:me|us|him|her|them|nos)$/.test(wordBefore));
  const day = isNoDay ? undefined : readDayPhrase(phrase, context);
  if (day && day.length >= (time?.length ?? 0)) {
    const words = countWords(phrase, day.length);
    return "ask" in day
      ? { bodies: [{ kind: "ask", of: "day", ask: day.ask }], words }
      : { bodies: [{ ...day, kind: "day" }], words };
  }
  if (time) {
    const words = countWords(phrase, time.length);
    return "ask" in time
      ? { bodies: [{ kind: "ask", of: "time", ask: time.ask }], words }
      : { bodies: [{ kind: "time", minutes: time.minutes, isOpen: time.isOpen }], words };
  }
  const part = readPartPhrase(phrase, wordBefore);
  if (!part) return undefined;
  const words = countWords(phrase, part.length);
  return "ask" in part
    ? { bodies: [{ kind: "ask", of: "time", ask: part.ask, isPart: true }], words }
    : { bodies: [{ kind: "part", part: part.part }], words };
};

const relativeDay =
  /^(?:(?:the|el|la|that|ese) )?(?:wd([0-6])|day|dia|vispera) (?:(after|following|despues|siguiente)|(before|antes|anterior|previous))(?= [,.;:!?…]|$)/;

/** "The day before", "el sábado después": counted from the day that was named last. */
const readRelativeDay = (
  phrase: string,
  named: number | undefined,
): { bodies: PieceBody[]; words: number } | undefined => {
  const found = relativeDay.exec(phrase);
  if (!found) return undefined;
  const [whole, weekday, after] = found;
  const words = countWords(phrase, whole.length);
  if (named === undefined) return { bodies: [{ kind: "ask", of: "day", ask: "unclear" }], words };
  const step = after ? 1 : -1;
  let days = named + step;
  while (weekday !== undefined && weekdayOf(days) !== Number(weekday)) days += step;
  return { bodies: [{ kind: "day", days, isRelative: true }], words };
};

/** All pieces of moments in the order of the words. */
export const findPieces = (
  words: readonly SpokenWord[],
  clauses: readonly number[],
  context: DayContext,
): MomentPiece[] => {
  const pieces: MomentPiece[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = words
      .slice(at)
      .map(({ text }) => text)
      .join(" ");
    const named = pieces.findLast((piece) => piece.kind === "day");
    const relative = readRelativeDay(phrase, named?.kind === "day" ? named.days : undefined);
    const read = relative ?? readPieces(phrase, words[at - 1]?.text ?? "", context);
    if (!read) {
      at++;
      continue;
    }
    const to = at + Math.max(1, read.words);
    for (const body of read.bodies) pieces.push({ ...body, from: at, to, clause: clauses[at] ?? 0 });
    at = to;
  }
  return pieces;
};
