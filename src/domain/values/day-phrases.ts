import { type CalendarDay, fromDayNumber, toDayNumber, weekdayOf } from "#domain/calendar.ts";
import { nthWeekday, readHolidayName } from "./holiday-dates.ts";
import type { AskReason } from "./value-reading.ts";

/** A day that a phrase names, or the reason why it names none; `length` counts characters of the phrase. */
export type DayPhrase = { length: number } & (
  | { days: number; isPlainWeekday?: boolean }
  | { ask: AskReason }
);

export type DayContext = {
  today: number;
  /** What is told has happened: days without a year are the last ones that fit. */
  isPast: boolean;
  /** A date of birth. */
  isBirth: boolean;
  isSpanish: boolean;
};

type Result = { days: number; isPlainWeekday?: boolean } | { ask: AskReason };
type Rule = readonly [pattern: RegExp, read: (match: string[], context: DayContext) => Result | undefined];

const unclear: Result = { ask: "unclear" };
const impossible: Result = { ask: "impossible" };
const on = (days: number): Result => ({ days });

const isRealDay = ({ year, month, day }: CalendarDay): boolean => {
  const back = fromDayNumber(toDayNumber({ year, month, day }));
  return back.month === month && back.day === day;
};

const monthDay = (year: number, month: number, day: number): Result =>
  month >= 1 && month <= 12 && day >= 1 && isRealDay({ year, month, day })
    ? on(toDayNumber({ year, month, day }))
    : impossible;

/** "61" is 1961 and "27" is 2027; in between both could be meant. */
const fullYear = (text: string, { today, isBirth }: DayContext): number | undefined => {
  const digits = text.replaceAll(" ", "");
  if (/^(?:19|20)\d{2}$/.test(digits)) return Number(digits);
  const joined = /^(19|20) 0 (\d)$/.exec(text);
  if (joined) return Number(`${joined[1]}0${joined[2]}`);
  if (!/^\d{1,2}$/.test(digits)) return undefined;
  const { year } = fromDayNumber(today);
  const inCentury = 2000 + Number(digits);
  if (isBirth) return inCentury <= year ? inCentury : inCentury - 100;
  if (inCentury <= year + 5 && inCentury >= year) return inCentury;
  return Number(digits) >= 40 ? inCentury - 100 : undefined;
};

const withYear = (month: number, day: number, yearText: string | undefined, context: DayContext): Result => {
  if (yearText) {
    const year = fullYear(yearText.trim(), context);
    return year === undefined ? unclear : monthDay(year, month, day);
  }
  if (context.isBirth) return unclear;
  const { year: thisYear } = fromDayNumber(context.today);
  const step = context.isPast ? -1 : 1;
  // The 29th of February may be years away.
  for (let year = thisYear, count = 0; count < 9; count++, year += step) {
    const found = monthDay(year, month, day);
    if ("days" in found && (context.isPast ? found.days <= context.today : found.days >= context.today))
      return found;
  }
  return impossible;
};

/** The next month that has the day and in which it is not over; the last one for what has happened. */
const dayOfMonth = (day: number, { today, isPast }: DayContext): Result => {
  if (day < 1 || day > 31) return impossible;
  const { year, month, day: current } = fromDayNumber(today);
  const isThisMonth = isPast ? day <= current : day >= current;
  const step = isThisMonth ? 0 : isPast ? -1 : 1;
  const at = month - 1 + step;
  return monthDay(year + Math.floor(at / 12), (((at % 12) + 12) % 12) + 1, day);
};

const addMonths = (days: number, count: number): Result => {
  const { year, month, day } = fromDayNumber(days);
  const at = month - 1 + count;
  return monthDay(year + Math.floor(at / 12), (((at % 12) + 12) % 12) + 1, day);
};

const next = (today: number, weekday: number): number => today + ((weekday - weekdayOf(today) + 6) % 7) + 1;
const previous = (today: number, weekday: number): number =>
  today - ((weekdayOf(today) - weekday + 6) % 7) - 1;
const mondayOf = (today: number): number => today - ((weekdayOf(today) + 6) % 7);

/** The Sunday of next week is another one for who begins the week with Sunday. */
const inWeek = (context: DayContext, weekday: number, weeks: number): Result =>
  weekday === 0 ? unclear : on(mondayOf(context.today) + 7 * weeks + weekday - 1);

const weekday = "wd([0-6])";
const month = "mo(\\d{1,2})";
const article = "(?:the |el |la |los |las |on )?";
const nextWeek =
  "(?:the )?(?:next week|following week)|(?:la )?(?:proxima semana|semana que viene|semana proxima|semana que entra|semana entrante|otra semana|siguiente semana|semana siguiente)";
const lastWeek = "last week|(?:la )?semana pasada";
const thisWeek = "this week|esta (?:misma )?semana";
const nextMonth =
  "(?:the )?next month|(?:el )?(?:proximo mes|mes que viene|mes proximo|mes que entra|mes entrante|otro mes)";
const year = "(?: ?,)?(?: (?:of|del? ano|del?|in))?(?: el)? ((?:19|20) ?\\d{2}|(?:19|20) 0 \\d)";
const shortYear = "(?: ?,)?(?: (?:del ano|del|de))? ([4-9]\\d|(?<=del )\\d{2})";
const yearAfter = `(?:${year}(?![\\d:])|${shortYear}(?= |$)(?! (?:am|pm|de la)))?`;

const unitDays = (unit: string): number => (/^(?:week|semana)/.test(unit) ? 7 : 1);
const count = (text: string | undefined): number =>
  text === undefined || /^\D/.test(text) ? 1 : Number(text);

const rule = (pattern: string, read: Rule[1]): Rule => [new RegExp(`^(?:${pattern})(?= |$)`), read];

const rules: readonly Rule[] = [
  rule("(?:the )?day after tomorrow|pasado manana", (_, { today }) => on(today + 2)),
  rule("(?:the )?day before yesterday|antier|antiayer|anteayer|ante ayer|antes de ayer", (_, { today }) =>
    on(today - 2),
  ),
  rule("(?:today|hoy)", (_, { today }) => on(today)),
  rule("yesterday|ayer|anoche|last night", (_, { today }) => on(today - 1)),
  rule("tomorrow|manana", (_, { today }) => on(today + 1)),
  rule("(?:the )?wd\\d after next", ([whole = ""], { today }) =>
    on(next(today, Number(/\d/.exec(whole)?.[0])) + 7),
  ),
  rule(`${article}${weekday} ?,? ?(?:of |de )?(?:${nextWeek})`, ([, day], context) =>
    inWeek(context, Number(day), 1),
  ),
  rule(`(?:${nextWeek}) ?,? ?(?:on |el |this )?${weekday}`, ([, day], context) =>
    inWeek(context, Number(day), 1),
  ),
  rule(`${article}${weekday} (?:of )?the week after next`, ([, day], context) =>
    inWeek(context, Number(day), 2),
  ),
  rule(`(?:the )?week after next ?,? ?(?:on )?${weekday}`, ([, day], context) =>
    inWeek(context, Number(day), 2),
  ),
  rule(
    `${article}${weekday} (?:of |de )?(?:${thisWeek})|(?:${thisWeek}) ?,? ?(?:on |el )?${weekday}`,
    ([, day, other], context) => inWeek(context, Number(day ?? other), 0),
  ),
  rule(
    `${article}${weekday} (?:of |de )?(?:${lastWeek})|(?:${lastWeek}) ?,? ?(?:on |el )?${weekday}`,
    ([, day, other], context) => inWeek(context, Number(day ?? other), -1),
  ),
  rule(
    `(?:the )?last ${weekday} of (?:the |this )?month|(?:el )?ultimo ${weekday} (?:de este|del?) mes`,
    ([, day, other], { today }) => {
      const date = fromDayNumber(today);
      const last = monthEnd(date.year, date.month);
      return on(last - ((weekdayOf(last) - Number(day ?? other) + 7) % 7));
    },
  ),
  rule(`(?:the |el )?(?:last|ultimo) ${weekday} (?:of|in|de|en) ${month}`, ([, day, name], { today }) => {
    const date = fromDayNumber(today);
    const of = Number(name);
    const last = monthEnd(of < date.month ? date.year + 1 : date.year, of);
    return on(last - ((weekdayOf(last) - Number(day) + 7) % 7));
  }),
  rule(`(?:the |el )?([1-4])th ${weekday} (?:of|in|de|en) ${month}`, ([, nth, day, name], { today }) => {
    const { year: thisYear } = fromDayNumber(today);
    const found = nthWeekday(thisYear, Number(name), Number(day), Number(nth));
    return on(found >= today ? found : nthWeekday(thisYear + 1, Number(name), Number(day), Number(nth)));
  }),
  rule(
    `(?:the |el )?([1-4])th ${weekday} (?:of|in|de|del) (?:the |el )?(?:${nextMonth})`,
    ([, nth, day], { today }) => {
      const date = fromDayNumber(today);
      const of =
        date.month === 12 ? { year: date.year + 1, month: 1 } : { year: date.year, month: date.month + 1 };
      return on(nthWeekday(of.year, of.month, Number(day), Number(nth)));
    },
  ),
  rule(
    `(?:the |this |el )?(?:last|this past|past) ${weekday}|(?:el )?${weekday} (?:pasado|anterior|last)|(?:el )?pasado ${weekday}`,
    ([whole = ""], { today }) => on(previous(today, Number(/wd(\d)/.exec(whole)?.[1]))),
  ),
  rule(`(?:this )?next ${weekday}`, ([, day], { today }) =>
    // On a Monday, "next Monday" is a week away; another day may be meant in this week or in the next one.
    Number(day) === weekdayOf(today) ? on(today + 7) : unclear,
  ),
  rule(
    `(?:el )?proximo ${weekday}|(?:el )?${weekday} (?:que viene|proximo|que entra|entrante|siguiente)`,
    ([, day, other], { today }) => on(next(today, Number(day ?? other))),
  ),
  rule(`(?:this coming|this|coming|este) ${weekday}(?: coming)?`, ([, day], { today }) =>
    Number(day) === weekdayOf(today) ? unclear : on(next(today, Number(day))),
  ),
  rule(`(?:every|each|cada|los|todos los) ${weekday}s?`, () => unclear),
  // "Miércoles 17": a number that can be no hour of a twelve-hour clock.
  rule(
    `${article}${weekday} (1[3-9]|2\\d|3[01])(?! (?:\\d|y |horas|hours|of |de |mo))`,
    ([, name, day], context) => {
      const found = dayOfMonth(Number(day), context);
      return "days" in found && weekdayOf(found.days) === Number(name) ? found : unclear;
    },
  ),
  // Calendar dates.
  rule("(\\d{4})-(\\d{1,2})-(\\d{1,2})", ([, y, m, d]) => monthDay(Number(y), Number(m), Number(d))),
  rule("(\\d{1,2})[/-](\\d{1,2})[/-](\\d{2,4})|(\\d{1,2})/(\\d{1,2})", ([, a, b, y, c, d], context) =>
    numericDate(Number(a ?? c), Number(b ?? d), y, context),
  ),
  rule(
    `${article}(?:dia )?(\\d{1,2})(?:th)? (?:of |de |del mes de )?${month}${yearAfter}`,
    ([, day, name, y, short], context) => withYear(Number(name), Number(day), y ?? short, context),
  ),
  rule(`${month} (?:the )?(\\d{1,2})(?:th)?${yearAfter}`, ([, name, day, y, short], context) =>
    withYear(Number(name), Number(day), y ?? short, context),
  ),
  rule(`${article}(?:dia )?(\\d{1,2})(?:th)? (?:of|del?) (?:${nextMonth})`, ([, day], { today }) => {
    const date = fromDayNumber(today);
    return date.month === 12
      ? monthDay(date.year + 1, 1, Number(day))
      : monthDay(date.year, date.month + 1, Number(day));
  }),
  rule(`${article}(?:dia )?(\\d{1,2})(?:th)? (?:of |de )(?:this month|este mes)`, ([, day], { today }) => {
    const date = fromDayNumber(today);
    return monthDay(date.year, date.month, Number(day));
  }),
  rule(
    "(?:(?:by |at )?(?:the )?end of (?:the |this )?month|(?:a )?(?:fin|fines|final|finales) (?:de|del|de este) mes|(?:the |el )?(?:last|ultimo) (?:day|dia) (?:of the|of this|of|del|de este|de) (?:month|mes))",
    (_, { today }) => {
      const date = fromDayNumber(today);
      return on(monthEnd(date.year, date.month));
    },
  ),
  rule(`(?:the |el )?(?:last|ultimo) (?:day|dia) (?:of|de) ${month}`, ([, name], { today }) => {
    const date = fromDayNumber(today);
    return on(monthEnd(Number(name) < date.month ? date.year + 1 : date.year, Number(name)));
  }),
  rule("(?:the |el )?(?:dia )?(?:1th|1)(?: day| dia)? (?:of (?:the )?month|del? mes)", (_, context) =>
    dayOfMonth(1, context),
  ),
  rule(
    `(?:the |el |on |del )?(?:dia )?(\\d{1,2})th(?! (?:thing|hora|time|floor|piso|vez|street|avenue))|(?:the|el|del|dia|el dia) (\\d{1,2})(?! (?:\\d|am|pm|y|minutos|horas|hours|dias|de la))`,
    ([, a, b], context) => dayOfMonth(Number(a ?? b), context),
  ),
  // Counted from today.
  rule(
    "(?:in|en|dentro de|de aqui a|within)(?: (?:about|like|around|unos|unas|como|another|otros|the next))? (\\d{1,3}|an?) (days?|dias?|weeks?|semanas?|months?|mes|meses)",
    ([, amount, unit = ""], { today }) => {
      if (/^m/.test(unit)) return addMonths(today, count(amount));
      // "Ocho días" is a week and "quince días" are two, or they are counted.
      if (/^dia/.test(unit) && /^(?:8|15)$/.test(amount ?? "")) return unclear;
      return on(today + count(amount) * unitDays(unit));
    },
  ),
  rule(
    "(\\d{1,3}|an?) (days?|weeks?|months?) ago|hace (?:como |unos |unas )?(\\d{1,3}) (dias?|semanas?|mes|meses)",
    ([, a, u, b, v], { today }) => {
      const [amount, unit] = [count(a ?? b), u ?? v ?? ""];
      if (/^m/.test(unit)) return addMonths(today, -amount);
      return /^dia/.test(unit) && (amount === 8 || amount === 15)
        ? unclear
        : on(today - amount * unitDays(unit));
    },
  ),
  rule("(?:this |next |the |el |este |proximo )?(?:weekend|fin de semana)", () => unclear),
  rule(weekday, ([, day], { today, isPast }) => ({
    days: isPast ? previous(today, Number(day)) : next(today, Number(day)),
    isPlainWeekday: true,
  })),
];

const monthEnd = (ofYear: number, ofMonth: number): number =>
  toDayNumber(
    ofMonth === 12 ? { year: ofYear + 1, month: 1, day: 1 } : { year: ofYear, month: ofMonth + 1, day: 1 },
  ) - 1;

/** 12/25 is the 25th of December; 3/4 is March 4 in English and asked for in Spanish. */
const numericDate = (
  left: number,
  right: number,
  yearText: string | undefined,
  context: DayContext,
): Result => {
  if (left > 12 && right > 12) return impossible;
  if (left > 12) return withYear(right, left, yearText, context);
  if (context.isSpanish && right <= 12 && left !== right) return unclear;
  return withYear(left, right, yearText, context);
};

/** "The Friday before", "a week from", "el día después de": the rest of the phrase names the day that is meant. */
const relative: readonly (readonly [RegExp, (base: number, match: string[]) => Result])[] = [
  [
    /^(?:(the|an?|el|\d{1,2}) )?(days?|dias?|weeks?|semanas?) (?:(after|from|following|despues|luego)|(before|prior to|antes|previo|previa))(?: (?:del? el|del? la|del? los|del?|al?))?(?: (?:el|la|the))? (?=\S)/,
    (base, [, amount = "", unit = "", after]) => {
      const isWeek = unitDays(unit) === 7;
      // "The week before Christmas" is no day.
      if (isWeek && !/^(?:an?|\d+)$/.test(amount)) return unclear;
      const size = count(amount) * unitDays(unit);
      return on(after ? base + size : base - size);
    },
  ],
  [
    /^(?:the |el )?wd([0-6]) (?:(after|following|despues)|(before|antes))(?: (?:del? el|del? la|del? los|del?))?(?: (?:el|la|the))? (?=\S)/,
    (base, [, day, after]) => on(after ? next(base, Number(day)) : previous(base, Number(day))),
  ],
  [/^(?:la )?vispera (?:del? )?(?:el |la )?(?=\S)/, (base) => on(base - 1)],
  [/^(?:a|1) week (?:on )?(?=tomorrow|today|wd)/, (base) => on(base + 7)],
];

/** The day that a phrase begins with; weekdays and months are written as in `readMomentWords`. */
export const readDayPhrase = (phrase: string, context: DayContext): DayPhrase | undefined => {
  for (const [pattern, apply] of relative) {
    const found = pattern.exec(phrase);
    if (!found) continue;
    const [lead] = found;
    // "A week from now".
    const rest = phrase.slice(lead.length);
    const isNow = /^(?:now|ahora)(?= |$)/.exec(rest);
    const base = isNow ? { days: context.today, length: isNow[0].length } : readDayPhrase(rest, context);
    if (!base) continue;
    const length = lead.length + base.length;
    return "ask" in base ? { ask: base.ask, length } : { ...apply(base.days, found), length };
  }
  const inEight = /^(?:de |del |el )?(manana|hoy|wd[0-6]) en (8|15)(?: dias)?(?= |$)/.exec(phrase);
  const weekAfter = /^(?:on )?(tomorrow|today|wd[0-6]) (?:week|(?:a|1) week)(?= |$)/.exec(phrase);
  const shifted = inEight ?? weekAfter;
  if (shifted) {
    const base = readDayPhrase(shifted[1] ?? "", context);
    const size = shifted[2] === "15" ? 14 : 7;
    return base && "days" in base ? { days: base.days + size, length: shifted[0].length } : undefined;
  }
  const holiday = readHolidayName(phrase);
  if (holiday) return { days: holidayDay(holiday.dayIn, context), length: holiday.length };
  for (const [pattern, read] of rules) {
    const found = pattern.exec(phrase);
    const result = found ? read(found, context) : undefined;
    if (found && result) return { ...result, length: found[0].length };
  }
  return undefined;
};

const holidayDay = (dayIn: (year: number) => number, { today, isPast }: DayContext): number => {
  const { year: thisYear } = fromDayNumber(today);
  const here = dayIn(thisYear);
  if (isPast) return here <= today ? here : dayIn(thisYear - 1);
  return here >= today ? here : dayIn(thisYear + 1);
};
