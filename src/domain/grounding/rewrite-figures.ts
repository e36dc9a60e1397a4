/** Ways of saying a figure that are written anew, so that equal figures read the same. */
const small =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const spanishSmall =
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte".split(
    " ",
  );
const values = new Map<string, number>([
  ...small.map((word, index): [string, number] => [word, index + 1]),
  ...tens.map((word, index): [string, number] => [word, 20 + 10 * index]),
  ...spanishSmall.map((word, index): [string, number] => [word, index]),
  ["una", 1],
  ["veinticinco", 25],
]);
const readWord = (word = ""): number | undefined =>
  /^\d+$/.test(word) ? Number(word) : values.get(word.toLowerCase());

const hourWords = `${small.slice(0, 12).join("|")}|una|${spanishSmall.slice(1, 13).join("|")}|\\d{1,2}`;
const clock = (hour: number, minutes: number): string => {
  const total = (hour * 60 + minutes + 720) % 720;
  return `${Math.floor(total / 60) || 12}:${String(total % 60).padStart(2, "0")}`;
};
const minutesOfPart = (word: string): number =>
  /quarter|cuarto/i.test(word) ? 15 : /half|medi[ao]/i.test(word) ? 30 : (readWord(word) ?? 0);

type Rewrite = readonly [RegExp, (...found: string[]) => string];

const hundreds = `(?:${small.slice(0, 9).join("|")})`;
const twoDigits = `(?:${tens.join("|")})(?: ${hundreds})?|${small.slice(9).join("|")}`;
const unitsAfter =
  "(?! (?:minutes?|hours?|days?|weeks?|months?|years?|percent|%|pounds?|feet|foot|dollars?|hundred|thousand|am\\b|pm\\b|oclock))";

const numberOfTwo = (words: string): number =>
  words.split(" ").reduce((total, word) => total + (readWord(word) ?? 0), 0);

const rewrites: readonly Rewrite[] = [
  [/\b(?:twelve|12(?::00)?|doce) (?:noon|del mediodia|de la tarde|md|m)\b\.?/gi, () => "noon"],
  [
    new RegExp(`\\b((?:${tens.join("|")})(?: ${hundreds})?) (${twoDigits})\\b${unitsAfter}`, "gi"),
    (_, one = "", two = "") => `${numberOfTwo(one.toLowerCase())}'${numberOfTwo(two.toLowerCase())}`,
  ],
  [/\b(?:twelve|12(?::00)?|doce) (?:midnight|de la (?:media)?noche)\b/gi, () => "midnight"],
  [
    new RegExp(
      `\\b(a quarter|quarter|half|five|ten|twenty|twenty five) (past|after|to|till|of|before) (${hourWords})\\b(?! (?:and|to|weeks|days))`,
      "gi",
    ),
    (whole, part = "", side = "", hour = "") => {
      if (!/quarter|half/i.test(part) && /^to|of|after|before$/i.test(side)) return whole;
      const minutes = minutesOfPart(part.replace(/^a /i, ""));
      const base = readWord(hour) ?? 0;
      return /past|after/i.test(side) ? clock(base, minutes) : clock(base, -minutes);
    },
  ],
  [
    new RegExp(`\\b(${hourWords}) menos (cuarto|veinte|diez|cinco|veinticinco)\\b`, "gi"),
    (_, hour = "", part = "") => clock(readWord(hour) ?? 0, -minutesOfPart(part)),
  ],
  [
    new RegExp(
      `\\b((?:a|de|desde|hasta) las?|las) (${hourWords}) y (cuarto|media|veinte|diez|cinco)\\b`,
      "gi",
    ),
    (_, start = "", hour = "", part = "") => `${start} ${clock(readWord(hour) ?? 0, minutesOfPart(part))}`,
  ],
  [
    new RegExp(
      `\\b(at|until|till|by|from|to|before|after) (${hourWords}) (thirty|fifteen|forty five)\\b(?! (?:percent|dollars))`,
      "gi",
    ),
    (_, start = "", hour = "", part = "") =>
      `${start} ${clock(readWord(hour) ?? 0, numberOfTwo(part.toLowerCase()))}`,
  ],
  [
    /\b(twenty|thirty) (first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b/gi,
    (_, ten = "", one = "") =>
      `${(readWord(ten) ?? 0) + ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"].indexOf(one.toLowerCase()) + 1}th`,
  ],
  [
    new RegExp(
      `\\b(\\d+|${small.join("|")}|${spanishSmall.join("|")}) (?:and a half|y medi[oa])(?= (?!a |de |la )[a-z%])`,
      "gi",
    ),
    (_, number = "") => `${(readWord(number) ?? 0) + 0.5}`,
  ],
  [/\b(?:an? |una )?(?:hour|hora) (?:and a half|y media)\b/gi, () => "90 minutes"],
  [
    /\b(\S+) (?:dollars|dolares|pesos) (?:with|con|and|y) (\w+)(?: (?:cents|centavos))?\b/gi,
    (whole, dollars = "", cents = "") => {
      const [one, other] = [readWord(dollars.replace("$", "")), readWord(cents)];
      const small = other ?? (/^cincuenta$/i.test(cents) ? 50 : /^setenta$/i.test(cents) ? 70 : undefined);
      return one === undefined || small === undefined || small < 5
        ? whole
        : `$${one}.${String(small).padStart(2, "0")}`;
    },
  ],
  [
    /\b(?:at |for |a |con )?(?:half (?:the )?(?:price|cost|rate)|half off|mitad (?:de|del) (?:precio|costo))\b/gi,
    () => "50 percent less",
  ],
  [/\bhalf (?:of|the|is|down|up ?front|now|before)\b/gi, (whole) => whole.replace(/half/i, "50 percent of")],
  [/\b(?:the other|la otra) (?:half|mitad)\b|\bla mitad\b|\bby half\b/gi, () => "50 percent"],
  [/\b(?:a couple of|un par de)\b/gi, () => "2"],
  [/\b(las) (1[3-9]|2[0-3]) ?(?:horas|hrs|h)\b/gi, (_, start = "", hour = "") => `${start} ${hour}:00`],
  [/\b(?:a |one |una )?(?:half a dozen|media docena)\b/gi, () => "6"],
  [/\b(?:a |one |una |la |the )?(?:dozen|docena)\b(?! of them)/gi, () => "12"],
  [
    /\b(?:twice|two times|2 times) (?:a|per|each|every) year\b|\b(?:dos|2) veces al ano\b/gi,
    () => "every 6 months",
  ],
  [/\b(?:once|one time) (?:a|per|every) (year|month|week)\b/gi, (_, unit = "") => `every ${unit}`],
  [/\buna vez (?:al|por|cada) (ano|mes|semana)\b/gi, (_, unit = "") => `cada ${unit}`],
  [/\bS\/ ?(?=\d)|\b(?:RD|US|MX|L|Q|Bs)\.?\$? ?(?=\d)/g, () => "$"],
  [
    /\b(\d+(?:[.,]\d+)?) ?(?:soles|sol|lempiras?|quetzales|quetzal|colones|bolivianos|cordobas|guaranies|balboas)\b/gi,
    (_, n = "") => `$${n}`,
  ],
  [/\b(?:soles|lempiras?|quetzales|colones|bolivianos|cordobas|guaranies|balboas)\b/gi, () => "pesos"],
  [/\b(\d+) ?x ?(\d+)\b/gi, (_, one = "", other = "") => `${one} by ${other}`],
  // "One thirty nine" is 139, 1.39 or a time: its first meaning is kept with a mark that the reader of figures knows.
  [
    new RegExp(
      `(?<![\\w$.] |and |\\d )\\b(${hundreds}|ten|eleven|twelve) (${twoDigits})\\b${unitsAfter}(?! (?:to|or) )`,
      "gi",
    ),
    (_, one = "", two = "") => `${readWord(one)}'${numberOfTwo(two.toLowerCase())}`,
  ],
  [
    new RegExp(
      `(?<=\\b(?:at|for|is|from|costs?|to|just|only|price of|about|plus) )(${hundreds}|ten|eleven|twelve) (${twoDigits})\\b${unitsAfter}(?! (?:to|or) )`,
      "gi",
    ),
    (_, one = "", two = "") => `${readWord(one)}'${numberOfTwo(two.toLowerCase())}`,
  ],
];

export const rewriteFigures = (text: string): string =>
  rewrites.reduce((rewritten, [pattern, write]) => rewritten.replaceAll(pattern, write as never), text);
