import { findNumbers } from "#domain/agent/number-words.ts";
import { type Bound, boundAfter, boundBefore, minutesOfUnit, ordinals, unitOfAdverb } from "./units.ts";

export type QuantityKind = "money" | "percent" | "time" | "duration" | "count" | "ordinal" | "number";

export type Quantity = {
  kind: QuantityKind;
  /** Dollars, percent, minutes since midnight or noon, minutes of a duration, or the plain number. */
  value: number;
  /** The number as it was said. */
  amount: number;
  /** What a figure said in two parts may mean as well: "nine fifty" is 950 or 9.50. */
  alternatives?: readonly number[];
  start: number;
  end: number;
  /** What is counted. */
  noun: string | null;
  /** "Each month" is one month in minutes, "per camera" a noun. */
  per: { minutes: number | null; noun: string | null } | null;
  bound: Bound | null;
  /** Position in the list of the other end of a range. */
  rangeWith: number | null;
  half: "am" | "pm" | null;
};

type Draft = Omit<Quantity, "amount" | "rangeWith" | "bound" | "per" | "noun" | "half"> & Partial<Quantity>;

const halfDay = 12 * 60;
const currency = /^ ?(?:\.\d\d)? ?(?:us )?(?:dollars?|dolares|dolar|pesos?|bucks?|usd|euros?|€)\b/;
const cents = /^ ?(?:cents?|centavos|c)\b/;
const percent = /^ ?(?:%|percent|per cent|por ?ciento)/;
const clock =
  /^ ?(?:(am|pm)\b|(oclock)|(?:in the|de la|por la) (morning|manana)|(?:in the|at|de la|por la|de) (afternoon|evening|night|tarde|noche)|(en punto))/;
const timeBefore = /(?:\bat|\blas|\ba la|\buntil|\btill|\bby|\baround|\bsince|\bbefore|\bafter|\ba eso de)$/;
const untimed =
  /^ ?(?:%|percent|por ?ciento|dollars?|dolares|years?|anos?|weeks?|semanas?|days?|dias?|months?|mes(?:es)?|hours?|horas?|minut)/;
const notFree =
  /\b(?:not|isnt|arent|never|no|nunca|feel|toll|sugar|gluten|smoke|lead|dairy|interest|nut|pet|duty|hands|carefree|worry)(?: \w+){0,2} ?$/;
const freeWords =
  /\bfree(?: of charge)?\b(?! to\b)|\b(?:at )?no (?:extra |additional )?(?:charge|cost)\b|\bwithout (?:charge|cost)\b|\bcomplimentary\b|\bon the house\b|\bon us\b|\bgratis\b|\bgratuit[oa]s?\b|\bsin (?:costo|cargo|coste)(?: alguno| adicional)?\b|\bno (?:tiene(?:n)? costo|cuesta nada|se cobra)\b|\bcosts? (?:you )?nothing\b|\b(?:doesnt|dont|wont|not|isnt going to) (?:cost|be charged|charge|pay)(?: you| him| her| them| us)?(?: a thing| anything| a dime| a cent| a penny| anything extra)(?: extra)?\b|\b(?:dont|doesnt|wont|do not|does not|will not|never) (?:charge|cost)(?: you| him| her| them)?(?= ?(?:for|to|[.,;!]|$))|\b(?:theres|there is) no (?:\w+ )?(?:charge|fee|cost) for\b|\bno (?:le |les |se |se le |te )?(?:cobramos|cobran|cobra|cuesta|cuestan|paga|pagan) (?:nada|ni un)\b|\bno (?:le |les |se |se le |se les |te )(?:cobramos|cobran|cobra)(?! (?:mas|menos|aparte|hasta))|\bsin (?:cobrar\w*|pagar(?: nada)?)\b|\bwithout (?:paying|charging)\b|\bfor nothing\b|\bno paga(?:n|ria)?(?: nada)?\b(?! (?:mas|menos|hasta))|\b(?:0|zero|cero) (?:dollars|dolares)\b/g;
const unitWord = /^(?: ?(?:full|business|calendar|working|consecutive))? ?([a-z]+)/;
const perPattern =
  /^[ ,]*(?:for (?=each|every))?(?:(?:a(?! (?:two|three|four|six|dos|tres|cuatro|seis|2|3|4|6)\b)|an|per|each|every|al|por|cada|la|el)\b ?|\/ ?)((?:other |otro |otra )?(?:two|three|four|six|dos|tres|cuatro|seis|2|3|4|6)? ?)([a-z]+)/;
const smallNumbers: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  dos: 2,
  tres: 3,
  cuatro: 4,
  seis: 6,
  other: 2,
  otro: 2,
  otra: 2,
};

/** "A" or "la" before a noun says "each" only of time and of what is paid for singly. */
const paidSingly =
  /^(?:hour|session|person|visit|class|head|piece|foot|unit|pound|kilo|yard|meter|mile|gallon|square|lesson|box|load|hora|sesion|persona|visita|clase|pieza|pie|unidad|noche|night|libra|metro|milla|galon|yarda|planta|caja|saco|docena|lesson|guest|invitado)s?$/;

const readPer = (after: string): Quantity["per"] => {
  const found = perPattern.exec(after);
  if (found) {
    const unit = found[2] ?? "";
    const minutes = minutesOfUnit(unit);
    const times = smallNumbers[(found[1] ?? "").trim()] ?? (Number(found[1]) || 1);
    if (minutes !== undefined) return { minutes: minutes * times, noun: null };
    if (/^[ ,]*(?:per|each|every|por|cada|\/)/.test(after) || paidSingly.test(unit))
      return { minutes: null, noun: unit };
  }
  const adverb = unitOfAdverb(/^[ ,]*([a-z]+)/.exec(after)?.[1] ?? "");
  return adverb === undefined ? null : { minutes: adverb, noun: null };
};

const boundOf = (before: string, after: string): Bound | null => {
  const start = before.replace(/[ $]*$/, "").replace(/ (?:the|a|an|los|las|el|la|un|una)$/, "");
  return (
    boundBefore.find(([pattern]) => pattern.test(start))?.[1] ??
    boundAfter.find(
      ([pattern]) => pattern.test(after.replace(/^ ?[a-z]* ?/, "")) || pattern.test(after.trim()),
    )?.[1] ??
    null
  );
};

const clockTimes = (text: string): Draft[] => {
  const found: Draft[] = [];
  const add = (match: RegExpMatchArray, minutes: number, half: Quantity["half"] = null) =>
    found.push({
      kind: "time",
      value: minutes % halfDay,
      start: match.index ?? 0,
      end: (match.index ?? 0) + match[0].length,
      half,
    });
  for (const match of text.matchAll(/(?<!\d)(\d{1,2}):([0-5]\d)(?: ?(am|pm)\b)?/g)) {
    const hour = Number(match[1]);
    add(match, hour * 60 + Number(match[2]), (match[3] as "am" | "pm") ?? (hour > 12 ? "pm" : null));
  }
  for (const match of text.matchAll(/\b(?:at |until )?(noon|midday|midnight|mediodia|medianoche)\b/g))
    add(match, 0, /night|noche/.test(match[1] ?? "") ? "am" : "pm");
  return found;
};

const halfOf = (found: RegExpExecArray | null): Quantity["half"] =>
  !found ? null : found[1] ? (found[1] as "am" | "pm") : found[3] ? "am" : found[4] ? "pm" : null;

/** "Five thirty", "cinco y media", "half past five", "a quarter to six". */
const minutesAfterHour = (text: string, end: number): { minutes: number; end: number } => {
  const found =
    /^ (?:y (media|cuarto|\w+)|(thirty|fifteen|forty five|treinta|quince|cuarenta y cinco))(?= |[.,;?!]|$)/.exec(
      text.slice(end),
    );
  const word = found?.[1] ?? found?.[2] ?? "";
  const minutes: Record<string, number> = {
    media: 30,
    cuarto: 15,
    thirty: 30,
    treinta: 30,
    fifteen: 15,
    quince: 15,
    "forty five": 45,
    "cuarenta y cinco": 45,
  };
  return found && minutes[word] !== undefined
    ? { minutes: minutes[word], end: end + found[0].length }
    : { minutes: 0, end };
};

const readNumber = (
  text: string,
  { value: read, start, end: readEnd }: { value: number; start: number; end: number },
): Draft => {
  let value = read;
  let end = readEnd;
  const point = /^ (?:point|punto|coma) ?/.exec(text.slice(end));
  if (point) {
    const [next] = findNumbers(text.slice(end + point[0].length));
    if (next?.start === 0) {
      value = Number(`${value}.${next.value}`);
      end += point[0].length + next.end;
    }
  }
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (/\$ ?$/.test(before)) return { kind: "money", value, start: before.lastIndexOf("$"), end };
  const paid = currency.exec(after);
  if (paid) return { kind: "money", value, start, end: end + paid[0].length };
  const small = cents.exec(after);
  if (small) return { kind: "money", value: value / 100, start, end: end + small[0].length };
  const share = percent.exec(after);
  if (share) return { kind: "percent", value, start, end: end + share[0].length };
  const unit = unitWord.exec(after);
  const minutes = minutesOfUnit(unit?.[1]);
  if (unit && minutes !== undefined) {
    const half = /^ (?:and a half|y media|y medio)/.exec(after.slice(unit[0].length));
    return {
      kind: "duration",
      amount: value,
      value: (value + (half ? 0.5 : 0)) * minutes,
      start,
      end: end + unit[0].length + (half?.[0].length ?? 0),
    };
  }
  if (Number.isInteger(value) && value >= 1 && value <= 12) {
    const full = minutesAfterHour(text, end);
    const named = clock.exec(text.slice(full.end));
    const isTime =
      named !== null ||
      full.minutes > 0 ||
      (timeBefore.test(before.trimEnd()) &&
        !/(?:\d|\b(?:four|five|six|eight|ten|twelve)) by ?$/.test(before) &&
        !untimed.test(after) &&
        !/^ ?[a-z]{4,}/.test(after));
    if (isTime)
      return {
        kind: "time",
        amount: value,
        value: (value * 60 + full.minutes) % halfDay,
        start,
        end: full.end + (named?.[0].length ?? 0),
        half: halfOf(named),
      };
  }
  return { kind: "number", value, start, end };
};

const rangeBetween = /^ ?(?:to|a|and|y|until|till|through|hasta|al?|or|o)(?: las?)? ?\$?$/;
const kindsOfRange: readonly QuantityKind[] = ["money", "percent", "time", "duration", "number", "count"];

/** The ends of a range are of the same kind: "8 to 5 pm", "9,800 to 11,400 dollars". */
const joinRanges = (text: string, found: Quantity[]): void => {
  found.forEach((one, index) => {
    const other = found[index + 1];
    if (!other || one.value === other.value || !rangeBetween.test(text.slice(one.end, other.start))) return;
    const isList = /^ ?(?:and|y|or|o)(?: las?)? ?\$?$/.test(text.slice(one.end, other.start));
    if (isList && !/\b(?:between|entre)(?: las?)? ?\$?$/.test(text.slice(0, one.start))) return;
    if (!kindsOfRange.includes(one.kind) || !kindsOfRange.includes(other.kind)) return;
    if (one.kind === "number" && other.kind !== "number") {
      if (other.kind === "time") one.value = (one.value * 60) % halfDay;
      if (other.kind === "duration")
        one.value *= other.value / (Number(findNumbers(text.slice(other.start, other.end))[0]?.value) || 1);
      one.kind = other.kind;
    } else if (other.kind === "number" && one.kind === "time") {
      other.kind = "time";
      other.value = (other.value * 60) % halfDay;
    } else if (other.kind === "number" && one.kind === "money") other.kind = "money";
    if (one.kind !== other.kind) return;
    one.rangeWith = index + 1;
    other.rangeWith = index;
    one.bound = null;
    other.bound = null;
  });
};

const monthNames =
  "january|february|april|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|dic|jan|feb|aug|sept|oct|nov|dec";
const monthAfter = new RegExp(`^ ?(?:de |of )?(?:${monthNames}|march|may)\\b`);
const monthBefore = new RegExp(`\\b(?:${monthNames}|march) (?:the )?$`);
const isWholeUnit = /^(?:an?|una?) (?:year|month|week|hour|day|ano|mes|semana|hora|dia)$/;
/** "Takes a week", where "one guest a week" is a rate. */
const beforeAmount =
  /(?:^|[,;:.(] ?|\b(?:take|takes|took|last|lasts|is|are|be|for|within|in|about|around|than|after|before|least|most|and|needs?|have|has|had|up to|or|to|of|usually|nearly|almost|over|every|under|only|just|full|its|thats|en|dentro de|por|de|es|son|hasta|cada|unos?|dura|duran|tarda|tardan|tiene|hay|casi|como|menos|mas|solo|y)) ?$/;
const isSpanishEleven =
  /\b(?:las?|el|los|de|en|son|a|hasta|desde|con|por|y|tiene|hay|cuesta|serian|somos|mil|menos|mas|cada|entre|unos|unas) $/;
const spokenInTwo = /\b(\d{1,2})'(\d\d)\b/g;
const ratePrefix = /^[ ,]*(?:a|per|each|every|al|cada|por|\/)? ?$/;

/** All quantities of a plain text in lower case, in their order. */
export const findQuantities = (text: string): Quantity[] => {
  const drafts: Draft[] = clockTimes(text);
  const isFree = (start: number, end: number): boolean =>
    !drafts.some((one) => start < one.end && end > one.start);
  for (const match of text.matchAll(freeWords))
    if (!notFree.test(text.slice(0, match.index)) && isFree(match.index, match.index + match[0].length))
      drafts.push({ kind: "money", value: 0, start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(spokenInTwo)) {
    const [hundreds, rest] = [Number(match[1]), Number(match[2])];
    const end = match.index + match[0].length;
    const paid = currency.exec(text.slice(end));
    drafts.push({
      kind: paid ? "money" : "number",
      value: hundreds * 100 + rest,
      alternatives: [hundreds + rest / 100, (hundreds % 12) * 60 + rest],
      start: match.index,
      end: end + (paid?.[0].length ?? 0),
    });
  }
  for (const number of findNumbers(text)) {
    if (!isFree(number.start, number.end)) continue;
    // "Once" is eleven only in Spanish, and "the one day" counts nothing.
    const word = text.slice(number.start, number.end);
    if (word === "once" && !isSpanishEleven.test(text.slice(0, number.start))) continue;
    if (word === "one" && /\b(?:the|that|only) $/.test(text.slice(0, number.start))) continue;
    // "He can rent one" counts nothing.
    if (number.value === 1 && !number.isInDigits && /^ ?(?:[.,;!?]|$)/.test(text.slice(number.end))) continue;
    const isDate =
      number.value <= 31 &&
      (monthAfter.test(text.slice(number.end)) || monthBefore.test(text.slice(0, number.start)));
    const isNumbered = /^(?:st|nd|rd|th|ro|ra|do|da)\b/.test(text.slice(number.end));
    if (isDate && !isNumbered) {
      drafts.push({ kind: "ordinal", value: number.value, start: number.start, end: number.end });
      continue;
    }
    const isOrdinal = isNumbered;
    drafts.push(
      isOrdinal
        ? { kind: "ordinal", value: number.value, start: number.start, end: number.end + 2 }
        : readNumber(text, number),
    );
  }
  for (const match of text.matchAll(/[a-z]+/g)) {
    const ordinal = ordinals.get(match[0]);
    if (ordinal !== undefined && isFree(match.index, match.index + match[0].length))
      drafts.push({
        kind: "ordinal",
        value: ordinal,
        start: match.index,
        end: match.index + match[0].length,
      });
  }
  for (const match of text.matchAll(
    /\b(half|media|medio|one|a|an|un|una|uno|la|de) (?:an? )?(?:full )?([a-z]+)(?: (?:and a half|y media|y medio))?/g,
  )) {
    const minutes = minutesOfUnit(match[2]);
    const start = match.index;
    const isRate = /(?:per|each|every|cada|por|\$ ?\d+|\d|dollars|dolares) ?$/.test(text.slice(0, start));
    if (minutes === undefined || isRate || !isFree(start, start + match[0].length)) continue;
    const half = /^(?:half|medi[oa])/.test(match[0]) ? 0.5 : /(?:half|medi[oa])$/.test(match[0]) ? 1.5 : 1;
    // "The day" and "a day" alone are no amounts.
    if (
      half === 1 &&
      /^(?:la|de|a|an|una?) /.test(match[0]) &&
      !/^an? full/.test(match[0]) &&
      !(isWholeUnit.test(match[0]) && beforeAmount.test(text.slice(0, start)))
    )
      continue;
    drafts.push({ kind: "duration", value: half * minutes, start, end: start + match[0].length });
  }
  drafts.sort((one, other) => one.start - other.start);
  const found = drafts.map((draft): Quantity => {
    const before = text.slice(0, draft.start);
    const after = text.slice(draft.end);
    const noun =
      draft.kind === "number" ? /^ ?(?:[a-z]+(?:ed|ing|ive) )?([a-z]{3,})/.exec(after)?.[1] : undefined;
    const isCounted =
      noun !== undefined &&
      !/^(?:and|for|the|with|por|para|con|los|las|per|each|cada|del?|hasta|until|from|desde|que|como|total|mas|menos|plus|minus|aparte|extra|more|less|apiece|altogether|together|juntos|juntas|son|serian|are|was|would|makes|comes|right|flat|instead|a|in|on|of|to|or|so|because|porque|since|at|by|sale|queda|quedan|cada|incluido|included|either|each|adicional\w*|mensual\w*|weekly|monthly|diari\w*|anual\w*|installed|instalad\w*)$/.test(
        noun,
      );
    return {
      noun: isCounted ? noun : null,
      per: ["money", "percent", "number"].includes(draft.kind) ? readPer(after) : null,
      bound: draft.kind === "time" || draft.kind === "ordinal" ? null : boundOf(before, after),
      rangeWith: null,
      half: null,
      amount: draft.value,
      ...draft,
      kind: draft.kind === "number" && isCounted ? "count" : draft.kind,
    };
  });
  // "Two months" of "every two months" is the rate of the price.
  const rated = found.filter((one, index) => {
    const before = found[index - 1];
    const isRate =
      before?.per && one.kind === "duration" && ratePrefix.test(text.slice(before.end, one.start));
    return !isRate;
  });
  joinRanges(text, rated);
  return rated;
};
