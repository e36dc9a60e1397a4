import { type CalendarDay, fromDayNumber, nextWeekday, toDayNumber, weekdayOf } from "./calendar.ts";
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
  | { kind: "time"; minutes: number; isHourOpen: boolean; length: number }
  | { kind: "part"; part: number; length: number }
  | { kind: "moment"; days: number; minutes: number; length: number }
  /** Times that name no moment: habits, the past, durations. */
  | { kind: "none"; length: number };

const indexBy = (names: string): Map<string, number> =>
  new Map(
    names
      .trim()
      .split(/\s+/)
      .flatMap((group, index) => group.split("/").map((word): [string, number] => [word, index])),
  );

const weekdays = indexBy(
  "sunday/domingo monday/lunes tuesday/martes wednesday/miercoles thursday/jueves friday/viernes saturday/sabado/sat",
);
const pluralWeekdays = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$|^(?:sabados|domingos)$/;
const pluralParts = /^(?:weekdays|mornings|afternoons|evenings|nights|tardes|noches|mananas|weekends)$/;
const months = indexBy(
  "-/- january/enero february/febrero march/marzo april/abril may/mayo june/junio july/julio august/agosto september/septiembre/setiembre october/octubre november/noviembre december/diciembre",
);
const numbers = indexBy(
  "zero/cero one/un/una/an/uno two/dos/couple/par three/tres four/cuatro five/cinco six/seis seven/siete eight/ocho nine/nueve ten/diez eleven/once twelve/doce thirteen/trece fourteen/catorce fifteen/quince",
);
const moreNumbers: Record<string, number> = { a: 1, twenty: 20, veinte: 20, thirty: 30, treinta: 30, forty: 40, cuarenta: 40, sixty: 60 };

const morning = 9 * 60;
const noon = 12 * 60;
const afternoon = 14 * 60;
const evening = 19 * 60;

const hourOf = (word: string | undefined): { minutes: number; hour: number } | undefined => {
  if (word === undefined) return undefined;
  const digits = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(word);
  const hour = digits ? Number(digits[1]) : numbers.get(word);
  const minutes = Number(digits?.[2] ?? 0);
  return hour === undefined || hour > 24 || minutes > 59 ? undefined : { hour, minutes };
};

const amountOf = (word: string | undefined): number | undefined => {
  if (word === undefined) return undefined;
  if (/^\d{1,3}$/.test(word)) return Number(word);
  return moreNumbers[word] ?? numbers.get(word);
};

/** Other words with which a time may begin; the rest is skipped. */
const firstWords = new Set(
  `good buen buenas buenos great nice happy every each cada todos todas any cualquier los usually normally last past
  yesterday ayer anoche anteayer since hace desde mas muy voy llego llegue llegan llegaron llegare too running in en within
  dentro give deme dame denme espereme esperame wait after despues luego pasado thanksgiving accion christmas navidad xmas new
  ano reyes three today hoy day tomorrow manana next proxima proximo semana siguiente otra mes weekend fin end finales
  final fines mid middle mediados beginning start principio principios inicio inicios primeros first second third primera
  segunda tercera tonight tonite this esta este noon midday mediodia lunch lunchtime almuerzo medio morning early temprano
  tempranito am afternoon tardecita evening night noche nochecita tarde`.split(/\s+/),
);

const beginsTime = (word: string): boolean => {
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57) return true;
  return (
    firstWords.has(word) ||
    weekdays.has(word) ||
    months.has(word) ||
    numbers.has(word) ||
    (word.endsWith("s") && (pluralWeekdays.test(word) || pluralParts.test(word)))
  );
};

/** Reads times out of the words of a message; `now` is the local time at which it arrived. */
export const createMomentReader = (now: LocalTime, order: "month-day" | "day-month") => {
  const today = now.days;
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

  /** Words from a place on; marks are kept as they are. */
  const readPiece = (words: readonly string[], at: number): Piece | undefined => {
    const word = words[at] ?? "";
    const one = words[at + 1] ?? "";
    const second = words[at + 2] ?? "";
    const before = words[at - 1] ?? "";
    const beforeThat = words[at - 2] ?? "";
    const text = (from: number, count: number): string => words.slice(from, from + count).join(" ");

    // Greetings and habits.
    if (/^(?:good|buen|buenas|buenos|great|nice|happy)$/.test(word) && /^(?:morning|afternoon|evening|night|tardes?|noches?|dias?|manana|weekend)$/.test(one))
      return { kind: "none", length: 2 };
    if (pluralWeekdays.test(word) || pluralParts.test(word))
      return { kind: "none", length: 1 };
    if (/^(?:every|each|cada|todos|todas|any|cualquier|los|usually|normally)$/.test(word) && (weekdays.has(one) || /^(?:day|dia|week|semana|los|las|morning|manana|evening|time|hora)$/.test(one)))
      return { kind: "none", length: second && weekdays.has(second) ? 3 : 2 };
    if (weekdays.has(word) && /^(?:to|through|thru|a|al)$/.test(one) && weekdays.has(second)) return { kind: "none", length: 3 };
    if (/^(?:last|past)$/.test(word) && (weekdays.has(one) || /^(?:week|month|night|year)$/.test(one))) return { kind: "none", length: 2 };
    if (weekdays.has(word) && /^(?:pasado|anterior)$/.test(one)) return { kind: "none", length: 2 };
    if (/^(?:yesterday|ayer|anoche|anteayer)$/.test(word)) return { kind: "none", length: 1 };
    if (/^(?:since|hace)$/.test(word)) return { kind: "none", length: 3 };
    if (word === "desde" && /^(?:el|ayer|hace|la)$/.test(one)) return { kind: "none", length: 3 };
    if (/^(?:mas|muy|voy|llego|llegue|llegan|llegaron|llegare|too|running)$/.test(word) && one === "tarde") return { kind: "none", length: 2 };

    // Counted from now.
    const relativeLead = /^(?:in|en|within)$/.test(word) ? 1 : text(at, 2) === "dentro de" ? 2 : /^(?:give|deme|dame|denme|espereme|esperame|wait)$/.test(word) ? (/^(?:me|us|like|unos|unas|como)$/.test(one) ? 2 : 1) : 0;
    if (relativeLead > 0) {
      let next = at + relativeLead;
      while (/^(?:about|like|around|unos|unas|como|another|otros|the|next)$/.test(words[next] ?? "")) next++;
      if (/^(?:half|media)$/.test(words[next] ?? "")) {
        const skipped = /^(?:an|hora|hour)$/.test(words[next + 1] ?? "") ? (words[next + 1] === "an" ? 2 : 1) : 0;
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
          const half = /^(?:and|y)$/.test(words[unit + 1] ?? "") && /^(?:half|media|a)$/.test(words[unit + 2] ?? "");
          return later(amount * 60 + (half ? 30 : 0), length + (half ? 2 : 0));
        }
        if (/^(?:days?|dias?)$/.test(name)) return { kind: "day", days: today + amount, length };
        if (/^(?:weeks?|semanas?)$/.test(name)) return { kind: "day", days: today + 7 * amount, length };
        if (/^(?:months?|mes|meses)$/.test(name)) return { kind: "day", days: addMonths(amount, date.day), length };
        if (/^(?:years?|anos?)$/.test(name)) return { kind: "day", days: addMonths(12 * amount, date.day), length };
      }
    }

    // After a date: the day after it.
    const afterLead = word === "after" || word === "past" ? 1 : /^(?:despues|luego|pasado)$/.test(word) ? 1 : 0;
    if (afterLead > 0) {
      let next = at + afterLead;
      while (/^(?:de|del|the|el|la|las|los|that|dia)$/.test(words[next] ?? "")) next++;
      const rest = text(next, 3);
      const holiday = readHoliday(rest);
      if (holiday) return { kind: "day", days: holiday.days + (holiday.isNewYear ? 0 : 1), length: next - at + holiday.length };
      if (/^(?:despues|luego)$/.test(word) && words[next - 1] === "las") return undefined;
      const inner = next > at ? readDay(words, next) : undefined;
      if (inner && !(/^\d/.test(words[next] ?? "") && words[at + 1] === "las"))
        if (inner.kind === "day" && (months.has(words[next] ?? "") || weekdays.has(words[next] ?? "") || /^\d/.test(words[next] ?? "")) && !isBareHour(words, at, next))
          return { kind: "day", days: inner.isMonth ? inner.lastDay + 1 : inner.days + 1, length: next - at + inner.length };
    }
    const holiday = readHoliday(text(at, 3));
    if (holiday && before !== "happy" && before !== "feliz") return { kind: "day", days: holiday.days, length: holiday.length };

    // Days.
    const day = readDay(words, at);
    if (day) return { kind: "day", days: day.days, length: day.length };
    if (/^(?:tonight|tonite)$/.test(word)) return { kind: "moment", days: today, minutes: evening, length: 1 };
    if (/^(?:this|esta|este)$/.test(word)) {
      if (/^(?:morning|manana)$/.test(one)) return { kind: "moment", days: today, minutes: morning, length: 2 };
      if (/^(?:afternoon|tarde|tardecita)$/.test(one)) return { kind: "moment", days: today, minutes: afternoon, length: 2 };
      if (/^(?:evening|noche|nochecita)$/.test(one)) return { kind: "moment", days: today, minutes: evening, length: 2 };
      if (/^(?:week|semana|month|mes)$/.test(one)) return { kind: "none", length: 2 };
    }

    // Hours.
    const time = readTime(words, at);
    if (time) return time;

    // Parts of the day.
    if (/^(?:noon|midday|mediodia|lunch|lunchtime|almuerzo)$/.test(word)) return { kind: "time", minutes: noon, isHourOpen: false, length: 1 };
    if (word === "medio" && one === "dia") return { kind: "time", minutes: noon, isHourOpen: false, length: 2 };
    if (/^(?:morning|early|temprano|tempranito|am)$/.test(word)) return { kind: "part", part: morning, length: 1 };
    if (/^(?:afternoon|tardecita)$/.test(word)) return { kind: "part", part: afternoon, length: 1 };
    if (/^(?:evening|night|noche|nochecita)$/.test(word)) return { kind: "part", part: evening, length: 1 };
    if (word === "manana" && before === "la" && /^(?:por|en|de|a)$/.test(beforeThat)) return { kind: "part", part: morning, length: 1 };
    if (word === "tarde" && (/^(?:la|las)$/.test(before) || weekdays.has(before) || before === "manana" || before === "hoy")) return { kind: "part", part: afternoon, length: 1 };
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

  const readHoliday = (text: string): { days: number; length: number; isNewYear?: boolean } | undefined => {
    if (/^thanksgiving\b/.test(text) || /^accion de gracias/.test(text))
      return { days: thanksgiving(), length: /^accion/.test(text) ? 3 : 1 };
    if (/^(?:christmas|navidad|xmas)\b/.test(text)) return { days: nextDate(12, 25), length: 1 };
    if (/^(?:new years?|ano nuevo)\b/.test(text)) return { days: nextDate(1, 1), length: 2, isNewYear: true };
    if (/^(?:reyes|three kings)\b/.test(text)) return { days: nextDate(1, 6), length: /^three/.test(text) ? 2 : 1 };
    return undefined;
  };

  type DayPiece = { kind: "day"; days: number; length: number; isMonth?: boolean; lastDay: number };
  const toDay = (days: number, length: number): DayPiece => ({ kind: "day", days, length, lastDay: days });

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
    if (word === "manana" && !(before === "la" || before === "esta" || before === "las")) return toDay(today + 1, 1);
    const nextWeek = /^(?:next week|proxima semana|semana proxima|semana que viene|semana que entra|semana entrante|siguiente semana|otra semana)/.exec(four);
    if (nextWeek) {
      const length = nextWeek[0].split(" ").length;
      const weekday = weekdays.get(words[at + length] === "on" || words[at + length] === "el" ? (words[at + length + 1] ?? "") : (words[at + length] ?? ""));
      if (weekday === undefined) return toDay(nextMonday, length);
      return toDay(nextMonday + ((weekday + 6) % 7), length + (/^(?:on|el)$/.test(words[at + length] ?? "") ? 2 : 1));
    }
    if (/^(?:next month|proximo mes|mes que viene|mes que entra|mes proximo|mes entrante|siguiente mes)/.test(four))
      return toDay(addMonths(1, 1), /que/.test(four.split(" ").slice(0, 3).join(" ")) ? 3 : 2);
    if (/^(?:next year|proximo ano|ano que viene|ano que entra|ano entrante)/.test(four))
      return toDay(toDayNumber({ year: date.year + 1, month: 1, day: 1 }), /^ano que/.test(four) ? 3 : 2);
    if (word === "weekend") return toDay(nextWeekday(today, 6), 1);
    if (/^fin de semana/.test(four)) return toDay(nextWeekday(today, 6), 3);
    const weekday = weekdays.get(word);
    if (weekday !== undefined && (word !== "sat" || before === "on" || before === "this")) return readWeekday(words, at, weekday);
    const ofMonth = readPartOfMonth(words, at);
    if (ofMonth) return ofMonth;
    const month = months.get(word);
    if (month && (word !== "may" && word !== "march" || before === "in" || before === "until" || /^\d/.test(one))) {
      const day = /^\d{1,2}$/.test(one) ? Number(one) : undefined;
      if (day !== undefined && day >= 1 && day <= 31) return toDay(nextDate(month, day), /^(?:th|st|nd|rd)$/.test(second) ? 3 : 2);
      const first = monthStart(month);
      return { kind: "day", days: first, length: 1, isMonth: true, lastDay: lastOf(fromDayNumber(first)) };
    }
    return readNumericDay(words, at);
  };

  /** A date beside the weekday decides. */
  const readWeekday = (words: readonly string[], at: number, weekday: number): DayPiece => {
    let next = at + 1;
    while (/^(?:,|the|el|dia)$/.test(words[next] ?? "")) next++;
    const dated = readNumericDay(words, next, true) ?? (months.has(words[next] ?? "") ? readDay(words, next) : undefined);
    if (dated && !dated.isMonth) return toDay(dated.days, next - at + dated.length);
    const rest = words.slice(at + 1, at + 6).join(" ");
    const week = /^(?:of )?next week|^(?:de )?(?:la )?(?:proxima semana|semana que viene|semana que entra|semana proxima|otra semana)/.exec(rest);
    if (week) return toDay(nextMonday + ((weekday + 6) % 7), 1 + week[0].split(" ").length);
    const trailing = /^(?:que viene|que entra|proximo)/.exec(rest);
    return toDay(nextWeekday(today, weekday), 1 + (trailing ? trailing[0].split(" ").length : 0));
  };

  const readPartOfMonth = (words: readonly string[], at: number): DayPiece | undefined => {
    const rest = words.slice(at, at + 7).join(" ");
    const found =
      /^(?:(end|fin|finales|final|fines|mid|middle|mediados|beginning|start|principios?|inicios?|primeros) ?(?:of|de|del|dias de)? ?(?:the|el)? ?|(first|second|third|primera|segunda|tercera|1st|2nd) (?:week|semana) (?:of|de|del) ?(?:the|el)? ?)(\w+)/.exec(rest);
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

  const readNumericDay = (words: readonly string[], at: number, isBesideWeekday = false): DayPiece | undefined => {
    const word = words[at] ?? "";
    const one = words[at + 1] ?? "";
    const second = words[at + 2] ?? "";
    const before = words[at - 1] ?? "";
    const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(word);
    if (iso) return toDay(toDayNumber({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }), 1);
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
    if (!/^\d/.test(word) || /^(?:am|pm|minut|hour|hora|dias|days|anos|years|de|y)/.test(one)) return undefined;
    if (/^(?:el|dia|del)$/.test(before) || (before === "the" && day > 12)) return toDay(dayOfMonth(day), 1);
    return isBesideWeekday && day > 12 ? toDay(dayOfMonth(day), 1) : undefined;
  };

  const readTime = (words: readonly string[], at: number): Piece | undefined => {
    const word = words[at] ?? "";
    const before = words[at - 1] ?? "";
    const beforeThat = words[at - 2] ?? "";
    // "4-6", "4 to 6", "de 4 a 6": the first hour counts, the half of the day may stand behind the second.
    const range = /^(\d{1,2}(?::\d\d)?)-(\d{1,2}(?::\d\d)?)$/.exec(word);
    const found = hourOf(range ? range[1] : word);
    if (!found || found.hour > 23) return undefined;
    let next = at + 1;
    let { hour, minutes } = found;
    if (words[next] === "y" && words[next + 1] === "media") {
      minutes = 30;
      next += 2;
    } else if (words[next] === "y" && words[next + 1] === "cuarto") {
      minutes = 15;
      next += 2;
    }
    const isRange = range !== null || (/^(?:to|a|and|y|-|or|o)$/.test(words[next] ?? "") && hourOf(words[next + 1] === "las" ? words[next + 2] : words[next + 1]) !== undefined);
    let half = readHalf(words, next);
    if (!half && isRange && !range) {
      const afterSecond = next + (words[next + 1] === "las" ? 3 : 2);
      const second = hourOf(words[afterSecond - 1]);
      half = readHalf(words, afterSecond);
      // "11 to 1 pm" begins in the morning.
      if (half && second && half.offset === 12 && second.hour < hour) half = { offset: 0, length: half.length };
      if (half) half = { offset: half.offset, length: half.length + (afterSecond - next) };
    }
    const hasColon = /:\d\d$/.test(range?.[1] ?? word);
    const isLed =
      /^(?:at|around|about|by|like|till|until|from|after|ish|oclock|between|entre|tipo|las|@)$/.test(before) ||
      (before === "la" && /^(?:a|de)$/.test(beforeThat) && hour === 1) ||
      /^(?:oclock|ish|h|hrs)$/.test(words[next] ?? "") ||
      (before === "de" && isRange);
    if (!half && !hasColon && !isLed) return undefined;
    // "About 3 bedrooms", "after 2 years" are no hours.
    if (!half && !hasColon && /^(?:bed|room|hab|year|ano|mes|month|week|semana|day|dia|people|persona|car|panel|placa|unit|bath|minut|hour|hora|times?$|veces|percent|_percent|dollar|mil|thousand|hundred|k$|megas|kids|hijos|cuartos)/.test(words[next] ?? "")) return undefined;
    if (!half && (/^_dollar$/.test(before) || words[next] === "_percent")) return undefined;
    if (half) {
      hour = half.offset === 12 ? (hour < 12 ? hour + 12 : hour) : hour === 12 && half.offset === 0 ? (half.isNoonKept ? 12 : 0) : hour;
      next += half.length;
    }
    if (hour > 23) return undefined;
    const isOpen = half === undefined && hour >= 1 && hour <= 12 && !/^0/.test(word);
    const shown = isOpen && hour >= 1 && hour <= 6 ? hour + 12 : hour;
    if (/^(?:oclock|ish|h|hrs|horas)$/.test(words[next] ?? "")) next++;
    return { kind: "time", minutes: shown * 60 + minutes, isHourOpen: isOpen, length: next - at };
  };

  /** Which half of the day: "pm", "de la tarde", "in the evening". */
  const readHalf = (words: readonly string[], at: number): { offset: number; length: number; isNoonKept?: boolean } | undefined => {
    const rest = words.slice(at, at + 4).join(" ");
    const found = /^(?:(am|pm|a|p)(?= |$)|(?:oclock )?(?:de|por|en|in|at) ?(?:la|the)? ?(manana|morning|tarde|afternoon|noche|evening|night|madrugada|mediodia)|del (mediodia|dia))/.exec(rest);
    if (!found) return undefined;
    const [whole, mark, part, middle] = found;
    // "4 a 6" is a range.
    if ((mark === "a" || mark === "p") && mark === "a") return undefined;
    const length = whole.trim().split(" ").length;
    if (middle) return { offset: 0, length, isNoonKept: true };
    const isLate = mark === "pm" || mark === "p" || /^(?:tarde|afternoon|noche|evening|night)$/.test(part ?? "");
    return { offset: isLate ? 12 : 0, length };
  };

  /** Every moment that the words name, in order; dates and hours that belong together are one moment. */
  return (tokens: readonly Token[]): Moment[] => {
    const words = tokens.map(({ word }) => word);
    const moments: Moment[] = [];
    let open: (Moment & { lastEnd: number }) | undefined;
    for (let at = 0; at < words.length; ) {
      const piece = beginsTime(words[at] as string) ? readPiece(words, at) : undefined;
      if (!piece) {
        at++;
        continue;
      }
      const end = at + piece.length;
      const isNear = open !== undefined && at - open.lastEnd <= 4 && !words.slice(open.lastEnd, at).some((word) => /^[.!?]$|^(?:or|o|but|pero)$/.test(word));
      const fits =
        isNear &&
        open !== undefined &&
        ((piece.kind === "day" && open.days === undefined) ||
          (piece.kind === "time" && open.minutes === undefined) ||
          (piece.kind === "part" && open.part === undefined) ||
          (piece.kind === "moment" && piece.minutes === open.minutes));
      if (piece.kind === "none") open = undefined;
      else {
        if (!fits || !open) {
          open = { start: at, end, lastEnd: end };
          moments.push(open);
        }
        open.end = end;
        open.lastEnd = end;
        if (piece.kind === "day") open.days = piece.days;
        if (piece.kind === "time") Object.assign(open, { minutes: piece.minutes, isHourOpen: piece.isHourOpen });
        if (piece.kind === "part") open.part = piece.part;
        if (piece.kind === "moment") {
          open.days = piece.days;
          if (words[at] === "tonight" || /^(?:this|esta|este)$/.test(words[at] ?? "")) open.part = piece.minutes;
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
