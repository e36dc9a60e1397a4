import { noSpans, type PiiDetector, type TextSpan } from "#domain/pii/detector.ts";
import {
  type DigitGroup,
  type DigitRun,
  groupLength,
  joinDigits,
  standsAlone,
} from "#domain/pii/digit-runs.ts";
import { hintBefore } from "#domain/pii/preceding-words.ts";
import { getDigitRuns } from "#domain/pii/scanned-text.ts";

const minDigits = 7;
const maxDigits = 15;

const phoneWords: ReadonlySet<string> = new Set(
  (
    "phone phones telephone telefono telefonos tel cell cel celular movil mobile whatsapp wa sms text fax desk call dial " +
    "ring reach marque marca marcar answering message messages registered nro"
  ).split(" "),
);
const isPhoneWord = (word: string): boolean =>
  phoneWords.has(word) || word === "my number" || /^(?:llam|comuni|contact|escrib)/.test(word);
const phoneWordAfter =
  /^[\s,(-]{0,3}(?:office|fax|mobile|cell|home|work|tel|m[oó]vil|celular|cel|casa|oficina|trabajo|is my (?:phone|cell|number)|es mi (?:n[uú]mero|tel|cel))/i;
const extensionPattern = /^[ ,]{0,2}(?:x|ext\.?|extension|extensión|anexo|int\.)[ :#]?\d{1,6}(?!\d)/i;

const countedNoun =
  /^\s(?:units|people|views|items|records|rows|bytes|followers|dollars|times|users|unidades|personas|registros|vistas|seguidores|veces|pesos)\b/i;

type Candidate = { value: string; run: DigitRun; at: number; holdsIdentifier: boolean };
/** Returns the index of the last group of a number that begins at group `at`. */
type PhoneShape = (candidate: Candidate) => number | undefined;

const isContradicted = ({ value, run, at }: Candidate): boolean =>
  hintBefore(value, run.groups[at]?.start ?? 0, isPhoneWord) === "against";

/** Takes groups from `from` on while their digits fit the limit. */
const takeGroups = (
  groups: readonly DigitGroup[],
  from: number,
  limit: number,
): { to: number; count: number } => {
  let to = from;
  let count = groupLength(groups[from]);
  while (to + 1 < groups.length && count + groupLength(groups[to + 1]) <= limit)
    count += groupLength(groups[++to]);
  return { to, count };
};

/** `+46 (0)8 928 571 38`. The countries of +1 and +7 have eleven digits. */
const international: PhoneShape = ({ value, run: { groups, plus }, at }) => {
  if (!plus || at !== 0) return undefined;
  const firstDigit = value[groups[0]?.start ?? 0];
  const isFixedLength = firstDigit === "1" || firstDigit === "7";
  const { to, count } = takeGroups(groups, 0, isFixedLength ? 11 : maxDigits);
  return firstDigit === "0" || (isFixedLength ? count !== 11 : count < minDigits) ? undefined : to;
};

/** `001-518-640-0854`. */
const exitCodePrefixed: PhoneShape = (candidate) => {
  const { value, at } = candidate;
  const { groups } = candidate.run;
  if (at !== 0 || groups.length < 2 || !value.startsWith("00", groups[0]?.start)) return undefined;
  const { to, count } = takeGroups(groups, 0, maxDigits);
  return count >= 10 && to >= 2 && to === groups.length - 1 && !isContradicted(candidate) ? to : undefined;
};

/** `787-555-0148`, `1 (787) 555 0148`, `787-5550148`. */
const northAmerican: PhoneShape = (candidate) => {
  const { value, run, at } = candidate;
  const { groups } = run;
  const firstDigit = joinDigits(value, groups, at, at);
  const area = (firstDigit === "1" || firstDigit === "001") && at === 0 ? at + 1 : at;
  const [first, second, third] = [groups[area], groups[area + 1], groups[area + 2]];
  if (groupLength(first) !== 3) return undefined;
  const isThreeGroups = groupLength(second) === 3 && groupLength(third) === 4;
  const isTwoGroups = groupLength(second) === 7;
  if (!isThreeGroups && !isTwoGroups) return undefined;
  const to = isThreeGroups ? area + 2 : area + 1;
  const isPunctuated = first?.bracketed || second?.tight || third?.tight;
  const digits = joinDigits(value, groups, area, to);
  if (!/^[2-9]/.test(digits) || ((isTwoGroups || !isPunctuated) && !/^...[2-9]/.test(digits)))
    return undefined;
  if (!isPunctuated && (to < groups.length - 1 || at > 0)) return undefined;
  return isContradicted(candidate) ? undefined : to;
};

/** `(37) 788-063`, `(08) 8747 6301`. */
const bracketedArea: PhoneShape = (candidate) => {
  const { value, run, at } = candidate;
  const area = run.groups[at];
  if (!area?.bracketed || area.end - area.start < 2 || area.end - area.start > 4) return undefined;
  if (at + 1 >= run.groups.length || /^(?:19|20)\d\d$/.test(value.slice(area.start, area.end)))
    return undefined;
  const { to, count } = takeGroups(run.groups, at + 1, 8);
  return count >= 6 && !isContradicted(candidate) ? to : undefined;
};

const isDate = (groups: readonly DigitGroup[]): boolean => {
  const [first, second, third] = [groupLength(groups[0]), groupLength(groups[1]), groupLength(groups[2])];
  return (
    second <= 2 && ((first <= 2 && third === 4) || (first === 4 && third <= 2)) && groups[1]?.tight === true
  );
};

/** `0490 75 40 81`: with the trunk prefix 0 that most countries use. */
const trunkPrefixed: PhoneShape = (candidate) => {
  const { value, run, at } = candidate;
  const { groups } = run;
  if (at !== 0 || groups.length < 2 || groups.some((group) => groupLength(group) < 2)) return undefined;
  if (!/^0[1-9]/.test(value.slice(groups[0]?.start, (groups[0]?.start ?? 0) + 2)) || isDate(groups))
    return undefined;
  const { to, count } = takeGroups(groups, 0, 11);
  return to === groups.length - 1 && count >= 9 && !isContradicted(candidate) ? to : undefined;
};

/** `7875550148`, a valid North American number, outside links and identifiers. */
const bareDigits: PhoneShape = (candidate) => {
  const { value, run, at, holdsIdentifier } = candidate;
  const end = run.groups[at]?.end ?? 0;
  if (
    holdsIdentifier ||
    countedNoun.test(value.slice(end, end + 16)) ||
    !standsAlone(value, run.groups, at, at, false)
  )
    return undefined;
  const digits = joinDigits(value, run.groups, at, at);
  return /^1?[2-9](?!11)[0-8]\d[2-9](?!11)\d{6}$/.test(digits) && !isContradicted(candidate) ? at : undefined;
};

/** Any digits that a word beside them calls a phone number. */
const namedByWord: PhoneShape = (candidate) => {
  const { value, run, at } = candidate;
  const { groups } = run;
  if (at !== 0 || isDate(groups)) return undefined;
  const { to, count } = takeGroups(groups, 0, maxDigits);
  if (count < minDigits || (count > 12 && to === 0)) return undefined;
  const start = groups[0]?.start ?? 0;
  // Words in a URL are no hint, except `https://wa.me/…`.
  if (value[start - 1] === "/" && !value.startsWith("wa.me", start - 6)) return undefined;
  const hint = hintBefore(value, start, isPhoneWord);
  if (hint === "for") return to;
  const end = groups[to]?.end ?? 0;
  return hint === "none" && phoneWordAfter.test(value.slice(end, end + 24)) ? to : undefined;
};

const phoneShapes: readonly PhoneShape[] = [
  international,
  exitCodePrefixed,
  northAmerican,
  bracketedArea,
  trunkPrefixed,
  bareDigits,
  namedByWord,
];

const findLastGroup = (candidate: Candidate): number | undefined => {
  for (const shape of phoneShapes) {
    const to = shape(candidate);
    if (to === undefined) continue;
    const end = candidate.run.groups[to]?.end ?? 0;
    const extensionMatch = extensionPattern.exec(candidate.value.slice(end, end + 24));
    const isIsolated = standsAlone(
      candidate.value,
      candidate.run.groups,
      candidate.at,
      to,
      to > candidate.at || candidate.run.plus || shape === namedByWord,
    );
    // Only an extension may follow without a blank.
    if (isIsolated || (extensionMatch && to === candidate.run.groups.length - 1)) return to;
  }
  return undefined;
};

const findPhones = (value: string, run: DigitRun, holdsIdentifier: boolean, spans: TextSpan[]): void => {
  const { groups } = run;
  for (let at = 0; at < groups.length; at++) {
    const to = findLastGroup({ value, run, at, holdsIdentifier });
    const first = groups[at];
    const last = to === undefined ? undefined : groups[to];
    if (!first || !last || to === undefined) continue;
    const extensionMatch = extensionPattern.exec(value.slice(last.end, last.end + 24))?.[0].length ?? 0;
    const bracket = first.bracketed ? 1 : 0;
    const plus = run.plus && at === 0 ? 1 : 0;
    spans.push({ start: first.start - bracket - plus, end: last.end + extensionMatch });
    at = to;
  }
};

export const phoneDetector: PiiDetector = {
  kind: "phone",
  findInText: (text) => {
    if (text.digits < minDigits) return noSpans;
    const spans: TextSpan[] = [];
    for (const run of getDigitRuns(text)) {
      if (run.digits >= minDigits) findPhones(text.value, run, text.holdsIdentifier, spans);
    }
    return spans;
  },
  byField: {
    matchesName: (fieldName) =>
      /(?:^|_)(?:(?:tele|cell|mobile_?|home_?|work_?)?phones?|mobile|cell|cellular|tel|telefonos?|celular|cel|movil|whats_?app|wa_id|msisdn|fax|sms|caller|callee|from|to|recipient_id)(?:_?(?:number|no|num|numbers|1|2|raw|e164|formatted|numero|de_(?:contacto|casa|trabajo)))?$/.test(
        fieldName,
      ) || /(?:^|_)numero_(?:de_)?(?:telefono|celular|movil|whats_?app|contacto)$/.test(fieldName),
    matchesValue: (value) =>
      value.length <= 40 &&
      /^(?:(?:tel|whatsapp|sms):)?[\s(]*\+?[\d\s().\-/]+(?:(?:x|ext\.?|extension)\s?\d{1,6})?$/i.test(
        value,
      ) &&
      hasPhoneLength(value) &&
      !/^\d{4}-\d\d-\d\d/.test(value),
  },
};

const hasPhoneLength = (value: string): boolean => {
  const { length } = value.replaceAll(/\D/g, "");
  return length >= minDigits && length <= 17;
};
