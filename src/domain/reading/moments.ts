import { createDayReader, type DateOrder } from "./days.ts";
import { type HourPiece, readHour } from "./hours.ts";
import {
  afternoon,
  amountOf,
  beginsTime,
  evening,
  months,
  morning,
  noon,
  pluralParts,
  pluralWeekdays,
  weekdays,
} from "./time-words.ts";
import type { Token } from "./tokens.ts";

/** Local date and time: days since 1970 and minutes since midnight. */
export type LocalTime = { days: number; minutes: number };

/** A moment that a text names. Parts that it does not name are undefined. */
export type Moment = {
  start: number;
  end: number;
  days?: number;
  minutes?: number;
  /** The hour was named without saying which half of the day. */
  isHourOpen?: boolean;
  /** The part of the day: the hour at which it begins. */
  part?: number;
};

type Piece =
  | { kind: "day"; days: number; length: number }
  | HourPiece
  | { kind: "part"; part: number; length: number }
  | { kind: "moment"; days: number; minutes: number; length: number }
  /** Times that name no moment: habits, the past, durations. */
  | { kind: "none"; length: number; isHabit?: boolean };

/** Reads times out of the words of a message; `now` is the local time at which it arrived. */
export const createMomentReader = (now: LocalTime, order: DateOrder) => {
  const today = now.days;
  const { readDay, readHoliday, addMonths, date } = createDayReader(today, order);

  /** Words from a place on; marks are kept as they are. */
  const readPiece = (words: readonly string[], at: number): Piece | undefined => {
    const word = words[at] ?? "";
    const one = words[at + 1] ?? "";
    const second = words[at + 2] ?? "";
    const before = words[at - 1] ?? "";
    const beforeThat = words[at - 2] ?? "";
    const text = (from: number, count: number): string => words.slice(from, from + count).join(" ");

    // Greetings and habits.
    if (
      /^(?:good|buen|buenas|buenos|great|nice|happy)$/.test(word) &&
      /^(?:morning|afternoon|evening|night|tardes?|noches?|dias?|manana|weekend)$/.test(one)
    )
      return { kind: "none", length: 2 };
    if (pluralWeekdays.test(word) || pluralParts.test(word))
      return { kind: "none", length: 1, isHabit: true };
    if (
      /^(?:every|each|cada|todos|todas|any|cualquier|los|usually|normally)$/.test(word) &&
      (weekdays.has(one) || /^(?:day|dia|week|semana|los|las|morning|manana|evening|time|hora)$/.test(one))
    )
      return { kind: "none", length: second && weekdays.has(second) ? 3 : 2, isHabit: true };
    if (
      weekdays.has(word) &&
      /^(?:to|through|thru|a|al)$/.test(one) &&
      weekdays.has(second) &&
      !/^(?:on|del|my|our|mi)$/.test(before)
    )
      return { kind: "none", length: 3, isHabit: true };
    if (/^(?:last|past)$/.test(word) && (weekdays.has(one) || /^(?:week|month|night|year)$/.test(one)))
      return { kind: "none", length: 2 };
    if (weekdays.has(word) && /^(?:pasado|anterior)$/.test(one)) return { kind: "none", length: 2 };
    if (/^(?:yesterday|ayer|anoche|anteayer)$/.test(word)) return { kind: "none", length: 1 };
    if (/^(?:since|hace)$/.test(word)) return { kind: "none", length: 3 };
    if (word === "desde" && /^(?:el|ayer|hace|la)$/.test(one)) return { kind: "none", length: 3 };
    if (/^(?:mas|muy|voy|llego|llegue|llegan|llegaron|llegare|too|running)$/.test(word) && one === "tarde")
      return { kind: "none", length: 2 };

    // Counted from now.
    const relativeLead = /^(?:in|en|within)$/.test(word)
      ? 1
      : text(at, 2) === "dentro de"
        ? 2
        : /^(?:give|deme|dame|denme|espereme|esperame|wait)$/.test(word)
          ? /^(?:me|us|like|unos|unas|como)$/.test(one)
            ? 2
            : 1
          : 0;
    if (relativeLead > 0) {
      let next = at + relativeLead;
      while (/^(?:about|like|around|unos|unas|como|another|otros|the|next)$/.test(words[next] ?? "")) next++;
      if (/^(?:half|media)$/.test(words[next] ?? "")) {
        const skipped = /^(?:an|hora|hour)$/.test(words[next + 1] ?? "")
          ? words[next + 1] === "an"
            ? 2
            : 1
          : 0;
        if (skipped > 0) return later(30, next + skipped + 1 - at);
      }
      if (words[next] === "a" && words[next + 1] === "couple") next++;
      if (words[next] === "un" && words[next + 1] === "par") next++;
      const amount = amountOf(words[next]);
      let unit = next + 1;
      if (/^(?:of|de)$/.test(words[unit] ?? "")) unit++;
      const name = words[unit] ?? "";
      if (amount !== undefined) {
        const length = unit + 1 - at;
        if (/^(?:minutes?|minutos?|minutitos)$/.test(name)) return later(amount, length);
        if (/^(?:hours?|horas?|horitas?)$/.test(name)) {
          const half =
            /^(?:and|y)$/.test(words[unit + 1] ?? "") && /^(?:half|media|a)$/.test(words[unit + 2] ?? "");
          return later(amount * 60 + (half ? 30 : 0), length + (half ? 2 : 0));
        }
        if (/^(?:days?|dias?)$/.test(name)) return { kind: "day", days: today + amount, length };
        if (/^(?:weeks?|semanas?)$/.test(name)) return { kind: "day", days: today + 7 * amount, length };
        if (/^(?:months?|mes|meses)$/.test(name))
          return { kind: "day", days: addMonths(amount, date.day), length };
        if (/^(?:years?|anos?)$/.test(name))
          return { kind: "day", days: addMonths(12 * amount, date.day), length };
      }
    }

    // After a date: the day after it.
    const afterLead =
      word === "after" || word === "past" ? 1 : /^(?:despues|luego|pasado)$/.test(word) ? 1 : 0;
    if (afterLead > 0) {
      let next = at + afterLead;
      while (/^(?:de|del|the|el|la|las|los|that|dia)$/.test(words[next] ?? "")) next++;
      const rest = text(next, 3);
      const holiday = readHoliday(rest);
      if (holiday)
        return {
          kind: "day",
          days: holiday.days + (holiday.isNewYear ? 0 : 1),
          length: next - at + holiday.length,
        };
      if (/^(?:despues|luego)$/.test(word) && words[next - 1] === "las") return undefined;
      const inner = next > at ? readDay(words, next) : undefined;
      if (inner && !(/^\d/.test(words[next] ?? "") && words[at + 1] === "las"))
        if (
          inner.kind === "day" &&
          (months.has(words[next] ?? "") ||
            weekdays.has(words[next] ?? "") ||
            /^\d/.test(words[next] ?? "")) &&
          !isBareHour(words, at, next)
        )
          return {
            kind: "day",
            days: inner.isMonth ? inner.lastDay + 1 : inner.days + 1,
            length: next - at + inner.length,
          };
    }
    const holiday = readHoliday(text(at, 3));
    if (holiday && before !== "happy" && before !== "feliz")
      return { kind: "day", days: holiday.days, length: holiday.length };

    // Days.
    const day = readDay(words, at);
    if (day) return { kind: "day", days: day.days, length: day.length };
    if (/^(?:tonight|tonite)$/.test(word))
      return { kind: "moment", days: today, minutes: evening, length: 1 };
    if (/^(?:this|esta|este)$/.test(word)) {
      if (/^(?:morning|manana)$/.test(one))
        return { kind: "moment", days: today, minutes: morning, length: 2 };
      if (/^(?:afternoon|tarde|tardecita)$/.test(one))
        return { kind: "moment", days: today, minutes: afternoon, length: 2 };
      if (/^(?:evening|noche|nochecita)$/.test(one))
        return { kind: "moment", days: today, minutes: evening, length: 2 };
      if (/^(?:week|semana|month|mes)$/.test(one)) return { kind: "none", length: 2 };
    }

    // Hours.
    const time = readHour(words, at);
    if (time) return time;

    // Parts of the day.
    if (/^(?:noon|midday|mediodia|lunch|lunchtime|almuerzo)$/.test(word))
      return { kind: "time", minutes: noon, isHourOpen: false, length: 1 };
    if (word === "medio" && one === "dia")
      return { kind: "time", minutes: noon, isHourOpen: false, length: 2 };
    if (/^(?:morning|early|temprano|tempranito|am)$/.test(word))
      return { kind: "part", part: morning, length: 1 };
    if (/^(?:afternoon|tardecita)$/.test(word)) return { kind: "part", part: afternoon, length: 1 };
    if (/^(?:evening|night|noche|nochecita)$/.test(word)) return { kind: "part", part: evening, length: 1 };
    if (word === "manana" && before === "la" && /^(?:por|en|de|a)$/.test(beforeThat))
      return { kind: "part", part: morning, length: 1 };
    if (
      word === "tarde" &&
      (/^(?:la|las)$/.test(before) || weekdays.has(before) || before === "manana" || before === "hoy")
    )
      return { kind: "part", part: afternoon, length: 1 };
    return undefined;
  };

  const later = (minutes: number, length: number): Piece => {
    const total = now.minutes + Math.round(minutes);
    return { kind: "moment", days: today + Math.floor(total / 1440), minutes: total % 1440, length };
  };

  /** "After 4" names an hour, "after the 4th" a day. */
  const isBareHour = (words: readonly string[], at: number, next: number): boolean =>
    /^\d{1,2}(?::\d\d)?$/.test(words[next] ?? "") &&
    !/^(?:th|st|nd|rd|de)$/.test(words[next + 1] ?? "") &&
    !/^(?:el|del|the|dia)$/.test(words[next - 1] ?? "") &&
    next > at;

  /** Every moment that the words name, in order; dates and hours that belong together are one moment. */
  return (tokens: readonly Token[]): Moment[] => {
    const words = tokens.map(({ word }) => word);
    const moments: Moment[] = [];
    let habitEnd = Number.NEGATIVE_INFINITY;
    let open: (Moment & { lastEnd: number }) | undefined;
    for (let at = 0; at < words.length; ) {
      const piece = beginsTime(words[at] as string) ? readPiece(words, at) : undefined;
      if (!piece) {
        at++;
        continue;
      }
      const end = at + piece.length;
      const isNear =
        open !== undefined &&
        at - open.lastEnd <= 4 &&
        !words.slice(open.lastEnd, at).some((word) => /^[.!?]$|^(?:or|o|but|pero)$/.test(word));
      const fits =
        isNear &&
        open !== undefined &&
        ((piece.kind === "day" && open.days === undefined) ||
          (piece.kind === "time" && open.minutes === undefined) ||
          (piece.kind === "part" && open.part === undefined) ||
          (piece.kind === "moment" && piece.minutes === open.minutes));
      // "Mondays after 3" names no hour of today.
      const isOfHabit = at <= habitEnd + 2 && (piece.kind === "time" || piece.kind === "part");
      if (piece.kind === "none" || isOfHabit) {
        open = undefined;
        if (isOfHabit || (piece.kind === "none" && piece.isHabit)) habitEnd = end;
      } else {
        if (!fits || !open) {
          open = { start: at, end, lastEnd: end };
          moments.push(open);
        }
        open.end = end;
        open.lastEnd = end;
        if (piece.kind === "day") open.days = piece.days;
        if (piece.kind === "time")
          Object.assign(open, { minutes: piece.minutes, isHourOpen: piece.isHourOpen });
        if (piece.kind === "part") open.part = piece.part;
        if (piece.kind === "moment") {
          open.days = piece.days;
          if (words[at] === "tonight" || /^(?:this|esta|este)$/.test(words[at] ?? ""))
            open.part = piece.minutes;
          else open.minutes = piece.minutes;
        }
      }
      at = end;
    }
    return moments.map(({ start, end, days, minutes, isHourOpen, part }) => ({
      start,
      end,
      ...(days === undefined ? {} : { days }),
      ...(minutes === undefined ? {} : { minutes }),
      ...(isHourOpen === undefined ? {} : { isHourOpen }),
      ...(part === undefined ? {} : { part }),
    }));
  };
};
