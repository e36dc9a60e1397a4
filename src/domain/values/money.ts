import { isUndecided, refusesNext, refusesPrevious, takesBack } from "./corrections.ts";
import { joinWords, readSpokenWords, type SpokenWord } from "./spoken-words.ts";
import { askAgain, type MoneyRange, type SpokenReading, type ValueReader } from "./value-reading.ts";

type Amount = { value: number; from: number; to: number; isUnclear: boolean; hasCurrency: boolean };

const multipliers = new Map([
  ["k", 1000],
  ["grand", 1000],
  ["thousand", 1000],
  ["mil", 1000],
  ["million", 1_000_000],
  ["millon", 1_000_000],
  ["millones", 1_000_000],
  ["hundred", 100],
]);
const currency = /^(?:dollars?|dolar|dolares|bucks?|pesos?|usd|euros?|cash|\$|€)$/;
const smallCoins = new Map([
  ["cent", 0.01],
  ["cents", 0.01],
  ["centavo", 0.01],
  ["centavos", 0.01],
  ["chavo", 0.01],
  ["chavos", 0.01],
  ["penny", 0.01],
  ["pennies", 0.01],
  ["nickel", 0.05],
  ["dime", 0.1],
  ["dimes", 0.1],
  ["peseta", 0.25],
  ["pesetas", 0.25],
  ["quarters", 0.25],
]);
/** After a number these say that it counts something else. */
const otherUnit =
  /^(?:months?|mes|meses|years?|anos?|people|personas?|panels?|paneles|placas?|days?|dias?|weeks?|semanas?|rooms?|cuartos?|kids|hijos|kilowatts?|kilovatios?|kw|kwh|hours?|horas?|times|veces|payments?|pagos?|plazos|visits?|visitas|batter(?:y|ies)|baterias?|percent|%|por ciento|am|pm|th|homes?|casas?|units?|of (?:us|them))$/;
const ofAYear =
  /(?:^| )(?:years?|yearly|annually|salary|income|ano|anual|anuales|al ano|salario|sueldo)(?= |$)/;

const isNumber = (word: SpokenWord | undefined): boolean => word !== undefined && /^\d/.test(word.text);

/** "1,250.50" is exact; "1.250" may be a thousand or a little more than one. */
const parseDigits = (text: string): number | undefined => {
  if (/^\d+(?:\.\d{1,2})?$/.test(text) || /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(text))
    return Number(text.replaceAll(",", ""));
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(text)) return Number(text.replaceAll(".", "").replace(",", "."));
  return /^\d+,\d{1,2}$/.test(text) ? Number(text.replace(",", ".")) : undefined;
};

/** Numbers that stand beside each other: "two fifty" is 250 and "one oh nine ninety-five" 109.95. */
const joinGroups = (groups: readonly number[], isYearly: boolean): number | undefined => {
  const [a = 0, b = 0, c = 0, d = 0] = groups;
  const isTwo = (value: number): boolean => value >= 10 && value <= 99;
  const isOne = (value: number): boolean => value >= 1 && value <= 9;
  switch (groups.length) {
    case 1:
      return a;
    case 2:
      // "Nine ninety-nine" is a price of ten dollars or of a thousand.
      if (isOne(a) && isTwo(b)) return b === 99 || b === 95 ? undefined : a * 100 + b;
      return isTwo(a) && isOne(b) && isYearly ? a * 1000 + b * 100 : undefined;
    case 3:
      if (isOne(a) && b === 0 && isOne(c)) return a * 100 + c;
      return isOne(a) && isTwo(b) && isTwo(c) ? a * 100 + b + c / 100 : undefined;
    case 4:
      return isOne(a) && b === 0 && isOne(c) && isTwo(d) ? a * 100 + c + d / 100 : undefined;
    default:
      return undefined;
  }
};

/** The amount that begins at a word. */
const readAmount = (words: readonly SpokenWord[], start: number, isYearly: boolean): Amount | undefined => {
  const text = (at: number): string => words[at]?.text ?? "";
  let at = start;
  let hasCurrency = false;
  if (text(at) === "$" || text(at) === "€" || (text(at) === "us" && text(at + 1) === "$")) {
    at += text(at) === "us" ? 2 : 1;
    hasCurrency = true;
  }
  const rest = joinWords(words.slice(at, at + 5));
  const fixed =
    /^(?:(half a|1 half|half) million|medio (millon)|(medio) peso|(?:1|a) (peseta|quarter|dime|nickel|penny)\b(?! (?:million|of)))/.exec(
      rest,
    );
  if (fixed) {
    const to = at + fixed[0].split(" ").length;
    const coin = fixed[4] === "quarter" ? 0.25 : smallCoins.get(fixed[4] ?? "");
    return {
      value: fixed[1] || fixed[2] ? 500_000 : (coin ?? 0.5),
      from: start,
      to,
      isUnclear: false,
      hasCurrency: true,
    };
  }
  if (!isNumber(words[at])) return undefined;
  const groups: number[] = [];
  let isUnclear = false;
  const isInDigits = !words[at]?.isFromWords;
  while (
    isNumber(words[at]) ||
    (/^(?:oh|o)$/.test(text(at)) && groups.length > 0 && isNumber(words[at + 1]))
  ) {
    if (isInDigits && groups.length > 0) {
      isUnclear = true;
    }
    const value = /^o/.test(text(at)) ? 0 : parseDigits(text(at));
    if (value === undefined) isUnclear = true;
    groups.push(value ?? 0);
    at++;
  }
  let value = joinGroups(groups, isYearly);
  if (value === undefined) {
    isUnclear = true;
    value = 0;
  }
  if (/^(?:point|punto)$/.test(text(at)) && isNumber(words[at + 1])) {
    value = Number(`${value}.${text(at + 1)}`);
    at += 2;
  }
  const half = /^(?:and (?:a|1) half|y medi[oa])(?= |$)/.exec(joinWords(words.slice(at, at + 3)));
  if (half && multipliers.has(text(at + half[0].split(" ").length))) {
    value += 0.5;
    at += half[0].split(" ").length;
  }
  for (
    let multiplier = multipliers.get(text(at));
    multiplier !== undefined;
    multiplier = multipliers.get(text(at))
  ) {
    value *= multiplier;
    at++;
    const after = /^(?:and (?:a|1) half|y medi[oa])(?= |$)/.exec(joinWords(words.slice(at, at + 3)));
    if (after) {
      value += multiplier / 2;
      at += after[0].split(" ").length;
    }
  }
  const coin = smallCoins.get(text(at));
  if (coin !== undefined)
    return { value: value * coin, from: start, to: at + 1, isUnclear, hasCurrency: true };
  if (currency.test(text(at))) {
    hasCurrency = true;
    at++;
  }
  const cents = readCents(words, at, hasCurrency && !isInDigits);
  if (cents) {
    value += cents.value / 100;
    at = cents.to;
    if (currency.test(text(at))) {
      hasCurrency = true;
      at++;
    }
  }
  return { value, from: start, to: at, isUnclear, hasCurrency };
};

/** "With fifty", "y noventa centavos", and "fifty" after "two dollars". */
const readCents = (
  words: readonly SpokenWord[],
  at: number,
  mayFollow: boolean,
): { value: number; to: number } | undefined => {
  const link = words[at]?.text ?? "";
  const from = /^(?:con|with|and|y)$/.test(link) ? at + 1 : at;
  const value = Number(words[from]?.text ?? "x");
  if (!Number.isInteger(value) || value <= 0 || value >= 100) return undefined;
  const isNamed = /^(?:cents?|centavos?|chavos?)$/.test(words[from + 1]?.text ?? "");
  if (isNamed) return { value, to: from + 2 };
  return (from > at && link === "con") || (from === at && mayFollow) ? { value, to: from + 1 } : undefined;
};

const rangeStart = /(?:^| )(?:between|entre|from|de)(?: (?:about|like|como|unos|\$))?$/;
const rangeLink = /^(?:and|y|to|a|-|–|hasta)(?: (?:about|like|como|unos))?$/;
const openLimit =
  /(?:^| )(?:more than|over|at least|mas de|por lo menos|minimo|al menos|a partir de|above|less than|under|menos de|below|almost|casi|nearly|starting at|desde|from)(?: (?:the|\$|los|unos))?$/;
const vagueAfter =
  /^(?:y pico|y tantos|y algo|something|and change|some|or so more|ish|plus|and up|o mas|or more)(?= |$)/;

const roundCents = (value: number): number => Math.round(value * 100) / 100;

/** "Two to three hundred": the first number has the size of the second. */
const toRange = (low: number, high: number): MoneyRange | undefined => {
  const size = [1_000_000, 1000, 100].find((unit) => high % unit === 0 && low < 100 && low * unit < high);
  const min = size !== undefined && low < high / 10 ? low * size : low;
  return min < high ? { min: roundCents(min), max: roundCents(high) } : undefined;
};

const findAmounts = (words: readonly SpokenWord[], isYearly: boolean): Amount[] => {
  const amounts: Amount[] = [];
  for (let at = 0; at < words.length; ) {
    const amount = readAmount(words, at, isYearly);
    if (!amount) {
      at++;
      continue;
    }
    const isArticle =
      amount.value === 1 && amount.to === at + 1 && !amount.hasCurrency && words[at]?.isFromWords;
    const isOther = !amount.hasCurrency && otherUnit.test(words[amount.to]?.text ?? "");
    // "In 2025 it was 300 dollars."
    const isYear =
      !amount.hasCurrency &&
      amount.value >= 1990 &&
      amount.value < 2050 &&
      /^(?:in|en|since|desde|ano|year)$/.test(words[at - 1]?.text ?? "");
    if (!isArticle && !isOther && !isYear) amounts.push(amount);
    at = Math.max(amount.to, at + 1);
  }
  return amounts;
};

/** Splits "300-350", which is one word. */
const splitRanges = (text: string): string => text.replaceAll(/(\d)\s?[-–]\s?(?=\$?\d)/g, "$1 to ");

/** An amount of money, or a range of amounts. */
export const readMoney: ValueReader<number | MoneyRange> = (text): SpokenReading<number | MoneyRange> => {
  const words = readSpokenWords(splitRanges(text));
  const joined = joinWords(words);
  if (isUndecided(joined)) return askAgain("unclear");
  const between = (from: number, to: number): string => joinWords(words.slice(Math.max(0, from), to));
  const found = findAmounts(words, ofAYear.test(joined));
  let wanted: Amount[] = [];
  let range: MoneyRange | undefined;
  for (const [index, amount] of found.entries()) {
    const before = between(amount.from - 4, amount.from);
    const clauseBefore = before.split(/[,.;:!?]/).at(-1) ?? "";
    if (refusesNext(clauseBefore) || refusesPrevious(between(amount.to, words.length))) continue;
    const next = found[index + 1];
    const link = next ? between(amount.to, next.from) : "";
    if (
      next &&
      rangeLink.test(link) &&
      (rangeStart.test(clauseBefore.trim()) || !/^(?:and|y)\b/.test(link))
    ) {
      if (amount.isUnclear || next.isUnclear) return askAgain("unclear");
      range = toRange(amount.value, next.value);
      if (!range) return askAgain("unclear");
      wanted = [];
      continue;
    }
    const previous = found[index - 1];
    if (range && previous && rangeLink.test(between(previous.to, amount.from))) continue;
    if (openLimit.test(clauseBefore.trim()) || vagueAfter.test(between(amount.to, words.length)))
      return askAgain("unclear");
    const isTakenBack = previous !== undefined && takesBack(between(previous.to, amount.from));
    if (isTakenBack) {
      wanted = [];
      range = undefined;
    }
    wanted.push(amount);
  }
  if (range) return wanted.length === 0 ? { value: range } : askAgain("unclear");
  const [first] = wanted;
  if (!first) return askAgain("missing");
  if (wanted.some(({ isUnclear }) => isUnclear)) return askAgain("unclear");
  if (wanted.some(({ value }) => value !== first.value)) return askAgain("unclear");
  // "Sixty-five a year" may be thousands.
  if (ofAYear.test(joined) && first.value < 1000 && !first.hasCurrency) return askAgain("unclear");
  return first.value > 0 && first.value < 1_000_000_000
    ? { value: roundCents(first.value) }
    : askAgain("unclear");
};
