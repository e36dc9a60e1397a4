import { weekdayOf } from "#domain/calendar.ts";
import { toLocalTime } from "#domain/day.ts";
import {
  isLimit,
  isUndecided,
  refusesNext,
  refusesPrevious,
  saysNotBefore,
  takesBack,
} from "./corrections.ts";
import type { DayContext } from "./day-phrases.ts";
import { beginOfRange } from "./hour-phrases.ts";
import { clausesOf, findPieces, type MomentPiece, type PartOfDay } from "./moment-pieces.ts";
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

/** What the speaker or others do at a time that is not the one wanted: "I get off at four". */
const ownSchedule =
  /(?:^| )(?:gets? off|got off|gets? out|gets? home|gets? back|works?(?= (?:until|till|from|at|on|nights?|days?))|am working|im working|leaves?|pick up|drop off|finish(?:es)?|starts?|sleep|wake|eat|closes?|opens?|have (?:a|an|my|to|class|work|church|practice|school)|my shift|salgo|sale|salga|trabajo|llego|llega|llegue|llevo|lleva|busco|recojo|entro|entra|termino|termina|termine|tengo (?:que|un|una|1|cita|clase|trabajo|turno|compromiso)|duermo|me levanto|me acuesto|abren?|cierran?|mi turno|estoy ocupad[oa]|i(?: a)?m busy|booked|taken|reservado)(?= |$)/;

/** Words that change a moment and were not understood. */
const unreadWord =
  /^(?:\d.*|wd\d|mo\d+|weeks?|semanas?|months?|mes|meses|weekends?|weekdays?|years?|every|each|cada|todos|todas|any day|soon|later|luego|early|late|temprano|other|otra|otro|next|proxim[oa]|following|siguiente|last|ultim[oa]|quarter|half|media|menos|midnight|medianoche|hours?|horas?|minutes?|minutos?|pm|couple|pasado|pasada|ago|hace|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|sabados|domingos|mornings|evenings|nights|afternoons|mananas|noches|tardes|viene|entrante|dias?|days?|antes|before|except|excepto|either|vispera|eve|pico|pronto|rato|ratito|quincena|coming|after next)$/;

type SlotPiece = Exclude<MomentPiece, { kind: "ask" }>;

const textBetween = (words: readonly SpokenWord[], from: number, to: number): string =>
  joinWords(words.slice(Math.max(0, from), Math.max(0, to)));

/** The words before a piece in its clause. */
const wordsBefore = (words: readonly SpokenWord[], clauses: readonly number[], at: number): string => {
  let from = at;
  while (
    from > 0 &&
    at - from < 6 &&
    clauses[from - 1] === clauses[at] &&
    !/^[,.;:!?]$/.test(words[from - 1]?.text ?? "")
  )
    from--;
  return textBetween(words, from, at);
};

const rangeLink = /^(?:(?:and|y|to|a|-|–|until|till|til|hasta|through)(?: (?:las|la|about|like|como))?)?$/;

const isSame = (one: SlotPiece, other: SlotPiece): boolean => {
  if (one.kind === "day" && other.kind === "day") return one.days === other.days;
  if (one.kind === "time" && other.kind === "time")
    return (
      one.minutes === other.minutes ||
      (one.isOpen !== other.isOpen && one.minutes % 720 === other.minutes % 720)
    );
  if (one.kind === "part" && other.kind === "part") return one.part === other.part;
  return one.kind === "offset" && other.kind === "offset" && one.minutes === other.minutes;
};

/** "Wednesday the 18th": the date decides where the weekday agrees. */
const mergeDays = (one: SlotPiece, other: SlotPiece): SlotPiece | undefined => {
  if (one.kind !== "day" || other.kind !== "day") return undefined;
  if (one.isPlainWeekday && weekdayOf(one.days) === weekdayOf(other.days)) return other;
  return other.isPlainWeekday && weekdayOf(one.days) === weekdayOf(other.days) ? one : undefined;
};

/** Times that were given up, limits and the speaker's own hours are left out. */
const selectPieces = (
  words: readonly SpokenWord[],
  clauses: readonly number[],
  pieces: readonly MomentPiece[],
): { wanted: MomentPiece[]; dropped: MomentPiece[] } | { ask: AskReason } => {
  const clauseText = (clause: number): string => joinWords(words.filter((_, at) => clauses[at] === clause));
  const dropped = pieces.filter((piece) => {
    const { clause, from, to } = piece;
    if (ownSchedule.test(clauseText(clause))) return true;
    if (refusesNext(wordsBefore(words, clauses, from))) return true;
    const last = pieces.findLast((other) => other.clause === clause && other.to >= to);
    return refusesPrevious(textBetween(words, last?.to ?? to, words.length));
  });
  const wanted = pieces.filter((piece) => !dropped.includes(piece));
  return wanted.length === 0 ? { ask: "missing" } : { wanted, dropped };
};

/** What the words say about a moment, or why they must be asked again. */
export const readMoment = (
  words: readonly SpokenWord[],
  context: DayContext,
  needs: "datetime" | "date",
): SpokenMoment | { ask: AskReason } => {
  const joined = joinWords(words);
  if (isUndecided(joined)) return { ask: "unclear" };
  const clauses = clausesOf(words);
  const pieces = findPieces(words, clauses, context);
  const selected = selectPieces(words, clauses, pieces);
  if ("ask" in selected) return selected;
  const { wanted, dropped } = selected;
  const slots: Partial<Record<SlotPiece["kind"], SlotPiece>> = {};
  let rangeEnd = -1;
  for (const piece of wanted) {
    if (piece.kind === "ask") {
      if (needs === "date" && piece.of === "time") continue;
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
      (piece.kind === "day" && /(?:^| )(?:after|despues de|despues del)(?: (?:el|la|the))?$/.test(before));
    if (isOpenEnd) return { ask: "unclear" };
    if (!held || isSame(held, piece)) {
      slots[piece.kind] = held ?? piece;
      continue;
    }
    const merged = mergeDays(held, piece);
    if (merged) slots.day = merged;
    else if (takesBack(between) || refusesPrevious(between)) slots[piece.kind] = piece;
    else return { ask: "unclear" };
  }
  const isRead = (at: number): boolean =>
    wanted.some(({ from, to }) => at >= from && at < to) ||
    dropped.some(({ clause }) => clause === clauses[at]);
  const isChoice = (at: number): boolean =>
    /^(?:or|o)$/.test(words[at]?.text ?? "") && wanted.some(({ from }) => from > at && from <= at + 2);
  const isUnread = ({ text }: SpokenWord): boolean =>
    text !== "1" && unreadWord.test(text) && !(/^(?:before|antes)$/.test(text) && saysNotBefore(joined));
  const unread = words.find((word, at) => !isRead(at) && (isUnread(word) || isChoice(at)));
  if (unread && !(needs === "date" && /^(?:am|pm|early|late|temprano|before|antes)$/.test(unread.text)))
    return { ask: "unclear" };
  const { day, time, part, offset } = slots;
  return {
    ...(day?.kind === "day" ? { days: day.days } : {}),
    ...(time?.kind === "time" ? { time: { minutes: time.minutes, isOpen: time.isOpen } } : {}),
    ...(part?.kind === "part" ? { part: part.part } : {}),
    ...(offset?.kind === "offset" ? { offset: offset.minutes } : {}),
  };
};

const spanishWords =
  /(?:^| )(?:el|la|los|las|de|del|en|es|mi|naci|fue|para|por|que|y|cumpleanos|nacimiento)(?= |$)/;
const birthWords =
  /(?:^| )(?:born|birth|birthday|birthdays|bday|dob|naci|nacio|nacido|nacida|nacimiento|cumpleanos|cumplo)(?= |$)/;
const pastWords =
  /(?:^| )(?:was|were|happened|started|broke|began|bought|signed|installed|died|since|stopped|failed|noticed|arrived|paid|fue|paso|ocurrio|empezo|comenzo|dano|rompio|compre|compramos|instalaron|instale|firme|firmamos|mude|murio|llego|pague|vino|vinieron|desde|recibi|dejo|sucedio|cayo)(?= |$)/;
const bookingWords =
  /(?:^| )(?:booked|scheduled|appointment|cita|quedamos|agend\w+|reserv\w+|moved|cambiaron|a partir|desde ahora)(?= |$)/;

export const dayContextOf = (words: readonly SpokenWord[], today: number, mayBePast: boolean): DayContext => {
  const joined = joinWords(words);
  const isBirth = mayBePast && birthWords.test(joined);
  const isPast = mayBePast && pastWords.test(joined) && !bookingWords.test(joined);
  return { today, isBirth, isPast, isSpanish: spanishWords.test(joined) };
};
