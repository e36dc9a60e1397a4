/** A time of day that a phrase names. An open one says an hour without the half of the day. */
export type HourPhrase = { length: number } & (
  | { minutes: number; isOpen: boolean }
  | { ask: "unclear" | "impossible" }
);

const halfWords =
  "am|pm|a m|p m|(?:de|por|en) la (?:manana|tarde|noche|madrugada)|(?:of|in) the (?:morning|afternoon|evening)|at night|del mediodia|del dia";

type Half = "morning" | "afternoon" | "night" | "noon";
const halfOf = (words: string): Half => {
  if (/am|a m|morning|manana|madrugada/.test(words)) return "morning";
  if (/mediodia|dia/.test(words)) return "noon";
  return /noche|night|evening/.test(words) ? "night" : "afternoon";
};

const unclear = { ask: "unclear" } as const;
const impossible = { ask: "impossible" } as const;
type Time = { minutes: number; isOpen: boolean } | typeof unclear | typeof impossible;

/** The hour of a clock with twelve hours in a half of the day. */
export const applyHalf = (hour: number, minute: number, half: Half): Time => {
  const closed = (value: number): Time => ({ minutes: value * 60 + minute, isOpen: false });
  if (hour > 12) return half === "morning" ? unclear : closed(hour);
  if (half === "morning") return hour === 12 ? unclear : closed(hour);
  if (half === "noon") return hour === 12 ? closed(12) : unclear;
  if (half === "afternoon") return hour === 12 ? closed(12) : hour <= 8 ? closed(hour + 12) : unclear;
  return hour >= 5 && hour < 12 ? closed(hour + 12) : unclear;
};

const toTime = (hour: number, minute: number, halfText: string | undefined): Time => {
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return impossible;
  if (hour === 24 || hour === 0) return unclear;
  if (halfText !== undefined) {
    const half = halfOf(halfText);
    // "11 pm" and "12 pm" are exact.
    if (/^(?:pm|p m)$/.test(halfText) && hour <= 12)
      return { minutes: (hour === 12 ? 12 : hour + 12) * 60 + minute, isOpen: false };
    if (/^(?:am|a m)$/.test(halfText) && hour === 12) return { minutes: minute, isOpen: false };
    return applyHalf(hour, minute, half);
  }
  return { minutes: hour * 60 + minute, isOpen: hour <= 12 };
};

const hour = "(\\d{1,2})";
const end = "(?= |$)";
const half = `(?:(?: ,)? (${halfWords}))?${end}`;
const exact = "(?: (?:o )?clock| en punto| sharp| on the dot| horas| hours| ish)?";

/** What may stand before the words of an hour. */
const lead =
  "(?:(?:at|around|about|a|like|after|past|from|since|between|entre|de|desde|tipo|como|say|eso de|despues de|luego de|a partir de|pasadas) )*(?:las |la |a las |a la )?";

const minutesOf = (word: string): number =>
  /^(?:quarter|cuarto)$/.test(word) ? 15 : /^(?:half|media)$/.test(word) ? 30 : Number.parseInt(word, 10);

type Rule = readonly [RegExp, (match: (string | undefined)[]) => Time | undefined];
const rule = (pattern: string, read: Rule[1]): Rule => [new RegExp(`^${lead}(?:${pattern})`), read];

const before = (hourText: string | undefined, minutes: number, halfText: string | undefined): Time => {
  const spoken = Number(hourText);
  if (spoken < 1 || spoken > 12) return impossible;
  const time = toTime(spoken, 0, halfText);
  // "A quarter to one": 12:45.
  if ("ask" in time) return time;
  if (!time.isOpen) return { minutes: time.minutes - minutes, isOpen: false };
  const earlier = spoken === 1 ? 12 : spoken - 1;
  return { minutes: earlier * 60 + 60 - minutes, isOpen: true };
};

const rules: readonly Rule[] = [
  rule(`(?:12 )?(?:noon|mediodia|medio dia|el mediodia|high noon)${end}`, () => ({
    minutes: 720,
    isOpen: false,
  })),
  rule(`(?:midnight|media ?noche|la media ?noche)${end}`, () => unclear),
  rule(`half (?:past |after )${hour}${half}`, ([, h, part]) => toTime(Number(h), 30, part)),
  // "Thirteen hundred hours", "oh nine hundred".
  rule(`(?:0 )?(\\d{1,2})00 (?:hours|horas)${end}`, ([, h]) => {
    const time = toTime(Number(h), 0, undefined);
    return "ask" in time ? time : { minutes: time.minutes, isOpen: false };
  }),
  rule(`half \\d${end}`, () => unclear),
  rule(`(?:an? |1 )?(quarter|\\d{1,2}(?: minutes?)?) (?:past|after) ${hour}${half}`, ([, m = "", h, part]) =>
    toTime(Number(h), minutesOf(m), part),
  ),
  rule(
    `(?:an? |1 )?(quarter|2[0-9]|\\d{1,2} minutes?) (?:to|till|til|before|of|until) ${hour}${half}`,
    ([, m = "", h, part]) => before(h, minutesOf(m), part),
  ),
  // "Ten to four" is a time or a range.
  rule(`(?:5|10) (?:to|till|til) \\d{1,2}${end}`, () => unclear),
  rule(
    `(?:faltan? )?(?:1 )?(cuarto|\\d{1,2})(?: minutos?)? para (?:la|las) ${hour}${half}`,
    ([, m = "", h, part]) => before(h, minutesOf(m), part),
  ),
  rule(`${hour} menos (cuarto|\\d{1,2})${half}`, ([, h, m = "", part]) => before(h, minutesOf(m), part)),
  rule(`${hour} (?:y|con) (media|cuarto|[1-5]\\d|5)(?: minutos)?${exact}${half}`, ([, h, m = "", part]) =>
    toTime(Number(h), minutesOf(m), part),
  ),
  rule(`${hour}[:.](\\d{2})${exact}${half}`, ([, h, m, part]) => {
    const minute = Number(m);
    return toTime(Number(h), minute, part);
  }),
  rule(
    `${hour} (?:0 ([1-9])|([1-5]\\d))(?! ?(?:\\d|minut|hour|hora|de mo|mo|%|dollar|dolar|peso))${exact}${half}`,
    ([, h, small, m, part]) =>
      Number(h) > 12 && part === undefined ? undefined : toTime(Number(h), Number(small ?? m), part),
  ),
  [
    new RegExp(`^(?:at|a las|las) (1[3-9]|2[0-3]) (?:0 ([1-9])|([1-5]\\d))(?! ?(?:\\d|minut|%))${end}`),
    ([, h, small, m]) => toTime(Number(h), Number(small ?? m), undefined),
  ],
];

/** After a bare hour: a noun would make it an amount. */
const mayFollowBareHour =
  /^(?:$|[.,;!?:)–—-]|on |el |la semana |tomorrow|today|hoy|manana|this |esta |este |wd\d|the |works?|is |sounds?|would |will |please|por favor|if |si |est\b|edt|cst|mst|pst|eastern|central|pacific|mountain|hora |for |para |then|and |y |to |a |or |o |mo\d|in |en |de |del |because|porque|pues|entonces|perfect|fine|good|should|next|maybe|i |but|pero|\d{1,2}th|yes|no\b|my |your |hour|\p{L}+ time)/u;

const ledHour = new RegExp(
  `^(?:(?:at|around|about|after|past|from|since|between|entre|desde|tipo|say|despues de|a partir de|pasadas|a eso de|de|como) )*(?:a las|a la|las|la|at|around|about|after|past|from|since|between|entre|desde|tipo|say|by) ${hour}${exact}${half}`,
);
const bareHour = new RegExp(`^${hour}${exact}${half}`);
const unitAfter =
  /^ (?:minut|hour|hora|day|dia|week|semana|month|mes|year|ano|people|persona|kid|hijo|nino|room|cuarto|panel|placa|times|veces|percent|por ciento|dollar|dolar|peso|k\b|mil|of us|\d)/;

/** The time that a phrase begins with; `before` is the word before it. */
export const readHourPhrase = (phrase: string, wordBefore: string): HourPhrase | undefined => {
  // "Between four and six" is no 4:06.
  for (const [pattern, read] of rules) {
    const found = pattern.exec(phrase);
    if (!found) continue;
    if (/^(?:between|entre)$/.test(wordBefore) && / y (?:5|[1-5]\d)\b/.test(found[0])) continue;
    const time = read(found);
    if (time) return { ...time, length: found[0].length };
  }
  const range = /^(?:de |from )?(\d{1,2}(?::\d{2})?)-(\d{1,2}(?::\d{2})?)(?: ?(am|pm))?(?= |$)/.exec(phrase);
  if (range) return readRange(range);
  const isLedBefore =
    /^(?:at|a|las|la|around|about|after|like|by|from|between|entre|desde|tipo|to|till|until|y|and|o|or|@|say|no)$/.test(
      wordBefore,
    );
  const led = ledHour.exec(phrase);
  const bare = led ? null : bareHour.exec(phrase);
  const found = led ?? bare;
  if (!found) return undefined;
  const [whole, h, part] = found;
  const rest = phrase.slice(whole.length);
  if (part === undefined && unitAfter.test(rest)) return undefined;
  const hasMark = part !== undefined || /clock|punto|sharp|horas|hours| ish/.test(whole);
  if (!led && !hasMark && !isLedBefore && (Number(h) > 12 || !mayFollowBareHour.test(rest.trim())))
    return undefined;
  const time = toTime(Number(h), 0, part);
  if ("ask" in time && !led && !hasMark && !isLedBefore) return undefined;
  return { ...time, length: whole.length };
};

const readRange = ([whole, from = "", to = "", part]: RegExpExecArray): HourPhrase => {
  const [h = 0, m = 0] = from.split(":").map(Number);
  const first = toTime(h, m, undefined);
  if ("ask" in first || part === undefined) return { ...first, length: whole.length };
  const last = toTime(Number(to.split(":")[0]), 0, part);
  return { ...beginOfRange(first, last), length: whole.length };
};

/** "Eleven to one pm" begins in the morning, "two to four pm" in the afternoon. */
export const beginOfRange = (first: Time, last: Time): Time => {
  if ("ask" in first || "ask" in last || !first.isOpen || last.isOpen) return first;
  const early = first.minutes % 720;
  const late = early + 720;
  return { minutes: late < last.minutes ? late : early, isOpen: false };
};

/** The hour at which a part of the day begins. */
export type PartPhrase = { length: number } & (
  | { part: "morning" | "afternoon" | "night" }
  | { ask: "unclear" }
);

const early =
  /^(?:(?:at |a )?1th thing(?: in the morning)?|a 1th hora(?: de la manana)?|bien temprano|(?:por la manana |en la manana )?tempran(?:o|ito)(?: (?:en|por|de) la manana)?|early(?: in the morning| morning)?|bright and early)(?= |$)/;
const vague =
  /^(?:(?:late|mid|early|middle of the)[ -](?:morning|afternoon|evening|night)|a? ?media (?:manana|tarde)|a 1th hora de la (?:tarde|noche)|a ultima hora|(?:al )?final de la tarde|end of (?:the )?day|close of business|cob|eod|lunch ?time|lunch|hora de(?:l)? almuerzo|al almuerzo|dinner ?time|after work|after lunch)(?= |$)/;
const partWords =
  /^(?:(?:in the|on the|por la|en la|de la|a la|al) )?(morning|manana|afternoon|tarde|evening|noche|night)(?= |$)/;

export const readPartPhrase = (phrase: string, wordBefore: string): PartPhrase | undefined => {
  const vagueFound = vague.exec(phrase);
  const found = early.exec(phrase);
  if (vagueFound && vagueFound[0].length >= (found?.[0].length ?? 0))
    return { ask: "unclear", length: vagueFound[0].length };
  if (found) return { part: "morning", length: found[0].length };
  const part = partWords.exec(phrase);
  if (!part) return undefined;
  // "Mañana" alone is tomorrow, and "más tarde" is later.
  if (part[0] === "manana") return undefined;
  if (part[0] === "tarde" && /^(?:mas|muy|es|llego|luego)$/.test(wordBefore)) return undefined;
  return { part: halfOf(part[1] ?? "") as "morning" | "afternoon" | "night", length: part[0].length };
};

const amount =
  "(?:(half an? hour|half hour|1 half hour|media hor(?:it)?a|3 (?:quarters|cuartos) (?:of an|de) hora?)|(?:an?|1)? ?(?:hour|hora|horita) (?:and|y) (?:an? |1 )?(half|media|quarter|cuarto)|(\\d{1,3}) (?:and (?:a|1) half|y media) (?:hours|horas)|(\\d{1,3}|an?|couple|a couple|1 par)(?: of| de)? (hours?|horas?|horitas?|minutes?|minutos?|minutitos?)(?: (?:and|y) (?:an? |1 )?(half|media|quarter|cuarto|\\d{1,2})(?: (?:minutes|minutos))?)?)";
const offsetPatterns = [
  new RegExp(
    `^(?:in|within|en|dentro de|de aqui a|give me|deme|dame|denme|wait|espereme)(?: (?:about|like|around|unos|unas|como|another|otros|otras|maybe|just|the next|a|1))?(?: (?:about|like|around|unos|unas|como))? ${amount}(?= |$)`,
  ),
  new RegExp(`^${amount} (?:from now|mas tarde|later)(?= |$)`),
];

/** Minutes from now: "in an hour and a half", "dentro de veinte minutos". */
export const readOffsetPhrase = (phrase: string): { offset: number; length: number } | undefined => {
  for (const pattern of offsetPatterns) {
    const found = pattern.exec(phrase);
    if (!found) continue;
    const [whole, fixed, hourAnd, halves, count, unit = "", extra] = found;
    const length = whole.length;
    if (fixed !== undefined) return { offset: /^3/.test(fixed) ? 45 : 30, length };
    if (hourAnd !== undefined) return { offset: 60 + minutesOf(hourAnd), length };
    if (halves !== undefined) return { offset: Number(halves) * 60 + 30, length };
    const size = /couple|par/.test(count ?? "") ? 2 : /^\d/.test(count ?? "") ? Number(count) : 1;
    if (/^m/.test(unit)) return { offset: size, length };
    return { offset: size * 60 + (extra === undefined ? 0 : minutesOf(extra)), length };
  }
  return undefined;
};
