import { joinWords, type SpokenWord } from "./spoken-words.ts";

export type Amount = {
  value: number;
  from: number;
  to: number;
  isUnclear: boolean;
  hasCurrency: boolean;
  /** An unknown word follows, which may be its unit. */
  hasUnknownUnit?: boolean;
};

const multipliers = new Map([
  ["k", 1000],
  ["grand", 1000],
  ["thousand", 1000],
  ["mil", 1000],
  ["million", 1_000_000],
  ["millon", 1_000_000],
  ["millones", 1_000_000],
  ["luca", 1000],
  ["lucas", 1000],
  ["hundred", 100],
]);
const currency = /^(?:dollars?|dolar|dolares|bucks?|pesos?|pesitos?|dolaritos?|usd|euros?|cash|\$|€)$/;
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
export const ofAYear =
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

const fractionOfMillion =
  /^(?:(3|a|1) )?(half|medio|quarters?|cuartos?)(?: (?:of|de))?(?: (?:a|1|un))? (?:million|millon)(?= |$)/;
const addedFraction = /^(?:and (?:a|1) (half|quarter)|y (medi[oa]|cuarto))(?= |$)/;
const fractionOf = (found: RegExpExecArray): number => (/quarter|cuarto/.test(found[0]) ? 0.25 : 0.5);

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
  const part = fractionOfMillion.exec(rest);
  if (part) {
    const share = /quarter|cuarto/.test(part[2] ?? "") ? 0.25 : 0.5;
    const value = (part[1] === "3" ? 3 : 1) * share * 1_000_000;
    return { value, from: start, to: at + part[0].split(" ").length, isUnclear: false, hasCurrency: true };
  }
  if (/^a grand(?= |$)/.test(rest))
    return { value: 1000, from: start, to: at + 2, isUnclear: false, hasCurrency: true };
  const single = /^(?:a|1) (?:buck|dollar|peso|dolar)(?= |$)/.exec(rest);
  if (single) {
    const cents = readCents(words, at + 2, true);
    const value = 1 + (cents?.value ?? 0) / 100;
    return { value, from: start, to: cents?.to ?? at + 2, isUnclear: false, hasCurrency: true };
  }
  const fixed =
    /^(?:(medio|half a) (?:peso|dolar|dollar|buck)|(?:1|a) (peseta|quarter|dime|nickel|penny)\b(?! (?:million|of)))/.exec(
      rest,
    );
  if (fixed) {
    const to = at + fixed[0].split(" ").length;
    const coin = fixed[2] === "quarter" ? 0.25 : smallCoins.get(fixed[2] ?? "");
    return {
      value: coin ?? 0.5,
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
  // "15 mil": after digits the word multiplies.
  const isThousand = (): boolean => isInDigits && groups.length === 1 && /^mil$/i.test(words[at]?.raw ?? "");
  while (
    (isNumber(words[at]) && !isThousand()) ||
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
    // "Four zero" repeats forty.
    value = groups.every((group) => group < 10) ? Number(groups.join("")) : -1;
  }
  if (/^(?:point|punto)$/.test(text(at)) && isNumber(words[at + 1])) {
    value = Number(`${value}.${text(at + 1)}`);
    at += 2;
  }
  if (isThousand()) {
    value *= 1000;
    at++;
  }
  const half = addedFraction.exec(joinWords(words.slice(at, at + 3)));
  if (half && multipliers.has(text(at + half[0].split(" ").length))) {
    value += fractionOf(half);
    at += half[0].split(" ").length;
  }
  for (
    let multiplier = multipliers.get(text(at));
    multiplier !== undefined;
    multiplier = multipliers.get(text(at))
  ) {
    value *= multiplier;
    at++;
    const after = addedFraction.exec(joinWords(words.slice(at, at + 3)));
    if (after) {
      value += multiplier * fractionOf(after);
      at += after[0].split(" ").length;
    }
  }
  // "Un millón doscientos mil".
  const added = value >= 1_000_000 && isNumber(words[at]) ? parseDigits(text(at)) : undefined;
  if (added !== undefined && added >= 1000 && added < 1_000_000 && words[at]?.isFromWords) {
    value += added;
    at++;
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

/** Words that say nothing about the unit of the number before them. */
const mayFollow =
  /^(?:a|al|an|per|por|para|pa|every|each|cada|un|una|la|el|los|lo|le|me|se|te|in|en|on|for|from|to|y|and|or|o|at|de|del|que|q|if|si|so|but|pero|because|porque|the|this|that|these|is|was|es|fue|son|sale|salen|seria|serian|should|sounds?|would|will|works?|please|gracias|thanks|thank|right|now|ahora|hoy|today|total|totales?|more|mas|less|menos|mensual(?:es)?|monthly|yearly|annually|anual(?:es)?|semanal(?:es)?|quincenal(?:es)?|weekly|down|todo|all|altogether|entonces|then|give|aproximad[oa]s?|aproximadamente|approximately|approx|roughly|exactly|exact[oa]s?|exactamente|even|flat|cash|efectivo|last|it|its|i|im|we|you|sin|with|without|con|plus|before|after|including|incluyendo|between|around|about|mo|yr|mes|no|not|not|never|sorry|perdon|digo|wait|espera|espere|i|mean|actually|mejor|maybe|bueno|well|pues|ahi|there|hasta|until|between|entre|as|como|tops|max|maximo|or|and|tambien|too|solamente|solo|only|nada|nomas|something|algo|siempre|usually|normalmente|casi|clean|limpios|redondos|cerrados|justos?|pelaos|up|ish|instead|maam|sir|senor|senora|mister|okay|ok|yes|yeah)$/;

/** The amounts that words name, without numbers that count something else. */
export const findAmounts = (words: readonly SpokenWord[], isYearly: boolean): Amount[] => {
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
    const next = words[amount.to]?.text ?? "";
    const hasUnknownUnit = !amount.hasCurrency && /^\p{L}/u.test(next) && !mayFollow.test(next);
    // "Between the two meters".
    const isCounted =
      hasUnknownUnit && /^(?:the|los|las|my|our|mis|these|those|both)$/.test(words[at - 1]?.text ?? "");
    if (!isArticle && !isOther && !isYear && !isCounted) amounts.push({ ...amount, hasUnknownUnit });
    at = Math.max(amount.to, at + 1);
  }
  return amounts;
};
