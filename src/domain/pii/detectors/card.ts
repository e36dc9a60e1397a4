import { noSpans, type PiiDetector, type TextSpan } from "#domain/pii/detector.ts";
import { type DigitGroup, groupLength, joinDigits, standsAlone } from "#domain/pii/digit-runs.ts";
import { hintBefore } from "#domain/pii/preceding-words.ts";
import { getDigitRuns } from "#domain/pii/scanned-text.ts";

const minDigits = 12;
const maxDigits = 19;

/** Range of prefixes and lengths of each issuer's card numbers. */
const issuers: [from: string, to: string, lengths: number[]][] = [
  ["4", "4", [13, 16, 19]],
  ["51", "55", [16]],
  ["2221", "2720", [16]],
  ["34", "34", [15]],
  ["37", "37", [15]],
  ["300", "305", [14, 16]],
  ["3095", "3095", [14, 16]],
  ["36", "36", [14, 16]],
  ["38", "39", [14, 16]],
  ["6011", "6011", [16, 19]],
  ["644", "659", [16, 19]],
  ["62", "62", [16, 17, 18, 19]],
  ["3528", "3589", [16, 17, 18, 19]],
  ["1800", "1800", [15]],
  ["2131", "2131", [15]],
  ["2200", "2204", [16, 17, 18, 19]],
  ["5018", "5018", [12, 13, 14, 15, 16, 17, 18, 19]],
  ["5020", "5020", [12, 13, 14, 15, 16, 17, 18, 19]],
  ["5038", "5038", [12, 13, 14, 15, 16, 17, 18, 19]],
  ["5893", "5893", [12, 13, 14, 15, 16, 17, 18, 19]],
  ["6304", "6304", [12, 13, 14, 15, 16, 17, 18, 19]],
  ["6759", "6759", [12, 13, 14, 15, 16, 17, 18, 19]],
  ["6761", "6763", [12, 13, 14, 15, 16, 17, 18, 19]],
];

const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum > 0 && sum % 10 === 0;
};

const hasIssuer = (digits: string): boolean =>
  issuers.some(([from, to, lengths]) => {
    const prefix = digits.slice(0, from.length);
    return prefix >= from && prefix <= to && lengths.includes(digits.length);
  });

/** Group lengths in which card numbers are usually written. */
const layouts = new Set(["4444", "465", "464", "44443", "4441", "44442", "4565", "88", "484"]);

const cardWords: ReadonlySet<string> = new Set(
  (
    "card cards tarjeta tarjetas visa mastercard amex express discover diners jcb maestro unionpay credit credito debit " +
    "debito cc"
  ).split(" "),
);
const isCardWord = (word: string): boolean => cardWords.has(word);

const isCard = (
  value: string,
  groups: readonly DigitGroup[],
  from: number,
  to: number,
  layout: string,
  holdsIdentifier: boolean,
): boolean => {
  const isUngrouped = from === to;
  if (isUngrouped && holdsIdentifier) return false;
  if (!isUngrouped && !layouts.has(layout)) {
    // An unusual grouping counts only as a whole run.
    if (from !== 0 || to !== groups.length - 1) return false;
  }
  if (!standsAlone(value, groups, from, to, !isUngrouped)) return false;
  const digits = joinDigits(value, groups, from, to);
  if (!passesLuhn(digits)) return false;
  const isUsualForm = hasIssuer(digits) && (isUngrouped || layouts.has(layout));
  const hint = hintBefore(value, groups[from]?.start ?? 0, isCardWord);
  return isUsualForm ? hint !== "against" || !isUngrouped : hint === "for";
};

const findCards = (
  value: string,
  groups: readonly DigitGroup[],
  holdsIdentifier: boolean,
  spans: TextSpan[],
): void => {
  for (let from = 0; from < groups.length; from++) {
    let count = 0;
    let layout = "";
    for (let to = from; to < groups.length && count <= maxDigits; to++) {
      const length = groupLength(groups[to]);
      count += length;
      layout += length;
      if (count < minDigits || count > maxDigits) continue;
      if (!isCard(value, groups, from, to, layout, holdsIdentifier)) continue;
      spans.push({ start: groups[from]?.start ?? 0, end: groups[to]?.end ?? 0 });
      from = to;
      break;
    }
  }
};

export const cardDetector: PiiDetector = {
  kind: "card",
  findInText: (text) => {
    if (text.digits < minDigits) return noSpans;
    const spans: TextSpan[] = [];
    for (const { groups, plus, digits } of getDigitRuns(text)) {
      if (!plus && digits >= minDigits) findCards(text.value, groups, text.holdsIdentifier, spans);
    }
    return spans;
  },
  byField: {
    matchesName: (fieldName) =>
      /(?:^|_)(?:card_?(?:number|no|num)|credit_?card|debit_?card|cc_?(?:number|num|no)|cc|tarjeta(?:_de_(?:credito|debito))?|(?:numero|num|no)_(?:de_)?(?:la_)?tarjeta|cvv2?|cvc2?|card_(?:cvv|cvc)|security_code|codigo_de_seguridad)$/.test(
        fieldName,
      ) && !/gift|regalo|business_card/.test(fieldName),
    matchesValue: (value) => /^\d(?:[ -]?\d){11,18}$/.test(value.trim()) || /^\d{3,4}$/.test(value.trim()),
  },
};
