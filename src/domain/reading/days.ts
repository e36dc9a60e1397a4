import { type CalendarDay, fromDayNumber, nextWeekday, toDayNumber, weekdayOf } from "#domain/calendar.ts";
import { months, numbers, weekdays } from "./time-words.ts";

/** `lastDay` differs from `days` for a month, which begins on `days`. */
export type DayPiece = { kind: "day"; days: number; length: number; isMonth?: boolean; lastDay: number };

/** Whether 11/12 is November 12 or 11 December. */
export type DateOrder = "month-day" | "day-month";

const toDay = (days: number, length: number): DayPiece => ({ kind: "day", days, length, lastDay: days });

/** Reads days out of words, counted from today. */
export const createDayReader = (today: number, order: DateOrder) => {
  const date = fromDayNumber(today);

  const nextDate = (month: number, day: number): number => {
    const here = toDayNumber({ year: date.year, month, day });
    return here >= today ? here : toDayNumber({ year: date.year + 1, month, day });
  };
  const addMonths = (count: number, day: number): number => {
    const month = date.month - 1 + count;
    return toDayNumber({ year: date.year + Math.floor(month / 12), month: (month % 12) + 1, day });
  };
  const lastOf = ({ year, month }: Pick<CalendarDay, "year" | "month">): number =>
    toDayNumber(month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }) - 1;
  const dayOfMonth = (day: number): number =>
    day >= date.day ? toDayNumber({ ...date, day }) : addMonths(1, day);
  const monthStart = (month: number): number => {
    const first = toDayNumber({ year: date.year, month, day: 1 });
    return first > today ? first : toDayNumber({ year: date.year + 1, month, day: 1 });
  };
  const thanksgiving = (): number => {
    const first = toDayNumber({ year: date.year, month: 11, day: 1 });
    return first + ((4 - weekdayOf(first) + 7) % 7) + 21;
  };
  const nextMonday = nextWeekday(today, 1);

  const readHoliday = (text: string): { days: number; length: number; isNewYear?: boolean } | undefined => {
    if (/^thanksgiving\b/.test(text) || /^accion de gracias/.test(text))
      return { days: thanksgiving(), length: /^accion/.test(text) ? 3 : 1 };
    if (/^(?:christmas|navidad|xmas)\b/.test(text)) return { days: nextDate(12, 25), length: 1 };
    if (/^(?:new years?|ano nuevo)\b/.test(text)) return { days: nextDate(1, 1), length: 2, isNewYear: true };
    if (/^(?:reyes|three kings)\b/.test(text))
      return { days: nextDate(1, 6), length: /^three/.test(text) ? 2 : 1 };
    return undefined;
  };

  const readDay = (words: readonly string[], at: number): DayPiece | undefined => {
    const word = words[at] ?? "";
    const one = words[at + 1] ?? "";
    const second = words[at + 2] ?? "";
    const before = words[at - 1] ?? "";
    const four = words.slice(at, at + 4).join(" ");
    if (word === "today" || word === "hoy") return toDay(today, 1);
    if (/^(?:day after tomorrow)/.test(four)) return toDay(today + 2, 3);
    if (/^pasado manana/.test(four)) return toDay(today + 2, 2);
    if (word === "tomorrow") return toDay(today + 1, 1);
    if (word === "manana" && !(before === "la" || before === "esta" || before === "las"))
      return toDay(today + 1, 1);
    const nextWeek =
      /^(?:next week|proxima semana|semana proxima|semana que viene|semana que entra|semana entrante|siguiente semana|otra semana)/.exec(
        four,
      );
    if (nextWeek) {
      const length = nextWeek[0].split(" ").length;
      const weekday = weekdays.get(
        words[at + length] === "on" || words[at + length] === "el"
          ? (words[at + length + 1] ?? "")
          : (words[at + length] ?? ""),
      );
      if (weekday === undefined) return toDay(nextMonday, length);
      return toDay(
        nextMonday + ((weekday + 6) % 7),
        length + (/^(?:on|el)$/.test(words[at + length] ?? "") ? 2 : 1),
      );
    }
    if (
      /^(?:next month|proximo mes|mes que viene|mes que entra|mes proximo|mes entrante|siguiente mes)/.test(
        four,
      )
    )
      return toDay(addMonths(1, 1), /que/.test(four.split(" ").slice(0, 3).join(" ")) ? 3 : 2);
    if (/^(?:next year|proximo ano|ano que viene|ano que entra|ano entrante)/.test(four))
      return toDay(toDayNumber({ year: date.year + 1, month: 1, day: 1 }), /^ano que/.test(four) ? 3 : 2);
    if (word === "weekend") return toDay(nextWeekday(today, 6), 1);
    if (/^fin de semana/.test(four)) return toDay(nextWeekday(today, 6), 3);
    const weekday = weekdays.get(word);
    if (weekday !== undefined && (word !== "sat" || before === "on" || before === "this"))
      return readWeekday(words, at, weekday);
    const ofMonth = readPartOfMonth(words, at);
    if (ofMonth) return ofMonth;
    const month = months.get(word);
    if (
      month &&
      ((word !== "may" && word !== "march") || before === "in" || before === "until" || /^\d/.test(one))
    ) {
      const day = /^\d{1,2}$/.test(one) ? Number(one) : undefined;
      if (day !== undefined && day >= 1 && day <= 31)
        return toDay(nextDate(month, day), /^(?:th|st|nd|rd)$/.test(second) ? 3 : 2);
      const first = monthStart(month);
      return { kind: "day", days: first, length: 1, isMonth: true, lastDay: lastOf(fromDayNumber(first)) };
    }
    return readNumericDay(words, at);
  };

  /** A date beside the weekday decides. */
  const readWeekday = (words: readonly string[], at: number, weekday: number): DayPiece => {
    let next = at + 1;
    while (/^(?:,|the|el|dia)$/.test(words[next] ?? "")) next++;
    const dated =
      readNumericDay(words, next, true) ?? (months.has(words[next] ?? "") ? readDay(words, next) : undefined);
    if (dated && !dated.isMonth) return toDay(dated.days, next - at + dated.length);
    const rest = words.slice(at + 1, at + 6).join(" ");
    const week =
      /^(?:of )?next week|^(?:de )?(?:la )?(?:proxima semana|semana que viene|semana que entra|semana proxima|otra semana)/.exec(
        rest,
      );
    if (week) return toDay(nextMonday + ((weekday + 6) % 7), 1 + week[0].split(" ").length);
    const trailing = /^(?:que viene|que entra|proximo)/.exec(rest);
    return toDay(nextWeekday(today, weekday), 1 + (trailing ? trailing[0].split(" ").length : 0));
  };

  const readPartOfMonth = (words: readonly string[], at: number): DayPiece | undefined => {
    const rest = words.slice(at, at + 7).join(" ");
    const found =
      /^(?:(end|fin|finales|final|fines|mid|middle|mediados|beginning|start|principios?|inicios?|primeros) ?(?:of|de|del|dias de)? ?(?:the|el)? ?|(first|second|third|primera|segunda|tercera|1st|2nd) (?:week|semana) (?:of|de|del) ?(?:the|el)? ?)(\w+)/.exec(
        rest,
      );
    if (!found) return undefined;
    const [whole, part, week, name = ""] = found;
    const isThisMonth = /^(?:month|mes)$/.test(name);
    const named = months.get(name);
    if (!isThisMonth && !named) return undefined;
    const length = whole.split(" ").length;
    const first = isThisMonth ? toDayNumber({ ...date, day: 1 }) : nextMonthStart(named as number);
    const inMonth = fromDayNumber(first);
    if (part && /^(?:end|fin|finales|final|fines)$/.test(part)) return toDay(lastOf(inMonth), length);
    if (part && /^mid|^mediados/.test(part)) return toDay(isThisMonth ? dayOfMonth(15) : first + 14, length);
    const nextFirst = first > today ? first : addMonths(1, 1);
    if (part || /^(?:first|primera|1st)$/.test(week ?? "")) return toDay(nextFirst, length);
    const inWeek = nextFirst + (/^(?:second|segunda|2nd)$/.test(week ?? "") ? 7 : 14);
    return toDay(inWeek - ((weekdayOf(inWeek) + 6) % 7), length);
  };

  /** The first day of a month that is not over yet. */
  const nextMonthStart = (month: number): number =>
    toDayNumber({ year: month >= date.month ? date.year : date.year + 1, month, day: 1 });

  const readNumericDay = (
    words: readonly string[],
    at: number,
    isBesideWeekday = false,
  ): DayPiece | undefined => {
    const word = words[at] ?? "";
    const one = words[at + 1] ?? "";
    const second = words[at + 2] ?? "";
    const before = words[at - 1] ?? "";
    const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word);
    if (iso)
      return toDay(toDayNumber({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }), 1);
    const slashed = /^(\d{1,2})[/](\d{1,2})(?:[/](\d{2,4}))?$/.exec(word);
    if (slashed) {
      const [left, right] = [Number(slashed[1]), Number(slashed[2])];
      const isMonthFirst = right > 12 || (left <= 12 && order === "month-day");
      const [month, day] = isMonthFirst ? [left, right] : [right, left];
      return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? toDay(nextDate(month, day), 1) : undefined;
    }
    const day = /^\d{1,2}$/.test(word) ? Number(word) : numbers.get(word);
    if (day === undefined || day < 1 || day > 31) return undefined;
    const month = one === "de" || one === "of" ? months.get(second) : months.get(one);
    if (month && /^\d/.test(word)) return toDay(nextDate(month, day), one === "de" || one === "of" ? 3 : 2);
    if (/^(?:th|st|nd|rd)$/.test(one)) {
      const ofMonth = second === "of" ? months.get(words[at + 3] ?? "") : months.get(second);
      if (ofMonth) return toDay(nextDate(ofMonth, day), second === "of" ? 4 : 3);
      return toDay(dayOfMonth(day), 2);
    }
    if (!/^\d/.test(word) || /^(?:am|pm|minut|hour|hora|dias|days|anos|years|de|y)/.test(one))
      return undefined;
    if (/^(?:el|dia|del)$/.test(before) || (before === "the" && day > 12)) return toDay(dayOfMonth(day), 1);
    return isBesideWeekday && day > 12 ? toDay(dayOfMonth(day), 1) : undefined;
  };

  return { readDay, readHoliday, addMonths, date };
};
