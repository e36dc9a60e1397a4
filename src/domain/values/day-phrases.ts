import { fromDayNumber, weekdayOf } from "#domain/calendar.ts";
import {
  addMonths,
  type DayContext,
  type DayPhrase,
  type DayResult,
  dayOfMonth,
  holidayDay,
  inWeek,
  monthDay,
  monthEnd,
  numericDate,
  onDay,
  readCount,
  unclearDay,
  unitDays,
  weekdayAfter,
  weekdayBefore,
  withYear,
} from "./day-arithmetic.ts";
import { nthWeekday, readHolidayName } from "./holiday-dates.ts";

type Rule = readonly [pattern: RegExp, read: (match: string[], context: DayContext) => DayResult | undefined];

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

const rule = (pattern: string, read: Rule[1]): Rule => [new RegExp(`^(?:${pattern})(?= |$)`), read];

const rules: readonly Rule[] = [
  rule("(?:the )?day after tomorrow|pasado manana", (_, { today }) => onDay(today + 2)),
  rule("(?:the )?day before yesterday|antier|antiayer|anteayer|ante ayer|antes de ayer", (_, { today }) =>
    onDay(today - 2),
  ),
  rule("(?:today|hoy)", (_, { today }) => onDay(today)),
  rule("yesterday|ayer|anoche|last night", (_, { today }) => onDay(today - 1)),
  rule("tomorrow|manana", (_, { today }) => onDay(today + 1)),
  rule("(?:the )?wd\\d after next", ([whole = ""], { today }) =>
    onDay(weekdayAfter(today, Number(/\d/.exec(whole)?.[0])) + 7),
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
      return onDay(last - ((weekdayOf(last) - Number(day ?? other) + 7) % 7));
    },
  ),
  rule(`(?:the |el )?(?:last|ultimo) ${weekday} (?:of|in|de|en) ${month}`, ([, day, name], { today }) => {
    const date = fromDayNumber(today);
    const of = Number(name);
    const last = monthEnd(of < date.month ? date.year + 1 : date.year, of);
    return onDay(last - ((weekdayOf(last) - Number(day) + 7) % 7));
  }),
  rule(`(?:the |el )?([1-4])th ${weekday} (?:of|in|de|en) ${month}`, ([, nth, day, name], { today }) => {
    const { year: thisYear } = fromDayNumber(today);
    const found = nthWeekday(thisYear, Number(name), Number(day), Number(nth));
    return onDay(found >= today ? found : nthWeekday(thisYear + 1, Number(name), Number(day), Number(nth)));
  }),
  rule(
    `(?:the |el )?([1-4])th ${weekday} (?:of|in|de|del) (?:the |el )?(?:${nextMonth})`,
    ([, nth, day], { today }) => {
      const date = fromDayNumber(today);
      const of =
        date.month === 12 ? { year: date.year + 1, month: 1 } : { year: date.year, month: date.month + 1 };
      return onDay(nthWeekday(of.year, of.month, Number(day), Number(nth)));
    },
  ),
  rule(
    `(?:the |this |el )?(?:last|this past|past) ${weekday}|(?:el )?${weekday} (?:pasado|anterior|last)|(?:el )?pasado ${weekday}`,
    ([whole = ""], { today }) => onDay(weekdayBefore(today, Number(/wd(\d)/.exec(whole)?.[1]))),
  ),
  rule(`(?:this )?next ${weekday}`, ([, day], { today }) =>
    // On a Monday, "next Monday" is a week away; another day may be meant in this week or in the next one.
    Number(day) === weekdayOf(today) ? onDay(today + 7) : unclearDay,
  ),
  rule(
    `(?:el )?proximo ${weekday}|(?:el )?${weekday} (?:que viene|proximo|que entra|entrante|siguiente)`,
    ([, day, other], { today }) => onDay(weekdayAfter(today, Number(day ?? other))),
  ),
  rule(`(?:this coming|this|coming|este) ${weekday}(?: coming)?`, ([, day], { today }) =>
    Number(day) === weekdayOf(today) ? unclearDay : onDay(weekdayAfter(today, Number(day))),
  ),
  rule(`(?:every|each|cada|los|todos los) ${weekday}s?`, () => unclearDay),
  // "Miércoles 17": a number that can be no hour of a twelve-hour clock.
  rule(
    `${article}${weekday} (1[3-9]|2\\d|3[01])(?! (?:\\d+(?!\\d|[:.]\\d| ?[ap]m)|y |horas|hours|of |de |mo))`,
    ([, name, day], context) => {
      const found = dayOfMonth(Number(day), context);
      return "days" in found && weekdayOf(found.days) === Number(name) ? found : unclearDay;
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
  rule(`${article}(\\d{1,2})th of (\\d{1,2})(?:th)?${yearAfter}`, ([, day, name, y, short], context) =>
    withYear(Number(name), Number(day), y ?? short, context),
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
    "(?:(?:by |at )?(?:the )?end of (?:the |this )?month|(?:a )?(?:fin|fines|final|finales) (?:de|del|de este) mes|(?:the |el )?(?:last|ultimo) (?:day|dia) (?:of the|of this|of|del|de este|de) (?:month|mes)|(?:the |el )(?:last|ultimo) (?:of the|of this|del|de este) (?:month|mes))",
    (_, { today }) => {
      const date = fromDayNumber(today);
      return onDay(monthEnd(date.year, date.month));
    },
  ),
  rule(`(?:the |el )?(?:last|ultimo)(?: (?:day|dia))? (?:of|de) ${month}`, ([, name], { today }) => {
    const date = fromDayNumber(today);
    return onDay(monthEnd(Number(name) < date.month ? date.year + 1 : date.year, Number(name)));
  }),
  rule("(?:the |el )?(?:dia )?(?:1th|1)(?: day| dia)? (?:of (?:the )?month|del? mes)", (_, context) =>
    dayOfMonth(1, context),
  ),
  rule(
    `(?:the |el |on |del )?(?:dia )?(\\d{1,2})th(?! (?:thing|hora|time|floor|piso|vez|street|avenue))|(?:the|el|del|dia|el dia) (\\d{1,2})(?! (?:\\d|am|pm|clock|o clock|y|minutos|horas|hours|dias|de la))`,
    ([, a, b], context) => ({ ...dayOfMonth(Number(a ?? b), context), isPlainDayOfMonth: true }),
  ),
  // Counted from today.
  rule(
    "(?:in|en|dentro de|de aqui a|within)(?: (?:about|like|around|unos|unas|como|another|otros|the next))? (\\d{1,3}|an?|(?:a )?couple(?: of)?|(?:un|1) par de) (days?|dias?|weeks?|semanas?|fortnights?|months?|mes|meses)",
    ([, amount, unit = ""], { today }) => {
      if (/^m/.test(unit)) return addMonths(today, readCount(amount));
      // "Ocho días" is a week and "quince días" are two, or they are counted.
      if (/^dia/.test(unit) && /^(?:8|15)$/.test(amount ?? "")) return unclearDay;
      return onDay(today + readCount(amount) * unitDays(unit));
    },
  ),
  rule(
    "(\\d{1,3}|an?) (days?|weeks?|months?) ago|hace (?:como |unos |unas )?(\\d{1,3}) (dias?|semanas?|mes|meses)",
    ([, a, u, b, v], { today }) => {
      const [amount, unit] = [readCount(a ?? b), u ?? v ?? ""];
      if (/^m/.test(unit)) return addMonths(today, -amount);
      return /^dia/.test(unit) && (amount === 8 || amount === 15)
        ? unclearDay
        : onDay(today - amount * unitDays(unit));
    },
  ),
  rule("(?:this |next |the |el |este |proximo )?(?:weekend|fin de semana)", () => unclearDay),
  rule(weekday, ([, day], { today, isPast }) => ({
    days: isPast ? weekdayBefore(today, Number(day)) : weekdayAfter(today, Number(day)),
    isPlainWeekday: true,
  })),
];

/** "The Friday before", "a week from", "el día después de": the rest of the phrase names the day that is meant. */
const relative: readonly (readonly [RegExp, (base: number, match: string[]) => DayResult])[] = [
  [
    /^(?:(the|an?|el|\d{1,2}|(?:a )?couple(?: of)?|(?:un|1) par de) )?(days?|dias?|weeks?|semanas?|fortnights?) (?:(after|from|following|despues|luego)|(before|prior to|antes|previo|previa))(?: (?:del? el|del? la|del? los|del?|al?))?(?: (?:el|la|the))? (?=\S)/,
    (base, [, amount = "", unit = "", after]) => {
      const isWeek = unitDays(unit) > 1;
      // "The week before Christmas" is no day.
      if (isWeek && !/^(?:an?|\d+|.*couple.*|.*par de)$/.test(amount)) return unclearDay;
      // "Days after Friday" leaves open how many.
      if (amount === "" && unit.endsWith("s")) return unclearDay;
      const size = (amount === "" ? 1 : readCount(amount)) * unitDays(unit);
      return onDay(after ? base + size : base - size);
    },
  ],
  [
    /^(?:the |el )?wd([0-6]) (?:(after|following|despues)|(before|antes))(?: (?:del? el|del? la|del? los|del?))?(?: (?:el|la|the))? (?=\S)/,
    (base, [, day, after]) =>
      onDay(after ? weekdayAfter(base, Number(day)) : weekdayBefore(base, Number(day))),
  ],
  [/^(?:la )?vispera (?:del? )?(?:el |la )?(?=\S)/, (base) => onDay(base - 1)],
  [
    /^(an?|\d{1,2}) (?:months?|mes|meses) (?:(after|from|despues)|(before|antes))(?: (?:de|del))? (?=\S)/,
    (base, [, amount, after]) => addMonths(base, after ? readCount(amount) : -readCount(amount)),
  ],
  [/^(?:a|1) week (?:on )?(?=tomorrow|today|wd)/, (base) => onDay(base + 7)],
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
