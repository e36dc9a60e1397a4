import { isOutdated, isUncertain, refusesNext, refusesPrevious, takesBack } from "./corrections.ts";
import { type Amount, findAmounts, ofAYear } from "./money-amounts.ts";
import { joinWords, readSpokenWords } from "./spoken-words.ts";
import { askAgain, type MoneyRange, type SpokenReading, type ValueReader } from "./value-reading.ts";

const rangeStart = /(?:^| )(?:between|entre|from|de)(?: (?:about|like|como|unos|\$))?$/;
const rangeLink = /^(?:and|y|to|a|-|–|hasta)(?: (?:about|like|como|unos))?$/;
const openLimit =
  /(?:^| )(?:no (?:me |nos )?(?:llegan?|pasan?|suben?|bajan?) (?:a|de)|shy of|short of|more than|over|at least|mas de|por lo menos|minimo|al menos|a partir de|above|less than|under|menos de|below|almost|casi|nearly|starting at|desde|from|up to|hasta|at most|no more than|not more than|no mas de|maximo|como mucho|a lo sumo|as (?:high|low|much|little) as|the (?:low|mid|high|upper)|in the|high|low|mid)(?: (?:the|\$|los|unos))?$/;
const vagueAfter =
  /^(?:, ?)?(?:y pico|y tantos|y algo|(?:and )?something|tops|max|maximo|maximum|at (?:the )?most|como mucho|a lo (?:mas|sumo)|and change|some|or so more|ish|plus|and up|o mas|or more)(?= |$)/;

/** "Half of eight hundred": an amount that must be computed. */
const computed =
  /(?:^| )(?:half of|twice|double|triple|(?:1|a) (?:third|quarter) of(?! (?:a |1 )?million)|la mitad de|el doble|el triple|(?:1|un) tercio de|times (?:that|what)|(?:percent|per cent|%|por ?ciento) (?:of|off|on|de|del)|(?:payments?|installments|pagos|cuotas|plazos|mensualidades) (?:of|de))(?= |$)/;
/** What the price was and became. */
const changed =
  /(?:^| )(?:went|go(?:es)?|jumped|rose|raised|increased|dropped|fell|changed|subio|subieron|subido|bajo|bajaron|aumento|aumentaron|cambio|paso)(?: \S+){0,3} (?:from|de|desde)(?= |$)/;
/** "A hundred something", "between one and two hundred" and "nine fifty an hour". */
const ambiguous =
  /(?:^| )(?:\d+ algo|(?:between|entre|from|de) (?:1|un|uno|a) (?:and|y|to|a) [2-9])(?= |$|\d)|\d (?:y medi[oa]|and (?:a|1) half)(?! (?:million|millon|mil|thousand|grand|k|hundred))(?= |$)/;
/** 1,002 or 1,200. */
const thousandAndOne =
  /\bmil (?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve)\b(?! ?(?:mil|pesos|d[oó]lares))/i;
const unitPrice =
  /(?:an|per|la|el|por|each|cada|a|the) (?:hour|hora|pound|lb|libra|gallon|galon|foot|pie|mile|milla|piece|pieza|slice|cup|ticket|unit|unidad|yard|yarda)(?= |$)/;
const twoGroups = /(?:^| )[1-9] [1-9]\d(?= )/;

const roundCents = (value: number): number => Math.round(value * 100) / 100;

/** "Two to three hundred": the first number has the size of the second. */
const toRange = (low: number, high: number): MoneyRange | undefined => {
  const size = [1_000_000, 1000, 100].find((unit) => high % unit === 0 && low < 100 && low * unit < high);
  const min = size !== undefined && low < high / 10 ? low * size : low;
  return min < high ? { min: roundCents(min), max: roundCents(high) } : undefined;
};

/** Splits "300-350", which is one word. */
const splitRanges = (text: string): string => text.replaceAll(/(\d)\s?[-–]\s?(?=\$?\d)/g, "$1 to ");

/** An amount of money, or a range of amounts. */
export const readMoney: ValueReader<number | MoneyRange> = (text): SpokenReading<number | MoneyRange> => {
  const words = readSpokenWords(splitRanges(text));
  const joined = joinWords(words);
  if (isUncertain(joined) || isOutdated(joined) || computed.test(joined)) return askAgain("unclear");
  const isOpenPrice = changed.test(joined) || ambiguous.test(joined) || thousandAndOne.test(text);
  if (isOpenPrice || (unitPrice.test(joined) && twoGroups.test(joined))) return askAgain("unclear");
  const between = (from: number, to: number): string => joinWords(words.slice(Math.max(0, from), to));
  const all = findAmounts(words, ofAYear.test(joined));
  const clear = all.filter(({ isUnclear, hasUnknownUnit }) => !isUnclear && !hasUnknownUnit);
  const hasCurrency = clear.some((amount) => amount.hasCurrency);
  // "Forty. Four zero."
  const found = all.filter(
    (amount) =>
      !(hasCurrency && amount.hasUnknownUnit) &&
      !(amount.isUnclear && clear.some(({ value }) => value === amount.value)),
  );
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
      const isOpen = [amount, next].some(({ isUnclear, hasUnknownUnit }) => isUnclear || hasUnknownUnit);
      if (isOpen) return askAgain("unclear");
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
  if (wanted.some(({ isUnclear, hasUnknownUnit }) => isUnclear || hasUnknownUnit)) return askAgain("unclear");
  if (wanted.some(({ value }) => value !== first.value)) return askAgain("unclear");
  // "Sixty-five a year" may be thousands.
  if (ofAYear.test(joined) && first.value < 1000 && !first.hasCurrency) return askAgain("unclear");
  return first.value >= 0 && first.value < 1_000_000_000
    ? { value: roundCents(first.value) }
    : askAgain("unclear");
};
