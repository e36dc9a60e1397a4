import { fromDayNumber } from "#domain/calendar.ts";
import { toLocalTime } from "#domain/day.ts";
import {
  isLimit,
  isUncertain,
  refusesNext,
  refusesPrevious,
  saysNotBefore,
  takesBack,
} from "./corrections.ts";
import type { DayContext } from "./day-arithmetic.ts";
import { beginOfRange } from "./hour-phrases.ts";
import { correctDay, isSame, mergeDays, type SlotPiece } from "./moment-merge.ts";
import { clausesOf, findPieces, type PartOfDay } from "./moment-pieces.ts";
import { selectPieces, tellsOwnSchedule, textBetween, wordsBefore } from "./moment-selection.ts";
import { joinWords, type SpokenWord } from "./spoken-words.ts";
import type { AskReason } from "./value-reading.ts";

/** What words say about a moment, after corrections. */
export type SpokenMoment = {
  days?: number;
  time?: { minutes: number; isOpen: boolean };
  part?: PartOfDay;
  /** Minutes from now. */
  offset?: number;
};

const dayMinutes = 1440;

export const localNow = (now: number, timezone: string): { days: number; minutes: number } => {
  const minutes = Math.floor(toLocalTime(now, timezone) / 60_000);
  const days = Math.floor(minutes / dayMinutes);
  return { days, minutes: minutes - days * dayMinutes };
};

/** Words that change a moment and were not understood. */
const unreadWord =
  /^(?:\d.*|wd\d|mo\d+|weeks?|semanas?|months?|mes|meses|weekends?|weekdays?|years?|every|each|cada|todos|todas|any day|soon|later|luego|early|late|temprano|other|otra|otro|next|proxim[oa]|following|siguiente|last|ultim[oa]|quarter|half|media|menos|midnight|medianoche|hours?|horas?|minutes?|minutos?|pm|couple|pasado|pasada|ago|hace|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|sabados|domingos|mornings|evenings|nights|afternoons|mananas|noches|tardes|viene|entrante|dias?|days?|antes|before|except|excepto|either|vispera|eve|pico|pronto|rato|ratito|quincena|coming|after next)$/;

/** No hour is named by these, whatever part of the day stands beside them. */
const vagueTime =
  /(?:^| )(?:sometime|some time|some point|any ?time|whenever|whatever|as (?:soon|early|late) as|posible|possible|tan pronto|en cuanto|cualquier (?:hora|momento)|a la hora que|algun momento|cuando (?:pueda|puedan|quiera|quieran|sea))(?= |$)/;
const nearDay =
  /(?:^| )(?:around|(?<!how |what )about|near|close to|alrededor de?l?|cerca de?l?|como para)(?: (?:the|el|la))?$/;
const openDay = /(?:^| )(?:after|despues de|despues del)(?: (?:el|la|the))?$/;

const rangeLink = /^(?:(?:and|y|to|a|-|–|until|till|til|hasta|through)(?: (?:las|la|about|like|como))?)?$/;

/** What the words say about a moment, or why they must be asked again. */
export const readMoment = (
  words: readonly SpokenWord[],
  context: DayContext,
  needs: "datetime" | "date",
): SpokenMoment | { ask: AskReason } => {
  const joined = joinWords(words);
  if (isUncertain(joined)) return { ask: "unclear" };
  const clauses = clausesOf(words);
  const pieces = findPieces(words, clauses, context);
  const selected = selectPieces(words, clauses, pieces, needs);
  if ("ask" in selected) return selected;
  const { wanted, dropped } = selected;
  const slots: Partial<Record<SlotPiece["kind"], SlotPiece>> = {};
  let rangeEnd = -1;
  for (const piece of wanted) {
    if (piece.kind === "ask") {
      if (needs === "date" && piece.of === "time") continue;
      // "At one, after lunch".
      if (piece.isPart && wanted.some(({ kind }) => kind === "time")) continue;
      const isTakenBack = wanted.some(
        (later) =>
          later.from >= piece.to &&
          later.kind === (piece.of === "day" ? "day" : "time") &&
          takesBack(textBetween(words, piece.to, later.from)),
      );
      if (isTakenBack) continue;
      return { ask: piece.ask };
    }
    const held = slots[piece.kind];
    const between = held ? textBetween(words, held.to, piece.from) : "";
    if (held?.kind === "time" && piece.kind === "time" && rangeLink.test(between) && rangeEnd !== held.from) {
      // A range: the first hour counts.
      const first = beginOfRange(held, piece);
      if ("ask" in first) return { ask: "unclear" };
      slots.time = { ...held, ...first, to: piece.to };
      rangeEnd = held.from;
      continue;
    }
    const before = wordsBefore(words, clauses, piece.from);
    const isOpenEnd =
      isLimit(before) ||
      (piece.kind === "day" && openDay.test(before)) ||
      (needs === "date" && (nearDay.test(before) || saysNotBefore(before)));
    if (isOpenEnd) return { ask: "unclear" };
    if (!held || isSame(held, piece)) {
      slots[piece.kind] = held ?? piece;
      continue;
    }
    const merged = mergeDays(held, piece);
    if (merged) slots.day = merged;
    else if (takesBack(between) || refusesPrevious(between)) {
      const corrected =
        held.kind === "day" && piece.kind === "day" ? correctDay(held, piece, context.today) : piece;
      if (!corrected) return { ask: "unclear" };
      slots[piece.kind] = corrected;
    } else return { ask: "unclear" };
  }
  const isRead = (at: number): boolean =>
    wanted.some(({ from, to }) => at >= from && at < to) ||
    dropped.some(({ clause }) => clause === clauses[at]) ||
    tellsOwnSchedule(words, clauses, clauses[at]) ||
    refusesNext(wordsBefore(words, clauses, at));
  const { day, time, part, offset } = slots;
  const heldMonth = day?.kind === "day" ? `mo${fromDayNumber(day.days).month}` : "";
  const isChoice = (at: number): boolean =>
    /^(?:or|o)$/.test(words[at]?.text ?? "") && wanted.some(({ from }) => from > at && from <= at + 2);
  // "Text me first".
  const isFirst = (at: number): boolean =>
    words[at]?.text === "1th" && /^(?:me|us|him|her|them|nos)$/.test(words[at - 1]?.text ?? "");
  // "Me viene bien" names no week.
  const suits = (at: number): boolean =>
    words[at]?.text === "viene" && /^(?:me|nos|le|les|te)$/.test(words[at - 1]?.text ?? "");
  const isUnread = ({ text }: SpokenWord): boolean =>
    text !== "1" &&
    text !== heldMonth &&
    unreadWord.test(text) &&
    !(/^(?:before|antes)$/.test(text) && saysNotBefore(joined));
  const unread = words.find(
    (word, at) => !isRead(at) && !isFirst(at) && !suits(at) && (isUnread(word) || isChoice(at)),
  );
  if (unread && !(needs === "date" && /^(?:am|pm|early|late|temprano|before|antes)$/.test(unread.text)))
    return { ask: "unclear" };
  if (needs === "datetime" && !time && !offset && vagueTime.test(joined)) return { ask: "unclear" };
  return {
    ...(day?.kind === "day" ? { days: day.days } : {}),
    ...(time?.kind === "time" ? { time: { minutes: time.minutes, isOpen: time.isOpen } } : {}),
    ...(part?.kind === "part" ? { part: part.part } : {}),
    ...(offset?.kind === "offset" ? { offset: offset.minutes } : {}),
  };
};
